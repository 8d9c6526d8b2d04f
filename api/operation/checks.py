"""Whether the settings are fit for play: what is unsafe keeps the server from starting, what is doubtful is told.

Where people play is known by its database (PostgreSQL) or by its host (Heroku, Dokku, Render, Railway);
PRODUCTION=1 or 0 says otherwise.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click
from flask import Flask, current_app
from flask.cli import with_appcontext
from sqlalchemy import func, select

from api.config import vanishing
from api.data.db import Statement, db, reading
from api.web.errors import unavailable

log = logging.getLogger("api")

KNOWN = ("changeme", "change-me", "change_me", "secret-key", "secret_key", "insecure", "example")
"""What a secret that was copied from somewhere has in it."""

SHORTEST = 16
"""Characters of a secret, at least."""

SMALL_PLAN = 20
"""Connections that a small PostgreSQL plan allows."""

DURABLE = Statement(
    select(func.current_setting("fsync").label("fsync"), func.current_setting("synchronous_commit").label("commits"))
)


class Finding(NamedTuple):
    """What is wrong with a setting, and what would be right."""

    variable: str
    said: str
    unsafe: bool = True

    def __str__(self) -> str:
        """As a line."""
        return f"{'unsafe' if self.unsafe else 'warning'}: {self.variable}: {self.said}"


class Unsafe(click.ClickException):
    """Settings with which nobody should play."""


def findings(config: Mapping[str, Any], environ: Mapping[str, str]) -> list[Finding]:
    """All that can be said of the settings without asking the database."""
    return [*secrets(config), *database(config, environ), *around(config, environ)]


def secrets(config: Mapping[str, Any]) -> Iterator[Finding]:
    """Keys that can be guessed."""
    how = "set at least 16 random characters, the same for all processes: python -c 'import secrets; "
    how += "print(secrets.token_hex(32))'"
    secret, token = config["SECRET_KEY"], config["METRICS_TOKEN"]
    if not secret:
        yield Finding("SECRET_KEY", f"it is missing; {how}")
    elif len(secret) < SHORTEST:
        yield Finding("SECRET_KEY", f"it is shorter than {SHORTEST} characters; {how}")
    elif any(word in secret.lower() for word in KNOWN):
        yield Finding("SECRET_KEY", f"it is one that everybody knows; {how}")
    if token and len(token) < SHORTEST:
        yield Finding("METRICS_TOKEN", f"it can be guessed; {how}")


def database(config: Mapping[str, Any], environ: Mapping[str, str]) -> Iterator[Finding]:
    """A database that will be gone, or has too few connections."""
    if config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        if vanishing(environ) and environ.get("DISK_STAYS") != "1":
            said = "SQLite on a disk that is gone after each release; give a postgres:// address, or set DISK_STAYS=1 "
            yield Finding("DATABASE_URL", said + "if the file lies on a disk of its own that stays")
        return
    workers, threads = int(environ.get("WEB_CONCURRENCY") or 2), 2 * config["WAITERS"]
    most = workers * (threads + 1)
    if most > SMALL_PLAN:
        said = f"{workers} processes with {threads} threads and one for the clock's work may hold {most} connections, "
        yield Finding("WEB_CONCURRENCY", f"{said}and small plans allow {SMALL_PLAN}; check your plan's", unsafe=False)


def around(config: Mapping[str, Any], environ: Mapping[str, str]) -> Iterator[Finding]:
    """What the world around the server should know of it."""
    if urlsplit(config["BASE_URL"]).hostname in ("localhost", "127.0.0.1"):
        yield Finding("BASE_URL", "links in mails lead to localhost; set the page's address", unsafe=False)
    if not config["SMTP_URL"]:
        yield Finding("SMTP_URL", "mails are written to the log instead of being sent", unsafe=False)
    if vanishing(environ) and not config["TRUSTED_PROXIES"]:
        said = "this host has a proxy in front; set 1, else all who play count as one address"
        yield Finding("TRUSTED_PROXIES", said, unsafe=False)


def of_database() -> list[Finding]:
    """Whether what the database says it has written is written; OperationalError if it doesn't answer."""
    if db.engine.dialect.name != "postgresql" or not current_app.config["PRODUCTION"]:
        return []
    with reading() as link:
        row = link.one(DURABLE)
    lost = "a move that was answered could be lost when the power fails; switch it on"
    return [
        Finding("DATABASE_URL", f"the database has {name} = off: {lost}")
        for name, value in zip(("fsync", "synchronous_commit"), row, strict=True)
        if value == "off"
    ]


def refuse_unsafe(found: list[Finding]) -> None:
    """Unsafe, with all that was found, if any of it is."""
    if any(each.unsafe for each in found):
        raise Unsafe("\n".join(["These settings are not safe to play with:", *map(str, found)]))


def at_start(app: Flask) -> None:
    """Told when a server starts: doubts in the log; Unsafe if the database may lose what it has said is written."""
    for each in app.config["FINDINGS"]:
        log.warning(str(each))
    with app.app_context():
        try:
            refuse_unsafe(of_database())
        except unavailable(db.engine):
            log.warning("the database doesn't answer yet")


@click.command("check")
@with_appcontext
def check() -> None:
    """Print what is wrong with the settings; the exit code is 1 if something is unsafe."""
    try:
        found = [*current_app.config["FINDINGS"], *of_database()]
    except unavailable(db.engine) as away:
        found = [*current_app.config["FINDINGS"], Finding("DATABASE_URL", f"the database doesn't answer: {away}")]
    refuse_unsafe(found)
    for each in found:
        click.echo(each)
    if not found:
        click.echo("Nothing is wrong with the settings.")


def init_app(app: Flask, environ: Mapping[str, str]) -> None:
    """Refuse an app that is unsafe where people play; give others the command."""
    found = findings(app.config, environ) if app.config["PRODUCTION"] else []
    refuse_unsafe(found)
    app.config["FINDINGS"] = found
    app.cli.add_command(check)
