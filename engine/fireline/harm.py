"""Damage, rescue and death: from the moment a card hits to the moment the game goes on."""

from engine.core import Run, Seat
from engine.fireline.events import (
    Answered,
    Died,
    Dropped,
    Ended,
    Hurt,
    Looted,
    RescueClosed,
    Rescued,
    RescueOpened,
)
from engine.fireline.state import Dying, State
from engine.fireline.turn import decided, end_play, lift, pass_turn


def attack(run: Run[State], hits: dict[Seat, int], blast: bool = False) -> None:
    """An attack: flashes end, then the damage, then smoke in a blast, then the rescue (F26, F33, F37)."""
    s = run.state
    if s.markers:
        lift(run, [m for m in s.markers if m.card == "flash" and not hits.keys().isdisjoint(m.on)])
    for seat, damage in hits.items():
        if damage > 0:
            run.happen(Hurt(seat, damage))
    if blast and s.markers:
        lift(run, [m for m in s.markers if m.card == "smoke" and not hits.keys().isdisjoint(m.on)])
    if not all(s.players[seat].blood for seat in hits):
        open_window(run, [seat for seat in s.after(s.active) if not s.players[seat].blood])


def open_window(run: Run[State], dying: list[Seat]) -> None:
    """Ask all who may rescue, whatever they hold; if nobody may, it closes at once (F47, F48)."""
    s = run.state
    asked = [
        seat
        for seat in s.after(s.active)
        if seat != s.active and s.players[seat].blood and not s.smoked(seat) and not s.flashed(seat)
    ]
    run.happen(RescueOpened(tuple(dying), tuple(asked)))
    if not asked:
        close_window(run)


def answer(run: Run[State], seat: Seat, target: Seat | None) -> None:
    """A sealed answer; the last one closes the window (F48)."""
    run.happen(Answered(seat, target))
    ask = run.state.ask
    assert isinstance(ask, Dying)
    if len(ask.answers) == len(ask.asked):
        close_window(run)


def close_window(run: Run[State]) -> None:
    """For each dying player the nearest offer after him counts; the rest die or are asked for again (F49, F50)."""
    s = run.state
    ask = s.ask
    assert isinstance(ask, Dying)
    offers = tuple((seat, ask.answers[seat]) for seat in ask.asked if ask.answers.get(seat) is not None)
    run.happen(RescueClosed(offers if s.rules.show_offers else None))  # type: ignore[arg-type]
    lost = []
    for dying in ask.dying:
        rescuer = next((seat for seat in s.after(dying) if ask.answers.get(seat) == dying), None)
        if rescuer is None:
            lost.append(dying)
        else:
            run.happen(Rescued(rescuer, dying))
    if not lost:
        end_play(run)
    elif len(lost) < len(ask.dying):
        open_window(run, lost)
    else:
        bury(run, lost)


def bury(run: Run[State], lost: list[Seat]) -> None:
    """The dying are dead, together or one by one: identities, the end, then loot (F56, F70)."""
    s = run.state
    looted = s.active not in lost
    for group in [lost] if s.rules.deaths == "together" else [[seat] for seat in lost]:
        for seat in group:
            die(run, seat)
        winners = decided(s)
        if winners is not None:
            run.happen(Ended(winners))
            return
        for seat in group:
            inherit(run, seat, looted)
    if looted:
        end_play(run)
    else:
        pass_turn(run)


def die(run: Run[State], seat: Seat) -> None:
    """One player is dead; by the house rule what he placed ends now (F34)."""
    s = run.state
    identity = s.players[seat].identity
    assert identity is not None
    run.happen(Died(seat, identity))
    if s.rules.orphan_markers == "at_death":
        lift(run, [marker for marker in s.markers if marker.by == seat])


def inherit(run: Run[State], seat: Seat, looted: bool) -> None:
    """The killer takes all that the dead had, or it goes to the discard pile (F56, F71)."""
    s = run.state
    dead = s.players[seat]
    front, hand = tuple(dead.front), tuple(dead.hand)
    if looted:
        run.happen(Looted(s.active, seat, front, hand))
    else:
        run.happen(Dropped(seat, front + hand))
