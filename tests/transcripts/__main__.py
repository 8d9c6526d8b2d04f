"""`python -m tests.transcripts`: record the games anew, and the examples in the API's description with them."""

import json
import re
from pathlib import Path
from typing import Any

from api import create_app
from api.config import ROOT
from tests.transcripts.games import GAMES
from tests.transcripts.recorder import recording

HERE, EXAMPLES = Path(__file__).parent, ROOT / "api" / "web" / "examples.json"
LONGEST = 12_000
"""Characters of an example: whole games are read elsewhere."""


def recorded() -> dict[str, str]:
    """The transcripts, one request with its answer a line."""
    files = {}
    for name, play in GAMES.items():
        with recording() as told:
            play(told)
        files[name] = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in told.lines)
    return files


def examples(transcripts: dict[str, str]) -> dict[str, Any]:
    """What to show of each operation: the first body that was accepted; of each schema the longest short answer."""
    app = create_app(DATABASE_URL="sqlite://", SECRET_KEY="of no importance", TESTING=True)
    paths = app.test_client().get("/api/v1/openapi.json").json["paths"]
    bodies: dict[str, Any] = {}
    answers: dict[str, Any] = {}
    for line in (json.loads(line) for text in transcripts.values() for line in text.splitlines()):
        request, response = line["request"], line["response"]
        operation = find(paths, request["method"].lower(), request["path"].partition("?")[0])
        if response["status"] < 300 and request["body"]:
            bodies.setdefault(operation["operationId"], request["body"])
        schema = schema_of(operation, str(response["status"]))
        size = len(json.dumps(response["body"]))
        if schema and len(json.dumps(answers.get(schema, ""))) < size <= LONGEST:
            answers[schema] = response["body"]
    return {"bodies": bodies, "answers": answers}


def find(paths: dict[str, Any], method: str, path: str) -> Any:
    """The operation that a path is of: what is spelt out before what has holes."""
    fits = [template for template in paths if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path)]
    return paths[min(fits, key=lambda template: template.count("{"))][method]


def schema_of(operation: Any, status: str) -> str:
    """The name of an answer's schema; nothing if it has none."""
    content = operation["responses"].get(status, {}).get("content", {})
    return str(content.get("application/json", {}).get("schema", {}).get("$ref", "")).rpartition("/")[2]


def as_json(said: Any) -> str:
    """As the file has it."""
    return json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    files = recorded()
    for name, text in files.items():
        (HERE / f"{name}.jsonl").write_text(text)
    EXAMPLES.write_text(as_json(examples(files)))
