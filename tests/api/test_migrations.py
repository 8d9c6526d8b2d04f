"""The tables, brought up to date: by many at once, and without losing a row."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask_migrate import downgrade, upgrade

from api import create_app
from api.config import ROOT
from api.data.db import db
from api.data.models import Base
from tests.api.conftest import SETTINGS
from tests.api.people import Person, play_on, query, seated
from tests.conftest import new_database


def test_the_migrations_make_just_the_tables_of_the_models(app):
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_down_and_up_again(tmp_path):
    app = create_app(**{**SETTINGS, "DATABASE_URL": f"sqlite:///{tmp_path / 'new' / 'x.db'}"})
    with app.app_context():
        upgrade()
        downgrade(revision="base")
        assert set(sa.inspect(db.engine).get_table_names()) == {"alembic_version"}
        upgrade()
        assert set(Base.metadata.tables) < set(sa.inspect(db.engine).get_table_names())


def command(url):
    return subprocess.run(
        [sys.executable, "-m", "flask", "--app", "api", "db", "upgrade"],
        cwd=ROOT,
        env={"DATABASE_URL": url, "SECRET_KEY": "x" * 16, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def fresh(database, tmp_path):
    """A database without tables, beside the one of the tests."""
    if database.startswith("sqlite"):
        yield f"sqlite:///{tmp_path / 'fresh.db'}"
        return
    with new_database("fresh") as url:
        yield url


def test_several_that_start_at_once_migrate_once(database, tmp_path):
    with fresh(database, tmp_path) as url:
        with ThreadPoolExecutor(3) as starters:
            done = list(starters.map(command, [url] * 3))
        assert [each.returncode for each in done] == [0, 0, 0], [each.stderr for each in done]


@pytest.fixture
def sqlite_app(tmp_path):
    app = create_app(**{**SETTINGS, "DATABASE_URL": f"sqlite:///{tmp_path / 'x.db'}"})
    with app.app_context():
        upgrade()
    return app


MIGRATION = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "9999", "{head}", None, None
def upgrade():
    with op.batch_alter_table("players", recreate="always") as table:
        table.add_column(sa.Column("extra", sa.Text()))
    {more}
def downgrade():
    pass
"""


def migrations_with(tmp_path, more):
    """The project's migrations and one more, which makes the table of the players anew."""
    import shutil

    folder = tmp_path / "migrations"
    shutil.copytree(ROOT / "api" / "migrations", folder, ignore=shutil.ignore_patterns("__pycache__"))
    head = max(path.name[:4] for path in (folder / "versions").glob("*.py"))
    (folder / "versions" / "9999_later.py").write_text(MIGRATION.format(head=head, more=more))
    return str(folder)


def test_making_a_table_anew_deletes_nothing_that_points_there(sqlite_app, tmp_path):
    Person(sqlite_app, "Ann").create()
    before = [query(sqlite_app, f"SELECT count(*) FROM {t}") for t in ("players", "tokens", "seats", "games")]
    assert all(count != [(0,)] for count in before)
    with sqlite_app.app_context():
        upgrade(directory=migrations_with(tmp_path, "pass"))
    after = [query(sqlite_app, f"SELECT count(*) FROM {t}") for t in ("players", "tokens", "seats", "games")]
    assert after == before
    assert query(sqlite_app, "SELECT extra FROM players") == [(None,)]


def test_a_migration_that_would_leave_orphans_is_undone(sqlite_app, tmp_path):
    Person(sqlite_app, "Ann").create()
    folder = migrations_with(tmp_path, 'op.execute("DELETE FROM players")')
    with sqlite_app.app_context(), pytest.raises(SystemExit):
        upgrade(directory=folder)
    assert query(sqlite_app, "SELECT count(*) FROM players") == [(1,)]


OLD = {
    "players": "id kind name folded skeleton password created",
    "tokens": "id player_id digest label created last_used",
    "games": "id ruleset version size title private code start host status created started ended deadline before_id"
    " rematch_id steps shown said etags asked silent roster rules state",
    "seats": "game_id seat player_id level came_from",
    "steps": "game_id n seat move chance events shown at",
    "messages": "game_id channel n seat text at",
}
"""By table, what the first release wrote."""

OLD_SEAT = ("seat", "name", "kind", "level")


def stored(app, table):
    """The rows of a table as the first release would have written them."""
    names = OLD[table].split()
    columns = ", ".join(f'"{name}"' for name in names)
    rows = [dict(zip(names, row, strict=True)) for row in query(app, f"SELECT {columns} FROM {table}")]
    for row in rows:
        if table == "games":
            row["roster"] = json.dumps([{key: at[key] for key in OLD_SEAT} for at in json.loads(row["roster"])])
    return rows


def write(app, rows):
    """Write them by the statements of the first release."""
    for table, names in OLD.items():
        columns, holes = ", ".join(f'"{name}"' for name in names.split()), ", ".join(f":{n}" for n in names.split())
        for row in rows[table]:
            query(app, f"INSERT INTO {table} ({columns}) VALUES ({holes})", **row)


@pytest.mark.parametrize("when", ["before the migration", "after it, by the old code that still runs"])
def test_games_of_the_first_release_go_on(six, tmp_path, when):
    """Running, begun by a person alone with bots, over: all of them are there, and can be played and looked at."""
    running, over = seated(six), play_on(six, seated(six, options={"max_turns": 3}))["id"]
    play_on(six, running, moves=5)
    six[1].post(f"/games/{running}/talk", {"text": "hello"})
    seen = [person.see(running)["view"] for person in six]
    rows = {table: stored(six[0].app, table) for table in OLD}
    app = create_app(**{**SETTINGS, "DATABASE_URL": f"sqlite:///{tmp_path / 'old.db'}"})
    with app.app_context():
        upgrade(revision="0001" if when.startswith("before") else "head")
        write(app, rows)
        upgrade()
    for person in six:
        person.app, person.client = app, app.test_client()
    assert [person.see(running)["view"] for person in six] == seen
    assert six[0].see(over)["status"] == "ended"
    if when.startswith("before"):
        assert six[0].get(f"/games/{running}/talk").json["messages"][0]["name"] == six[1].name
        assert six[2].see(running)["seats"][3]["player"] == six[3].id
    assert six[0].post(f"/games/{running}/pause", {}).status_code == 200
    assert six[0].post(f"/games/{running}/resume", {}).status_code == 200
    assert play_on(six, running)["status"] == "ended"
    assert six[5].post(f"/games/{running}/rematch").status_code == 201
