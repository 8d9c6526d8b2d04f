"""`flask --app api work`: settles what is overdue in games that nobody looks at, and tells people of it.

Nothing depends on it: whoever touches a game first settles it too. None, one or five of these give the same games.
"""

import logging
import time
from collections.abc import Callable
from threading import Thread

import click
from flask import Flask
from flask.cli import with_appcontext
from sqlalchemy import bindparam, select

from api.clock import now
from api.data.db import Link, Row, Statement, db, reading, writing
from api.data.models import Game
from api.delivery import outbox
from api.game import intime, news, pulse, store
from api.operation import pruning
from api.web.errors import unavailable

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
            with app.app_context():
                attempt(without_a_clock)

    thread = Thread(target=rounds, name="work", daemon=True)
    thread.start()
    return thread


def attempt(one: Callable[[], object]) -> None:
    """A pass; whatever goes wrong with it, the next may do better."""
    try:
        one()
    except Exception:
        log.exception("a pass failed")


def settle() -> int:
    """Settle every game that is overdue now; how many there were."""
    return each(lambda link, most: [row.id for row in link.all(DUE, moment=now(), count=most)], intime.catch_up)


def make_good() -> int:
    """Extend the deadlines of all games by the outages that they haven't made good; how many there were."""
    return each(pulse.behind, intime.make_good)


def each(found: Callable[[Link, int], list[str]], change: Callable[[Link, Row | None], object]) -> int:
    """Change all games that are found, each in a transaction of its own; how many. One that can't be stops no other."""
    changed, failed = 0, set[str]()
    while True:
        with reading() as link:
            ids = [id for id in found(link, BATCH + len(failed)) if id not in failed]
        for id in ids:
            try:
                with writing() as link:
                    change(link, store.held(link, id))
                changed += 1
            except unavailable(db.engine):
                raise
            except Exception:  # whatever it is, it is this game's own affair
                log.exception("a game can't be settled", extra={"game": id})
                failed.add(id)
        if len(ids) < BATCH:
            return changed


@click.command("work")
@click.option("--once", is_flag=True, help="Settle what is overdue now, and end.")
@with_appcontext
def work(once: bool) -> None:
    """Settle what is overdue, and send what is to be sent."""
    if once:
        passed()
        return
    while True:
        attempt(passed)
        time.sleep(REST)


def init_app(app: Flask) -> None:
    """Give an app the command."""
    app.cli.add_command(work)
