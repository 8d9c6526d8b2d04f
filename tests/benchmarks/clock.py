"""C1 and C2: a pass of the clock over many games with deadlines, all of them overdue, or all of them asleep."""

from collections.abc import Iterator
from datetime import timedelta
from statistics import median
from time import perf_counter

from flask import Flask
from sqlalchemy import bindparam, null, select, update

from api.clock import later, now
from api.data.db import Statement, adding, reading, writing
from api.data.models import Game, Seat, Step
from api.operation import work
from tests.api.people import seated
from tests.benchmarks.place import NO_POSTGRES, POSTGRES, app, database, six
from tests.benchmarks.rounds import interleaved
from tests.benchmarks.table import Goal, Line, skipped

MANY, FEW = 10_000, 100
MINUTE = 60

C1 = [
    Goal("C1", f"settling {MANY:,} games that were due in one minute, {kind}", MINUTE, MINUTE)
    for kind in ("SQLite", "PostgreSQL")
]
C2 = [
    Goal("C2", f"a pass over {MANY:,} sleeping games / over {FEW}, {kind}", 2, 1.5) for kind in ("SQLite", "PostgreSQL")
]

ALL = {model: Statement(select(model).where(bindparam("id") == key)) for model, key in (
    (Game, Game.id), (Seat, Seat.game_id), (Step, Step.game_id)
)}  # fmt: skip
WAKE = Statement(update(Game).values(deadline=bindparam("new_deadline"), tell_turn=null(), tell_near=null()))


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    for settling, sleeping, kind in zip(C1, C2, ("SQLite", "PostgreSQL"), strict=True):
        if kind == "PostgreSQL" and not POSTGRES:
            yield skipped(settling, NO_POSTGRES)
            yield skipped(sleeping, NO_POSTGRES)
            continue
        with database(kind) as many, database(kind + " few") as few:
            yield from passes(settling, sleeping, app(many), app(few))


def passes(settling: Goal, sleeping: Goal, many: Flask, few: Flask) -> Iterator[Line]:
    """First the games sleep, then they are overdue."""
    fill(many, MANY)
    fill(few, FEW)
    asleep = [median(times) for times in interleaved(lambda: passed(many), lambda: passed(few))]
    wake(many)
    began = perf_counter()
    with many.app_context():
        settled = work.settle()
    took = perf_counter() - began
    assert settled == MANY
    yield Line(settling, f"{took:.1f} s, {settled / took:.0f} a second", f"{MINUTE} s", took)
    long, short = (1000 * each for each in asleep)
    yield Line(sleeping, f"{long:.1f} ms", f"{short:.1f} ms", long / short)


def passed(made: Flask) -> float:
    """The seconds of one pass in which nothing is due."""
    began = perf_counter()
    with made.app_context():
        assert work.passed() == 0
    return perf_counter() - began


def fill(made: Flask, count: int) -> None:
    """So many running games with deadlines a day away, all alike."""
    game = seated(six(made), pace={"name": "daily"})
    with made.app_context(), writing() as link:
        rows = {model: [row._asdict() for row in link.all(one, id=game)] for model, one in ALL.items()}
        for n in range(count - 1):
            for model, alike in rows.items():
                key = "id" if model is Game else "game_id"
                link.many(adding(model), [{**row, key: f"game{n}"} for row in alike])
        link.run(WAKE, new_deadline=later(now(), 86400))
    with made.app_context(), reading() as link:
        link.connection.execute("ANALYZE")  # as every database does by itself, a little later


def wake(made: Flask) -> None:
    """All of them were due within the last minute."""
    with made.app_context(), writing() as link:
        link.run(WAKE, new_deadline=now(timedelta(seconds=1)))
