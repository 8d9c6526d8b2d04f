"""Backup and restore as the README has it, with a game going on: what comes back can be played on."""

import sqlite3
import subprocess

import pytest

from api import create_app
from tests.api.conftest import SETTINGS
from tests.api.people import play_on, seated
from tests.conftest import new_database


def of_sqlite(url, tmp_path):
    """Copied while it is in use, and put somewhere else."""
    copy = tmp_path / "backup.db"
    with sqlite3.connect(url.removeprefix("sqlite:///")) as link:
        link.execute("VACUUM INTO ?", (str(copy),))
    yield f"sqlite:///{copy}"


def of_postgresql(url, tmp_path):
    """Dumped, and restored into an empty database."""
    dump = tmp_path / "backup.dump"
    with new_database("restored") as restored:
        subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", url], check=True)
        subprocess.run(["pg_restore", "--no-owner", f"--dbname={restored}", dump], check=True)
        yield restored


@pytest.fixture
def restored(database, tmp_path):
    """Makes a backup of the tests' database now, and tells where it was restored."""
    way = of_sqlite if database.startswith("sqlite") else of_postgresql
    running = []

    def back_up():
        running.append(way(database, tmp_path))
        return next(running[0])

    yield back_up
    for each in running:
        next(each, None)


def test_what_was_backed_up_is_whole_and_goes_on(six, restored):
    game = seated(six)
    play_on(six, game, moves=7)
    six[1].post(f"/games/{game}/talk", {"text": "before"})
    before = [person.see(game) for person in six]
    app = create_app(**{**SETTINGS, "DATABASE_URL": restored()})
    play_on(six, game, moves=3)
    assert app.test_cli_runner().invoke(args=["game", "check"]).exit_code == 0
    for person in six:
        person.app, person.client = app, app.test_client()
    assert [person.see(game) for person in six] == before
    assert play_on(six, game)["status"] == "ended"
