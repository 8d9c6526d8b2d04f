"""What goes out, but for the table: JSON, or nothing at all."""

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Response


def json(said: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in JSON."""
    return Response(orjson.dumps(said), status, headers, content_type="application/json")


SECRET = "no-store"
"""How long an answer that holds a secret may be kept by anybody."""


def secret(said: Any, status: int = 201) -> Response:
    """An answer that tells a secret."""
    return json(said, status, {"Cache-Control": SECRET})


def nothing(status: int = 204, headers: Mapping[str, str] | None = None) -> Response:
    """An answer without a body."""
    answer = Response(status=status, headers=headers)
    del answer.headers["Content-Type"]
    return answer
