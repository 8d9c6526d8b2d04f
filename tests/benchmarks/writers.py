"""P8: many people write at once, each as soon as he has been answered: moves where he is asked, else talk."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from random import Random
from statistics import quantiles
from threading import Barrier
from time import perf_counter
from typing import Any

from flask import Flask

from tests.api.people import PREFIX, Person, filled, seated
from tests.benchmarks.place import NO_POSTGRES, POSTGRES, app, database
from tests.benchmarks.serving import served
from tests.benchmarks.table import Goal, Line, skipped

TABLES, SEATS = 8, 4
WRITERS = TABLES * SEATS
WRITES = 25
LIMIT = 1.0
"""Seconds within which 99 of 100 writes are answered."""

P8 = [
    Goal("P8", f"p99 of {WRITERS} writers at once and no 5xx, {kind}", LIMIT, LIMIT)
    for kind in ("SQLite", "PostgreSQL")
]


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    for goal, kind in zip(P8, ("SQLite", "PostgreSQL"), strict=True):
        if kind == "PostgreSQL" and not POSTGRES:
            yield skipped(goal, NO_POSTGRES)
        else:
            with database(kind) as url:
                yield crowd(goal, url)


def crowd(goal: Goal, url: str) -> Line:
    """Everybody writes; a 5xx counts as a write that never was answered."""
    writers = at_tables(app(url))
    with served(url) as port:
        answers = all_write(port, writers, WRITES)
    failed = [status for status, _ in answers if status >= 500]
    p99 = quantiles([seconds for _, seconds in answers], n=100)[-1]
    return Line(
        goal,
        f"{p99:.3f} s, {len(failed)} of {len(answers)} 5xx",
        f"{LIMIT:.0f} s",
        float("inf") if failed else p99 / LIMIT,
    )


def at_tables(made: Flask) -> list[tuple[Person, str]]:
    """Who will write, and in which game."""
    tables = [[Person(made, f"Writer {SEATS * n + seat}") for seat in range(SEATS)] for n in range(TABLES)]
    return [(person, game) for people in tables for game in [seated(people)] for person in people]


def all_write(port: int, writers: list[tuple[Person, str]], times: int) -> list[tuple[int, float]]:
    """Let each of them look and write so many times, all at once: the status of each write, and how long it took."""
    ready = Barrier(len(writers))
    with ThreadPoolExecutor(len(writers)) as pool:
        each = [Writer(port, *writer, seed) for seed, writer in enumerate(writers)]
        return [answer for found in pool.map(lambda writer: writer.writes(ready, times), each) for answer in found]


class Writer:
    """One person at one table, with a connection of his own."""

    def __init__(self, port: int, person: Person, game: str, seed: int) -> None:
        """Sit down."""
        self.link, self.chance = HTTPConnection("127.0.0.1", port, timeout=60), Random(seed)
        self.secret, self.game = person.secret, game

    def writes(self, ready: Barrier, times: int) -> list[tuple[int, float]]:
        """The status of each write, and how long it took."""
        answers = []
        ready.wait()
        for number in range(times):
            _, seen = self.ask("GET", "?after=9999")
            if seen["options"]:
                path, said = "/moves", filled(self.chance.choice(seen["options"]), self.chance)
            else:
                path, said = "/talk", {"text": f"number {number}"}
            start = perf_counter()
            status, _ = self.ask("POST", path, said)
            answers.append((status, perf_counter() - start))
        return answers

    def ask(self, method: str, path: str, said: Any = None) -> tuple[int, Any]:
        """One request about the game: its status and answer."""
        headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        body = None if said is None else json.dumps(said)
        self.link.request(method, f"{PREFIX}/games/{self.game}{path}", body, headers)
        answer = self.link.getresponse()
        return answer.status, json.loads(answer.read())
