"""One transaction for a request that changes something, and one effect for each Idempotency-Key."""

import base64
import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import wraps
from typing import Any

import orjson
from flask import Response, current_app, g, request
from sqlalchemy import bindparam, delete, insert, literal_column, select, update

from api.clock import now
from api.data.db import Link, Row, Statement, held_by_nobody, reading, taken, writing
from api.data.models import Reply
from api.web.acting import HEADER
from api.web.errors import Problem, bad_rules, invalid
from api.web.incoming import takes_header
from api.web.outgoing import SECRET, nothing
from api.web.refusals import refuses
from engine.core import BadRules

KEY = re.compile(r"[\x21-\x7e]{1,255}")
KEPT_FOR = timedelta(hours=48)
KEPT_HEADERS = ("ETag", "Location", "Content-Type", "Cache-Control", "Retry-After", "WWW-Authenticate")

BAD_KEY = ("bad_key", "idempotency_key_reused", "idempotency_in_progress", "too_large")
"""How a request with a key is refused by that: the whole of it is compared with the first one."""

AT_THE_DOOR = 16
"""Characters that the key of somebody who is nobody yet has at least: whoever knows it gets the first answer."""

CLAIM = Statement(
    insert(Reply).from_select(
        ["player_id", "key", "request", "at", "status", "headers", "body"],
        select(
            *(bindparam(name) for name in ("player_id", "key", "request", "at")),
            *(literal_column(value) for value in ("0", "''", "''")),
        ).where(held_by_nobody(bindparam("lock"))),
    )
)
FILL = Statement(
    update(Reply)
    .where(Reply.player_id == bindparam("player"), Reply.key == bindparam("claimed"))
    .values(status=bindparam("new_status"), headers=bindparam("new_headers"), body=bindparam("new_body"))
)
FIRST = Statement(
    select(Reply.request, Reply.status, Reply.headers, Reply.body).where(
        Reply.player_id == bindparam("player"), Reply.key == bindparam("key")
    )
)
FORGET_OLD = Statement(delete(Reply).where(Reply.at < bindparam("since")))

running: dict[tuple[str, str], object] = {}
"""The keys of the requests that this process is just carrying out, by player."""


def once(view: Callable[..., Response]) -> Callable[..., Response]:
    """A view that is handed the link of its own transaction first: all that it does happens, or nothing.

    With an Idempotency-Key the first answer is kept in the same transaction, a refusal of the view's
    included; a retry of the same request gets it again, another request with the same key a 422, and one that comes
    while the first is still being carried out a 409.
    """

    @wraps(view)
    def done(*args: Any, **kwargs: Any) -> Response:
        return effect(g.player.id, lambda link: view(link, *args, **kwargs))

    return keyed(done)


def keyed(view: Callable[..., Response]) -> Callable[..., Response]:
    """Say in the API's description that the view takes an Idempotency-Key, and how it is refused by that."""
    return refuses(*BAD_KEY)(takes_header(view, "Idempotency-Key"))


def effect(
    player: str, act: Callable[[Link], Response], enter: Callable[[Link], object] = lambda link: None
) -> Response:
    """What `act` does and answers for a player, once for each key of his; a newcomer is let in first by `enter`."""
    key = given()
    if key is None:
        with writing() as link:
            enter(link)
            return act(link)
    with alone(player, key):
        try:
            with writing() as link:
                enter(link)
                claim(link, player, key)
                answer = act(link)
                fill(link, player, key, answer)
                return answer
        except taken() as clash:
            return again(player, key, clash)
        except InProgress:
            raise
        except (Problem, BadRules) as why:
            problem = bad_rules(why) if isinstance(why, BadRules) else why
            return keep_refusal(player, key, problem.response())


