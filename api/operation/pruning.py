"""Forgetting: what is of no use to anybody any more goes, some time after it was."""

from datetime import timedelta

from flask import current_app
from sqlalchemy import bindparam, delete, select

from api.clock import later, now
from api.data.db import Statement, writing
from api.data.models import Attempt, Delivery, Game, Leave, News, Reply, Seat, Token
from api.web import attempts, auth, once

EVERY = 3600
"""Seconds between two times that a process forgets."""

MONTH = timedelta(days=30)
SANDBOX = timedelta(days=90)
"""How long a sandbox is kept; its own times can't tell, since its clock may be moved."""

KEPT = [
    (Statement(delete(column.class_).where(column < bindparam("since"))), span)
    for column, span in (
        (Attempt.at, attempts.WINDOW),
        (Reply.at, once.KEPT_FOR),
        (Token.expires, auth.KEPT_EXPIRED),
        (News.at, MONTH),
        (Delivery.at, MONTH),
        (Leave.ends, MONTH),
    )
]
OLD_SANDBOXES = (
    select(Game.id).join(Seat, Seat.game_id == Game.id).where(Game.sandbox.is_(True), Seat.since < bindparam("since"))
)
KEPT.append((Statement(delete(Game).where(Game.id.in_(OLD_SANDBOXES))), SANDBOX))
"""What is deleted when its time is so long over."""


def prune() -> None:
    """Forget all whose time has come."""
    with writing() as link:
        for forget, span in KEPT:
            link.run(forget, since=now(span))


def now_and_then() -> None:
    """Forget, if this process hasn't lately."""
    at = now()
    if at >= current_app.extensions.get("next_prune", ""):
        current_app.extensions["next_prune"] = later(at, EVERY)
        prune()
