"""The runner of cases: each line of the set-up and each expectation can hold, and can fail."""

import pytest

from engine import scenario
from engine.core import Refused
from engine.fireline import Fireline
from engine.fireline.moves import End

SEATS = "seats A swat, B citizen, C kidnapper, D citizen"
SIX = "seats A swat, B citizen, C kidnapper, D citizen, E swat, F kidnapper"
SHOT = f"{SEATS}\nhands A single_bullet, C first_aid, D vest\nblood B 1"


@pytest.fixture
def play(tmp_path):
    """Plays the text of a file: the exit code and the lines printed."""

    def run(text, name="it.txt"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        said = []
        return scenario.run([file], said.append), [line.replace(str(file), "it.txt") for line in said]

    return run


def case(setup, *steps, game="fireline", title="It"):
    return "\n".join([f"case {title}", f"game {game}", setup, *steps, ""])


# set-up, what holds, what doesn't, what is said to be instead
FACTS = [
    # the lines of the set-up, and what they are without them
    (SEATS, "| A hand 0, A 4/4, A front nothing, A clear, A alive", "| A hand 1", "A hand 0"),
    (SEATS, "| deck 40, discards 0, turn A, phase play, asked A", "| deck 41", "deck 40"),
    (f"{SEATS}\nhands A smoke smoke, C first_aid", "| A hand 2, C hand 1", "| B hand 1", "B hand 0"),
    (f"{SEATS}\nblood B 2, D 1/4", "| B 2/4, D 1", "| B 4", "B 2/4"),
    (f"{SEATS}\nfront B restaurant\nblood B 3", "| B 3/5", "| B 3/4", "B 3/5"),
    (f"{SEATS}\nfront B restaurant", "| B 5/5", "| B 4", "B 5/5"),
    (f"{SEATS}\nfront B vest storeroom", "| B front storeroom vest", "| B front vest", "B front storeroom vest"),
    (f"{SEATS}\nmarks smoke A > B, flash D > A B", "| B smoked, B flashed, A flashed", "| C smoked", "C clear"),
    (f"{SEATS}\ndead B", "| B dead, B 0, C sees B citizen", "| B alive", "B dead"),
    (f"{SEATS}\ndead A", "| turn B, asked B", "| turn A", "turn B"),
    (f"{SEATS}\ndeck vest smoke", "| deck 42", "| deck 2", "deck 42"),
    (f"{SEATS}\ndeck vest smoke\nonly", "| deck 2", "| deck 42", "deck 2"),
    (f"{SEATS}\nonly", "| deck 0", "| deck 40", "deck 0"),
    (
        f"{SEATS}\ndiscards serum smoke vest",
        "| discards smoke vest, discards 3",
        "| discards vest smoke",
        "discards serum smoke vest",
    ),
    (f"{SEATS}\nturn C", "| turn C, asked C, C hand 0", "| asked A", "asked C"),
    (f"{SEATS}\nbegins C\ndeck vest smoke", "| turn C, C holds smoke vest", "| C hand 0", "C hand 2"),
    (f"{SEATS}\nbegins A\nfront A supermarket", "| A hand 3", "| A hand 2", "A hand 3"),
    (f"{SEATS}\nbegins A\nmarks flash D > A C", "| turn B, A hand 2, A flashed", "| turn A", "turn B"),
    (
        f"{SEATS}\nfront A vest\nequipped vest\nhands A storeroom",
        "A equip storeroom refused F13",
        "A equip storeroom",
        "refused F13 (equip_spent)",
    ),
    (f"{SEATS}\nequipped restaurant", "| A front restaurant, A 5/5", "A remove restaurant", "refused F63 (same_turn)"),
    # house rules, each type of them
    (f"{SEATS}\noption max_turns 1", "A end | over draw", "A end | going on", "over draw"),
    (
        f"{SEATS}\noption grenade_self false\nhands A grenade",
        "A grenade > A refused F53",
        "A grenade > A",
        "refused F53 (grenade_oneself)",
    ),
    (
        f"{SEATS}\noption restaurant_heal 2\nhands A restaurant\nblood A 2",
        "A equip restaurant | A 4/5",
        "A equip restaurant | A 3",
        "A 4/5",
    ),
    (f"{SEATS}\noption identities 2/2/2\noption deck vest 4 serum 3\noption first B", "| turn A", "| turn B", "turn A"),
    (f"{SEATS}\noption identities 1, 2, 1\noption both draw", "| going on", "| over draw", "going on"),
    # what may be expected
    (SEATS, "| C sees C kidnapper, C sees A unknown", "| C sees A swat", "C sees A unknown"),
    (SEATS, "| B is citizen", "| B is swat", "B is citizen"),
    (SEATS, "| going on", "| over draw", "going on"),
    (SEATS, "| A may not single_bullet > B", "| A may not end", "A may"),
    (f"{SEATS}\nhands A flash", "| A may not flash > A C", "| A may not flash > C B", "A may"),
    (
        SHOT,
        "A single_bullet > B | B dying, B 0, B alive, phase rescue, asked D C",
        "A single_bullet > B | asked C",
        "asked C D",
    ),
    (SHOT, "A single_bullet > B | turn A, C may not end", "A single_bullet > B | C may not rescue B", "C may"),
    (SHOT, "A single_bullet > B\nC pass\nD pass | B dead, C sees B citizen", "A single_bullet > B | B dead", "B alive"),
    (f"{SEATS}\nhands A serum serum smoke vest", "A end | phase discard", "A end | phase play", "phase discard"),
    (f"{SEATS}\nhands A smoke vest", "| A holds vest smoke", "| A holds vest", "A holds smoke vest"),
    (f"{SEATS}\nhands A smoke smoke", "| A holds smoke smoke", "| A holds smoke", "A holds smoke smoke"),
    (SEATS, "| A holds nothing, discards nothing", "| A holds vest", "A holds nothing"),
    (
        "seats A swat, B kidnapper\nhands A single_bullet\nblood B 1",
        "A single_bullet > B | over citizen swat, asked nobody, phase over",
        "A single_bullet > B | over kidnapper",
        "over citizen swat",
    ),
    # gestures, chance and time
    (
        f"{SEATS}\nhands A disarm, B serum smoke vest",
        "chance hand smoke\nA disarm > B hand | B holds serum vest",
        "chance hand vest\nA disarm > B hand | B holds serum vest",
        "B holds smoke serum",
    ),
    (
        f"{SEATS}\nhands A disarm\nfront B vest",
        "A disarm > B vest | B front nothing",
        "A disarm > B hand",
        "refused F42 (not_there)",
    ),
    (
        f"{SEATS}\nbegins A\nonly\ndiscards serum smoke vest",
        "chance deck vest smoke serum\n| A holds smoke vest",
        "chance deck vest serum smoke\n| A holds smoke vest",
        "A holds vest serum",
    ),
    (
        f"{SEATS}\nbegins A\nonly\ndiscards serum smoke vest",
        "chance deck vest\n| A holds serum vest",
        "chance deck smoke\n| A holds serum vest",
        "A holds smoke serum",
    ),
    (
        f"{SHOT}",
        "A single_bullet > B\nC rescue B\ntime | B 1, C holds nothing",
        "A single_bullet > B\ntime | B 1",
        "B 0/4",
    ),
    (SEATS, "time | turn B", "time | turn A", "turn B"),
    (f"{SEATS}\nhands A serum serum serum serum", "time\ntime | A hand 3, turn B", "time\ntime | A hand 4", "A hand 3"),
    (
        f"{SEATS}\nhands A single_bullet\nmarks smoke C > B",
        "A single_bullet > B refused F28",
        "A single_bullet > B refused F25",
        "refused F28 (target_smoked)",
    ),
    (f"{SEATS}\nhands A single_bullet", "A single_bullet > A refused", "A single_bullet > B refused", "accepted"),
    (f"{SEATS}\nhands A double_bullet", "A double_bullet > B C | B 3, C 3", "A double_bullet > B | B 3", "B 2/4"),
    (
        f"{SEATS}\nhands A restaurant, B vest",
        "A equip restaurant | A front restaurant\nA end\nB equip vest | B front vest",
        "B equip vest",
        "refused F10 (not_asked)",
    ),
    (
        f"{SEATS}\nhands A serum serum smoke vest",
        "A end\nA discard smoke | A holds serum serum vest",
        "A discard smoke",
        "refused F10 (wrong_phase)",
    ),
    (f"{SEATS}\nfront A restaurant\nblood A 3", "A remove restaurant | A 4/4", "A remove restaurant | A 3", "A 4/4"),
    (
        f"{SEATS}\nhands A search_warrant",
        "A search_warrant > C | A sees C kidnapper",
        "A search_warrant > C | B sees C kidnapper",
        "B sees C unknown",
    ),
    (
        f"{SIX}\nhands A flash\nfront B storeroom",
        "A flash > B C | A flashed, C flashed, B clear",
        "A flash > B C | B flashed",
        "B clear",
    ),
]


@pytest.mark.parametrize(("setup", "holds", "fails", "instead"), FACTS)
def test_what_holds_passes_and_what_does_not_fails(play, setup, holds, fails, instead):
    assert play(case(setup, holds)) == (0, ["ok it.txt:1 It", "1 passed, 0 failed"])
    code, said = play(case(setup, fails))
    assert code == 1
    assert said[0] == "FAIL it.txt:1 It"
    assert said[-1] == "0 passed, 1 failed"
    assert f"     is: {instead}" in said


def test_a_failure_tells_the_step_what_was_expected_what_is_and_who_is_asked(play):
    text = case(f"{SEATS}\nhands A single_bullet", "# a comment", "", "A single_bullet > B | B 4, B alive, C 3")
    assert play(text)[1] == [
        "FAIL it.txt:1 It",
        "     it.txt:7: A single_bullet > B | B 4, B alive, C 3",
        "     expected: B 4",
        "     is: B 3/4",
        "     expected: C 3",
        "     is: C 4/4",
        "     asked: A",
        "0 passed, 1 failed",
    ]


# a case's lines, where the trouble is, and what is said of it
UNREADABLE = [
    ("game chess\nseats A swat\n| A alive", None, "no such game: chess"),
    ("seats A swat\n| A alive", None, "one line `game NAME` is needed"),
    ("game fireline\ngame fireline\nseats A swat\n| A alive", None, "one line `game NAME`"),
    ("game fireline\n| A alive", None, "the line `seats` is missing"),
    (f"game fireline\n{SEATS}", None, "plays nothing and claims nothing"),
    ("game fireline\nseats A spy\n| A alive", None, "`spy` is no identity"),
    ("game fireline\nseats A\n| A alive", 3, "the seat A needs one identity"),
    ("game fireline\nseats A swat, A swat\n| A alive", 3, "the seat A needs one identity"),
    (f"game fireline\nrules F28 smoke\n{SEATS}\n| A alive", 3, "`rules` needs rule numbers"),
    (f"game fireline\noption smoke 3\n{SEATS}\n| A alive", 3, "no such option: smoke"),
    (f"game fireline\noption max_turns many\n{SEATS}\n| A alive", 3, "`many` is no value of this option"),
    (f"game fireline\noption max_turns 0\n{SEATS}\n| A alive", 3, "`0` is no value of this option"),
    (f"game fireline\noption restaurant_heal 3\n{SEATS}\n| A alive", 3, "`3` is no value of this option"),
    (f"game fireline\noption show_offers 1\n{SEATS}\n| A alive", 3, "`1` is no value of this option"),
    (f"game fireline\noption identities 2/2\n{SEATS}\n| A alive", 3, "doesn't count"),
    (f"game fireline\noption deck vest 4 serum\n{SEATS}\n| A alive", 3, "doesn't count"),
    (f"game fireline\noption deck knife 4 serum 3\n{SEATS}\n| A alive", 3, "is no value of this option"),
    (f"game fireline\n{SEATS}\nhands A knife\n| A alive", 4, "`knife` is no card"),
    (f"game fireline\n{SEATS}\nhands Z smoke\n| A alive", 4, "`Z` is no seat"),
    (f"game fireline\n{SEATS}\nhands A smoke\nhands A vest\n| A alive", 5, "said twice of A"),
    (f"game fireline\n{SEATS}\nhands\n| A alive", 4, "`hands` of what?"),
    (f"game fireline\n{SEATS}\nhands A\n| A alive", 4, "says nothing of anyone"),
    (f"game fireline\n{SEATS}\nblood A much\n| A alive", 4, "`much` is no number"),
    (f"game fireline\n{SEATS}\nblood A 1/2/3\n| A alive", 4, "neither blood nor blood/cap"),
    (f"game fireline\n{SEATS}\nblood A 5\n| A alive", None, "A can't have 5/4"),
    (f"game fireline\n{SEATS}\nblood A 5/5\n| A alive", None, "A can't have 5/5: the cap is 4"),
    (f"game fireline\n{SEATS}\nfront A smoke\n| A alive", 4, "a smoke can't lie in front of anyone"),
    (f"game fireline\n{SEATS}\nfront A restaurant storeroom\n| A alive", 4, "A has no room for a storeroom"),
    (f"game fireline\n{SEATS}\nmarks flash A > B\n| A alive", 4, "a flash lies on 2"),
    (f"game fireline\n{SEATS}\nmarks vest A > B\n| A alive", 4, "`vest` is no marker"),
    (f"game fireline\n{SEATS}\nmarks smoke A B\n| A alive", 4, "needs one `>`"),
    (f"game fireline\n{SEATS}\nonly vest\n| A alive", 4, "`only` stands alone"),
    (f"game fireline\n{SEATS}\nturn A\nbegins B\n| A alive", 5, "said twice"),
    (f"game fireline\n{SEATS}\nturn B\ndead B\n| A alive", None, "B is dead and has no turn"),
    (f"game fireline\n{SEATS}\nbegins A\nequipped vest\n| A alive", None, "about to begin"),
    (f"game fireline\n{SEATS}\nA end\nturn B\n| A alive", 5, "set-up lines come first"),
    (f"game fireline\n{SEATS}\nturns B\n| A alive", 4, "neither set-up nor gesture"),
    (f"game fireline\n{SEATS}\nA\n| A alive", 4, "what does A do?"),
    (f"game fireline\n{SEATS}\nA dance", 4, "`dance` is no card"),
    (f"game fireline\n{SEATS}\nA smoke > B > C", 4, "needs one `>`"),
    (f"game fireline\n{SEATS}\nA smoke > Z refused", 4, "`Z` is no seat"),
    (f"game fireline\n{SEATS}\nA disarm > B", 4, "needs a player and what to take"),
    (f"game fireline\n{SEATS}\nA end refused smoke", 4, "`smoke` is no rule's number"),
    (f"game fireline\n{SEATS}\ntime now", 4, "neither set-up nor gesture"),
    (f"game fireline\n{SEATS}\nchance tie B", 4, "chance brings no tie here"),
    (f"game fireline\n{SEATS}\nchance hand smoke vest", 4, "must be one word"),
    (f"game fireline\n{SEATS}\nA end | A happy", 4, "`A happy` is no expectation"),
    (f"game fireline\n{SEATS}\nA end | phase dinner", 4, "`phase dinner` is no expectation"),
    (f"game fireline\n{SEATS}\nA end | A told success B", 4, "is no expectation"),
    (f"game fireline\n{SEATS}\nA end |", 4, "nothing stands after the bar"),
    (f"game fireline\n{SEATS}\nA end | A alive | B alive", 4, "one bar at most"),
    (f"game fireline\n{SEATS}\nA end | asked", 4, "`asked` is no expectation"),
    (f"game fireline\n{SEATS}\nA end | A may not", 4, "`A may not` is no expectation"),
]


@pytest.mark.parametrize(("lines", "number", "why"), UNREADABLE)
def test_a_line_that_can_not_be_read_is_a_failed_case(play, lines, number, why):
    code, said = play(f"case It\n{lines}\n")
    assert (code, said[0], said[-1]) == (1, "FAIL it.txt:1 It", "0 passed, 1 failed")
    place = [line for line in said if line.startswith("     it.txt:")]
    assert [line.split(": ")[0].strip() for line in place] == ([f"it.txt:{number}"] if number else [])
    assert [line for line in said if line.startswith("     unreadable: ") and why in line]


def test_an_unreadable_line_fails_the_case_before_anything_is_played(play):
    code, said = play(case(SEATS, "A end | A 1", "A dance"))
    assert code == 1
    assert "     it.txt:5: A dance" in said


@pytest.mark.parametrize(
    "text",
    [
        "A end\ncase It\n",
        "game fireline\n" + case(SEATS, "A end"),
        b"case It\n\xff\xfe\n",
        "case\ngame fireline\n",
    ],
)
def test_what_is_no_case_fails_with_its_place(play, text):
    code, said = play(text)
    assert code == 1
    assert said[0].startswith("FAIL it.txt:")
    assert "unreadable: " in said[1]


def test_reading_is_generous_with_spaces_tabs_and_line_ends(play):
    text = case(
        "seats A swat ,B citizen,  C\tkidnapper",
        "  A\tdouble_bullet>B  C|B 3,C 3 ,",
        "A  equip vest   refused\tF13  ",
    )
    assert play("\ufeff" + text.replace("\nseats", "\nhands A double_bullet\nseats").replace("\n", "\r\n"))[0] == 0


def test_several_cases_are_counted_and_one_failure_fails_the_run(play):
    good, bad = case(SEATS, "A end", title="Good"), case(SEATS, "A end | A 1", title="Bad")
    code, said = play(good + bad + good)
    assert code == 1
    assert [line for line in said if not line.startswith(" ")] == [
        "ok it.txt:1 Good",
        "FAIL it.txt:5 Bad",
        "ok it.txt:9 Good",
        "2 passed, 1 failed",
    ]


def test_no_case_at_all_is_no_success(play, tmp_path):
    assert play("# nothing here\n") == (1, ["0 passed, 0 failed"])
    said = []
    assert scenario.run([tmp_path / "nowhere.txt"], said.append) == 1
    assert said[0].startswith(f"FAIL {tmp_path}/nowhere.txt:0")


def test_folders_are_walked_in_order(tmp_path):
    for name in ("b/2.txt", "a/1.txt", "a/notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(case(SEATS, "A end", title=name))
    said = []
    assert scenario.run([tmp_path], said.append) == 0
    assert [line.split()[-1] for line in said] == ["a/1.txt", "b/2.txt", "failed"]


def test_chance_that_can_not_be_is_a_failure(play):
    setup = f"{SEATS}\nhands A disarm, B smoke"
    code, said = play(case(setup, "chance hand vest", "A disarm > B hand"))
    assert code == 1
    assert "     error: ValueError: chance can't bring hand vest: there is only smoke" in said
    assert "     asked: A" in said


def test_random_chance_is_the_same_each_time(play):
    setup = f"{SEATS}\nhands A disarm, B smoke vest serum flash grenade"
    said = [play(case(setup, "A disarm > B hand | B holds nothing"))[1] for _ in range(3)]
    assert said[0] == said[1] == said[2]


def test_a_refused_move_that_changes_the_state_is_a_failure(play, monkeypatch):
    def apply(self, state, seat, move, chance):
        state.turn += 1
        raise Refused("over", "F74")

    monkeypatch.setattr(Fireline, "apply", apply)
    code, said = play(case(SEATS, "A end refused F74"))
    assert code == 1
    assert "     is: the refused move changed the state" in said


def test_a_fault_of_the_engine_is_a_failed_case_and_the_run_goes_on(play, monkeypatch):
    whole = Fireline.apply

    def apply(self, state, seat, move, chance):
        return whole(self, state, seat, move, chance) if isinstance(move, End) else {}["it"]

    monkeypatch.setattr(Fireline, "apply", apply)
    code, said = play(case(SEATS, "A serum") + case(SEATS, "A end"))
    assert code == 1
    assert "     error: KeyError: 'it'" in said
    assert said[-1] == "1 passed, 1 failed"


def test_cases_of_a_game_that_is_not_there_are_read_and_fail(play):
    lines = "night 2\n| phase night\nS1 recruit > a\ndawn | S1 told success a, no group S1 a"
    code, said = play(case("rules U3\nseats S1 agent, a informant bureau of S1", lines, game="nothing_yet"))
    assert code == 1
    assert said[:2] == ["FAIL it.txt:1 It", "     unreadable: no such game: nothing_yet"]
