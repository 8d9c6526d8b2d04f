"""Faults that other systems had, each with a public report (design/FOUND.md): here the engine doesn't have them."""

import json
from collections import Counter
from itertools import permutations
from random import Random, SystemRandom

import pytest

from engine.core import Dice, Recorded, fold
from engine.game import GAMES
from engine.record import parsed, verify
from tests.engine.position import GAME, Position
from tests.golden.keep import FOLDER, SEATS

SHOT = ("hands A single_bullet, C first_aid, E first_aid", "blood B 1")
ALL = (None, 0, 1, 2, 3, 4, 5)


def dealt(seed=1):
    """A game just dealt, with what happened."""
    return GAME.deal(GAME.rules({}, 6), 6, Dice(Random(seed)))


def told(events, viewer):
    """What a viewer gets of the events before the end, as JSON."""
    return json.dumps([GAME.dump_event(event.seen(viewer)) for event in events if not event.sealed])


def test_the_first_step_of_a_replay_hides_what_the_game_hid():
    """1: a state was filtered, but not its copies, such as the one from the very beginning."""
    _, events = dealt()
    start = fold(GAME.fresh(GAME.rules({}, 6), 6), events)
    for viewer in ALL:
        seen = [event.seen(viewer) for event in events]
        assert [seat for seat, identity in enumerate(seen[0].identities) if identity] == [viewer] * (viewer is not None)
        assert set(seen[1].order) == {None}
        assert {event.seat for event in seen if event.type == "drew" and any(event.cards)} <= {viewer}
        view = GAME.view(start, viewer)
        assert [player["seat"] for player in view["players"] if player["identity"]] == [viewer] * (viewer is not None)
        assert view["hands"] is None


def test_no_view_and_no_event_holds_what_chance_grew_from():
    """2: the seed of the random generator stood in everybody's view."""
    random = Random(7)
    state, events = GAME.deal(GAME.rules({}, 6), 6, Dice(random))
    salts = [event.salt for event in events if event.type in ("dealt", "shuffled")]
    assert len(set(salts)) == 2
    for viewer in ALL:
        shown = json.dumps(GAME.view(state, viewer)) + told(events, viewer)
        assert not any(salt in shown for salt in salts)
    assert not {"seed", "random"} & set(GAME.dump_state(state))
    decks = {tuple(GAME.deal(state.rules, 6, Dice(SystemRandom()))[0].deck) for _ in range(5)}
    assert len(decks) == 5


def test_a_drawn_card_is_named_to_its_drawer_alone():
    """3: the list of events named each card that anybody drew."""
    game = Position("deck vest grenade serum", "turn F")
    drew = next(event for event in game.say("F end") if event.type == "drew")
    assert drew.seen(0).cards == ("vest", "grenade")
    assert {drew.seen(viewer).cards for viewer in ALL if viewer != 0} == {(None, None)}


def test_who_is_waited_for_stays_the_same_until_all_have_answered():
    """4: the notice of whom the game waits for went out when a secret choice was made."""
    game = Position(*SHOT)
    game.say("A single_bullet > B")
    asked, before = game.asked, {viewer: GAME.view(game.state, viewer) for viewer in ALL}
    assert asked == "CDEF"
    for gesture in ("C rescue B", "D pass", "C pass", "F pass"):
        (answered,) = game.say(gesture)
        assert answered.sealed
        assert game.asked == asked
        assert GAME.view(game.state, 4) == before[4]
        assert GAME.view(game.state, None) == before[None]
    assert game.say("E pass")[1].type == "rescue_closed"


def test_onlookers_get_public_facts_alone():
    """5: what lay face down was in the data that onlookers got."""
    game = Position("hands A vest serum, B grenade flash", "deck smoke disarm")
    view = game.view()
    assert view["hand"] is view["hands"] is view["answer"] is None
    assert {player["identity"] for player in view["players"]} == {None}
    shown = json.dumps(view) + told(game.say("A end"), None)
    assert not any(f'"{card}"' in shown for card in ("vest", "serum", "grenade", "flash", "smoke", "disarm"))


