"""All laws of Undercover over random games, a fifth of LAWS_GAMES (300 unless the environment says more)."""

import os

import pytest

from tests.laws.undercover import laws
from tests.laws.undercover.playout import GAME, Table

GAMES = int(os.environ.get("LAWS_GAMES", "300")) // 5
"""These games are longer than Fireline's."""
BATCH = 10

ALWAYS = (laws.all_the_living_are_asked, laws.everybody_is_of_one_piece, laws.partners_know_each_other)
SOMETIMES = (
    laws.the_state_survives_json,
    laws.views_are_of_their_type,
    laws.views_show_what_may_be_known,
    laws.channels_are_for_whom_they_should,
    laws.every_default_is_legal,
    laws.time_always_closes,
    laws.every_option_is_playable,
    laws.everything_else_is_refused,
)
AT_THE_END = (
    laws.it_ends_in_time,
    laws.bullets_are_counted,
    laws.the_commitment_opens,
    laws.the_record_plays_again,
)

HOW_OFTEN = {"night": 0.01, "day": 0.01, "over": 1.0}
"""At which part of the moments of each phase the dear laws are checked."""


def hold(seed):
    """Play one game under all laws; a law that is broken says in which game and after which step."""
    table = Table(seed)
    shadow, reading = GAME.fresh(table.rules, table.seats), laws.Reading(table.state)
    try:
        check(table, table.steps[0], shadow, reading)
        while not table.over:
            asked, before = GAME.asked(table.state), public(table)
            step = table.say(*table.choose())
            laws.a_sealed_act_shows_nothing(table, step, before, public(table))
            laws.a_bulletin_for_everybody(table, step, asked)
            check(table, step, shadow, reading)
        for law in AT_THE_END:
            law(table)
    except Exception as broken:
        broken.add_note(f"in game {seed} of {table.seats}, after step {len(table.steps) - 1}: {table.steps[-1]}")
        raise
    return table


def check(table, step, shadow, reading):
    """The laws of a step, and of the moment after it."""
    laws.the_step_folds(table, step, shadow)
    laws.events_show_what_may_be_known(table, step)
    for law in ALWAYS:
        law(table)
    laws.the_book_agrees(table, step, reading)
    closed = any(not event.sealed for event in step.events)
    if table.chance.random() < (10 if closed else 1) * HOW_OFTEN[GAME.view(table.state, None)["phase"]]:
        for law in SOMETIMES:
            law(table)


def public(table):
    """What everybody may know."""
    return GAME.view(table.state, None), GAME.asked(table.state)


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_the_laws_hold(first):
    for seed in range(first, min(first + BATCH, GAMES)):
        hold(seed)
