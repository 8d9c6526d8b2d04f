"""How often anyone may ask: generous to players, not to floods. Counted by token, or by address without one.

Flask-Limiter would cost 70 µs a request, more than most answers do, and its memory starts a thread for each
hundredth of a second.
"""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, Protocol

from flask import Flask, current_app, g, request
from redis import Redis, RedisError

from api.errors import Problem

log = logging.getLogger("api")

LEFT = "api.left"
"""Where the headers that say how many are left are found in the request's environment."""


class Limit(NamedTuple):
    """So many requests within so many seconds."""

    amount: int
    seconds: int


LIMITS = {
    "request": Limit(1200, 60),
    "talk": Limit(30, 60),
    "create": Limit(30, 60),
    "door": Limit(60, 60),
}
"""Of everything; of messages; of new games; of new players and log-ins, which cost a password's hash."""


class Counter(Protocol):
    """Counts requests."""

    def count(self, key: str, window: int, seconds: int) -> int:
        """One more of this in this window, which is over in so many seconds at most; how many there are."""


class Memory:
    """Counts in this process, which is good enough while there are few workers."""

    def __init__(self) -> None:
        """Nothing has been counted."""
        self.windows: dict[tuple[int, int], dict[str, int]] = {}

    def count(self, key: str, window: int, seconds: int) -> int:
        """One more; the windows that are over are forgotten."""
        counts = self.windows.get((seconds, window))
        if counts is None:
            self.windows = {kept: old for kept, old in self.windows.items() if kept[0] != seconds}
            counts = self.windows.setdefault((seconds, window), {})
        counts[key] = counts.get(key, 0) + 1
        return counts[key]


class Shared:
    """Counts in Redis, for all workers together."""

    def __init__(self, url: str) -> None:
        """In the Redis at this address."""
        self.redis = Redis.from_url(url, socket_timeout=0.2, socket_connect_timeout=0.2)

    def count(self, key: str, window: int, seconds: int) -> int:
        """One more; Redis forgets it by itself. While it is away nobody is sent away either."""
        name = f"pace:{key}:{seconds}:{window}"
        try:
            with self.redis.pipeline() as both:
                both.incr(name)
                both.expire(name, seconds)
                return int(both.execute()[0])
        except RedisError:
            log.warning("requests are not counted: Redis is away")
            return 0


def pace(what: str, who: str | None) -> None:
    """Count one; a 429 if there were too many of it. What is left is noted for the answer's headers."""
    counter: Counter | None = current_app.extensions["pace"]
    if counter is None:
        return
    limit, now = LIMITS[what], time.time()
    window = int(now // limit.seconds)
    counted = counter.count(f"{what}:{who}", window, limit.seconds)
    left = str(max(0, limit.amount - counted))
    request.environ[LEFT] = [("X-RateLimit-Limit", str(limit.amount)), ("X-RateLimit-Remaining", left)]
    if counted > limit.amount:
        wait = str(int((window + 1) * limit.seconds - now) + 1)
        raise Problem(429, "too_many_requests", "Too many requests. Wait.", {"Retry-After": wait})


def paced(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A view that is counted as such too, by token or by address."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def checked(*args: Any, **kwargs: Any) -> Any:
            player = g.get("player")
            pace(what, player.token_id if player else request.remote_addr)
            return view(*args, **kwargs)

        return checked

    return decorate


def init_app(app: Flask) -> None:
    """Count the requests of an app, unless it is told not to."""
    url = app.config["REDIS_URL"]
    app.extensions["pace"] = (Shared(url) if url else Memory()) if app.config["RATE_LIMITS"] else None
