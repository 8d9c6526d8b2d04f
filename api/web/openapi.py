"""The API's own description, OpenAPI 3.1, made from the schemas by which it reads and to which its answers are held."""

import re
from typing import Any

import flask_smorest
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from werkzeug.routing import BaseConverter

from api.web import acting, answers, examples, refusals
from api.web.codes import RULES
from api.web.headers import API
from api.web.operations import OPERATIONS
from api.web.shapes import Converter, record

ABOUT = """Play Fireline and Undercover over JSON. Send your token as `Authorization: Bearer ...`; what an operation
needs of it stands in its security as a scope. Ask again with `If-None-Match` as often as `poll_after` says, or with
`wait`; give each change an `Idempotency-Key`, and a retry gets the first answer. Who asks too often gets 429 with
`Retry-After`, and can still move. Every refusal is `application/problem+json` with a stable `code`: each operation
tells, by status, by which it may refuse."""


HEADERS = {
    "Idempotency-Key": {
        "description": "Anything, once for each thing that you want done: a retry with it gets the first answer.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    },
    acting.HEADER: {
        "description": f"In a sandbox: the seat in which you act, or `{acting.ONLOOKER}` to look as one.",
        "schema": {"type": "string", "pattern": f"^([0-9]|[1-3][0-9]|{acting.ONLOOKER})$"},
    },
    "If-None-Match": {
        "description": "The ETag of what you have: 304 says that it is still so.",
        "schema": {"type": "string"},
    },
}
"""What requests may carry beside their bodies."""


class IdConverter(BaseConverter):
    """A random id in an address; what can't be one isn't there."""

    regex = r"[A-Za-z0-9_-]{2,32}"


class Plugin(MarshmallowPlugin):
    """Schemas written by api.web.shapes, under the names of their classes."""

    Converter = Converter

    def __init__(self) -> None:
        """Name a schema in the description as in the code."""
        super().__init__(schema_name_resolver=lambda schema: called(schema))

    def operation_helper(self, path: str | None = None, operations: Any = None, **kwargs: Any) -> None:
        """Name the operations of a path, and show how they refuse and examples of what they take and answer."""
        super().operation_helper(path, operations, **kwargs)
        for method, operation in (operations or {}).items():
            name = OPERATIONS.get(f"{method.upper()} {(path or '').removeprefix(API)}")
            place = ["not_found"] if "{" in (path or "") else []
            if "{game_id}" in (path or ""):
                operation.setdefault("parameters", []).append(acting.HEADER)
                place += [*acting.REFUSES, *(["not_started"] if method != "get" else [])]
            if name is not None:
                operation["operationId"] = name
                refusals.put(operation, place, self.spec.components)
                examples.put(operation)


def called(schema: Any) -> str:
    """A schema's name: `PlayerOut` is told as `Player`."""
    kind = schema if isinstance(schema, type) else type(schema)
    return re.sub(r"Out$", "", kind.__name__)


class Api(flask_smorest.Api):
    """Every refusal, on every route, is a problem."""

    ERROR_SCHEMA = record(answers.ProblemOut)

    def _register_responses(self) -> None:
        self.DEFAULT_RESPONSE_CONTENT_TYPE = "application/problem+json"
        super()._register_responses()
        del self.DEFAULT_RESPONSE_CONTENT_TYPE

    def _register_error_handlers(self) -> None:
        """They are api.web.errors' business."""


def init_app(app: Flask) -> Api:
    """Describe an app's API at /api/v1/openapi.json."""
    app.url_map.converters["id"] = IdConverter
    app.config.update(
        API_TITLE="Fireline & Undercover",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=API,
        OPENAPI_JSON_PATH="openapi.json",
    )
    api = Api(spec_kwargs={"marshmallow_plugin": Plugin(), "info": {"description": ABOUT}})
    api.register_converter(IdConverter, lambda _: {"type": "string", "pattern": f"^{IdConverter.regex}$"})
    api.init_app(app)
    assert api.spec is not None
    by_rules = {"type": "string", "enum": [*RULES], "description": "A code of the games' rules: see `Problem`."}
    api.spec.components.schema(refusals.RULE_CODE, by_rules)
    api.spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    for name, example in examples.ANSWERS.items():
        api.spec.components.example(name, {"value": example})
    for name, header in HEADERS.items():
        api.spec.components.parameter(name, "header", dict(header))
    return api
