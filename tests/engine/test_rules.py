"""The house rules of Fireline and the deal: defaults, what is senseless, who begins."""

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from engine.core import BadRules, Dice
from engine.fireline.moves import End, Play
from engine.fireline.rules import Rules
from engine.game import GAMES

GAME = GAMES["fireline"]

MIX = {4: (1, 2, 1), 5: (2, 1, 2), 6: (2, 2, 2), 7: (2, 3, 2), 8: (3, 2, 3), 9: (3, 3, 3), 10: (4, 2, 4)}
"""The table of F3, written off once more."""

DECK = {
    **{"single_bullet": 16, "double_bullet": 10, "grenade": 5, "smoke": 5, "flash": 5, "disarm": 6, "first_aid": 6},
    **{"supermarket": 3, "restaurant": 3, "control_room": 2, "storeroom": 3, "vest": 4, "search_warrant": 0},
}
"""The list of F4, without the serums."""

NO_CARDS = dict.fromkeys([*DECK, "serum"], 0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_usual_mix_and_deck(seats):
    rules = GAME.rules({}, seats)
    assert rules.identities == dict(zip(("swat", "citizen", "kidnapper"), MIX[seats], strict=True))
    assert rules.deck == {**DECK, "serum": 2 * seats}


def test_the_other_defaults_are_those_of_the_rule_page():
    rules = GAME.rules({}, 6)
    assert {f.name: getattr(rules, f.name) for f in fields(rules)[2:]} == {
        "first": "random",
        "max_turns": 200,
        "orphan_markers": "passing",
        "show_offers": False,
        "grenade_self": True,
        "restaurant_heal": 1,
        "deaths": "together",
        "both": "kidnappers",
        "carry_over": "none",
    }


def test_each_option_names_the_sentence_that_it_changes():
    numbers = {number for chapter in GAME.words("en")["rules"] for number in chapter["rules"]}
    assert {f.metadata["rule"] for f in fields(Rules)} <= numbers
    assert " ".join(f.metadata["rule"] for f in fields(Rules)) == "F3 F4 F7 F21 F34 F49 F53 F61 F70 F73 F7"


def test_some_cards_may_be_counted_otherwise_and_the_rest_stay():
    rules = GAME.rules({"deck": {"search_warrant": 2, "serum": 0}, "identities": None}, 5)
    assert rules.deck == {**DECK, "search_warrant": 2, "serum": 0}
    assert GAME.rules({"deck": None}, 5) == GAME.rules({}, 5)


@pytest.mark.parametrize(
    ("chosen", "seats", "option", "code", "rule"),
    [
        *(({}, seats, "seats", "seats_out_of_range", "F1") for seats in (-1, 0, 3, 11)),
        ({"lives": 9}, 6, "lives", "no_such_option", "F8"),
        ({"identities": {"swat": 3, "citizen": 3, "kidnapper": 0}}, 6, "identities", "empty_side", "F3"),
        ({"identities": {"swat": 8, "citizen": -3, "kidnapper": 1}}, 6, "identities", "empty_side", "F3"),
        ({"identities": {"swat": 3, "citizen": 3}}, 6, "identities", "empty_side", "F3"),
        ({"identities": {}}, 6, "identities", "empty_side", "F3"),
        *(
            (
                {"identities": {"swat": n, "citizen": 2, "kidnapper": 2}},
                6,
                "identities",
                "identities_do_not_add_up",
                "F3",
            )
            for n in (1, 3, 9)
        ),
        ({"identities": {"swat": 2, "citizen": 2, "kidnapper": 1, "nurse": 1}}, 6, "identities", "no_such_value", "F3"),
        ({"identities": "2/2/2"}, 6, "identities", "no_such_value", "F3"),
        ({"identities": {"swat": "2", "citizen": 2, "kidnapper": 2}}, 6, "identities", "no_such_value", "F3"),
        ({"deck": {"vest": -1}}, 6, "deck", "negative_count", "F4"),
        ({"deck": {"vest": 61}}, 6, "deck", "no_such_value", "F4"),
        ({"deck": {"vest": 1.5}}, 6, "deck", "no_such_value", "F4"),
        ({"deck": {"atom_bomb": 1}}, 6, "deck", "no_such_value", "F4"),
        ({"deck": {**NO_CARDS, "serum": 17}}, 6, "deck", "deck_too_small", "F6"),
        ({"deck": NO_CARDS}, 4, "deck", "deck_too_small", "F6"),
        *(({"first": seat}, 6, "first", "no_such_seat", "F7") for seat in (-1, 6, 40)),
        *(({"first": wrong}, 6, "first", "no_such_value", "F7") for wrong in ("best", None, True)),
        *(({"max_turns": turns}, 6, "max_turns", "out_of_bounds", "F21") for turns in (-1, 0, 1001)),
        ({"max_turns": "many"}, 6, "max_turns", "no_such_value", "F21"),
        ({"orphan_markers": "never"}, 6, "orphan_markers", "no_such_value", "F34"),
        ({"show_offers": 1}, 6, "show_offers", "no_such_value", "F49"),
        ({"grenade_self": "no"}, 6, "grenade_self", "no_such_value", "F53"),
        *(({"restaurant_heal": heal}, 6, "restaurant_heal", "no_such_value", "F61") for heal in (0, 3, True, 1.0)),
        ({"deaths": "sideways"}, 6, "deaths", "no_such_value", "F70"),
        ({"both": "everyone"}, 6, "both", "no_such_value", "F73"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(chosen, seats, option, code, rule):
    with pytest.raises(BadRules) as refused:
        GAME.rules(chosen, seats)
    assert (refused.value.option, refused.value.code, refused.value.rule) == (option, code, rule)


def test_bounds_themselves_are_allowed():
    for chosen in (
        {"identities": {"swat": 1, "citizen": 1, "kidnapper": 8}},
        {"deck": {**NO_CARDS, "serum": 30}},
        {"deck": {"vest": 60}},
        {"first": 9},
        {"max_turns": 1},
        {"max_turns": 1000},
    ):
        rules = GAME.rules(chosen, 10)
        assert {name: getattr(rules, name) for name in chosen if name != "deck"}.items() <= chosen.items()
        GAME.deal(rules, 10, Dice(Random(0)))


def table(seats=6, seed=0, before=None, **chosen):
    """A game just dealt."""
    return GAME.deal(GAME.rules(chosen, seats), seats, Dice(Random(seed)), before)


@pytest.mark.parametrize("seats", GAME.seats)
def test_identities_are_shuffled_and_three_cards_dealt(seats):
    state, events = table(seats)
    assert [event.type for event in events[: seats + 3]] == ["dealt", "shuffled", *["drew"] * seats, "turn_began"]
    assert [(event.seat, len(event.cards)) for event in events[2 : seats + 2]] == [(x, 3) for x in range(seats)]
    assert Counter(events[0].identities) == Counter(state.rules.identities)
    cards = Counter(state.deck) + sum((Counter(player.hand) for player in state.players), Counter())
    assert cards == +Counter(state.rules.deck)
    assert [len(player.hand) for player in state.players] == [3 + 2 * (x == state.active) for x in range(seats)]
    assert {(player.blood, player.cap, player.alive) for player in state.players} == {(4, 4, True)}


def test_every_order_of_identities_and_every_first_player_comes():
    dealt = [table(4, seed) for seed in range(300)]
    assert len({events[0].identities for _, events in dealt}) == 12
    assert {state.active for state, _ in dealt} == {0, 1, 2, 3}
    assert len({tuple(events[1].order) for _, events in dealt}) == 300


def test_a_deck_that_is_just_enough_leaves_nothing_to_draw():
    state, _ = table(4, deck={**NO_CARDS, "serum": 12})
    assert [len(player.hand) for player in state.players] == [3, 3, 3, 3]
    assert state.deck == state.discards == []


def test_a_seat_may_be_chosen_to_begin():
    assert {table(seed=seed, first=4)[0].active for seed in range(9)} == {4}


def fired(by=2):
    """A game of six, at a moment when the seat has fired, and nobody since."""
    state, _ = table(first=by)
    state.players[by].hand = ["single_bullet", "double_bullet"]
    GAME.apply(state, by, Play("single_bullet", ((by + 1) % 6,)), Dice(Random(0)))
    GAME.apply(state, by, End(), Dice(Random(0)))
    return state


def test_whoever_fired_the_last_bullet_begins_the_rematch():
    assert table(first=0, before=(fired(2), [0, 1, 2, 3, 4, 5]))[0].active == 2
    assert table(first=0, before=(fired(2), [5, 2, 4, 3, 1, 0]))[0].active == 1
    assert table(seats=4, first=0, before=(fired(5), [None, None, 1, 5]))[0].active == 3


def test_if_he_is_gone_or_nobody_fired_the_house_rule_decides():
    assert table(first=4, before=(fired(2), [0, 1, None, 3, 4, 5]))[0].active == 4
    assert table(first=4, before=(table(first=2)[0], [0, 1, 2, 3, 4, 5]))[0].active == 4
    begun = {table(seed=seed, before=(fired(2), [0, 1, None, 3, 4, 5]))[0].active for seed in range(60)}
    assert begun == {0, 1, 2, 3, 4, 5}


def test_a_rematch_takes_nothing_else_along():
    old = fired(2)
    again, events = table(first=2, before=(old, [0, 1, 2, 3, 4, 5]))
    fresh, others = table(first=2)
    assert again == fresh
    assert events == others
    assert again.last_shot is None
