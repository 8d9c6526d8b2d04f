"""What play over days asks of a game: kinds of question, turns missed, standing answers, what is carried over."""

from random import Random

import pytest

from engine.core import Dice, Refusal
from engine.fireline.kinds import CARDS
from engine.fireline.moves import Discard, End, Pass, Rescue
from engine.fireline.standing import Standing as Fireline
from engine.game import GAMES
from engine.simulate import playout
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Nothing, Ready, Snipe, Vote
from engine.undercover.sides import RESULTS
from engine.undercover.standing import Standing as Undercover
from tests.engine.position import Position

FIRELINE, UNDERCOVER = GAMES["fireline"], GAMES["undercover"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_question_of_a_whole_game_is_of_a_declared_kind(game):
    """Whoever is asked plays, whose turn it is is asked, and who missed it hasn't answered."""
    seats, kinds = min(game.seats) + 1, set()
    state, steps = playout(game, game.rules({}, seats), seats, Random(5))
    again = game.fresh(game.rules({}, seats), seats)
    for step in steps:
        for event in step.events:
            event.apply(again)
        kinds.add(game.question(again))
        assert set(game.turns(again)) <= set(game.asked(again)) <= set(game.playing(again))
        assert set(game.missed(again)) <= set(game.turns(again)) & set(game.silent(again))
    assert kinds - {None} == set(game.asks) == set(game.paces["live"]) == set(game.paces["slow"])
    assert game.question(state) is None
    assert len(game.sides(state)) == seats


def window():
    """A has shot B down; C and D are asked, and C has two kits."""
    at = Position(
        "hands A single_bullet, C first_aid first_aid serum, D first_aid",
        "turn A",
        seats="seats A swat, B citizen, C kidnapper, D swat",
    )
    at.state.players[1].blood = 1
    at.say("A single_bullet > B")
    assert FIRELINE.question(at.state) == "rescue"
    return at.state


def said(state, seat, standing):
    return FIRELINE.prepared(state, seat, standing)


def test_a_rescue_is_prepared_for_the_first_who_is_dying():
    state = window()
    assert said(state, 2, Fireline(rescue=(3, 1))) == [Rescue(1)]
    assert said(state, 2, Fireline(rescue=(3,))) == [Pass()]
    assert said(state, 2, Fireline(rescue=())) == [Pass()]
    assert said(state, 2, Fireline(end=True)) == [], "nothing was prepared for this"


@pytest.mark.parametrize(
    ("seat", "only", "move"),
    [(2, {"spare": 1}, Rescue(1)), (2, {"spare": 2}, Pass()), (3, {"spare": 1}, Pass()), (3, {}, Rescue(1)),
     (2, {"blood": 4}, Rescue(1)), (2, {"blood": 5}, Pass())],
)  # fmt: skip
def test_a_rescue_only_if(seat, only, move):
    assert said(window(), seat, Fireline(rescue=(1,), **only)) == [move]


def test_nobody_rescues_without_a_kit():
    state = window()
    state.players[3].hand = []
    assert said(state, 3, Fireline(rescue=(1,))) == [Pass()]


def test_a_play_phase_ends_as_its_player_wants_it_and_is_no_missed_turn():
    at = Position("turn A")
    assert FIRELINE.turns(at.state) == FIRELINE.missed(at.state) == [0]
    assert said(at.state, 0, Fireline(end=True)) == [End()]
    assert said(at.state, 0, Fireline()) == []


def test_named_kinds_are_discarded_first_and_only_if_they_suffice():
    at = Position("hands A vest smoke smoke smoke serum flash", "turn A")
    count = len(at.state.players[0].hand) - 3
    at.say("A end")
    assert FIRELINE.question(at.state) == "discard"
    assert FIRELINE.turns(at.state) == []
    prepared = said(at.state, 0, Fireline(discard=("smoke", "flash", "serum", "vest")))
    assert [type(move) for move in prepared] == [Discard]
    assert sorted(prepared[0].cards[:3]) == ["smoke"] * 3
    assert len(prepared[0].cards) == count
    assert said(at.state, 0, Fireline(discard=("grenade",))) == []
    FIRELINE.apply(at.state, 0, prepared[0], Dice(Random(1)))


def test_a_rescue_window_counts_as_nobodys_turn():
    state = window()
    assert FIRELINE.turns(state) == FIRELINE.missed(state) == []


def night(seats=14):
    """The first night; the identity of each seat."""
    state, _ = UNDERCOVER.deal(UNDERCOVER.rules({}, seats), seats, Dice(Random(3)))
    return state, UNDERCOVER.sides(state)


ALL = tuple(range(14))


def test_a_night_action_is_prepared_in_order_of_preference():
    state, sides = night()
    agent = sides.index("agent")
    dead, alive = [seat for seat in ALL if seat != agent][:2]
    state.players[dead].alive = False
    assert UNDERCOVER.prepared(state, agent, Undercover(assassinate=(dead, alive))) == [Assassinate(alive)]
    assert UNDERCOVER.prepared(state, agent, Undercover(check=(alive,))) == [], "not in his power"
    assert UNDERCOVER.prepared(state, agent, Undercover()) == []


def test_what_was_submitted_stands():
    state, sides = night()
    agent = sides.index("agent")
    target = (agent + 1) % 14
    for said in (Nothing(), Ready()):
        state, sides = night()
        UNDERCOVER.apply(state, agent, said, Dice(Random(1)))
        assert UNDERCOVER.prepared(state, agent, Undercover(assassinate=(target,))) == []


def test_an_underground_may_forge_and_snipe():
    state, sides = night()
    seat = sides.index("civilian")
    target = (seat + 1) % 14
    both = Undercover(forge=(target,), result="civilian", snipe=(target,))
    state.players[seat].identity = "underground"
    assert UNDERCOVER.prepared(state, seat, both) == [Forge(target, "civilian"), Snipe(target)]
    state.players[seat].bullets = 0
    assert UNDERCOVER.prepared(state, seat, both) == [Forge(target, "civilian")]
    state.players[seat].identity = "informant"
    assert UNDERCOVER.prepared(state, seat, Undercover(check=(target,), snipe=(target,))) == [Check(target)]


def day(**rules):
    """The first day after a quiet night."""
    state, _ = UNDERCOVER.deal(UNDERCOVER.rules(rules, 14), 14, Dice(Random(3)))
    UNDERCOVER.lapse(state, Dice(Random(3)))
    assert UNDERCOVER.question(state) == "day"
    return state


def test_a_vote_is_prepared_for_who_still_lives_and_has_votes_enough():
    state = day()
    state.players[5].alive = False
    assert UNDERCOVER.prepared(state, 0, Undercover(vote=(5, 6))) == [Vote(6)]
    assert UNDERCOVER.prepared(state, 0, Undercover(vote=())) == [Abstain()]
    assert UNDERCOVER.prepared(state, 0, Undercover(vote=(6,), backed=1)) == [Abstain()]
    UNDERCOVER.apply(state, 1, Vote(6), Dice(Random(1)))
    assert UNDERCOVER.prepared(state, 0, Undercover(vote=(6,), backed=1)) == [Vote(6)]
    assert UNDERCOVER.prepared(state, 1, Undercover(vote=(7,))) == [], "he has voted"


def test_a_secret_count_tells_a_standing_answer_nothing():
    worlds = [day(ballots="secret") for _ in range(2)]
    UNDERCOVER.apply(worlds[1], 1, Vote(6), Dice(Random(1)))
    for backed in (0, 1):
        told = [UNDERCOVER.prepared(state, 0, Undercover(vote=(6,), backed=backed)) for state in worlds]
        assert told[0] == told[1]


def test_who_said_nothing_by_day_missed_it_and_by_night_nobody():
    state, _ = night()
    assert UNDERCOVER.turns(state) == UNDERCOVER.missed(state) == []
    state = day()
    assert UNDERCOVER.missed(state) == UNDERCOVER.turns(state) == list(ALL)
    for seat, said in ((0, Vote(3)), (1, Abstain()), (2, Ready())):
        UNDERCOVER.apply(state, seat, said, Dice(Random(1)))
    assert UNDERCOVER.missed(state) == list(range(3, 14))


def test_standing_answers_that_make_no_sense_are_refused():
    state, _ = night()
    refuses = UNDERCOVER.refuses_standing
    assert refuses(state, 0, Undercover(vote=(14,))) == Refusal("no_seat", "U9")
    assert refuses(state, 0, Undercover(check=(0,))) == Refusal("oneself", "U9")
    assert refuses(state, 0, Undercover(forge=(1,))) == Refusal("no_such_result", "U7")
    assert refuses(state, 0, Undercover(forge=(1,), result="informant")) == Refusal("no_such_result", "U7")
    assert refuses(state, 0, Undercover(forge=(1,), result="informant_gang")) is None
    assert refuses(state, 0, Undercover(vote=(0, 3), assassinate=(2,))) is None
    assert FIRELINE.refuses_standing(window(), 2, Fireline(rescue=(4,))) == Refusal("no_seat", "F48")
    assert FIRELINE.refuses_standing(window(), 2, Fireline(rescue=(1, 2))) == Refusal("rescue_oneself", "F47")
    assert FIRELINE.refuses_standing(window(), 2, Fireline(rescue=(1, 3))) is None


@pytest.mark.parametrize(("rule", "more"), [("card", 1), ("none", 0)])
def test_whoever_won_and_survived_is_dealt_a_card_more_in_a_rematch(rule, more):
    old, _ = playout(FIRELINE, FIRELINE.rules({}, 6), 6, Random(11))
    happy = {seat for seat in FIRELINE.outcome(old).seats if old.players[seat].alive}
    assert happy, "this game has nobody to reward"
    assert happy < set(range(6))
    moved = [3, 2, None, 0, 5, 4]
    _, events = FIRELINE.deal(FIRELINE.rules({"carry_over": rule}, 6), 6, Dice(Random(1)), (old, moved))
    cards = [event for event in events[: [event.type for event in events].index("turn_began")] if event.type == "drew"]
    dealt = {seat: sum(len(event.cards) for event in cards if event.seat == seat) for seat in range(6)}
    assert dealt == {seat: 3 + more * (moved[seat] in happy) for seat in range(6)}


def test_nobody_is_dealt_less_for_what_another_carries_over():
    """Where the deck is no larger than the deal, everybody has his three cards, and no more are left (F6)."""
    old, _ = playout(FIRELINE, FIRELINE.rules({}, 6), 6, Random(11))
    deck = dict.fromkeys(CARDS, 0) | {"vest": 18}
    _, events = FIRELINE.deal(
        FIRELINE.rules({"carry_over": "card", "deck": deck}, 6), 6, Dice(Random(1)), (old, list(range(6)))
    )
    assert [(event.seat, len(event.cards)) for event in events if event.type == "drew"] == [(n, 3) for n in range(6)]


def test_a_first_game_carries_nothing_over():
    _, events = FIRELINE.deal(FIRELINE.rules({"carry_over": "card"}, 6), 6, Dice(Random(1)))
    assert {len(event.cards) for event in events[2:8]} == {3}


def test_only_a_move_that_is_legal_is_prepared():
    """Random standing answers at random moments: what they say is never refused."""
    chance = Random(2)
    for seed in range(12):
        _, steps = playout(FIRELINE, FIRELINE.rules({}, 5), 5, Random(seed))
        state = FIRELINE.fresh(FIRELINE.rules({}, 5), 5)
        for step in steps:
            for event in step.events:
                event.apply(state)
            for seat in FIRELINE.silent(state):
                rescue = tuple(chance.sample(range(5), chance.randint(0, 5)))
                standing = Fireline(chance.random() < 0.5, rescue, discard=tuple(state.players[seat].hand))
                for move in FIRELINE.prepared(state, seat, standing):
                    assert any(option.holds(move) for option in FIRELINE.options(state, seat))


def test_by_night_and_by_day_too_only_legal_moves_are_prepared():
    chance = Random(4)
    rules = UNDERCOVER.rules({}, 14)
    _, steps = playout(UNDERCOVER, rules, 14, Random(8))
    state, said = UNDERCOVER.fresh(rules, 14), set()
    for step in steps:
        for event in step.events:
            event.apply(state)
        for seat in chance.sample(UNDERCOVER.silent(state), min(2, len(UNDERCOVER.silent(state)))):
            some = [tuple(chance.sample(ALL, 3)) for _ in range(6)]
            standing = Undercover(*some[:4], chance.choice(RESULTS), *some[4:], chance.randint(0, 2))
            trial = UNDERCOVER.load_state(UNDERCOVER.dump_state(state))
            for move in UNDERCOVER.prepared(state, seat, standing):
                UNDERCOVER.apply(trial, seat, move, Dice(chance))
                said.add(move.type)
    assert said >= {"assassinate", "recruit", "vote", "abstain"}
