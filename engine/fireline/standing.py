"""Standing answers in Fireline: what a player has prepared for when time is up and he hasn't spoken."""

from dataclasses import dataclass
from typing import Annotated

from engine.core import Bounds, Move, Refusal, Seat
from engine.fireline.kinds import Card
from engine.fireline.moves import Discard, End, Pass, Rescue
from engine.fireline.state import Dying, Playing, State, Trimming


@dataclass(frozen=True)
class Standing:
    """What a silent player says when time is up.

    `end`: his play phase ends, as he wants it, which is no missed turn (F81). `rescue`: whom he saves, the first of
    these who is dying, nobody if it is empty; only if `spare` first-aid kits stay in his hand, and only with `blood`
    of his own or more (F48). `discard`: the kinds that go first when he holds too many, the rest by chance (F18).
    """

    end: bool = False
    rescue: tuple[Seat, ...] | None = None
    spare: Annotated[int, Bounds(0, 5)] = 0
    blood: Annotated[int, Bounds(0, 5)] = 0
    discard: tuple[Card, ...] = ()


def prepared(s: State, seat: Seat, standing: Standing) -> list[Move]:
    """What these answers make a silent seat say now; nothing leaves it to the default."""
    match s.ask:
        case Playing() if standing.end:
            return [End()]
        case Trimming() if standing.discard:
            return discards(s, seat, s.ask.count, standing.discard)
        case Dying() if standing.rescue is not None:
            return [rescue(s, seat, s.ask, standing)]
        case _:
            return []


def rescue(s: State, seat: Seat, ask: Dying, standing: Standing) -> Move:
    """A kit for the first of those whom he would save, if he has one and what he asked for holds (F48)."""
    player = s.players[seat]
    saved = next((target for target in standing.rescue or () if target in ask.dying), None)
    if saved is None or player.blood < standing.blood or player.hand.count("first_aid") <= standing.spare:
        return Pass()
    return Rescue(saved)


def discards(s: State, seat: Seat, count: int, first: tuple[Card, ...]) -> list[Move]:
    """The named kinds in their order; where they don't suffice, chance has all to say (F81)."""
    hand = s.players[seat].hand
    going = [card for kind in dict.fromkeys(first) for card in hand if card == kind][:count]
    return [Discard(tuple(going))] if len(going) == count else []


def refuses(s: State, seat: Seat, standing: Standing) -> Refusal | None:
    """Why these answers make no sense: they name who doesn't sit there, or oneself, whom others alone can save."""
    named = standing.rescue or ()
    if any(target >= len(s.players) for target in named):
        return Refusal("no_seat", "F48")
    return Refusal("rescue_oneself", "F47") if seat in named else None
