"""Failures reported to Sentry, if SENTRY_DSN is set: where in the code, and nothing that was said."""

from typing import Any

import sentry_sdk
from flask import Flask


def bare(event: Any, hint: Any) -> Any:
    """A report without its request, its caller, its variables, and what was logged before."""
    for name in ("request", "user", "breadcrumbs", "extra", "server_name"):
        event.pop(name, None)
    for thrown in event.get("exception", {}).get("values", ()):
        thrown["value"] = ""  # a message may quote what it couldn't read
        for frame in thrown.get("stacktrace", {}).get("frames", ()):
            frame.pop("vars", None)
    return event


def init_app(app: Flask) -> None:
    """Report the failures of an app."""
    if app.config["SENTRY_DSN"]:
        sentry_sdk.init(
            app.config["SENTRY_DSN"],
            before_send=bare,
            include_local_variables=False,
            max_request_body_size="never",
            send_default_pii=False,
            max_breadcrumbs=0,
        )
