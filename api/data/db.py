"""The database: statements worded in SQLAlchemy, run on the driver itself; transactions begun in so many words."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import local
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Boolean, Engine, bindparam, event, insert
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import ClauseElement
from sqlalchemy.sql.functions import FunctionElement

from api.config import ROOT
from api.data.models import Base
from api.data.waiting import bell

db = SQLAlchemy(metadata=Base.metadata)

Row = Any
"""A row of an answer: a named tuple of the columns asked for."""


class held_by_nobody(FunctionElement[bool]):  # noqa: N801 - it stands in statements like a function
    """Whether no other transaction has said this with the same number; held from now on until this one ends.

    SQLite has but one that writes at a time.
    """

    inherit_cache = True
    type = Boolean()


@compiles(held_by_nobody)
def by_waiting(element: FunctionElement[bool], compiler: Any, **how: Any) -> str:
    """There is nobody else."""
    return f"{compiler.process(element.clauses, **how)} IS NOT NULL"


@compiles(held_by_nobody, "postgresql")
def by_advisory_lock(element: FunctionElement[bool], compiler: Any, **how: Any) -> str:
    """By a lock that is given up with the transaction, however it ends."""
    return f"pg_try_advisory_xact_lock({compiler.process(element.clauses, **how)})"


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


def adding(model: type[Base], *names: str) -> Statement:
    """The statement that inserts a row: these columns are holes, or all; the others have their defaults."""
    chosen = names or [column.name for column in model.__table__.columns]
    return Statement(insert(model).values({name: bindparam(name) for name in chosen}))


class Link:
    """One connection to the database while it is needed."""

    def __init__(self, pooled: Any, dialect: Dialect) -> None:
        """Over a connection from the pool that begins no transaction by itself."""
        self.pooled, self.connection, self.dialect = pooled, pooled.dbapi_connection, dialect

    def drop(self) -> None:
        """Close the connection for good."""
        self.pooled.invalidate()

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


class Here(local):
    """The links of this thread, one for each database: to fetch one from a pool takes longer than to use it."""

    def __init__(self) -> None:
        """None yet."""
        self.links: WeakKeyDictionary[Engine, Link] = WeakKeyDictionary()


here = Here()


class reading:  # noqa: N801 - used as a function; a generator would take three times as long
    """A link for statements that each see the database as it then is."""

    def __init__(self, engine: Engine | None = None) -> None:
        """To this database, or to the app's."""
        self.engine = engine or db.engine

    def __enter__(self) -> Link:
        """Hand over this thread's link."""
        link = here.links.get(self.engine)
        if link is None:
            link = here.links[self.engine] = Link(self.engine.raw_connection(), self.engine.dialect)
        return link

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        """Give up a link that doesn't work any more: the next request gets a new one."""
        if kind is not None and issubclass(kind, self.engine.dialect.loaded_dbapi.OperationalError):
            link = here.links.pop(self.engine, None)
            if link is not None:
                link.drop()


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
    bell.ring()


def taken() -> type[Exception]:
    """What the driver raises when something that must be unique is there already."""
    error: type[Exception] = db.engine.dialect.loaded_dbapi.IntegrityError
    return error


def init_app(app: Flask) -> None:
    """Connect an app to its database, and give it the commands that migrate it."""
    db.init_app(app)
    Migrate(app, db, directory=str(ROOT / "api" / "migrations"))
    with app.app_context():
        event.listen(db.engine, "connect", SET_UP[db.engine.dialect.name])


def set_up_sqlite(connection: Any, record: Any) -> None:
    """Readers beside a writer, nothing lost when the power fails, no row without its parent."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def set_up_postgresql(connection: Any, record: Any) -> None:
    """Wait for another's lock as long as SQLite does."""
    connection.execute("SET lock_timeout = '10s'")


SET_UP = {"sqlite": set_up_sqlite, "postgresql": set_up_postgresql}
"""What is said first on each new connection."""
