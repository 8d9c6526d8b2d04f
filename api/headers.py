"""What every answer carries: who may read it, how long it may be kept, and the number of its request."""

import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from api.logs import NUMBER, note

API = "/api/v1"
"""Where the API begins."""

ASKED = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""A request's number that a proxy gave is kept if it looks like one."""

Pairs = list[tuple[str, str]]

COMMON: Pairs = [
    ("Access-Control-Allow-Origin", "*"),
    (
        "Access-Control-Expose-Headers",
        "ETag, Location, Retry-After, X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, "
        "X-RateLimit-Reset-After, Content-Disposition",
    ),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
]
"""Any page may call the API, as itself: tokens are sent on purpose, there are no cookies."""

PRIVATE: Pairs = [*COMMON, ("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
"""Of the API's answers, which depend on who asks."""

PREFLIGHT: Pairs = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE, OPTIONS"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-ID"),
    ("Access-Control-Max-Age", "7200"),
]
"""What a page of another origin may send."""

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


class Dress:
    """Stands around Flask: numbers each request, puts onto each answer what it lacks, and has it noted."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        """Around this app."""
        self.app = app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer, dressed."""
        began = time.perf_counter()
        environ[NUMBER] = number(environ)
        lacking = PRIVATE if environ["PATH_INFO"].startswith(API) else COMMON
        if environ["REQUEST_METHOD"] == "OPTIONS":
            lacking = lacking + PREFLIGHT

        def dressed(status: str, found: Pairs, *more: Any) -> Any:
            has = {name for name, _ in found}
            found += [pair for pair in lacking if pair[0] not in has]
            found.append(("X-Request-ID", environ[NUMBER]))
            note(environ, int(status[:3]), time.perf_counter() - began)
            return start(status, found, *more)

        return self.app(environ, dressed)
