"""Lists of games: the public ones, page by page, and a player's own by urgency."""

import base64
import binascii
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import and_, bindparam, or_, select

from api.data.db import Link, Row, Statement
from api.data.models import Game, Seat
from api.web.errors import invalid

TOLD = (
    *(Game.id, Game.ruleset, Game.title, Game.status, Game.private, Game.sandbox, Game.size, Game.roster),
    *(Game.created, Game.started, Game.ended, Game.deadline, Game.paused, Game.vacant, Game.silent, Seat.seat),
)
"""What a list says of a game; of those who haven't answered, only whether the caller is one."""

OWN = Statement(
    select(*TOLD)
    .join(Seat, Seat.game_id == Game.id)
    .where(Seat.player_id == bindparam("player"))
    .order_by(Game.status == "ended", Game.created.desc(), Game.id)
    .limit(200)
)
"""A player's own games: all that are not over, and the latest of the others."""

URGENCY = {"running": 1, "open": 2, "ended": 3}


def entry(game: Row) -> dict[str, Any]:
    """A game as a list tells it to the caller."""
    mine = game.seat is not None
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "title": game.title,
        "status": game.status,
        "private": bool(game.private),
        "sandbox": bool(game.sandbox),
        "size": game.size,
        "taken": game.size - game.roster.count('"kind":null'),
        "seats": orjson.Fragment(game.roster),
        "you": game.seat,
        "asked_me": mine and game.status == "running" and game.seat in orjson.loads(game.silent),
        "deadline": game.deadline if game.status == "running" and game.paused is None else None,
        "paused": game.paused is not None,
        "vacant": game.vacant,
        "created": game.created,
        "started": game.started,
        "ended": game.ended,
    }


def mine(link: Link, player: str) -> list[dict[str, Any]]:
    """A player's games: those that wait for him first, the nearest deadline before all."""
    told = [entry(game) for game in link.all(OWN, player=player)]
    return sorted(told, key=lambda game: (0 if game["asked_me"] else URGENCY[game["status"]], game["deadline"] or "~"))


def public(link: Link, query: dict[str, Any], player: str | None) -> dict[str, Any]:
    """A page of the public games, the newest first."""
    status, ruleset, limit = query.get("status"), query.get("ruleset"), query["limit"]
    place = uncover(query["cursor"]) if "cursor" in query else ("", "")
    statement = page(status is not None, ruleset is not None, "vacant" in query, "cursor" in query)
    values = {"player": player, "status": status, "ruleset": ruleset, "created": place[0], "id": place[1]}
    games = link.all(statement, **values, count=limit + 1)
    more = cover(games[limit - 1]) if len(games) > limit else None
    return {"games": [entry(game) for game in games[:limit]], "next": more}


@lru_cache
def page(by_status: bool, by_ruleset: bool, only_vacant: bool, further: bool) -> Statement:
    """The statement for a page, with the filters that are asked for."""
    mine = and_(Seat.game_id == Game.id, Seat.player_id == bindparam("player"))
    chosen: Any = select(*TOLD).outerjoin(Seat, mine).where(Game.private.is_(False))
    if by_status:
        chosen = chosen.where(Game.status == bindparam("status"))
    if by_ruleset:
        chosen = chosen.where(Game.ruleset == bindparam("ruleset"))
    if only_vacant:
        chosen = chosen.where(Game.vacant > 0, Game.status == "running")
    if further:
        earlier, same = Game.created < bindparam("created"), Game.created == bindparam("created")
        chosen = chosen.where(or_(earlier, and_(same, Game.id > bindparam("id"))))
    return Statement(chosen.order_by(Game.created.desc(), Game.id).limit(bindparam("count")))


def cover(game: Row) -> str:
    """A game's place in the list as a cursor."""
    return covered(game.created, game.id)


def covered(moment: str, id: str) -> str:
    """A place in a list that goes by time as a cursor."""
    return base64.urlsafe_b64encode(f"{moment} {id}".encode()).decode().rstrip("=")


def uncover(cursor: str) -> tuple[str, str]:
    """The place that a cursor stands for."""
    try:
        said = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        created, id = said.split(" ")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raise invalid(("/cursor", "Not a cursor.")) from None
    if "\0" in said:
        raise invalid(("/cursor", "Not a cursor."))
    return created, id
