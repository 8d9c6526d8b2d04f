"""In time: whoever touches a game first settles what is overdue in it, as of the deadline, in order, once.

It happens under the game's own lock, in the game's own transaction; to look at a game is enough. A request is in time
if it came in time, however long it then waits for others: it counts unless somebody has settled the game meanwhile.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, g, has_request_context
from sqlalchemy import bindparam, select

from api.clock import is_due, now
from api.data.db import Link, Row, Statement, reading, writing
from api.data.models import Game, Step
from api.game import beginning, breaks, course, pulse, store
from api.web.acting import acting
from api.web.errors import not_found

DEADLINE = Statement(select(Game.deadline).where(Game.id == bindparam("id")))
LATEST = Statement(select(Step.at).where(Step.game_id == bindparam("id"), Step.n == bindparam("last")))
"""When the last thing happened in a game."""


def received() -> str:
    """When the request came that is being answered; this moment where there is none."""
    return g.get("received") or now() if has_request_context() else now()


def moment(link: Link, game: Row) -> str:
    """As of when the caller does what he asks for in a running game: since he did, but not before what stands already.

    Who came later may have waited for less.
    """
    last = link.one(LATEST, id=game.id, last=game.steps - 1)
    return max(received(), game.opened or "", last.at if last else "")


def find(link: Link, id: str, player: str | None, code: str | None = None) -> Row:
    """A game as it is now, brought up to now, with the caller's seat; 404 if there is none, or none for him."""
    game = store.find(link, id, player, code)
    if not is_due(game.deadline, received()):
        return acting(game)
    with writing() as held:
        catch_up(held, store.held(held, id))
    return acting(store.find(link, id, player, code))


def in_time(view: Callable[..., Any]) -> Callable[..., Any]:
    """A view about a game that is brought up to now before, for good: even if the view then refuses."""

    @wraps(view)
    def timely(*args: Any, game_id: str, **kwargs: Any) -> Any:
        with reading() as link:
            found = link.one(DEADLINE, id=game_id)
        if found is not None and is_due(found.deadline, received()):
            with writing() as link:
                catch_up(link, store.held(link, game_id))
        return view(*args, game_id=game_id, **kwargs)

    return timely


def hold(link: Link, id: str, player: str | None, code: str | None = None) -> Row:
    """The same as `find`, and nobody else changes the game until the transaction ends."""
    game = store.hold(link, id, player, code)
    if not is_due(game.deadline, received()):
        return acting(game)
    if catch_up(link, game) is None:
        raise not_found()
    return acting(store.hold(link, id, player, code))


def catch_up(link: Link, game: Row | None) -> Row | None:
    """Settle all that is overdue in a game that is held; the game as it is then, None if it is gone."""
    while game is not None and is_due(game.deadline, received()):
        if make_good(link, game) is not game:
            game = store.held(link, game.id)
        elif game.status == "open":
            game = beginning.due(link, game)
        elif game.paused is not None:
            game = breaks.resumed(link, game, game.deadline)
        else:
            game = course.lapse(link, game)
    return game


def make_good(link: Link, game: Row | None) -> Row | None:
    """The game with all outages made good; the same if there was none that it didn't know."""
    if game is None or game.outage >= pulse.outages(link):
        return game
    return breaks.made_good(link, game)


def arrive() -> None:
    """Note when a request came."""
    g.received = now()


def init_app(app: Flask) -> None:
    """Note of each request of an app when it came, before anything is waited for."""
    app.before_request(arrive)
