"""Recorded games: what was played is confirmed, what was changed is found, what is broken is said in a line."""

import json
import re
from copy import deepcopy
from random import Random

import pytest

from engine.__main__ import main
from engine.codec import encode
from engine.core import Dice, Recording
from engine.game import GAMES
from engine.record import Record, parsed, retold, verify, written
from engine.simulate import Step, playout

GAME = GAMES["fireline"]
NAMES = ["Ann", "Bob", "Cem", "Dot", "Eva", "Fay"]


def recorded(seed, seats=6, before=None, **chosen):
    """A random game, and its state at the end."""
    rules = GAME.rules(chosen, seats)
    state, steps = playout(GAME, rules, seats, Random(seed), before=before)
    names = [*NAMES, "Gus", "Hal", "Ida", "Joy"][:seats]
    return Record(GAME, rules, names, before, steps, encode(GAME.outcome(state))), state


def plain(record):
    """What stands in its file."""
    return json.loads(json.dumps(written(record)))


@pytest.fixture(scope="module")
def export():
    return plain(recorded(3)[0])


@pytest.fixture
def command(tmp_path, capsys):
    """Runs a command on a file: its exit code and what it prints, out and error apart."""

    def run(what, content, *more):
        file = tmp_path / "game.json"
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        code = main([what, str(file), *more])
        said = capsys.readouterr()
        return code, said.out.replace(str(file), "game.json"), said.err.replace(str(file), "game.json")

    return run


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_as_it_was_played_is_confirmed(seats):
    assert verify(parsed(plain(recorded(seats, seats)[0]))) == []


def test_house_rules_and_a_rematch_are_kept():
    first, state = recorded(5, deaths="one_by_one", show_offers=True, grenade_self=False)
    came_from = [1, 2, None, 0, 4, 5]
    again, _ = recorded(6, before=(state, came_from))
    for record in (first, again):
        assert verify(parsed(plain(record))) == []
    changed = plain(again)
    changed["before"]["came_from"] = [came_from[-1], *came_from[:-1]]
    assert verify(parsed(changed))


def test_a_card_carried_over_is_confirmed_in_a_rematch():
    _, state = recorded(5)
    again, _ = recorded(6, before=(state, [1, 2, None, 0, 4, 5]), carry_over="card")
    assert verify(parsed(plain(again))) == []
    changed = plain(again)
    changed["rules"]["carry_over"] = "none"
    assert any(finding.startswith("step 0:") for finding in verify(parsed(changed)))


def test_time_that_was_up_is_a_step_without_a_seat():
    rules, chance = GAME.rules({}, 4), Recording(Dice(Random(9)))
    state, events = GAME.deal(rules, 4, chance)
    steps = [Step(None, None, chance.brought, events)]
    for _ in range(9):
        chance.brought = []
        steps.append(Step(None, None, chance.brought, GAME.lapse(state, chance)))
    assert {event.type for step in steps[1:] for event in step.events} >= {"discard_began", "discarded"}
    record = Record(GAME, rules, NAMES[:4], None, steps, None)
    assert verify(parsed(plain(record))) == ["the game isn't over"]


def find(export, kind, field=None):
    """The first event of this kind in the file, and the number of its step."""
    for count, step in enumerate(export["steps"]):
        for event in step["events"]:
            if event["type"] == kind and (field is None or event[field]):
                return count, event
    raise AssertionError(f"no {kind} in this game")


def change_salt(export):
    find(export, "dealt")[1]["salt"] = "0" * 64


def change_order(export):
    order = find(export, "shuffled")[1]["order"]
    order[0] = "serum" if order[0] != "serum" else "vest"


def hide_salt(export):
    find(export, "shuffled")[1]["salt"] = None


def change_draw(export):
    find(export, "drew")[1]["cards"] = ["vest", "vest", "vest"]


def change_damage(export):
    find(export, "hurt")[1]["damage"] += 1


def drop_an_event(export):
    export["steps"][0]["events"].pop()


def swap_events(export):
    export["steps"][0]["events"].reverse()


def change_chance(export):
    export["steps"][0]["chance"][0].reverse()


def change_chance_and_kind(export):
    export["steps"][0]["chance"][0] = ["swat"] * 6


def lose_chance(export):
    export["steps"][0]["chance"].pop()


def add_chance(export):
    export["steps"][1]["chance"].append("vest")


