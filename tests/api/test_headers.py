"""What answers carry, who may read them, and how often anyone may ask."""

import json
import logging
from typing import ClassVar

import pytest

from api import create_app, logs, pace
from tests.api.conftest import SETTINGS, new_app
from tests.api.people import PREFIX, Person, query, seated


@pytest.fixture
def paced_app(database, app):
    """An app on the same database that counts requests."""
    return new_app(database, RATE_LIMITS="1")


def test_private_answers_are_kept_by_nobody_else(six):
    game = seated(six)
    for answer in (six[0].get(f"/games/{game}"), six[0].get("/me"), six[0].get("/nothing"), six[0].post("/guests", {})):
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["Vary"] == "Authorization"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Last-Modified" not in answer.headers


def test_any_page_may_call_without_cookies(six):
    game = seated(six)
    answers = [six[0].get(f"/games/{game}", headers={"Origin": "https://elsewhere.example"}), six[0].get("/nothing")]
    answers.append(six[0].get(f"/games/{game}", etag=answers[0].headers["ETag"]))
    assert [answer.status_code for answer in answers] == [200, 404, 304]
    for answer in answers:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        exposed = answer.headers["Access-Control-Expose-Headers"]
        assert {"ETag", "Location", "Retry-After", "X-Request-ID"} <= set(exposed.split(", "))


def test_a_browser_that_asks_first_is_told_what_it_may_send(anyone):
    for path in ("/games", "/games/nosuchgamehere00/moves", "/me/games"):
        told = anyone.ask(
            "OPTIONS", path, headers={"Origin": "https://x.example", "Access-Control-Request-Method": "POST"}
        )
        assert told.status_code == 200
        allowed = set(told.headers["Access-Control-Allow-Headers"].split(", "))
        assert {"Authorization", "Content-Type", "Idempotency-Key", "If-None-Match"} <= allowed
        assert "DELETE" in told.headers["Access-Control-Allow-Methods"]


def test_the_page_is_served_under_a_strict_policy(app):
    page = app.test_client().get("/")
    assert page.status_code == 200
    assert page.content_type.startswith("text/html")
    policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in str(policy)
    assert app.test_client().get("/vendor/preact.js").content_type.startswith("text/javascript")
    assert app.test_client().get("/../pyproject.toml").status_code == 404


def test_the_page_may_find_its_api_elsewhere(database):
    app = new_app(database, API_BASE="https://api.example")
    assert "connect-src 'self' https://api.example;" in app.test_client().get("/").headers["Content-Security-Policy"]


def test_the_description_has_a_page(app):
    page = app.test_client().get("/docs")
    assert page.status_code == 200
    assert b'spec-url="/api/v1/openapi.json"' in page.data
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert app.test_client().get("/vendor/rapidoc.js").status_code == 200


def test_health_needs_no_database_and_readiness_does(app, tmp_path):
    client = app.test_client()
    assert client.get("/healthz").json == client.get("/readyz").json == {"status": "ok"}
    client = create_app(**SETTINGS, DATABASE_URL=f"sqlite:///{tmp_path / 'empty.db'}").test_client()
    assert client.get("/healthz").status_code == 200
    assert (client.get("/readyz").status_code, client.get("/readyz").json["code"]) == (503, "unavailable")


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/x.db", "postgresql://127.0.0.1:1/x"])
def test_without_its_database_the_server_says_so(url):
    client = create_app(**SETTINGS, DATABASE_URL=url).test_client()
    assert client.get("/healthz").status_code == 200
    for path, headers in (
        ("/readyz", {}),
        (f"{PREFIX}/games", {}),
        (f"{PREFIX}/games/somegame", {"If-None-Match": '"1-0"'}),
    ):
        away = client.get(path, headers=headers)
        assert (away.status_code, away.json["code"], away.headers["Retry-After"]) == (503, "unavailable", "1")


