"""P1-P4 and P6: "anything new?", the commonest request, beside a route of the same app that does nothing."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import event

from api.data.db import db
from tests.benchmarks import instructions
from tests.benchmarks.place import (
    NO_POSTGRES,
    POSTGRES,
    Asked,
    answered,
    app,
    asked,
    bare,
    begun,
    database,
    fifty,
    six,
    unchanged,
)
from tests.benchmarks.rounds import interleaved
from tests.benchmarks.serving import served, throughput
from tests.benchmarks.table import Goal, Line, compared, skipped

P1 = Goal("P1", "304 poll over HTTP, SQLite, beside a bare Flask 304", 0.8, 1.2, more=True)
P2 = Goal("P2", "the same in instructions", 1.6, 0.4)
P3 = Goal("P3", "the same over HTTP, PostgreSQL", 0.55, 0.85, more=True)
P4 = Goal("P4", "statements in an unchanged poll", 1, 1)
P6 = Goal("P6", "my 50 games in one call over HTTP, beside 50 polls", 1 / 12, 1 / 25)

ROUNDS = 11
GAMES = 50


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    with database("SQLite") as url:
        made = app(url)
        people = six(made)
        poll = unchanged(people[0], begun(people))
        with served(url) as port:
            yield over_http(P1, port, poll)
            fifty(people[1])
            yield together(port, poll, asked(people[1], "/me/games"))
        yield in_instructions(url, poll)
        yield in_statements(url, poll)
    if not POSTGRES:
        yield skipped(P3, NO_POSTGRES)
        return
    with database("PostgreSQL") as url:
        people = six(app(url))
        poll = unchanged(people[0], begun(people))
        with served(url) as port:
            yield over_http(P3, port, poll)


def over_http(goal: Goal, port: int, poll: Asked) -> Line:
    """Polls a second, beside the route that does nothing."""
    sides = (poll, bare(poll))
    return compared(goal, *interleaved(*(partial(throughput, port, side) for side in sides), rounds=ROUNDS), "polls/s")


def together(port: int, poll: Asked, mine: Asked) -> Line:
    """All of a player's games in one answer, beside a poll of each."""
    calls, polls = interleaved(partial(throughput, port, mine), partial(throughput, port, poll), rounds=ROUNDS)
    return compared(P6, [1000 / rate for rate in calls], [1000 * GAMES / rate for rate in polls], "ms")


def in_instructions(url: str, poll: Asked) -> Line:
    """Instructions of a poll, beside those of the route that does nothing."""
    if not instructions.VALGRIND:
        return skipped(P2, "valgrind is not there")
    ours, nothing = (instructions.each(url, side, "304") / 1000 for side in (poll, bare(poll)))
    return compared(P2, [ours], [nothing], "thousand")


def in_statements(url: str, poll: Asked) -> Line:
    """What a poll says to the database: all that SQLite is told, on every connection that is opened for it."""
    told: list[str] = []
    made = app(url)
    with made.app_context():
        event.listen(db.engine, "connect", lambda connection, _: connection.set_trace_callback(told.append))
    answered(made, poll, "304")
    assert told
    told.clear()
    answered(made, poll, "304")
    return compared(P4, [len(told)], [1], "statements")
