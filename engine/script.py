"""Reads a case as a script: the position to begin from, then what is done and must hold, line by line."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_type_hints

from engine.cases import (
    COMMON,
    RULE,
    Case,
    Fact,
    Fixed,
    Line,
    Position,
    Unreadable,
    option,
    parts,
    said,
)
from engine.core import Move, Refused, Seat
from engine.fireline.scenario import Table
from engine.game import GAMES
from engine.undercover.scenario import Scene

POSITIONS: dict[str, type[Position]] = {"fireline": Table, "undercover": Scene}
"""The games whose cases can be played."""

PHASES = frozenset({"play", "discard", "rescue", "night", "day", "over"})
DEADLINES = {"time": None, "dawn": "night", "dusk": "day"}
"""The gestures of a deadline, and the phase in which alone each may be said."""


class Gesture(NamedTuple):
    """A player's move; `refused` is None, or the rule that forbids it, or empty for whichever does."""

    seat: Seat
    move: Move
    refused: str | None

    @property
    def expected(self) -> str:
        """What must become of the move, in words."""
        return "accepted" if self.refused is None else f"refused {self.refused}".rstrip()


@dataclass
class Step:
    """One line after the set-up: what is done, and what must hold after it."""

    line: Line
    gesture: Gesture | None = None
    deadline: str | None = None
    chance: tuple[str, list[Any]] | None = None
    facts: list[tuple[str, Fact]] = field(default_factory=list)


