"""The API's description: valid, complete, and what the answers really are."""

import re
import warnings

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api import create_app
from api.web.operations import OPERATIONS
from engine.game import GAMES
from tests.api.conftest import SETTINGS
from tests.api.people import PREFIX, Person, play_on, seated
from tests.api.test_sealed import window  # noqa: F401

UNDOCUMENTED = {
    "api-docs.openapi_json",
    "page.index",
    "page.of_another_release",
    "meta.docs",
    "meta.healthy",
    "meta.ready",
    "metrics.metrics",
    "feeds.atom",
    "feeds.ics",
}


@pytest.fixture
def description(anyone):
    return anyone.get("/openapi.json").json


@pytest.fixture
def holds(description):
    """Checks an answer against its description."""
    resource = Resource.from_contents(description, default_specification=DRAFT202012)
    registry = Registry().with_resource("urn:api", resource)

    def check(answer, method, route):
        said = description["paths"][f"{PREFIX}{route}"][method]["responses"][str(answer.status_code)]
        content = said.get("content")
        if content is None:
            assert answer.data == b""
            return None
        assert set(content) == {"application/json"}
        parts = [
            f"{PREFIX}{route}",
            method,
            "responses",
            str(answer.status_code),
            "content",
            "application/json",
            "schema",
        ]
        place = "#/paths/" + "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"urn:api{place}"}
        jsonschema.Draft202012Validator(schema, registry=registry).validate(answer.json)
        return answer.json

    return check


def test_the_description_is_valid(description):
    assert description["openapi"].startswith("3.1")
    OpenAPIV31SpecValidator(description).validate()


def test_making_it_warns_of_nothing(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        create_app(**SETTINGS, DATABASE_URL=f"sqlite:///{tmp_path / 'x.db'}")


def test_every_route_is_described(app, description):
    described = {
        (path, method.upper())
        for path, operations in description["paths"].items()
        for method in operations
        if method != "parameters"
    }
    routes = set()
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in UNDOCUMENTED:
            path = rule.rule.replace("<id:", "{").replace("<int:", "{").replace(">", "}")
            routes |= {(path, method) for method in rule.methods - {"HEAD", "OPTIONS"}}
    assert routes == described
    assert len(routes) == 70


def test_every_operation_says_what_it_is_and_how_it_is_refused(description):
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            assert operation["summary"], (path, method)
            refusals = {status: answer for status, answer in operation["responses"].items() if status >= "4"}
            assert refusals["default"] == {"$ref": "#/components/responses/DEFAULT_ERROR"}
            assert {"429", "500", "503"} < set(refusals)
            assert all(list(answer) == ["$ref"] for answer in refusals.values()), "told once, and shared"
    for refusal in description["components"]["responses"].values():
        assert list(refusal["content"]) == ["application/problem+json"]


def test_every_operation_has_a_name_to_generate_clients_by(description):
    names = {
        f"{method.upper()} {path.removeprefix(PREFIX)}": operation.get("operationId")
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    }
    assert names == OPERATIONS
    assert len(set(names.values())) == len(names)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)+", name) for name in names.values())


def test_moves_options_and_events_are_told_apart_by_type(description):
    schemas, game = description["components"]["schemas"], GAMES["fireline"]
    for name, kinds in (("FirelineMove", game.moves), ("FirelineOption", game.moves), ("FirelineEvent", game.events)):
        assert schemas[name]["discriminator"]["propertyName"] == "type"
        assert set(schemas[name]["discriminator"]["mapping"]) == set(kinds)
        assert len(schemas[name]["oneOf"]) == len(kinds)
    play = schemas["FirelinePlay"]
    assert play["properties"]["type"]["enum"] == ["play"]
    assert "single_bullet" in play["properties"]["card"]["enum"]
    assert play["properties"]["targets"]["items"] == {"type": "integer", "minimum": 0, "maximum": 39}
    assert play["additionalProperties"] is False
    assert schemas["FirelineView"]["properties"]["players"]["items"]["$ref"].endswith("FirelinePlayerView")


def test_the_keys_of_repetition_and_the_tags_are_described(description):
    moves = description["paths"][f"{PREFIX}/games/{{game_id}}/moves"]["post"]
    assert {"$ref": "#/components/parameters/Idempotency-Key"} in moves["parameters"]
    show = description["paths"][f"{PREFIX}/games/{{game_id}}"]["get"]
    assert {"$ref": "#/components/parameters/If-None-Match"} in show["parameters"]
    assert "ETag" in show["responses"]["200"]["headers"]
    assert show["security"] == [{"bearer": []}, {}]
    assert moves["security"] == [{"bearer": ["play"]}]


