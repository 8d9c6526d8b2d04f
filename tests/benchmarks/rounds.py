"""Rounds that both sides of a comparison take in turn, so that a noisy machine is noisy for both."""

import gc
from collections.abc import Callable
from time import process_time

ROUNDS = 7


def interleaved(*sides: Callable[[], float], rounds: int = ROUNDS) -> list[list[float]]:
    """The figures of each side, round by round; every second round in reverse order."""
    figures: list[list[float]] = [[] for _ in sides]
    for number in range(-1, rounds):
        order = range(len(sides)) if number % 2 == 0 else reversed(range(len(sides)))
        for side in order:
            gc.collect()
            found = sides[side]()
            if number >= 0:  # the first round only warms up
                figures[side].append(found)
    return figures


def rate(count: int, work: Callable[[int], object]) -> float:
    """How many in a second of this process's own time, of work that is told how many to do."""
    start = process_time()
    work(count)
    return count / (process_time() - start)


def seconds(work: Callable[[], object]) -> float:
    """How much of this process's own time the work takes."""
    start = process_time()
    work()
    return process_time() - start
