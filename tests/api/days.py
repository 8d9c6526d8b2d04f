"""Games over days for tests: a clock moved by hand, and tables with a pace."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import time_machine

from api.clock import later
from api.operation.work import passed
from tests.api.people import seated

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday at noon."""

HOUR = 3600
NOON = "2026-03-02T12:00:00.000Z"
OWN = {"name": "own", "lengths": {"play": HOUR, "discard": HOUR, "rescue": HOUR}}
"""An hour for each question of Fireline."""


@contextmanager
def noon():
    """A clock that a test moves by hand."""
    with time_machine.travel(START, tick=False) as moved:
        yield moved


def at(hours):
    """So many hours after noon."""
    return later(NOON, int(hours * HOUR))


def pass_hours(clock, hours):
    clock.shift(timedelta(hours=hours))


def slow(people, conduct=None, **more):
    """A game of Fireline with an hour for each question; its id. The first seat begins."""
    more = {"pace": OWN, "conduct": conduct or {}, "options": {"first": 0}, **more}
    return seated(people, ruleset="fireline", **more)


def work(app):
    """One pass of the clock."""
    with app.app_context():
        return passed()


def notices(table):
    return [notice["kind"] for notice in table["notices"]]
