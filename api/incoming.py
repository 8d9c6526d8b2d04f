"""What comes in: bodies and queries, read by a schema or refused with pointers to what is wrong."""

from collections.abc import Callable
from functools import wraps
from typing import Any

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


class Reader:
    """Reads what a view is given, in place of webargs: strictly, and for a third of the time."""

    DEFAULT_VALIDATION_STATUS = 422

    def use_args(self, schema: type[Schema], location: str = "json") -> Callable[[View], View]:
        """Hand what was read to the view as its last positional argument."""
        ready = schema()

        def decorate(view: View) -> View:
            @wraps(view)
            def read(*args: Any, **kwargs: Any) -> Any:
                data = body() if location == "json" else request.args.to_dict()
                return view(*args, load(ready, data), **kwargs)

            return read

        return decorate


class Blueprint(flask_smorest.Blueprint):
    """A group of routes whose arguments are read by Reader."""

    ARGUMENTS_PARSER = Reader()
