"""The transcripts and the examples are what the server answers, and as described."""

import json

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.api.conftest import new_app
from tests.transcripts.__main__ import EXAMPLES, HERE, as_json, examples, find, recorded
from tests.transcripts.games import GAMES

WITHOUT = {
    *("set_email", "confirm_email", "remove_email", "ask_to_unsubscribe", "stop_mails"),  # a code comes by mail
    "reset_password",  # a ticket comes by mail
    *("create_game_hook", "list_game_hooks", "enable_hook", "test_hook"),  # like a player's own
    *("get_words", "set_ready", "take_over_seat"),  # long; a ready check; a player who is absent for days
}
"""Operations that no transcript has."""


@pytest.fixture(scope="module")
def transcripts():
    return recorded()


@pytest.fixture(scope="module")
def description(tmp_path_factory):
    app = new_app(f"sqlite:///{tmp_path_factory.mktemp('told') / 'x.db'}")
    return app.test_client().get("/api/v1/openapi.json").json


@pytest.mark.parametrize("name", GAMES)
def test_they_are_what_is_answered_now(transcripts, name):
    kept = (HERE / f"{name}.jsonl").read_text()
    assert transcripts[name] == kept, "python -m tests.transcripts records them anew"


def test_so_are_the_examples(transcripts, description):
    assert as_json(examples(transcripts)) == EXAMPLES.read_text(), "python -m tests.transcripts records them anew"


def holds(registry, place, said):
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"urn:api#{place}"}
    jsonschema.Draft202012Validator(schema, registry=registry).validate(said)


def test_all_of_it_is_as_described(description):
    resource = Resource.from_contents(description, default_specification=DRAFT202012)
    registry = Registry().with_resource("urn:api", resource)
    checked = set()
    for name in GAMES:
        for line in map(json.loads, (HERE / f"{name}.jsonl").read_text().splitlines()):
            request, response = line["request"], line["response"]
            path = request["path"].partition("?")[0]
            operation = find(description["paths"], request["method"].lower(), path)
            if response["status"] >= 400:
                holds(registry, "/components/schemas/Problem", response["body"])
                continue
            content = operation["responses"][str(response["status"])].get("content", {})
            for told in content.values():
                holds(registry, told["schema"]["$ref"].removeprefix("#"), response["body"])
            if request["body"]:
                sent = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
                holds(registry, sent.removeprefix("#"), request["body"])
            checked.add(operation["operationId"])
    operations = {
        operation["operationId"]
        for methods in description["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    }
    assert operations - checked == WITHOUT, "to be asked in the tour"


def test_examples_are_shown_where_they_belong(description):
    told = json.loads(EXAMPLES.read_text())
    assert {name: each["value"] for name, each in description["components"]["examples"].items()} == told["answers"]
    shown = set()
    for operations in description["paths"].values():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            sent = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if "examples" in sent:
                shown.add(operation["operationId"])
                assert sent["examples"]["sent"]["value"] == told["bodies"][operation["operationId"]]
    assert shown == set(told["bodies"])
