"""Tokens by name and scope, and the bot accounts that programs play for."""

import re

import pytest
import time_machine

from api.operation import pruning
from api.routes import tokens
from tests.api.people import Person, query, seated

WORDS = {"name": "Ann", "password": "correct horse"}
EVERYTHING = ["play", "talk", "host", "account"]


@pytest.fixture
def account(anyone):
    """An account."""
    anyone.secret = anyone.post("/players", WORDS).json["token"]["secret"]
    return anyone


def holder(app, made):
    """Somebody who sends a token that was just made."""
    assert made.status_code == 201, made.json
    person = Person(app)
    person.secret = made.json["token"]["secret"]
    return person


def with_scopes(person, *scopes, **more):
    """The same player with a token for these scopes alone."""
    return holder(person.app, person.post("/me/tokens", {"scopes": list(scopes), **more}))


def test_tokens_are_listed_and_revoked(anyone):
    first = anyone.post("/players", WORDS).json["token"]
    second = anyone.post("/tokens", {**WORDS, "label": "two"}).json["token"]
    anyone.secret = second["secret"]
    listed = anyone.get("/tokens").json["tokens"]
    assert {each["id"]: (each["label"], each["current"]) for each in listed} == {
        first["id"]: ("", False),
        second["id"]: ("two", True),
    }
    assert "secret" not in str(listed)
    assert anyone.delete(f"/tokens/{first['id']}").status_code == 204
    assert anyone.delete(f"/tokens/{first['id']}").status_code == 404
    other = Person(anyone.app)
    other.secret = first["secret"]
    assert other.get("/me").status_code == 401
    assert anyone.delete(f"/tokens/{second['id']}").status_code == 204
    assert anyone.get("/me").status_code == 401


def test_nobody_revokes_anothers_token(ann):
    ben = Person(ann.app, "Ben")
    token = ben.get("/tokens").json["tokens"][0]["id"]
    assert ann.delete(f"/tokens/{token}").status_code == 404
    assert ben.get("/me").status_code == 200


def test_the_day_when_a_token_was_used_is_told(ann):
    days = [("2030-01-01T12:00:00Z", "2030-01-01"), ("2030-01-01T23:59:59Z", "2030-01-01")]
    for moment, day in [*days, ("2030-01-02T00:00:01Z", "2030-01-02")]:
        with time_machine.travel(moment, tick=False):
            assert ann.get("/tokens").json["tokens"][0]["last_used"] == day


def test_a_token_is_made_with_a_name_scopes_and_an_end(ann):
    said = {"label": " my\nscript ", "scopes": ["talk", "play"], "expires": "2099-01-01T08:00:00+08:00"}
    made = ann.post("/me/tokens", said)
    told = made.json["token"]
    secret = told.pop("secret")
    assert told == {
        "id": told["id"],
        "label": "my script",
        "scopes": ["play", "talk"],
        "expires": "2099-01-01T00:00:00.000Z",
    }
    listed = {token["id"]: token for token in ann.get("/tokens").json["tokens"]}[told["id"]]
    assert listed | told == listed
    assert listed["current"] is False
    assert secret not in str(query(ann.app, "SELECT * FROM tokens"))
    assert holder(ann.app, made).get("/me").json == ann.get("/me").json


