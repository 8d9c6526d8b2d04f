"""`flask --app api player ...`: accounts of operators, and a new password for who has forgotten his."""

import secrets

import click
from flask import Flask
from flask.cli import AppGroup
from sqlalchemy import bindparam, delete, select, update

from api.clock import now
from api.data.db import Link, Row, Statement, adding, reading, taken, writing
from api.data.models import Player, Token
from api.web import auth, names

accounts = AppGroup("player", help="Look after accounts.")

ADD = adding(Player, "id", "kind", "name", "folded", "skeleton", "password", "created", "operator")
KNOWN = Statement(
    select(Player.id, Player.name, Player.kind, Player.owner_id).where(Player.folded == bindparam("folded"))
)
OPERATORS = Statement(select(Player.name, Player.created).where(Player.operator.is_(True)).order_by(Player.created))
MAKE = Statement(update(Player).where(Player.id == bindparam("player")).values(operator=bindparam("is_one")))
SET = Statement(update(Player).where(Player.id == bindparam("player")).values(password=bindparam("new")))
REVOKE = Statement(delete(Token).where(Token.player_id == bindparam("player")))


def account(link: Link, name: str) -> Row:
    """A person's account by its name; an error if there is none."""
    found: Row | None = link.one(KNOWN, folded=names.known(name))
    if found is None or found.kind != "account" or found.owner_id is not None:
        raise click.ClickException(f"There is no account {name}. Guests and bot accounts have no password.")
    return found


def password() -> str:
    """A new one, which nobody can guess."""
    return secrets.token_urlsafe(12)


@accounts.command("create")
@click.argument("name")
@click.option("--operator", is_flag=True, help="Of an operator.")
def create(name: str, operator: bool) -> None:
    """Make an account, and print its password."""
    try:
        kept = names.name(name)
    except names.BadName as why:
        raise click.UsageError(str(why)) from None
    new = {"id": secrets.token_urlsafe(12), "kind": "account", "name": kept, "created": now(), "operator": operator}
    chosen = password()
    hashed = auth.hasher.hash(chosen)
    try:
        with writing() as link:
            link.run(ADD, **new, folded=names.folded(kept), skeleton=names.skeleton(kept), password=hashed)
    except taken():
        raise click.ClickException(f"{kept} is taken, or looks like a name that is.") from None
    click.echo(chosen)


@accounts.command("operator")
@click.argument("name")
@click.option("--no", is_flag=True, help="Not any more.")
def operator(name: str, no: bool) -> None:
    """Make an account an operator's: at any table where he doesn't sit he may pause, resume and extend."""
    with writing() as link:
        link.run(MAKE, player=account(link, name).id, is_one=not no)


@accounts.command("operators")
def operators() -> None:
    """List the operators."""
    with reading() as link:
        for row in link.all(OPERATORS):
            click.echo(f"{row.created}  {row.name}")


@accounts.command("password")
@click.argument("name")
def renew(name: str) -> None:
    """Give an account a new password, print it, and revoke its tokens."""
    chosen = password()
    hashed = auth.hasher.hash(chosen)
    with writing() as link:
        player = account(link, name).id
        link.run(SET, player=player, new=hashed)
        link.run(REVOKE, player=player)
    click.echo(chosen)


def init_app(app: Flask) -> None:
    """Give an app the commands."""
    app.cli.add_command(accounts)
