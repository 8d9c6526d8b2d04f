"""The service's pulse: when it was last alive, and how long it was away if it was.

Whoever answers requests or keeps the clock gives a sign of life once a minute. An outage is a time without any that is
longer than a set length, after a time in which the clock beat: without a clock a quiet night can't be told from one.
Each running game makes an outage good once, when it is next touched or by the clock's next pass.
"""

import time
from contextlib import suppress

from flask import Flask, current_app, request
from sqlalchemy import bindparam, insert, select, update

from api.clock import later, now
from api.data.db import Link, Row, Statement, adding, db, reading, taken, writing
from api.data.models import Game, Outage, Pulse
from api.web.errors import unavailable
from api.web.headers import API

EVERY = 60
"""Seconds between two signs of life of one process."""

ALIVE = Statement(select(Pulse.alive, Pulse.clock, Pulse.outages).where(Pulse.id == 1).with_for_update())
BORN = Statement(insert(Pulse).values(id=1, alive=bindparam("at"), clock=bindparam("clock"), outages=0))
BEAT = Statement(
    update(Pulse)
    .where(Pulse.id == 1)
    .values(alive=bindparam("at"), clock=bindparam("new_clock"), outages=bindparam("count"))
)
COUNT = Statement(select(Pulse.outages, Pulse.clock).where(Pulse.id == 1))
AWAY = adding(Outage)
SINCE = Statement(select(Outage.began, Outage.ended).where(Outage.n > bindparam("known")).order_by(Outage.n))
BEHIND = Statement(
    select(Game.id)
    .where(Game.status == "running", Game.deadline.is_not(None), Game.outage < bindparam("count"))
    .limit(bindparam("most"))
)


def beat(clock: bool = False) -> None:
    """Give a sign of life, the clock's or another's, and notice if the service was away since the last."""
    limit = current_app.config["OUTAGE_MINUTES"] * 60
    try:
        with writing() as link:
            at, last = now(), link.one(ALIVE)
            if last is None:
                link.run(BORN, at=at, clock=at if clock else None)
                return
            away = at > later(last.alive, limit) and was_watched(last, limit)
            if away:
                link.run(AWAY, n=last.outages + 1, began=last.alive, ended=at)
            clocked = at if clock else last.clock
            ahead = last.alive if at < last.alive <= later(at, limit) else at  # a clock that was put back a little
            link.run(BEAT, at=ahead, new_clock=clocked, count=last.outages + away)
    except taken():
        return  # another process gave the first sign at the same moment


def was_watched(last: Row, limit: int) -> bool:
    """Whether the clock was beating when the service was last alive."""
    return last.clock is not None and later(last.clock, limit) >= last.alive


def outages(link: Link) -> int:
    """How many outages there were."""
    counted = link.one(COUNT)
    return counted.outages if counted else 0


def since(link: Link, known: int) -> list[Row]:
    """The outages after the first so many."""
    return link.all(SINCE, known=known)


def behind(link: Link, most: int) -> list[str]:
    """The ids of running games that haven't made the last outage good, so many at most."""
    counted = outages(link)
    return [row.id for row in link.all(BEHIND, count=counted, most=most)] if counted else []


def is_ticking() -> bool:
    """Whether a clock has beaten lately, so that nobody else need do its work."""
    with reading() as link:
        last = link.one(COUNT)
    return last is not None and last.clock is not None and later(last.clock, 2 * EVERY) > now()


def of_request() -> None:
    """A request is a sign of life too, once a minute for each process; without a database there is none to give."""
    if not request.path.startswith(API):
        return
    at = time.time()
    if at >= current_app.extensions.get("next_beat", 0):
        current_app.extensions["next_beat"] = at + EVERY
        with suppress(unavailable(db.engine)):
            beat()


def init_app(app: Flask) -> None:
    """Let the requests of an app be signs of life, before anything is settled because of them."""
    app.before_request(of_request)
