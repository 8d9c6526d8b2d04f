"""How the database is brought up to date: one at a time, and without losing a row on the way."""

from contextlib import contextmanager
from pathlib import Path

from alembic import context
from flask import current_app
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from api.data.db import db
from api.data.models import Base

LOCK = 0x46697265
"""The number of the advisory lock: the same for every process that migrates this database."""


@contextmanager
def postgresql(connection):
    """Let only one process migrate: the others wait here, and then find nothing left to do."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    yield


@contextmanager
def sqlite(connection):
    """Keep foreign keys out of it until all is done.

    To change a table SQLite makes it anew and drops the old one: with foreign keys on, that silently
    deletes every row that points there. The switch works outside of a transaction only.
    """
    connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    yield
    orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if orphans:
        raise RuntimeError(f"the migration would leave rows without their parents: {orphans[:5]}")


def online():
    """Migrate the app's database in one transaction."""
    url = db.engine.url
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, poolclass=NullPool)
    guard = {"postgresql": postgresql, "sqlite": sqlite}[engine.dialect.name]
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.connection.dbapi_connection.isolation_level = None
        with connection.begin(), guard(connection):
            options = dict(current_app.extensions["migrate"].configure_args)
            context.configure(connection=connection, target_metadata=Base.metadata, **options)
            context.run_migrations()


def offline():
    """Print the SQL instead."""
    context.configure(url=str(db.engine.url), target_metadata=Base.metadata, literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    offline()
else:
    online()
