"""One transaction for a request that changes something, and one effect for each Idempotency-Key."""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import Any

import orjson
from flask import Response, g, request
from sqlalchemy import bindparam, delete, select, update

from api.clock import now
from api.db import Link, Row, Statement, adding, reading, taken, writing
from api.errors import Problem, bad_rules, invalid
from api.incoming import takes_header
from api.models import Reply
from api.outgoing import nothing
from engine.core import BadRules

KEY = re.compile(r"[\x21-\x7e]{1,255}")
KEPT_FOR = timedelta(hours=48)
KEPT_HEADERS = ("ETag", "Location", "Content-Type")

CLAIM = adding(Reply)
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


def once(view: Callable[..., Response]) -> Callable[..., Response]:
    """A view that is handed the link of its own transaction first: all that it does happens, or nothing.

    With an Idempotency-Key the first answer is kept in the same transaction, a refusal of the view's
    included; a retry of the same request gets it again, another request with the same key a 422.
    """

    @wraps(view)
    def done(*args: Any, **kwargs: Any) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None:
            with writing() as link:
                return view(link, *args, **kwargs)
        if not KEY.fullmatch(key):
            raise invalid(("", "Idempotency-Key has to be 1 to 255 visible ASCII characters."), code="bad_key")
        try:
            with writing() as link:
                claim(link, key)
                answer = view(link, *args, **kwargs)
                fill(link, key, answer)
                return answer
        except taken() as clash:
            return again(key, clash)
        except (Problem, BadRules) as why:
            problem = bad_rules(why) if isinstance(why, BadRules) else why
            return keep_refusal(key, problem.response())

    return takes_header(done, "Idempotency-Key")


def claim(link: Link, key: str) -> None:
    """Take the key for this request; whoever asks with it at the same time waits, then finds it taken."""
    link.run(FORGET_OLD, since=now(KEPT_FOR))
    values = {"player_id": g.player.id, "key": key, "request": digest(), "at": now()}
    link.run(CLAIM, **values, status=0, headers="", body="")


def fill(link: Link, key: str, answer: Response) -> None:
    """Keep the answer under its key."""
    headers = {name: answer.headers[name] for name in KEPT_HEADERS if name in answer.headers}
    kept = {"new_status": answer.status_code, "new_headers": orjson.dumps(headers).decode()}
    link.run(FILL, player=g.player.id, claimed=key, **kept, new_body=answer.get_data(as_text=True))


def keep_refusal(key: str, answer: Response) -> Response:
    """Keep a refusal, whose transaction was undone, under its key."""
    try:
        with writing() as link:
            claim(link, key)
            fill(link, key, answer)
    except taken() as clash:
        return again(key, clash)
    return answer


def again(key: str, clash: Exception) -> Response:
    """The first answer to this request; 422 if the key was used for another one."""
    with reading() as link:
        first: Row | None = link.one(FIRST, player=g.player.id, key=key)
    if first is None:
        raise clash
    if first.request != digest():
        raise invalid(("", "This Idempotency-Key was used for another request."), code="idempotency_key_reused")
    headers = orjson.loads(first.headers)
    return Response(first.body, first.status, headers) if first.body else nothing(first.status, headers)


def digest() -> str:
    """What two requests have in common if they ask for the same: method, address and JSON."""
    said = request.get_data()
    with suppress(orjson.JSONDecodeError):
        said = orjson.dumps(orjson.loads(said), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(b"%b %b\n%b" % (request.method.encode(), request.path.encode(), said)).hexdigest()
