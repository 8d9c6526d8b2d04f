"""Who sits where: the public list of a table's seats, and what becomes of a seat whose player is gone."""

from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import bindparam, select, update

from api.clock import now
from api.data.db import Link, Row, Statement, adding
from api.data.models import Leave, Seat, Stay
from api.game import conduct, store
from engine.game import GAMES

AWAY = Statement(
    select(Seat.seat, Leave.begins, Leave.ends)
    .join(Seat, Seat.player_id == Leave.player_id)
    .where(Seat.game_id == bindparam("id"), Leave.ends > bindparam("moment"))
    .order_by(Leave.begins.desc())
)
SIT = Statement(
    update(Seat)
    .where(Seat.game_id == bindparam("game"), Seat.seat == bindparam("at"))
    .values(player_id=bindparam("player"), level=bindparam("new_level"), since=bindparam("moment"), leave_used=0)
)
STAND_IN = Statement(
    update(Seat)
    .where(Seat.game_id == bindparam("game"), Seat.seat == bindparam("at"))
    .values(level=bindparam("new_level"))
)
STAYED = adding(Stay)


PEOPLE = ("account", "guest")
"""The kinds of who is a person at a table, or a program of his."""


def called(link: Link, game: Row) -> Row:
    """The game with the list of its seats as it now is."""
    taken = {at.seat: at for at in link.all(store.SEATED, id=game.id)}
    away = {row.seat: row for row in link.all(AWAY, id=game.id, moment=now())}
    offered = conduct.affairs(game)["offered"]
    running = game.status == "running"
    seats = [shown(seat, taken.get(seat), away.get(seat), seat in offered, running) for seat in range(game.size)]
    if game.sandbox and game.status != "open":
        seats = held_by_one(seats)
    return game._replace(roster=store.dumps(seats), vacant=len(offered) if running else 0)


