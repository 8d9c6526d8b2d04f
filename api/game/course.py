"""The course of a running game in time: what happened is added, and what nobody answered lapses."""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

import orjson

from api.clock import between, later
from api.data.db import Link, Row
from api.game import conduct, leaves, moves, news, pace, results, roster, store, table
from api.game.store import Taken
from api.game.table import Table
from engine.core import Dice, Recording
from engine.game import GAMES, Game

PROMPT = 60
"""Seconds after which people are told of a question: who has the page open has seen it by then."""

NEAR = 0.8
"""The part of a question's time after which its deadline is near."""

WORTH_A_WORD = 600
"""Seconds: of a deadline nearer than this nobody is warned."""


def go_on(link: Link, game: Row, state: Any, steps: Sequence[Taken], at: str) -> Table:
    """Add to a game what happened at this time, and write it back: its end, or the time of a new question."""
    ruleset = GAMES[game.ruleset]
    game = store.append(link, game, steps, at)
    if ruleset.outcome(state) is not None:
        game = ended(link, game, state, at)
    elif opens(ruleset, steps):
        game = put(link, game, state, at)
    return table.settle(link, game, state)


def opens(ruleset: Game, steps: Sequence[Taken]) -> bool:
    """Whether a new question is put in one of these steps."""
    return any(ruleset.events[event["type"]].opens for step in steps for event in step.events)


def put(link: Link, game: Row, state: Any, at: str) -> Row:
    """A new question: its deadline, whose turn it counts as, and when people are to be told of it."""
    ruleset = GAMES[game.ruleset]
    turns = orjson.loads(game.turns) or [[0, 0, 0] for _ in range(game.size)]
    for seat in ruleset.turns(state):
        turns[seat][0] += 1
    game = game._replace(opened=at, question=ruleset.question(state), turns=store.dumps(turns))
    if orjson.loads(game.affairs).get("votes"):
        game = conduct.stand(game, votes={}, extended=False)
    elif conduct.affairs(game)["extended"]:
        game = conduct.stand(game, extended=False)
    return timed(link, game, state, pace.deadline(orjson.loads(game.pace), ruleset, state, at))


def timed(link: Link, game: Row, state: Any, deadline: str | None) -> Row:
    """The game whose question has this deadline, stretched for those who are away."""
    if deadline is not None and conduct.of(game)["leave_hours"]:
        game, deadline = stretched(link, game, state, deadline)
    return reminding(game, deadline)


def reminding(game: Row, deadline: str | None) -> Row:
    """The game with this deadline, and the moments when people are to be told of the question and of its end."""
    span = 0 if deadline is None else between(game.opened, deadline)
    prompt = PROMPT if deadline is None else min(PROMPT, span // 10)
    near = later(game.opened, int(span * NEAR)) if span >= WORTH_A_WORD else None
    return game._replace(deadline=deadline, tell_turn=later(game.opened, prompt), tell_near=near)


def stretched(link: Link, game: Row, state: Any, deadline: str) -> tuple[Row, str]:
    """The deadline stretched for people who are asked and away then, and that it was."""
    asked = GAMES[game.ruleset].asked(state)
    longer, by = leaves.stretch(link, game, asked, game.opened, deadline)
    for seat, seconds in by:
        game = conduct.noticed(game, "extended", game.opened, by="leave", seat=seat, seconds=seconds)
    return game, longer


def ended(link: Link, game: Row, state: Any, at: str) -> Row:
    """The game is over: nothing is asked any more, and it counts."""
    nothing = dict.fromkeys(("deadline", "question", "opened", "tell_turn", "tell_near", "paused", "left"))
    game = game._replace(status="ended", ended=at, vacant=0, **nothing)
    results.write(link, game, state)
    news.tell(link, game, "ended")
    return game


def lapse(link: Link, game: Row) -> Row:
    """Time is up for what is asked, as of the deadline: standing answers, then the default; the game after it."""
    ruleset, state, at = GAMES[game.ruleset], store.state_of(link, game), game.deadline
    missed = ruleset.missed(state)
    steps, answered = prepared(game, state)
    if not opens(ruleset, steps) and ruleset.outcome(state) is None:
        chance = Recording(Dice(SystemRandom()))
        steps.append(moves.taken(ruleset, None, None, chance, ruleset.lapse(state, chance)))
    game = count_missed(game, [seat for seat in missed if seat not in answered])
    if ruleset.outcome(state) is None:
        game = roster.replace_absent(link, game, at)
    steps += moves.bots(ruleset, state, moves.levels(game))
    return go_on(link, game, state, steps, at).game


def prepared(game: Row, state: Any) -> tuple[list[Taken], set[int]]:
    """What the standing answers of silent seats say, as moves of theirs, until a new question is put.

    They all look at the same moment: who of them comes first makes no difference.
    """
    ruleset, standings = GAMES[game.ruleset], orjson.loads(game.standings)
    said = [
        (seat, ruleset.prepared(state, seat, ruleset.load_standing(standings[str(seat)])))
        for seat in ruleset.silent(state)
        if str(seat) in standings
    ]
    steps: list[Taken] = []
    for seat, move in ((seat, move) for seat, made in said for move in made):
        if not opens(ruleset, steps):
            steps.append(moves.carry_out(ruleset, state, seat, move))
    return steps, {seat for seat, made in said if made}


def count_missed(game: Row, seats: Sequence[int]) -> Row:
    """The game with one more turn missed by each of these."""
    if not seats:
        return game
    turns = orjson.loads(game.turns)
    for seat in seats:
        turns[seat][1] += 1
        turns[seat][2] += 1
    return game._replace(turns=store.dumps(turns))
