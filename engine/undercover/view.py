"""What one seat, or an onlooker, may know: built from nothing, never by deleting from the state (U2, U31)."""

from typing import Any, TypedDict

from engine.codec import encode
from engine.core import Channel, Outcome, Seat
from engine.undercover.sides import Identity, Side
from engine.undercover.state import Cause, Day, Night, Player, State


class PlayerView(TypedDict):
    """A seat as the viewer knows it: identity and side are None unless he does."""

    seat: Seat
    alive: bool
    identity: Identity | None
    side: Side | None
    cause: Cause | None
    out_in: int | None


class NoteView(TypedDict):
    """One line of a bulletin; what doesn't belong to its kind is None."""

    kind: str
    target: Seat | None
    side: str | None
    result: str | None
    source: Seat | None


class PageView(TypedDict):
    """The bulletin of one round."""

    round: int
    notes: list[NoteView]


class PlanView(TypedDict):
    """What the viewer has submitted for tonight."""

    assassinate: Seat | None
    recruit: Seat | None
    check: Seat | None
    forge: Seat | None
    result: str | None
    snipe: Seat | None


class BallotView(TypedDict):
    """One ballot: for whom, or None if he abstained; how many votes it counts for, None until the end (U35, U55)."""

    seat: Seat
    target: Seat | None
    weight: int | None


class VerdictView(TypedDict):
    """How an earlier vote ended, with the ballots that the viewer may see."""

    round: int
    rights: int
    out: list[Seat]
    ballots: list[BallotView]


class View(TypedDict):
    """The whole of what a viewer may know now; `you` is None for an onlooker."""

    you: Seat | None
    round: int
    max_rounds: int
    phase: str
    asked: list[Seat]
    leaders: int
    players: list[PlayerView]
    partners: list[Seat] | None
    bullets: int | None
    plan: PlanView | None
    ready: bool
    ballots: list[BallotView]
    tied: list[Seat] | None
    verdicts: list[VerdictView]
    notebook: list[PageView]
    winners: list[Side] | None


def phase(s: State) -> str:
    """The phase's name: night, day or over."""
    return "over" if s.ask is None else "night" if isinstance(s.ask, Night) else "day"


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat, or of an onlooker."""
    me = s.players[seat] if seat is not None else None
    night = s.ask if isinstance(s.ask, Night) else None
    return {
        "you": seat,
        "round": s.round,
        "max_rounds": s.rules.max_rounds,
        "phase": phase(s),
        "asked": s.living() if s.ask else [],
        "leaders": s.rules.leaders,
        "players": [player_view(s, x, me) for x in range(len(s.players))],
        "partners": me.partners[:] if me and me.leads else None,
        "bullets": me.bullets if me and me.identity == "underground" else None,
        "plan": encode(night.plans[seat]) if night and seat in night.plans else None,
        "ready": bool(s.ask and seat in s.ask.ready),
        "ballots": ballots(s, seat, s.ask.ballots) if isinstance(s.ask, Day) else [],
        "tied": s.ask.tied if isinstance(s.ask, Day) else None,
        "verdicts": [
            {"round": v.round, "rights": v.rights, "out": v.out[:], "ballots": ballots(s, seat, v.ballots)}
            for v in s.verdicts
        ],
        "notebook": encode_pages(me) if me else [],
        "winners": None if s.winners is None else s.winners[:],
    }


def player_view(s: State, seat: Seat, me: Player | None) -> PlayerView:
    """One player: all of himself, a partner found, the dead as far as published, everyone at the end."""
    player = s.players[seat]
    known = s.winners is not None or player is me or (me is not None and seat in me.partners)
    return {
        "seat": seat,
        "alive": player.alive,
        "identity": player.identity if known else player.published,
        "side": player.side if known else None,
        "cause": player.cause,
        "out_in": player.out_in,
    }


def ballots(s: State, seat: Seat | None, cast: dict[Seat, Seat | None]) -> list[BallotView]:
    """A vote's ballots in seat order: all of them, or by the house rule one's own alone until the end (U34, U55)."""
    over = s.winners is not None
    whole = s.rules.ballots == "open" or over
    return [
        {"seat": x, "target": cast[x], "weight": int(not s.players[x].leads) if over else None}
        for x in sorted(cast)
        if whole or x == seat
    ]


def encode_pages(me: Player) -> list[PageView]:
    """All bulletins that the viewer got, oldest first (U31)."""
    return [encode(page) for page in me.notebook]


def outcome(s: State) -> Outcome | None:
    """Who won: the sides, and every seat that belongs to one or belonged when it died (U53)."""
    if s.winners is None:
        return None
    won = tuple(x for x, player in enumerate(s.players) if player.side in s.winners)
    return Outcome(tuple(s.winners), won)


def channels(s: State) -> dict[str, Channel]:
    """The public thread, last words, the room of the dead, and a group for each pair of partners (U41, U44, U45)."""
    over = s.winners is not None
    seats = range(len(s.players))
    living, dead = tuple(s.living()), tuple(x for x in seats if not s.players[x].alive)
    found: dict[str, Any] = {
        "table": Channel(None, tuple(seats) if over else living),
        "last_words": Channel(None, tuple(x for x in dead if s.players[x].last_words), posts=1),
        "dead": Channel(None if over else dead, dead),
    }
    for one in seats:
        for other in s.players[one].partners:
            if one < other:
                pair = (one, other)
                writers = tuple(x for x in pair if s.players[x].alive or s.rules.dead_in_group == "write")
                found[f"group-{one}-{other}"] = Channel(None if over else pair, writers)
    return found
