"""`flask --app api work`: settles what is overdue in games that nobody looks at, and tells people of it.

Nothing depends on it: whoever touches a game first settles it too. None, one or five of these give the same games.
"""

import logging
import time
from threading import Thread

import click
from flask import Flask
from flask.cli import with_appcontext
from sqlalchemy import bindparam, select

from api.clock import now
from api.data.db import Statement, reading, writing
from api.data.models import Game
from api.delivery import outbox
from api.game import intime, news, pulse, store
from api.operation import pruning

log = logging.getLogger("api")

BATCH = 100
"""Games that are looked up at once."""

REST = 15
"""Seconds between two passes."""

DUE = Statement(
    select(Game.id).where(Game.deadline <= bindparam("moment")).order_by(Game.deadline).limit(bindparam("count"))
)


def passed(clock: bool = True) -> int:
    """One pass of the clock, or of a server that has none: what is overdue, what is to be told; games settled."""
    pulse.beat(clock)
    settled = make_good() + settle()
    news.due()
    outbox.send()
    pruning.now_and_then()
    if settled:
        log.info("settled what was overdue", extra={"games": settled})
    return settled


def without_a_clock() -> int:
    """A server does the clock's work itself if there is none; how many games were settled."""
    return 0 if pulse.is_ticking() else passed(clock=False)


def beside(app: Flask) -> Thread:
    """A thread beside a server's own, for the times without a clock; it ends with the server."""

    def rounds() -> None:
        while True:
            time.sleep(REST)
            try:
                with app.app_context():
                    without_a_clock()
            except Exception:  # whatever it is, the next round may do better
                log.exception("a pass failed")

    thread = Thread(target=rounds, name="work", daemon=True)
    thread.start()
    return thread


def settle() -> int:
    """Settle every game that is overdue now, each in a transaction of its own; how many there were."""
    settled = 0
    while True:
        with reading() as link:
            due = link.all(DUE, moment=now(), count=BATCH)
        for row in due:
            with writing() as link:
                intime.catch_up(link, store.held(link, row.id))
        settled += len(due)
        if len(due) < BATCH:
            return settled


def make_good() -> int:
    """Extend the deadlines of all games by the outages that they haven't made good; how many there were."""
    extended = 0
    while True:
        with reading() as link:
            behind = pulse.behind(link, BATCH)
        for id in behind:
            with writing() as link:
                intime.make_good(link, store.held(link, id))
        extended += len(behind)
        if len(behind) < BATCH:
            return extended


@click.command("work")
@click.option("--once", is_flag=True, help="Settle what is overdue now, and end.")
@with_appcontext
def work(once: bool) -> None:
    """Settle what is overdue, and send what is to be sent."""
    while True:
        passed()
        if once:
            return
        time.sleep(REST)


def init_app(app: Flask) -> None:
    """Give an app the command."""
    app.cli.add_command(work)
