"""The catalogues: complete, the same in shape, about what the engine has, and each in its own script."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from opencc import OpenCC

from engine.fireline.events import EVENTS
from engine.fireline.kinds import CARDS, IDENTITIES, Take
from engine.fireline.moves import MOVES
from engine.fireline.rules import DECK, MIX, Rules
from engine.tell import VARIANTS
from engine.words import LANGUAGES, load

FIRELINE = Path(__file__).parent.parent.parent / "engine" / "fireline"
CHAPTERS = [
    *((1, 8), (10, 21), (25, 28), (30, 34), (36, 39), (42, 44), (46, 51), (53, 56)),
    *((60, 66), (68, 68), (70, 74), (80, 81), (90, 90)),
]
RULES = [f"F{number}" for first, last in CHAPTERS for number in range(first, last + 1)]
CODE = {"Refusal": 0, "Refused": 0, "BadRules": 1, "aimed": 4}
"""Which argument of a call is the code of a refusal."""

in_each = pytest.mark.parametrize("lang", LANGUAGES)


def paths(words, at=""):
    """Each sentence of a catalogue with the path to it, in order."""
    if isinstance(words, str):
        yield at, words
    else:
        for key, value in words.items() if isinstance(words, dict) else enumerate(words):
            yield from paths(value, f"{at}/{key}")


def holes(template):
    return re.findall(r"\{(.*?)\}", template)


def sentences(lang):
    """The rules by number."""
    return {number: text for chapter in load("fireline", lang)["rules"] for number, text in chapter["rules"].items()}


def labelled(hint):
    """The values of a house rule that need a word; those of any other type are shown as numbers."""
    if hint is bool:
        return {"true", "false"}
    if hint == Literal["random"] | int:
        return {"random", "seat"}
    return {str(value) for value in get_args(hint)} if get_origin(hint) is Literal else set()


def codes():
    """Every code that the source gives to a refusal."""
    for path in FIRELINE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODE:
                code = node.args[CODE[node.func.id]]
                if isinstance(code, ast.Constant):
                    yield code.value


def test_a_catalogue_is_read_once():
    assert load("fireline", "en") is load("fireline", "en")


@pytest.mark.parametrize(
    ("game", "lang"),
    [("fireline", "fr"), ("fireline", "../en"), ("chess", "en"), ("../engine/fireline", "en"), ("", "en")],
)
def test_there_are_no_words_for_another_game_or_language(game, lang):
    with pytest.raises(ValueError, match="no words"):
        load(game, lang)


@in_each
def test_the_catalogues_have_one_shape(lang):
    assert [at for at, _ in paths(load("fireline", lang))] == [at for at, _ in paths(load("fireline", "en"))]


@in_each
def test_no_word_is_missing(lang):
    assert [at for at, text in paths(load("fireline", lang)) if not text.strip()] == []


@in_each
def test_whatever_the_engine_names_has_its_word(lang):
    words = load("fireline", lang)
    assert tuple(words["cards"]) == CARDS
    assert tuple(words["identities"]) == IDENTITIES
    assert tuple(words["takes"]) == get_args(Take)
    assert set(words["phases"]) == {"play", "discard", "rescue", "over"}
    assert set(words["refusals"]) == set(codes())


@in_each
@pytest.mark.parametrize(("part", "kinds"), [("events", EVENTS), ("moves", MOVES)])
def test_each_kind_has_a_template_and_templates_have_fields_for_holes(lang, part, kinds):
    words = load("fireline", lang)
    assert {key for key in words[part] if "." not in key} == set(kinds)
    for key, template in words[part].items():
        kind, _, suffix = key.partition(".")
        assert suffix in {"", *VARIANTS}
        assert set(holes(template)) <= {field.name for field in fields(kinds[kind])}
        assert sorted(holes(template)) == sorted(holes(load("fireline", "en")[part][key])), key


@in_each
def test_all_other_sentences_have_the_same_holes(lang):
    english = dict(paths(load("fireline", "en")))
    for at, text in paths(load("fireline", lang)):
        assert sorted(holes(text)) == sorted(holes(english[at])), at
        assert holes(text) == [] or at.split("/")[1] in {"events", "moves", "lists", "unknown"} or "seat" in at


@in_each
def test_each_house_rule_and_each_of_its_values_has_its_word(lang):
    options = load("fireline", lang)["options"]
    assert list(options) == [field.name for field in fields(Rules)]
    for name, hint in get_type_hints(Rules).items():
        assert set(options[name]["values"]) == labelled(hint), name


@in_each
def test_every_rule_stands_in_the_book_once_and_in_order(lang):
    chapters = load("fireline", lang)["rules"]
    assert [number for chapter in chapters for number in chapter["rules"]] == RULES


@in_each
def test_a_rule_names_the_house_rule_that_changes_it(lang):
    options, rules = load("fireline", lang)["options"], sentences(lang)
    for field in fields(Rules):
        assert options[field.name]["name"] in rules[field.metadata["rule"]]


@in_each
def test_the_book_counts_as_the_engine_does(lang):
    rules = sentences(lang)
    assert re.findall(r"\d/\d/\d", rules["F3"]) == [f"{a}/{b}/{c}" for a, b, c in MIX.values()]
    counts = [int(number) for number in re.findall(r"\d+", rules["F4"])]
    assert counts[:12] == [count for card, count in DECK.items() if card != "search_warrant"]
    assert counts[-2:] == [2, 2]


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        (
            "zh-Hans",
            "暗火线 单发子弹 双发子弹 手雷 烟雾弹 闪光弹 武装解除 急救包 "
            "超市 餐厅 主控室 储藏室 防弹衣 搜查令 血清 特警 市民 绑匪",
        ),
        (
            "zh-Hant",
            "暗火線 單發子彈 雙發子彈 手雷 煙霧彈 閃光彈 武裝解除 急救包 "
            "超市 餐廳 主控室 儲藏室 防彈衣 搜查令 血清 特警 市民 綁匪",
        ),
    ],
)
def test_cards_and_identities_are_called_as_they_are_printed(lang, names):
    words = load("fireline", lang)
    named = [*words["cards"].values(), *words["identities"].values()]
    assert [words["name"], *(each["name"] for each in named)] == names.split()


@pytest.mark.parametrize(("lang", "charset"), [("zh-Hans", "gb2312"), ("zh-Hant", "big5")])
def test_chinese_is_written_in_one_script_and_without_latin(lang, charset):
    for at, text in paths(load("fireline", lang)):
        bare = re.sub(r"\{\w+\}|F\d+|—", "", text)
        assert not re.search(r"[A-Za-z]|[,;?!()]|\s", bare), at
        assert bare.encode(charset), at


@pytest.mark.parametrize(("lang", "script"), [("zh-Hans", "t2s"), ("zh-Hant", "s2tw")])
def test_the_converter_finds_nothing_of_the_other_script(lang, script):
    # Two words that the converter misreads: the game's name, and 和面 as the kneading of dough.
    misread = re.compile("暗火線|和面前")
    text = "\n".join(misread.sub("", text) for _, text in paths(load("fireline", lang)))
    assert OpenCC(script).convert(text) == text


def test_traditional_is_written_in_the_words_of_taiwan_and_hong_kong():
    text = "\n".join(text for _, text in paths(load("fireline", "zh-Hant")))
    assert [word for word in ("默認", "信息", "當前", "回覆", "闇", "“", "平局") if word in text] == []
