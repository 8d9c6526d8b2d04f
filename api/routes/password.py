"""Passwords: another one for who knows his, and for who has forgotten it, by a link that is mailed."""

from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, delete, select, update

from api.data.db import Link, Statement, reading
from api.data.models import Player, Token
from api.delivery import mail
from api.game import news
from api.routes import schemas
from api.routes.players import signed, told
from api.web import answers, attempts, auth, names
from api.web.auth import may
from api.web.errors import Problem, forbidden, invalid
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import effect, keyed, newcomer
from api.web.outgoing import nothing
from api.web.refusals import refuses
from api.web.shapes import record

blp = Blueprint("password", __name__, description="Passwords: changed, and set anew.")

KEPT = Statement(select(Player.password, Player.folded).where(Player.id == bindparam("player")))
WAS = Statement(
    select(Player.name, Player.kind, Player.operator, Player.email, Player.password).where(
        Player.id == bindparam("player"), Player.password.is_not(None), Player.confirmed.is_(True)
    )
)
SET = Statement(
    update(Player)
    .where(Player.id == bindparam("player"), Player.password == bindparam("old"))
    .values(password=bindparam("new"))
)
REVOKE = Statement(delete(Token).where(Token.player_id == bindparam("player"), Token.id != bindparam("but")))


@blp.route("/me/password", methods=["PUT"])
@may("account")
@limited("door")
@blp.arguments(schemas.NewPassword)
@blp.response(204)
@refuses("not_an_account", "wrong_password", "too_many_attempts")
@keyed
def change(said: dict[str, Any]) -> Response:
    """Change your password

    Who knows the old one may. All tokens of yours are revoked but the one that the request came with.
    """
    if g.player.kind != "account" or g.player.owner_id is not None:
        raise forbidden("not_an_account", "Guests and bot accounts have no password.")
    with reading() as link:
        kept = link.one(KEPT, player=g.player.id)
    # Counted as a log-in is: a token that was stolen is no way to guess the password.
    tried = attempts.count_log_in(kept.folded)
    right = auth.check_password(kept.password, said["password"])
    new = auth.hasher.hash(said["new"])

    def act(link: Link) -> Response:
        if not right or not renewed(link, g.player.id, kept.password, new, g.player.token_id):
            raise auth.wrong_password()
        attempts.forgive(link, tried)
        return nothing()

    return effect(g.player.id, act)


def renewed(link: Link, player: str, old: str, new: str, but: str = "") -> bool:
    """Whether a password still was the old one: then it is the new one, and the player's tokens but one are revoked.

    His address, if he has confirmed one, is told of it: it may have been somebody else.
    """
    if not link.run(SET, player=player, old=old, new=new):
        return False
    link.run(REVOKE, player=player, but=but)
    news.post(link, mail.CHANGED, {}, player_id=player)
    return True


@blp.route("/password", methods=["POST"])
@limited("letter")
@blp.arguments(schemas.Forgotten)
@blp.response(204)
@refuses("too_many_attempts")
@keyed
def forgotten(said: dict[str, Any]) -> Response:
    """Have a link mailed by which a forgotten password is set anew

    It goes to the confirmed address of the account of this name. Whether there are such an account and such an
    address is told to nobody but who reads the mail.
    """
    name, knocks = names.known(said["name"]), newcomer()
    attempts.count_forgotten(name)

    def act(link: Link) -> Response:
        # Whose name it is is looked up when the letter is sent: here nothing depends on it, nor the time that it takes.
        news.post(link, mail.FORGOTTEN, {"name": name})
        return nothing()

    return effect(knocks, act)


@blp.route("/password/reset", methods=["POST"])
@limited("door")
@blp.arguments(schemas.Reset)
@blp.response(201, record(answers.SignedIn))
@refuses("bad_code")
@keyed
def reset(said: dict[str, Any]) -> Response:
    """Set a new password by the ticket in a mailed link, and log in

    The ticket is good for an hour, and once. All tokens from before are revoked.
    """
    ticket = mail.ticketed(said["ticket"])
    if ticket is None:
        raise bad_ticket()
    player, then = ticket
    with reading() as link:
        was = link.one(WAS, player=player)
    good = was is not None and mail.present(was.email, was.password) == then
    new = auth.hasher.hash(said["password"])

    def act(link: Link) -> Response:
        if not good or not renewed(link, player, was.password, new):
            raise bad_ticket()
        return signed(link, told(player, was.name, was.kind, operator=bool(was.operator)), "")

    return effect(player, act)


def bad_ticket() -> Problem:
    """A forged ticket, one of more than an hour ago, and one that was used or outlived by what it was made for."""
    return invalid(("/ticket", "Not, or no longer, good for a new password."), code="bad_code")
