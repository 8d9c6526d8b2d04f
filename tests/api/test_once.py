"""One effect for each Idempotency-Key, and the first answer again."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine

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


def test_a_double_click_has_one_effect_and_one_answer(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    steps = query(six[0].app, "SELECT count(*) FROM steps")[0][0]
    clients = [Person(six[0].app) for _ in range(8)]
    for client in clients:
        client.secret = six[me].secret
    with ThreadPoolExecutor(8) as at_once:
        answers = list(at_once.map(lambda c: c.post(f"/games/{game}/moves", {"type": "end"}, key="click"), clients))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert query(six[0].app, "SELECT count(*) FROM steps") == [(steps + 1,)]


def test_a_double_click_on_create_makes_one_game(ann):
    clients = [Person(ann.app) for _ in range(6)]
    for client in clients:
        client.secret = ann.secret
    body = {"ruleset": "fireline", "seats": 6}
    with ThreadPoolExecutor(6) as at_once:
        answers = list(at_once.map(lambda c: c.post("/games", body, key="click"), clients))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json["id"] for answer in answers}) == 1
    assert query(ann.app, "SELECT count(*) FROM games") == [(1,)]