class Script:
    """One case, read and played; `line` is the one at hand, so that trouble can be found."""

    def __init__(self, case: Case) -> None:
        """Nothing has been read yet."""
        self.line: Line | None = None
        self.case = case
        self.seats: dict[str, list[str]] = {}
        self.options: dict[str, tuple[Line, list[str]]] = {}
        self.chance = Fixed()

    def read(self) -> list[Step]:
        """Set the position up, and read the steps that are to be played on it."""
        if self.case.trouble:
            raise Unreadable(self.case.trouble)
        name = self.named_game()
        if name not in GAMES or name not in POSITIONS:
            raise Unreadable(f"no such game: {name}")
        self.game: Any = GAMES[name]
        kind = POSITIONS[name]
        setup, steps = self.divided(COMMON | kind.keywords)
        for line in setup:
            self.common(line)
        self.line = None
        if not self.seats:
            raise Unreadable("the line `seats` is missing")
        self.names = list(self.seats)
        self.position = kind(self.game, self.rules(), self.seats)
        for line in setup:
            keyword, *words = self.words(line)
            if keyword in kind.keywords:
                self.position.place(keyword, words)
        self.line = None
        self.position.settle()
        if not steps:
            raise Unreadable("the case plays nothing and claims nothing")
        return [self.step(line) for line in steps]

    def words(self, line: Line) -> list[str]:
        """The line's words; from here on it is the line that may be in trouble."""
        self.line = line
        return line.text.split()

    def named_game(self) -> str:
        """The game that the case is of."""
        names = self.case.said("game")
        if len(names) != 1:
            raise Unreadable("one line `game NAME` is needed")
        return names[0]

    def divided(self, keywords: frozenset[str]) -> tuple[list[Line], list[Line]]:
        """The set-up lines, which come first, and the others."""
        lines = self.case.lines
        first = next((i for i, line in enumerate(lines) if line.text.split()[0] not in keywords), len(lines))
        return lines[:first], lines[first:]

    def common(self, line: Line) -> None:
        """A set-up line of every game."""
        keyword, *words = self.words(line)
        if keyword == "rules" and not (words and all(map(RULE.match, words))):
            raise Unreadable("`rules` needs rule numbers, such as F28")
        if keyword == "option":
            if len(words) < 2 or words[0] in self.options:
                raise Unreadable("`option` needs a name, only once, and a value")
            self.options[words[0]] = (line, words[1:])
        if keyword == "seats":
            for name, *identity in parts(words):
                if not identity or name in self.seats:
                    raise Unreadable(f"the seat {name} needs one identity")
                self.seats[name] = identity

    def rules(self) -> Any:
        """The house rules of the case, the others as the game has them by default."""
        hints = get_type_hints(self.game.rules_type, include_extras=True)
        chosen = {}
        for name, (line, words) in self.options.items():
            self.line = line
            if name not in hints:
                raise Unreadable(f"no such option: {name}")
            chosen[name] = option(hints[name], words, self.names)
        self.line = None
        return self.game.rules_type(**chosen)

    def step(self, line: Line) -> Step:
        """Read one line after the set-up."""
        step = Step(line)
        self.line = line
        if line.text.count("|") > 1:
            raise Unreadable("a line has one bar at most")
        before, bar, after = line.text.partition("|")
        for words in parts(after.split()):
            step.facts.append((said(words), self.fact(words)))
        if bar and not step.facts:
            raise Unreadable("nothing stands after the bar")
        words = before.split()
        if not words:
            return step
        if words[0] in self.seats:
            step.gesture = self.gesture(words)
        elif words[0] == "chance" and len(words) > 2:
            step.chance = (words[1], self.position.chance(words[1], words[2:]))
        elif len(words) == 1 and words[0] in DEADLINES:
            step.deadline = words[0]
        elif words[0] in COMMON | self.position.keywords:
            raise Unreadable("set-up lines come first")
        else:
            raise Unreadable(f"`{said(words)}` is neither set-up nor gesture, and {words[0]} is no seat")
        return step

    def gesture(self, words: list[str]) -> Gesture:
        """Read a player's move, and whether it must be refused."""
        move, refused = words, None
        if "refused" in words:
            place = words.index("refused")
            move, refused = words[:place], " ".join(words[place + 1 :])
            if refused and not RULE.match(refused):
                raise Unreadable(f"`{refused}` is no rule's number")
        return Gesture(self.seat(words[0]), self.move(move), refused)

    def move(self, words: list[str]) -> Move:
        """The move that a gesture's words mean."""
        if len(words) < 2:
            raise Unreadable(f"what does {words[0]} do?")
        return self.position.gesture(self.seat(words[0]), words[1:])

    def seat(self, name: str) -> Seat:
        """A seat's number by its name."""
        if name not in self.seats:
            raise Unreadable(f"{name} is no seat")
        return self.names.index(name)

    def fact(self, words: list[str]) -> Fact:
        """What an expectation asks: of its own game, or one that every game has."""
        own = self.position.fact(words)
        if own is not None:
            return own
        game = self.game
        match words:
            case ["phase", word] if word in PHASES:
                return lambda s: differs(word, game.view(s, None)["phase"], "phase ")
            case ["asked", *names] if names:
                seats = [] if names == ["nobody"] else sorted(map(self.seat, names))
                return lambda s: None if sorted(game.asked(s)) == seats else f"asked {self.asked()}"
            case [name, "alive" | "dead" as word]:
                seat = self.seat(name)
                return lambda s: differs(
                    word, "alive" if game.view(s, None)["players"][seat]["alive"] else "dead", f"{name} "
                )
            case [name, "may", "not", _, *_]:
                seat, move = self.seat(name), self.move([name, *words[3:]])
                return lambda s: f"{name} may" if self.may(s, seat, move) else None
            case ["going", "on"]:
                return lambda s: differs("going on", self.end(s))
            case ["over", _, *_]:
                end = f"over {said(sorted(words[1:]))}"
                return lambda s: differs(end, self.end(s))
        raise Unreadable(f"`{said(words)}` is no expectation")

    def asked(self) -> str:
        """Who is asked now, by name."""
        return " ".join(self.names[seat] for seat in self.game.asked(self.position.state)) or "nobody"

    def end(self, state: Any) -> str:
        """How the game ended, in the words of an expectation."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return "going on"
        return f"over {said(sorted(outcome.winners)) if outcome.winners else 'draw'}"

    def may(self, state: Any, seat: Seat, move: Move) -> bool:
        """Whether one of the seat's options holds the move, or it would be accepted as one in other words."""
        if any(option.holds(move) for option in self.game.options(state, seat)):
            return True
        try:
            self.game.apply(self.game.load_state(self.game.dump_state(state)), seat, move, Fixed())
        except Refused:
            return False
        return True


def differs(expected: str, found: str, before: str = "") -> str | None:
    """None if both are the same, else what was found."""
    return None if expected == found else before + found
