"""`flask --app api work`: settles what is overdue in games that nobody looks at.

Nothing depends on it: whoever touches a game first does the same. None, one or five of these give the same game.
"""

import logging
import time

import click
from flask import Flask
from flask.cli import with_appcontext
from sqlalchemy import bindparam, select

from api import course, store
from api.clock import now
from api.db import Statement, reading, writing
from api.models import Game

log = logging.getLogger("api")

BATCH = 100
"""Games that are looked up at once."""

REST = 15
"""Seconds between two looks."""

DUE = Statement(
    select(Game.id).where(Game.deadline <= bindparam("moment")).order_by(Game.deadline).limit(bindparam("count"))
)


def settle() -> int:
    """Settle every game that is overdue now, each in a transaction of its own; how many there were."""
    settled = 0
    while True:
        with reading() as link:
            due = link.all(DUE, moment=now(), count=BATCH)
        for row in due:
            with writing() as link:
                game = store.held(link, row.id)
                if game is not None:
                    course.catch_up(link, game)
        settled += len(due)
        if len(due) < BATCH:
            return settled


@click.command("work")
@click.option("--once", is_flag=True, help="Settle what is overdue now, and end.")
@with_appcontext
def work(once: bool) -> None:
    """Settle what is overdue in games that nobody looks at."""
    while True:
        settled = settle()
        if settled:
            log.info("settled what was overdue", extra={"games": settled})
        if once:
            return
        time.sleep(REST)


def init_app(app: Flask) -> None:
    """Give an app the command."""
    app.cli.add_command(work)
