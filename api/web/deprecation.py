"""Saying goodbye: within v1 nothing is taken away, but what is to go in a v2 is announced."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from flask import Response, after_this_request
from werkzeug.http import http_date

View = Callable[..., Any]


def deprecated(since: str, sunset: str) -> Callable[[View], View]:
    """A view that is deprecated since a day, and may be gone from another: every answer of it says so.

    In `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and in the API's description. It stands right below the route.
    """
    began, ends = (datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (since, sunset))

    def say_so(answer: Response) -> Response:
        answer.headers["Deprecation"] = f"@{int(began.timestamp())}"
        answer.headers["Sunset"] = http_date(ends)
        return answer

    def mark(view: View) -> View:
        @wraps(view)
        def leaving(*args: Any, **kwargs: Any) -> Any:
            after_this_request(say_so)
            return view(*args, **kwargs)

        doc = {**getattr(view, "_apidoc", {})}
        doc["manual_doc"] = {**doc.get("manual_doc", {}), "deprecated": True}
        leaving._apidoc = doc  # type: ignore[attr-defined]
        return leaving

    return mark
