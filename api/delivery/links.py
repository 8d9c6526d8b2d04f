"""Links that leave the house: to the page, and back to the API without a token."""

import hmac
from base64 import urlsafe_b64encode

from flask import current_app

from api.game.wishes import DEFAULTS
from api.web.headers import API

MARK = 15
"""Characters of the mark that proves a link: 90 bits."""


def page(fragment: str) -> str:
    """An address of the page."""
    return f"{current_app.config['BASE_URL']}/#/{fragment}"


def api(path: str) -> str:
    """An address of the API's host, which is the page's unless another one is named."""
    return (current_app.config["API_BASE"] or current_app.config["BASE_URL"]) + path


def game_at(game: str) -> str:
    """Where a game is looked at."""
    return page(f"game/{game}")


def feed(name: str) -> str:
    """Where a feed is read."""
    return api(f"/feeds/{name}")


def unsubscribing(player: str, kind: str) -> str:
    """Where a player says with one click that he wants no mail of this kind any more."""
    return api(f"{API}/unsubscribe/{ticket(player, kind)}")


def ticket(player: str, kind: str) -> str:
    """What says so: the player, the kind's number, and a mark that only this server can make."""
    said = f"{player}{list(DEFAULTS).index(kind)}"
    return said + mark(said)


def read(ticket: str) -> tuple[str, str] | None:
    """The player and the kind that a ticket names; None if it is no ticket of this server."""
    said, made = ticket[:-MARK], ticket[-MARK:]
    if len(said) < 2 or not hmac.compare_digest(mark(said), made):
        return None
    return said[:-1], list(DEFAULTS)[int(said[-1])]


def mark(said: str) -> str:
    """The mark of a text, in letters that an address may hold."""
    key = current_app.config["SECRET_KEY"].encode()
    return urlsafe_b64encode(hmac.digest(key, f"unsubscribe\0{said}".encode(), "sha256")).decode()[:MARK]
