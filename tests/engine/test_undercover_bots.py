"""The bots of Undercover, and the public record that they go by."""

import json
from collections import Counter
from random import Random

import pytest

from engine.core import Dice, fold
from engine.undercover import Undercover
from engine.undercover.events import Dawned, DayBroke, Dealt, Judged, NightFell, Recruited, Told, Voted
from engine.undercover.moves import Abstain, Assassinate, Check, Forge, Ready, Recruit, Snipe, Vote
from engine.undercover.state import Note

GAME = Undercover()
RANDOM, SENSIBLE = GAME.bots["random"], GAME.bots["sensible"]

HOUSES = [
    {},
    {"early_dawn": False, "early_dusk": False},
    {"ballots": "secret", "tie": "all"},
    {"tie": "revote", "check_side": False, "dawn_reveal": "identity"},
    {"tie": "random", "second_handler": False, "dawn_reveal": "names", "tally": "cast"},
]


def play(seed, seats=14, bots=None, **chosen):
    """One step after the other of a game: the state, who moved, what he said, and what came of it."""
    chance = Random(seed)
    state, _ = GAME.deal(GAME.rules(chosen, seats), seats, Dice(chance))
    while GAME.outcome(state) is None:
        silent = GAME.silent(state)
        if not silent:
            yield state, None, None, GAME.lapse(state, Dice(chance))
            continue
        seat = chance.choice(silent)
        bot = (bots or {}).get(state.players[seat].side, RANDOM)
        move = bot(GAME.view(state, seat), GAME.options(state, seat), chance)
        yield state, seat, move, GAME.apply(state, seat, move, Dice(chance))


ALL = dict.fromkeys(("bureau", "gang", "people"), SENSIBLE)


def wins(bots, games=100):
    """How often each side wins at a table of 14, alone or with another."""
    won = Counter()
    for seed in range(games):
        *_, (state, _, _, _) = play(seed, bots=bots)
        won.update(GAME.outcome(state).winners)
    return won


def told(state, viewer):
    """The verdicts in a view, in short."""
    return [
        (v["round"], v["rights"], v["out"], {b["seat"]: b["target"] for b in v["ballots"]})
        for v in GAME.view(state, viewer)["verdicts"]
    ]


def test_a_view_keeps_every_verdict_with_the_ballots_that_its_viewer_may_see():
    for seed in range(20):
        secret, cast, kept = seed % 2 == 1, {}, []
        for state, _, _, events in play(seed, ballots="secret" if secret else "open"):
            for event in events:
                if event.type in ("voted", "voted_in_secret"):
                    cast[event.seat] = event.target
                if event.type == "judged":
                    kept.append((state.verdicts[-1].round, event.rights, [seat for seat, _ in event.out], cast))
                    cast = {}
            for viewer in (None, 0, 13):
                hides = secret and GAME.outcome(state) is None
                assert told(state, viewer) == [
                    (*verdict, {x: t for x, t in ballots.items() if not hides or x == viewer})
                    for *verdict, ballots in kept
                ]
        assert [verdict[0] for verdict in kept] == [*range(1, len(kept) + 1)]
        assert len(kept) > 1


@pytest.mark.parametrize("chosen", HOUSES, ids=str)
@pytest.mark.parametrize("seats", [14, 20, 33, 40])
def test_a_table_of_sensible_bots_plays_to_an_end_in_few_words(seats, chosen):
    leaders = {14: 2, 20: 3, 33: 4, 40: 4}[seats]
    said, kinds = Counter(), set()
    for state, seat, move, events in play(seats, seats, ALL, leaders=leaders, **chosen):
        said[seat] += seat is not None
        kinds.add(type(move))
        assert max(said.values()) <= 3
        assert state.round <= state.rules.max_rounds
        if any(event.type in ("night_fell", "day_broke") for event in events):
            said.clear()
    assert kinds >= {Recruit, Assassinate, Check, Vote, Abstain, Ready}


