"""The state of a game of Undercover: plain data, changed by events alone."""

from dataclasses import dataclass, field
from typing import Literal

from engine.core import Seat
from engine.undercover.rules import Rules
from engine.undercover.sides import LEADERS, Identity, Recruiting, Result, Side

BULLETS = 2
"""Bullets of an underground in the whole game (U7)."""

Cause = Literal["blade", "bullet", "vote"]
"""How a player got out: 刀, 狙, 票 (U16, U36)."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line of a bulletin (U31): feedback on a recruiting, a partner, one's own turn, or a check."""

    kind: Literal["success", "failure", "partner", "recruited", "underground", "check"]
    target: Seat | None = None
    side: Recruiting | None = None
    result: Result | None = None
    source: Seat | None = None


@dataclass(slots=True)
class Page:
    """The bulletin of one round, as it lies in its owner's notebook (U31)."""

    round: int
    notes: list[Note]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player has submitted for tonight (U5-U7)."""

    assassinate: Seat | None = None
    recruit: Seat | None = None
    check: Seat | None = None
    forge: Seat | None = None
    result: Result | None = None
    snipe: Seat | None = None


@dataclass(slots=True)
class Player:
    """One seat: what he is, who recruited him, whom he knows, and what he was told."""

    identity: Identity = "civilian"
    side: Side = "people"
    alive: bool = True
    handlers: list[Seat] = field(default_factory=list)
    partners: list[Seat] = field(default_factory=list)
    bullets: int = BULLETS
    published: Identity | None = None
    last_words: bool = False
    cause: Cause | None = None
    """How he got out, as far as published (U30)."""
    out_in: int | None = None
    notebook: list[Page] = field(default_factory=list)

    @property
    def leads(self) -> bool:
        """Whether he is an agent or a gangster."""
        return self.identity in LEADERS


@dataclass(slots=True)
class Night:
    """The night's question to all the living, answered in secret (U8, U10)."""

    plans: dict[Seat, Plan] = field(default_factory=dict)
    ready: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Day:
    """The day's question to all the living: ballots (None: abstained), and who is ready (U34, U40).

    `tied` are those who alone can be named in a second vote (U37).
    """

    ballots: dict[Seat, Seat | None] = field(default_factory=dict)
    ready: list[Seat] = field(default_factory=list)
    tied: list[Seat] | None = None


@dataclass(slots=True)
class Verdict:
    """How one day's vote ended: effective voting rights, who was out, and every ballot (U34, U38)."""

    round: int
    rights: int
    out: list[Seat]
    ballots: dict[Seat, Seat | None]


@dataclass(slots=True)
class State:
    """Everything about a game. `quiet` counts rounds without death or conversion, `stirred` says this one had some."""

    rules: Rules
    players: list[Player]
    round: int = 0
    quiet: int = 0
    stirred: bool = False
    ask: Night | Day | None = None
    verdicts: list[Verdict] = field(default_factory=list)
    winners: list[Side] | None = None

    def living(self) -> list[Seat]:
        """The seats of all who are alive, in seat order."""
        return [seat for seat, player in enumerate(self.players) if player.alive]

    def rights(self) -> int:
        """Effective voting rights: the living who aren't leaders (U38)."""
        return sum(player.alive and not player.leads for player in self.players)


def fresh(rules: Rules, seats: int) -> State:
    """A game before anything has happened."""
    return State(rules, [Player() for _ in range(seats)])
