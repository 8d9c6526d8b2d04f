"""The state of a game of Fireline: plain data, changed by events alone."""

from dataclasses import dataclass, field
from functools import cache

from engine.core import Seat
from engine.fireline.kinds import KINDS, RANK, Card, Identity, Kind
from engine.fireline.rules import Rules

BLOOD = 4
"""Blood of a player at the start, and his cap (F5)."""


@dataclass(slots=True)
class Player:
    """One seat: what he is, has and knows. The hand is a multiset in a fixed order.

    What the cards in front of him add up to is kept beside them, since nearly every rule asks for it.
    """

    identity: Identity | None = None
    blood: int = BLOOD
    hand: list[Card] = field(default_factory=list)
    front: list[Card] = field(default_factory=list)
    alive: bool = True
    knows: list[Seat] = field(default_factory=list)
    cap: int = field(default=BLOOD, init=False)
    """The most blood that he can have (F5, F61)."""
    draws: int = field(default=2, init=False)
    """Cards that he draws in his turn (F11, F60)."""
    limit: int = field(default=3, init=False)
    """Cards that he may keep at the end of his turn (F18, F60)."""
    armor: int = field(default=0, init=False)
    """Damage that is taken off each bullet card (F27)."""
    guards: int = field(default=0, init=False)
    """Cards for which only a player at full blood may name him (F64)."""
    hides: int = field(default=0, init=False)
    """Cards for which he is left out of the circle for grenade, smoke and flash (F65)."""

    def __post_init__(self) -> None:
        """Add up what lies in front of him already."""
        for card in self.front:
            self.count(KINDS[card], 1)

    def lay(self, card: Card) -> None:
        """A card comes to lie in front of him."""
        self.front.append(card)
        self.front.sort(key=RANK.__getitem__)
        self.count(KINDS[card], 1)

    def take_away(self, card: Card) -> None:
        """A card lies in front of him no more."""
        self.front.remove(card)
        self.count(KINDS[card], -1)

    def count(self, kind: Kind, times: int) -> None:
        """Add what a card in front does to what they all do."""
        self.cap += times * kind.blood
        self.draws += times * kind.draws
        self.limit += times * kind.keeps
        self.armor += times * kind.armor
        self.guards += times * kind.guards
        self.hides += times * kind.hides

    def in_slot(self, kind: Kind) -> Card | None:
        """The card that lies where such a card would go (F16)."""
        for card in self.front:
            if KINDS[card].slot == kind.slot:
                return card
        return None


@dataclass(slots=True)
class Marker:
    """A smoke or a flash on the table: who placed it, and on whom (F30, F36)."""

    card: Card
    by: Seat
    on: list[Seat]


@dataclass(slots=True)
class Playing:
    """The play phase of the active player (F13)."""

    seat: Seat


@dataclass(slots=True)
class Trimming:
    """The discard phase: how many cards the active player has to give up (F18)."""

    seat: Seat
    count: int


@dataclass(slots=True)
class Dying:
    """A rescue window: who is dying, who may answer, and the sealed answers: whom, or None for a pass (F48)."""

    dying: list[Seat]
    asked: list[Seat]
    answers: dict[Seat, Seat | None] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """Everything about a game. The deck's first card is drawn first; the pile's last is on top."""

    rules: Rules
    players: list[Player]
    deck: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    damage: list[list[int]] = field(default_factory=list)
    """What each has openly dealt to each in all: damage[by][on] (F8)."""
    rescues: list[list[int]] = field(default_factory=list)
    """How often each has rescued each: rescues[by][on] (F8)."""
    turn: int = 0
    active: Seat = 0
    equipped: Card | None = None
    shot: Card | None = None
    skill: Card | None = None
    downed: bool = False
    ask: Playing | Trimming | Dying | None = None
    last_shot: Seat | None = None
    winners: list[Identity] | None = None

    def after(self, seat: Seat) -> list[Seat]:
        """The living seats in turn order after a seat, itself last if it lives (F10)."""
        players = self.players
        return [x for x in around(len(players), seat) if players[x].alive]

    def circle(self) -> list[Seat]:
        """The living seats in turn order without those in a storeroom (F55, F65)."""
        return [x for x, player in enumerate(self.players) if player.alive and not player.hides]

    def under(self, card: Card) -> list[Seat]:
        """On whom such markers lie, some perhaps more than once (F31, F36)."""
        seats: list[Seat] = []
        for marker in self.markers:
            if marker.card == card:
                seats += marker.on
        return seats

    def smoked(self, seat: Seat) -> bool:
        """Whether a smoke lies on the player (F31)."""
        return seat in self.under("smoke")

    def flashed(self, seat: Seat) -> bool:
        """Whether a flash lies on the player (F36)."""
        return seat in self.under("flash")

    def asked(self) -> list[Seat]:
        """Who is asked now: in a sealed window all who may answer, to the end (F48)."""
        ask = self.ask
        if ask is None:
            return []
        return ask.asked if isinstance(ask, Dying) else [ask.seat]


@cache
def around(seats: int, seat: Seat) -> tuple[Seat, ...]:
    """All seats in turn order after one of them, itself last."""
    return (*range(seat + 1, seats), *range(seat + 1))


def fresh(rules: Rules, seats: int) -> State:
    """A game before anything has happened."""
    players = [Player() for _ in range(seats)]
    return State(rules, players, damage=nothing(seats), rescues=nothing(seats))


def nothing(seats: int) -> list[list[int]]:
    """That nobody has done anything to anyone yet."""
    return [[0] * seats for _ in range(seats)]
