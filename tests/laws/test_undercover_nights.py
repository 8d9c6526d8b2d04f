"""Nights and votes of Undercover that must come out the same: in whatever order one submits, however leaders vote."""

from itertools import permutations
from random import Random

import pytest

from engine.core import Dice
from engine.undercover.moves import Abstain, Nothing, Ready, Vote
from engine.undercover.state import Day, Night, Plan
from tests.laws.undercover.playout import GAME, copy, played

SOME = 5
"""Players whose submissions are tried in all 120 orders."""


def moments(kind, seeds):
    """Positions of random games at the beginning of a night or of a day, where much has happened already."""
    for seed in seeds:
        chance = Random(f"moment {seed}")
        table = played(f"moment {seed}", 14)
        state = GAME.fresh(table.rules, table.seats)
        found = []
        for event in table.log:
            event.apply(state)
            if event.type == {Night: "night_fell", Day: "day_broke"}[kind]:
                found.append(copy(state))
        if found:
            yield chance, chance.choice(found[-5:])


def submissions(state, chance):
    """What each of the living submits who has anything to submit: the moves in their order, seat by seat."""
    said = {}
    for seat in state.living():
        options = [o for o in GAME.options(state, seat) if o.move not in (Ready, Nothing)]
        if options:
            said[seat] = [option.some(chance) for option in chance.sample(options, chance.randint(1, len(options)))]
    return said


def night_of(state, acts):
    """The state after a night of these acts, and what happened at its close."""
    late = copy(state)
    for seat, move in acts:
        GAME.apply(late, seat, move, Dice(Random(0)))
    return GAME.dump_state(late), GAME.lapse(late, Dice(Random(0))), GAME.dump_state(late)


@pytest.mark.parametrize("first", range(0, 12, 4))
def test_all_orders_of_submission_give_one_night(first):
    busy = 0
    for chance, state in moments(Night, range(first, first + 4)):
        said = submissions(state, chance)
        some = chance.sample(sorted(said), min(SOME, len(said)))
        rest = [(seat, move) for seat in said if seat not in some for move in said[seat]]
        nights = [
            night_of(state, rest + [(seat, move) for seat in order for move in said[seat]])
            for order in permutations(some)
        ]
        assert all(night == nights[0] for night in nights)
        busy += len(some) == SOME
    assert busy


@pytest.mark.parametrize("seed", range(40))
def test_any_order_with_second_thoughts_gives_the_same_night(seed):
    for chance, state in moments(Night, [seed]):
        said = submissions(state, chance)
        once = night_of(state, [(seat, move) for seat in said for move in said[seat]])
        for _ in range(5):
            order = chance.sample(sorted(said), len(said))
            doubts = [act for seat in order for act in doubt(state, seat, chance)]
            final = [(seat, move) for seat in order for move in [Nothing(), *said[seat]]]
            again = night_of(state, doubts + final)
            assert again[1:] == once[1:]


def doubt(state, seat, chance):
    """What somebody submits first and thinks better of."""
    options = [option for option in GAME.options(state, seat) if option.move is not Ready]
    return [(seat, option.some(chance)) for option in chance.sample(options, chance.randint(0, len(options)))]


def test_the_nights_tried_hold_what_could_depend_on_an_order():
    seen = set()
    for chance, state in [pair for seed in range(40) for pair in moments(Night, [seed])]:
        said = submissions(state, chance)
        plans = night_of(state, [(seat, move) for seat in said for move in said[seat]])[0]["ask"]["plans"]
        for what in Plan.__dataclass_fields__:
            aimed = [plan[what] for plan in plans.values() if plan[what] is not None]
            seen |= {what} if aimed else set()
            seen |= {f"two {what} one"} if len(set(aimed)) < len(aimed) else set()
    assert seen >= {"assassinate", "recruit", "check", "forge", "snipe", "two recruit one", "two assassinate one"}


def verdict(state, ballots, seed):
    """What happened at the close of a day with these ballots."""
    late = copy(state)
    for seat, target in ballots.items():
        GAME.apply(late, seat, Abstain() if target is None else Vote(target), Dice(Random(0)))
    return GAME.lapse(late, Dice(Random(seed)))


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_leaders_ballots_change_no_verdict(first):
    mattered = 0
    for chance, state in moments(Day, range(first, first + 10)):
        nominees = state.ask.tied or state.living()
        few = chance.sample(nominees, min(3, len(nominees)))
        ballots = {seat: chance.choice([None, *few]) for seat in state.living() if chance.random() < 0.8}
        leaders = [seat for seat in state.living() if state.players[seat].leads]
        counted = {seat: target for seat, target in ballots.items() if seat not in leaders}
        for seed in range(10):
            others = {seat: chance.choice([None, *few]) for seat in leaders if chance.random() < 0.8}
            mixed = dict(chance.sample(sorted((counted | others).items()), len(counted | others)))
            assert verdict(state, mixed, seed) == verdict(state, counted, seed)
            mattered += bool(set(others.values()) - {None})
    assert mattered
