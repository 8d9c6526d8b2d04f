"""Whole games played by chance or bots, and the report on how they end."""

import re
from random import Random

import pytest

from engine.__main__ import main
from engine.core import fold
from engine.game import GAMES
from engine.simulate import playout, simulate

GAME = GAMES["fireline"]
RULES = GAME.rules({}, 6)


def test_a_playout_is_a_whole_game_and_its_log_is_its_state():
    state, steps = playout(GAME, RULES, 6, Random(1))
    assert GAME.outcome(state) is not None
    assert (steps[0].seat, steps[0].move) == (None, None)
    assert fold(GAME.fresh(RULES, 6), (event for step in steps for event in step.events)) == state


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    games = [playout(GAME, RULES, 6, Random(seed))[1] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_each_move_is_seen_before_it_is_made():
    seen = []

    def watch(state, seat, options, move):
        assert seat in GAME.asked(state)
        assert options == GAME.options(state, seat)
        assert any(option.holds(move) for option in options)
        seen.append((seat, move))

    _, steps = playout(GAME, RULES, 6, Random(1), watch=watch)
    assert seen == [(step.seat, step.move) for step in steps[1:]]


def test_sealed_answers_are_changed_now_and_then():
    changed = []

    def watch(state, seat, options, move):
        changed.append(seat not in GAME.silent(state))

    for seed in range(20):
        playout(GAME, RULES, 6, Random(seed), watch=watch)
    assert 0 < sum(changed) < len(changed) / 10


def test_a_bot_sees_its_own_view_and_nothing_else():
    seats = []

    def bot(view, options, chance):
        assert view["you"] in view["asked"]
        seats.append(view["you"])
        return GAME.bots["random"](view, options, chance)

    _, steps = playout(GAME, RULES, 6, Random(4), bot)
    assert seats == [step.seat for step in steps[1:]]


def test_the_balance_counts_each_game_once():
    found = simulate(GAME, 5, 20, 7, None)
    games = [playout(GAME, GAME.rules({}, 5), 5, random) for random in [Random(7)] for _ in range(20)]
    assert found.wins.total() == 20
    assert found.wins["kidnapper"] == sum(GAME.outcome(state).winners == ("kidnapper",) for state, _ in games)
    assert found.moves == sum(len(steps) - 1 for _, steps in games)
    assert found.length == sum(GAME.view(state, None)["turn"] for state, _ in games)


def test_the_report_gives_shares_turns_and_speed():
    line = simulate(GAME, 4, 10, 1, None).report(2.0)
    assert re.fullmatch(r" 4 seats  10 games  (\S+ \d+\.\d%  )+\d+\.\d turns  \d+\.\d moves  [\d,]+ moves/s", line)
    shares = [float(share) for share in re.findall(r"([\d.]+)%", line)]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    assert simulate(GAME, 4, 1, 1, None).report(0.0).endswith("too fast to measure")


def test_undercover_is_counted_in_rounds(capsys):
    found = simulate(GAMES["undercover"], 14, 2, 5, None)
    chance, lasted = Random(5), []
    for _ in range(2):
        state, _ = playout(GAMES["undercover"], GAMES["undercover"].rules({}, 14), 14, chance)
        lasted.append(state.round)
    assert found.length == sum(lasted)
    assert main(["simulate", "--game", "undercover", "--seats", "14", "--games", "2", "--seed", "5"]) == 0
    assert f"  {sum(lasted) / 2:.1f} rounds  {found.moves / 2:.1f} moves  " in capsys.readouterr().out


def test_the_command_prints_a_line_for_each_size_and_repeats_itself(capsys):
    def lines(*more):
        assert main(["simulate", "--games", "3", *more]) == 0
        return [line.rsplit("  ", 1)[0] for line in capsys.readouterr().out.splitlines()]

    first = lines()
    assert [int(line.split()[0]) for line in first] == list(GAME.seats)
    assert lines() == first
    assert lines("--seats", "6", "--seed", "1") != lines("--seats", "6", "--seed", "2")
    assert lines("--seats", "6", "--bots", "sensible") != lines("--seats", "6")


@pytest.mark.parametrize("games", ["0", "-3", "many"])
def test_a_senseless_number_of_games_is_refused(games, capsys):
    with pytest.raises(SystemExit) as left:
        main(["simulate", "--games", games])
    assert left.value.code == 2
    assert "--games" in capsys.readouterr().err


def test_a_size_the_game_is_not_made_for_is_refused(capsys):
    assert main(["simulate", "--seats", "3"]) == 2
    assert "seats_out_of_range (F1)" in capsys.readouterr().err
