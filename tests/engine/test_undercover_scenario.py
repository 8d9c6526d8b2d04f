"""Undercover's part of the runner of cases: each set-up, gesture and expectation can hold, and can fail."""

import pytest

from engine import scenario
from engine.cases import Case, Line
from engine.script import Script

LEADERS = "S1 agent, S2 agent, H1 gangster, H2 gangster"
SEATS = f"{LEADERS}, i informant bureau of S1, u underground of S1 H1, a civilian, b civilian"


def case(lines, seats=SEATS):
    """The case of these lines, as if read from a file."""
    texts = ["game undercover", *([f"seats {seats}"] if seats else []), *lines.split("\n")]
    return Case("it.txt", 1, "It", [Line(number, text) for number, text in enumerate(texts, 2) if text])


# seats, what holds, what doesn't, what is said to be instead
FACTS = [
    # the seats and the set-up, and what they are without a line
    (SEATS, "| phase night, asked S1 S2 H1 H2 i u a b", "| phase day", "phase night"),
    (SEATS, "day 2\n| phase day, asked S1 S2 H1 H2 i u a b", "night 2\n| phase day", "phase night"),
    (SEATS, "| i is informant bureau, u is underground", "| i is informant gang", "i is informant bureau"),
    (f"{SEATS}, c informant gang", "| c is informant gang", "| c is civilian", "c is informant gang"),
    (f"{SEATS}, c civilian dead", "| c dead, asked S1 S2 H1 H2 i u a b", "| c alive", "c dead"),
    (f"{SEATS}, c informant gang of H1 H2 dead", "| c dead, c is informant gang", "| c alive", "c dead"),
    (
        f"{SEATS}, w underground of S2 H2 bullets 0 dead",
        "| w dead, w is underground",
        "| w alive",
        "w dead",
    ),
    (
        SEATS.replace("S1 H1", "S1 H1 bullets 0"),
        "u snipe > a refused U7",
        "u snipe > a",
        "refused U7 (no_bullet)",
    ),
    (SEATS, "night 5\nquiet 2\ndawn\ndusk | over draw", "night 5\nquiet 1\ndawn\ndusk | over draw", "going on"),
    (SEATS, "night 20\nquiet 0\ndawn\ndusk | over draw", "night 19\nquiet 0\ndawn\ndusk | over draw", "going on"),
    # handlers are those of the line
    (
        SEATS,
        "i check > a\ndawn | i told check a civilian, S1 told check a civilian from i, S2 told nothing",
        "i check > a\ndawn | S2 told check a civilian from i",
        "S2 told nothing",
    ),
    (
        SEATS.replace("of S1,", "of S1 S2,"),
        "i check > a\ndawn | S2 told check a civilian from i",
        "i check > a\ndawn | S2 told nothing",
        "S2 told check a civilian from i",
    ),
    (
        SEATS,
        "u forge > a informant gang\ndawn | H1 told check a informant gang from u",
        "u forge > a informant gang\ndawn | H1 told check a informant bureau from u",
        "H1 told check a informant gang from u",
    ),
    # bulletins
    (SEATS, "| S1 told nothing", "| S1 told success a", "S1 told nothing"),
    (
        SEATS,
        "S1 recruit > a\ndawn | S1 told success a, a told recruited bureau",
        "S1 recruit > a\ndawn | a told recruited gang",
        "a told recruited bureau",
    ),
    (
        SEATS,
        "S1 recruit > a\ndawn | S1 told success a",
        "S1 recruit > a\ndawn | S1 told failure a",
        "S1 told success a",
    ),
    (
        SEATS,
        "S1 recruit > a\ndawn | S1 told success a",
        "S1 recruit > a\ndawn | S1 told success b",
        "S1 told success a",
    ),
    (SEATS, "S1 recruit > u\ndawn | S1 told failure u", "S1 recruit > u\ndawn | S1 told nothing", "S1 told failure u"),
    (SEATS, "H1 recruit > i\ndawn | i told underground", "H1 recruit > a\ndawn | i told underground", "i told nothing"),
    (
        SEATS,
        "i check > H1\ndawn | i told check H1 gangster",
        "i check > H1\ndawn | i told check H1 gangster from i",
        "i told check H1 gangster",
    ),
    (
        SEATS,
        "S1 recruit > S2\ndawn | S1 told partner S2, S1 told success S2",
        "S1 recruit > S2\ndawn | S1 told partner H1",
        "S1 told success S2, S1 told partner S2",
    ),
    (
        SEATS,
        "S1 recruit > a\ndawn\ndusk\ndawn | S1 told nothing",
        "S1 recruit > a\ndawn\ndusk | S1 told nothing",
        "S1 told success a",
    ),
    # groups
    (
        SEATS,
        "S1 recruit > S2\ndawn | group S2 S1, no group H1 H2",
        "S1 recruit > H1\ndawn | group S1 H1",
        "no group S1 H1",
    ),
    (SEATS, "| no group S1 S2", "S1 recruit > S2\ndawn | no group S1 S2", "group S1 S2"),
    # dawns
    (SEATS, "dawn | died nobody", "S1 assassinate > a\ndawn | died nobody", "died a blade"),
    (SEATS, "u snipe > a\ndawn | died a bullet", "u snipe > a\ndawn | died a blade", "died a bullet"),
    (SEATS, "S1 assassinate > a\ndawn | died a blade", "S1 assassinate > a\ndawn | died b blade", "died a blade"),
    (
        SEATS,
        "u snipe > a\nS1 assassinate > b\ndawn | died b blade, died a bullet",
        "u snipe > a\nS1 assassinate > b\ndawn | died S1 blade",
        "died a bullet, died b blade",
    ),
    (SEATS, "dawn | died nobody", "| died nobody", "no dawn yet"),
    (
        SEATS,
        "option dawn_reveal names\nS1 assassinate > a\ndawn | a dead",
        "option dawn_reveal names\nS1 assassinate > a\ndawn | died a blade",
        "died a (cause not told)",
    ),
    # verdicts
    (SEATS, "day 2\na vote > b\ndusk | out b civilian, rights 4", "day 2\na vote > b\ndusk | rights 3", "rights 4"),
    (SEATS, "day 2\na vote > b\ndusk | out b civilian", "day 2\na vote > b\ndusk | out nobody", "out b civilian"),
    (SEATS, "day 2\na vote > b\ndusk | out b civilian", "day 2\na vote > b\ndusk | out b agent", "out b civilian"),
    (SEATS, "day 2\na vote > i\ndusk | out i informant", "day 2\na abstain\ndusk | out i informant", "out nobody"),
    (SEATS, "day 2\ndusk | out nobody", "| out nobody", "no verdict yet"),
    (SEATS, "day 2\ndusk | rights 4", "| rights 4", "no verdict yet"),
    (
        SEATS,
        "option tie random\nday 2\na vote > b\nb vote > a\nchance tie b\ndusk | out b civilian",
        "option tie random\nday 2\na vote > b\nb vote > a\nchance tie a\ndusk | out b civilian",
        "out a civilian",
    ),
    # what is seen
    (SEATS, "| i sees i informant bureau, i sees S1 unknown", "| i sees S1 agent", "i sees S1 unknown"),
    (SEATS, "| S1 sees S1 agent", "| S1 sees S2 agent", "S1 sees S2 unknown"),
    (
        SEATS,
        "day 2\na vote > i\ndusk | a sees i informant",
        "day 2\na vote > i\ndusk | a sees i informant bureau",
        "a sees i informant",
    ),
    (SEATS, "day 2\na vote > i\ndusk | a sees i informant", "day 2\ndusk | a sees i informant", "a sees i unknown"),
    # gestures
    (SEATS, "S1 assassinate > a\nS1 nothing\ndawn | a alive", "S1 assassinate > a\ndawn | a alive", "a dead"),
    (SEATS, "a ready | asked S1 S2 H1 H2 i u a b", "a abstain", "refused U3 (wrong_phase)"),
    (SEATS, "| a may not recruit > b, S1 may not check > b", "| S1 may not recruit > b", "S1 may"),
    (SEATS, "dawn | phase day", "dusk | phase night", "phase night"),
    (SEATS, "a check > b refused U8", "a check > b refused U6", "refused U8 (not_your_power)"),
]


