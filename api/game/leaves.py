"""Leaves: a player says from when to when he is away, and at tables that want it deadlines wait for him.

Each player stretches a game's deadlines by so many hours in all; where several are away, the longest counts.
"""

import secrets
from typing import Any

from flask import g
from sqlalchemy import bindparam, delete, select, update

from api.clock import between, later, now
from api.data.db import Link, Row, Statement, adding
from api.data.models import Leave, Seat
from api.game import conduct
from api.web.errors import conflict, invalid, not_found

MOST = 10
"""Leaves that a player may have announced."""

LONGEST = 60 * 86400
"""Seconds of one leave."""

ADD = adding(Leave)
OWN = Statement(
    select(Leave.id, Leave.begins, Leave.ends)
    .where(Leave.player_id == bindparam("player"), Leave.ends > bindparam("moment"))
    .order_by(Leave.begins, Leave.id)
)
WITHDRAW = Statement(delete(Leave).where(Leave.player_id == bindparam("player"), Leave.id == bindparam("id")))
AWAY = Statement(
    select(Seat.seat, Seat.leave_used, Leave.begins, Leave.ends)
    .join(Leave, Leave.player_id == Seat.player_id)
    .where(Seat.game_id == bindparam("id"), Leave.ends > bindparam("moment"))
    .order_by(Leave.begins, Leave.id)
)
USE = Statement(
    update(Seat)
    .where(Seat.game_id == bindparam("game"), Seat.seat == bindparam("at"))
    .values(leave_used=bindparam("seconds"))
)


def stretch(link: Link, game: Row, seats: list[int], opened: str, deadline: str) -> tuple[str, list[tuple[int, int]]]:
    """The deadline, stretched for those of these seats who are away when it comes; by whom, and by how many seconds."""
    most = conduct.of(game)["leave_hours"] * 3600
    end, by = deadline, []
    for seat in seats:
        reached, used = deadline, 0
        for away in (row for row in link.all(AWAY, id=game.id, moment=opened) if row.seat == seat):
            used = away.leave_used
            if away.begins <= reached < away.ends:
                reached = min(away.ends, later(deadline, max(0, most - used)))
        if reached > deadline:
            seconds = between(deadline, reached)
            link.run(USE, game=game.id, at=seat, seconds=used + seconds)
            by.append((seat, seconds))
            end = max(end, reached)
    return end, by


def announced(link: Link, said: dict[str, Any]) -> dict[str, Any]:
    """A leave of the caller's; 422 if it can't be one, 409 if there are too many."""
    begins, ends, at = said["begins"], said["ends"], now()
    if ends <= max(begins, at):
        raise invalid(("/ends", "Has to be later than `begins`, and in the future."))
    if between(begins, ends) > LONGEST:
        raise invalid(("/ends", f"A leave lasts {LONGEST // 86400} days at most."))
    own = link.all(OWN, player=g.player.id, moment=at)
    same = next((row for row in own if (row.begins, row.ends) == (begins, ends)), None)
    if same is not None:
        return dict(same._asdict())
    if len(own) >= MOST:
        raise conflict("too_many_leaves", f"You have announced {MOST} leaves: withdraw one first.")
    told = {"id": secrets.token_urlsafe(12), "begins": begins, "ends": ends}
    link.run(ADD, player_id=g.player.id, **told)
    return told


def withdrawn(link: Link, id: str) -> None:
    """One leave less; 404 if there is no such leave of the caller's."""
    if not link.run(WITHDRAW, player=g.player.id, id=id):
        raise not_found()