def test_a_bot_takes_nothing_but_an_option_whoever_else_plays():
    moves = Counter()
    for seed in range(6):
        chance = Random(seed)
        for state, _, _, _ in play(seed, 16, check_side=seed % 2 == 0):
            for seat in GAME.asked(state)[:: 1 + seed]:
                options = GAME.options(state, seat)
                move = SENSIBLE(GAME.view(state, seat), options, chance)
                assert any(option.holds(move) for option in options)
                moves[type(move)] += 1
    assert moves.keys() >= {Recruit, Assassinate, Check, Forge, Vote, Abstain, Ready}


def test_a_bot_goes_by_its_own_view_alone():
    swaps = 0
    for seed in range(4):
        for turn, (state, _, _, _) in enumerate(play(seed, bots=ALL)):
            living = GAME.asked(state)
            if turn % 5 or len(living) < 3:
                continue
            twin = GAME.load_state(GAME.dump_state(state))
            seat, one, other = Random(turn).sample(living, 3)
            if {one, other} & set(state.players[seat].partners):
                continue
            players = twin.players
            players[one].identity, players[other].identity = players[other].identity, players[one].identity
            players[one].side, players[other].side = players[other].side, players[one].side
            swaps += state != twin
            view = GAME.view(state, seat)
            before = json.dumps(view)
            move = SENSIBLE(view, GAME.options(state, seat), Random(turn))
            assert json.dumps(view) == before
            assert SENSIBLE(GAME.view(twin, seat), GAME.options(twin, seat), Random(turn)) == move
    assert swaps > 50


def test_each_side_wins_more_often_by_sense_than_by_chance():
    chance = wins({})
    for side, times in (("bureau", 1.5), ("gang", 1.5), ("people", 2)):
        assert wins({side: SENSIBLE})[side] > times * chance[side] + 5, side


def test_each_side_can_win_among_the_sensible():
    won = wins(ALL, 60)
    assert min(won[side] for side in ALL) > 8


DEALT = ("agent", "agent", "gangster", "gangster", *["civilian"] * 10)


def table(*events):
    """Fourteen seats, agents first and then gangsters, after these events of round 1."""
    state = GAME.fresh(GAME.rules({}, 14), 14)
    return fold(state, [Dealt(DEALT, "", None), NightFell(1), *events])


def bulletin(seat, *notes):
    """A dawn at which one seat was told something, and nobody died."""
    return Told(tuple(notes if x == seat else () for x in range(14)))


def dead(*seats):
    """A dawn at which these died."""
    return Dawned(1, tuple((x, "blade", None) for x in seats))


def informant(seat, side, *handlers):
    """Somebody was recruited."""
    return Recruited(seat, "informant", side, handlers)


def underground(seat):
    """Somebody was turned."""
    return Recruited(seat, "underground", "people", (0, 2))


def moves(state, seat, times=200):
    """How often a seat says what, in as many tries."""
    view, options = GAME.view(state, seat), GAME.options(state, seat)
    return Counter(SENSIBLE(view, options, Random(seed)) for seed in range(times))


def test_a_leader_recruits_on_the_first_night():
    assert {type(move) for move in moves(table(), 0)} == {Recruit}


def test_a_leader_kills_the_leader_of_whom_his_informant_tells_him():
    report = bulletin(0, Note("success", 5), Note("check", 3, result="gangster", source=5))
    assert moves(table(report, NightFell(2)), 0).keys() == {Assassinate(3)}


def test_a_leader_kills_whom_he_could_not_recruit():
    assert moves(table(bulletin(0, Note("failure", 3)), NightFell(2)), 0).keys() == {Assassinate(3)}


def test_a_leader_does_not_believe_who_was_caught_lying():
    lie = Note("check", 0, result="civilian", source=5)
    report = Note("check", 7, result="gangster", source=5)
    notes = [Note("success", x) for x in (5, 8, 9, 10)]
    assert moves(table(bulletin(0, *notes, report), NightFell(2)), 0)[Assassinate(7)] == 200
    assert moves(table(bulletin(0, *notes, lie, report), NightFell(2)), 0)[Assassinate(7)] < 60


