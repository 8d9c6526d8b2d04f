"""The catalogues: complete, the same in shape, about what the engine has, and each in its own script."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from opencc import OpenCC

from engine.fireline import Fireline
from engine.fireline.kinds import CARDS, Take
from engine.fireline.kinds import IDENTITIES as FIRELINE_IDENTITIES
from engine.fireline.rules import DECK, MIX
from engine.tell import VARIANTS
from engine.undercover import Undercover
from engine.undercover.rules import LEADERS_FROM, SEATS, Rules
from engine.undercover.sides import RESULTS, Identity, Side
from engine.undercover.state import BULLETS, Cause, Note, Plan
from engine.words import LANGUAGES, load

ENGINE = Path(__file__).parent.parent.parent / "engine"
GAMES = {game.name: game for game in (Fireline(), Undercover())}
CHAPTERS = {
    "fireline": [
        *((1, 8), (10, 21), (25, 28), (30, 34), (36, 39), (42, 44), (46, 51), (53, 56)),
        *((60, 66), (68, 68), (70, 74), (80, 81), (90, 90)),
    ],
    "undercover": [(1, 3), (5, 11), (14, 21), (24, 28), (30, 31), (34, 41), (44, 45), (50, 55), (60, 60)],
}
"""The first and the last number of each run of rules on the rule pages."""
TEMPLATES = {"events", "moves", "notes", "plans", "lists", "unknown"}
"""The parts of a catalogue that have holes."""
CODE = {"Refusal": 0, "Refused": 0, "BadRules": 1, "aimed": 4}
"""Which argument of a call is the code of a refusal."""

in_each = pytest.mark.parametrize("lang", LANGUAGES)
of_each = pytest.mark.parametrize("game", GAMES)


def paths(words, at=""):
    """Each sentence of a catalogue with the path to it, in order."""
    if isinstance(words, str):
        yield at, words
    else:
        for key, value in words.items() if isinstance(words, dict) else enumerate(words):
            yield from paths(value, f"{at}/{key}")


def holes(template):
    return re.findall(r"\{(.*?)\}", template)


def kinds(templates):
    """What templates are about, without their variants."""
    return {key.partition(".")[0] for key in templates}


def sentences(game, lang):
    """The rules by number."""
    return {number: text for chapter in load(game, lang)["rules"] for number, text in chapter["rules"].items()}


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def labelled(hint):
    """The values of a house rule that need a word; those of any other type are shown as numbers."""
    if hint is bool:
        return {"true", "false"}
    if hint == str | None:
        return {"null"}
    if hint == Literal["random"] | int:
        return {"random", "seat"}
    return {str(value) for value in get_args(hint)} if get_origin(hint) is Literal else set()


def codes(game):
    """Every code that the source gives to a refusal."""
    for path in (*(ENGINE / game).glob("*.py"), ENGINE / "codec.py"):
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
@of_each
def test_a_game_speaks_its_own_words(game, lang):
    assert GAMES[game].words(lang) is load(game, lang)


@in_each
@of_each
def test_the_catalogues_have_one_shape(game, lang):
    assert [at for at, _ in paths(load(game, lang))] == [at for at, _ in paths(load(game, "en"))]


@in_each
@of_each
def test_no_word_is_missing(game, lang):
    # Between two sentences English has a space, and Chinese nothing.
    assert [at for at, text in paths(load(game, lang)) if not text.strip()] in ([], ["/lists/gap"])


@in_each
@of_each
def test_every_refusal_has_its_sentence(game, lang):
    assert set(load(game, lang)["refusals"]) == set(codes(game))


@in_each
def test_whatever_fireline_names_has_its_word(lang):
    words = load("fireline", lang)
    assert tuple(words["cards"]) == CARDS
    assert tuple(words["identities"]) == FIRELINE_IDENTITIES
    assert tuple(words["takes"]) == get_args(Take)
    assert set(words["phases"]) == {"play", "discard", "rescue", "over"}
    assert set(words["outcomes"]) == {"swat+citizen", "kidnapper", "draw"}


@in_each
def test_whatever_undercover_names_has_its_word(lang):
    words = load("undercover", lang)
    assert tuple(words["identities"]) == get_args(Identity)
    assert tuple(words["sides"]) == get_args(Side)
    assert tuple(words["results"]) == RESULTS
    assert tuple(words["causes"]) == get_args(Cause)
    assert set(words["phases"]) == {"night", "day", "over"}
    assert set(words["plans"]) == {field.name for field in fields(Plan)} - {"result"}
    assert set(words["channels"]) == {"table", "last_words", "dead", "group"}
    assert set(words["outcomes"]) == {"bureau", "gang", "people", "bureau+people", "gang+people", "draw"}


@in_each
@pytest.mark.parametrize("part", ["events", "moves"])
@of_each
def test_each_kind_has_a_template_and_templates_have_fields_for_holes(game, part, lang):
    templates, known = load(game, lang)[part], getattr(GAMES[game], part)
    assert kinds(templates) == set(known)
    for key, template in templates.items():
        kind, _, suffix = key.partition(".")
        assert kind in templates
        assert suffix in {"", *VARIANTS}
        has = {field.name for field in fields(known[kind])}
        # The verdict on one alone has his seat and identity.
        assert set(holes(template)) <= has | ({"seat", "identity"} if key == "judged.one" else set())


@in_each
def test_each_note_of_a_bulletin_has_a_template_with_its_fields_for_holes(lang):
    notes = load("undercover", lang)["notes"]
    assert kinds(notes) == set(get_args(get_type_hints(Note)["kind"]))
    for key, template in notes.items():
        assert key.partition(".")[2] in {"", *VARIANTS}
        assert set(holes(template)) <= {field.name for field in fields(Note)}


@in_each
@of_each
def test_all_sentences_have_the_same_holes_in_every_language(game, lang):
    english = dict(paths(load(game, "en")))
    for at, text in paths(load(game, lang)):
        assert sorted(holes(text)) == sorted(holes(english[at])), at
        assert holes(text) == [] or at.split("/")[1] in TEMPLATES or "seat" in at


@in_each
@of_each
def test_each_house_rule_and_each_of_its_values_has_its_word(game, lang):
    options, rules = load(game, lang)["options"], GAMES[game].rules_type
    assert list(options) == [field.name for field in fields(rules)]
    for name, hint in get_type_hints(rules).items():
        assert set(options[name]["values"]) == labelled(hint), name


@in_each
@of_each
def test_every_rule_stands_in_the_book_once_and_in_order(game, lang):
    chapters = load(game, lang)["rules"]
    letter = game[0].upper()
    expected = [f"{letter}{number}" for first, last in CHAPTERS[game] for number in range(first, last + 1)]
    assert [number for chapter in chapters for number in chapter["rules"]] == expected


@in_each
@of_each
def test_a_rule_names_the_house_rule_that_changes_it(game, lang):
    options, rules = load(game, lang)["options"], sentences(game, lang)
    for field in fields(GAMES[game].rules_type):
        name, rule = options[field.name]["name"], rules[field.metadata["rule"]]
        assert re.search(f"[“「]{name}[”」]", rule), field.name


@in_each
def test_the_book_of_fireline_counts_as_the_engine_does(lang):
    rules = sentences("fireline", lang)
    assert re.findall(r"\d/\d/\d", rules["F3"]) == [f"{a}/{b}/{c}" for a, b, c in MIX.values()]
    counts = numbers(rules["F4"])
    assert counts[:12] == [count for card, count in DECK.items() if card != "search_warrant"]
    assert counts[-2:] == [2, 2]


@in_each
def test_the_book_of_undercover_counts_as_the_engine_does(lang):
    rules, default, words = sentences("undercover", lang), Rules(), load("undercover", lang)
    hints = get_type_hints(Rules, include_extras=True)
    bounds = {name: list(hint.__metadata__[0]) for name, hint in hints.items() if hasattr(hint, "__metadata__")}
    more = [number for pair in LEADERS_FROM.items() for number in pair][2:]
    assert numbers(rules["U1"]) == [SEATS[0], SEATS[-1], *[default.leaders] * 3, *more]
    assert numbers(rules["U7"]) == [BULLETS, 1]
    assert numbers(rules["U51"]) == [2, 2]
    draws = [default.quiet_rounds, default.max_rounds, *bounds["quiet_rounds"], *bounds["max_rounds"]]
    assert numbers(rules["U54"]) == draws
    assert numbers(rules["U60"]) == [default.night_hours, default.day_hours, *bounds["night_hours"]]
    assert bounds["night_hours"] == bounds["day_hours"]
    assert numbers(words["refusals"]["seats_out_of_range"]) == [SEATS[0], SEATS[-1]]


@pytest.mark.parametrize(
    ("game", "lang", "names"),
    [
        (
            "fireline",
            "zh-Hans",
            "暗火线 单发子弹 双发子弹 手雷 烟雾弹 闪光弹 武装解除 急救包 "
            "超市 餐厅 主控室 储藏室 防弹衣 搜查令 血清 特警 市民 绑匪",
        ),
        (
            "fireline",
            "zh-Hant",
            "暗火線 單發子彈 雙發子彈 手雷 煙霧彈 閃光彈 武裝解除 急救包 "
            "超市 餐廳 主控室 儲藏室 防彈衣 搜查令 血清 特警 市民 綁匪",
        ),
        ("undercover", "zh-Hans", "潜伏 特工 黑帮 线人 平民 地下党 军统局 黑社会 人民群众"),
        ("undercover", "zh-Hant", "潛伏 特工 黑幫 線人 平民 地下黨 軍統局 黑社會 人民群眾"),
    ],
)
def test_things_are_called_as_they_are_printed(game, lang, names):
    words = load(game, lang)
    named = [each for part in ("cards", "identities", "sides") for each in words.get(part, {}).values()]
    assert [words["name"], *(each["name"] for each in named)] == names.split()


@pytest.mark.parametrize(
    ("lang", "terms"),
    [
        ("zh-Hans", "刺杀 拉拢 验人 狙击 上家 共群 票权 出局 执法团 法官"),
        ("zh-Hant", "刺殺 拉攏 驗人 狙擊 上家 共群 票權 出局 執法團 法官"),
    ],
)
def test_undercover_keeps_the_terms_of_those_who_play_it(lang, terms):
    text = "\n".join(text for _, text in paths(load("undercover", lang)))
    assert [term for term in terms.split() if term not in text] == []


@pytest.mark.parametrize(("lang", "charset"), [("zh-Hans", "gb2312"), ("zh-Hant", "big5")])
@of_each
def test_chinese_is_written_in_one_script_and_without_latin(game, lang, charset):
    for at, text in paths(load(game, lang)):
        bare = re.sub(r"\{\w+\}|[FU]\d+|—", "", text)
        assert not re.search(r"[A-Za-z]|[,;?!()]|\s", bare), at
        assert bare.encode(charset).decode(charset) == bare, at


@pytest.mark.parametrize(("lang", "script"), [("zh-Hans", "t2s"), ("zh-Hant", "s2tw")])
@of_each
def test_the_converter_finds_nothing_of_the_other_script(game, lang, script):
    # What the converter misreads: Fireline's name, 和面 as the kneading of dough, and 公布 as it is written today.
    misread = re.compile("暗火線|和面前|公布")
    text = "\n".join(misread.sub("", text) for _, text in paths(load(game, lang)))
    assert OpenCC(script).convert(text) == text


@of_each
def test_traditional_is_written_in_the_words_of_taiwan_and_hong_kong(game):
    text = "\n".join(text for _, text in paths(load(game, "zh-Hant")))
    foreign = ("默認", "信息", "當前", "回覆", "闇", "“", "平局", "反饋")
    assert [word for word in foreign if word in text] == []


@in_each
@of_each
def test_each_standing_answer_and_each_kind_of_question_has_its_word(game, lang):
    words, rules = load(game, lang), GAMES[game]
    assert list(words["standing"]) == [field.name for field in fields(rules.standing_type)]
    assert all(each["name"] and each["help"] for each in words["standing"].values())
    assert set(rules.asks) < set(words["phases"])


@in_each
def test_a_standing_answer_of_undercover_is_called_as_the_move_that_it_says(lang):
    words = load("undercover", lang)
    for name in ("assassinate", "recruit", "check", "forge", "snipe", "vote"):
        assert words["standing"][name]["name"] in words["moves"][name]
