"""Positions of Fireline for tests: set up by the lines of a case, played on by its gestures."""

from engine.cases import Fixed, parts
from engine.core import Refused
from engine.fireline.rules import Rules
from engine.fireline.scenario import Table
from engine.game import GAMES

GAME = GAMES["fireline"]
SIX = "seats A swat, B citizen, C kidnapper, D citizen, E swat, F kidnapper"


class Position:
    """A position, its state, and what has happened since it was set up."""

    def __init__(self, *lines, seats=SIX, **rules):
        """Set it up by these lines, as they stand in cases; the rest is as in a case that doesn't say."""
        _, *words = seats.split()
        self.table = Table(GAME, Rules(**rules), {name: identity for name, *identity in parts(words)})
        for line in lines:
            keyword, *words = line.split()
            self.table.place(keyword, words)
        self.table.settle()
        self.table.begin(Fixed())
        self.state, self.events, self.chance = self.table.state, [], Fixed()

    def move(self, gesture):
        """Who says what: `A grenade > B`."""
        name, *words = gesture.split()
        return self.table.seat(name), self.table.gesture(self.table.seat(name), words)

    def say(self, *gestures):
        """Make these moves, all of them legal; what came of the last one."""
        for gesture in gestures:
            last = GAME.apply(self.state, *self.move(gesture), self.chance)
            self.events += last
        return last

    def refused(self, gesture):
        """Make a move that must be refused, with nothing changed: its code and rule."""
        before = GAME.dump_state(self.state)
        try:
            self.say(gesture)
        except Refused as why:
            assert GAME.dump_state(self.state) == before
            return why.code, why.rule
        raise AssertionError(f"accepted: {gesture}")

    def view(self, name=None):
        """What a seat sees, or an onlooker."""
        return GAME.view(self.state, None if name is None else self.table.seat(name))

    @property
    def asked(self):
        """The names of those who are asked, in alphabetical order."""
        return "".join(sorted(self.table.names[seat] for seat in GAME.asked(self.state)))
