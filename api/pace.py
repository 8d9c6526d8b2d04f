"""How often anyone may ask: generous to players, not to floods. Counted by token, or by address without one.

The counting is that of `limits`, on which Flask-Limiter stands; its hooks around each request would cost
more than the request (70 of 100 µs for a small answer).
"""

import time
from functools import wraps
from typing import Any

from flask import Flask, current_app, g, request
from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from api.errors import Problem

LIMITS: dict[str, RateLimitItem] = {
    "request": parse("1200/minute"),
    "talk": parse("30/minute"),
    "create": parse("30/minute"),
    "door": parse("60/minute"),
}
"""Of everything; of messages; of new games; of new players and log-ins, which cost a password's hash."""


def pace(what: str, who: str | None) -> None:
    """Count one; a 429 if there were too many of it. What is left is noted for the answer's headers."""
    counter: FixedWindowRateLimiter | None = current_app.extensions["pace"]
    if counter is None:
        return
    limit = LIMITS[what]
    allowed = counter.hit(limit, what, who or "")
    until, left = counter.get_window_stats(limit, what, who or "")
    g.pace = (limit.amount, left)
    if not allowed:
        wait = str(max(1, int(until - time.time()) + 1))
        raise Problem(429, "too_many_requests", "Too many requests. Wait.", {"Retry-After": wait})


def paced(what: str) -> Any:
    """A view that is counted as such too, by token or by address."""

    def decorate(view: Any) -> Any:
        @wraps(view)
        def checked(*args: Any, **kwargs: Any) -> Any:
            pace(what, caller())
            return view(*args, **kwargs)

        return checked

    return decorate


def caller() -> str | None:
    """By what the caller is counted."""
    player = g.get("player")
    return player.token_id if player else request.remote_addr


def init_app(app: Flask) -> None:
    """Count in Redis for all workers together, or in each of them."""
    storage = storage_from_string(app.config["REDIS_URL"] or "memory://")
    app.extensions["pace"] = FixedWindowRateLimiter(storage) if app.config["RATE_LIMITS"] else None
