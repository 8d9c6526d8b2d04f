"""What a view of Undercover opens at the end, and not before."""

from random import Random

from engine.core import Dice
from engine.undercover import Undercover
from engine.undercover.moves import Ready, Vote

GAME, SEATS = Undercover(), 14


def test_what_a_ballot_counts_for_is_told_at_the_end_alone():
    """One round in which nobody acts, and everybody votes for the first civilian."""
    chance = Dice(Random(3))
    state, _ = GAME.deal(GAME.rules({"max_rounds": 1}, SEATS), SEATS, chance)
    leads = [player.leads for player in state.players]
    for seat in range(SEATS):
        GAME.apply(state, seat, Ready(), chance)
    for seat in range(SEATS):
        GAME.apply(state, seat, Vote(leads.index(False)), chance)
    for viewer in (None, *range(SEATS)):
        assert {ballot["weight"] for ballot in GAME.view(state, viewer)["ballots"]} == {None}
    for seat in range(SEATS):
        GAME.apply(state, seat, Ready(), chance)
    assert GAME.outcome(state) is not None
    for viewer in (None, *range(SEATS)):
        (verdict,) = GAME.view(state, viewer)["verdicts"]
        assert [ballot["weight"] for ballot in verdict["ballots"]] == [0 if led else 1 for led in leads]
