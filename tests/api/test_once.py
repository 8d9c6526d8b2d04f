"""One effect for each Idempotency-Key, and the first answer again."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import time_machine

from api.game import beginning
from api.web import attempts, once
from tests.api.people import Person, play_on, query, seated


def same(first, again):
    assert again.status_code == first.status_code
    assert again.data == first.data
    for name in ("ETag", "Location", "Content-Type"):
        assert again.headers.get(name) == first.headers.get(name)


def test_a_repeated_move_is_made_once(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    first = six[me].post(f"/games/{game}/moves", {"type": "end"}, key="k1")
    assert first.status_code == 200
    steps = query(six[0].app, "SELECT count(*) FROM steps")
    same(first, six[me].post(f"/games/{game}/moves", {"type": "end"}, key="k1"))
    play_on(six, game, moves=5)
    same(first, six[me].post(f"/games/{game}/moves", {"type": "end"}, key="k1"))
    assert query(six[0].app, "SELECT count(*) FROM steps") == [(steps[0][0] + 5,)]


def test_the_same_key_for_something_else_is_refused(six):
    game, other = seated(six), seated(six)
    me = six[0].see(game)["asked"][0]
    assert six[me].post(f"/games/{game}/moves", {"type": "end"}, key="k1").status_code == 200
    for path, body in (
        (f"/games/{game}/moves", {"type": "pass"}),
        (f"/games/{other}/moves", {"type": "end"}),
        (f"/games/{game}/talk", {"text": "end"}),
    ):
        refused = six[me].post(path, body, key="k1")
        assert (refused.status_code, refused.json["code"]) == (422, "idempotency_key_reused")


def test_keys_are_each_players_own(six):
    game = seated(six)
    for person in six:
        person.post(f"/games/{game}/talk", {"text": f"I am {person.name}"}, key="k1")
    assert len(six[0].get(f"/games/{game}/talk").json["messages"]) == 6


def test_the_order_of_the_fields_makes_no_difference(ann):
    first = ann.ask(
        "POST", "/games", key="k1", data='{"ruleset": "fireline", "seats": 6}', content_type="application/json"
    )
    again = ann.ask(
        "POST", "/games", key="k1", data='{"seats":6,"ruleset":"fireline"}', content_type="application/json"
    )
    assert first.status_code == 201
    same(first, again)


def test_everything_that_changes_a_game_can_be_repeated(six):
    ann, ben = six[:2]
    calls = []

    def twice(person, method, path, body=None):
        first = person.ask(method, path, body, key=f"k{len(calls)}")
        assert first.status_code in (200, 201, 204), first.json
        calls.append(path)
        same(first, person.ask(method, path, body, key=f"k{len(calls) - 1}"))
        return first.json

    game = twice(ann, "POST", "/games", {"ruleset": "fireline", "seats": 4, "start": "creator"})["id"]
    twice(ben, "POST", f"/games/{game}/seats", {})
    twice(ann, "POST", f"/games/{game}/bots", {"level": "random", "count": 2})
    twice(ann, "DELETE", f"/games/{game}/bots/3")
    twice(ben, "DELETE", f"/games/{game}/seats/me")
    twice(ann, "POST", f"/games/{game}/talk", {"text": "hello"})
    twice(ben, "POST", f"/games/{game}/seats", {})
    twice(ann, "POST", f"/games/{game}/bots", {"level": "random"})
    twice(ann, "POST", f"/games/{game}/start")
    assert query(ann.app, "SELECT count(*) FROM games") == [(1,)]
    assert query(ann.app, "SELECT count(*) FROM messages") == [(1,)]
    assert play_on([ann, ben], game)["status"] == "ended"
    twice(ben, "POST", f"/games/{game}/rematch")
    assert query(ann.app, "SELECT count(*) FROM games") == [(2,)]


def test_a_refusal_is_repeated_too(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    other = (me + 1) % 6
    first = six[other].post(f"/games/{game}/moves", {"type": "end"}, key="k1")
    assert first.json["code"] == "not_asked"
    six[me].move(game, type="end")
    while six[other].see(game)["asked"] != [other]:
        play_on(six, game, moves=1)
    same(first, six[other].post(f"/games/{game}/moves", {"type": "end"}, key="k1"))
    for body, status in (({"type": "jump"}, 422), ({"type": "end", "now": 1}, 422)):
        first = six[other].post(f"/games/{game}/moves", body, key=f"k{status}{len(body)}")
        assert first.status_code == status
        same(first, six[other].post(f"/games/{game}/moves", body, key=f"k{status}{len(body)}"))


def test_a_refusal_is_repeated_with_what_it_says_beside(ann, monkeypatch):
    monkeypatch.setitem(attempts.TRIES, "letter", 0)
    first = ann.post("/me/email", {"email": "ann@example.org"}, key="k1")
    again = ann.post("/me/email", {"email": "ann@example.org"}, key="k1")
    same(first, again)
    assert again.json["code"] == "too_many_letters"
    assert again.headers["Retry-After"] == first.headers["Retry-After"]


def test_what_was_not_even_read_keeps_no_key(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    broken = {"data": "{", "content_type": "application/json"}
    assert six[me].ask("POST", f"/games/{game}/moves", key="k1", **broken).status_code == 400
    assert six[me].post(f"/games/{game}/moves", {"type": "end"}, key="k1").status_code == 200


@pytest.mark.parametrize("key", [" ", "a b", "é", "x" * 256])
def test_a_key_is_visible_ascii(ann, key):
    refused = ann.post("/games", {"ruleset": "fireline", "seats": 6}, key=key)
    assert (refused.status_code, refused.json["code"]) == (422, "bad_key")
    assert query(ann.app, "SELECT count(*) FROM games") == [(0,)]


def test_a_key_is_kept_for_two_days(ann):
    body = {"ruleset": "fireline", "seats": 6}
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False):
        first = ann.post("/games", body, key="k1")
    with time_machine.travel("2030-01-03T11:59:00Z", tick=False):
        same(first, ann.post("/games", body, key="k1"))
    with time_machine.travel("2030-01-03T12:01:00Z", tick=False):
        assert ann.post("/games", body, key="k1").json["id"] != first.json["id"]
    assert query(ann.app, "SELECT count(*) FROM replies") == [(1,)]


def patient(client, path, body, key="click"):
    """The answer of who asks again while the first request is still running."""
    while (answer := client.post(path, body, key=key)).status_code == 409:
        assert (answer.json["code"], answer.headers["Retry-After"]) == ("idempotency_in_progress", "1")
    return answer


def test_a_double_click_has_one_effect_and_one_answer(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    steps = query(six[0].app, "SELECT count(*) FROM steps")[0][0]
    clients = [Person(six[0].app) for _ in range(8)]
    for client in clients:
        client.secret = six[me].secret
    with ThreadPoolExecutor(8) as at_once:
        answers = list(at_once.map(lambda c: patient(c, f"/games/{game}/moves", {"type": "end"}), clients))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert query(six[0].app, "SELECT count(*) FROM steps") == [(steps + 1,)]


def test_a_double_click_on_create_makes_one_game(ann):
    clients = [Person(ann.app) for _ in range(6)]
    for client in clients:
        client.secret = ann.secret
    body = {"ruleset": "fireline", "seats": 6}
    with ThreadPoolExecutor(6) as at_once:
        answers = list(at_once.map(lambda c: patient(c, "/games", body), clients))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json["id"] for answer in answers}) == 1
    assert query(ann.app, "SELECT count(*) FROM games") == [(1,)]


@pytest.fixture
def midway(monkeypatch):
    """Holds up who creates a game in the middle of it: (set when he is there, set to let him go on)."""
    there, go_on, seated_ = Event(), Event(), beginning.seated

    def slow(link, game):
        there.set()
        assert go_on.wait(10)
        return seated_(link, game)

    monkeypatch.setattr(beginning, "seated", slow)
    yield there, go_on
    go_on.set()


BODY = {"ruleset": "fireline", "seats": 6}


@pytest.mark.parametrize("elsewhere", [False, True])
def test_while_the_first_is_running_the_second_is_told_so(ann, midway, monkeypatch, elsewhere):
    """At once, in the same process or, on PostgreSQL, in another one."""
    if elsewhere and not ann.app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql"):
        return  # another process waits there, as for any writer
    there, go_on = midway
    other = Person(ann.app)
    other.secret = ann.secret
    with ThreadPoolExecutor(1) as at_once:
        first = at_once.submit(ann.post, "/games", BODY, key="k1")
        assert there.wait(10)
        if elsewhere:
            monkeypatch.setattr(once, "running", {})
        second = other.post("/games", BODY, key="k1")
        assert (second.status_code, second.json["code"]) == (409, "idempotency_in_progress")
        assert second.headers["Retry-After"] == "1"
        monkeypatch.undo()
        go_on.set()
        same(first.result(), other.post("/games", BODY, key="k1"))
    assert query(ann.app, "SELECT count(*) FROM games") == [(1,)]


def test_whoever_dies_midway_leaves_no_claim(ann, monkeypatch):
    def dies(link, game):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(beginning, "seated", dies)
        with pytest.raises(KeyboardInterrupt):
            ann.post("/games", BODY, key="k1")
    assert query(ann.app, "SELECT count(*) FROM replies") == [(0,)]
    assert ann.post("/games", BODY, key="k1").status_code == 201
    assert query(ann.app, "SELECT count(*) FROM games") == [(1,)]


UUID = "0b9f5a52-6d0c-4a8e-9c53-1d5c30fd4e01"


@pytest.mark.parametrize(
    ("path", "body"),
    [("/guests", {"name": "Gus"}), ("/players", {"name": "Gus", "password": "correct horse", "label": "x"})],
)
def test_who_comes_in_and_misses_the_answer_comes_in_once(anyone, path, body):
    first = anyone.post(path, body, key=UUID)
    assert first.status_code == 201
    same(first, anyone.post(path, body, key=UUID))
    for table in ("players", "tokens"):
        assert query(anyone.app, f"SELECT count(*) FROM {table}") == [(1,)]
    anyone.secret = first.json["token"]["secret"]
    assert anyone.get("/me").json["player"] == first.json["player"]
    other = anyone.post(path, {**body, "name": "Hal"}, key=UUID)
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")
    assert anyone.post(path, body).json["code"] == "name_taken"
    assert anyone.post(path, body, key=UUID + "x").json["code"] == "name_taken"


def test_two_who_come_in_at_once_with_one_key_are_one(app):
    with ThreadPoolExecutor(6) as at_once:
        answers = list(at_once.map(lambda _: patient(Person(app), "/guests", {"name": "Gus"}, UUID), range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1


def test_at_the_door_a_key_has_to_be_random(anyone):
    for path, body in (("/guests", {"name": "Gus"}), ("/players", {"name": "Gus", "password": "correct horse"})):
        refused = anyone.post(path, body, key="short")
        assert (refused.status_code, refused.json["code"]) == (422, "bad_key")


def test_what_makes_a_token_can_be_repeated_and_its_secret_is_not_kept(anyone):
    words = {"name": "Gus", "password": "correct horse"}
    made = [anyone.post("/players", words, key=UUID), anyone.post("/tokens", words, key="in")]
    same(made[1], anyone.post("/tokens", words, key="in"))
    assert anyone.post("/tokens", {**words, "password": "wrong horse"}, key="in").status_code == 401
    anyone.secret = made[0].json["token"]["secret"]
    made.append(anyone.post("/me/tokens", {"scopes": ["play"]}, key="k1"))
    same(made[2], anyone.post("/me/tokens", {"scopes": ["play"]}, key="k1"))
    bot = anyone.post("/me/bots", {"name": "Robot"}, key="k2")
    same(bot, anyone.post("/me/bots", {"name": "Robot"}, key="k2"))
    way = f"/me/bots/{bot.json['player']['id']}/tokens"
    made.append(anyone.post(way, {"scopes": ["play"]}, key="k3"))
    same(made[3], anyone.post(way, {"scopes": ["play"]}, key="k3"))
    assert query(anyone.app, "SELECT count(*) FROM tokens") == [(4,)]
    kept = str(query(anyone.app, "SELECT * FROM replies"))
    for answer in made:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json["token"]["secret"] not in kept
        assert len({len(answer.json["token"]["secret"]), 43}) == 1
    assert words["password"] not in kept


def test_a_claim_and_a_revocation_can_be_repeated(ann):
    token = ann.post("/me/tokens", {"scopes": ["play"]}).json["token"]["id"]
    same(ann.delete(f"/tokens/{token}", key="k1"), ann.delete(f"/tokens/{token}", key="k1"))
    said = {"password": "correct horse"}
    same(ann.post("/me/claim", said, key="k2"), ann.post("/me/claim", said, key="k2"))
    Person(ann.app, "Ben")
    ben = {"name": "Ben", "password": "correct horse"}
    cleo = Person(ann.app, "Cleo")
    first = cleo.post("/me/claim", ben, key="k1")
    assert first.json["code"] == "name_taken"
    same(first, cleo.post("/me/claim", ben, key="k1"))


def test_everything_that_changes_something_takes_a_key(anyone):
    for path, operations in anyone.get("/openapi.json").json["paths"].items():
        if path.endswith("/unsubscribe/{ticket}"):
            continue  # mail programs say it without a key, and twice is as good as once
        for method in set(operations) & {"post", "put", "patch", "delete"}:
            keys = {"$ref": "#/components/parameters/Idempotency-Key"}
            assert keys in operations[method]["parameters"], (method, path)
