"""Schemas from type hints: strict, and nothing turned into what it isn't."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from marshmallow import ValidationError

from api.web.shapes import field, one_of, record, typed
from engine.core import Bounds, Move, move

Count = Annotated[int, Bounds(0, 9)]

TAKEN = [
    (Count, 0),
    (Count, 9),
    (bool, True),
    (str, "x"),
    (str | None, None),
    (Literal["a", "b"], "a"),
    (Literal[1, 2], 2),
    (Literal["random"] | Count, "random"),
    (Literal["random"] | Count, 3),
    (dict[Literal["a"], Count], {"a": 1}),
    (dict[Literal["a"], Count] | None, None),
    (list[dict[str, Any]], ({"x": None},)),
    (dict[str, Any], {"x": None}),
]
REFUSED = [
    (Count, -1),
    (Count, 10),
    (Count, "1"),
    (Count, 1.0),
    (Count, True),
    (Count, None),
    (Count, 10**30),
    (bool, 1),
    (bool, "true"),
    (bool, None),
    (str, 1),
    (str, None),
    (Literal["a", "b"], "c"),
    (Literal["a", "b"], ["a"]),
    (Literal["a", "b"], {}),
    (Literal[1, 2], True),
    (Literal[1, 2], "1"),
    (Literal[1, 2], 1.0),
    (Literal["random"] | Count, "later"),
    (Literal["random"] | Count, False),
    (Literal["random"] | Count, 10),
    (tuple[Count, ...], 3),
    (tuple[Count, ...], [10]),
    (tuple[Count, ...], [[1]]),
    (tuple[Count, Count], [1]),
    (dict[Literal["a"], Count], {"b": 1}),
    (dict[Literal["a"], Count], {"a": "1"}),
    (dict[Literal["a"], Count], []),
]


@pytest.mark.parametrize(("hint", "value"), TAKEN)
def test_a_value_of_the_type_is_taken_as_it_is(hint, value):
    assert field(hint).deserialize(value) == value


@pytest.mark.parametrize(("hint", "value"), REFUSED)
def test_any_other_is_refused(hint, value):
    with pytest.raises(ValidationError):
        field(hint).deserialize(value)


@move
class Throw(Move):
    """Throw things."""

    things: tuple[Literal["stone", "stick"], ...]
    at: Count | None = None


@move
class Wait(Move):
    """Wait."""


MOVES = one_of("Moves", "Any.", {"throw": typed(Throw, "T"), "wait": typed(Wait, "T")})()


def test_a_move_is_read_by_its_declaration():
    assert MOVES.load({"type": "throw", "things": ["stone", "stone"]}) == Throw(("stone", "stone"))
    assert MOVES.load({"type": "throw", "things": [], "at": 3}) == Throw((), 3)
    assert MOVES.load({"type": "wait"}) == Wait()


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ({}, "type"),
        ({"type": "jump"}, "type"),
        ({"type": ["wait"]}, "type"),
        ({"type": None}, "type"),
        ({"type": "wait", "for": 3}, "for"),
        ({"type": "throw"}, "things"),
        ({"type": "throw", "things": "stone"}, "things"),
        ({"type": "throw", "things": ["tree"]}, "things"),
        ({"type": "throw", "things": [], "at": True}, "at"),
    ],
)
def test_what_is_no_move_is_refused_where_it_is_wrong(said, at):
    with pytest.raises(ValidationError) as refused:
        MOVES.load(said)
    assert set(refused.value.messages) == {at}


def test_records_of_both_kinds_become_schemas():
    @dataclass
    class Rules:
        name: str
        count: Count = 3

    class View(TypedDict):
        seats: Annotated[list[int], "All of them."]
        more: NotRequired[str]

    assert record(Rules)().load({"name": "x"}) == {"name": "x"}
    made = record(View)()
    assert made.load({"seats": [1]}) == {"seats": (1,)}
    assert made.fields["seats"].metadata["description"] == "All of them."
    with pytest.raises(ValidationError):
        made.load({"more": "x"})
    assert record(View) is record(View, "")
