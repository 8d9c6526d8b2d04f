"""The outbox: letters that wait to be sent, each by one sender at a time, tried again and again, at last given up.

A letter is leased by moving the moment when it is due: a sender that dies is followed by another when that has come.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import orjson
from flask import Flask, current_app
from sqlalchemy import bindparam, delete, select, update

from api.clock import now
from api.data.db import Row, Statement, db, here, reading
from api.data.models import Game, Letter, Seat
from api.delivery import calls, mail
from api.game import news

log = logging.getLogger("api")

LEASE = timedelta(minutes=2)
"""How long a letter is one sender's: longer than any sending takes."""

WAITS = (10, 60, 300, 1800, 7200, 21600, 57600)
"""Seconds before each further try: about a day. Then the letter is given up."""

SENDERS = 4
"""Letters that one process sends at once: one that is slow doesn't stop the others."""

PASS = 20
"""Seconds after which a pass takes no further letter."""

OLDEST = (
    select(Letter.id)
    .where(Letter.due <= bindparam("at"))
    .order_by(Letter.due, Letter.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
LEASED = Statement(
    update(Letter)
    .where(Letter.id.in_(OLDEST.scalar_subquery()), Letter.due <= bindparam("at"))
    .values(due=bindparam("until"), tries=Letter.tries + 1)
    .returning(Letter.id, Letter.player_id, Letter.hook_id, Letter.kind, Letter.body, Letter.due, Letter.tries)
)
WAITING = Statement(select(Letter.id).where(Letter.due <= bindparam("at")).limit(1))
DONE = Statement(delete(Letter).where(Letter.id == bindparam("letter"), Letter.due == bindparam("leased")))
RETRY = Statement(
    update(Letter)
    .where(Letter.id == bindparam("letter"), Letter.due == bindparam("leased"))
    .values(due=bindparam("again"))
)
ASKED = Statement(
    select(Game.status, Game.paused, Game.opened, Game.deadline, Game.silent, Seat.seat, Seat.level)
    .outerjoin(Seat, (Seat.game_id == Game.id) & (Seat.player_id == bindparam("player")))
    .where(Game.id == bindparam("game"))
)


def send() -> int:
    """Send what is due, for a bounded time; how many letters were taken in hand."""
    with reading() as link:
        if link.one(WAITING, at=now()) is None:
            return 0
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    until = time.monotonic() + PASS
    with ThreadPoolExecutor(SENDERS) as senders:
        return sum(senders.map(lambda _: empty(app, until), range(SENDERS)))


def empty(app: Flask, until: float) -> int:
    """Take letter after letter in hand, in a thread of its own, until none is due or time is up; how many."""
    sent = 0
    with app.app_context():
        try:
            while time.monotonic() < until and (letter := lease()) is not None:
                handle(letter)
                sent += 1
        finally:
            if link := here.links.pop(db.engine, None):
                link.drop()
    return sent


def lease() -> Row | None:
    """A letter that is due and nobody else's for a while; None if there is none."""
    with reading() as link:
        return link.one(LEASED, at=now(), until=now(-LEASE))


def handle(letter: Row) -> None:
    """Send a letter; it is done with, or due again later. Whatever goes wrong with it is its own affair."""
    try:
        done = deliver(letter)
    except Exception:
        log.exception("letter", extra={"letter": letter.id, "kind": letter.kind, "tries": letter.tries})
        done = False
    with reading() as link:
        if done or letter.tries > len(WAITS):
            link.run(DONE, letter=letter.id, leased=letter.due)
        else:
            wait = timedelta(seconds=WAITS[letter.tries - 1])
            link.run(RETRY, letter=letter.id, leased=letter.due, again=now(-wait))


def deliver(letter: Row) -> bool:
    """Send a letter by its way, unless what it tells of isn't so any more; whether it is done with."""
    said: dict[str, Any] = orjson.loads(letter.body)
    if letter.kind in news.REMINDERS and not still(letter, said):
        return True
    if letter.player_id is not None or letter.kind == mail.FORGOTTEN:
        return mail.deliver(letter, said)
    if letter.hook_id is not None:
        return calls.deliver(letter, said)
    news.offer(said)
    return True


def still(letter: Row, said: dict[str, Any]) -> bool:
    """Whether the question that a letter tells of stands, and whom it reminds is still silent.

    A game's own hook is told of the question, whoever is silent.
    """
    player = said.get("player", letter.player_id)
    with reading() as link:
        game = link.one(ASKED, game=said["game"], player=player)
    if game is None or not news.stands(game) or game.opened != said["opened"]:
        return False
    if letter.kind == "near" and game.deadline != said["deadline"]:
        return False
    said["deadline"] = game.deadline
    return player is None or (game.seat in orjson.loads(game.silent) and game.level is None)
