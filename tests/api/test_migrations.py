"""The tables, brought up to date: by many at once, and without losing a row."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask_migrate import downgrade, upgrade

from api import create_app
from api.config import ROOT
from api.db import db
from api.models import Base
from tests.api.conftest import SETTINGS
from tests.api.people import Person, query


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


def fresh(database, tmp_path):
    """A database without tables, beside the one of the tests."""
    if database.startswith("sqlite"):
        yield f"sqlite:///{tmp_path / 'fresh.db'}"
        return
    engine = sa.create_engine(database.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    name = engine.url.database + "_fresh"
    with engine.connect() as connection:
        connection.execute(sa.text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
        yield engine.url.set(database=name).render_as_string(hide_password=False)
        connection.execute(sa.text(f'DROP DATABASE "{name}" WITH (FORCE)'))


def test_several_that_start_at_once_migrate_once(database, tmp_path):
    for url in fresh(database, tmp_path):
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