def test_an_answer_is_sealed_and_a_discard_is_not():
    """6: what players chose at night was public because what they chose by day was."""
    game = Position("hands A single_bullet serum serum vest smoke", "blood B 1")
    game.say("A single_bullet > B")
    answered = game.say("C pass")
    assert told(answered, 3) == told(answered, 2) == "[]"
    game.say("D pass", "E pass", "F pass")
    discarded = game.say("A discard smoke")[0]
    assert discarded.seen(3).cards == ("smoke",)


def test_nobody_is_asked_who_died_of_a_grenade():
    """7: a player whom area damage had killed was asked, and the turn hung."""
    game = Position("hands A grenade", "blood B 1, C 1")
    game.say("A grenade > C")
    assert game.asked == "DEF"
    game.say("D pass", "E pass", "F pass")
    assert [player.alive for player in game.state.players] == [True, False, False, True, True, True]
    assert game.asked == "D"
    game.say("D end", "E end", "F end", "A end")
    assert game.asked == "D"


def both_sides(**rules):
    """The throw of a grenade by which the last citizen and the last kidnapper die."""
    seats = "seats A swat, B citizen, C swat, D kidnapper"
    game = Position("hands A grenade", "blood B 1, D 1", seats=seats, **rules)
    return game, [game.say("A grenade > A"), game.say("C pass")]


@pytest.mark.parametrize(
    ("both", "winners"), [("kidnappers", ["kidnapper"]), ("draw", []), ("defenders", ["swat", "citizen"])]
)
def test_if_both_sides_win_at_once_the_rules_say_who_and_say_so_again(both, winners):
    """8: two sides had won at the same moment, and the wrong one was named."""
    game, steps = both_sides(both=both)
    assert game.state.winners == winners
    outcome = GAME.outcome(game.state)
    assert outcome.winners == tuple(winners)
    assert outcome.seats == {"kidnappers": (3,), "draw": (), "defenders": (0, 1, 2)}[both]
    assert both_sides(both=both)[1] == steps


def cards(state):
    """All cards that are anywhere, by kind."""
    piles = [state.deck, state.discards, *(pile for player in state.players for pile in (player.hand, player.front))]
    return sum(map(Counter, piles), Counter(marker.card for marker in state.markers))


@pytest.mark.parametrize("old", ["supermarket", "restaurant", "control_room", "storeroom", "vest"])
@pytest.mark.parametrize("new", ["supermarket", "restaurant", "control_room", "storeroom", "vest"])
def test_a_replaced_card_is_on_the_pile_once(old, new):
    """9: a card that another took the place of vanished, or was there twice."""
    game = Position(f"hands A {new}", f"front A {old}", "only")
    before = cards(game.state)
    game.say(f"A equip {new}")
    assert cards(game.state) == before
    if (old == "vest") == (new == "vest"):
        # A supermarket draws at once, here the only card that there is: the one that it replaced.
        drawn = new == "supermarket"
        assert game.state.discards == ([] if drawn else [old])
        assert game.state.players[0].hand == ([old] if drawn else [])
        assert game.state.players[0].front == [new]
    else:
        assert game.state.discards == []
        assert sorted(game.state.players[0].front) == sorted([old, new])


@pytest.mark.parametrize("card", ["smoke", "flash"])
@pytest.mark.parametrize(("orphan_markers", "gone_at"), [("passing", "turn"), ("at_death", "death")])
def test_what_the_dead_placed_comes_to_its_end(card, orphan_markers, gone_at):
    """10: an effect until the next turn of a player who then died never ended."""
    on = "E" if card == "smoke" else "D E"
    game = Position(
        "hands A single_bullet", "turn A", "blood C 1", f"marks {card} C > {on}", orphan_markers=orphan_markers
    )
    game.say("A single_bullet > C", *(f"{name} pass" for name in "BDEF" if game_may_answer(card, name)))
    assert not game.state.players[2].alive
    assert bool(game.state.markers) == (gone_at == "turn")
    lifted = game.say("B end")[0] if gone_at == "turn" else next(e for e in game.events if e.type == "lifted")
    assert (lifted.type, lifted.card) == ("lifted", card)
    assert not game.state.markers


