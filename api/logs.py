"""Lines of JSON on standard output: what was asked and how it went, never what was in it."""

import logging
import logging.config
import time
from typing import Any

from flask import Flask, Response, g, has_request_context, request

log = logging.getLogger("api.request")


def numbered(record: logging.LogRecord) -> bool:
    """Put the request's number on a line that was written while it was answered."""
    if has_request_context():
        record.request_id = g.get("request_id")
    return True


def settings(level: str) -> dict[str, Any]:
    """The logging of the app and of the server that runs it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.orjson.OrjsonFormatter",
                "fmt": "%(levelname)s %(name)s %(message)s",
                "rename_fields": {"levelname": "level", "name": "logger"},
                "timestamp": "time",
            }
        },
        "filters": {"numbered": {"()": lambda: numbered}},
        "handlers": {
            "out": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stdout",
                "formatter": "json",
                "filters": ["numbered"],
            }
        },
        "root": {"level": "WARNING", "handlers": ["out"]},
        "loggers": {
            "api": {"level": level, "handlers": ["out"], "propagate": False},
            "gunicorn.error": {"level": level, "handlers": ["out"], "propagate": False},
        },
    }


def begin() -> None:
    """Note when a request came."""
    g.began = time.perf_counter()


def end(answer: Response) -> Response:
    """A line for each request that changed something or failed; the many that only look are for DEBUG.

    The path is the route's, not the address: neither ids nor codes of invitations get into a log.
    """
    quiet = request.method in ("GET", "HEAD", "OPTIONS") and answer.status_code < 400
    level = logging.DEBUG if quiet else logging.ERROR if answer.status_code >= 500 else logging.INFO
    if log.isEnabledFor(level):
        about = {
            "method": request.method,
            "route": request.url_rule.rule if request.url_rule else None,
            "status": answer.status_code,
            "ms": round(1000 * (time.perf_counter() - g.began), 1) if "began" in g else None,
        }
        log.log(level, "request", extra=about)
    return answer


def init_app(app: Flask) -> None:
    """Log an app's requests."""
    if not app.config.get("TESTING"):
        logging.config.dictConfig(settings(app.config["LOG_LEVEL"]))
    app.before_request(begin)
    app.after_request(end)
