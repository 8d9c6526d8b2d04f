"""Passwords: another one in the place of the one that is known."""

from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, delete, select, update

from api.data.db import Link, Statement, reading
from api.data.models import Player, Token
from api.routes import schemas
from api.web import auth
from api.web.auth import may
from api.web.errors import forbidden
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import effect, keyed
from api.web.outgoing import nothing
from api.web.refusals import refuses

blp = Blueprint("password", __name__, description="Passwords: changed while one knows them.")

KEPT = Statement(select(Player.password, Player.folded).where(Player.id == bindparam("player")))
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
    tried = auth.count_attempt(kept.folded)
    right = auth.check_password(kept.password, said["password"])
    new = auth.hasher.hash(said["new"])

    def act(link: Link) -> Response:
        if not right or not renewed(link, g.player.id, kept.password, new, g.player.token_id):
            raise auth.wrong_password()
        auth.forget_attempts(link, tried)
        return nothing()

    return effect(g.player.id, act)


def renewed(link: Link, player: str, old: str, new: str, but: str = "") -> bool:
    """Whether a password still was the old one: then it is the new one, and the player's tokens but one are revoked."""
    if not link.run(SET, player=player, old=old, new=new):
        return False
    link.run(REVOKE, player=player, but=but)
    return True