def test_who_asks_too_often_is_told_to_wait(paced_app, monkeypatch):
    monkeypatch.setitem(pace.LIMITS, "request", pace.Limit(5, 60))
    ann, ben = Person(paced_app, "Ann"), Person(paced_app, "Ben")
    answers = [ann.get("/me") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["4", "3", "2", "1", "0", "0", "0"]
    assert answers[0].headers["X-RateLimit-Limit"] == "5"
    assert answers[-1].json["code"] == "too_many_requests"
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 61
    assert ben.get("/me").status_code == 200, "each token is counted by itself"


def test_an_unchanged_poll_is_never_counted(paced_app, monkeypatch):
    ann = Person(paced_app, "Ann")
    game = ann.create()["id"]
    monkeypatch.setitem(pace.LIMITS, "request", pace.Limit(3, 60))
    tag = ann.get(f"/games/{game}").headers["ETag"]
    for _ in range(10):
        polled = ann.get(f"/games/{game}", etag=tag)
        assert polled.status_code == 304
        assert "X-RateLimit-Remaining" not in polled.headers


@pytest.mark.parametrize(
    ("what", "path", "body"), [("talk", "talk", {"text": "hi"}), ("create", None, None), ("door", "guests", None)]
)
def test_what_costs_more_is_counted_by_itself(paced_app, monkeypatch, what, path, body):
    ann = Person(paced_app, "Ann")
    game = ann.create()["id"]
    monkeypatch.setitem(pace.LIMITS, what, pace.Limit(2, 3600))
    calls = {
        "talk": lambda n: ann.post(f"/games/{game}/talk", body),
        "create": lambda n: ann.post("/games", {"ruleset": "fireline", "seats": 6}),
        "door": lambda n: Person(paced_app).post("/guests", {"name": f"Guest {n}"}),
    }
    codes = [calls[what](n).status_code for n in range(4)]
    assert codes[0] == 201
    assert codes[-1] == 429


def test_without_a_token_it_is_the_address_that_counts(paced_app, monkeypatch):
    monkeypatch.setitem(pace.LIMITS, "request", pace.Limit(2, 60))
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        codes = {Person(paced_app).get("/games", headers=headers).status_code for _ in range(4)}
        assert 429 in codes


def test_behind_a_proxy_the_address_is_the_callers(database, app, monkeypatch):
    behind = new_app(database, RATE_LIMITS="1", TRUSTED_PROXIES="1")
    monkeypatch.setitem(pace.LIMITS, "request", pace.Limit(2, 60))
    anyone = Person(behind)
    for address in ("1.1.1.1", "2.2.2.2", "3.3.3.3"):
        assert anyone.get("/games", headers={"X-Forwarded-For": f"9.9.9.9, {address}"}).status_code == 200
    direct = new_app(database, RATE_LIMITS="1")
    codes = [Person(direct).get("/games", headers={"X-Forwarded-For": str(n)}).status_code for n in range(3)]
    assert codes == [200, 200, 429], "nobody is believed who isn't trusted"


class Pipeline(list):
    """As much of Redis as is needed to count."""

    counts: ClassVar[dict] = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def incr(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1
        self.append(self.counts[name])

    def expire(self, name, seconds):
        self.append(seconds)

    def execute(self):
        return list(self)


def test_in_redis_all_workers_count_together(database, app, monkeypatch):
    monkeypatch.setattr("redis.Redis.pipeline", lambda _: Pipeline())
    monkeypatch.setitem(pace.LIMITS, "request", pace.Limit(3, 86400))
    workers = [new_app(database, RATE_LIMITS="1", REDIS_URL="redis://shared.example") for _ in range(2)]
    codes = [Person(worker).get("/games").status_code for worker in workers * 2]
    assert codes == [200, 200, 200, 429]


def test_while_redis_is_away_nobody_is_sent_away(database, app, monkeypatch):
    monkeypatch.setitem(pace.LIMITS, "request", pace.Limit(1, 60))
    alone = new_app(database, RATE_LIMITS="1", REDIS_URL="redis://127.0.0.1:1")
    assert [Person(alone).get("/games").status_code for _ in range(3)] == [200] * 3


def test_what_was_counted_is_forgotten_when_its_window_is_over():
    memory = pace.Memory()
    assert [memory.count("ann", 1, 60) for _ in range(3)] == [1, 2, 3]
    assert memory.count("ben", 1, 3600) == 1
    assert memory.count("ann", 2, 60) == 1
    assert set(memory.windows) == {(60, 2), (3600, 1)}


def lines(app, work):
    """The lines of the log that the work leaves behind."""
    formatter = logging.config.DictConfigurator(logs.settings("DEBUG")).configure_formatter(
        logs.settings("DEBUG")["formatters"]["json"]
    )
    found = []

    class Keeping(logging.Handler):
        def emit(self, record):
            logs.numbered(record)
            found.append(formatter.format(record))

    handler, logger = Keeping(), logging.getLogger("api")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        work()
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    return found


def test_the_log_tells_what_was_asked_and_nothing_that_was_in_it(six):
    game = six[0].create(private=True)

    def work():
        six[1].post(f"/games/{game['id']}/seats", {"code": game["code"]}, headers={"X-Request-ID": "number-one"})
        six[0].get(f"/games/{game['id']}?code={game['code']}")
        six[2].post(f"/games/{game['id']}/talk?code={game['code']}", {"text": "a secret word"})
        six[0].post("/tokens", {"name": "Ann", "password": "hunter2hunter2"})

    written = lines(six[0].app, work)
    told = [json.loads(line) for line in written]
    assert [(t["method"], t["route"], t["status"]) for t in told] == [
        ("POST", "/api/v1/games/<id:game_id>/seats", 201),
        ("POST", "/api/v1/games/<id:game_id>/talk", 404),
        ("POST", "/api/v1/tokens", 401),
    ]
    assert told[0]["request_id"] == "number-one"
    assert set(told[0]) == {"time", "level", "logger", "message", "method", "route", "status", "ms", "request_id"}
    for secret in (game["code"], game["id"], "secret word", "hunter2", "Ann", *(p.secret for p in six)):
        assert secret not in "".join(written)


def test_nothing_is_kept_of_an_address(ann):
    kept = str([query(ann.app, f"SELECT * FROM {table}") for table in ("players", "tokens", "games", "attempts")])
    assert "127.0.0.1" not in kept
