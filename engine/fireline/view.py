"""What one seat, or an onlooker, may know: built from nothing, never by deleting from the state (F2, F8)."""

from typing import Any, TypedDict

from engine.core import Channel, Outcome, Seat
from engine.fireline.kinds import Card, Identity
from engine.fireline.state import Dying, Playing, State, Trimming


class PlayerView(TypedDict):
    """A seat as others see it; the identity is None unless the viewer knows it."""

    seat: Seat
    alive: bool
    blood: int
    cap: int
    hand: int
    front: list[Card]
    smoked: bool
    flashed: bool
    identity: Identity | None


class MarkerView(TypedDict):
    """A smoke or a flash on the table."""

    card: Card
    by: Seat
    on: list[Seat]


class Spent(TypedDict):
    """What the active player has used of his turn (F13)."""

    equipped: Card | None
    shot: Card | None
    skill: Card | None


class View(TypedDict):
    """The whole of what a viewer may know now; `you` is None for an onlooker, `mix` how many of each identity.

    `damage` and `rescues` tell what each player has openly done to each: damage[by][on] is all that he dealt him.
    """

    you: Seat | None
    turn: int
    max_turns: int
    active: Seat
    phase: str
    asked: list[Seat]
    players: list[PlayerView]
    markers: list[MarkerView]
    damage: list[list[int]]
    rescues: list[list[int]]
    mix: dict[Identity, int]
    deck: int
    discards: list[Card]
    hand: list[Card] | None
    spent: Spent
    trim: int | None
    dying: list[Seat]
    answer: dict[str, Any] | None
    winners: list[Identity] | None
    hands: list[list[Card]] | None


def phase(s: State) -> str:
    """The phase's name: play, discard, rescue or over."""
    ask = s.ask
    if isinstance(ask, Playing):
        return "play"
    if isinstance(ask, Trimming):
        return "discard"
    return "rescue" if isinstance(ask, Dying) else "over"


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat, or of an onlooker."""
    over = s.winners is not None
    me = s.players[seat] if seat is not None else None
    smoked, flashed = s.under("smoke"), s.under("flash")
    ask = s.ask
    window = ask if isinstance(ask, Dying) else None
    return {
        "you": seat,
        "turn": s.turn,
        "max_turns": s.rules.max_turns,
        "active": s.active,
        "phase": phase(s),
        "asked": s.asked()[:],
        "players": [
            {
                "seat": x,
                "alive": player.alive,
                "blood": player.blood,
                "cap": player.cap,
                "hand": len(player.hand),
                "front": player.front[:],
                "smoked": x in smoked,
                "flashed": x in flashed,
                "identity": player.identity
                if over or player is me or not player.alive or (me is not None and x in me.knows)
                else None,
            }
            for x, player in enumerate(s.players)
        ],
        "markers": [{"card": m.card, "by": m.by, "on": m.on[:]} for m in s.markers],
        "damage": [row[:] for row in s.damage],
        "rescues": [row[:] for row in s.rescues],
        "mix": dict(s.rules.identities or {}),
        "deck": len(s.deck),
        "discards": s.discards[:],
        "hand": None if me is None else me.hand[:],
        "spent": {"equipped": s.equipped, "shot": s.shot, "skill": s.skill},
        "trim": ask.count if isinstance(ask, Trimming) else None,
        "dying": window.dying[:] if window else [],
        "answer": own_answer(window, seat) if window and seat in window.answers else None,
        "winners": s.winners[:] if s.winners is not None else None,
        "hands": [player.hand[:] for player in s.players] if over else None,
    }


def own_answer(window: Dying, seat: Seat | None) -> dict[str, Any]:
    """One's own sealed answer, as the move that said it (F48)."""
    assert seat is not None
    target = window.answers[seat]
    return {"type": "pass"} if target is None else {"type": "rescue", "target": target}


def outcome(s: State) -> Outcome | None:
    """Who won: the sides, and every seat of theirs, the dead too (F72); None while the game goes on."""
    if s.winners is None:
        return None
    won = tuple(x for x, player in enumerate(s.players) if player.identity in s.winners)
    return Outcome(tuple(s.winners), won)


def channels(s: State) -> dict[str, Channel]:
    """Public talk only; the dead can't talk to the living until the game is over (F80)."""
    over = s.winners is not None
    writers = tuple(x for x, player in enumerate(s.players) if over or player.alive)
    return {"table": Channel(None, writers)}
