"""What every answer carries: who may read it, how long it may be kept, and the number of its request."""

import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, request
from flask_cors import CORS

from api.web import metrics
from api.web.logs import NUMBER, note
from api.web.outgoing import nothing

API = "/api/v1"
"""Where the API begins."""

ASKED = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""A request's number that a proxy gave is kept if it looks like one."""

ANYONE: dict[str, Any] = {
    "origins": "*",
    "send_wildcard": True,
    "methods": ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"],
    "allow_headers": ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "X-Request-ID", "Act-As"],
    "expose_headers": [
        *("ETag", "Location", "Retry-After", "WWW-Authenticate", "Content-Disposition", "X-Request-ID"),
        *("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Reset-After"),
        *("Deprecation", "Sunset"),
    ],
    "max_age": 7200,
}
"""Any page may call the API, as itself: tokens are sent on purpose, there are no cookies."""

COMMON = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of all answers that don't say otherwise."""

PRIVATE = {**COMMON, "Cache-Control": "private, no-cache", "Vary": "Authorization, Accept-Encoding"}
"""Of the API's answers, which depend on who asks."""

DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
)
"""The page that shows the API's description styles itself as it runs; no other page may."""


def page(api_base: str) -> dict[str, str]:
    """What the page's files carry: nothing comes from elsewhere but the API, no text is run as a script."""
    connect = f"'self' {api_base}".strip()
    policy = (
        f"default-src 'self'; connect-src {connect}; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    )
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def number(environ: dict[str, Any]) -> str:
    """The number of a request, by which its line in the log is found."""
    given = environ.get("HTTP_X_REQUEST_ID")
    return given if given and ASKED.fullmatch(given) else secrets.token_hex(8)


def complete(answer: Response) -> Response:
    """Put onto an answer what it lacks."""
    for name, value in (PRIVATE if request.path.startswith(API) else COMMON).items():
        answer.headers.setdefault(name, value)
    return answer


def of_unchanged(app: Flask) -> list[tuple[str, str]]:
    """What a 304 of the API carries beside its ETag and its number, asked of the app itself."""
    with app.test_request_context(API):
        return list(app.process_response(nothing(304)).headers)


class Numbered:
    """Stands around Flask: numbers each request and has it noted."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        """Around this app."""
        self.app = app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer, with the number."""
        began = time.perf_counter()
        environ[NUMBER] = number(environ)

        def numbered(status: str, found: list[tuple[str, str]], *more: Any) -> Any:
            for told in (note, metrics.note):
                told(environ, int(status[:3]), time.perf_counter() - began)
            return start(status, [*found, ("X-Request-ID", environ[NUMBER])], *more)

        return self.app(environ, numbered)


def init_app(app: Flask) -> None:
    """Dress the answers of an app."""
    app.after_request(complete)
    CORS(app, **ANYONE)