def game_may_answer(card, name):
    """Whether a player may answer on whom the marker may lie."""
    return name not in ("E" if card == "smoke" else "DE")


def test_the_dead_say_nothing_and_nothing_is_said_for_them():
    """12: votes for the dead counted, and votes by the dead."""
    game = Position(*SHOT, "dead D", "hands D first_aid")
    game.say("A single_bullet > B")
    assert game.asked == "CEF"
    assert game.refused("D pass") == game.refused("D rescue B") == ("dead", "F80")
    assert game.refused("C rescue D") == ("not_dying", "F48")
    assert game.refused("B pass") == ("may_not_rescue", "F47")


def test_the_answers_give_the_same_in_whatever_order_they_come():
    """13: what came of the night depended on the order in which secret actions were sent in."""
    outcomes = set()
    for order in permutations(["C rescue B", "D pass", "E rescue B", "F pass"]):
        game = Position(*SHOT)
        game.say("A single_bullet > B", *order)
        public = [event for event in game.events if not event.sealed]
        outcomes.add(json.dumps([GAME.dump_state(game.state), list(map(GAME.dump_event, public))]))
    assert len(outcomes) == 1


def test_the_same_move_twice_has_its_effect_once():
    """16: a second click moved a second time."""
    game = Position("hands A single_bullet single_bullet, B smoke serum vest grenade")
    game.say("A single_bullet > B")
    assert game.refused("A single_bullet > B") == ("shot_spent", "F13")
    game.say("A end")
    assert game.refused("A end") == ("not_asked", "F10")
    game = Position(*SHOT)
    game.say("A single_bullet > B", "C rescue B", "C rescue B", "D pass", "F pass")
    assert game.asked == "CDEF"
    game.say("E pass")
    assert (game.state.players[1].blood, game.state.players[2].hand) == (1, [])


def test_a_table_of_leavers_plays_to_the_end():
    """17: the night waited for ever for somebody who had left."""
    state, _ = GAME.deal(GAME.rules({"max_turns": 60}, 6), 6, Dice(Random(3)))
    for _ in range(200):
        if GAME.outcome(state) is not None:
            break
        GAME.lapse(state, Dice(Random(3)))
    assert GAME.outcome(state).winners == ()
    game = Position(*SHOT)
    game.say("A single_bullet > B", "C rescue B")
    GAME.lapse(game.state, game.chance)
    assert game.state.players[1].blood == 1
    assert game.asked == "B"


def test_who_may_talk_follows_from_the_state():
    """18: the dead went on talking in the channel of the living."""
    game = Position(*SHOT)
    game.say("A single_bullet > B")
    assert GAME.channels(game.state)["table"].writers == (0, 1, 2, 3, 4, 5)
    game.say("C pass", "D pass", "E pass", "F pass")
    table = GAME.channels(game.state)["table"]
    assert table.writers == (0, 2, 3, 4, 5)
    assert table.readers is None
    over, _ = both_sides()
    assert GAME.channels(over.state)["table"].writers == (0, 1, 2, 3)


@pytest.mark.parametrize("name", [f"{name}_{n}" for name in SEATS for n in range(1, GAMES[name].ruleset + 1)])
def test_games_kept_by_every_version_are_read_and_go_on(name):
    """20: after an update running games could not be read any more."""
    kept = json.loads((FOLDER / f"{name}.json").read_text())
    record = parsed(kept["export"])
    assert verify(record) == []
    game, state = record.game, record.game.load_state(kept["state"])
    begun, rest = record.steps[: kept["steps"]], record.steps[kept["steps"] :]
    seats = len(record.names)
    assert fold(game.fresh(record.rules, seats), [event for step in begun for event in step.events]) == state
    for step in rest:
        assert game.apply(state, step.seat, step.move, Recorded(step.chance)) == step.events
    assert game.outcome(state) is not None


def test_a_kept_game_that_was_tampered_with_is_found_out():
    """20: the test before can fail."""
    kept = json.loads((FOLDER / "fireline_1.json").read_text())
    step = next(step for step in kept["export"]["steps"] if step["move"] and step["move"]["type"] == "discard")
    step["events"][0]["cards"].append("vest")
    assert len(verify(parsed(kept["export"]))) == 1
