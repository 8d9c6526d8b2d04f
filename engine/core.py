"""The words every game is written in: move, option, event, run, and the chance that is handed in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from itertools import combinations, product
from random import Random
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, dataclass_transform, get_origin

S = TypeVar("S")
T = TypeVar("T")


class Bounds(NamedTuple):
    """The least and the greatest value of a whole number in a move or a house rule."""

    least: int
    most: int


class Form(NamedTuple):
    """The form of a text in a house rule: what it is, and the pattern that the whole of it fits."""

    kind: str
    pattern: str


LocalTime = Annotated[str, Form("time", r"([01]\d|2[0-3]):[0-5]\d")]
"""A time of day, as clocks show it: 08:00."""

TimeZone = Annotated[str, Form("time_zone", r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")]
"""A time zone by its name in the IANA database: Asia/Shanghai."""


class Until(NamedTuple):
    """Until clocks in this zone next show this time: how long that is, the engine doesn't know."""

    time: str
    zone: str


Seat = Annotated[int, Bounds(0, 39)]
"""A seat's number, in turn order from 0."""


def word(name: str) -> str:
    """The word in JSON for a class: `RescueOpened` is `rescue_opened`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Named:
    """Something that JSON tells apart by its `type`, the class's name in small letters."""

    __slots__ = ()
    type: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Name the class once, when it is declared."""
        super().__init_subclass__()
        cls.type = word(cls.__name__)


@dataclass_transform(frozen_default=True)
def move(cls: type[T]) -> type[T]:
    """Declare a move: its fields and their types are its schema."""
    declared: Any = dataclass(frozen=True, slots=True)(cls)
    declared.many = frozenset(f.name for f in fields(declared) if get_origin(f.type) is tuple)
    return declared  # type: ignore[no-any-return]


@dataclass_transform()
def event(cls: type[T]) -> type[T]:
    """Declare an event: its fields are what happened, in the order in which JSON shows them."""
    return dataclass(slots=True)(cls)


class Move(Named):
    """What a player says, in the imperative."""

    __slots__ = ()
    many: ClassVar[frozenset[str]]
    """The fields that hold several things."""


class Event(Named, Generic[S]):
    """What happened, in the past tense: it alone changes a state, and says who may see what of it."""

    __slots__ = ()
    sealed: ClassVar[bool] = False
    """Whether nobody sees it before the end: a sealed event is neither shown nor counted."""
    opens: ClassVar[bool] = False
    """Whether it puts a new question, whose time begins now."""

    def apply(self, s: S) -> None:
        """Change the state by what happened."""
        raise NotImplementedError

    def seen(self, seat: Seat | None) -> "Event[S]":
        """What a seat, or an onlooker (None), sees of it before the end; what is hidden is None."""
        return self


class Refusal(NamedTuple):
    """Why a move isn't legal: a stable code, and the number of the rule that forbids it."""

    code: str
    rule: str


class Refused(Exception):
    """A move that no option holds: a stable code, and the number of the rule that forbids it."""

    def __init__(self, code: str, rule: str) -> None:
        """Keep why."""
        super().__init__(f"{code} ({rule})")
        self.code, self.rule = code, rule


class BadRules(Exception):
    """House rules that make no sense together: the option's name, a stable code and the rule's number."""

    def __init__(self, option: str, code: str, rule: str) -> None:
        """Keep which, and why."""
        super().__init__(f"{option}: {code} ({rule})")
        self.option, self.code, self.rule = option, code, rule


def house(default: Any, rule: str, later: bool = False) -> Any:
    """A house rule: a field of a game's Rules with its default and the number of the sentence that it changes.

    One that came later isn't named by the games that had begun before: for them its default holds.
    """
    return field(default=default, metadata={"rule": rule, "later": later})


@dataclass(slots=True)
class Pick:
    """A hole in an option: `least` to `most` of the things in `of`, each as often as it stands there."""

    of: Sequence[Any]
    least: int = 1
    most: int = 1

    def holds(self, value: Any) -> bool:
        """Whether the value fills the hole: a tuple of things, or a single one where a field holds one."""
        if not isinstance(value, tuple):
            return value in self.of
        if not self.least <= len(value) <= self.most:
            return False
        rest = list(self.of)
        for thing in value:
            if thing not in rest:
                return False
            rest.remove(thing)
        return True

    def values(self, many: bool) -> Iterator[Any]:
        """Every value that fills the hole, once, in the order of `of`."""
        if not many:
            yield from dict.fromkeys(self.of)
            return
        for count in range(self.least, self.most + 1):
            yield from dict.fromkeys(combinations(self.of, count))

    def some(self, chance: Random, many: bool) -> Any:
        """One value that fills the hole, at random."""
        if not many:
            return self.of[int(chance.random() * len(self.of))]
        if self.least == self.most == 1:
            return (self.of[int(chance.random() * len(self.of))],)
        count = self.least + int(chance.random() * (min(self.most, len(self.of)) - self.least + 1))
        taken: list[Any] = []
        for passed, thing in enumerate(self.of):
            if chance.random() * (len(self.of) - passed) < count - len(taken):
                taken.append(thing)
        return tuple(taken)