def test_a_scope_is_what_a_token_is_good_for(six):
    ann, ben = six[:2]
    game = seated(six)
    open_game = ben.create()["id"]
    calls = {
        "play": [("POST", f"/games/{game}/moves", {"type": "end"}), ("POST", f"/games/{open_game}/seats", {})],
        "talk": [("POST", f"/games/{game}/talk", {"text": "hi"})],
        "host": [("POST", "/games", {"ruleset": "fireline", "seats": 6})],
        "account": [("POST", "/me/tokens", {"scopes": ["account"]}), ("DELETE", "/tokens/nosuchtoken", None)],
    }
    for scope in EVERYTHING:
        person = with_scopes(ann, scope)
        for needed, requests in calls.items():
            for method, path, body in requests:
                answer = person.ask(method, path, body)
                if needed == scope:
                    assert answer.status_code != 403, (scope, path, answer.json)
                else:
                    assert (answer.status_code, answer.json["code"]) == (403, "insufficient_scope")
                    assert answer.headers["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{needed}"'
        for path in ("/me", "/me/games", "/tokens", f"/games/{game}", f"/games/{game}/options"):
            assert person.get(path).status_code == 200, "any token may look"


def test_what_a_token_is_not_good_for_it_is_not_told_of(ann):
    """A scope is asked for before the game is: who lacks it learns nothing of what is there."""
    person, game = with_scopes(ann, "talk"), ann.create()["id"]
    assert len({person.post(f"/games/{id}/moves", {"type": "end"}).data for id in (game, "nosuchgamehere00")}) == 1


def test_an_expired_token_says_so(ann):
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False):
        game = ann.create()["id"]
        person = with_scopes(ann, "play", expires="2030-01-01T13:00:00Z")
        tag = person.get(f"/games/{game}").headers["ETag"]
        assert person.get(f"/games/{game}", etag=tag).status_code == 304
    with time_machine.travel("2030-01-01T13:00:00Z", tick=False):
        for path in ("/me", f"/games/{game}", "/games"):
            refused = person.get(path, etag=tag)
            assert (refused.status_code, refused.json["code"]) == (401, "token_expired")
            assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
        assert len(ann.get("/tokens").json["tokens"]) == 2
    with time_machine.travel("2030-01-09T12:00:00Z", tick=False):
        with_scopes(ann, "play")
        assert len(ann.get("/tokens").json["tokens"]) == 3
        with ann.app.app_context():
            pruning.prune()
        assert len(ann.get("/tokens").json["tokens"]) == 2, "long expired ones are forgotten"
        assert person.get("/me").json["code"] == "unauthorized"


def test_a_token_gives_no_more_than_the_one_that_made_it(ann):
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False):
        person = with_scopes(ann, "play", "account", expires="2030-02-01T00:00:00Z")
        refused = person.post("/me/tokens", {"scopes": ["play", "talk"]})
        assert (refused.status_code, refused.json["code"]) == (403, "insufficient_scope")
        later = person.post("/me/tokens", {"scopes": ["play"], "expires": "2030-02-01T00:00:01Z"})
        assert (later.status_code, later.json["errors"][0]["pointer"]) == (422, "/expires")
        as_long = person.post("/me/tokens", {"scopes": ["play"]})
        assert as_long.json["token"]["expires"] == "2030-02-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({}, "/scopes"),
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["everything"]}, "/scopes/0"),
        ({"scopes": ["play"], "expires": "2020-01-01T00:00:00Z"}, "/expires"),
        ({"scopes": ["play"], "expires": "tomorrow"}, "/expires"),
        ({"scopes": ["play"], "expires": "2099-01-01T00:00:00"}, "/expires"),
        ({"scopes": ["play"], "expires": "2099-02-30T00:00:00Z"}, "/expires"),
        ({"scopes": ["play"], "expires": "9999-12-31T23:59:59-12:00"}, "/expires"),
        ({"scopes": ["play"], "label": "x" * 100}, "/label"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(ann, said, pointer):
    refused = ann.post("/me/tokens", said)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer)
    assert query(ann.app, "SELECT count(*) FROM tokens") == [(1,)]


