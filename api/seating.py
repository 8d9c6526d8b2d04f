"""Who sits where: seats taken and left, the public list of them, and the deal when all are taken."""

from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select

from api import course, moves, store, table
from api.clock import now
from api.db import Link, Row, Statement, adding
from api.errors import conflict
from api.models import Game, Seat
from api.table import Table
from engine.game import GAMES, Before

TAKE = adding(Seat, "game_id", "seat", "player_id", "level", "came_from", "since")
LEAVE = Statement(delete(Seat).where(Seat.game_id == bindparam("game"), Seat.seat == bindparam("at")))
REMOVE = Statement(delete(Game).where(Game.id == bindparam("id")))
TABLES = Statement(select(Seat.game_id).where(Seat.player_id == bindparam("player")).order_by(Seat.game_id))
EVER = Statement(select(Game).where(Game.id == bindparam("id")))


def only_open(game: Row) -> None:
    """Before the start alone people come and go."""
    if game.status != "open":
        raise conflict("started", "The game has begun.")


def free(game: Row) -> list[int]:
    """The seats that nobody has taken, in order."""
    return [at["seat"] for at in orjson.loads(game.roster) if at["kind"] is None]


def take(
    link: Link,
    game: Row,
    seat: int,
    player: str | None = None,
    level: str | None = None,
    came_from: int | None = None,
) -> None:
    """A player, or a bot of some level, takes a free seat."""
    link.run(TAKE, game_id=game.id, seat=seat, player_id=player, level=level, came_from=came_from, since=now())


def called(link: Link, game: Row) -> Row:
    """The game with the list of its seats as it now is."""
    taken = {at.seat: at for at in link.all(store.SEATED, id=game.id)}
    return game._replace(roster=store.dumps([shown(seat, taken.get(seat)) for seat in range(game.size)]))


def shown(seat: int, at: Row | None) -> dict[str, Any]:
    """A seat as everybody sees it. A bot is marked as one, and has no name but its kind's."""
    if at is None:
        return {"seat": seat, "name": None, "kind": None, "level": None, "owner": None}
    if at.player_id is None:
        return {"seat": seat, "name": f"Bot {seat + 1}", "kind": "bot", "level": at.level, "owner": None}
    return {"seat": seat, "name": at.name, "kind": at.kind, "level": None, "owner": at.owner}


def seated(link: Link, game: Row) -> Table:
    """What follows when seats were taken or left: the list, and the start if all are taken."""
    game = called(link, game)
    if game.start == "full" and not free(game):
        return begin(link, game)
    return table.settle(link, game, None)


def begin(link: Link, game: Row) -> Table:
    """Deal, and let the bots answer until a person is asked."""
    ruleset = GAMES[game.ruleset]
    state, dealt = moves.deal(ruleset, store.rules_of(game), game.size, before(link, game))
    steps = [dealt, *moves.bots(ruleset, state, moves.levels(game))]
    at = now()
    return course.go_on(link, game._replace(status="running", started=at), state, steps, at)


def before(link: Link, game: Row) -> Before | None:
    """The game that this one follows, and where in it each of the seats sat; None if there was none."""
    old = link.one(EVER, id=game.before_id) if game.before_id else None
    if old is None:
        return None
    return store.state_of(link, old), [at.came_from for at in link.all(store.SEATED, id=game.id)]


def tables(link: Link, player: str) -> list[str]:
    """The ids of the games where a player sits, in the one order in which several are held."""
    return [row.game_id for row in link.all(TABLES, player=player)]


def hold_tables(link: Link, player: str) -> None:
    """Hold all of a player's games before he changes himself.

    A rematch holds its game and then looks at the players: the other way round the two would wait for each other.
    """
    for id in tables(link, player):
        store.hold(link, id, player)


def rename(link: Link, player: str) -> None:
    """A player has another name, or is no guest any more: at all his tables it is seen."""
    for id in tables(link, player):
        game = called(link, store.hold(link, id, player))
        state = None if game.status == "open" else store.state_of(link, game)
        table.settle(link, game, state)
