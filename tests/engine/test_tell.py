"""Events and moves in words: each variant, hidden and open, in every language."""

import re
from random import Random

import pytest

from engine.core import Dice
from engine.fireline import events as e
from engine.fireline.events import EVENTS
from engine.fireline.moves import MOVES
from engine.fireline.state import Dying
from engine.game import GAMES
from engine.tell import say, tell
from engine.words import LANGUAGES, load

FIRELINE = GAMES["fireline"]
NAMES = ["Ann", "Ben", "Cal", "Dan", "Eve", "Fay"]
ENGLISH, MAINLAND, TAIWAN = load("fireline", "en"), load("fireline", "zh-Hans"), load("fireline", "zh-Hant")

SAMPLES = [
    (e.Dealt(("swat", "citizen", "kidnapper"), "c0", "5a"), "dealt"),
    (e.Shuffled(("vest", "serum", "serum"), "c0", "5a"), "shuffled"),
    (e.TurnBegan(1, 7), "turn_began"),
    (e.Drew(0, ("serum", "vest")), "drew"),
    (e.PlayBegan(0), "play_began"),
    (e.DiscardBegan(0, 2), "discard_began"),
    (e.DiscardBegan(0, 1), "discard_began.one"),
    (e.Played(0, "double_bullet", (1, 2)), "played"),
    (e.Played(0, "serum", ()), "played.none"),
    (e.Searched(0, 1, "kidnapper"), "searched"),
    (e.Placed(0, "flash", (1, 2)), "placed"),
    (e.Lifted("smoke", 0, (1,)), "lifted"),
    (e.Equipped(0, "vest", None), "equipped"),
    (e.Equipped(0, "storeroom", "restaurant"), "equipped.replacing"),
    (e.Removed(0, "restaurant"), "removed"),
    (e.Disarmed(0, 1, "vest", False), "disarmed"),
    (e.Disarmed(0, 1, "serum", True), "disarmed.hand"),
    (e.Hurt(1, 2), "hurt"),
    (e.Healed(0, 3), "healed"),
    (e.RescueOpened((1, 2), (3,)), "rescue_opened"),
    (e.Answered(3, 1), "answered"),
    (e.Answered(3, None), "answered.pass"),
    (e.RescueClosed(None), "rescue_closed"),
    (e.RescueClosed(((3, 1), (4, 1))), "rescue_closed.offers"),
    (e.Rescued(3, 1), "rescued"),
    (e.Died(1, "citizen"), "died"),
    (e.Looted(0, 1, ("vest",), ("serum", "smoke")), "looted"),
    (e.Dropped(1, ("vest", "serum")), "dropped"),
    (e.Discarded(0, ("smoke",)), "discarded"),
    (e.Ended(("kidnapper",)), "ended"),
    (e.Ended(()), "ended.draw"),
]
HIDDEN = {"dealt": "dealt.hidden", "drew": "drew.hidden", "searched": "searched.hidden", "looted": "looted.hidden"}

in_each = pytest.mark.parametrize("lang", LANGUAGES)


def template(event):
    """The key of the template that is taken for an event."""
    keys = {**ENGLISH, "events": {key: key for key in ENGLISH["events"]}}
    return tell(FIRELINE.dump_event(event), keys, NAMES)


@pytest.mark.parametrize(("event", "key"), SAMPLES, ids=[key for _, key in SAMPLES])
def test_the_variant_fits_the_event(event, key):
    assert template(event) == key
    assert template(event.seen(None)) == HIDDEN.get(key, key)


def test_every_event_and_every_template_has_its_sample():
    assert {event.type for event, _ in SAMPLES} == set(EVENTS)
    assert {key for _, key in SAMPLES} | set(HIDDEN.values()) == set(ENGLISH["events"])


@in_each
@pytest.mark.parametrize(("event", "key"), SAMPLES, ids=[key for _, key in SAMPLES])
def test_each_event_is_a_sentence_to_everyone(lang, event, key):
    for seen in (event, event.seen(None), event.seen(0), event.seen(1)):
        said = tell(FIRELINE.dump_event(seen), load("fireline", lang), NAMES)
        assert re.fullmatch(r"[^{}]+[.。]", said)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            e.Dealt(("swat", None, "citizen"), "c0", None),
            "The identities are dealt: Ann (SWAT Officer) and Cal (Citizen).",
        ),
        (e.Dealt((None, None), "c0", None), "The identities are dealt."),
        (e.Shuffled((None,) * 12, "c0", None), "12 cards are shuffled into a new deck."),
        (e.Shuffled(("vest", "serum"), "c0", "5a"), "2 cards are shuffled into a new deck."),
        (e.Drew(0, ("serum", "vest", "serum")), "Ann draws Serum ×2 and Vest."),
        (e.Drew(0, (None,)), "Ann draws 1 card."),
        (e.Drew(0, (None, None, None)), "Ann draws 3 cards."),
        (e.Drew(0, ("vest", None, "smoke")), "Ann draws Vest, Smoke and 1 card."),
        (e.Drew(0, ()), "Ann draws nothing."),
        (e.Played(0, "double_bullet", (1, 2)), "Ann uses Double Bullet on Ben and Cal."),
        (e.DiscardBegan(1, 1), "Ben has 1 card too many and must discard it."),
        (e.DiscardBegan(1, 2), "Ben has 2 cards too many and must discard them."),
        (e.Searched(0, 1, "kidnapper"), "Ann looks at Ben's identity: Kidnapper."),
        (e.Searched(0, 1, None), "Ann looks at Ben's identity."),
        (e.RescueOpened((0, 1, 2), (3,)), "Dying: Ann, Ben and Cal. May rescue: Dan."),
        (e.RescueOpened((1,), ()), "Dying: Ben. May rescue: nobody."),
        (e.RescueClosed(()), "The rescue window closes. First aid offered: nobody."),
        (
            e.RescueClosed(((3, 1), (4, 1))),
            "The rescue window closes. First aid offered: Dan (for Ben) and Eve (for Ben).",
        ),
        (e.Looted(0, 1, (), (None, None)), "Ann loots Ben: nothing from the front, 2 cards from the hand."),
        (e.Looted(0, 1, ("vest",), ()), "Ann loots Ben: Vest from the front, nothing from the hand."),
        (e.Ended(("swat", "citizen")), "The game is over. SWAT officers and citizens win."),
        (e.Ended(("kidnapper",)), "The game is over. The kidnappers win."),
        (e.Ended(()), "The game is over. Nobody wins: a draw."),
    ],
)
def test_in_english(event, sentence):
    assert tell(FIRELINE.dump_event(event), ENGLISH, NAMES) == sentence


