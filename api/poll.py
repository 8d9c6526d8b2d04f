"""The commonest request, "anything new?", answered before Flask: one statement by index, never the state.

Whatever isn't a plain yes-or-no question about a game's ETag goes on to Flask, which gives the same answer
by the long way: the two are held together by a test.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import orjson
from sqlalchemy import Engine, bindparam, select

from api import headers, table
from api.auth import digest
from api.course import is_due
from api.db import Statement, reading
from api.errors import unavailable
from api.models import Game, Seat, Token

Start = Callable[..., Any]

GAME = re.compile(r"/api/v1/games/([A-Za-z0-9_-]{4,32})\Z")
QUERY = re.compile(r"(after=\d{1,9})?\Z")
TAG = re.compile(r'"([A-Za-z0-9_-]{1,80})"\Z')
BEARER = re.compile(r"Bearer ([\x21-\x7e]{1,200})\Z")

STORED = Statement(
    select(Game.etags, Game.private, Game.deadline, Token.id.label("token"), Token.expires, Seat.seat)
    .select_from(Game)
    .outerjoin(Token, Token.digest == bindparam("digest"))
    .outerjoin(Seat, (Seat.game_id == Game.id) & (Seat.player_id == Token.player_id))
    .where(Game.id == bindparam("id"))
)
"""A game's ETags, whose token it is, and where he sits."""


class Poll:
    """Stands before an app and answers 304 where nothing has changed for who asks."""

    def __init__(self, app: Callable[..., Iterable[bytes]], engine: Engine, carried: list[tuple[str, str]]) -> None:
        """Before this app, with the app's own database, and what each of its 304s carries."""
        self.app, self.engine, self.carried = app, engine, carried

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer, or hand on."""
        tag = environ.get("HTTP_IF_NONE_MATCH")
        if tag is None or environ["REQUEST_METHOD"] != "GET" or not self.holds(environ, tag):
            return self.app(environ, start)
        number = ("X-Request-ID", headers.number(environ))
        start("304 NOT MODIFIED", [("ETag", tag), *self.carried, number])
        return ()

    def holds(self, environ: dict[str, Any], tag: str) -> bool:
        """Whether the tag is that of the table as the caller sees it now."""
        said, game = TAG.match(tag), GAME.match(environ.get("PATH_INFO", ""))
        if not said or not game or not QUERY.match(environ.get("QUERY_STRING", "")):
            return False
        given = environ.get("HTTP_AUTHORIZATION")
        bearer = BEARER.match(given) if given is not None else None
        if not said[1].startswith(f"{table.SHAPE}-") or (given is not None and bearer is None):
            return False
        try:
            with reading(self.engine) as link:
                found = link.one(STORED, id=game[1], digest=digest(bearer[1]) if bearer else None)
        except unavailable(self.engine):
            return False
        if (
            found is None
            or is_due(found.deadline)
            or (bearer and (found.token is None or is_due(found.expires)))
            or (found.private and found.seat is None)
        ):
            return False
        return bool(orjson.loads(found.etags)[0 if found.seat is None else found.seat + 1] == said[1])