def given() -> str | None:
    """The request's key, or None; 422 if it can't be one."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise invalid(("", "Idempotency-Key has to be 1 to 255 visible ASCII characters."), code="bad_key")
    return key


def newcomer() -> str:
    """The id of somebody who comes or knocks: with a key always the same, so that a retry finds what the first did."""
    key = given()
    if key is None:
        return secrets.token_urlsafe(12)
    if len(key) < AT_THE_DOOR:
        wanted = f"Here an Idempotency-Key has to be random: {AT_THE_DOOR} characters at least, a UUID say."
        raise invalid(("", wanted), code="bad_key")
    return base64.urlsafe_b64encode(hashed("newcomer", key)[:12]).decode()


class InProgress(Problem):
    """The first request with this key is still being carried out."""

    def __init__(self) -> None:
        """It takes moments."""
        detail = "The first request with this Idempotency-Key is still running. Ask again."
        super().__init__(409, "idempotency_in_progress", detail, {"Retry-After": "1"})


@contextmanager
def alone(player: str, key: str) -> Iterator[None]:
    """While nobody else in this process is about the same; 409 if somebody is."""
    mine = object()
    if running.setdefault((player, key), mine) is not mine:
        raise InProgress
    try:
        yield
    finally:
        del running[player, key]


def claim(link: Link, player: str, key: str) -> None:
    """Take the key for this request; 409 if another process has it. A claim is gone with its transaction."""
    link.run(FORGET_OLD, since=now(KEPT_FOR))
    lock = int.from_bytes(hashed("lock", player, key)[:8], signed=True)
    if not link.run(CLAIM, player_id=player, key=key, request=digest(), at=now(), lock=lock):
        raise InProgress


def fill(link: Link, player: str, key: str, answer: Response) -> None:
    """Keep the answer under its key."""
    headers = {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
    body = answer.get_data()
    if headers.get("Cache-Control") == SECRET:
        body = base64.b64encode(masked(body, player, key))
    kept = {"new_status": answer.status_code, "new_headers": orjson.dumps(headers).decode()}
    link.run(FILL, player=player, claimed=key, **kept, new_body=body.decode())


def keep_refusal(player: str, key: str, answer: Response) -> Response:
    """Keep a refusal, whose transaction was undone, under its key."""
    try:
        with writing() as link:
            claim(link, player, key)
            fill(link, player, key, answer)
    except taken() as clash:
        return again(player, key, clash)
    return answer


def again(player: str, key: str, clash: Exception) -> Response:
    """The first answer to this request; 422 if the key was used for another one."""
    with reading() as link:
        first: Row | None = link.one(FIRST, player=player, key=key)
    if first is None:
        raise clash
    if first.request != digest():
        raise invalid(("", "This Idempotency-Key was used for another request."), code="idempotency_key_reused")
    headers, body = orjson.loads(first.headers), first.body.encode()
    if headers.get("Cache-Control") == SECRET:
        body = masked(base64.b64decode(body), player, key)
    return Response(body, first.status, headers) if body else nothing(first.status, headers)


def digest() -> str:
    """What two requests have in common if they ask for the same: method, address, seat in a sandbox, and JSON.

    It is keyed: what is asked for may hold a password.
    """
    said = request.get_data()
    with suppress(orjson.JSONDecodeError):
        said = orjson.dumps(orjson.loads(said), option=orjson.OPT_SORT_KEYS)
    seat = request.headers.get(HEADER, "")
    return hashed("request", request.method, request.path, seat, said).hex()


def masked(body: bytes, *whose: str) -> bytes:
    """An answer that holds a token's secret, as it is kept, or back: of use to nobody without the server's secret."""
    mask = hashlib.shake_256(hashed("mask", *whose, digest())).digest(len(body))
    return bytes(kept ^ hidden for kept, hidden in zip(body, mask, strict=True))


def hashed(*parts: str | bytes) -> bytes:
    """A hash that only this server can make."""
    key = hashlib.sha512(current_app.config["SECRET_KEY"].encode()).digest()
    whole = b"\n".join(part if isinstance(part, bytes) else part.encode() for part in parts)
    return hashlib.blake2b(whole, digest_size=32, key=key).digest()
