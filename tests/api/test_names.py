"""Names: what may be in one, and which look alike."""

import pytest

from api.web import names, texts
from tests.api.people import Person

GOOD = [
    "Ann",
    "王小明",
    "ニンジャ",
    "Łukasz",
    "Анна",
    "O'Neil",
    "nguyễn",
    "김철수",
    "أحمد",
    "Ann B",
    "l33t",
    "สมชาย",
    "🎲 Ann",
]
BAD = {
    "one character": "A",
    "too long": "x" * 25,
    "nothing": "",
    "spaces alone": "     ",
    "no letter": "!!!",
    "zero width space": "An\u200bn",
    "zero width joiner": "An\u200dn",
    "soft hyphen": "An\u00adn",
    "right-to-left override": "An\u202en",
    "isolate": "An\u2066n",
    "line feed": "An\nn",
    "tab": "An\tn",
    "NUL": "An\x00n",
    "Hangul filler": "An\u3164n",
    "Braille blank": "An\u2800n",
    "variation selector": "An\ufe0fn",
    "tag": "An\U000e0041n",
    "line separator": "An\u2028n",
    "private use": "An\ue000n",
    "unassigned": "An\u0378n",
    "accents piled up": "A\u0301\u0302\u0303\u0304nn",
    "a bot's": "Bot 3",
    "a bot's, drawn alike": "B0t З",
}
ALIKE = [
    ("Ann", "ann"),
    ("Ann", "ＡＮＮ"),
    ("Ann", "Аnn"),
    ("Ann", "Αnn"),
    ("Alice", "AIice"),
    ("Alice", "A1ice"),
    ("Alice", "ALICE"),
    ("Bob", "B0b"),
    ("paypal", "раураl"),
    ("mike", "rnike"),
    ("Ann B", "AnnB"),
    ("Ann  B", "Ann B"),
    ("ﬁona", "fiona"),
    ("口口", "囗囗"),
]
APART = [("Ann", "Anna"), ("王小明", "王大明"), ("ken", "len"), ("Zoë", "Zoe"), ("Ali", "All")]


@pytest.mark.parametrize("raw", GOOD)
def test_a_name_in_any_script_is_kept(raw):
    assert names.name(raw)


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD)
def test_a_name_that_cannot_be_had(raw):
    with pytest.raises(names.BadName):
        names.name(raw)


def test_a_name_is_kept_in_one_of_its_spellings():
    assert names.name("  Ａｎｎ   B ") == "Ann B"
    assert names.name("Zoe\u0308") == "Zo\u00eb"


def same(a, b):
    return names.folded(a) == names.folded(b) or names.skeleton(a) == names.skeleton(b)


@pytest.mark.parametrize(("a", "b"), ALIKE)
def test_look_alikes_are_one(a, b):
    assert same(names.name(a), names.name(b))


@pytest.mark.parametrize(("a", "b"), APART)
def test_others_are_not(a, b):
    assert not same(names.name(a), names.name(b))


def test_a_look_alike_of_a_taken_name_is_refused(app):
    Person(app, "Alice")
    for name in ("Alice", "ALICE", "AIice", "Аlice"):
        refused = Person(app).post("/guests", {"name": name})
        assert (refused.status_code, refused.json["code"]) == (409, "name_taken")
    assert Person(app, "Alicia").secret


def test_a_message_is_kept_as_text_without_controls():
    assert texts.message("  <b>hi</b>\r\nyou\x00\x07\u202e \t there\n\n") == "<b>hi</b>\nyou   there"
    assert texts.message("e\u0301") == "\u00e9"
    assert texts.message("👩\u200d🚒") == "👩\u200d🚒"
    assert texts.line(" a\n b\tc ") == "a b c"
    assert texts.line("a\ufffe\uffff\ufdd0\ufdef\U0001fffe\U0010ffffb") == "ab", "no feed could hold these"
    assert texts.line("\ufdcf\ufdf0\ufffd\U0001f9ff\U0001faff") == "\ufdcf\ufdf0\ufffd\U0001f9ff\U0001faff"
