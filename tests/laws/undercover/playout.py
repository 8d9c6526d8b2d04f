"""Random games of Undercover that go everywhere: all house rules, second thoughts, silences, deadlines."""

from dataclasses import fields
from random import Random
from typing import get_type_hints

from engine.core import Dice, Recording
from engine.undercover import Undercover
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Nothing, Ready, Recruit, Snipe, Vote
from engine.undercover.rules import LEADERS_FROM, Rules
from engine.undercover.sides import RESULTS
from tests.laws.house import anything
from tests.laws.playout import Step

GAME = Undercover()

SIZES = (*[14] * 12, 15, 17, 20, 20, 28, 40)
"""Numbers of players to choose from: mostly the least, where most happens in a given time."""

HINTS = get_type_hints(Rules, include_extras=True)


def house(chance, seats):
    """House rules that make sense for so many seats, each option at its default or at random."""
    chosen = {}
    for option in fields(Rules):
        if chance.random() < 0.5:
            chosen[option.name] = anything(chance, HINTS[option.name])
    if seats < LEADERS_FROM[chosen.get("leaders", 2)]:
        del chosen["leaders"]
    return chosen


class Table:
    """A game as it is played by chance: its state, log and steps so far; each table has a temper of its own."""

    def __init__(self, seed, seats=None, rules=None):
        """Deal; the seed decides everything that is not given."""
        self.chance = chance = Random(f"undercover {seed}")
        self.seats = seats or chance.choice(SIZES)
        self.rules = rules or GAME.rules(house(chance, self.seats), self.seats)
        blood, haste = chance.random(), 1 + 3 * chance.random()
        self.taste = {Assassinate: blood, Snipe: blood, Recruit: 3, Check: 3, Forge: 3, Nothing: 0.2, Ready: haste}
        self.hasty, self.one_vote = 0.02 * chance.random(), chance.random()
        self.dice = Recording(Dice(chance))
        self.state, events = GAME.deal(self.rules, self.seats, self.dice)
        self.steps = [Step(None, None, self.dice.brought, events)]
        self.log = list(events)

    @property
    def over(self):
        """Whether nobody is asked any more."""
        return GAME.outcome(self.state) is not None

    def choose(self):
        """Who speaks next, and what he says; nobody and nothing if time is up."""
        chance, silent = self.chance, GAME.silent(self.state)
        if not silent or chance.random() < self.hasty:
            return None, None
        seat = chance.choice(silent if chance.random() < 0.9 else GAME.asked(self.state))
        if chance.random() < 0.05:
            return seat, GAME.default(self.state, seat, Dice(chance))
        options = GAME.options(self.state, seat)
        weights = [self.taste.get(option.move, 1) for option in options]
        option = chance.choices(options, weights)[0]
        if option.move is Vote and chance.random() < self.one_vote:
            # Enough on one man that somebody goes out now and then.
            several = option.fields["target"].of
            return seat, Vote(several[7 * self.state.round % len(several)])
        return seat, option.some(chance)

    def say(self, seat, move):
        """Make a move, or let the time run out; the step that came of it."""
        self.dice.brought = []
        late = move is None
        events = GAME.lapse(self.state, self.dice) if late else GAME.apply(self.state, seat, move, self.dice)
        self.steps.append(Step(seat, move, self.dice.brought, events))
        self.log += events
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


def universe(state):
    """Every move that can be said: right, wrong, on the dead, on oneself, on seats that don't exist."""
    yield from (Ready(), Nothing(), Abstain())
    for target in [*range(len(state.players) + 1), 39]:
        yield from (Assassinate(target), Recruit(target), Check(target), Snipe(target), Vote(target))
        yield from (Forge(target, result) for result in RESULTS)
