"""The long poll: answered when there is something new to who waits, and never telling of what isn't his to know."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore, Semaphore
from time import monotonic

import pytest

from api.clock import now
from api.data import waiting
from api.routes import poll
from tests.api.people import Person, play_on, query, seated
from tests.api.test_sealed import window  # noqa: F401
from tests.api.undercover import fourteen

LONG = 20
"""Seconds that nothing here takes unless something is wrong."""


@pytest.fixture
def resting(monkeypatch):
    """Counts how often somebody lies down to rest."""
    counted, wait = Semaphore(0), waiting.Bell.wait

    def counting(self, heard, seconds):
        counted.release()
        return wait(self, heard, seconds)

    monkeypatch.setattr(waiting.Bell, "wait", counting)
    return counted


@pytest.fixture
def slow_look(monkeypatch):
    """Nobody looks by himself: only the bell wakes who waits."""
    monkeypatch.setattr(poll, "LOOK", LONG)


@contextmanager
def waiter(person, game, resting, seconds=LONG, query="", **kwargs):
    """Somebody who waits for news of a game, in a thread; his answer, to come."""
    tag = person.get(f"/games/{game}").headers["ETag"]
    other = Person(person.app)
    other.secret = person.secret
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(other.get, f"/games/{game}?wait={seconds}{query}", etag=tag, **kwargs)
        assert resting.acquire(timeout=LONG)
        yield coming


def test_who_waits_is_answered_when_somebody_moves(six, resting, slow_look):
    game = seated(six)
    with waiter(six[2], game, resting, query="&after=3") as coming:
        play_on(six, game, moves=1)
        came = coming.result(LONG)
    assert came.status_code == 200
    assert came.json["events"][0]["n"] == 4
    assert came.headers["ETag"] == six[2].get(f"/games/{game}").headers["ETag"]


def test_what_another_process_writes_is_found_by_looking(six, resting, monkeypatch):
    game = seated(six)
    monkeypatch.setattr(poll, "LOOK", 0.05)
    monkeypatch.setattr(waiting.Bell, "ring", lambda self: None)
    with waiter(six[2], game, resting) as coming:
        play_on(six, game, moves=1)
        assert coming.result(LONG).status_code == 200


def test_when_the_time_is_up_nothing_has_changed(six, resting):
    game = seated(six)
    began = monotonic()
    with waiter(six[2], game, resting, seconds=1) as coming:
        came = coming.result(LONG)
    assert came.status_code == 304
    assert monotonic() - began >= 1
    assert "Retry-After" not in came.headers, "he may ask again at once"


def test_a_sealed_answer_wakes_nobody_but_who_gave_it(six, window, resting, slow_look):  # noqa: F811
    with waiter(six[2], window, resting) as own, waiter(six[3], window, resting, seconds=2) as other:
        assert six[2].move(window, type="rescue", target=1).status_code == 200
        assert own.result(LONG).status_code == 200
        came = other.result(LONG)
    assert (came.status_code, came.data) == (304, b"")
    assert "Retry-After" not in came.headers


def test_there_are_but_so_many_places(six, resting, slow_look):
    game, waiters = seated(six), six[0].app.config["WAITERS"]
    assert waiters == 4
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in six]
    clients = [Person(six[0].app) for _ in six]
    for client, person in zip(clients, six, strict=True):
        client.secret = person.secret
    with ThreadPoolExecutor(waiters) as pool:
        coming = [
            pool.submit(c.get, f"/games/{game}?wait={LONG}", etag=t) for c, t in zip(clients[:4], tags[:4], strict=True)
        ]
        for _ in coming:
            assert resting.acquire(timeout=LONG)
        refused = six[5].get(f"/games/{game}?wait={LONG}", etag=tags[5])
        assert (refused.status_code, refused.headers["Retry-After"]) == (304, "2")
        plain = six[5].get(f"/games/{game}", etag=tags[5])
        assert (plain.status_code, plain.headers.get("Retry-After")) == (304, None)
        play_on(six, game, moves=1)
        assert {each.result(LONG).status_code for each in coming} == {200}
    with waiter(six[5], game, resting, seconds=1) as free:
        assert "Retry-After" not in free.result(LONG).headers, "places are given back"


def test_a_game_that_is_gone_while_a_place_is_sought_is_not_there(six, monkeypatch):
    monkeypatch.setattr(poll.Poll, "holds", lambda self, *args, **kwargs: True)
    monkeypatch.setattr(six[0].app.wsgi_app, "places", BoundedSemaphore(0))
    assert six[0].get("/games/gone?wait=5", etag='"2-tag"').status_code == 404


def test_a_deadline_that_passes_is_settled_by_who_waits(app, resting, monkeypatch):
    monkeypatch.setattr(poll, "LOOK", 0.05)
    people, game = fourteen(app)
    with waiter(people[3], game, resting) as coming:
        query(app, "UPDATE games SET deadline = :now", now=now())
        came = coming.result(LONG)
    assert (came.status_code, came.json["view"]["phase"]) == (200, "day")


def test_a_token_that_is_revoked_waits_no_longer(six, resting, slow_look):
    game = seated(six)
    made = six[2].post("/me/tokens", {"scopes": ["play"]}).json["token"]
    other = Person(six[2].app)
    other.secret = made["secret"]
    with waiter(other, game, resting) as coming:
        six[2].delete(f"/tokens/{made['id']}")
        assert coming.result(LONG).status_code == 401


def test_when_the_server_ends_all_are_let_go(six, resting, slow_look, monkeypatch):
    game = seated(six)
    with waiter(six[2], game, resting) as coming:
        monkeypatch.setattr(waiting.bell, "closed", False)  # put back afterwards
        waiting.bell.close()
        came = coming.result(LONG)
    assert (came.status_code, came.headers["Retry-After"]) == (304, "1")


def test_nobody_waits_who_has_nothing_to_wait_with(six, slow_look):
    """Neither without an ETag, nor with one that isn't his, nor in a way that only Flask understands."""
    game = seated(six, private=True)
    code = six[0].see(game)["code"]
    tag = six[2].get(f"/games/{game}").headers["ETag"]
    onlooker = Person(six[0].app)
    seen = onlooker.get(f"/games/{game}?code={code}").headers["ETag"]
    began = monotonic()
    assert six[2].get(f"/games/{game}?wait={LONG}").status_code == 200
    assert six[2].get(f"/games/{game}?wait={LONG}", etag='"1-other"').status_code == 200
    assert six[2].get(f"/games/{game}?wait=0", etag=tag).status_code == 304
    assert onlooker.get(f"/games/{game}?wait={LONG}", etag=seen).status_code == 404
    for person, path, given in (
        (six[2], f"/games/{game}?wait={LONG}", f"W/{tag}"),
        (onlooker, f"/games/{game}?wait={LONG}&code={code}", seen),
    ):
        answer = person.get(path, etag=given)
        assert (answer.status_code, answer.headers["Retry-After"]) == (304, "2")
    assert monotonic() - began < LONG


@pytest.mark.parametrize("wait", ["26", "99", "-1", "x", "100", ""])
def test_a_time_that_is_none_is_refused(six, wait):
    game = seated(six)
    tag = six[2].get(f"/games/{game}").headers["ETag"]
    refused = six[2].get(f"/games/{game}?wait={wait}", etag=tag)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/wait")
