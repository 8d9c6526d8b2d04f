"""Where the API is measured: an app with one bare route more, its database, and people at their tables."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg
from flask import Flask, Response
from flask_migrate import upgrade

from api import create_app
from tests.api.people import PREFIX, Person, play_on, seated, with_bots

BARE = "/bare"
SECRET = "a secret of the benchmarks"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
POSTGRES = os.environ.get("TEST_DATABASE_URL", "")
NO_POSTGRES = "TEST_DATABASE_URL is not set"


def app(url: str | None = None) -> Flask:
    """The app as it is served, with one route more that answers 304 and does nothing else."""
    address = url or os.environ["DATABASE_URL"]
    made = create_app(DATABASE_URL=address, SECRET_KEY=SECRET, RATE_LIMITS="0", LOG_LEVEL="WARNING")
    made.add_url_rule(BARE, "bare", lambda: Response(status=304))
    return made


@contextmanager
def database(kind: str) -> Iterator[str]:
    """A new database with its tables, gone afterwards: its address. A word after its kind makes it another one."""
    with sqlite() if kind.startswith("SQLite") else postgresql(kind.removeprefix("PostgreSQL").strip()) as url:
        with app(url).app_context():
            upgrade()
        yield url


@contextmanager
def sqlite() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'bench.db'}"


@contextmanager
def postgresql(which: str) -> Iterator[str]:
    server = urlsplit(POSTGRES)
    name = f"{server.path[1:]}_bench{which}"
    with psycopg.connect(POSTGRES, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{name}"')
        yield server._replace(path=f"/{name}").geturl()
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


class Asked(NamedTuple):
    """A request, as a client sends it."""

    path: str
    headers: dict[str, str]


def asked(person: Person, path: str, etag: str | None = None) -> Asked:
    """What this person asks, perhaps whether anything has changed."""
    unless = {"If-None-Match": etag} if etag else {}
    return Asked(PREFIX + path, {"Authorization": f"Bearer {person.secret}", **unless})


def six(app: Flask) -> list[Person]:
    """Six guests."""
    return [Person(app, name) for name in NAMES]


def begun(people: list[Person], moves: int = 30, seed: int = 1) -> str:
    """A game of these people, so many random moves old; its id."""
    game = seated(people)
    play_on(people, game, moves, seed)
    return game


def unchanged(person: Person, game: str) -> Asked:
    """The poll that is answered 304 as long as nobody does anything."""
    seen = person.get(f"/games/{game}")
    last, etag = seen.json["last_event"], seen.headers["ETag"]
    poll = asked(person, f"/games/{game}?after={last}", etag)
    assert person.get(f"/games/{game}?after={last}", etag=etag).status_code == 304
    return poll


def bare(poll: Asked) -> Asked:
    """The yardstick: the same headers to the route that does nothing."""
    return poll._replace(path=BARE)


def fifty(person: Person) -> None:
    """Fifty games against bots, begun."""
    for _ in range(50):
        with_bots(person)


def environ(asked: Asked) -> dict[str, Any]:
    """The request as a server hands it to the app."""
    path, _, query = asked.path.partition("?")
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "SCRIPT_NAME": "",
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **{"HTTP_" + name.upper().replace("-", "_"): value for name, value in asked.headers.items()},
    }


def answered(app: Flask, asked: Asked, status: str) -> None:
    """Ask the app without a server between, and see that it answers as it should."""
    said: list[str] = []
    body = app.wsgi_app(environ(asked), lambda status, headers, error=None: said.append(status))
    for _ in body:
        pass
    if hasattr(body, "close"):
        body.close()
    assert said[0].startswith(status), (asked.path, said)
