"""Every refusal in one form, problem+json (RFC 9457), with a stable code that a catalogue can put into words."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from flask import Flask, Response
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from api.data.db import db
from api.web.codes import CODES
from engine.core import BadRules, Refused

log = logging.getLogger("api")

UNASKED = ("bad_request", "not_found", "method_not_allowed", "too_large", "not_json", "server_error")
"""The codes of what goes wrong before a view is asked."""

BY_STATUS = {CODES[code][0]: code for code in UNASKED}
"""The same by HTTP status."""


class Problem(Exception):
    """A request that is refused: an HTTP status, a stable code, and what helps to put it right."""

    def __init__(
        self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        """`more` goes into the body: rule, errors, options."""
        super().__init__(f"{status} {code}")
        self.status, self.code, self.headers = status, code, headers or {}
        self.body = {
            "type": "about:blank",
            "title": HTTP_STATUS_CODES[status],
            "status": status,
            "code": code,
            "detail": detail,
            **more,
        }

    def response(self) -> Response:
        """The answer."""
        answer = Response(orjson.dumps(self.body), self.status, content_type="application/problem+json")
        answer.headers.update(self.headers)
        return answer


def listed(code: str, headers: Mapping[str, str] | None = None) -> Problem:
    """A refusal of which there is no more to say than what its code means."""
    status, meaning = CODES[code]
    return Problem(status, code, meaning, headers)


def not_found() -> Problem:
    """What isn't there, and what isn't the caller's: the same, to the byte."""
    return listed("not_found")


def conflict(code: str, detail: str) -> Problem:
    """What can't be done as things stand."""
    return Problem(409, code, detail)


def not_creator() -> Problem:
    """What only who created the game may do."""
    return forbidden("not_creator", "Only who created the game may do this.")


def forbidden(code: str, detail: str) -> Problem:
    """What isn't the caller's to do."""
    return Problem(403, code, detail)


def invalid(*faults: tuple[str, str], code: str = "invalid", **more: Any) -> Problem:
    """A body or a query of the wrong shape; each fault is a JSON pointer and what is wrong there."""
    errors = [{"pointer": pointer, "detail": detail} for pointer, detail in faults]
    return Problem(422, code, "Some of it isn't as it has to be.", errors=errors, **more)


def refused(why: Refused, options: list[dict[str, Any]]) -> Problem:
    """A move that no option holds: why, by which rule, and what would be legal."""
    return Problem(409, why.code, f"The rules don't allow this move: {why.rule}.", rule=why.rule, options=options)


def bad_rules(why: BadRules) -> Problem:
    """House rules that make no sense: which, why, and by which rule."""
    name = "/seats" if why.option == "seats" else f"/options/{why.option}"
    return invalid((name, f"{why.code} ({why.rule})"), code=why.code, rule=why.rule)


def faults(messages: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """The faults that marshmallow found, nested by field, as pointers with one sentence each."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            here = pointer if name == "_schema" else f"{pointer}/{escaped(name)}"
            yield from faults(inner, here)
    elif isinstance(messages, list):
        for message in messages:
            yield from faults(message, pointer)
    else:
        yield pointer, str(messages)


def escaped(name: object) -> str:
    """A member's name as a part of a JSON pointer (RFC 6901)."""
    return str(name).replace("~", "~0").replace("/", "~1")


def from_http(error: HTTPException) -> Response:
    """What Flask and Werkzeug refuse by themselves."""
    status = error.code or 500
    if status < 400 or error.response is not None:
        return error.get_response()  # type: ignore[return-value]
    code = BY_STATUS.get(status, BY_STATUS[400 if status < 500 else 500])
    answer = Problem(status, code, CODES[code][1]).response()
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def unavailable(engine: Engine) -> tuple[type[Exception], ...]:
    """What is raised when a database doesn't answer: by its driver, or by SQLAlchemy while connecting."""
    return engine.dialect.loaded_dbapi.OperationalError, OperationalError


def from_database(error: Exception) -> Response:
    """The database is away, or was busy for longer than anyone waits."""
    log.error("database", exc_info=error)
    return listed("unavailable", {"Retry-After": "1"}).response()


def init_app(app: Flask) -> None:
    """Put every refusal of an app into this form."""
    app.register_error_handler(Problem, Problem.response)
    app.register_error_handler(HTTPException, from_http)
    app.register_error_handler(BadRules, lambda why: bad_rules(why).response())
    with app.app_context():
        for away in unavailable(db.engine):
            app.register_error_handler(away, from_database)
