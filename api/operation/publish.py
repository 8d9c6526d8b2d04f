"""`flask --app api page DIR`: the page as files, for any host that serves files."""

import re
from pathlib import Path

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from api.config import origin
from api.web import headers
from api.web.page import ASKED_ANEW, FOLDER, INDEX, KEPT, read

RULES = "_headers"
"""Netlify, Cloudflare Pages and others read from this file what to say with each answer."""

PART = ".part"
"""Behind the name of a file as long as it isn't whole."""

RELEASE = re.compile(r"[0-9a-f]{16}")


def fit(folder: Path) -> bool:
    """Whether nothing is in a folder, or an earlier copy alone, even one that was never finished."""
    there = {path.name.removesuffix(PART) for path in folder.glob("*")}
    if not FOLDER in there <= {FOLDER, RULES, INDEX}:
        return not there
    return all(RELEASE.fullmatch(path.name) for path in (folder / FOLDER).iterdir())


def rules(release: str, api_base: str) -> str:
    """What hosts are to say: how long each file may be kept, and what a policy in the page itself can't say.

    A header that two rules give is given twice, so that no address has two rules about how long it may be kept. What
    isn't in this release mustn't be kept: it may be the host's word that there is no such file.
    """
    told = {"/*": headers.page(api_base), "/": ASKED_ANEW, f"/{INDEX}": ASKED_ANEW, f"/{release}/*": KEPT}
    lines = [[at, *(f"  {name}: {value}" for name, value in said.items())] for at, said in told.items()]
    return "\n".join(line for rule in lines for line in [*rule, ""])


def put(path: Path, content: bytes) -> None:
    """Write a file at once: who reads it gets all of the old one or all of the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + PART)
    part.write_bytes(content)
    part.replace(path)


def checked(context: click.Context, option: click.Parameter, said: str) -> str:
    """The API's origin, if one is given."""
    try:
        return said and origin("It", said)
    except ValueError as why:
        raise click.BadParameter(str(why)) from None


@click.command("page")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--api-base", default="", callback=checked, help="The API's origin, if it isn't the page's own.")
@with_appcontext
def page(folder: Path, api_base: str) -> None:
    """Write the page into DIR, for any host of files.

    DIR has to be new, or empty, or to hold an earlier copy, whose files stay for pages that are still open.
    """
    root = current_app.config["FRONTEND"]
    if root in folder.resolve().parents or not fit(folder):
        said = "has to be new or empty, or to hold nothing but an earlier copy of the page, and to lie outside of"
        raise click.ClickException(f"{folder} {said} {root}.")
    copied = read(root, api_base)
    for address, path in copied.files.items():
        put(folder / address, path.read_bytes())
    put(folder / RULES, rules(copied.folder, api_base).encode())
    put(folder / INDEX, copied.index)
    click.echo(f"{folder / INDEX} refers to {len(copied.files)} files in {folder / copied.folder}")


def init_app(app: Flask) -> None:
    """Give an app the command."""
    app.cli.add_command(page)
