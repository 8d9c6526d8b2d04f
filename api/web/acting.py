"""For whom one acts: in a sandbox its owner sits everywhere, and says with each request in which seat."""

from flask import request

from api.data.db import Row
from api.web.errors import Problem, conflict, invalid

HEADER = "Act-As"
HANDED_ON = "HTTP_ACT_AS"
"""The header as a server hands it on to the app."""

ONLOOKER = "onlooker"


REFUSES = ("not_a_sandbox", "invalid")
"""How who acts for somebody may be refused; before the start also by `not_started`, if it changes something."""


def acting(game: Row) -> Row:
    """The game with the seat in which the caller acts, if he said one; 409 if it is no sandbox of his."""
    said = request.environ.get(HANDED_ON)
    if said is None:
        return game
    if not game.sandbox or game.seat is None:
        raise not_a_sandbox()
    looks = request.method in ("GET", "HEAD")
    if looks and said == ONLOOKER:
        return game._replace(seat=None)
    if not said.isdecimal() or len(said) > 2 or int(said) >= game.size:
        raise invalid(("", f"{HEADER} has to be the number of a seat, or `{ONLOOKER}` to look."))
    if not looks and game.status == "open" and int(said) != game.seat:
        raise conflict("not_started", "Before the start you act for yourself alone.")
    return game._replace(seat=int(said))


def not_a_sandbox() -> Problem:
    """What only a sandbox allows."""
    return conflict("not_a_sandbox", "This game is no sandbox, and can't become one.")