def held_by_one(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The seats of a sandbox: all where no bot sits are its owner's, numbered."""
    owner = next(at for at in seats if at["kind"] in PEOPLE)
    return [
        at
        if at is owner or at["kind"] == "bot"
        else {**owner, "seat": at["seat"], "name": f"{owner['name']} {at['seat'] + 1}"}
        for at in seats
    ]


def shown(seat: int, at: Row | None, away: Row | None, offered: bool, running: bool) -> dict[str, Any]:
    """A seat as everybody sees it. A bot is marked as one, and has no name but its kind's."""
    told = {"seat": seat, "player": None, "name": None, "kind": None, "level": None, "owner": None}
    more = {"away": None, "stand_in": None, "offered": offered}
    if at is not None and at.player_id is not None:
        name = None if at.kind == "deleted" else at.name
        more["stand_in"] = at.level
        if away is not None:
            more["away"] = {"begins": away.begins, "ends": away.ends}
        told |= {"player": None if name is None else at.player_id, "name": name, "kind": at.kind, "owner": at.owner}
    elif at is not None and at.level is not None:
        told |= {"name": f"Bot {seat + 1}", "kind": "bot", "level": at.level}
    elif at is not None or running:
        told |= {"kind": "vacant"}
    return told | more


def people(game: Row) -> tuple[int, ...]:
    """The seats where people sit, in order."""
    return seats_of_people(game.roster)


@lru_cache(maxsize=256)
def seats_of_people(roster: str) -> tuple[int, ...]:
    """The same of a list of seats; that of a game is asked for again and again, and seldom changes."""
    return tuple(at["seat"] for at in orjson.loads(roster) if at["kind"] in PEOPLE)


def electorate(game: Row, state: Any) -> list[int]:
    """Who votes on breaks: the people who still play."""
    playing = GAMES[game.ruleset].playing(state)
    return [seat for seat in people(game) if seat in playing]


def vacant(game: Row) -> list[int]:
    """The seats of a running game where nobody sits."""
    return [at["seat"] for at in orjson.loads(game.roster) if at["kind"] == "vacant"]


def best_bot(game: Row) -> str:
    """The level of a bot that sits in: the game names its strongest last."""
    return list(GAMES[game.ruleset].bots)[-1]


def replace_absent(link: Link, game: Row, at: str) -> Row:
    """The game in which who has missed too many turns in a row is stood in for, as the table deals with it."""
    chosen = conduct.of(game)
    if chosen["absent"] == "default":
        return game
    turns = orjson.loads(game.turns)
    gone = [seat for seat in people(game) if turns[seat][2] >= chosen["absent_after"]]
    if chosen["absent"] == "bot":
        for seat in gone:
            game = sit_in(link, game, seat, at)
    else:
        game = offer(game, [seat for seat in gone if seat not in conduct.affairs(game)["offered"]], at)
    return called(link, game) if gone else game


def sit_in(link: Link, game: Row, seat: int, at: str) -> Row:
    """A bot plays for this player until he is back."""
    link.run(STAND_IN, game=game.id, at=seat, new_level=best_bot(game))
    return conduct.noticed(game, "sat_in", at, seat=seat)


def offer(game: Row, seats: list[int], at: str) -> Row:
    """A substitute is sought for these seats."""
    if not seats:
        return game
    for seat in seats:
        game = conduct.noticed(game, "offered", at, seat=seat)
    return conduct.stand(game, offered=sorted({*conduct.affairs(game)["offered"], *seats}))


def no_offer(game: Row, seat: int) -> Row:
    """No substitute is sought for this seat any more."""
    offered = conduct.affairs(game)["offered"]
    return conduct.stand(game, offered=[each for each in offered if each != seat]) if seat in offered else game


def vacate(link: Link, game: Row, seat: int, how: str) -> Row:
    """A seat of a running game loses its player: it is offered, or a bot takes it; all that it knows stays there.

    A bot sits there at once if the table wants it so, or if nothing would ever end the wait for a substitute.
    """
    moment = now()
    leave(link, game, seat, how, moment)
    bot = conduct.of(game)["absent"] == "bot" or (game.deadline is None and game.paused is None)
    link.run(SIT, game=game.id, at=seat, player=None, new_level=best_bot(game) if bot else None, moment=moment)
    game = conduct.noticed(game, "left", moment, seat=seat, how=how)
    if conduct.of(game)["absent"] != "bot":
        game = offer(game, [seat], moment)
    return called(link, without(game, seat))


def leave(link: Link, game: Row, seat: int, how: str, moment: str) -> None:
    """Keep that the player of this seat sat there, from when to when, and how he left."""
    at = next(at for at in link.all(store.SEATED, id=game.id) if at.seat == seat)
    turns = orjson.loads(game.turns) or [[0, 0, 0]] * game.size
    stay = {"seat": seat, "since": at.since or game.started, "until": moment, "how": how}
    link.run(STAYED, game_id=game.id, player_id=at.player_id, **stay, asked=turns[seat][0], missed=turns[seat][1])


def without(game: Row, seat: int) -> Row:
    """The game without what was this player's own at this seat: standing answers, counted turns, votes."""
    standings, turns = orjson.loads(game.standings), orjson.loads(game.turns)
    standings.pop(str(seat), None)
    if turns:
        turns[seat] = [0, 0, 0]
    game = game._replace(standings=store.dumps(standings), turns=store.dumps(turns))
    return conduct.stand(game, votes={}) if conduct.affairs(game)["votes"] else game


def back(link: Link, game: Row, seat: int) -> Row:
    """The player is there again: the bot that sat in goes, nobody else is sought, and no turn is missed in a row."""
    if orjson.loads(game.roster)[seat]["stand_in"] is not None:
        link.run(STAND_IN, game=game.id, at=seat, new_level=None)
        game = conduct.noticed(game, "returned", now(), seat=seat)
    turns = orjson.loads(game.turns)
    if turns and turns[seat][2]:
        turns[seat][2] = 0
        game = game._replace(turns=store.dumps(turns))
    return called(link, no_offer(game, seat))


def is_missed(game: Row, seat: int) -> bool:
    """Whether this player has to be counted as back when he speaks."""
    turns, at = orjson.loads(game.turns), orjson.loads(game.roster)[seat]
    return bool((turns and turns[seat][2]) or at.get("stand_in") or at.get("offered"))
