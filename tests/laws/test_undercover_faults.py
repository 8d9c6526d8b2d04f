"""Each law of Undercover can fail: a fault planted in the engine breaks it within a few games."""

from dataclasses import replace
from itertools import cycle

import pytest

from engine import undercover
from engine.core import Option, Refused
from engine.undercover import Undercover, asks, day, events, night, view
from engine.undercover.moves import Abstain, Recruit
from engine.undercover.state import Note
from tests.laws import test_undercover_laws, test_undercover_nights
from tests.laws.undercover import laws
from tests.laws.undercover.playout import played

COIN = cycle((True, False))

ENOUGH = 60
"""Games within which a fault must have come out."""


# Each fault gets what it replaces, and then what that would get.


def keeps_a_tuple(told, event, s):
    told(event, s)
    for player in s.players:
        player.notebook[-1].notes = tuple(player.notebook[-1].notes)


def asks_the_dead(asked, game, s):
    return list(range(len(s.players))) if s.ask else []


def turns_without_a_side(recruited, event, s):
    recruited(event, s)
    s.players[event.seat].side = "bureau"


def tells_one_of_the_two(partnered, event, s):
    partnered(event, s)
    s.players[event.pair[0]].partners.clear()


def kills_behind_the_log(dusk, run):
    dusk(run)
    run.state.players[0].alive = False


def counts_in_the_state(apply, run, seat, move):
    run.state.quiet += asks.refusal(run.state, seat, move) is not None
    apply(run, seat, move)


def lets_civilians_recruit(refusal, s, seat, move):
    return None if isinstance(move, Recruit) and s.players[seat].identity == "civilian" else refusal(s, seat, move)


def cites_another_rule(refusal, s, seat, move):
    why = refusal(s, seat, move)
    return why and why._replace(rule="U17")


def cites_a_rule_of_others(refusal, s, seat, move):
    why = refusal(s, seat, move)
    return why and why._replace(rule="U6" if why.rule == "U5" else why.rule)


def offers_oneself(powers, s, seat):
    return [Option(Recruit, target=seat), *powers(s, seat)] if s.players[seat].leads else powers(s, seat)


def offers_twice(powers, s, seat):
    return powers(s, seat) * 2


def abstains_by_night(default, game, s, seat, chance):
    return Abstain()


def waits_for_ever(lapse, game, s, chance):
    return []


def waits_for_all(may_close, s):
    return False


def shows_all(seen, event, viewer):
    return event


def hides_all(seen, event, viewer):
    return seen(event, None)


def shows_sides(player_view, s, seat, me):
    return {**player_view(s, seat, me), "side": s.players[seat].side}


def shows_informants_to_handlers(player_view, s, seat, me):
    found = player_view(s, seat, me)
    mine = me is not None and any(s.players[x] is me for x in s.players[seat].handlers)
    return {**found, "identity": s.players[seat].identity} if mine else found


def shows_a_key_more(shown, s, seat):
    return {**shown(s, seat), "quiet": s.quiet}


def counts_the_ready(shown, s, seat):
    return {**shown(s, seat), "max_rounds": len(s.ask.ready) if s.ask else 0}


def opens_groups(channels, s):
    return {name: replace(channel, readers=None) for name, channel in channels(s).items()}


def lets_the_dead_write(channels, s):
    found = channels(s)
    return {**found, "table": replace(found["table"], writers=tuple(range(len(s.players))))}


def forgets_the_dead(bulletin, notes):
    return bulletin(notes) or None


def tells_no_bullet(deaths, s, plans):
    return dict.fromkeys(deaths(s, plans), "blade")


def blade_goes_first(deaths, s, plans):
    found = deaths(s, plans)
    first = next((plan.assassinate for plan in plans.values() if plan.assassinate is not None), None)
    return {seat: cause for seat, cause in found.items() if cause == "bullet" or seat == first}


def counts_leaders(counted, s):
    found = counted(s)
    found.update(t for x, t in s.ask.ballots.items() if t is not None and s.players[x].leads)
    return found


def wins_too_early(decided, s):
    return decided(s) or ("people",) if s.round > 1 else None


def names_the_people(ended, event, s):
    ended(event, s)
    s.winners = ["people", *event.winners]


def reports_to_the_first(inform, notes, author, handlers, report, true):
    inform(notes, author, handlers[:1], report, true)


def warns_the_handler(court, s, target, suitors):
    won, change = court(s, target, suitors)
    return (won[:-1] or won), change


def thanks_the_forger(inform, notes, author, handlers, report, true):
    inform(notes, author, handlers, report, true)
    notes[author] += [] if true or not handlers else [Note("success", report[0])]


def tosses_a_coin(recruit, s, plans, dead, notes):
    found = recruit(s, plans, dead, notes)
    return found[::-1] if next(COIN) else found


def commits_to_nothing(commitment, salt, order):
    return commitment(salt, "")


