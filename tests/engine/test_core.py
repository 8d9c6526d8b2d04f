"""The words every game is written in: holes and what fills them, chance and its record, names in JSON."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from engine.core import Dice, Move, Named, Option, Pick, Recorded, Recording, commitment, move, word


@move
class Point(Move):
    """A move with a field of each sort."""

    at: int
    near: tuple[str, ...]


@move
class Rest(Move):
    """A move without fields."""


PICKS = [
    Pick("abc"),
    Pick("abc", 1, 2),
    Pick("aab", 1, 2),
    Pick("aabb", 2, 3),
    Pick("abc", 0, 1),
    Pick("abc", 3, 3),
    Pick("aaa", 2, 2),
    Pick("ab", 1, 5),
]


@pytest.mark.parametrize("pick", PICKS, ids=str)
def test_a_hole_for_several_takes_each_as_often_as_it_stands_there(pick):
    held = {
        said
        for size in range(len(pick.of) + 2)
        for said in product("abcd", repeat=size)
        if pick.least <= size <= pick.most and not Counter(said) - Counter(pick.of)
    }
    everything = {said for size in range(len(pick.of) + 2) for said in product("abcd", repeat=size)}
    assert {said for said in everything if pick.holds(said)} == held


@pytest.mark.parametrize("pick", PICKS, ids=str)
def test_values_are_all_that_a_hole_holds_each_once_in_some_order(pick):
    values = list(pick.values(many=True))
    assert len(values) == len({tuple(sorted(value)) for value in values})
    spelled = {other for value in values for other in permutations(value)}
    sizes = range(pick.least, min(pick.most, len(pick.of)) + 1)
    assert spelled == {said for size in sizes for said in product("abcd", repeat=size) if pick.holds(said)}


@pytest.mark.parametrize("pick", PICKS, ids=str)
def test_chance_finds_each_value_of_a_hole_and_no_other(pick):
    chance = Random(1)
    found = {tuple(sorted(pick.some(chance, many=True))) for _ in range(400)}
    assert found == {tuple(sorted(value)) for value in pick.values(many=True)}
    assert {pick.some(chance, many=False) for _ in range(100)} == set(pick.of) == set(pick.values(many=False))


def test_a_hole_for_one_takes_one_thing():
    pick = Pick([1, 2, 2])
    assert pick.holds(2)
    assert not pick.holds(3)
    assert list(pick.values(many=False)) == [1, 2]


OPTION = Option(Point, at=Pick([1, 2]), near=Pick("ab", 1, 2))


def test_an_option_holds_its_moves_and_no_others():
    moves = list(OPTION.moves())
    assert moves == [Point(at, near) for at in (1, 2) for near in (("a",), ("b",), ("a", "b"))]
    assert all(map(OPTION.holds, moves))
    assert {OPTION.some(Random(seed)) for seed in range(60)} == set(moves)
    assert OPTION.holds(Point(1, ("b", "a")))
    assert not any(map(OPTION.holds, (Point(3, ("a",)), Point(1, ()), Point(1, ("a", "a")), Rest())))


def test_an_option_without_holes_is_one_move():
    fixed = Option(Point, at=1, near=("a", "b"))
    assert list(fixed.moves()) == [fixed.some(Random(0))] == [Point(1, ("a", "b"))]
    assert not fixed.holds(Point(1, ("b", "a")))
    assert list(Option(Rest).moves()) == [Rest()]


def test_an_option_is_written_as_its_move_with_holes():
    assert OPTION.plain() == {
        "type": "point",
        "at": {"pick": [1, 2], "least": 1, "most": 1},
        "near": {"pick": ["a", "b"], "least": 1, "most": 2},
    }
    assert Option(Point, at=1, near=("a",)).plain() == {"type": "point", "at": 1, "near": ["a"]}
    assert OPTION == Option(Point, at=Pick([1, 2]), near=Pick("ab", 1, 2)) != Option(Rest)
    assert repr(Option(Point, at=1, near=())) == "Option(Point, at=1, near=())"


def test_a_class_is_named_by_its_words():
    class RescueOpened(Named):
        """A name of two words."""

    assert RescueOpened.type == word("RescueOpened") == "rescue_opened"
    assert word("U") == "u"


def asked(chance):
    """What chance brings to one question of each sort."""
    return [chance.order("deck", "abcdef"), chance.one("hand", [1, 2, 3]), chance.salt()]


def test_what_chance_brought_can_be_brought_again():
    recording = Recording(Dice(Random(5)))
    once = asked(recording)
    assert recording.brought == once
    assert asked(Recorded(recording.brought)) == once
    assert asked(Dice(Random(5))) == once != asked(Dice(Random(6)))


def test_the_record_keeps_an_order_as_it_was():
    recording = Recording(Dice(Random(0)))
    recording.order("deck", "abc").clear()
    assert sorted(recording.brought[0]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("brought", "question"),
    [
        ([["a", "b"]], lambda chance: chance.order("deck", "abc")),
        ([["a", "a", "c"]], lambda chance: chance.order("deck", "abc")),
        (["abc"], lambda chance: chance.order("deck", "abc")),
        ([4], lambda chance: chance.one("hand", [1, 2, 3])),
        ([], lambda chance: chance.one("hand", [1])),
        ([], lambda chance: chance.salt()),
    ],
)
def test_a_record_that_could_not_have_come_is_refused(brought, question):
    with pytest.raises(ValueError, match=r"^(deck|hand|salt): "):
        question(Recorded(brought))


def test_dice_are_fair_enough_and_salts_are_new():
    dice = Dice(Random(0))
    orders = Counter(tuple(dice.order("deck", "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())
    salts = {dice.salt() for _ in range(100)}
    assert len(salts) == 100
    assert {len(salt) for salt in salts} == {64}


def test_a_commitment_binds_salt_and_order():
    sealed = commitment("5a", ("vest", "serum"))
    # printf '5a:vest,serum' | sha256sum
    assert sealed == "6b129c2f21bb2670dc384e7369ead003c3d4ef0f6bbfaa167c3292488031766e"
    assert len({sealed, commitment("5b", ("vest", "serum")), commitment("5a", ("serum", "vest"))}) == 3
