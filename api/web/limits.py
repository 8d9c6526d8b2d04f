"""How often anyone may ask: generous to players, not to floods. Counted by token, or by address without one."""

import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask_limiter import HeaderNames, Limiter, RequestLimit

from api.web.errors import Problem
from api.web.headers import API

LIMITS = {
    "request": "1200 per minute",
    "move": "300 per minute",
    "talk": "30 per minute",
    "create": "30 per minute",
    "door": "60 per minute",
    "letter": "10 per minute",
}
"""Of everything but moves; of moves; of messages; of new games; of new players, log-ins and tokens; of
letters that anybody has sent to an address or a hook."""

APART = ("move",)
"""What isn't counted with everything else, so that who has asked too often can still take his turn."""

PATIENCE = 0.2
"""Seconds to wait for Redis before each process counts for itself until it is back."""

View = Callable[..., Any]


def limited(what: str) -> Callable[[View], View]:
    """Mark a view that is counted as such too; each app counts by itself, so the mark is all that a view has."""

    def mark(view: View) -> View:
        view._limited = what  # type: ignore[attr-defined]
        return view

    return mark


def who() -> str:
    """Who is counted; api.web.auth has found out before."""
    return g.player.token_id if g.player else request.remote_addr or "unknown"


def free() -> bool:
    """Whether a request isn't counted with the others: a browser's own question, whether the server is well, a move."""
    if request.method == "OPTIONS" or not request.path.startswith(API):
        return True
    return getattr(current_app.view_functions.get(request.endpoint or ""), "_limited", None) in APART


def too_many(limit: RequestLimit) -> Response:
    """The refusal of who asked too often."""
    wait = max(1, limit.reset_at - int(time.time()))
    return Problem(429, "too_many_requests", "Too many requests. Wait.", {"Retry-After": str(wait)}).response()


def init_app(app: Flask) -> None:
    """Count the requests of an app that has its views already, unless it is told not to."""
    if not app.config["RATE_LIMITS"]:
        return
    limiter = Limiter(
        who,
        app=app,
        application_limits=[LIMITS["request"]],
        application_limits_exempt_when=free,
        on_breach=too_many,
        headers_enabled=True,
        # Retry-After belongs to refusals alone; the library would put it onto every answer.
        header_name_mapping={HeaderNames.RETRY_AFTER: "X-RateLimit-Reset-After"},
        storage_uri=app.config["REDIS_URL"] or "memory://",
        storage_options={"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE},
        in_memory_fallback_enabled=True,
        swallow_errors=True,
    )
    for name, view in app.view_functions.items():
        if what := getattr(view, "_limited", None):
            app.view_functions[name] = limiter.shared_limit(LIMITS[what], scope=what)(view)