FAULTS = [
    (laws.all_the_living_are_asked, Undercover, "asked", asks_the_dead),
    (laws.everybody_is_of_one_piece, events.Recruited, "apply", turns_without_a_side),
    (laws.partners_know_each_other, events.Partnered, "apply", tells_one_of_the_two),
    (laws.the_state_survives_json, events.Told, "apply", keeps_a_tuple),
    (laws.views_are_of_their_type, view, "view", shows_a_key_more),
    (laws.views_show_what_may_be_known, view, "player_view", shows_sides),
    (laws.views_show_what_may_be_known, view, "player_view", shows_informants_to_handlers),
    (laws.channels_are_for_whom_they_should, view, "channels", opens_groups),
    (laws.channels_are_for_whom_they_should, view, "channels", lets_the_dead_write),
    (laws.every_default_is_legal, Undercover, "default", abstains_by_night),
    (laws.every_default_is_legal, asks, "may_close", waits_for_all),
    (laws.time_always_closes, Undercover, "lapse", waits_for_ever),
    (laws.every_option_is_playable, asks, "powers", offers_oneself),
    (laws.every_option_is_playable, asks, "powers", offers_twice),
    (laws.everything_else_is_refused, asks, "refusal", lets_civilians_recruit),
    (laws.everything_else_is_refused, asks, "refusal", cites_another_rule),
    (laws.everything_else_is_refused, asks, "refusal", cites_a_rule_of_others),
    (laws.everything_else_is_refused, asks, "apply", counts_in_the_state),
    (laws.the_step_folds, asks, "dusk", kills_behind_the_log),
    (laws.events_show_what_may_be_known, events.Told, "seen", shows_all),
    (laws.events_show_what_may_be_known, events.Dealt, "seen", hides_all),
    (laws.a_sealed_act_shows_nothing, view, "view", counts_the_ready),
    (laws.a_bulletin_for_everybody, night, "bulletin", forgets_the_dead),
    (laws.the_book_agrees, night, "deaths", tells_no_bullet),
    (laws.the_book_agrees, night, "inform", reports_to_the_first),
    (laws.the_book_agrees, night, "inform", thanks_the_forger),
    (laws.the_book_agrees, night, "court", warns_the_handler),
    (laws.the_book_agrees, day, "counted", counts_leaders),
    (laws.the_book_agrees, day, "decided", wins_too_early),
    (laws.it_ends_in_time, events.Ended, "apply", names_the_people),
    (laws.the_commitment_opens, undercover, "commitment", commits_to_nothing),
    (laws.the_record_plays_again, night, "recruit", tosses_a_coin),
]


def plant(patch, owner, name, fault):
    """Put the fault in the place of what it replaces."""
    plain = getattr(owner, name)
    patch.setattr(owner, name, lambda *given, **named: fault(plain, *given, **named))


@pytest.mark.parametrize(("law", "owner", "name", "fault"), FAULTS, ids=lambda it: getattr(it, "__name__", it))
def test_a_planted_fault_breaks_the_law(law, owner, name, fault, monkeypatch):
    often = 0.1 if law in test_undercover_laws.SOMETIMES else 0
    monkeypatch.setattr(test_undercover_laws, "HOW_OFTEN", {"night": often, "day": often, "over": often})
    plant(monkeypatch, owner, name, fault)
    with pytest.raises((AssertionError, Refused)) as broken:
        hold_all()
    assert law.__name__ in [entry.name for entry in broken.traceback]


def hold_all():
    """As many games as a fault may need."""
    for seed in range(ENOUGH):
        test_undercover_laws.hold(seed)


def test_every_law_is_broken_by_a_fault():
    games = test_undercover_laws
    assert {law for law, *_ in FAULTS} | {laws.bullets_are_counted} >= {
        *games.ALWAYS,
        *games.SOMETIMES,
        *games.AT_THE_END,
    }


def test_a_bullet_too_many_is_noticed():
    table = next(t for t in map(played, range(ENOUGH)) if any(event.type == "shot" for event in t.log))
    laws.bullets_are_counted(table)
    place = next(place for place, event in enumerate(table.log) if event.type == "shot")
    for log in (table.log[:place] + table.log[place:][:1] * 2, table.log[:place] + table.log[place + 1 :]):
        table.log = log
        with pytest.raises(AssertionError):
            laws.bullets_are_counted(table)


def test_a_night_that_depends_on_the_order_is_noticed(monkeypatch):
    plant(monkeypatch, night, "deaths", blade_goes_first)
    with pytest.raises(AssertionError):  # noqa: PT012 - in which of the games it matters is chance
        for seed in range(10):
            test_undercover_nights.test_all_orders_of_submission_give_one_night(seed)


def test_leaders_who_are_counted_are_noticed(monkeypatch):
    plant(monkeypatch, day, "counted", counts_leaders)
    with pytest.raises(AssertionError):
        test_undercover_nights.test_leaders_ballots_change_no_verdict(0)
