"""`/metrics` for Prometheus: how the service fares as a whole, and nothing of any game or player.

It is there only if METRICS_TOKEN is set, and for who brings it.
"""

import hmac
import os
from collections.abc import Iterator
from typing import Any

from flask import Blueprint as Plain
from flask import Response, current_app, has_request_context, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy import bindparam, func, select

from api.clock import now
from api.data.db import Statement, reading
from api.data.models import Game, Letter
from api.web.errors import Problem, not_found

plain = Plain("metrics", __name__)

LABELS = ("route", "method", "status")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
REQUESTS = Counter("fireline_requests", "Requests answered, by route and class of status.", LABELS, registry=None)
SECONDS = Histogram(
    "fireline_request_seconds", "Seconds until an answer began.", LABELS[:2], registry=None,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)  # fmt: skip

BY_STATUS = Statement(select(Game.status, func.count().label("games")).group_by(Game.status))
OVERDUE = Statement(select(func.count().label("games")).where(Game.deadline <= bindparam("at")))
WAITING = Statement(select(func.count().label("letters")).where(Letter.due <= bindparam("at")))


def note(environ: dict[str, Any], status: int, seconds: float) -> None:
    """Count an answer by its route: never by the address, in which games and players are named."""
    rule = request.url_rule if has_request_context() else None
    method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in METHODS else "other"
    route = rule.rule if rule else "none"
    REQUESTS.labels(route, method, f"{status // 100}xx").inc()
    SECONDS.labels(route, method).observe(seconds)


def note_unchanged() -> None:
    """Count a poll that found nothing new, and was answered before any route was looked for."""
    REQUESTS.labels("unchanged poll", "GET", "3xx").inc()


class Standing:
    """How many games and letters there are, asked of the database when it is told."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The numbers of this moment."""
        at = now()
        with reading() as link:
            by_status = {row.status: row.games for row in link.all(BY_STATUS)}
            overdue, letters = link.one(OVERDUE, at=at).games, link.one(WAITING, at=at).letters
        games = GaugeMetricFamily("fireline_games", "Games, by status.", labels=["status"])
        for status in ("open", "running", "ended"):
            games.add_metric([status], by_status.get(status, 0))
        yield games
        yield GaugeMetricFamily("fireline_games_overdue", "Games that nobody has settled yet.", overdue)
        yield GaugeMetricFamily("fireline_letters_due", "Mails and calls that wait to be sent.", letters)


@plain.route("/metrics")
def metrics() -> Response:
    """The numbers, of all processes of this server together."""
    wanted = current_app.config["METRICS_TOKEN"]
    if not wanted:
        raise not_found()
    given = request.headers.get("Authorization", "")
    if not hmac.compare_digest(given.encode(), f"Bearer {wanted}".encode()):
        raise Problem(401, "unauthorized", "METRICS_TOKEN is needed, as Bearer.", {"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REQUESTS)
        registry.register(SECONDS)
    registry.register(Standing())
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
