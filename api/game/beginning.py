"""A game that hasn't begun: who is ready for the deal, when it is to start, and when it is given up."""

from typing import Any

from api.clock import later, now
from api.data.db import Link, Row
from api.game import conduct, roster, seating, store, table
from api.game.table import Table
from api.web.errors import conflict, invalid

KEPT = 14 * 86400
"""Seconds without anybody coming or going after which a game that hasn't begun is removed."""


YEAR = 366 * 86400
"""Seconds."""


def timed(game: Row, **changed: Any) -> Row:
    """The game with its affairs changed, and the moment when something happens next by itself."""
    game = conduct.stand(game, **changed)
    stand = conduct.affairs(game)
    checking = stand["checking"]
    moments = [checking and checking["until"], stand["starts_at"], stand["expires"]]
    return game._replace(deadline=min((moment for moment in moments if moment), default=None))


def seated(link: Link, game: Row) -> Table:
    """What follows when seats were taken or left: the list, and the deal if all are taken."""
    game = roster.called(link, game)
    starts_at = conduct.affairs(game)["starts_at"]
    expires = later(max(now(), starts_at or ""), KEPT)
    game = timed(game, checking=None, expires=expires)
    if game.start == "full" and starts_at is None and seating.is_full(game):
        return full(link, game, now(), [game.seat])
    return table.settle(link, game, None)


def full(link: Link, game: Row, at: str, ready: list[int]) -> Table:
    """All seats are taken: the deal, or first the question whether all are ready."""
    seconds = conduct.of(game)["ready_check"]
    if seconds and set(roster.people(game)) - set(ready):
        return table.settle(link, timed(game, checking={"until": later(at, seconds), "ready": ready}), None)
    return seating.begin(link, game, at)


def say_ready(link: Link, game: Row, ready: bool) -> Table:
    """The caller is ready, or isn't any more; with the last one the cards are dealt."""
    checking = conduct.affairs(game)["checking"]
    if checking is None:
        raise conflict("no_ready_check", "Nobody is asked whether he is ready now.")
    said = sorted({*checking["ready"]} - {game.seat} | ({game.seat} if ready else set()))
    if not set(roster.people(game)) - set(said):
        return seating.begin(link, game, now())
    return table.settle(link, timed(game, checking={**checking, "ready": said}), None)


def scheduled_for(link: Link, game: Row, starts_at: str | None, fill: str | None) -> Table:
    """The game starts by itself at this time, or at none."""
    expires = later(max(now(), starts_at or ""), KEPT)
    return table.settle(link, timed(game, starts_at=starts_at, fill=fill, expires=expires), None)


def future(moment: str | None) -> str | None:
    """A moment to come, a year away at most; 422 if it is none."""
    if moment is not None and not now() < moment < later(now(), YEAR):
        raise invalid(("/starts_at", "Has to be in the future, within a year."))
    return moment


def bots(ruleset: Any, level: str | None) -> str | None:
    """A level of the game's bots, or none; 422 if it has no such bots."""
    if level is not None and level not in ruleset.bots:
        raise invalid(("/fill", "This game has no such bots."))
    return level


def due(link: Link, game: Row) -> Row | None:
    """What was to happen by now: seats of the unready are freed, it starts, or is given up; None if it is gone."""
    stand, at = conduct.affairs(game), game.deadline
    if stand["checking"] and stand["checking"]["until"] <= at:
        return unready(link, game, at)
    if stand["starts_at"] and stand["starts_at"] <= at:
        return scheduled(link, game, at)
    link.run(seating.REMOVE, id=game.id)
    return None


def unready(link: Link, game: Row, at: str) -> Row | None:
    """Who didn't say that he is ready loses his seat; the others wait on."""
    gone = [seat for seat in roster.people(game) if seat not in conduct.affairs(game)["checking"]["ready"]]
    for seat in gone:
        link.run(seating.LEAVE, game=game.id, at=seat)
    game = conduct.noticed(game, "unready", at, seats=gone)
    return freed(link, game)


def freed(link: Link, game: Row) -> Row | None:
    """The game after seats were left: it goes to the next person if its creator is gone, and without one it is gone."""
    left = [at.seat for at in link.all(store.SEATED, id=game.id) if at.player_id is not None]
    if not left:
        link.run(seating.REMOVE, id=game.id)
        return None
    return seated(link, game if game.host in left else game._replace(host=left[0])).game


def scheduled(link: Link, game: Row, at: str) -> Row:
    """The hour has come: bots take what is free, if that was chosen, and the game starts; else it waits on."""
    level = conduct.affairs(game)["fill"]
    game = timed(game, starts_at=None)
    free = seating.free(game)
    if level is None and not seating.is_full(game):
        return table.settle(link, conduct.noticed(game, "start_failed", at, free=len(free)), None).game
    for seat in free if level is not None else ():
        seating.take(link, game, seat, level=level)
    game = roster.called(link, game)
    return full(link, game, at, []).game