class Option:
    """A move with holes: what a player may say now. `many` names the fields that hold a tuple."""

    __slots__ = ("fields", "move")

    def __init__(self, move: type[Move], **fields: Any) -> None:
        """An option for this kind of move with these values, some of them a `Pick`."""
        self.move, self.fields = move, fields

    def __repr__(self) -> str:
        """Show it as it would be written."""
        return f"Option({self.move.__name__}, {', '.join(f'{k}={v!r}' for k, v in self.fields.items())})"

    def __eq__(self, other: object) -> bool:
        """Two options are the same if they hold the same moves in the same words."""
        return isinstance(other, Option) and (self.move, self.fields) == (other.move, other.fields)

    __hash__ = None  # type: ignore[assignment]

    def plain(self) -> dict[str, Any]:
        """The option as JSON-ready data: a move's, with each hole as {pick, least, most}."""
        data: dict[str, Any] = {"type": self.move.type}
        for name, value in self.fields.items():
            if isinstance(value, Pick):
                data[name] = {"pick": list(value.of), "least": value.least, "most": value.most}
            else:
                data[name] = list(value) if isinstance(value, tuple) else value
        return data

    def holds(self, said: Move) -> bool:
        """Whether a move is this option with its holes filled."""
        return type(said) is self.move and all(
            value.holds(getattr(said, name)) if isinstance(value, Pick) else value == getattr(said, name)
            for name, value in self.fields.items()
        )

    def moves(self) -> Iterator[Move]:
        """Every move that this option holds."""
        many = self.move.many
        names = list(self.fields)
        values = [
            list(value.values(name in many)) if isinstance(value, Pick) else [value]
            for name, value in self.fields.items()
        ]
        for chosen in product(*values):
            yield self.move(**dict(zip(names, chosen, strict=True)))

    def some(self, chance: Random) -> Move:
        """One move that this option holds, at random."""
        many = self.move.many
        filled = dict(self.fields)
        for name, value in self.fields.items():
            if isinstance(value, Pick):
                filled[name] = value.some(chance, name in many)
        return self.move(**filled)


class Chance(Protocol):
    """Where what is random comes from; it is told what for, so that a case or a record can settle it."""

    def order(self, what: str, things: Sequence[T]) -> list[T]:
        """The things in a random order."""

    def one(self, what: str, things: Sequence[T]) -> T:
        """One of the things at random."""

    def salt(self) -> str:
        """A random text that nobody can guess, to hide a commitment behind."""


class Dice:
    """Chance from a generator of random numbers: the operating system's, or a seeded one in a test."""

    __slots__ = ("random",)

    def __init__(self, random: Random) -> None:
        """Draw from this generator."""
        self.random = random

    def order(self, what: str, things: Sequence[T]) -> list[T]:
        """The things, shuffled."""
        shuffled = list(things)
        self.random.shuffle(shuffled)
        return shuffled

    def one(self, what: str, things: Sequence[T]) -> T:
        """One of the things."""
        return self.random.choice(things)

    def salt(self) -> str:
        """256 random bits as hexadecimal digits."""
        return f"{self.random.getrandbits(256):064x}"


class Recording:
    """Chance that notes what it brought, so that a game can be checked again."""

    __slots__ = ("brought", "chance")

    def __init__(self, chance: Chance) -> None:
        """Note what this chance brings."""
        self.chance = chance
        self.brought: list[Any] = []

    def order(self, what: str, things: Sequence[T]) -> list[T]:
        """The things in the order that came, noted."""
        shuffled = self.chance.order(what, things)
        self.brought.append(list(shuffled))
        return shuffled

    def one(self, what: str, things: Sequence[T]) -> T:
        """The thing that came, noted."""
        chosen = self.chance.one(what, things)
        self.brought.append(chosen)
        return chosen

    def salt(self) -> str:
        """The salt that came, noted."""
        salt = self.chance.salt()
        self.brought.append(salt)
        return salt


class Recorded:
    """Chance that brings once more what was noted; ValueError if that could not have come."""

    __slots__ = ("brought",)

    def __init__(self, brought: Iterable[Any]) -> None:
        """Bring these, in this order."""
        self.brought = iter(brought)

    def order(self, what: str, things: Sequence[T]) -> list[T]:
        """The noted order, which must be one of just these things."""
        noted = self._next(what)
        if not isinstance(noted, list) or sorted(map(str, noted)) != sorted(map(str, things)):
            raise ValueError(f"{what}: the order noted is not one of the things there were")
        return noted

    def one(self, what: str, things: Sequence[T]) -> T:
        """The noted thing, which must be one of these."""
        noted: T = self._next(what)
        if noted not in things:
            raise ValueError(f"{what}: the thing noted was not there")
        return noted

    def salt(self) -> str:
        """The noted salt."""
        return str(self._next("salt"))

    def _next(self, what: str) -> Any:
        try:
            return next(self.brought)
        except StopIteration:
            raise ValueError(f"{what}: more chance was needed than was noted") from None


class Run(Generic[S]):
    """The rules at work on one state: what happens changes it at once and is noted in order."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: S, chance: Chance) -> None:
        """Work on this state, which now belongs to the run."""
        self.state, self.chance = state, chance
        self.events: list[Event[S]] = []

    def happen(self, event: Event[S]) -> None:
        """Let it happen."""
        event.apply(self.state)
        self.events.append(event)


def commitment(salt: str, order: Sequence[str]) -> str:
    """SHA-256 of the salt and an order, as `salt:first,second,…` in UTF-8: public at once, opened at the end."""
    return sha256(f"{salt}:{','.join(order)}".encode()).hexdigest()


def fold(state: S, events: Iterable[Event[S]]) -> S:
    """The state after the events: the same object, changed."""
    for event in events:
        event.apply(state)
    return state


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the sides that won (none: a draw), and the seats that share in it."""

    winners: tuple[str, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Channel:
    """A place to talk: who may read and who may write, and how many posts each writer has there at most.

    Readers None means everyone, onlookers too; posts None means any number.
    """

    readers: tuple[Seat, ...] | None
    writers: tuple[Seat, ...]
    posts: int | None = None
