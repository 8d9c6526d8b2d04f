"""How a table deals with people over days: what its creator chose, and how it stands."""

from typing import Any

import orjson
from marshmallow import Schema, validate
from marshmallow import fields as ma

from api.data.db import Row
from api.game.store import dumps
from api.web.shapes import Choice

NOTICES = 20
"""The latest of them are told."""


def whole(least: int, most: int, described: str, **kwargs: Any) -> ma.Integer:
    """A whole number."""
    within = validate.Range(least, most)
    return ma.Integer(strict=True, validate=within, metadata={"description": described}, **kwargs)


class Conduct(Schema):
    """How the table deals with people."""

    ready_check = whole(
        30, 7 * 86400, "Seconds in which all have to say that they are ready, before the deal; null: nobody is asked.",
        load_default=None, allow_none=True,
    )  # fmt: skip
    leave_hours = whole(0, 720, "By how much a player's leaves may stretch deadlines in all.", load_default=0)
    breaks = Choice(
        ("host", "vote", "nobody"),
        load_default="host",
        metadata={"description": "Who may pause the game, extend a deadline or send a player away."},
    )
    extensions = whole(0, 20, "How often a deadline may be extended.", load_default=3)
    pause_hours = whole(0, 720, "How long the game may be paused in all.", load_default=72)
    absent = Choice(
        ("default", "bot", "substitute"),
        load_default="substitute",
        metadata={"description": "What becomes of a seat whose player misses turns or leaves."},
    )
    absent_after = whole(1, 10, "Turns missed in a row before that.", load_default=2)
    credit = Choice(
        ("last", "first", "both"),
        load_default="last",
        metadata={"description": "Whose the result is when a substitute took over."},
    )


DEFAULT: dict[str, Any] = Conduct().load({})
"""What holds if nothing is chosen, and at tables that were there before there was a choice."""

AFFAIRS: dict[str, Any] = {
    "votes": {},
    "extended": False,
    "extensions": 0,
    "paused_seconds": 0,
    "checking": None,
    "starts_at": None,
    "fill": None,
    "expires": None,
    "offered": [],
}
"""How things stand at a new table."""


def of(game: Row) -> dict[str, Any]:
    """What a table's creator chose."""
    return DEFAULT | orjson.loads(game.conduct)


def affairs(game: Row) -> dict[str, Any]:
    """How things stand at a table."""
    return AFFAIRS | orjson.loads(game.affairs)


def stand(game: Row, **changed: Any) -> Row:
    """The game with its affairs changed."""
    return game._replace(affairs=dumps(affairs(game) | changed))


def noticed(game: Row, kind: str, at: str, **more: Any) -> Row:
    """The game with a notice for everybody at the table."""
    notices = orjson.loads(game.notices)
    n = notices[-1]["n"] + 1 if notices else 1
    return game._replace(notices=dumps([*notices, {"n": n, "kind": kind, "at": at, **more}][-NOTICES:]))


def pause_left(game: Row) -> int:
    """The seconds for which the game may still be paused."""
    return int(of(game)["pause_hours"] * 3600 - affairs(game)["paused_seconds"])


def needed(voters: list[int]) -> int:
    """How many votes decide: more than half."""
    return len(voters) // 2 + 1
