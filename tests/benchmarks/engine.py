"""E1-E3: how fast the rules are, beside RLCard's UNO; and reading a game's log, beside playing it."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import rlcard

from engine.core import Dice, Event, fold
from engine.game import GAMES
from tests.benchmarks.rounds import interleaved, rate, seconds
from tests.benchmarks.table import Goal, Line, compared

E1 = Goal("E1", "Fireline, 6 seats, random play, beside RLCard's UNO", 1.0, 2.0, more=True)
E2 = Goal("E2", "the same with the actor's view at each step", 0.7, 1.2, more=True)
E3 = Goal("E3", "folding a game's log again, beside its playout", 1.0, 0.5)

STEPS = 10_000
GAME = GAMES["fireline"]
SEATS = 6
RULES = GAME.rules({}, SEATS)


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    chance = Random(1)
    plain, viewed, uno = interleaved(
        partial(rate, STEPS, partial(play, chance)),
        partial(rate, STEPS, partial(play, chance, watch=GAME.view)),
        partial(rate, STEPS, partial(play_uno, chance)),
    )
    yield compared(E1, plain, uno, "steps/s")
    yield compared(E2, viewed, uno, "steps/s")
    yield folding(chance)


def blind(state: Any, seat: int) -> None:
    """Look at nothing."""


def play(chance: Random, steps: int, watch: Callable[[Any, int], Any] = blind) -> None:
    """Random play of game after game: options, one of them at random, its events in the game's log."""
    dice, choose = Dice(chance), GAME.bots["random"]
    while steps > 0:
        state, log = GAME.deal(RULES, SEATS, dice)
        while steps > 0 and GAME.outcome(state) is None:
            for seat in tuple(GAME.asked(state)):
                move = choose(watch(state, seat), GAME.options(state, seat), chance)
                log += GAME.apply(state, seat, move, dice)
                steps -= 1


def play_uno(chance: Random, steps: int) -> None:
    """The same of RLCard's UNO as it comes: its steps extract the state of who is next, legal actions included."""
    env = rlcard.make("uno", config={"seed": chance.getrandbits(31)})
    while steps > 0:
        state, _ = env.reset()
        while steps > 0 and not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(chance.random() * len(actions))])
            steps -= 1


def folding(chance: Random, games: int = 40) -> Line:
    """Whole games, played; and their logs folded onto fresh games."""
    played: list[tuple[Any, list[Event[Any]]]] = []

    def playout() -> None:
        played[:] = [whole(chance) for _ in range(games)]

    def refold() -> None:
        for state, log in played:
            assert fold(GAME.fresh(RULES, SEATS), log) == state

    playout()
    folded, dealt = interleaved(partial(seconds, refold), partial(seconds, playout))
    return compared(E3, [1000 * s / games for s in folded], [1000 * s / games for s in dealt], "ms a game")


def whole(chance: Random) -> tuple[Any, list[Event[Any]]]:
    """One game to its end: the last state, and all that happened."""
    dice, choose = Dice(chance), GAME.bots["random"]
    state, log = GAME.deal(RULES, SEATS, dice)
    while GAME.outcome(state) is None:
        for seat in tuple(GAME.asked(state)):
            log += GAME.apply(state, seat, choose(None, GAME.options(state, seat), chance), dice)
    return state, log
