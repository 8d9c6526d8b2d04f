"""All laws over LAWS_GAMES random games (300 unless the environment says more), the dear ones at some moments."""

import os

import pytest

from engine.fireline.state import Dying
from tests.laws import laws
from tests.laws.playout import GAME, Table

GAMES = int(os.environ.get("LAWS_GAMES", "300"))
BATCH = 10

ALWAYS = (
    laws.the_state_survives_json,
    laws.cards_are_conserved,
    laws.blood_is_within_bounds,
    laws.nobody_is_asked_wrongly,
    laws.what_is_not_lit_has_a_reason,
)
SOMETIMES = (
    laws.views_show_what_may_be_known,
    laws.views_are_of_their_type,
    laws.every_default_is_legal,
    laws.time_can_run_out,
    laws.every_option_is_playable,
    laws.everything_else_is_refused,
)
AT_THE_END = (laws.it_ends_as_the_rules_say, laws.commitments_open, laws.the_record_plays_again)

HOW_OFTEN = {"play": 0.05, "discard": 0.2, "rescue": 0.1, "over": 1.0}
"""At which part of the moments of each phase the dear laws are checked."""


def hold(seed):
    """Play one game under all laws; a law that is broken says in which game and after which step."""
    table = Table(seed)
    shadow = GAME.fresh(table.rules, table.seats)
    try:
        check(table, table.steps[0], shadow)
        while not table.over:
            asked, window = GAME.asked(table.state)[:], isinstance(table.state.ask, Dying)
            step = table.say(*table.choose())
            if window:
                laws.the_asked_stay_the_same_in_a_window(step, asked, GAME.asked(table.state))
            check(table, step, shadow)
        for law in AT_THE_END:
            law(table)
    except Exception as broken:
        broken.add_note(f"in game {seed} of {table.seats}, after step {len(table.steps) - 1}: {table.steps[-1]}")
        raise
    return table


def check(table, step, shadow):
    """The laws of a step, and of the moment after it."""
    laws.the_step_folds(table, step, shadow)
    laws.events_show_what_may_be_known(table, step)
    for law in ALWAYS:
        law(table)
    if table.chance.random() < HOW_OFTEN[GAME.view(table.state, None)["phase"]]:
        for law in SOMETIMES:
            law(table)


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_the_laws_hold(first):
    for seed in range(first, min(first + BATCH, GAMES)):
        hold(seed)