def test_real_answers_are_as_described(six, holds, anyone):
    ann, ben = six[:2]
    gus = anyone.post("/players", {"name": "Gus", "password": "correct horse"})
    holds(gus, "post", "/players")
    holds(anyone.post("/guests", {"name": "Hal"}), "post", "/guests")
    holds(anyone.post("/tokens", {"name": "Gus", "password": "correct horse"}), "post", "/tokens")
    holds(ann.get("/me"), "get", "/me")
    holds(ann.get("/tokens"), "get", "/tokens")
    further = {"scopes": ["play"], "expires": "2099-01-01T00:00:00Z"}
    holds(ann.post("/me/tokens", further), "post", "/me/tokens")
    anyone.secret = gus.json["token"]["secret"]
    bot = holds(anyone.post("/me/bots", {"name": "Robot"}), "post", "/me/bots")["player"]["id"]
    holds(anyone.post(f"/me/bots/{bot}/tokens", further), "post", "/me/bots/{bot_id}/tokens")
    holds(anyone.get("/me/bots"), "get", "/me/bots")
    holds(six[5].post("/me/claim", {"password": "correct horse"}), "post", "/me/claim")
    holds(anyone.get("/rulesets"), "get", "/rulesets")
    holds(anyone.get("/rulesets/fireline/words/en"), "get", "/rulesets/{name}/words/{lang}")

    made = ann.post("/games", {"ruleset": "fireline", "seats": 6, "start": "creator"})
    game = holds(made, "post", "/games")["id"]
    holds(ann.post(f"/games/{game}/bots", {"level": "random"}), "post", "/games/{game_id}/bots")
    holds(ann.delete(f"/games/{game}/bots/1"), "delete", "/games/{game_id}/bots/{seat}")
    for person in six[1:]:
        holds(person.post(f"/games/{game}/seats"), "post", "/games/{game_id}/seats")
    holds(ben.delete(f"/games/{game}/seats/me"), "delete", "/games/{game_id}/seats/me")
    ben.post(f"/games/{game}/seats")
    holds(ann.post(f"/games/{game}/start"), "post", "/games/{game_id}/start")
    holds(ann.post(f"/games/{game}/talk", {"text": "hi"}), "post", "/games/{game_id}/talk")
    holds(ben.get(f"/games/{game}/talk"), "get", "/games/{game_id}/talk")
    holds(ben.get("/games"), "get", "/games")
    holds(ben.get("/me/games"), "get", "/me/games")
    holds(ben.get(f"/games/{game}", etag=ben.get(f"/games/{game}").headers["ETag"]), "get", "/games/{game_id}")
    holds(ann.delete("/tokens/" + ann.get("/tokens").json["tokens"][0]["id"]), "delete", "/tokens/{token_id}")


def test_tables_are_as_described_to_the_end(six, holds):
    game = seated(six, options={"max_turns": 10, "deck": {"search_warrant": 8}})
    seen, table = set(), {"status": "running"}
    for seed in range(400):
        if table["status"] == "ended":
            break
        last = six[0].see(f"{game}?after=9999")["last_event"]
        table = play_on(six, game, moves=4, seed=seed)
        for person in (*six, Person(six[0].app)):
            table = holds(person.get(f"/games/{game}?after={last}"), "get", "/games/{game_id}")
            seen |= {event["type"] for event in table["events"]}
            if person.name:
                holds(person.get(f"/games/{game}/options"), "get", "/games/{game_id}/options")
    assert table["status"] == "ended"
    assert {"drew", "played", "ended"} <= seen
    for step in range(0, holds(six[0].get(f"/games/{game}/replay"), "get", "/games/{game_id}/replay")["steps"], 9):
        for eyes in ("everyone", "0", "3"):
            holds(six[0].get(f"/games/{game}/replay?seat={eyes}&step={step}"), "get", "/games/{game_id}/replay")
    holds(six[0].get(f"/games/{game}/export"), "get", "/games/{game_id}/export")
    holds(six[0].post(f"/games/{game}/rematch"), "post", "/games/{game_id}/rematch")


def test_a_sealed_window_is_as_described(six, holds, window):  # noqa: F811
    holds(six[2].post(f"/games/{window}/moves", {"type": "rescue", "target": 1}), "post", "/games/{game_id}/moves")
    for person in six:
        holds(person.get(f"/games/{window}"), "get", "/games/{game_id}")


def test_refusals_are_as_described(six, description):
    schema = {**description["components"]["schemas"]["Problem"], "components": description["components"]}
    text = str(schema).replace("#/components", "#/components")
    assert "Fault" in text
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    for refused in (
        six[me].move(game, type="pass"),
        six[me].move(game, type="fly"),
        six[0].get("/nothing"),
        six[0].post("/games", {"ruleset": "fireline", "seats": 99}),
    ):
        jsonschema.Draft202012Validator(schema).validate(refused.json)


def test_the_rulesets_tell_what_may_be_chosen(anyone):
    fireline = anyone.get("/rulesets").json["rulesets"][0]
    assert (fireline["name"], fireline["seats"], fireline["bots"]) == (
        "fireline",
        {"least": 4, "most": 10},
        ["random", "sensible"],
    )
    options = {option["name"]: option for option in fireline["options"]}
    assert options["restaurant_heal"] == {
        "name": "restaurant_heal",
        "rule": "F61",
        "default": 1,
        "type": "choice",
        "choices": [1, 2],
    }
    assert options["show_offers"] == {"name": "show_offers", "rule": "F49", "default": False, "type": "flag"}
    assert options["max_turns"] == {
        "name": "max_turns",
        "rule": "F21",
        "default": 200,
        "type": "count",
        "least": 1,
        "most": 1000,
    }
    assert options["first"] == {"name": "first", "rule": "F7", "default": "random", "type": "seat_or_random"}
    identities = options["identities"]
    assert (identities["type"], identities["keys"], identities["least"]) == (
        "counts",
        ["swat", "citizen", "kidnapper"],
        1,
    )
    assert fireline["defaults"]["6"]["identities"] == {"swat": 2, "citizen": 2, "kidnapper": 2}
    assert fireline["defaults"]["10"]["deck"]["serum"] == 20
    assert set(fireline["defaults"]) == {str(size) for size in range(4, 11)}


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant"])
def test_the_words_may_be_kept(anyone, lang):
    came = anyone.get(f"/rulesets/fireline/words/{lang}")
    assert came.json == GAMES["fireline"].words(lang)
    assert came.headers["Cache-Control"] == "public, max-age=300"
    again = anyone.get(f"/rulesets/fireline/words/{lang}", etag=came.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
