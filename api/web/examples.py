"""Examples in the API's description: recorded from a game that was played, and held to the answers by a test."""

from pathlib import Path
from typing import Any

import orjson

RECORDED = orjson.loads(Path(__file__).with_name("examples.json").read_bytes())

BODIES: dict[str, Any] = RECORDED["bodies"]
"""What was sent, by the operation's name."""

ANSWERS: dict[str, Any] = RECORDED["answers"]
"""What was answered, by the name of its schema."""


def put(operation: dict[str, Any]) -> None:
    """Show in an operation's description what it takes and what it answers."""
    if operation["operationId"] in BODIES:
        show(operation["requestBody"], {"sent": {"value": BODIES[operation["operationId"]]}})
    for answer in operation["responses"].values():
        schema = schema_of(answer)
        if schema in ANSWERS:
            show(answer, {schema: {"$ref": f"#/components/examples/{schema}"}})


def schema_of(answer: Any) -> str:
    """The name of the schema of an answer in JSON; nothing if it has none, or is described elsewhere."""
    if isinstance(answer, str):
        return ""
    content = answer.get("content", {}).get("application/json", {})
    return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]


def show(where: dict[str, Any], examples: dict[str, Any]) -> None:
    """Put examples beside a schema."""
    where["content"]["application/json"]["examples"] = examples
