"""The cases of tests/scenarios hold, and they are all there: each rule and each choice of a house rule has one."""

from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from engine import scenario
from engine.cases import files, read
from engine.game import GAMES

HERE = Path(__file__).parent / "scenarios"
EXAMPLES = Path(__file__).parents[2] / "shared" / "scenarios"
"""The examples of the page that says how cases are written; they may lie beside a checkout."""

CASES = {"fireline": 360, "undercover": 275}
"""How many cases each game has: one that is lost is noticed, one that is added is counted here."""

OWN = {game: [case for file in files([HERE / game]) for case in read(file)] for game in CASES}
ALL = [case for cases in OWN.values() for case in cases]
if EXAMPLES.is_dir():
    examples = [case for file in files([EXAMPLES]) for case in read(file)]
    ALL += [case for case in examples if set(case.said("game")) <= set(CASES)]


def name(case):
    """The case by its place, short enough for a test's name."""
    return f"{case.file.parent.name}/{case.file.stem}:{case.line}"


def choices(hint):
    """The values of a house rule that has but a few, as a case writes them."""
    if hint is bool:
        return {"true", "false"}
    if get_origin(hint) is Literal:
        return set(map(str, get_args(hint)))
    return set()


@pytest.mark.parametrize("case", ALL, ids=name)
def test_a_case_holds(case):
    trouble = scenario.play(case)
    assert trouble is None, "\n".join(scenario.report(case, trouble))


def test_every_game_has_its_cases():
    assert set(CASES) == set(GAMES) == {folder.name for folder in HERE.iterdir()}


@pytest.mark.parametrize("game", CASES)
def test_no_case_is_lost(game):
    assert len(OWN[game]) == CASES[game]
    assert {tuple(case.said("game")) for case in OWN[game]} == {(game,)}


@pytest.mark.parametrize("game", CASES)
def test_no_two_cases_have_one_title(game):
    titles = [case.title for case in OWN[game]]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize("game", CASES)
def test_every_rule_has_a_case(game):
    rules = {number for chapter in GAMES[game].words("en")["rules"] for number in chapter["rules"]}
    shown = {number for case in OWN[game] for number in case.said("rules")}
    assert rules
    assert shown == rules, "these have no case, or are no rules"


@pytest.mark.parametrize("game", CASES)
def test_every_choice_of_a_house_rule_has_a_case(game):
    hints = get_type_hints(GAMES[game].rules_type)
    offered = {(option, value) for option, hint in hints.items() for value in choices(hint)}
    lines = [line.text.split() for case in OWN[game] for line in case.lines]
    chosen = {(line[1], line[2]) for line in lines if line[0] == "option"}
    assert offered
    assert offered <= chosen, f"no case chooses {sorted(offered - chosen)}"
