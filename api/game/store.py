"""A game in the database: its row, its state as a cache of its steps, and the steps themselves."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from sqlalchemy import bindparam, func, null, select, update
from sqlalchemy.orm import aliased

from api.data.db import Link, Row, Statement, adding
from api.data.models import Game, Player, Seat, Step
from api.web.attempts import is_invited
from api.web.auth import by_operator
from api.web.errors import not_found
from engine.codec import Malformed
from engine.game import GAMES

State = Any

Owner = aliased(Player)

MINE = (Seat.game_id == Game.id) & (Seat.player_id == bindparam("player"))
SEEN = Statement(select(Game, Seat.seat).outerjoin(Seat, MINE).where(Game.id == bindparam("id")))
HELD = Statement(select(Game, null().label("seat")).where(Game.id == bindparam("id")).with_for_update())
SITS = Statement(select(Seat.seat).where(Seat.game_id == bindparam("id"), Seat.player_id == bindparam("player")))

KEPT = (
    *("roster", "host", "status", "started", "ended", "deadline", "rematch_id", "steps", "shown", "said"),
    *("etags", "asked", "silent", "state", "opened", "question", "paused", "left", "tell_turn", "tell_near"),
    *("vacant", "outage", "affairs", "turns", "notices", "standings"),
)
"""What of a game's row may change."""

SAVE = Statement(
    update(Game).where(Game.id == bindparam("id")).values({name: bindparam(f"new_{name}") for name in KEPT})
)
ADD_STEP = adding(Step)
STEPS = Statement(
    select(Step.n, Step.seat, Step.move, Step.chance, Step.events, Step.shown, Step.at)
    .where(Step.game_id == bindparam("id"), Step.n < bindparam("count"))
    .order_by(Step.n)
)
SHOWN = Statement(
    select(Step.events, Step.shown, Step.at)
    .where(Step.game_id == bindparam("id"), Step.shown > bindparam("after"), Step.n < bindparam("count"))
    .order_by(Step.n)
)
LATER = aliased(Step)
SHOWN_UP_TO = Statement(
    SHOWN.clause.where(
        Step.shown
        <= select(func.min(LATER.shown))
        .where(LATER.game_id == bindparam("id"), LATER.shown >= bindparam("last"))
        .scalar_subquery()
    )
)
"""The same, but none that begins after an event; counted by what is shown, never by steps, of which some are sealed."""

SEATED = Statement(
    select(
        Seat.seat,
        Seat.player_id,
        Seat.level,
        Seat.came_from,
        Seat.since,
        Player.name,
        Player.kind,
        Owner.name.label("owner"),
    )
    .outerjoin(Player, Player.id == Seat.player_id)
    .outerjoin(Owner, Owner.id == Player.owner_id)
    .where(Seat.game_id == bindparam("id"))
    .order_by(Seat.seat)
)


class Taken(NamedTuple):
    """One accepted move, or the deal: who said what, what chance brought, and what happened."""

    seat: int | None
    move: dict[str, Any] | None
    chance: list[Any]
    events: list[dict[str, Any]]
    numbered: int
    """How many of the events are shown at all before the end."""


def find(link: Link, id: str, player: str | None, code: str | None = None) -> Row:
    """A game as it is now, with the caller's seat; 404 if there is none, or none for him."""
    return visible(link, link.one(SEEN, id=id, player=player), code)


def hold(link: Link, id: str, player: str | None, code: str | None = None) -> Row:
    """The same, and nobody else changes it until the transaction ends."""
    game = held(link, id)
    if game is not None:
        # Asked only now: while it waits for the row PostgreSQL would still see the seats of before.
        sits = link.one(SITS, id=id, player=player)
        game = game._replace(seat=sits and sits.seat)
    return visible(link, game, code)


def held(link: Link, id: str) -> Row | None:
    """A game that nobody else changes until the transaction ends, whoever asks; None if there is none."""
    game = link.one(HELD, id=id)
    if game is not None and game.status == "running" and game.opened is None:
        # The release before wrote it, which didn't keep since when a question is open, nor whose turns are missed.
        game = game._replace(opened=game.started, turns=dumps([[0, 0, 0]] * game.size))
    return game


def visible(link: Link, game: Row | None, code: str | None) -> Row:
    """The game if the caller may see it: it is public, or he sits there, or brings the invitation; else 404.

    A code for what isn't there is as wrong as any other. An operator looks on everywhere but in sandboxes.
    """
    if game is not None and (not game.private or game.seat is not None):
        return game
    if game is not None and not game.sandbox and by_operator(game.seat):
        return game
    if code is None or not is_invited(link, code, game and game.code):
        raise not_found()
    return game


def state_of(link: Link, game: Row) -> State:
    """The state from its cache; folded from the steps if there is none, or one of another shape."""
    if game.state is not None:
        with suppress(Malformed):
            return GAMES[game.ruleset].load_state(orjson.loads(game.state))
    return fold(game, steps(link, game))


def glance(link: Link, game: Row) -> State:
    """The same to look at, never to change: those who ask after a move all look at the same state."""
    if game.state is None:
        return state_of(link, game)
    try:
        return parsed(game.ruleset, game.state)
    except Malformed:
        return state_of(link, game)


@lru_cache(maxsize=64)
def parsed(ruleset: str, state: str) -> State:
    """A state from its cache, the latest ones remembered."""
    return GAMES[ruleset].load_state(orjson.loads(state))


def fold(game: Row, taken: Iterable[Row]) -> State:
    """The state after these steps: what they say has happened, and nothing else."""
    ruleset = GAMES[game.ruleset]
    state = ruleset.fresh(rules_of(game), game.size)
    for step in taken:
        for event in orjson.loads(step.events):
            ruleset.load_event(event).apply(state)
    return state


def rules_of(game: Row) -> Any:
    """The game's house rules."""
    return GAMES[game.ruleset].load_rules(orjson.loads(game.rules))


def steps(link: Link, game: Row, count: int | None = None) -> list[Row]:
    """The first so many steps of a game, or all that the row knows of."""
    return link.all(STEPS, id=game.id, count=game.steps if count is None else count)


def shown(link: Link, game: Row, after: int, last: int) -> list[Row]:
    """The steps that hold the events numbered beyond one, up to another."""
    if after >= last:
        return []
    if last == game.shown:
        return link.all(SHOWN, id=game.id, after=after, count=game.steps)
    return link.all(SHOWN_UP_TO, id=game.id, after=after, last=last, count=game.steps)


def append(link: Link, game: Row, taken: Sequence[Taken], at: str) -> Row:
    """Add steps to a game; its row, counting them."""
    n, number, rows = game.steps, game.shown, []
    for step in taken:
        number += step.numbered
        rows.append(
            {
                "game_id": game.id,
                "n": n,
                "seat": step.seat,
                "move": None if step.move is None else dumps(step.move),
                "chance": dumps(step.chance),
                "events": dumps(step.events),
                "shown": number,
                "at": at,
            }
        )
        n += 1
    link.many(ADD_STEP, rows)
    return game._replace(steps=n, shown=number)


def save(link: Link, game: Row) -> None:
    """Write a changed row back."""
    link.run(SAVE, id=game.id, **{f"new_{name}": getattr(game, name) for name in KEPT})


def dumps(data: Any) -> str:
    """JSON for a column."""
    return orjson.dumps(data).decode()
