"""Games as files: every row of a game as a line of JSON, to be put into another database without loss."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from sqlalchemy import Engine, Table, select
from sqlalchemy.engine import Connection

from api.data.models import Game, Look, Message, Player, Result, Seat, Stay, Step
from api.operation import integrity

FORMAT = 1
"""The version of the file's shape."""

PARTS: tuple[Any, ...] = (Seat, Stay, Step, Message, Result, Look)
"""What hangs on a game. News, letters and hooks don't travel: they would tell people again."""

TABLES: dict[str, Table] = {model.__tablename__: model.__table__ for model in (Player, Game, *PARTS)}
"""In the order in which rows can be put back."""

OF_PLAYER = ("id", "kind", "name", "folded", "skeleton", "password", "created", "owner_id", "language", "zone")
"""What of a player goes along: his name and his password's hash, never his address or his feed."""


class Unfit(Exception):
    """A file that can't be put into this database, and why."""


def exported(engine: Engine, ids: list[str]) -> Iterator[bytes]:
    """The lines of these games, who played in them first; each game as it is at one moment."""
    with one_moment(engine) as link:
        yield orjson.dumps({"format": FORMAT}, option=orjson.OPT_APPEND_NEWLINE)
        for row in players(link, ids):
            yield line("players", {name: row[name] for name in OF_PLAYER})
        for id in ids:
            yield from (line("games", dict(row)) for row in rows(link, Game, Game.id == id))
            for part in PARTS:
                yield from (line(part.__tablename__, dict(row)) for row in rows(link, part, part.game_id == id))


@contextmanager
def one_moment(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees the database as of one moment; what is written in it happens whole or not at all."""
    level: Any = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect() as fresh:
        link = fresh.execution_options(isolation_level=level)
        with link.begin():
            if engine.dialect.name == "sqlite":
                link.exec_driver_sql("BEGIN")  # its driver begins none to read
            yield link


def line(table: str, row: dict[str, Any]) -> bytes:
    """A row as a line."""
    return orjson.dumps({"table": table, "row": row}, option=orjson.OPT_APPEND_NEWLINE)


def rows(link: Connection, model: Any, condition: Any) -> Iterable[Any]:
    """The rows of a table that belong to a game, in the order of their key."""
    table = model.__table__
    return link.execute(select(table).where(condition).order_by(*table.primary_key)).mappings()


def players(link: Connection, ids: list[str]) -> list[Any]:
    """Who is named in these games, and their owners; owners first."""
    named = {
        row[0]
        for part in (Seat, Stay, Message, Result)
        for id in ids
        for row in link.execute(select(part.player_id).where(part.game_id == id, part.player_id.is_not(None)))
    }
    table = Player.__table__
    found = {row["id"]: row for id in named for row in link.execute(select(table).where(table.c.id == id)).mappings()}
    for row in list(found.values()):
        if row["owner_id"] and row["owner_id"] not in found:
            owner = link.execute(select(table).where(table.c.id == row["owner_id"])).mappings().one()
            found[owner["id"]] = owner
    return sorted(found.values(), key=lambda row: (row["owner_id"] is not None, row["id"]))


def imported(engine: Engine, lines: Iterable[bytes]) -> list[str]:
    """Put all of a file's games here, or none; their ids. Unfit if one is here already, or isn't what its steps say."""
    given = iter(lines)
    if read(next(given, b"")).get("format") != FORMAT:
        raise Unfit(f'line 1: it has to be {{"format": {FORMAT}}}')
    ids: list[str] = []
    with one_moment(engine) as link:
        for n, said in enumerate(given, 2):
            put(link, n, read(said), ids)
        for id in ids:
            wrong = integrity.differences(link, id)
            if wrong:
                raise Unfit(f"game {id} is not what its steps say: {', '.join(wrong)}")
    return ids


def read(said: bytes) -> dict[str, Any]:
    """A line's object."""
    try:
        found = orjson.loads(said)
    except orjson.JSONDecodeError:
        found = None
    return found if isinstance(found, dict) else {}


def put(link: Connection, n: int, said: dict[str, Any], ids: list[str]) -> None:
    """Insert one row. Who is here by the same id is the same player; games are never overwritten."""
    table, row = TABLES.get(said.get("table", "")), said.get("row")
    if table is None or not isinstance(row, dict) or not set(row) <= set(table.c.keys()):
        raise Unfit(f"line {n}: it is no row of a game")
    if table.name in ("players", "games"):
        here = link.execute(select(table.c.id).where(table.c.id == row.get("id"))).first()
        if here and table.name == "players":
            return
        if here:
            raise Unfit(f"line {n}: game {row['id']} is here already")
    if table.name == "players":
        taken = (table.c.folded == row["folded"]) | (table.c.skeleton == row["skeleton"])
        if link.execute(select(table.c.id).where(taken)).first():
            raise Unfit(f"line {n}: another player here has the name {row['name']}")
    if table.name == "games":
        # It knows no outage of this place, and a game before or after it may not have come along.
        row = row | {"outage": 0, "before_id": known(link, row.get("before_id"))}
        ids.append(row["id"])
    link.execute(table.insert().values(row))


def known(link: Connection, id: str | None) -> str | None:
    """The game of this id if it is here."""
    return link.execute(select(Game.id).where(Game.id == id)).scalar()
