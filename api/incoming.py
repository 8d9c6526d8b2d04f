"""What comes in: bodies and queries, read by a schema or refused with pointers to what is wrong."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any
from urllib.parse import parse_qsl

import flask_smorest
import orjson
from flask import request
from marshmallow import Schema, ValidationError

from api.errors import Problem, faults, invalid

View = Callable[..., Any]


def body() -> Any:
    """The request's JSON; an empty object if there is no body. 400 and 415 if it isn't JSON."""
    raw = request.get_data()
    if not raw:
        return {}
    if not request.is_json:
        raise Problem(415, "not_json", "The body has to be application/json.")
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Problem(400, "malformed_json", f"The body isn't JSON: {error}.") from None


def load(schema: Schema, data: Any, at: str = "") -> Any:
    """The data as the schema reads it; 422 with a pointer to each fault, beginning with `at`."""
    if not isinstance(data, dict):
        raise invalid((at, "Has to be an object."))
    try:
        return schema.load(data)
    except ValidationError as error:
        raise invalid(*faults(error.messages, at)) from None


@lru_cache(maxsize=1024)
def query(schema: Schema, text: bytes) -> Any:
    """A query as the schema reads it. Everyone at a table asks for the same: what was read is remembered."""
    return load(schema, dict(parse_qsl(text.decode("utf-8", "replace"), keep_blank_values=True)))


def takes_header(view: View, name: str) -> View:
    """Say in the API's description that the view looks at this header, which api.openapi describes."""
    doc = {**getattr(view, "_apidoc", {})}
    taken = doc.get("arguments", {})
    doc["arguments"] = {**taken, "parameters": [*taken.get("parameters", []), name]}
    view._apidoc = doc  # type: ignore[attr-defined]
    return view


def conditional(view: View) -> View:
    """A view that answers 304 to who has its answer already."""
    return takes_header(view, "If-None-Match")


class Blueprint(flask_smorest.Blueprint):
    """A group of routes, described as flask-smorest does, and run without its wrappers.

    They would ask of every view whether it is a coroutine, dump answers that are dumped already, and read arguments
    through webargs: altogether as long as a table takes.
    """

    def arguments(self, schema: type[Schema], location: str = "json") -> Callable[[View], View]:
        """Hand the view, as its last positional argument, what the schema reads in the body or in the query."""
        describe, ready = super().arguments(schema, location=location), schema()

        def decorate(view: View) -> View:
            @wraps(view)
            def read(*args: Any, **kwargs: Any) -> Any:
                said = load(ready, body()) if location == "json" else query(ready, request.query_string)
                return view(*args, said, **kwargs)

            read._apidoc = describe(view)._apidoc  # type: ignore[attr-defined]
            return read

        return decorate

    def response(self, *args: Any, **kwargs: Any) -> Callable[[View], View]:
        """Describe what the view answers."""
        return described_by(super().response(*args, **kwargs))

    def alt_response(self, *args: Any, **kwargs: Any) -> Callable[[View], View]:
        """Describe what else the view may answer."""
        return described_by(super().alt_response(*args, **kwargs))


def described_by(describe: Callable[[View], View]) -> Callable[[View], View]:
    """A decorator that takes over the description alone."""

    def decorate(view: View) -> View:
        view._apidoc = describe(view)._apidoc  # type: ignore[attr-defined]
        return view

    return decorate
