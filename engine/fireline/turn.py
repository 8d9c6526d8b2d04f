"""The course of a turn: draw, play, discard, and on to the next living seat."""

from collections.abc import Iterable

from engine.core import Run, Seat, commitment
from engine.fireline.events import (
    DiscardBegan,
    Discarded,
    Drew,
    Ended,
    Lifted,
    PlayBegan,
    Shuffled,
    TurnBegan,
)
from engine.fireline.kinds import Card, Identity
from engine.fireline.state import Marker, State


def shuffle(run: Run[State], cards: list[Card]) -> None:
    """Make these cards the new deck, in an order that is committed to now and opened at the end (F12)."""
    order = tuple(run.chance.order("deck", cards))
    salt = run.chance.salt()
    run.happen(Shuffled(order, commitment(salt, order), salt))


def draw(run: Run[State], seat: Seat, count: int) -> None:
    """Draw cards, the pile becoming the deck the moment the last one is drawn, or when one is needed (F12)."""
    s = run.state
    while count:
        if not s.deck and s.discards:
            shuffle(run, s.discards)
        drawn = tuple(s.deck[:count])
        if not drawn:
            return
        run.happen(Drew(seat, drawn))
        count -= len(drawn)
        if not s.deck and s.discards:
            shuffle(run, s.discards)


def lift(run: Run[State], markers: Iterable[Marker]) -> None:
    """Markers end and go to the discard pile (F19)."""
    for marker in list(markers):
        run.happen(Lifted(marker.card, marker.by, tuple(marker.on)))


def begin(run: Run[State], seat: Seat) -> None:
    """A whole turn: what the player placed ends, he draws, and plays unless he is flashed (F10, F30, F36)."""
    s = run.state
    run.happen(TurnBegan(seat, s.turn + 1))
    if s.markers:
        lift(run, [marker for marker in s.markers if marker.by == seat])
    draw(run, seat, s.players[seat].draws)
    if s.markers and s.flashed(seat):
        end_play(run)
    else:
        run.happen(PlayBegan(seat))


def end_play(run: Run[State]) -> None:
    """The play phase is over: a hand above the limit is cut down, else the turn ends by itself (F18)."""
    s = run.state
    player = s.players[s.active]
    excess = len(player.hand) - player.limit
    if excess > 0:
        run.happen(DiscardBegan(s.active, excess))
    else:
        pass_turn(run)


def trim(run: Run[State], cards: tuple[Card, ...]) -> None:
    """The hand is cut down to the limit, and the turn ends (F18)."""
    run.happen(Discarded(run.state.active, cards))
    pass_turn(run)


def pass_turn(run: Run[State]) -> None:
    """On to the next living seat; the markers of the dead end as the turn passes them (F10, F21, F34)."""
    s = run.state
    if s.turn >= s.rules.max_turns:
        run.happen(Ended(()))
        return
    count = len(s.players)
    seat = (s.active + 1) % count
    while not s.players[seat].alive:
        lift(run, [marker for marker in s.markers if marker.by == seat])
        seat = (seat + 1) % count
    begin(run, seat)


def decided(s: State) -> tuple[Identity, ...] | None:
    """Who has won now: None if nobody has, () for a draw (F72, F73)."""
    living = {player.identity for player in s.players if player.alive}
    wiped = {player.identity for player in s.players} - living
    kidnappers = bool(wiped & {"swat", "citizen"})
    defenders = "kidnapper" in wiped
    if kidnappers and (not defenders or s.rules.both == "kidnappers"):
        return ("kidnapper",)
    if defenders and (not kidnappers or s.rules.both == "defenders"):
        return ("swat", "citizen")
    return () if kidnappers else None
