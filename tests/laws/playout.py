"""Random games that go everywhere: all house rules, second thoughts, silences, a move in other words."""

from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from engine.core import Dice, Recording
from engine.fireline.events import Searched
from engine.fireline.moves import Discard, Play
from engine.fireline.state import Dying
from engine.game import GAMES
from tests.laws.house import house

GAME = GAMES["fireline"]

ENOUGH = 20_000
"""Moves after which a game is held to have no end; the longest has some thousands."""


class Step(NamedTuple):
    """One accepted move, what chance brought to it, and what came of it; the deal has neither seat nor move."""

    seat: int | None
    move: Any
    brought: list
    events: list


class Table:
    """A game as it is played by chance: its state, log and steps so far, and how many warrants are out of it (F19)."""

    def __init__(self, seed, seats=None, rules=None):
        """Deal; the seed decides everything that is not given."""
        self.seed = seed
        self.chance = Random(f"table {seed}")
        self.seats = seats or self.chance.choice(GAME.seats)
        self.rules = rules or GAME.rules(house(self.chance, self.seats), self.seats)
        self.eager = self.chance.random()
        self.dice = Recording(Dice(self.chance))
        self.state, events = GAME.deal(self.rules, self.seats, self.dice)
        self.steps = [Step(None, None, self.dice.brought, events)]
        self.log = list(events)
        self.searches = 0

    @property
    def over(self):
        """Whether nobody is asked any more."""
        return GAME.outcome(self.state) is not None

    def choose(self):
        """Who speaks next, and what he says."""
        asked, chance = GAME.asked(self.state), self.chance
        if isinstance(self.state.ask, Dying) and chance.random() < 0.8:
            asked = GAME.silent(self.state)
        seat = chance.choice(asked)
        if chance.random() < 0.03:
            return seat, GAME.default(self.state, seat, Dice(chance))
        options = GAME.options(self.state, seat)
        # The last option ends the phase; the eager use it only when nothing else is left.
        last = len(options) - (len(options) > 1 and chance.random() < self.eager)
        return seat, self.in_other_words(options[chance.randrange(last)].some(chance))

    def in_other_words(self, move):
        """Now and then the same move in another order."""
        if self.chance.random() < 0.2:
            if isinstance(move, Play):
                return replace(move, targets=move.targets[::-1])
            if isinstance(move, Discard):
                return replace(move, cards=move.cards[::-1])
        return move

    def say(self, seat, move):
        """Make a move; the step that came of it."""
        if len(self.steps) > ENOUGH:
            raise AssertionError(f"no end after {ENOUGH} moves")
        self.dice.brought = []
        events = GAME.apply(self.state, seat, move, self.dice)
        self.steps.append(Step(seat, move, self.dice.brought, events))
        self.log += events
        self.searches += isinstance(events[0], Searched)
        return self.steps[-1]


def played(seed, seats=None, rules=None):
    """A whole game."""
    table = Table(seed, seats, rules)
    while not table.over:
        table.say(*table.choose())
    return table


def copy(state):
    """Another state that is the same."""
    return GAME.load_state(GAME.dump_state(state))