def test_a_leader_spares_his_informants_and_courts_none_twice_whatever_is_said_of_them():
    notes = [Note("success", x) for x in range(4, 13)]
    said = moves(table(dead(1), bulletin(0, *notes), NightFell(2)), 0)
    assert said.keys() == {Assassinate(x) for x in (2, 3, 13)}
    for result in ("civilian", "informant"):
        notes = [Note("success", 11), Note("check", 11, result=result, source=4)]
        said = moves(table(bulletin(0, *notes), NightFell(2)), 0)
        assert said.keys() == {Recruit(x) for x in range(1, 14) if x != 11}


def test_an_informant_checks_whom_he_does_not_know():
    known = [Note("check", x, result="civilian") for x in range(5, 14)]
    said = moves(table(informant(4, "bureau", 0), bulletin(4, *known), NightFell(2)), 4)
    assert said.keys() == {Check(x) for x in (0, 1, 2, 3)}


def test_an_informant_votes_for_anyone_but_himself():
    said = moves(table(informant(4, "bureau", 0), DayBroke(None)), 4)
    assert len([move for move in said if isinstance(move, Vote)]) > 6
    assert Vote(4) not in said


@pytest.mark.parametrize(("side", "foe", "friend"), [("bureau", 2, 0), ("gang", 0, 2)])
def test_an_informant_votes_for_the_leader_of_the_other_side_and_never_for_his_own(side, foe, friend):
    notes = [Note("check", x, result=DEALT[x]) for x in (foe, friend)]
    state = table(informant(4, side, friend), bulletin(4, *notes), DayBroke(None))
    assert moves(state, 4).keys() == {Vote(foe)}
    crowd = [Voted(x, friend) for x in range(5, 9)]
    state = table(informant(4, side, friend), bulletin(4, notes[1]), DayBroke(None), *crowd)
    assert Vote(friend) not in moves(state, 4)


def test_an_underground_forges_then_shoots_the_leader_whom_he_knows_then_is_ready():
    state = table(bulletin(4, Note("check", 3, result="gangster")), underground(4), NightFell(2))
    forged = moves(state, 4)
    assert {type(move) for move in forged} == {Forge}
    assert {"gangster", "agent", "civilian"} <= {move.result for move in forged}
    GAME.apply(state, 4, next(iter(forged)), Dice(Random(1)))
    assert moves(state, 4).keys() == {Snipe(3)}
    GAME.apply(state, 4, Snipe(3), Dice(Random(1)))
    assert moves(state, 4).keys() == {Ready()}


def test_an_underground_who_knows_nobody_keeps_his_bullets():
    state = table(underground(4), NightFell(2))
    GAME.apply(state, 4, Forge(3, "civilian"), Dice(Random(1)))
    assert moves(state, 4).keys() == {Ready()}


def test_a_civilian_mostly_abstains_alone_and_goes_with_the_crowd():
    alone = moves(table(DayBroke(None)), 5)
    assert 100 < alone[Abstain()] < 200
    assert Vote(5) not in alone
    crowd = moves(table(DayBroke(None), *[Voted(x, 9) for x in range(6, 9)]), 5)
    assert crowd[Vote(9)] > 150


@pytest.mark.parametrize("out", [((12, "civilian"),), ()], ids=["another is out", "a tie"])
def test_votes_that_did_not_count_tell_on_those_who_cast_them(out):
    ballots = [*[Voted(x, 13) for x in (0, 1, 2)], *[Voted(x, 12) for x in (4,)]]
    state = table(DayBroke(None), *ballots, Judged(10, out), NightFell(2), DayBroke(None))
    said = moves(state, 6)
    assert {move.target for move in said if isinstance(move, Vote)} == {0, 1, 2}
    assert said.keys() & {Abstain()} == set()


def test_who_voted_a_leader_out_is_trusted():
    ballots = [Voted(x, 3) for x in range(4, 9)]
    state = table(DayBroke(None), *ballots, Judged(10, ((3, "gangster"),)), NightFell(2), DayBroke(None))
    voted = {move.target for move in moves(state, 13) if isinstance(move, Vote)}
    assert voted
    assert not voted & set(range(4, 9))