@pytest.mark.parametrize(
    ("event", "mainland", "taiwan"),
    [
        (
            e.Drew(0, ("serum", "vest", "serum", None)),
            "Ann摸牌：血清×2、防弹衣和1张牌。",
            "Ann摸牌：血清×2、防彈衣和1張牌。",
        ),
        (e.Drew(0, (None, None)), "Ann摸了2张牌。", "Ann摸了2張牌。"),
        (e.Played(0, "double_bullet", (1, 2)), "Ann对Ben和Cal使用双发子弹。", "Ann對Ben和Cal使用雙發子彈。"),
        (e.RescueOpened((1,), ()), "Ben濒死。可以施救的玩家：无人。", "Ben瀕死。可以施救的玩家：無人。"),
        (e.Ended(("swat", "citizen")), "游戏结束。特警和市民获胜。", "遊戲結束。特警和市民獲勝。"),
        (e.Ended(()), "游戏结束。平局，无人获胜。", "遊戲結束。平手，無人獲勝。"),
    ],
)
def test_in_chinese(event, mainland, taiwan):
    assert tell(FIRELINE.dump_event(event), MAINLAND, NAMES) == mainland
    assert tell(FIRELINE.dump_event(event), TAIWAN, NAMES) == taiwan


def test_braces_in_a_name_are_no_hole():
    hurt = FIRELINE.dump_event(e.Rescued(0, 1))
    assert tell(hurt, ENGLISH, ["{target}", "{seat}"]) == "{target} rescues {seat}, who is back at 1 blood."


MOVED = [
    ({"type": "play", "card": "flash", "targets": [1, 2]}, "Use Flash on Ben and Cal"),
    ({"type": "play", "card": "serum", "targets": []}, "Use Serum"),
    ({"type": "disarm", "target": 1, "take": "hand"}, "Disarm Ben: a random card from the hand"),
    ({"type": "equip", "card": "vest"}, "Equip Vest"),
    ({"type": "remove", "card": "restaurant"}, "Remove Restaurant"),
    ({"type": "end"}, "End the play phase"),
    ({"type": "discard", "cards": ["serum", "serum"]}, "Discard Serum ×2"),
    ({"type": "rescue", "target": 1}, "Use First Aid on Ben"),
    ({"type": "pass"}, "Do not rescue"),
]


@pytest.mark.parametrize(("move", "words"), MOVED)
def test_a_move_in_english(move, words):
    assert say(move, ENGLISH, NAMES) == words


@in_each
def test_every_move_has_words(lang):
    assert {move["type"] for move, _ in MOVED} == set(MOVES)
    for move, _ in MOVED:
        assert re.fullmatch(r"[^{}]+", say(move, load("fireline", lang), NAMES))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_can_be_told_to_everyone_in_every_language(seed):
    random = Random(seed)
    chance = Dice(random)
    chosen = {"show_offers": seed == 1, "deck": {"search_warrant": 4}, "restaurant_heal": 2}
    rules = FIRELINE.rules(chosen, 6)
    state, log = FIRELINE.deal(rules, 6, chance)
    said = []
    while FIRELINE.asked(state):
        answered = state.ask.answers if isinstance(state.ask, Dying) else ()
        seat = next(seat for seat in FIRELINE.asked(state) if seat not in answered)
        move = random.choice(FIRELINE.options(state, seat)).some(random)
        said.append(FIRELINE.dump_move(move))
        log += FIRELINE.apply(state, seat, move, chance)
    for words in (ENGLISH, MAINLAND, TAIWAN):
        for event in log:
            for seen in {str(each): each for each in (event, *map(event.seen, (None, *range(6))))}.values():
                assert re.fullmatch(r"[^{}]+[.。]", tell(FIRELINE.dump_event(seen), words, NAMES))
        for move in said:
            assert re.fullmatch(r"[^{}]+", say(move, words, NAMES))