def move_for_another(export):
    export["steps"][1]["seat"] = (export["steps"][1]["seat"] + 1) % 6


def move_from_nowhere(export):
    export["steps"][1]["seat"] = 77


def cut_a_step(export):
    del export["steps"][3]


def lose_the_end(export):
    export["steps"].pop()


def go_on_after_the_end(export):
    export["steps"].append(export["steps"][-1])


def other_winners(export):
    export["outcome"]["winners"] = ["citizen"]


def other_seats_won(export):
    export["outcome"]["seats"].pop()


def no_outcome(export):
    export["outcome"] = None


def other_rules(export):
    export["rules"]["identities"]["swat"] += 1


def other_deck(export):
    export["rules"]["deck"]["vest"] += 1


CHANGES = [
    (change_salt, "step 0: salt and order of `dealt` don't open its commitment"),
    (change_order, "step 0: salt and order of `shuffled` don't open its commitment"),
    (hide_salt, "step 0: the commitment of `shuffled` isn't opened"),
    (change_draw, "step 0: event 3, `drew`: `cards` was"),
    (change_damage, "`hurt`: `damage` was"),
    (drop_an_event, "step 0: 10 events were noted, and 11 come out"),
    (swap_events, "step 0: event 1 was `play_began`, and comes out as `dealt`"),
    (change_chance, "step 0: event 1, `dealt`: `identities` was"),
    (change_chance_and_kind, "the order noted is not one of the things there were"),
    (lose_chance, "step 0: it can't be played: ValueError: first: more chance was needed than was noted"),
    (add_chance, "step 1: more chance was noted than was needed"),
    (move_for_another, "step 1: the move is refused: not_asked (F10)"),
    (move_from_nowhere, "step 1: it can't be played: ValueError: there is no seat 77"),
    (cut_a_step, "step "),
    (lose_the_end, "the game isn't over"),
    (go_on_after_the_end, "the move is refused: over (F74)"),
    (other_winners, "the outcome is"),
    (other_seats_won, "the outcome is"),
    (no_outcome, "the outcome is"),
    (other_rules, "the rules make no sense: identities: identities_do_not_add_up (F3)"),
    (other_deck, "step 0: it can't be played"),
]


@pytest.mark.parametrize(("change", "finding"), CHANGES)
def test_what_was_changed_is_found(export, command, change, finding):
    changed = deepcopy(export)
    change(changed)
    code, out, err = command("verify", changed)
    assert (code, err) == (1, "")
    assert any(line.startswith("game.json: ") and finding in line for line in out.splitlines())


def test_every_single_event_of_a_game_is_held_to_the_rules(export):
    """Whichever event is left out, somebody notices."""
    places = [(s, e) for s, step in enumerate(export["steps"]) for e in range(len(step["events"]))]
    for step, event in places[:: len(places) // 25]:
        changed = deepcopy(export)
        del changed["steps"][step]["events"][event]
        assert any(finding.startswith(f"step {step}:") for finding in verify(parsed(changed)))


def without(name):
    return lambda export: export.pop(name)


def with_(name, value):
    return lambda export: export.__setitem__(name, value)


def in_step(count, name, value):
    return lambda export: export["steps"][count].__setitem__(name, value)


BROKEN = [
    *((without(name), f"`{name}` is missing") for name in
      ("format", "game", "ruleset", "seats", "rules", "names", "before", "steps", "talk", "outcome")),
    (with_("format", 2), "`format` is 2"),
    (with_("format", "1"), "`format` must be a whole number, not a text"),
    (with_("format", True), "`format` must be a whole number, not true or false"),
    (with_("game", "chess"), "no such game: chess"),
    (with_("ruleset", 99), "`ruleset` is 99"),
    (with_("seats", 5), "`names` must be a text for each of the `seats`"),
    (with_("names", [1, 2, 3, 4, 5, 6]), "`names` must be a text"),
    (with_("rules", {}), "`rules`: "),
    (with_("rules", None), "`rules` must be an object, not null"),
    (with_("before", {}), "`came_from` is missing"),
    (with_("before", {"came_from": ["Ann"], "state": {}}), "`came_from` must hold seats or null"),
    (with_("before", {"came_from": [None], "state": {}}), "`before`: "),
    (with_("steps", {}), "`steps` must be a list, not an object"),
    (with_("steps", []), "`steps` must begin with the deal"),
    (with_("steps", [7]), "step 0 must be an object"),
    (with_("talk", None), "`talk` must be a list, not null"),
    (with_("outcome", 1.5), "`outcome` must be an object, not a number with a point"),
    (in_step(0, "seat", 0), "`steps` must begin with the deal"),
    (in_step(1, "seat", "0"), "step 1: `seat` must be a whole number, not a text"),
    (in_step(1, "move", None), "a seat wherever there is a move"),
    (in_step(1, "seat", None), "a seat wherever there is a move"),
    (in_step(1, "move", {"type": "dance"}), "step 1: "),
    (in_step(1, "move", {"type": "play", "card": "serum"}), "step 1: "),
    (in_step(1, "chance", None), "step 1: `chance` must be a list, not null"),
    (in_step(1, "events", [{"type": "drew", "seat": 0, "cards": ["knife"]}]), "step 1: "),
    (in_step(1, "events", ["drew"]), "step 1: "),
]  # fmt: skip


@pytest.mark.parametrize(("change", "why"), BROKEN)
@pytest.mark.parametrize("what", ["verify", "replay"])
def test_what_is_broken_is_said_in_one_line(export, command, what, change, why):
    broken = deepcopy(export)
    change(broken)
    code, out, err = command(what, broken)
    assert (code, out) == (2, "")
    assert err.startswith("game.json: ")
    assert why in err
    assert err.count("\n") == 1


def test_what_can_not_be_told_is_said_in_one_line(export, command):
    changed = deepcopy(export)
    move_from_nowhere(changed)
    code, _, err = command("replay", changed)
    assert (code, err) == (2, "game.json: step 1 can't be told: IndexError('list index out of range')\n")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]", "7", "null", '{"format": ' + "9" * 5000 + "}"])
