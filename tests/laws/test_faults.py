"""Each law can fail: a fault planted in the engine breaks it within a few games."""

from itertools import cycle

import pytest

from engine.core import Option, Refused
from engine.fireline import Fireline, asks, cards, events, turn, view
from engine.fireline.moves import End, Pass, Rescue
from engine.fireline.state import Dying, State
from tests.laws import laws, test_laws
from tests.laws.playout import GAME, played

COIN = cycle((True, False))

ENOUGH = 100
"""Games within which a fault must have come out."""


# Each fault gets what it replaces, and then what that would get.


def keeps_a_tuple(placed, event, s):
    placed(event, s)
    s.markers[-1].on = tuple(event.on)


def loses_the_marker(lifted, event, s):
    lifted(event, s)
    s.discards.pop()


def bleeds_without_end(hurt, event, s):
    blood = s.players[event.seat].blood
    hurt(event, s)
    s.players[event.seat].blood = blood - event.damage


def asks_the_attacker(opened, event, s):
    opened(event, s)
    s.ask.asked.append(s.active)


def forgets_who_answered(asked, s):
    return [x for x in asked(s) if not isinstance(s.ask, Dying) or x not in s.ask.answers]


def heals_behind_the_log(disarm, card, run, me, target, take):
    disarm(card, run, me, target, take)
    run.state.players[me].blood = min(run.state.players[me].cap, run.state.players[me].blood + 1)


def throws_a_coin_of_its_own(disarm, card, run, me, target, take):
    disarm(card, run, me, target, take)
    if next(COIN):
        run.happen(events.Healed(me, run.state.players[me].cap))


def touches_before_refusing(apply, run, seat, move):
    run.state.turn += asks.refusal(run.state, seat, move) is not None
    apply(run, seat, move)


def ends_any_phase(refusal, s, seat, move):
    return refusal(s, seat, move) if not isinstance(move, End) or seat not in s.asked() else None


def cites_no_rule(refusal, s, seat, move):
    why = refusal(s, seat, move)
    return why and why._replace(rule="F99")


def offers_what_is_refused(options, s, seat):
    found = options(s, seat)
    return [Option(Rescue, target=0), *found] if found else []


def offers_twice(options, s, seat):
    return options(s, seat) * 2


def hides_an_option(options, s, seat):
    return [option for option in options(s, seat) if option.move is not Rescue]


def gives_no_reason(barred, s, seat):
    return barred(s, seat)[1:]


def passes_in_every_phase(default, s, seat, chance):
    return Pass()


def waits_for_ever(lapse, game, state, chance):
    return []


def shows_all(seen, event, viewer):
    return event


def hides_all(seen, event, viewer):
    return seen(event, None)


def shows_an_identity(shown, s, seat):
    found = shown(s, seat)
    found["players"][0]["identity"] = s.players[0].identity
    return found


def shows_a_key_more(shown, s, seat):
    return {**shown(s, seat), "seed": 1}


def shows_a_tuple(shown, s, seat):
    return {**shown(s, seat), "asked": tuple(s.asked())}


def names_the_kidnappers(ended, event, s):
    ended(event, s)
    s.winners = ["kidnapper"]


def commits_to_nothing(commitment, salt, order):
    return commitment(salt, "")


FAULTS = [
    (laws.the_state_survives_json, events.Placed, "apply", keeps_a_tuple),
    (laws.cards_are_conserved, events.Lifted, "apply", loses_the_marker),
    (laws.blood_is_within_bounds, events.Hurt, "apply", bleeds_without_end),
    (laws.nobody_is_asked_wrongly, events.RescueOpened, "apply", asks_the_attacker),
    (laws.the_asked_stay_the_same_in_a_window, State, "asked", forgets_who_answered),
    (laws.the_step_folds, cards.DisarmCard, "disarm", heals_behind_the_log),
    (laws.the_record_plays_again, cards.DisarmCard, "disarm", throws_a_coin_of_its_own),
    (laws.everything_else_is_refused, asks, "apply", touches_before_refusing),
    (laws.everything_else_is_refused, asks, "refusal", ends_any_phase),
    (laws.everything_else_is_refused, asks, "refusal", cites_no_rule),
    (laws.everything_else_is_refused, asks, "options", hides_an_option),
    (laws.every_option_is_playable, asks, "options", offers_what_is_refused),
    (laws.every_option_is_playable, asks, "options", offers_twice),
    (laws.what_is_not_lit_has_a_reason, asks, "barred", gives_no_reason),
    (laws.every_default_is_legal, asks, "default", passes_in_every_phase),
    (laws.time_can_run_out, Fireline, "lapse", waits_for_ever),
    (laws.events_show_what_may_be_known, events.Drew, "seen", shows_all),
    (laws.events_show_what_may_be_known, events.Looted, "seen", hides_all),
    (laws.views_show_what_may_be_known, view, "view", shows_an_identity),
    (laws.views_are_of_their_type, view, "view", shows_a_key_more),
    (laws.views_are_of_their_type, view, "view", shows_a_tuple),
    (laws.it_ends_as_the_rules_say, events.Ended, "apply", names_the_kidnappers),
    (laws.commitments_open, turn, "commitment", commits_to_nothing),
]


def plant(patch, owner, name, fault):
    """Put the fault in the place of what it replaces."""
    plain = getattr(owner, name)
    patch.setattr(owner, name, lambda *given: fault(plain, *given))


def hold_all():
    """As many games as a fault may need."""
    for seed in range(ENOUGH):
        test_laws.hold(seed)


@pytest.mark.parametrize(("law", "owner", "name", "fault"), FAULTS, ids=lambda it: getattr(it, "__name__", it))
def test_a_planted_fault_breaks_the_law(law, owner, name, fault, monkeypatch):
    monkeypatch.setattr(test_laws, "HOW_OFTEN", dict.fromkeys(test_laws.HOW_OFTEN, 0.3))
    plant(monkeypatch, owner, name, fault)
    with pytest.raises((AssertionError, Refused)) as broken:
        hold_all()
    assert law.__name__ in [entry.name for entry in broken.traceback]


def test_every_law_is_broken_by_a_fault():
    kept = {law for law, *_ in FAULTS}
    assert kept >= {*test_laws.ALWAYS, *test_laws.SOMETIMES, *test_laws.AT_THE_END}


def test_a_game_without_end_is_noticed(monkeypatch):
    def stays(began, event, s):
        began(event, s)
        s.turn = 1

    rules = GAME.rules({"deck": {**dict.fromkeys(GAME.rules({}, 4).deck, 0), "serum": 30}}, 4)
    assert played(0, 4, rules).state.winners == []
    plant(monkeypatch, events.TurnBegan, "apply", stays)
    with pytest.raises(AssertionError, match="no end"):
        played(0, 4, rules)
