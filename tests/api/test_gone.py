"""An account that is deleted while requests of its own wait: it gets nothing more, and sits nowhere."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import monotonic, sleep

import pytest

from api.data.db import db, writing
from api.delivery import mail
from api.game import seating, store
from api.routes import deletion, password
from api.web import once
from tests.api.days import slow
from tests.api.people import Person, play_on, query

BLOCKED = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


LOG_IN = {"name": "Zoe", "password": "long enough"}


@pytest.fixture
def zoe(app):
    """An account."""
    zoe = Person(app)
    made = zoe.post("/players", LOG_IN).json
    zoe.id, zoe.secret = made["player"]["id"], made["token"]["secret"]
    return zoe


@contextmanager
def meanwhile(app, call, monkeypatch):
    """A transaction, which another's request waits for; the request's answer is there when it is over."""
    begun, effect = Event(), once.effect

    def noticed(*args):
        begun.set()
        return effect(*args)

    monkeypatch.setattr(once, "effect", noticed)
    monkeypatch.setattr(deletion, "effect", noticed)
    with ThreadPoolExecutor(1) as pool, app.app_context(), writing() as link:
        yield link, lambda: started(app, pool, call, begun)


def started(app, pool, call, begun):
    """The request has been sent, is known whose it is, and waits; what it will have been answered."""
    answer = pool.submit(call)
    assert begun.wait(5)
    end = monotonic() + 5
    if db.engine.dialect.name == "postgresql":
        while not query(app, BLOCKED) and monotonic() < end:
            sleep(0.01)
    else:
        sleep(0.1)  # by then it waits for the file
    assert not answer.done()
    return answer


def joining(zoe, six):
    """A seat."""
    return "POST", f"/games/{six[0].create(4)['id']}/seats", {}


def substituting(zoe, six):
    """A seat that somebody has left."""
    game = slow(six[:4])
    six[3].delete(f"/games/{game}/seats/me")
    return "POST", f"/games/{game}/seats/3/take", {}


def making_a_bots_token(zoe, six):
    """A token of a bot account."""
    bot = zoe.post("/me/bots", {"name": "Zoebot"}).json["player"]["id"]
    return "POST", f"/me/bots/{bot}/tokens", {"scopes": ["play"]}


WAYS = [
    joining,
    substituting,
    making_a_bots_token,
    ("POST", "/games", {"ruleset": "fireline", "seats": 6}),
    ("POST", "/me/tokens", {"scopes": ["play"]}),
    ("POST", "/me/bots", {"name": "Zoebot two"}),
    ("POST", "/me/hooks", {"url": "https://example.org/hook"}),
    ("POST", "/me/leaves", {"begins": "2090-01-01T00:00:00Z", "ends": "2090-01-02T00:00:00Z"}),
    ("POST", "/me/email", {"email": "zoe@example.org"}),
    ("PUT", "/me/notifications", {"zone": "Asia/Taipei"}),
    ("POST", "/me/feed", {}),
    pytest.param(("POST", "/tokens", LOG_IN), marks=pytest.mark.postgres),
]


@pytest.mark.parametrize("way", WAYS)
def test_who_was_deleted_in_the_meantime_gets_nothing(zoe, six, way, monkeypatch):
    app, request = zoe.app, way(zoe, six) if callable(way) else way
    if way == ("POST", "/tokens", LOG_IN) and app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        return  # a log-in is counted first, and so waits before it looks
    with meanwhile(app, lambda: zoe.ask(*request), monkeypatch) as (link, start):
        deletion.gone(link, zoe.id)
        answer = start()
    assert answer.result().status_code == 401
    assert query(app, "SELECT 1 FROM tokens WHERE player_id = :id", id=zoe.id) == []
    for table in ("hooks", "leaves", "letters"):
        assert query(app, f"SELECT 1 FROM {table} WHERE player_id = :id", id=zoe.id) == []
    assert query(app, "SELECT email, feed, zone FROM players WHERE id = :id", id=zoe.id) == [(None, None, "UTC")]
    assert query(app, "SELECT 1 FROM players WHERE owner_id = :id", id=zoe.id) == []
    open_ones = "SELECT 1 FROM seats JOIN games ON id = game_id WHERE player_id = :id AND status <> 'ended'"
    assert query(app, open_ones, id=zoe.id) == []


def test_no_token_is_made_by_one_that_is_revoked_by_a_new_password(zoe, monkeypatch):
    said = {"scopes": ["play"]}
    with meanwhile(zoe.app, lambda: zoe.post("/me/tokens", said), monkeypatch) as (link, start):
        old = link.one(password.KEPT, player=zoe.id).password
        assert password.renewed(link, zoe.id, old, "new")
        answer = start()
    assert answer.result().status_code == 401
    assert query(zoe.app, "SELECT 1 FROM tokens") == []


@pytest.mark.parametrize("database", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_nobody_logs_in_by_a_password_that_is_being_changed(zoe, monkeypatch):
    with meanwhile(zoe.app, lambda: zoe.post("/tokens", LOG_IN), monkeypatch) as (link, start):
        old = link.one(password.KEPT, player=zoe.id).password
        assert password.renewed(link, zoe.id, old, "new")
        answer = start()
    assert answer.result().json["code"] == "wrong_password"
    assert query(zoe.app, "SELECT 1 FROM tokens") == []


def test_who_is_deleted_while_he_sits_down_leaves_at_once(six, monkeypatch):
    gus = Person(six[0].app, "Gus")
    game = six[0].create(4)["id"]
    with meanwhile(gus.app, lambda: gus.post("/me/deletion", {}), monkeypatch) as (link, start):
        held = store.hold(link, game, gus.id)
        seating.take(link, held, 1, gus.id)
        answer = start()
    assert answer.result().status_code == 204
    assert query(gus.app, "SELECT 1 FROM seats WHERE player_id = :id", id=gus.id) == []


def test_a_rematch_and_a_deletion_dont_wait_for_each_other(six, monkeypatch):
    gus = Person(six[0].app, "Gus")
    people = [six[0], gus, *six[1:3]]
    over = play_on(people, slow(people, options={"max_turns": 1, "first": 0}))["id"]
    new = six[0].create(4)["id"]
    with meanwhile(gus.app, lambda: gus.post("/me/deletion", {}), monkeypatch) as (link, start):
        held = store.hold(link, over, six[0].id)
        answer = start()
        seating.take(link, held._replace(id=new), 1, gus.id)
    assert answer.result().status_code == 204
    assert query(gus.app, "SELECT 1 FROM seats WHERE player_id = :id AND game_id = :new", id=gus.id, new=new) == []


def test_an_address_that_is_changed_while_another_is_confirmed_is_not_confirmed(zoe, monkeypatch):
    zoe.post("/me/email", {"email": "zoe@example.org"})
    with zoe.app.app_context():
        code = mail.confirming(zoe.id, "zoe@example.org")
    other = f"UPDATE players SET email = 'other@example.org' WHERE id = '{zoe.id}'"
    with meanwhile(zoe.app, lambda: zoe.post("/me/email/confirm", {"code": code}), monkeypatch) as (link, start):
        link.connection.execute(other)
        answer = start()
    assert answer.result().json["code"] == "bad_code"
    assert zoe.get("/me/notifications").json["confirmed"] is False
