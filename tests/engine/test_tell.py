"""Events, notes and moves in words: each variant, hidden and open, of every game in every language."""

import re
from random import Random

import pytest

from engine.codec import encode
from engine.core import Dice
from engine.fireline import events as f
from engine.tell import note, say, tell
from engine.undercover import events as u
from engine.undercover.state import Note, Plan
from engine.words import LANGUAGES, load
from tests.engine.samples import ENGLISH, GAMES, MOVES, NOTES, SAMPLES, TO_ONLOOKERS

NAMES = ["Ann", "Ben", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kay", "Leo", "Max", "Ned"]

in_each = pytest.mark.parametrize("lang", LANGUAGES)
of_each = pytest.mark.parametrize("game", GAMES)


def each(samples):
    """A parameter list of game, thing and what is said of it."""
    return [(game, thing, said) for game, known in samples.items() for thing, said in known]


def told(game, event, lang):
    return tell(GAMES[game].dump_event(event), load(game, lang), NAMES)


def template(game, event):
    """The key of the template that is taken for an event."""
    words = load(game, "en")
    keys = {**words, "events": {key: key for key in words["events"]}}
    return tell(GAMES[game].dump_event(event), keys, NAMES)


@pytest.mark.parametrize(("game", "event", "key"), each(SAMPLES))
def test_the_variant_fits_the_event(game, event, key):
    assert template(game, event) == key
    assert template(game, event.seen(None)) == TO_ONLOOKERS[game].get(key, key)


@of_each
def test_every_event_and_every_template_has_its_sample(game):
    assert {event.type for event, _ in SAMPLES[game]} == set(GAMES[game].events)
    taken = {key for _, key in SAMPLES[game]} | set(TO_ONLOOKERS[game].values())
    assert taken == set(load(game, "en")["events"])


@in_each
@pytest.mark.parametrize(("game", "event", "key"), each(SAMPLES))
def test_each_event_is_a_sentence_to_everyone(game, event, key, lang):
    for seen in (event, event.seen(None), event.seen(0), event.seen(1)):
        assert re.fullmatch(r"[^{}]+[.。]", told(game, seen, lang))


@pytest.mark.parametrize(("game", "event", "sentence"), each(ENGLISH))
def test_in_english(game, event, sentence):
    assert told(game, event, "en") == sentence


@pytest.mark.parametrize(
    ("game", "event", "mainland", "taiwan"),
    [
        (
            "fireline",
            f.Drew(0, ("serum", "vest", "serum", None)),
            "Ann摸牌：血清×2、防弹衣和1张牌。",
            "Ann摸牌：血清×2、防彈衣和1張牌。",
        ),
        ("fireline", f.Drew(0, (None, None)), "Ann摸了2张牌。", "Ann摸了2張牌。"),
        (
            "fireline",
            f.Played(0, "double_bullet", (1, 2)),
            "Ann对Ben和Cal使用双发子弹。",
            "Ann對Ben和Cal使用雙發子彈。",
        ),
        (
            "fireline",
            f.RescueOpened((1,), ()),
            "Ben濒死。可以施救的玩家：无人。",
            "Ben瀕死。可以施救的玩家：無人。",
        ),
        ("fireline", f.Ended(("swat", "citizen")), "游戏结束。特警和市民获胜。", "遊戲結束。特警和市民獲勝。"),
        ("fireline", f.Ended(()), "游戏结束。平局，无人获胜。", "遊戲結束。平手，無人獲勝。"),
        (
            "undercover",
            u.Judged(9, ((1, "informant"),)),
            "本回合全场有效票权9票，Ben获票最高出局；身份：线人。",
            "本回合全場有效票權9票，Ben獲票最高出局；身份：線人。",
        ),
        (
            "undercover",
            u.Judged(9, ((0, "agent"), (1, "underground"))),
            "本回合全场有效票权9票，获票最高出局：Ann（特工）和Ben（地下党）。",
            "本回合全場有效票權9票，獲票最高出局：Ann（特工）和Ben（地下黨）。",
        ),
        (
            "undercover",
            u.Dawned(2, ((0, "blade", None), (1, "bullet", "informant"))),
            "第2回合，天亮了。昨夜死亡：Ann（被刺杀）和Ben（被狙击，身份：线人）。",
            "第2回合，天亮了。昨夜死亡：Ann（被刺殺）和Ben（被狙擊，身份：線人）。",
        ),
        (
            "undercover",
            u.Told(((Note("recruited", side="gang"), Note("partner", 2)), (), (Note("underground"),))),
            "执法团已私下反馈。【Ann】您被黑帮拉拢，正式成为黑社会线人。Cal是您的同伴，您与其现已共群。"
            "【Cal】您已被双方拉拢，成为潜伏的地下党，身份立场回归人民群众。",
            "執法團已私下回饋。【Ann】您被黑幫拉攏，正式成為黑社會線人。Cal是您的同伴，您與其現已共群。"
            "【Cal】您已被雙方拉攏，成為潛伏的地下黨，身份立場回歸人民群眾。",
        ),
        (
            "undercover",
            u.Planned(0, Plan(forge=1, result="informant_gang", snipe=2)),
            "Ann提交今晚的行动：编造验人（Ben是黑社会线人）和狙击Cal。",
            "Ann提交今晚的行動：編造驗人（Ben是黑社會線人）和狙擊Cal。",
        ),
    ],
)
def test_in_chinese(game, event, mainland, taiwan):
    assert told(game, event, "zh-Hans") == mainland
    assert told(game, event, "zh-Hant") == taiwan


@pytest.mark.parametrize(("line", "sentence"), NOTES)
def test_a_note_in_english(line, sentence):
    assert note(encode(line), load("undercover", "en"), NAMES) == sentence


@pytest.mark.parametrize(
    ("line", "mainland", "taiwan"),
    [
        (Note("success", 1), "您拉拢Ben成功。", "您拉攏Ben成功。"),
        (
            Note("recruited", side="bureau"),
            "您被特工拉拢，正式成为军统局线人。",
            "您被特工拉攏，正式成為軍統局線人。",
        ),
        (Note("check", 1, result="civilian"), "您的验人结果：Ben是平民。", "您的驗人結果：Ben是平民。"),
        (
            Note("check", 1, result="informant_gang", source=0),
            "Ann的验人结果：Ben是黑社会线人。",
            "Ann的驗人結果：Ben是黑社會線人。",
        ),
    ],
)
def test_a_note_in_chinese(line, mainland, taiwan):
    assert note(encode(line), load("undercover", "zh-Hans"), NAMES) == mainland
    assert note(encode(line), load("undercover", "zh-Hant"), NAMES) == taiwan


@in_each
def test_every_note_is_a_sentence(lang):
    words = load("undercover", lang)
    said = {note(encode(line), words, NAMES) for line, _ in NOTES}
    assert len(said) == len(words["notes"])
    assert all(re.fullmatch(r"[^{}]+[.。]", sentence) for sentence in said)


def test_braces_in_a_name_are_no_hole():
    names = ["{target}", "{seat}"]
    rescued = GAMES["fireline"].dump_event(f.Rescued(0, 1))
    assert tell(rescued, load("fireline", "en"), names) == "{target} rescues {seat}, who is back at 1 blood."
    bulletins = GAMES["undercover"].dump_event(u.Told(((Note("partner", 1),), ())))
    assert "[{target}] {seat} is your partner" in tell(bulletins, load("undercover", "en"), names)


@pytest.mark.parametrize(("game", "move", "words"), each(MOVES))
def test_a_move_in_english(game, move, words):
    assert say(move, load(game, "en"), NAMES) == words


@in_each
@of_each
def test_every_move_has_words(game, lang):
    assert {move["type"] for move, _ in MOVES[game]} == set(GAMES[game].moves)
    for move, _ in MOVES[game]:
        assert re.fullmatch(r"[^{}]+", say(move, load(game, lang), NAMES))


CHOSEN = {
    "fireline": [{"deck": {"search_warrant": 4}}, {"show_offers": True}, {"restaurant_heal": 2}],
    "undercover": [{"tie": "all"}, {"tie": "revote", "ballots": "secret"}, {"dawn_reveal": "identity"}],
}
"""House rules for a few whole games."""


@pytest.mark.parametrize("seed", range(3))
@of_each
def test_a_whole_game_can_be_told_to_everyone_in_every_language(game, seed):
    random, played = Random(seed), GAMES[game]
    chance, seats = Dice(random), min(14, played.seats[2])
    state, log = played.deal(played.rules(CHOSEN[game][seed], seats), seats, chance)
    said = []
    while played.outcome(state) is None:
        seat = random.choice(played.silent(state))
        move = random.choice(played.options(state, seat)).some(random)
        said.append(played.dump_move(move))
        log += played.apply(state, seat, move, chance)
    seen = {str(each): each for event in log for each in (event, *map(event.seen, (None, *range(seats))))}
    for words in map(played.words, LANGUAGES):
        for event in seen.values():
            assert re.fullmatch(r"[^{}]+[.。]", tell(played.dump_event(event), words, NAMES))
        for move in said:
            assert re.fullmatch(r"[^{}]+", say(move, words, NAMES))
