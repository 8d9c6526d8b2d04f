"""Dataclasses to plain data and back: what comes back is the same, and what has another shape is refused."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, Literal

import pytest

from engine.codec import Malformed, decode, encode
from engine.core import Bounds, Dice, Move, Seat, move
from engine.game import GAMES
from engine.simulate import playout

GAME = GAMES["fireline"]


@move
class Knock(Move):
    """A move, which JSON names by its type."""

    at: Seat


@dataclass
class Inner:
    """A record without a name."""

    number: int


@dataclass
class Other:
    """Another one."""

    word: str


@dataclass
class Everything:
    """A field of each type that a state, an event, a move or a house rule may have."""

    number: int = 3
    flag: bool = True
    text: str = "å"
    maybe: int | None = None
    bounded: Annotated[int, Bounds(1, 5)] = 5
    choice: Literal["a", "b", 1] = "a"
    numbers: list[int] = field(default_factory=lambda: [1, 2])
    words: list[Literal["a", "b"]] = field(default_factory=lambda: ["a", "a", "b"])
    pair: tuple[int, str] = (1, "x")
    many: tuple[str, ...] = ("x", "y")
    pairs: tuple[tuple[int, int], ...] | None = ((1, 2),)
    records: list[Inner] = field(default_factory=lambda: [Inner(1)])
    one_of: Inner | Other | None = field(default_factory=lambda: Other("w"))
    either: Literal["random"] | Seat = 2
    table: dict[int, Inner | None] = field(default_factory=lambda: {1: Inner(2), 3: None})
    counts: dict[Literal["a", "b"], int] | None = field(default_factory=lambda: {"a": 1})
    anything: Any = None


def through_json(value):
    return json.loads(json.dumps(encode(value)))


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"maybe": 4, "one_of": None, "either": "random", "counts": None, "pairs": None},
        {"one_of": Inner(9), "choice": 1, "numbers": [], "words": [], "many": (), "table": {}, "records": []},
        {"anything": {"deep": [1, None]}},
    ],
    ids=str,
)
def test_what_comes_back_is_the_same(changed):
    value = Everything(**changed)
    data = encode(value)
    assert through_json(value) == data
    assert decode(Everything, through_json(value)) == value


def test_plain_data_say_no_more_than_they_must():
    data = encode(Everything())
    assert data["records"] == [{"number": 1}]
    assert data["one_of"] == {"type": "other", "word": "w"}
    assert data["table"] == {"1": {"type": "inner", "number": 2}, "3": None}
    assert encode(Knock(2)) == {"type": "knock", "at": 2}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *(("number", wrong) for wrong in (None, "3", 3.0, True, [3])),
        *(("flag", wrong) for wrong in (1, "true", None)),
        *(("text", wrong) for wrong in (1, None, ["a"])),
        ("maybe", "4"),
        *(("bounded", wrong) for wrong in (0, 6, -1, True, 10**30)),
        *(("choice", wrong) for wrong in ("c", 2, True, 1.0, None, ["a"], {})),
        *(("numbers", wrong) for wrong in ("12", [1, "2"], [1, True], [1, 2.0], [1, [2]], {"1": 2}, None)),
        *(("words", wrong) for wrong in ("ab", ["a", "c"], ["a", 1], ["a", ["b"]], ["a", None], {"a": "b"}, None)),
        *(("pair", wrong) for wrong in ([1], [1, "x", 2], ["x", 1], None)),
        *(("many", wrong) for wrong in ("xy", [1], None)),
        *(("pairs", wrong) for wrong in ([[1]], [1, 2], [[1, None]])),
        *(("records", wrong) for wrong in ([{}], [{"number": 1, "more": 2}], [None], {"number": 1})),
        *(("one_of", wrong) for wrong in ({"number": 1}, {"type": "third"}, {"type": "inner"}, 1, {"type": []})),
        *(("either", wrong) for wrong in ("chance", 40, -1, None, True)),
        *(("table", wrong) for wrong in ([], {"x": None}, {"1": 1}, {"1.0": None}, None)),
        *(("counts", wrong) for wrong in ({"c": 1}, {"a": "1"}, [["a", 1]])),
    ],
    ids=repr,
)
def test_another_shape_is_malformed(name, wrong):
    data = {**encode(Everything()), name: wrong}
    with pytest.raises(Malformed):
        decode(Everything, data)


@pytest.mark.parametrize("data", [None, [], "x", 1, {}, {**encode(Everything()), "more": 1}], ids=str)
def test_what_is_no_such_record_is_malformed(data):
    with pytest.raises(Malformed):
        decode(Everything, data)


@pytest.mark.parametrize("missing", encode(Everything()))
def test_every_field_has_to_be_there(missing):
    data = encode(Everything())
    del data[missing]
    with pytest.raises(Malformed, match=missing):
        decode(Everything, data)


def test_malformed_says_what_was_expected_and_what_came():
    with pytest.raises(Malformed, match="a number from 1 to 5 expected, not 6"):
        decode(Everything, {**encode(Everything()), "bounded": 6})


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"type": "fly"},
        {"type": ["play"]},
        {"type": "play"},
        {"type": "play", "card": "atom_bomb", "targets": []},
        {"type": "play", "card": "smoke", "targets": 2},
        {"type": "play", "card": "smoke", "targets": [40]},
        {"type": "play", "card": "smoke", "targets": [-1]},
        {"type": "play", "card": "smoke", "targets": [True]},
        {"type": "play", "card": "smoke", "targets": ["2"]},
        {"type": "play", "card": "smoke", "targets": [1], "seat": 3},
        {"type": "disarm", "target": 1, "take": "identity"},
        {"type": "end", "now": True},
        {"type": "Play", "card": "smoke", "targets": []},
    ],
    ids=str,
)
def test_what_is_no_move_of_the_game_is_malformed(data):
    with pytest.raises(Malformed):
        GAME.load_move(data)


def test_what_is_no_event_or_state_or_house_rules_is_malformed():
    state, events = GAME.deal(GAME.rules({}, 4), 4, Dice(Random(1)))
    for load, data in (
        (GAME.load_event, {**GAME.dump_event(events[0]), "type": "undealt"}),
        (GAME.load_event, {**GAME.dump_event(events[0]), "salt": 5}),
        (GAME.load_state, {**GAME.dump_state(state), "turn": "1"}),
        (GAME.load_state, {**GAME.dump_state(state), "ask": {"type": "asking"}}),
        (GAME.load_rules, {**GAME.dump_rules(state.rules), "deaths": "never"}),
    ):
        with pytest.raises(Malformed):
            load(data)


def test_whole_games_come_back_the_same():
    rules = GAME.rules({"show_offers": True, "deck": {"search_warrant": 2}}, 5)
    state, steps = playout(GAME, rules, 5, Random(2))
    assert GAME.load_state(through_json(state)) == state
    assert GAME.load_rules(through_json(rules)) == rules
    for step in steps:
        assert [GAME.load_event(through_json(event)) for event in step.events] == step.events
        assert step.move is None or GAME.load_move(through_json(step.move)) == step.move
