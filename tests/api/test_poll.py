"""The poll: answered before Flask where nothing has changed, and never otherwise than by Flask."""

import orjson
import pytest
from sqlalchemy import event

from api.data.db import Link, db
from api.game import table
from api.routes import poll
from tests.api.people import Person, play_on, query, seated


@pytest.fixture
def flask_only(app, monkeypatch):
    """Switch the short way off."""
    return lambda: monkeypatch.setattr(poll.Poll, "holds", lambda *_, **__: False)


@pytest.fixture
def reached(app, monkeypatch):
    """Notes which requests get to Flask."""
    paths, inner = [], app.wsgi_app.app

    def noting(environ, start):
        paths.append(environ["PATH_INFO"])
        return inner(environ, start)

    monkeypatch.setattr(app.wsgi_app, "app", noting)
    return paths


def unnumbered(answer):
    return answer.status, [(k, v) for k, v in answer.headers if k != "X-Request-ID"], answer.data


@pytest.mark.parametrize("private", [False, True])
def test_both_ways_give_the_same_answer(six, private, flask_only, reached):
    game = seated(six, private=private)
    people = [*six, Person(six[0].app, "Gus"), Person(six[0].app)]
    tags = [person.get(f"/games/{game}").headers.get("ETag") for person in six]
    tags += [people[-1].get(f"/games/{game}").headers.get("ETag", '"1-none"')] * 2
    asked = [
        (person, path, tag)
        for person, own in zip(people, tags, strict=True)
        for path in (f"/games/{game}", f"/games/{game}?after=3")
        for tag in (own, '"1-0"', own.replace('"1-', '"0-'), f"W/{own}", f'"x", {own}', "*", "nonsense", tags[0])
    ]
    reached.clear()
    short = [unnumbered(person.get(path, etag=tag)) for person, path, tag in asked]
    in_flask = len(reached)
    flask_only()
    assert [unnumbered(person.get(path, etag=tag)) for person, path, tag in asked] == short
    assert 0 < in_flask < len(asked)
    statuses = {status for status, _, _ in short}
    assert statuses == ({"200 OK", "304 NOT MODIFIED"} | ({"404 NOT FOUND"} if private else set()))


def test_an_unchanged_poll_is_one_statement_and_not_of_the_state(six, reached, monkeypatch):
    game = seated(six)
    tag = six[2].get(f"/games/{game}").headers["ETag"]
    statements, one = [], Link.one
    monkeypatch.setattr(
        Link,
        "one",
        lambda self, statement, **values: (
            statements.append(statement.on(self.dialect).sql) or one(self, statement, **values)
        ),
    )
    by_engine = []
    with six[0].app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *args: by_engine.append(args[2]))
    reached.clear()
    assert six[2].get(f"/games/{game}?after=4", etag=tag).status_code == 304
    assert reached == by_engine == []
    assert len(statements) == 1
    assert "state" not in statements[0]


def test_a_poll_leaves_no_transaction_open(six):
    game = seated(six)
    tag = six[2].get(f"/games/{game}").headers["ETag"]
    for _ in range(20):
        assert six[2].get(f"/games/{game}", etag=tag).status_code == 304
    if six[0].app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql"):
        state = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
        assert query(six[0].app, state) == [(0,)]


def test_what_changes_for_the_caller_is_told(six, reached):
    game = seated(six)
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in six]
    assert len(set(tags)) == 6
    play_on(six, game, moves=1)
    for person, tag in zip(six, tags, strict=True):
        assert person.get(f"/games/{game}", etag=tag).status_code == 200


def test_every_write_stores_the_tags_of_what_is_then_seen(six):
    """The stored tag of each seat is the tag of his answer, after anything that can happen to a table."""
    app, game = six[0].app, six[0].create(start="creator")["id"]

    def check():
        for person in (*six, Person(app)):
            seen = person.get(f"/games/{game}")
            stored = orjson.loads(query(app, "SELECT etags FROM games")[0][0])
            you = seen.json["you"]
            assert seen.headers["ETag"] == f'"{stored[0 if you is None else you + 1]}"'

    check()
    for person in six[1:]:
        person.post(f"/games/{game}/seats")
        check()
    six[3].delete(f"/games/{game}/seats/me")
    check()
    six[0].post(f"/games/{game}/bots", {"level": "random"})
    check()
    six[1].post(f"/games/{game}/talk", {"text": "hi"})
    check()
    six[0].post(f"/games/{game}/start")
    check()
    six[2].post("/me/claim", {"name": "Cleopatra", "password": "correct horse"})
    check()


def test_a_bad_token_gets_no_304(six):
    game = seated(six)
    tag = six[0].get(f"/games/{game}").headers["ETag"]
    public = Person(six[0].app).get(f"/games/{game}").headers["ETag"]
    for secret in ("nonsense", "", " "):
        for given in (tag, public):
            person = Person(six[0].app)
            headers = {"Authorization": f"Bearer {secret}"}
            assert person.get(f"/games/{game}", etag=given, headers=headers).status_code == 401
    token = six[0].get("/tokens").json["tokens"][0]["id"]
    six[0].delete(f"/tokens/{token}")
    assert six[0].get(f"/games/{game}", etag=tag).status_code == 401


def test_a_tag_of_another_shape_is_never_good(six, monkeypatch):
    game = seated(six)
    tag = six[0].get(f"/games/{game}").headers["ETag"]
    monkeypatch.setattr(table, "SHAPE", "X")
    fresh = six[0].get(f"/games/{game}", etag=tag)
    assert fresh.status_code == 200
    assert fresh.headers["ETag"].startswith('"X-')
    assert six[0].get(f"/games/{game}", etag=fresh.headers["ETag"]).status_code == 304


def test_when_the_database_is_away_flask_says_so(six, monkeypatch):
    game = seated(six)
    tag = six[0].get(f"/games/{game}").headers["ETag"]
    error = db_error(six[0].app)
    monkeypatch.setattr(Link, "one", lambda *_, **__: (_ for _ in ()).throw(error))
    away = six[0].get(f"/games/{game}", etag=tag)
    assert (away.status_code, away.json["code"], away.headers["Retry-After"]) == (503, "unavailable", "1")


def db_error(app):
    with app.app_context():
        return db.engine.dialect.loaded_dbapi.OperationalError("away")


def test_a_request_keeps_the_number_that_a_proxy_gave_it(six):
    game = seated(six)
    tag = six[0].get(f"/games/{game}").headers["ETag"]
    numbered = six[0].get(f"/games/{game}", etag=tag, headers={"X-Request-ID": "from-a-proxy-1"})
    assert (numbered.status_code, numbered.headers["X-Request-ID"]) == (304, "from-a-proxy-1")
    odd = six[0].get(f"/games/{game}", etag=tag, headers={"X-Request-ID": "<odd>"})
    assert odd.headers["X-Request-ID"] != "<odd>"


def test_a_head_is_answered_like_a_get_without_its_body(six):
    game = seated(six)
    got, head = six[0].get(f"/games/{game}"), six[0].ask("HEAD", f"/games/{game}")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", got.headers["ETag"])
    assert six[0].ask("HEAD", f"/games/{game}", etag=got.headers["ETag"]).status_code == 304
