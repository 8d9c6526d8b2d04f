"""Lines of JSON on standard output: what was asked and how it went, never what was in it."""

import logging
import logging.config
from typing import Any

from flask import Flask, has_request_context, request

log = logging.getLogger("api.request")

NUMBER = "api.number"
"""Where a request's number is found in its environment."""


def numbered(record: logging.LogRecord) -> bool:
    """Put the request's number on a line that was written while it was answered."""
    if has_request_context():
        record.request_id = request.environ.get(NUMBER)
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


def note(environ: dict[str, Any], status: int, seconds: float) -> None:
    """A line for each request that changed something or failed; the many that only look are for DEBUG.

    The path is the route's, not the address: neither ids nor codes of invitations get into a log.
    """
    method = environ["REQUEST_METHOD"]
    quiet = method in ("GET", "HEAD", "OPTIONS") and status < 400
    level = logging.DEBUG if quiet else logging.ERROR if status >= 500 else logging.INFO
    if log.isEnabledFor(level):
        route = request.url_rule.rule if has_request_context() and request.url_rule else None
        about = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        log.log(level, "request", extra=about)


def init_app(app: Flask) -> None:
    """Write the lines of an app."""
    if not app.config.get("TESTING"):
        logging.config.dictConfig(settings(app.config["LOG_LEVEL"]))
