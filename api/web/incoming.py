"""What comes in: bodies and queries, read by a schema or refused with pointers to what is wrong."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

import flask_smorest
import orjson
from flask import Request, request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.web.errors import Problem, faults, invalid, listed
from api.web.refusals import refuses

View = Callable[..., Any]


BAD_BODY = ("malformed_json", "too_large", "not_json")
"""How a body is refused before a schema reads it."""


def body() -> Any:
    """The request's JSON; an empty object if there is no body. 400 and 415 if it isn't JSON."""
    raw = request.get_data()
    if not raw:
        return {}
    if not request.is_json:
        raise listed("not_json")
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Problem(400, "malformed_json", f"The body isn't JSON: {error}.") from None


def load(schema: Schema, data: Any, at: str = "") -> Any:
    """The data as the schema reads it; 422 with a pointer to each fault, beginning with `at`."""
    try:
        return schema.load(data)
    except ValidationError as error:
        raise invalid(*faults(error.messages, at)) from None


class Parser(FlaskParser):
    """Reads arguments as webargs does, but strictly: RFC 8259 to the letter, and nothing unknown in a query either."""

    def parse(self, argmap: Schema, req: Request | None = None, *, location: str = "json", **how: Any) -> Any:
        """What a request says; the same query, as all at a table ask it, is read but once."""
        if location != "query":
            return super().parse(argmap, req, location=location, **how)
        return {**self.query(argmap, request.query_string)}

    @lru_cache(maxsize=512)  # noqa: B019 - there is one parser
    def query(self, schema: Schema, said: bytes) -> Any:
        """What the request's query says."""
        return super().parse(schema, location="query")

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body; webargs would take NaN, half a character, and no JSON at all for an empty object."""
        return body()

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **how: Any) -> NoReturn:
        """Refuse with pointers; webargs puts the faults below the name of the place where they were found."""
        (messages,) = error.messages_dict.values()
        raise invalid(*faults(messages)) from None


class Blueprint(flask_smorest.Blueprint):
    """A group of routes whose arguments are read strictly."""

    ARGUMENTS_PARSER = Parser(unknown=None)  # each schema says itself what it does with what it doesn't know

    def arguments(self, schema: type[Schema], *, location: str = "json", **how: Any) -> Callable[[View], View]:
        """Read what a view takes by this schema, made once: webargs would make one of a class at each request."""
        decorate: Callable[[View], View] = super().arguments(schema(), location=location, **how)
        mark = refuses("invalid", *(BAD_BODY if location == "json" else ()))
        return lambda view: mark(decorate(view))


def takes_header(view: View, name: str) -> View:
    """Say in the API's description that the view looks at this header, which api.web.openapi describes."""
    doc = {**getattr(view, "_apidoc", {})}
    taken = doc.get("arguments", {})
    doc["arguments"] = {**taken, "parameters": [*taken.get("parameters", []), name]}
    view._apidoc = doc  # type: ignore[attr-defined]
    return view


def conditional(view: View) -> View:
    """A view that answers 304 to who has its answer already."""
    return takes_header(view, "If-None-Match")
