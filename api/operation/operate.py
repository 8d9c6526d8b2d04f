"""`flask --app api game ...`: what an operator does, by public facts; a look at more is told to the table."""

import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import orjson
from flask import Flask
from flask.cli import AppGroup
from sqlalchemy import bindparam, delete, select

from api.clock import now
from api.data.db import Link, Row, Statement, adding, db, reading, writing
from api.data.models import Game, Look
from api.game import breaks, conduct, course, intime, pace, store, table
from api.operation import archive, integrity, pruning
from engine.game import GAMES

games = AppGroup("game", help="Look after games.")

ANY_ID = {"ignore_unknown_options": True}
"""The id of a game may begin with a hyphen."""

PUBLIC = (
    *("id", "ruleset", "version", "size", "title", "private", "status", "created", "started", "ended"),
    *("question", "opened", "deadline", "paused", "vacant", "shown"),
)
"""What everybody at a table may know of it."""

LIST = Statement(select(*(getattr(Game, name) for name in PUBLIC)).order_by(Game.created, Game.id))
LOOK = adding(Look)
REMOVE = Statement(delete(Game).where(Game.id == bindparam("id")))


def held(link: Link, id: str) -> Row:
    """A game that is changed, brought up to now; an error if there is none."""
    game = intime.catch_up(link, store.held(link, id))
    if game is None:
        raise click.ClickException(f"There is no game {id}.")
    return game


def ids(status: str | None = None) -> list[str]:
    """The ids of all games, the oldest first, or of those that stand like this."""
    with reading() as link:
        return [row.id for row in link.all(LIST) if status in (None, row.status)]


def each_running(change: Callable[[Row], Row | None]) -> None:
    """Change each running game, each in a transaction of its own, and say how many were."""
    changed = 0
    for id in ids("running"):
        with writing() as link:
            game = intime.catch_up(link, store.held(link, id))
            new = change(game) if game is not None and game.status == "running" else None
            if new is not None:
                table.settle(link, new, store.state_of(link, new))
                changed += 1
    click.echo(f"{changed} games")


@games.command("list")
@click.option("--status", type=click.Choice(["open", "running", "ended"]))
def listing(status: str | None) -> None:
    """List games, the oldest first."""
    with reading() as link:
        for row in link.all(LIST):
            if status in (None, row.status):
                click.echo(f"{row.id}  {row.ruleset:10}  {row.status:7}  {row.created}  {row.deadline or '-'}")


@games.command("inspect", context_settings=ANY_ID)
@click.argument("id")
@click.option("--reveal", is_flag=True, help="Show what is hidden too. The table is told.")
@click.option("--by", help="Your name, which is kept with a look at what is hidden.")
def inspect(id: str, reveal: bool, by: str | None) -> None:
    """Show a game: public facts, or everything with --reveal --by NAME."""
    if reveal and not by:
        raise click.UsageError("--reveal needs --by NAME: who looks is kept.")
    with writing() as link:
        game = held(link, id)
        state = None if game.status == "open" else store.state_of(link, game)
        told: dict[str, Any] = {name: getattr(game, name) for name in PUBLIC}
        told["seats"], told["notices"] = orjson.loads(game.roster), orjson.loads(game.notices)
        if reveal and state is not None:
            at = now()
            link.run(LOOK, id=secrets.token_urlsafe(12), game_id=id, at=at, by=by)
            table.settle(link, conduct.noticed(game, "looked", at), state)
            told["state"] = GAMES[game.ruleset].dump_state(state)
            told["silent"] = orjson.loads(game.silent)
        elif state is not None:
            told["asked"], told["view"] = orjson.loads(game.asked), GAMES[game.ruleset].view(state, None)
    click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))


@games.command("pause-all")
def pause_all() -> None:
    """Pause every running game, for as long as its table may still pause."""
    each_running(lambda game: breaks.paused(game, now()) if pausable(game) else None)


def pausable(game: Row) -> bool:
    """Whether a game isn't paused and may be."""
    return game.paused is None and conduct.pause_left(game) > 0


@games.command("resume-all")
def resume_all() -> None:
    """Let every paused game go on."""
    resumed = 0
    for id in ids("running"):
        with writing() as link:
            game = intime.catch_up(link, store.held(link, id))
            if game is not None and game.paused is not None:
                breaks.resumed(link, game, now())
                resumed += 1
    click.echo(f"{resumed} games")


@games.command("extend-all")
@click.option("--hours", type=click.FloatRange(0, 720, min_open=True), required=True)
def extend_all(hours: float) -> None:
    """Move every running game's deadline on, and tell the tables that an operator did: they lose no extension by it."""
    seconds = int(hours * 3600)

    def longer(game: Row) -> Row | None:
        if game.deadline is None or game.paused is not None:
            return None
        deadline = pace.add(orjson.loads(game.pace), game.deadline, seconds)
        game = conduct.noticed(game, "extended", now(), by="operator", seat=None, seconds=seconds)
        return course.reminding(game, deadline)

    each_running(longer)


@games.command("export", context_settings=ANY_ID)
@click.argument("file", type=click.File("wb", lazy=True, atomic=True))
@click.argument("chosen", metavar="ID...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All games.")
def export(file: Any, chosen: tuple[str, ...], everything: bool) -> None:
    """Write games, or all, to FILE (- for standard output): everything that is hidden in them too."""
    if everything == bool(chosen):
        raise click.UsageError("Name a game, or give --all.")
    known = ids()
    for id in chosen:
        if id not in known:
            raise click.ClickException(f"There is no game {id}.")
    for line in archive.exported(db.engine, [id for id in known if everything or id in chosen]):
        file.write(line)


@games.command("import")
@click.argument("file", type=click.File("rb"))
def imports(file: Any) -> None:
    """Put the games of FILE here, all or none; each has to be what its steps say, and none may be here already."""
    try:
        added = archive.imported(db.engine, file)
    except archive.Unfit as why:
        raise click.ClickException(str(why)) from None
    click.echo(f"{len(added)} games")


@games.command("close", context_settings=ANY_ID)
@click.argument("id")
@click.argument("file", type=click.Path(dir_okay=False, exists=False, path_type=Path))
def close(id: str, file: Path) -> None:
    """Take an abandoned game away, after writing it to FILE, from which it can be imported again."""
    if file.exists():
        raise click.ClickException(f"{file} is there already.")
    with writing() as link:
        if held(link, id).status == "ended":
            raise click.ClickException("It is over, and has nothing to close.")
        file.write_bytes(b"".join(archive.exported(db.engine, [id])))
        link.run(REMOVE, id=id)


@games.command("prune")
def prune() -> None:
    """Forget at once what would be forgotten by and by: old log-ins, replies, news, expired tokens, sandboxes."""
    pruning.prune()


@games.command("check")
def check() -> None:
    """Compare every game with its steps; the exit code is 1 if one differs."""
    bad, known = 0, ids()
    for id in known:
        with archive.one_moment(db.engine) as link:
            wrong = integrity.differences(link, id)
        if wrong:
            bad += 1
            click.echo(f"{id}: {', '.join(wrong)}")
    click.echo(f"{len(known)} games, {bad} of them differ from their steps")
    sys.exit(bool(bad))


def init_app(app: Flask) -> None:
    """Give an app the commands."""
    app.cli.add_command(games)
