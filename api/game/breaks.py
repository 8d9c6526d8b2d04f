"""Breaks in a running game: it pauses, a question is given more time, an outage of the service is made good."""

from typing import Any

import orjson

from api.clock import between, later, now
from api.data.db import Link, Row
from api.game import conduct, course, moves, pace, pulse, store, table
from api.game.roster import electorate
from api.web.auth import by_operator
from api.web.errors import conflict, forbidden, not_creator
from engine.core import Until
from engine.game import GAMES

REFUSES = ("no_breaks", "not_creator", "may_not_vote")
"""How who wants a break may be refused."""


def decided(game: Row, state: Any, what: str, yes: bool, target: int | None = None) -> tuple[Row, bool]:
    """The game after the caller has said whether he wants it, and whether it is so decided.

    An operator decides it, whoever may at this table.
    """
    if by_operator(game.seat):
        return game, yes
    how = conduct.of(game)["breaks"]
    if how == "nobody":
        raise forbidden("no_breaks", "At this table nobody may do this.")
    if how == "host":
        if game.seat != game.host:
            raise not_creator()
        return game, yes
    voters = [seat for seat in electorate(game, state) if seat != target]
    if game.seat not in voters:
        raise forbidden("may_not_vote", "Only who still plays has a vote.")
    votes = conduct.affairs(game)["votes"]
    ballots = votes.setdefault("kick", {}) if what == "kick" else votes
    key = str(target) if what == "kick" else what
    cast = {*ballots.get(key, ())} - {game.seat} | ({game.seat} if yes else set())
    ballots[key] = sorted(cast)
    return conduct.stand(game, votes=votes), len(cast & set(voters)) >= conduct.needed(voters)


def without(game: Row, what: str) -> Row:
    """The game with no votes on this: it is decided."""
    votes = conduct.affairs(game)["votes"]
    votes.pop(what, None)
    return conduct.stand(game, votes=votes)


def only_pausable(game: Row) -> None:
    """Refuse a pause where none is left."""
    if conduct.pause_left(game) <= 0:
        raise conflict("no_pause_left", "This game has been paused for as long as it may be.")


def paused(game: Row, at: str) -> Row:
    """The game whose time stands still from this moment on, at most for what is left of its pauses."""
    left = None if game.deadline is None else pace.running(orjson.loads(game.pace), at, game.deadline)
    quiet = {"tell_turn": None, "tell_near": None}
    game = game._replace(paused=at, left=left, deadline=later(at, conduct.pause_left(game)), **quiet)
    return conduct.noticed(without(game, "pause"), "paused", at)


def resumed(link: Link, game: Row, at: str) -> Row:
    """The game goes on as of this moment: its question has the time that it had left, or its next time of day."""
    ruleset, state, rhythm = GAMES[game.ruleset], store.state_of(link, game), orjson.loads(game.pace)
    rested, span = between(game.paused, at), pace.length(rhythm, ruleset, state)
    deadline = None
    if isinstance(span, Until):
        deadline = pace.deadline(rhythm, ruleset, state, at)
    elif game.left is not None:
        deadline = pace.add(rhythm, at, game.left)
    total = conduct.affairs(game)["paused_seconds"] + rested
    game = game._replace(paused=None, left=None, opened=later(game.opened, rested))
    game = conduct.noticed(conduct.stand(without(game, "resume"), paused_seconds=total), "resumed", at)
    game = course.reminding(game, deadline)
    steps = moves.bots(ruleset, state, moves.levels(game))
    if steps:
        return course.go_on(link, game, state, steps, at).game
    return table.settle(link, game, state).game


def only_extendable(game: Row) -> None:
    """Refuse an extension where there is no deadline, or none is left."""
    if game.deadline is None:
        raise conflict("no_deadline", "There is no deadline to extend.")
    if conduct.affairs(game)["extensions"] >= conduct.of(game)["extensions"]:
        raise conflict("no_extension_left", "This game's deadlines have been extended as often as they may be.")


def extended(game: Row, state: Any) -> Row:
    """The question has its time once more; it is given that once."""
    stand = conduct.affairs(game)
    longer = pace.deadline(orjson.loads(game.pace), GAMES[game.ruleset], state, game.deadline)
    assert longer is not None
    more = between(game.deadline, longer)
    game = conduct.stand(without(game, "extend"), extended=True, extensions=stand["extensions"] + 1)
    by = "operator" if by_operator(game.seat) else conduct.of(game)["breaks"]
    return course.reminding(conduct.noticed(game, "extended", now(), by=by, seat=None, seconds=more), longer)


def made_good(link: Link, game: Row) -> Row:
    """The question's deadline moved on by the outages that took of its time, each once, and the players told."""
    rhythm, state = orjson.loads(game.pace), None if game.status == "open" else store.state_of(link, game)
    for outage in pulse.since(link, game.outage):
        lost = 0
        if game.status == "running" and game.paused is None and game.deadline is not None:
            began = max(outage.began, game.opened)
            lost = pace.running(rhythm, began, outage.ended) if game.deadline > began < outage.ended else 0
        if lost:
            game = conduct.noticed(game, "extended", outage.ended, by="outage", seat=None, seconds=lost)
            game = course.reminding(game, pace.add(rhythm, game.deadline, lost))
    return table.settle(link, game._replace(outage=pulse.outages(link)), state).game
