"""The database: statements worded in SQLAlchemy, run on the driver itself; transactions begun in so many words."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine, bindparam, event, insert
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import ClauseElement

from api.config import ROOT
from api.models import Base

db = SQLAlchemy(metadata=Base.metadata)

Row = Any
"""A row of an answer: a named tuple of the columns asked for."""


class Ready(NamedTuple):
    """A statement in one database's SQL, the values worded into it, and what makes its rows."""

    sql: str
    fixed: dict[str, Any]
    row: Callable[[Iterable[Any]], Row]


class Statement:
    """One statement with named holes. Run on the driver it costs a fifth of what a session would."""

    def __init__(self, clause: ClauseElement) -> None:
        """Word it; it is put into SQL when it is first run."""
        self.clause = clause
        self.ready: dict[str, Ready] = {}

    def on(self, dialect: Dialect) -> Ready:
        """The statement as this database wants it, values by name."""
        if dialect.name not in self.ready:
            named = SQLiteDialect_pysqlite(paramstyle="named") if dialect.name == "sqlite" else dialect
            compiled = self.clause.compile(dialect=named, compile_kwargs={"render_postcompile": True})
            columns = [column.name for column in getattr(self.clause, "exported_columns", ())]
            row: Any = namedtuple("Row", columns)  # type: ignore[misc]
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            self.ready[dialect.name] = Ready(compiled.string, fixed, row._make)
        return self.ready[dialect.name]


def adding(model: type[Base]) -> Statement:
    """The statement that inserts a row, every column a hole."""
    return Statement(insert(model).values({c.name: bindparam(c.name) for c in model.__table__.columns}))


class Link:
    """One connection to the database while it is needed."""

    def __init__(self, connection: Any, dialect: Dialect) -> None:
        """Over a driver's connection that begins no transaction by itself."""
        self.connection, self.dialect = connection, dialect

    def run(self, statement: Statement, **values: Any) -> int:
        """Run it; how many rows it touched."""
        ready = statement.on(self.dialect)
        count: int = self.connection.execute(ready.sql, ready.fixed | values).rowcount
        return count

    def many(self, statement: Statement, rows: Sequence[dict[str, Any]]) -> None:
        """Run it once for each of these."""
        if rows:
            self.connection.cursor().executemany(statement.on(self.dialect).sql, rows)

    def one(self, statement: Statement, **values: Any) -> Row:
        """Its first row; None if there is none."""
        ready = statement.on(self.dialect)
        found = self.connection.execute(ready.sql, ready.fixed | values).fetchone()
        return None if found is None else ready.row(found)

    def all(self, statement: Statement, **values: Any) -> list[Row]:
        """All its rows."""
        ready = statement.on(self.dialect)
        return [ready.row(row) for row in self.connection.execute(ready.sql, ready.fixed | values).fetchall()]


@contextmanager
def reading(engine: Engine | None = None) -> Iterator[Link]:
    """A link for statements that each see the database as it then is."""
    engine = engine or db.engine
    pooled = engine.raw_connection()
    try:
        yield Link(pooled.dbapi_connection, engine.dialect)
    except engine.dialect.loaded_dbapi.OperationalError:
        if engine.dialect.name != "sqlite":
            engine.dispose()  # a server that was away: every other connection waiting in the pool is dead too
        raise
    finally:
        pooled.close()


@contextmanager
def writing() -> Iterator[Link]:
    """A transaction that will write: all of it happens, or nothing.

    SQLite is told so at once: a transaction that begins by reading would fail to go on when another has written.
    """
    with reading() as link:
        link.connection.execute("BEGIN IMMEDIATE" if link.dialect.name == "sqlite" else "BEGIN")
        try:
            yield link
        except BaseException:
            with suppress(link.dialect.loaded_dbapi.Error):
                link.connection.execute("ROLLBACK")
            raise
        link.connection.execute("COMMIT")


def taken() -> type[Exception]:
    """What the driver raises when something that must be unique is there already."""
    error: type[Exception] = db.engine.dialect.loaded_dbapi.IntegrityError
    return error


def init_app(app: Flask) -> None:
    """Connect an app to its database, and give it the commands that migrate it."""
    db.init_app(app)
    Migrate(app, db, directory=str(ROOT / "api" / "migrations"))
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", set_up_sqlite)


def set_up_sqlite(connection: Any, record: Any) -> None:
    """Readers beside a writer, nothing lost when the power fails, no row without its parent."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
