"""What answers carry, who may read them, and how often anyone may ask."""

import json
import logging

import pytest

from api import create_app
from api.web import attempts, limits, logs
from tests.api.conftest import SETTINGS, new_app
from tests.api.people import PREFIX, Person, query, seated


@pytest.fixture
def counting(database, app, monkeypatch):
    """Makes an app on the same database that counts requests, with these limits."""

    def make(settings=None, **chosen):
        for what, limit in chosen.items():
            monkeypatch.setitem(limits.LIMITS, what, limit)
        return new_app(database, RATE_LIMITS="1", **(settings or {}))

    return make


def test_private_answers_are_kept_by_nobody_else(six):
    game = seated(six)
    for answer in (six[0].get(f"/games/{game}"), six[0].get("/me"), six[0].get("/nothing"), six[0].post("/guests", {})):
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["Vary"] == "Authorization, Accept-Encoding"
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
        assert {"ETag", "Location", "Retry-After", "WWW-Authenticate", "X-Request-ID"} <= set(exposed.split(", "))


def test_a_browser_that_asks_first_is_told_what_it_may_send(anyone):
    for path in ("/games", "/games/nosuchgamehere00/moves", "/me/games"):
        asked = {
            "Origin": "https://x.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-none-match,x-odd",
        }
        told = anyone.ask("OPTIONS", path, headers=asked)
        assert told.status_code == 200
        allowed = told.headers["Access-Control-Allow-Headers"].split(", ")
        assert allowed == ["authorization", "content-type", "idempotency-key", "if-none-match"]
        assert told.headers["Access-Control-Max-Age"] == "7200"
        assert {"PUT", "DELETE"} <= set(told.headers["Access-Control-Allow-Methods"].split(", "))


def test_the_page_is_served_under_a_strict_policy(app):
    page = app.test_client().get("/")
    assert page.status_code == 200
    assert page.content_type.startswith("text/html")
    policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in str(policy)
    assert app.test_client().get("/../pyproject.toml").status_code == 404


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


def test_who_asks_too_often_is_told_to_wait(counting):
    app = counting(request="5 per minute")
    ann, ben = Person(app, "Ann"), Person(app, "Ben")
    answers = [ann.get("/me") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["4", "3", "2", "1", "0", "0", "0"]
    assert answers[0].headers["X-RateLimit-Limit"] == "5"
    assert 0 <= int(answers[0].headers["X-RateLimit-Reset-After"]) <= 61
    assert "Retry-After" not in answers[4].headers
    assert (answers[-1].content_type, answers[-1].json["code"]) == ("application/problem+json", "too_many_requests")
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 61
    assert ben.get("/me").status_code == 200, "each token is counted by itself"


def test_who_asks_too_often_can_still_move(counting):
    app = counting(request="5 per minute", move="2 per minute")
    people = [Person(app, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    game = seated(people)
    me = people[people[0].see(game)["asked"][0]]
    codes = [me.get("/me").status_code for _ in range(6)]
    assert codes[-1] == 429
    moved = me.move(game, type="end")
    assert (moved.status_code, moved.headers["X-RateLimit-Limit"]) == (200, "2")
    assert [me.move(game, type="end").status_code for _ in range(2)] == [409, 429]


def test_nobody_is_told_to_wait_for_too_many_requests_who_has_to_wait_for_something_else(counting, monkeypatch):
    app = counting()
    monkeypatch.setitem(attempts.TRIES, "pair", 0)
    wrong = Person(app).post("/tokens", {"name": "Ann", "password": "x" * 8})
    assert (wrong.status_code, wrong.json["code"], wrong.headers["Retry-After"]) == (429, "too_many_attempts", "900")


def test_an_unchanged_poll_is_never_counted(counting):
    ann = Person(counting(request="3 per minute"), "Ann")
    game = ann.create()["id"]
    tag = ann.get(f"/games/{game}").headers["ETag"]
    for _ in range(10):
        polled = ann.get(f"/games/{game}", etag=tag)
        assert polled.status_code == 304
        assert "X-RateLimit-Remaining" not in polled.headers


def test_neither_a_browsers_own_question_is_counted_nor_whether_the_server_is_well(counting):
    anyone = Person(counting(request="1 per minute"))
    assert {anyone.ask("OPTIONS", "/games").status_code for _ in range(3)} == {200}
    assert {anyone.app.test_client().get("/healthz").status_code for _ in range(3)} == {200}
    assert [anyone.get("/games").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("what", ["talk", "create", "door"])
def test_what_costs_more_is_counted_by_itself(counting, what):
    app = counting(**{what: "2 per hour"})
    ann = Person(app, "Ann")
    game = ann.create()["id"]
    calls = {
        "talk": lambda n: ann.post(f"/games/{game}/talk", {"text": "hi"}),
        "create": lambda n: ann.post("/games", {"ruleset": "fireline", "seats": 6}),
        "door": lambda n: Person(app).post("/guests", {"name": f"Guest {n}"}),
    }
    answers = [calls[what](n) for n in range(4)]
    assert answers[0].status_code == 201
    assert (answers[-1].status_code, answers[-1].headers["X-RateLimit-Limit"]) == (429, "2")
    assert ann.get("/me").status_code == 200


def test_without_a_good_token_it_is_the_address_that_counts(counting):
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        anyone = Person(counting(request="2 per minute"))
        status = 401 if headers else 200
        codes = [anyone.get("/games", headers=headers).status_code for _ in range(3)]
        assert codes == [status, status, 429]


def test_behind_a_proxy_the_address_is_the_callers(counting):
    anyone = Person(counting({"TRUSTED_PROXIES": "1"}, request="2 per minute"))
    for address in ("1.1.1.1", "2.2.2.2", "3.3.3.3"):
        assert anyone.get("/games", headers={"X-Forwarded-For": f"9.9.9.9, {address}"}).status_code == 200
    direct = Person(counting())
    codes = [direct.get("/games", headers={"X-Forwarded-For": str(n)}).status_code for n in range(3)]
    assert codes == [200, 200, 429], "nobody is believed who isn't trusted"


def test_with_redis_all_workers_count_there(counting):
    (limiter,) = counting({"REDIS_URL": "redis://shared.example:6380/2"}).extensions["limiter"]
    place = limiter.storage.storage.connection_pool.connection_kwargs
    assert (place["host"], place["port"], place["db"]) == ("shared.example", 6380, 2)


def test_while_redis_is_away_each_worker_counts_by_itself(counting):
    workers = [counting({"REDIS_URL": "redis://127.0.0.1:1"}, request="2 per minute") for _ in range(2)]
    for worker in workers:
        assert [Person(worker).get("/games").status_code for _ in range(3)] == [200, 200, 429]


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
