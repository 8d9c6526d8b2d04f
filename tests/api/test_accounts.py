"""Accounts from the command line: operators, and new passwords; and what an operator may at others' tables."""

import pytest

from api.data.db import reading
from api.web import auth
from tests.api.days import notices, slow
from tests.api.people import Person, seated


def run(app, *words):
    """A command; its exit code and what it printed."""
    done = app.test_cli_runner().invoke(args=["player", *words])
    return done.exit_code, done.output


def entered(app, name, password):
    """Somebody who has logged in; the answer."""
    person = Person(app)
    came = person.post("/tokens", {"name": name, "password": password})
    if came.status_code == 201:
        person.secret = came.json["token"]["secret"]
    return person, came


@pytest.fixture
def olga(app):
    """An operator."""
    code, password = run(app, "create", "Olga", "--operator")
    assert code == 0
    person, came = entered(app, "Olga", password.strip())
    assert came.json["player"]["operator"] is True
    return person


def test_an_operator_is_made_and_unmade(app, olga):
    assert olga.get("/me").json["player"]["operator"] is True
    assert run(app, "operators")[1].split()[-1] == "Olga"
    assert run(app, "operator", "olga", "--no") == (0, "")
    assert olga.get("/me").json["player"]["operator"] is False
    assert run(app, "operators") == (0, "")
    assert run(app, "operator", "Olga") == (0, "")
    assert olga.get("/me").json["player"]["operator"] is True


def test_nobody_waits_while_a_password_is_made(app, ann, monkeypatch):
    """It takes a moment of a whole core: nothing is held meanwhile, by commands and requests alike."""
    busy = []

    class Slow:
        def hash(self, password):
            with reading() as link:
                postgres = link.dialect.name == "postgresql"
                busy.append(link.connection.info.transaction_status if postgres else link.connection.in_transaction)
            return f"slowly {len(busy)}"

    monkeypatch.setattr(auth, "hasher", Slow())
    assert run(app, "create", "Olga")[0] == 0
    assert run(app, "password", "Olga")[0] == 0
    assert Person(app).post("/players", {"name": "Zoe", "password": "long enough"}).status_code == 201
    assert ann.post("/me/claim", {"password": "long enough"}).status_code == 200
    assert [bool(each) for each in busy] == [False] * 4


@pytest.mark.parametrize("name", ["Nobody", "Ann"])
def test_only_an_account_is_an_operators(ann, name):
    code, told = run(ann.app, "operator", name)
    assert (code, "There is no account" in told) == (1, True)
    assert ann.get("/me").json["player"]["operator"] is False


def test_a_name_that_can_not_be_had_is_refused(ann):
    code, told = run(ann.app, "create", "ann")
    assert (code, "taken" in told) == (1, True)
    assert run(ann.app, "create", "x" * 30)[0] == 2


@pytest.mark.parametrize("conduct", [{"breaks": "host"}, {"breaks": "vote"}, {"breaks": "nobody"}])
def test_an_operator_pauses_and_extends_where_he_does_not_sit(six, olga, conduct):
    game = slow(six, conduct)
    before = six[0].see(game)
    paused = olga.post(f"/games/{game}/pause", {})
    assert paused.status_code == 200
    assert paused.json["paused"]
    assert olga.post(f"/games/{game}/resume", {}).json["paused"] is None
    longer = olga.post(f"/games/{game}/extend", {}).json
    assert longer["deadline"] > before["deadline"]
    assert notices(longer) == ["paused", "resumed", "extended"]
    assert longer["notices"][-1]["by"] == "operator"
    assert six[1].see(game)["notices"] == longer["notices"]


def test_an_operator_sees_of_a_private_table_what_an_onlooker_would(six, olga):
    private, public = seated(six, private=True), seated(six)
    seen = olga.see(private)
    assert (seen["you"], seen["options"], seen["code"]) == (None, [], None)
    assert seen.keys() == olga.see(public).keys()
    assert seen["view"].keys() == Person(six[0].app).get(f"/games/{public}").json["view"].keys()
    assert olga.get(f"/games/{private}/handover").status_code == 403
    assert olga.post(f"/games/{private}/moves", {"type": "end"}).json["code"] == "not_seated"
    assert olga.post(f"/games/{private}/talk", {"text": "hello"}).status_code == 403
    assert private not in {game["id"] for game in olga.get("/games").json["games"]}


def test_a_sandbox_is_its_owners_alone(ann, olga):
    assert olga.get(f"/games/{ann.create(sandbox=True)['id']}").status_code == 404


def test_an_operator_who_plays_is_a_player_like_all(six, olga):
    people = [*six[:5], olga]
    hosted, voted = slow(people, {"breaks": "host"}), slow(people, {"breaks": "vote"})
    assert olga.post(f"/games/{hosted}/pause", {}).json["code"] == "not_creator"
    assert olga.post(f"/games/{voted}/pause", {}).json["paused"] is None


def test_others_may_nothing_of_the_kind(six, app):
    outsider = Person(app, "Otto")
    game = slow(six)
    assert outsider.post(f"/games/{game}/pause", {}).json["code"] == "not_seated"
    assert outsider.get(f"/games/{seated(six, private=True)}").status_code == 404


def test_who_has_forgotten_his_password_gets_a_new_one(anyone):
    app = anyone.app
    anyone.secret = anyone.post("/players", {"name": "Ben", "password": "correct horse"}).json["token"]["secret"]
    code, password = run(app, "password", "Ben")
    assert code == 0
    assert anyone.get("/me").status_code == 401, "whoever knew the old one is out"
    assert entered(app, "Ben", "correct horse")[1].status_code == 401
    assert entered(app, "Ben", password.strip())[1].status_code == 201
    assert run(app, "password", "Nobody")[0] == 1
