"""Deleting an account: all that tells whose it was goes, and every game stays as it was."""

import secrets
from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, delete, null, select, update

from api.data.db import Link, Row, Statement, reading
from api.data.models import Hook, Leave, Letter, News, Player, Reply, Token
from api.game import beginning, intime, roster, seating, store, table
from api.routes import schemas
from api.web import attempts, auth
from api.web.auth import may
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import effect, keyed
from api.web.outgoing import nothing
from api.web.present import held
from api.web.refusals import refuses

blp = Blueprint("deletion", __name__, description="Deleting an account.")

KEPT = Statement(select(Player.password, Player.folded).where(Player.id == bindparam("player")))
LAST = Statement(select(Player.id).where(Player.id == bindparam("player")).with_for_update())
OWNED = Statement(select(Player.id).where(Player.owner_id == bindparam("player")).order_by(Player.id))
BURY = Statement(
    update(Player)
    .where(Player.id == bindparam("player"))
    .values(
        kind="deleted",
        name="",
        folded=bindparam("nobody"),
        skeleton=bindparam("nobody"),
        password=null(),
        email=null(),
        confirmed=False,
        wishes="{}",
        feed=null(),
        seen=null(),
        owner_id=null(),
        operator=False,
    )
)
BELONGINGS = [
    Statement(delete(model).where(model.player_id == bindparam("player")))
    for model in (Token, Leave, Letter, News, Hook, Reply)
]


@blp.route("/me/deletion", methods=["POST"])
@may("account")
@limited("door")
@blp.arguments(schemas.Deletion)
@blp.response(204)
@refuses("wrong_password", "too_many_attempts")
@keyed
def delete_me(said: dict[str, Any]) -> Response:
    """Delete your account

    An account has to give its password. Your name, tokens, address and all that tells whose it was go for good, your
    bot accounts with it. Games stay: before the start you leave, in running ones your seat is vacant as if you had
    left, and in those that are over somebody without a name sat there.
    """
    with reading() as link:
        kept = link.one(KEPT, player=g.player.id)
    if kept.password is not None:
        # Counted as a log-in is: a token that was stolen is no way to guess the password.
        attempts.count_log_in(kept.folded)
        if not auth.check_password(kept.password, said.get("password", "")):
            raise auth.wrong_password()
    return effect(g.player.id, lambda link: gone(link, g.player.id))


def gone(link: Link, player: str) -> Response:
    """The player is gone, and the bot accounts that were his."""
    held(link, player)
    players = [*(row.id for row in link.all(OWNED, player=player)), player]
    seating.hold_tables(link, *players)
    for id in sorted(players):
        link.one(LAST, player=id)  # whoever is just sitting down somewhere has done so then
    for id in players:
        bury(link, id)
    return nothing()


def bury(link: Link, player: str) -> None:
    """One player less, at all his tables too."""
    games = seating.tables(link, player)
    for statement in BELONGINGS:
        link.run(statement, player=player)
    link.run(BURY, player=player, nobody=f"deleted {secrets.token_urlsafe(12)}")
    for id in games:
        game = intime.catch_up(link, store.held(link, id))
        sits = link.one(store.SITS, id=id, player=player)
        if game is not None and sits is not None:
            vacate(link, game._replace(seat=sits.seat))


def vacate(link: Link, game: Row) -> None:
    """What becomes of a table at which he sat."""
    if game.sandbox:
        link.run(seating.REMOVE, id=game.id)
    elif game.status == "open":
        link.run(seating.LEAVE, game=game.id, at=game.seat)
        beginning.freed(link, game)
    elif game.status == "running":
        seating.gone(link, game, store.state_of(link, game), game.seat, "deleted")
    else:
        table.settle(link, roster.called(link, game), store.state_of(link, game))
