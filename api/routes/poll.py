"""The commonest request, "anything new?", answered before Flask: one statement by index, never the state.

Whatever isn't a plain yes-or-no question about a game's ETag goes on to Flask, which gives the same answer
by the long way: the two are held together by a test. Who says how long he would wait is answered when there is
something new to him, and holds a thread until then: so there are but a few places to wait in each process.
"""

import re
import time
from collections.abc import Callable, Iterable
from threading import BoundedSemaphore
from typing import Any

import orjson
from sqlalchemy import Engine, bindparam, select

from api.clock import is_due
from api.data.db import Statement, reading
from api.data.models import Game, Seat, Token
from api.data.waiting import bell
from api.delivery.presence import noted
from api.game import table
from api.routes.schemas import LONGEST_WAIT
from api.web import headers, metrics
from api.web.acting import HANDED_ON
from api.web.auth import digest
from api.web.errors import unavailable

Start = Callable[..., Any]

GAME = re.compile(r"/api/v1/games/([A-Za-z0-9_-]{4,32})\Z")
WAIT = re.compile(r"(?:^|&)wait=(\d{1,2})(?=&|\Z)")
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

ABOUT = Statement(select(Game.status, Game.opened, Game.deadline, Game.paused).where(Game.id == bindparam("id")))
"""What `poll_after` depends on."""

LOOK = 1.0
"""Seconds after which who waits looks whether another process has written."""


class Poll:
    """Stands before an app and answers 304 where nothing has changed for who asks."""

    def __init__(
        self, app: Callable[..., Iterable[bytes]], engine: Engine, carried: list[tuple[str, str]], places: int
    ) -> None:
        """Before this app, with its database, what each of its 304s carries, and so many places to wait."""
        self.app, self.engine, self.carried, self.places = app, engine, carried, BoundedSemaphore(places or 1)
        if not places:
            self.places.acquire()

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer, or hand on."""
        tag = environ.get("HTTP_IF_NONE_MATCH")
        # Who acts in another seat of a sandbox has another ETag: he is answered by the long way.
        if tag is None or environ["REQUEST_METHOD"] != "GET" or HANDED_ON in environ:
            return self.app(environ, start)
        query, heard = environ.get("QUERY_STRING", ""), bell.rung
        seconds, query = waited(query) if "wait=" in query else (0, query)
        # Who waits is noted as soon as he is told something: to hand him on now would let him wait for nothing.
        if not self.holds(environ, tag, query, first=not seconds):
            return self.app(environ, start)
        rest: list[tuple[str, str]] = []
        if seconds:
            told = self.wait(environ, tag, query, seconds, heard)
            if told is None:
                return self.app(environ, start)
            rest = [("Retry-After", str(told))] if told else []
        number = ("X-Request-ID", headers.number(environ))
        metrics.note_unchanged()
        start("304 NOT MODIFIED", [("ETag", tag), *self.carried, *rest, number])
        return ()

    def holds(self, environ: dict[str, Any], tag: str, query: str, first: bool = False) -> bool:
        """Whether the tag is that of the table as the caller sees it now; first of all he has to be noted there."""
        said, game = TAG.match(tag), GAME.match(environ.get("PATH_INFO", ""))
        if not said or not game or not QUERY.match(query):
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
            or (bearer and (found.token is None or is_due(found.expires) or (first and found.token not in noted)))
            or (found.private and found.seat is None)
        ):
            return False
        return bool(orjson.loads(found.etags)[0 if found.seat is None else found.seat + 1] == said[1])

    def wait(self, environ: dict[str, Any], tag: str, query: str, seconds: int, heard: int) -> int | None:
        """Wait while the tag holds: None as soon as it doesn't, else after how many seconds to ask again.

        That is 0 when the time is up, and more when there was no place to wait, or none any more.
        """
        end = time.monotonic() + seconds
        if not self.places.acquire(blocking=False):
            return self.hint(environ)
        try:
            while not bell.closed and (left := end - time.monotonic()) > 0:
                heard = bell.wait(heard, min(left, LOOK))
                if not self.holds(environ, tag, query):
                    return None
            return 1 if bell.closed else 0
        finally:
            self.places.release()

    def hint(self, environ: dict[str, Any]) -> int | None:
        """The game's `poll_after`; None if it is gone by now, or the database is."""
        game = GAME.match(environ["PATH_INFO"])
        assert game is not None
        try:
            with reading(self.engine) as link:
                found = link.one(ABOUT, id=game[1])
        except unavailable(self.engine):
            return None
        return found and table.poll_after(found)


def waited(query: str) -> tuple[int, str]:
    """The seconds for which a query would wait, and the rest of it; as it stands if that is no time to wait."""
    found = WAIT.search(query)
    if found is None or int(found[1]) > LONGEST_WAIT:
        return 0, query
    return int(found[1]), WAIT.sub("", query, count=1).lstrip("&")