def test_there_is_an_end_to_tokens_and_to_bot_accounts(account, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_TOKENS", 3)
    codes = [account.post("/me/tokens", {"scopes": ["play"]}).status_code for _ in range(4)]
    assert codes == [201, 201, 409, 409]
    monkeypatch.setattr(tokens, "MOST_BOTS", 2)
    made = [account.post("/me/bots", {"name": f"Robot {n}"}) for n in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 409]
    assert made[2].json["code"] == "too_many_bots"


def test_a_bot_account_plays_and_is_marked_wherever_it_sits(account):
    app = account.app
    made = account.post("/me/bots", {"name": "Robot"})
    assert made.status_code == 201
    bot = made.json["player"]
    assert bot == {"id": bot["id"], "name": "Robot", "kind": "account", "owner": "Ann", "operator": False}
    token = account.post(f"/me/bots/{bot['id']}/tokens", {"scopes": ["play", "talk", "account"], "label": "its key"})
    robot = holder(app, token)
    assert robot.get("/me").json == {"player": bot}
    ben = Person(app, "Ben")
    game = ben.create(4)["id"]
    assert robot.post(f"/games/{game}/seats").status_code == 201
    ben.post(f"/games/{game}/bots", {"level": "random", "count": 1})
    marks = {seat["name"]: (seat["kind"], seat["owner"]) for seat in Person(app).see(game)["seats"]}
    assert marks == {"Ben": ("guest", None), "Robot": ("account", "Ann"), "Bot 3": ("bot", None), None: (None, None)}
    ((listed,),) = [account.get("/me/bots").json["bots"]]
    assert (listed["id"], listed["name"], listed["tokens"][0]["label"]) == (bot["id"], "Robot", "its key")
    assert "secret" not in str(listed)


def test_a_bot_account_has_no_key_but_its_owners(account):
    app = account.app
    bot = account.post("/me/bots", {"name": "Robot"}).json["player"]
    robot = holder(app, account.post(f"/me/bots/{bot['id']}/tokens", {"scopes": EVERYTHING}))
    assert robot.post("/me/tokens", {"scopes": ["play"]}).json["code"] == "bot_account"
    assert robot.post("/me/bots", {"name": "Small robot"}).json["code"] == "not_an_account"
    assert robot.post("/me/claim", {"name": "Robin", "password": "correct horse"}).json["code"] == "not_a_guest"
    assert robot.get("/me").json["player"]["owner"] == "Ann"
    tried = Person(app).post("/tokens", {"name": "Robot", "password": "correct horse"})
    assert (tried.status_code, tried.json["code"]) == (401, "wrong_password")
    for other in (Person(app, "Ben"), robot):
        refused = other.post(f"/me/bots/{bot['id']}/tokens", {"scopes": ["play"]})
        assert (refused.status_code, refused.json["code"]) == (404, "not_found")
    key = account.get("/me/bots").json["bots"][0]["tokens"][0]["id"]
    assert Person(app, "Cleo").delete(f"/tokens/{key}").status_code == 404
    assert account.delete(f"/tokens/{key}").status_code == 204
    assert robot.get("/me").status_code == 401


def test_a_guest_owns_no_bot_accounts_and_names_are_told_apart(account):
    ben = Person(account.app, "Ben")
    assert ben.post("/me/bots", {"name": "Robot"}).json["code"] == "not_an_account"
    assert account.post("/me/bots", {"name": "ann"}).json["code"] == "name_taken"
    assert account.post("/me/bots", {"name": "R"}).json["code"] == "bad_name"


READING = re.compile("GET|HEAD|OPTIONS")
AT_THE_DOOR = {"/players", "/guests", "/tokens", "/password", "/password/reset", "/unsubscribe/{ticket}"}
SCOPES = [
    (r"/me/.*|/me|/tokens/.*|/hooks.*", "account"),
    (r"/games/[^/]+/talk", "talk"),
    (r"/games/[^/]+/(moves|standing|pause|resume|extend|kicks|seats|seats/me.*|seats/[^/]+/take)", "play"),
    (r"/games.*", "host"),
]
"""Which scope the routes that change something ask for: the first pattern that fits."""


def test_every_route_that_changes_something_asks_for_its_scope(anyone):
    wrong = []
    for path, operations in anyone.get("/openapi.json").json["paths"].items():
        route = path.removeprefix("/api/v1")
        for method, operation in operations.items():
            if method == "parameters" or READING.fullmatch(method.upper()) or route in AT_THE_DOOR:
                continue
            wanted = next(scope for pattern, scope in SCOPES if re.fullmatch(pattern, route))
            if operation.get("security") != [{"bearer": [wanted]}]:
                wrong.append((method, route, wanted, operation.get("security")))
    assert wrong == [], "mark these with @may(scope)"


def test_what_is_described_is_what_is_asked_for(ann):
    """A token without any scope is refused on every route whose description names one, whatever is sent."""
    game = ann.create()["id"]
    query(ann.app, "UPDATE tokens SET scopes = ''")
    for path, operations in ann.get("/openapi.json").json["paths"].items():
        for method, operation in operations.items():
            if method != "parameters" and any(each.get("bearer") for each in operation.get("security", [])):
                place = re.sub(r"\{\w+\}", "1", path.removeprefix("/api/v1").replace("{game_id}", game))
                answer = ann.ask(method.upper(), place.replace("/1", "/11"), {})
                assert (answer.status_code, answer.json["code"]) == (403, "insufficient_scope"), (method, path)
