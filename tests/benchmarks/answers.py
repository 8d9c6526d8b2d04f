"""P5 and P7: a whole table, and a whole move, answered in this process without a server between."""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from flask import Flask
from sqlalchemy import create_engine, event, insert, update

from api.data.db import SET_UP
from api.data.models import Game, Step
from api.game import store, table
from api.web.incoming import Parser
from tests.api.people import Person, filled
from tests.benchmarks.place import Asked, answered, app, asked, bare, begun, database, six
from tests.benchmarks.rounds import ROUNDS, interleaved, seconds
from tests.benchmarks.table import Goal, Line, compared

P5 = Goal("P5", "a table (200) in process, beside a bare Flask 304", 3.5, 2.5)
P7 = Goal("P7", "a whole move in process, beside a bare Core write transaction", 3.0, 2.0)

TABLES, LOOKS = 8, 5
MOVES = 30


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    with database("SQLite") as url:
        made = app(url)
        people = six(made)
        yield looking(made, people)
        yield moving(url, people)


def looking(made: Flask, people: list[Person]) -> Line:
    """Six people look at each of some tables after a move, beside as many requests that are answered with nothing."""
    games = [begun(people, 10 + 5 * seed, seed) for seed in range(TABLES)]
    wanted = [latest(person, game) for game in games for person in people]
    nothing = [bare(one) for one in wanted]

    def look() -> None:
        for _ in range(LOOKS):
            # A step is news but once: what the API remembers of it for all at a table it has to find out again.
            for remembered in (table.numbered, table.public, store.parsed, Parser.query):
                remembered.cache_clear()
            for one in wanted:
                answered(made, one, "200")

    def look_at_nothing() -> None:
        for one in nothing * LOOKS:
            answered(made, one, "304")

    views, bares = interleaved(lambda: seconds(look), lambda: seconds(look_at_nothing))
    each = 1e6 / len(wanted) / LOOKS
    return compared(P5, [each * time for time in views], [each * time for time in bares], "µs")


def latest(person: Person, game: str) -> Asked:
    """What a client asks who has missed the last few events."""
    last = person.see(game)["last_event"]
    return asked(person, f"/games/{game}?after={last - 4}")


def moving(url: str, people: list[Person]) -> Line:
    """Moves of people, each followed by a transaction that writes as much and does nothing else; by the clock."""
    write = Writer(url, people[0].create(6)["id"])
    moves, writes = [], []
    for seed in range(ROUNDS + 1):
        took = [(timed(move), timed(write)) for move in moves_of(people, seed)]
        moves.append(1000 * median(one for one, _ in took))
        writes.append(1000 * median(other for _, other in took))
    return compared(P7, moves[1:], writes[1:], "ms")


def timed(work: Any) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def moves_of(people: list[Person], seed: int) -> Iterator[Any]:
    """Random moves of a game, each to be made by a call."""
    chance, game = Random(seed), begun(people, 10, seed)
    for _ in range(MOVES):
        seen = people[0].see(f"{game}?after=9999")
        if seen["status"] != "running":
            game = begun(people, 10, seed + 100)
            continue
        mover = people[chance.choice(seen["asked"])]
        option = chance.choice(mover.see(f"{game}?after=9999")["options"])
        said = filled(option, chance)

        def move(mover: Person = mover, game: str = game, said: Any = said) -> None:
            assert mover.post(f"/games/{game}/moves", said).status_code == 200

        yield move


class Writer:
    """The least that a move has to write, by SQLAlchemy's Core: a step, and the state in the game's row."""

    def __init__(self, url: str, game: str) -> None:
        """Into the same database, set up in the same way."""
        self.engine = create_engine(url)
        event.listen(self.engine, "connect", SET_UP[self.engine.dialect.name])
        self.game, self.n = game, 0

    def __call__(self) -> None:
        """One transaction."""
        step = {"game_id": self.game, "n": self.n, "chance": "[]", "events": "x" * 300, "shown": 0, "at": "now"}
        with self.engine.begin() as connection:
            connection.execute(insert(Step).values(step))
            connection.execute(update(Game).where(Game.id == self.game).values(state="x" * 3000))
        self.n += 1
