"""A game comes to be; one player may have only so many."""

import secrets
from collections import Counter
from typing import Any

from sqlalchemy import and_, bindparam, func, or_, select

from api.clock import now
from api.data.db import Link, Row, Statement, adding
from api.data.models import Game, Seat
from api.game import store
from api.web.errors import conflict
from engine.game import GAMES

MOST = {"open": 20, "running": 200, "sandbox": 50}
"""Games that haven't begun, and that go on, which one player may host; sandboxes that he may have, over or not."""

ADD = adding(Game)
COUNT = Statement(
    select(Game.sandbox, Game.status, func.count().label("count"))
    .join(Seat, Seat.game_id == Game.id)
    .where(
        Seat.player_id == bindparam("player"),
        or_(Game.sandbox, and_(Game.host == Seat.seat, Game.status != "ended")),
    )
    .group_by(Game.sandbox, Game.status)
)


def only_a_few(link: Link, player: str, sandbox: bool) -> None:
    """Refuse who would fill the lobby, or the disk."""
    has = Counter[str]()
    for row in link.all(COUNT, player=player):
        has["sandbox" if row.sandbox else row.status] += row.count
    for kind in ("sandbox",) if sandbox else ("open", "running"):
        if has[kind] >= MOST[kind]:
            raise conflict("too_many_games", f"You have {has[kind]} games of this kind ({kind}): leave one first.")


def new(link: Link, player: str, ruleset: str, size: int, rules: str, **settled: Any) -> Row:
    """A new game of a player's, at which nobody sits yet."""
    sandbox = settled.get("sandbox", False)
    only_a_few(link, player, sandbox)
    values = {
        "id": secrets.token_urlsafe(12),
        "ruleset": ruleset,
        "version": GAMES[ruleset].ruleset,
        "size": size,
        "code": secrets.token_urlsafe(16) if settled["private"] and not sandbox else None,
        "rules": rules,
        "host": 0,
        "status": "open",
        "created": now(),
        **dict.fromkeys(("started", "ended", "deadline", "before_id", "rematch_id", "state", "series_id")),
        **dict.fromkeys(("opened", "question", "paused", "left", "tell_turn", "tell_near")),
        **dict.fromkeys(("steps", "shown", "vacant", "outage"), 0),
        "sandbox": False,
        "nth": 1,
        "pace": '{"name":"house"}',
        **dict.fromkeys(("said", "conduct", "affairs", "standings"), "{}"),
        **dict.fromkeys(("etags", "asked", "silent", "roster", "turns", "notices"), "[]"),
        **settled,
    }
    link.run(ADD, **values)
    return link.one(store.HELD, id=values["id"])