@pytest.mark.parametrize(("seats", "holds", "fails", "instead"), FACTS)
def test_what_holds_passes_and_what_does_not_fails(seats, holds, fails, instead):
    assert scenario.play(case(holds, seats)) is None
    trouble = scenario.play(case(fails, seats))
    assert trouble is not None
    assert ("is", instead) in trouble.told


# the seats, a line, and what is said of it
UNREADABLE = [
    ("a spy", "| a alive", "`spy` is no identity"),
    ("a informant", "| a alive", "is no side of an informant"),
    ("a informant people", "| a alive", "`people` is no side of an informant"),
    ("a civilian of S1", "| a alive", "`of S1` says nothing of a seat that is civilian"),
    ("a agent bullets 1", "| a alive", "says nothing of a seat that is agent"),
    ("a civilian dead dead", "| a alive", "says nothing of a seat that is civilian"),
    ("a underground of S1 H1 bullets 3", "| a alive", "2 bullets at most"),
    ("a underground of S1 H1 bullets", "| a alive", "must be one word"),
    ("a underground of S1 Z", "| a alive", "`Z` is no seat"),
    ("a informant bureau of b, b civilian", "| a alive", "b can't be a handler of a"),
    ("a informant bureau of H1", "| a alive", "H1 can't be a handler of a"),
    ("a underground of S1 S1 H1", "| a alive", "a has the same handler twice"),
    ("a civilian", "night 0\n| a alive", "rounds are counted from 1"),
    ("a civilian", "night two\n| a alive", "`two` is no number"),
    ("a civilian", "night 2\nday 2\n| a alive", "`night or day` is said twice"),
    ("a civilian", "quiet 1\nquiet 2\n| a alive", "`quiet` is said twice"),
    ("a civilian", "hands a smoke\n| a alive", "neither set-up nor gesture"),
    ("a civilian", "chance hand smoke", "chance brings no hand here"),
    ("a civilian", "chance tie Z", "`Z` is no seat"),
    ("a civilian", "S1 dance", "`dance` is no gesture"),
    ("a civilian", "S1 dance > a", "`dance` is no gesture"),
    ("a civilian", "S1 recruit > a S1", "must be one word"),
    ("a civilian", "S1 recruit a", "`recruit a` is no gesture"),
    ("a civilian", "S1 forge > a", "needs a player and a result"),
    ("a civilian", "S1 forge > a informant_gang", "`informant_gang` is no result of a check"),
    ("a civilian", "| a told joy", "nobody is ever told `joy`"),
    ("a civilian", "| a told recruited people", "`people` is no side that recruits"),
    ("a civilian", "| a told check S1 spy", "`spy` is no result of a check"),
    ("a civilian", "| a told check S1 agent from Z", "`Z` is no seat"),
    ("a civilian", "| died a", "is no expectation"),
    ("a civilian", "| died a vote", "`vote` is no way to die by night"),
    ("a civilian", "| out a spy", "`spy` is no identity"),
    ("a civilian", "| rights many", "`many` is no number"),
    ("a civilian", "| a sees S1 informant people", "`people` is no side of an informant"),
    ("a civilian", "| a is unknown", "`unknown` is no identity"),
    ("a civilian", "| group a Z", "`Z` is no seat"),
]


@pytest.mark.parametrize(("more", "lines", "why"), UNREADABLE)
def test_a_line_that_can_not_be_read_is_a_failed_case(more, lines, why):
    trouble = scenario.play(case(lines, f"S1 agent, H1 gangster, {more}"))
    assert trouble is not None
    assert [text for heading, text in trouble.told if heading == "unreadable" and why in text]


def test_a_position_is_the_state_that_its_lines_say():
    script = Script(case("night 4\nquiet 1\n| going on", f"{SEATS}, w underground of H2 S2 bullets 1 dead"))
    script.read()
    state = script.position.state
    assert (state.round, state.quiet, state.living()) == (4, 1, [0, 1, 2, 3, 4, 5, 6, 7])
    assert [player.side for player in state.players] == ["bureau", "bureau", "gang", "gang", "bureau", *["people"] * 4]
    assert [player.handlers for player in state.players[4:]] == [[0], [0, 2], [], [], [1, 3]]
    assert [player.bullets for player in state.players[4:]] == [2, 2, 2, 2, 1]
