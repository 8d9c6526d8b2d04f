"""Passwords: changed by who knows the old one."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from api.web import attempts
from tests.api.people import Person, query

OLD, NEW = "correct horse", "another battery"
CHANGE = {"password": OLD, "new": NEW}


def log_in(app, password):
    """Somebody who has logged in as Ann, and the answer."""
    person = Person(app)
    came = person.post("/tokens", {"name": "Ann", "password": password})
    person.secret = came.json["token"]["secret"] if came.status_code == 201 else None
    return person, came


@pytest.fixture
def account(anyone):
    """An account."""
    anyone.secret = anyone.post("/players", {"name": "Ann", "password": OLD}).json["token"]["secret"]
    return anyone


def change(person, said=CHANGE, **more):
    """The answer to who wants another password."""
    return person.ask("PUT", "/me/password", said, **more)


def kept(app):
    """What is kept of passwords and of tokens."""
    return query(app, "SELECT password FROM players ORDER BY id"), query(app, "SELECT id FROM tokens ORDER BY id")


def test_a_new_password_is_good_and_the_old_one_for_nothing(account):
    answer = change(account)
    assert (answer.status_code, answer.data) == (204, b"")
    assert log_in(account.app, OLD)[1].json["code"] == "wrong_password"
    assert log_in(account.app, NEW)[1].status_code == 201


def test_all_tokens_but_the_callers_are_revoked_and_nobody_elses(account):
    app = account.app
    phone, ben = log_in(app, OLD)[0], Person(app, "Ben")
    assert phone.get("/me").status_code == 200
    assert change(account).status_code == 204
    assert [person.get("/me").status_code for person in (account, phone, ben)] == [200, 401, 200]
    assert [token["current"] for token in account.get("/tokens").json["tokens"]] == [True]


def test_a_wrong_password_changes_nothing(account):
    log_in(account.app, OLD)
    before = kept(account.app)
    refused = change(account, {"password": "wrong horse", "new": NEW})
    assert (refused.status_code, refused.json["code"]) == (401, "wrong_password")
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert kept(account.app) == before


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({"new": NEW}, "/password"),
        ({"password": OLD}, "/new"),
        ({"password": OLD, "new": "short"}, "/new"),
        ({"password": OLD, "new": "x" * 201}, "/new"),
        ({"password": "x" * 201, "new": NEW}, "/password"),
        ({**CHANGE, "label": "x"}, "/label"),
    ],
)
def test_a_password_that_makes_no_sense_is_refused(account, said, pointer):
    before = kept(account.app)
    refused = change(account, said)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer)
    assert kept(account.app) == before


def test_guests_and_bot_accounts_have_no_password_to_change(account):
    app = account.app
    bot = account.post("/me/bots", {"name": "Robot"}).json["player"]["id"]
    robot = Person(app)
    robot.secret = account.post(f"/me/bots/{bot}/tokens", {"scopes": ["account"]}).json["token"]["secret"]
    for person in (Person(app, "Ben"), robot):
        refused = change(person)
        assert (refused.status_code, refused.json["code"]) == (403, "not_an_account")
    assert query(app, "SELECT count(*) FROM players WHERE password IS NOT NULL") == [(1,)]


def test_a_token_without_the_scope_changes_nothing(account):
    played = account.post("/me/tokens", {"scopes": ["play", "talk", "host"]})
    player = Person(account.app)
    player.secret = played.json["token"]["secret"]
    assert change(player).json["code"] == "insufficient_scope"
    assert change(Person(account.app)).json["code"] == "unauthorized"
    assert log_in(account.app, OLD)[1].status_code == 201


def test_a_stolen_token_is_no_way_to_guess_and_who_succeeds_is_forgiven(account, monkeypatch):
    monkeypatch.setitem(attempts.TRIES, "pair", 4)
    wrong = {"password": "wrong horse", "new": NEW}
    assert [change(account, wrong).status_code for _ in range(3)] == [401] * 3
    assert change(account).status_code == 204
    assert [change(account, wrong).status_code for _ in range(5)] == [401] * 4 + [429]
    refused = change(account, {"password": NEW, "new": OLD})
    assert (refused.json["code"], refused.headers["Retry-After"]) == ("too_many_attempts", "900")
    assert log_in(account.app, NEW)[1].status_code == 429, "counted as log-ins are"


def test_a_retry_gets_the_first_answer(account):
    assert [change(account, key="k1").status_code for _ in range(2)] == [204, 204]
    assert change(account, {**CHANGE, "new": OLD}, key="k1").json["code"] == "idempotency_key_reused"
    refused = [change(account, key="k2") for _ in range(2)]
    assert [(each.status_code, each.headers["WWW-Authenticate"]) for each in refused] == [(401, "Bearer")] * 2
    assert OLD not in str(query(account.app, "SELECT * FROM replies"))


def test_of_two_at_once_who_know_the_old_password_one_has_his_way(account):
    people = [log_in(account.app, OLD)[0] for _ in range(4)]
    with ThreadPoolExecutor(4) as at_once:
        said = [{"password": OLD, "new": f"{NEW} {n}"} for n in range(4)]
        codes = [answer.status_code for answer in at_once.map(change, people, said)]
    assert sorted(codes) == [204, 401, 401, 401]
    (winner,) = [n for n in range(4) if codes[n] == 204]
    assert log_in(account.app, f"{NEW} {winner}")[1].status_code == 201
