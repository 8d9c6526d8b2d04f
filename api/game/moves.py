"""What a move brings about: its own step, and those of the bots that are asked because of it."""

import logging
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import orjson

from api.data.db import Row
from api.game.store import Taken
from engine.core import Dice, Event, Move, Recording, Refused
from engine.game import Before, Game

log = logging.getLogger("api")

system = SystemRandom()
"""Chance is the operating system's: nobody can guess it, and no seed could leak."""

Level = str


def levels(game: Row) -> dict[int, Level]:
    """The bots of a game, those that sit in included: the level of each by its seat."""
    levels = {at["seat"]: at.get("stand_in") or at["level"] for at in orjson.loads(game.roster)}
    return {seat: level for seat, level in levels.items() if level is not None}


def deal(ruleset: Game, rules: Any, size: int, before: Before | None) -> tuple[Any, Taken]:
    """A new game's state and its step 0."""
    chance = Recording(Dice(system))
    state, events = ruleset.deal(rules, size, chance, before)
    return state, taken(ruleset, None, None, chance, events)


def carry_out(ruleset: Game, state: Any, seat: int, move: Move) -> Taken:
    """One move on this state; Refused, with nothing changed, if it isn't legal."""
    chance = Recording(Dice(system))
    events = ruleset.apply(state, seat, move, chance)
    return taken(ruleset, seat, move, chance, events)


def taken(ruleset: Game, seat: int | None, move: Move | None, chance: Recording, events: list[Event[Any]]) -> Taken:
    """A step as it is kept."""
    return Taken(
        seat,
        None if move is None else ruleset.dump_move(move),
        chance.brought,
        [ruleset.dump_event(event) for event in events],
        sum(not event.sealed for event in events),
    )


def bots(ruleset: Game, state: Any, bot: Mapping[int, Level]) -> list[Taken]:
    """Let the bots answer, one after the other, until only people are asked or the game is over."""
    steps: list[Taken] = []
    while bot and (silent := [seat for seat in ruleset.silent(state) if seat in bot]):
        seat = silent[0]
        view, options = ruleset.view(state, seat), ruleset.options(state, seat)
        try:
            steps.append(carry_out(ruleset, state, seat, ruleset.bots[bot[seat]](view, options, system)))
        except Refused as why:
            log.error("a bot said what no option holds", extra={"code": why.code, "level": bot[seat]})
            steps.append(carry_out(ruleset, state, seat, ruleset.default(state, seat, Dice(system))))
    return steps
