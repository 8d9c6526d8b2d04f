"""What every answer carries: who may read it, how long it may be kept, and the number of its request."""

import re
import secrets
from typing import Any

from flask import Flask, Response, g, request

API = "/api/v1"
"""Where the API begins."""

ASKED = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""A request's number that a proxy gave is kept if it looks like one."""

COMMON = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "ETag, Location, Retry-After, X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, Content-Disposition"
    ),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Any page may call the API, as itself: tokens are sent on purpose, there are no cookies."""

PAGE = {name: COMMON[name] for name in ("Referrer-Policy", "X-Content-Type-Options")}
"""Of the page's files."""

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
"""Of an answer that depends on who asks."""

PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-ID",
    "Access-Control-Max-Age": "7200",
}
"""What a page of another origin may send."""

DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
)
"""The page that shows the API's description styles itself as it runs; no other page may."""


def page_policy(api_base: str) -> str:
    """The content security policy of the page: nothing from elsewhere but the API, no text run as a script."""
    connect = f"'self' {api_base}".strip()
    return (
        f"default-src 'self'; connect-src {connect}; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    )


def request_id(given: str | None) -> str:
    """The number of a request, by which its line in the log is found."""
    return given if given and ASKED.fullmatch(given) else secrets.token_hex(8)


def number() -> None:
    """Give the request its number."""
    g.request_id = request_id(request.headers.get("X-Request-ID"))


def complete(answer: Response) -> Response:
    """Put onto an answer what it lacks."""
    found: Any = answer.headers
    for name, value in COMMON.items():
        found.setdefault(name, value)
    if request.path.startswith(API):
        for name, value in PRIVATE.items():
            found.setdefault(name, value)
        if request.method == "OPTIONS":
            found.update(PREFLIGHT)
        if "pace" in g and answer.status_code != 304:
            found["X-RateLimit-Limit"], found["X-RateLimit-Remaining"] = map(str, g.pace)
    found["X-Request-ID"] = g.get("request_id") or request_id(None)
    return answer


def init_app(app: Flask) -> None:
    """Number the requests of an app and complete its answers."""
    app.before_request(number)
    app.after_request(complete)
