"""The course of a game in time: what happened is added, and what is overdue is settled before anyone is answered."""

from collections.abc import Callable, Sequence
from functools import wraps
from random import SystemRandom
from typing import Any

from sqlalchemy import bindparam, select

from api import moves, store, table
from api.clock import later, now
from api.db import Link, Row, Statement, reading, writing
from api.models import Game
from api.store import Taken
from api.table import Table
from engine.core import Dice, Recording
from engine.game import GAMES

DEADLINE = Statement(select(Game.deadline).where(Game.id == bindparam("id")))


def go_on(link: Link, game: Row, state: Any, steps: Sequence[Taken], at: str) -> Table:
    """Add to a game what happened at this time, and write it back: its end, or the deadline of a new question."""
    ruleset = GAMES[game.ruleset]
    game = store.append(link, game, steps, at)
    if any(ruleset.events[event["type"]].opens for step in steps for event in step.events):
        span = ruleset.lasts(state)
        game = game._replace(deadline=None if span is None else later(at, span))
    if ruleset.outcome(state) is not None:
        game = game._replace(status="ended", ended=at, deadline=None)
    return table.settle(link, game, state)


def find(link: Link, id: str, player: str | None, code: str | None = None) -> Row:
    """A game as it is now, brought up to now, with the caller's seat; 404 if there is none, or none for him."""
    game = store.find(link, id, player, code)
    if not is_due(game.deadline):
        return game
    with writing() as held:
        catch_up(held, store.held(held, id))
    return store.find(link, id, player, code)


def in_time(view: Callable[..., Any]) -> Callable[..., Any]:
    """A view about a game that is brought up to now before, for good: even if the view then refuses."""

    @wraps(view)
    def timely(*args: Any, game_id: str, **kwargs: Any) -> Any:
        with reading() as link:
            found = link.one(DEADLINE, id=game_id)
        if found is not None and is_due(found.deadline):
            with writing() as link:
                catch_up(link, store.held(link, game_id))
        return view(*args, game_id=game_id, **kwargs)

    return timely


def hold(link: Link, id: str, player: str | None, code: str | None = None) -> Row:
    """The same, and nobody else changes it until the transaction ends."""
    game = store.hold(link, id, player, code)
    return catch_up(link, game)


def catch_up(link: Link, game: Row) -> Row:
    """Settle all that is overdue in a game that is held, in order, each as of its deadline; the game as it is then."""
    while is_due(game.deadline):
        game = lapse(link, game)
    return game


def is_due(deadline: str | None) -> bool:
    """Whether a deadline has passed: what comes at its very moment comes too late."""
    return deadline is not None and deadline <= now()


def lapse(link: Link, game: Row) -> Row:
    """Time is up for what is asked: silence becomes the default, as of the deadline; the game after it."""
    ruleset, state = GAMES[game.ruleset], store.state_of(link, game)
    chance = Recording(Dice(SystemRandom()))
    steps = [moves.taken(ruleset, None, None, chance, ruleset.lapse(state, chance))]
    steps += moves.bots(ruleset, state, moves.levels(game))
    return go_on(link, game, state, steps, game.deadline).game