def test_what_is_no_export_is_said_in_one_line(command, text):
    code, out, err = command("verify", text)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_file_that_is_not_there_is_said_in_one_line(tmp_path, capsys):
    assert main(["verify", str(tmp_path / "nowhere.json")]) == 2
    assert capsys.readouterr().err == f"{tmp_path}/nowhere.json: it can't be read: No such file or directory\n"


def test_a_good_file_is_praised(export, command):
    assert command("verify", export) == (0, f"game.json: {len(export['steps'])} steps, all as the rules have it\n", "")


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_a_game_is_told_in_every_language(export, command, lang):
    code, out, _ = command("replay", export, "--lang", lang)
    lines = out.splitlines()
    assert code == 0
    assert sum(line[0].isdigit() for line in lines) == len(export["steps"])
    assert sum(line.startswith("    ") for line in lines) == sum(len(step["events"]) for step in export["steps"])
    assert not any("{" in line or "None" in line for line in lines)


def test_one_step_is_told(export, command):
    count, _ = find(export, "hurt")
    whole = command("replay", export)[1].splitlines()
    lines = command("replay", export, "--step", str(count))[1].splitlines()
    assert lines[0].startswith(f"{count}. ")
    assert whole[whole.index(lines[0]) :][: len(lines)] == lines
    assert len(lines) == 1 + len(export["steps"][count]["events"])


def test_a_seat_is_told_what_it_saw():
    record, _ = recorded(3)
    words = GAME.words("en")
    for seat in range(6):
        lines = list(retold(record, words, seat))
        for count, step in enumerate(record.steps):
            if not count:
                continue
            heading = next((line for line in lines if line.split()[0] == f"{count}."), None)
            if step.seat != seat:
                assert heading in (None, f"{count}.")
                assert all(event.sealed for event in step.events) == (heading is None)
            else:
                assert heading.startswith(f"{count}. {NAMES[seat]}: ")
        drew = [event for step in record.steps for event in step.events if event.type == "drew"]
        blind = [line for line in lines if re.fullmatch(r"    \w+ draws \d cards?\.", line)]
        assert len(blind) == sum(event.seat != seat for event in drew) > 0
    assert not re.search(r"draws \d card", "\n".join(retold(record, words)))


@pytest.mark.parametrize(
    ("more", "why"), [(["--seat", "6"], "there is no seat 6"), (["--step", "9999"], "there is no step 9999")]
)
def test_a_seat_or_step_that_is_not_there_is_refused(export, command, more, why):
    code, out, err = command("replay", export, *more)
    assert (code, out) == (2, "")
    assert why in err
