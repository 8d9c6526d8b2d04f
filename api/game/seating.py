"""Who sits where: seats taken and left, the public list of them, and the deal when all are taken."""

from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select

from api.clock import now
from api.data.db import Link, Row, Statement, adding
from api.data.models import Game, Seat
from api.game import conduct, course, moves, news, pulse, roster, store, table
from api.game.table import Table
from api.web.errors import conflict
from api.web.present import only_staying
from engine.game import GAMES, Before

TAKE = adding(Seat, "game_id", "seat", "player_id", "level", "came_from", "since")
LEAVE = Statement(delete(Seat).where(Seat.game_id == bindparam("game"), Seat.seat == bindparam("at")))
REMOVE = Statement(delete(Game).where(Game.id == bindparam("id")))
TABLES = Statement(select(Seat.game_id).where(Seat.player_id == bindparam("player")))
EVER = Statement(select(Game).where(Game.id == bindparam("id")))


def only_open(game: Row) -> None:
    """Before the start alone people come and go."""
    if game.status != "open":
        raise conflict("started", "The game has begun.")


def free(game: Row) -> list[int]:
    """The seats that nobody has taken, in order."""
    return [at["seat"] for at in orjson.loads(game.roster) if at["kind"] is None]


def is_full(game: Row) -> bool:
    """Whether it may begin: all seats are taken, as in a sandbox they always are."""
    return bool(game.sandbox) or not free(game)


def take(
    link: Link,
    game: Row,
    seat: int,
    player: str | None = None,
    level: str | None = None,
    came_from: int | None = None,
) -> None:
    """A player, or a bot of some level, takes a free seat."""
    if player is not None:
        only_staying(link, player)
    link.run(TAKE, game_id=game.id, seat=seat, player_id=player, level=level, came_from=came_from, since=now())


def begin(link: Link, game: Row, at: str) -> Table:
    """Deal, and let the bots answer until a person is asked."""
    ruleset = GAMES[game.ruleset]
    state, dealt = moves.deal(ruleset, store.rules_of(game), game.size, before(link, game))
    steps = [dealt, *moves.bots(ruleset, state, moves.levels(game))]
    stand = conduct.stand(game, checking=None, starts_at=None, expires=None)
    begun = stand._replace(status="running", started=at, deadline=None, outage=pulse.outages(link))
    if game.sandbox:
        begun = roster.called(link, begun)
    news.tell(link, begun, "started")
    return course.go_on(link, begun, state, steps, at)


def gone(link: Link, game: Row, state: Any, seat: int, how: str) -> Table:
    """A seat of a running game loses its player; what follows: another host, a substitute sought, a bot that sits in.

    Without any person left the bots play it to its end.
    """
    game = roster.vacate(link, game, seat, how)
    people = roster.people(game)
    if game.seat == seat:
        game = game._replace(seat=None)
    if seat == game.host and people:
        game = game._replace(host=people[0])
    for empty in [] if people else roster.vacant(game):
        link.run(roster.STAND_IN, game=game.id, at=empty, new_level=roster.best_bot(game))
    if not people:
        game = roster.called(link, conduct.stand(game, offered=[])._replace(paused=None, left=None))
    if game.vacant and not game.private:
        news.tell(link, game, "seat")
    steps = [] if game.paused else moves.bots(GAMES[game.ruleset], state, moves.levels(game))
    if steps:
        return course.go_on(link, game, state, steps, now())
    return table.settle(link, game, state)


def substitute(link: Link, game: Row, state: Any, seat: int, player: str) -> Table:
    """A substitute takes a seat with all that it knows; who sat there is gone for good."""
    only_staying(link, player)
    at = now()
    if orjson.loads(game.roster)[seat]["kind"] in roster.PEOPLE:
        roster.leave(link, game, seat, "absent", at)
        game = conduct.noticed(roster.without(game, seat), "left", at, seat=seat, how="absent")
    link.run(roster.SIT, game=game.id, at=seat, player=player, new_level=None, moment=at)
    game = conduct.noticed(roster.no_offer(game, seat), "taken_over", at, seat=seat)
    game = roster.called(link, game)
    if game.host not in roster.people(game):
        game = game._replace(host=seat)
    return table.settle(link, game._replace(seat=seat), state)


def before(link: Link, game: Row) -> Before | None:
    """The game that this one follows, and where in it each of the seats sat; None if there was none."""
    old = link.one(EVER, id=game.before_id) if game.before_id else None
    if old is None:
        return None
    came_from = {at.seat: at.came_from for at in link.all(store.SEATED, id=game.id)}
    return store.state_of(link, old), [came_from.get(seat, seat) for seat in range(game.size)]


def tables(link: Link, player: str) -> list[str]:
    """The ids of the games where a player sits, in the one order in which several are held."""
    return sorted(row.game_id for row in link.all(TABLES, player=player))


def hold_tables(link: Link, *players: str) -> None:
    """Hold all games of these players before their names change or go.

    A rematch holds its game and then looks at the players: the other way round the two would wait for each other.
    """
    for id in sorted({id for player in players for id in tables(link, player)}):
        store.held(link, id)


def rename(link: Link, player: str) -> None:
    """A player has another name, or is no guest any more: at all his tables it is seen."""
    for id in tables(link, player):
        game = store.held(link, id)
        if game is not None:
            state = None if game.status == "open" else store.state_of(link, game)
            table.settle(link, roster.called(link, game), state)
