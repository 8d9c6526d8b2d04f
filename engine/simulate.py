"""Plays whole games by chance or by bots, and tells how they end: for laws, speed and balance."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.bots import Bot
from engine.core import Dice, Event, Move, Option, Recording, Seat
from engine.game import Before, Game, State

Watch = Callable[[State, Seat, Sequence[Option], Move], Any]
"""Sees each move before it is made: the state, who moves, his options, and the one he took."""

SECOND_THOUGHTS = 0.1
"""How often somebody changes a sealed answer instead of waiting for the others."""


class Step(NamedTuple):
    """One accepted move and what came of it; step 0 is the deal, without seat and move."""

    seat: Seat | None
    move: Move | None
    chance: list[Any]
    events: list[Event[Any]]


def playout(
    game: Game,
    rules: Any,
    seats: int,
    random: Random,
    bot: Bot | None = None,
    watch: Watch | None = None,
    before: Before | None = None,
) -> tuple[State, list[Step]]:
    """One whole game: the state at its end, and its steps. Without a bot every option is as likely as the next."""
    chance = Recording(Dice(random))
    state, events = game.deal(rules, seats, chance, before)
    steps = [Step(None, None, chance.brought, events)]
    while asked := game.silent(state):
        if random.random() < SECOND_THOUGHTS:
            asked = game.asked(state)
        seat = asked[int(random.random() * len(asked))] if len(asked) > 1 else asked[0]
        options = game.options(state, seat)
        if bot is None:
            move = options[int(random.random() * len(options))].some(random)
        else:
            move = bot(game.view(state, seat), options, random)
        if watch is not None:
            watch(state, seat, options, move)
        chance.brought = []
        steps.append(Step(seat, move, chance.brought, game.apply(state, seat, move, chance)))
    return state, steps


class Balance(NamedTuple):
    """How a number of games of one size ended: who won, and how many moves, and turns or rounds, they took in all."""

    seats: int
    wins: Counter[str]
    moves: int
    length: int
    counts: str

    def report(self, seconds: float) -> str:
        """One line: how often each side won, turns (or rounds) and moves a game, moves a second."""
        games = self.wins.total()
        wins = "  ".join(f"{side} {count / games:.1%}" for side, count in sorted(self.wins.items()))
        pace = f"{self.moves / seconds:,.0f} moves/s" if seconds else "too fast to measure"
        return (
            f"{self.seats:2} seats  {games} games  {wins}  "
            f"{self.length / games:.1f} {self.counts}s  {self.moves / games:.1f} moves  {pace}"
        )


def simulate(game: Game, seats: int, games: int, seed: int, bot: Bot | None) -> Balance:
    """Play so many games under the usual rules; the same seed gives the same games."""
    random, rules = Random(seed), game.rules({}, seats)
    wins: Counter[str] = Counter()
    moves = length = 0
    for _ in range(games):
        state, steps = playout(game, rules, seats, random, bot)
        outcome = game.outcome(state)
        assert outcome is not None
        wins["+".join(outcome.winners) or "draw"] += 1
        moves += len(steps) - 1
        length += game.view(state, None)[game.counts]
    return Balance(seats, wins, moves, length, game.counts)
