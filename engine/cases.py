"""Scenario files as they are written: cases, their lines, and what a game must bring to have its cases played."""

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast, get_args

from engine.codec import Malformed, decode, shape
from engine.core import Chance, Dice, Event, Move, Seat

T = TypeVar("T")
W = TypeVar("W", bound=str)

RULE = re.compile(r"[A-Z]\d+$")
"""A rule's number: F28, U9."""

COMMON = frozenset({"game", "rules", "option", "seats"})
"""The set-up lines that every game has."""

Fact = Callable[[Any], str | None]
"""Asks a state whether something holds: None if it does, else what is instead."""


class Unreadable(Exception):
    """A line that isn't in the language of cases; the text says what is wrong with it."""


class Line(NamedTuple):
    """One line of a case without the spaces around it, and its number in the file."""

    number: int
    text: str


@dataclass
class Case:
    """A title and the lines below it; `trouble` says why the case can't be read at all."""

    file: Path
    line: int
    title: str
    lines: list[Line] = field(default_factory=list)
    trouble: str | None = None

    def said(self, keyword: str) -> list[str]:
        """All words that follow a keyword of the set-up, such as the rule numbers that the case shows."""
        return [word for line in self.lines for word in line.text.split()[1:] if line.text.split()[0] == keyword]


class Position(Protocol):
    """A position of one game: set up from a case's lines, told in the game's own words."""

    keywords: ClassVar[frozenset[str]]
    """The set-up lines of this game, beyond those of every game."""
    state: Any

    def __init__(self, game: Any, rules: Any, seats: dict[str, list[str]]) -> None:
        """Start from the seats in turn order, each with the words that say what it is."""

    def place(self, keyword: str, words: list[str]) -> None:
        """Take one line of the set-up; Unreadable if it makes no sense."""

    def settle(self) -> None:
        """Make the state of what was placed, the rest as the page of cases says; Unreadable if it can't be."""

    def begin(self, chance: Chance) -> None:
        """Let a turn begin that is about to; called once, before the first gesture or fact."""

    def chance(self, what: str, words: list[str]) -> list[Any]:
        """The things that chance is to bring; Unreadable if chance brings no such things in this game."""

    def gesture(self, seat: Seat, words: list[str]) -> Move:
        """What a player says; Unreadable if it is no gesture of this game."""

    def happened(self, events: Sequence[Event[Any]]) -> None:
        """What came of a gesture or a deadline, for facts that the state doesn't tell."""

    def fact(self, words: list[str]) -> Fact | None:
        """What must hold, beyond the facts of every game; None if it is no fact of this game."""


class Fixed:
    """Chance that brings what a case has fixed, and else what a seeded generator brings, the same each time."""

    def __init__(self) -> None:
        """Start with nothing fixed."""
        self.dice = Dice(Random(0))
        self.fixed: defaultdict[str, deque[list[Any]]] = defaultdict(deque)

    def order(self, what: str, things: Sequence[T]) -> list[T]:
        """The order fixed, what it doesn't name following as it lay; ValueError if a thing isn't there."""
        if not self.fixed[what]:
            return self.dice.order(what, things)
        rest = list(things)
        named = self.fixed[what].popleft()
        for thing in named:
            if thing not in rest:
                raise ValueError(f"chance can't bring {what} {thing}: there is only {said(rest)}")
            rest.remove(thing)
        return named + rest

    def one(self, what: str, things: Sequence[T]) -> T:
        """The thing fixed; ValueError if it isn't there."""
        if not self.fixed[what]:
            return self.dice.one(what, things)
        thing: T = self.fixed[what].popleft()[0]
        if thing not in things:
            raise ValueError(f"chance can't bring {what} {thing}: there is only {said(things)}")
        return thing

    def salt(self) -> str:
        """A salt that is no secret."""
        return self.dice.salt()


def number(word: str) -> int:
    """A whole number from 0 up."""
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise Unreadable(f"`{word}` is no number")
    return int(word)


def said(things: Iterable[Any]) -> str:
    """Things as a case would name them."""
    return " ".join(map(str, things)) or "nothing"


def parts(words: list[str]) -> Iterator[list[str]]:
    """The groups of words between commas, wherever the spaces stand."""
    for part in " ".join(words).split(","):
        if part.split():
            yield part.split()


def beyond(words: list[str]) -> tuple[list[str], list[str]]:
    """The words before and behind the one `>` of a line such as `smoke A > B`."""
    text = " ".join(words)
    if text.count(">") != 1:
        raise Unreadable(f"`{text}` needs one `>`")
    before, behind = text.split(">")
    return before.split(), behind.split()


def known(word: str, words: Sequence[W], what: str) -> W:
    """The word, which must be one of these."""
    if word not in words:
        raise Unreadable(f"`{word}` is no {what}")
    return cast(W, word)


def only(words: list[str], what: str) -> str:
    """The one word that must be there."""
    if len(words) != 1:
        raise Unreadable(f"{what} must be one word, not `{' '.join(words)}`")
    return words[0]


def same(expected: str, found: Callable[[Any], str]) -> Fact:
    """Expect just these words of a state."""

    def check(s: Any) -> str | None:
        now = found(s)
        return None if now == expected else now

    return check


def option(hint: Any, words: list[str], names: list[str]) -> Any:
    """A house rule's value by its type: a word, a number, a seat, counts as `2/2/2` or `vest 4 serum 3`."""
    counts = [args for origin, args in map(shape, (hint, *shape(hint)[1])) if origin is dict]
    candidates: list[Any]
    if counts:
        candidates = [counted(list(get_args(counts[0][0])), words)]
    else:
        word = only(words, "the value")
        candidates = [{"true": True, "false": False}.get(word, word)]
        candidates += [int(word)] if word.isdecimal() else []
        candidates += [names.index(word)] if word in names else []
    for data in candidates:
        try:
            return decode(hint, data)
        except Malformed:
            continue
    raise Unreadable(f"`{said(words)}` is no value of this option")


def counted(kinds: list[str], words: list[str]) -> dict[str, int]:
    """Counts of things: all of them in their order as `2/2/2`, or some by name as `vest 4 serum 3`."""
    counts = said(words).replace(",", " ").replace("/", " ").split()
    if not all(word.isdecimal() for word in counts):
        kinds, counts = counts[::2], counts[1::2]
    if len(kinds) != len(counts) or len(set(kinds)) < len(kinds):
        raise Unreadable(f"`{said(words)}` doesn't count {said(kinds)}, each once")
    return {kind: number(count) for kind, count in zip(kinds, counts, strict=True)}


def files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and all *.txt in the folders named, in the order of their names."""
    found = []
    for path in paths:
        found += sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    return found


def read(file: Path) -> list[Case]:
    """All cases of a file; what stands outside a case, or can't be read at all, is a case in trouble."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it isn't UTF-8"
        return [Case(file, 0, "(no case)", trouble=f"the file can't be read: {why}")]
    cases: list[Case] = []
    for count, raw in enumerate(text.split("\n"), 1):
        line = Line(count, " ".join(raw.split()))
        if not line.text or line.text.startswith("#"):
            continue
        if line.text.split()[0] == "case":
            title = line.text[len("case") :].strip()
            cases.append(Case(file, count, title, trouble=None if title else "a case needs a title"))
        elif cases:
            cases[-1].lines.append(line)
        else:
            cases.append(Case(file, count, "(no case)", trouble=f"`{line.text}` stands outside a case"))
    return cases
