"""Deleting an account: all that tells whose it was goes, and every game stays as it was."""

import secrets
from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, delete, null, select, update

from api import auth, beginning, intime, roster, schemas, seating, store, table
from api.auth import may
from api.db import Link, Row, Statement
from api.errors import Problem
from api.incoming import Blueprint
from api.limits import limited
from api.models import Hook, Leave, Letter, News, Player, Reply, Token
from api.once import once
from api.outgoing import nothing

blp = Blueprint("deletion", __name__, description="Deleting an account.")

KEPT = Statement(select(Player.password, Player.kind).where(Player.id == bindparam("player")))
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
@once
def delete_me(link: Link, said: dict[str, Any]) -> Response:
    """Delete your account

    An account has to give its password. Your name, tokens, address and all that tells whose it was go for good, your
    bot accounts with it. Games stay: before the start you leave, in running ones your seat is vacant as if you had
    left, and in those that are over somebody without a name sat there.
    """
    kept = link.one(KEPT, player=g.player.id)
    if kept.password is not None and not auth.check_password(kept.password, said.get("password", "")):
        raise Problem(401, "wrong_password", "This isn't the account's password.", auth.CHALLENGE)
    for id in [*(row.id for row in link.all(OWNED, player=g.player.id)), g.player.id]:
        bury(link, id)
    return nothing()


def bury(link: Link, player: str) -> None:
    """One player less, at all his tables too."""
    seating.hold_tables(link, player)
    games = seating.tables(link, player)
    for statement in BELONGINGS:
        link.run(statement, player=player)
    link.run(BURY, player=player, nobody=f"deleted {secrets.token_urlsafe(12)}")
    for id in games:
        game = intime.catch_up(link, store.hold(link, id, player))
        if game is not None:
            vacate(link, store.hold(link, id, player))


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
