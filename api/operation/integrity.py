"""Whether games are what their steps say: the steps are the truth, and all that is kept beside them must agree."""

from collections.abc import Iterator
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.engine import Connection

from api.data.models import Game, Seat, Step
from api.game import store
from engine.game import GAMES


def differences(link: Connection, id: str) -> list[str]:
    """What of a game's row differs from its steps, by name; nothing if all is as it should be."""
    game: Any = link.execute(select(Game.__table__).where(Game.id == id)).one()
    steps: Any = link.execute(select(Step.__table__).where(Step.game_id == id).order_by(Step.n)).all()
    seats: Any = link.execute(select(Seat.__table__).where(Seat.game_id == id)).all()
    try:
        return [*of_seats(game, seats), *(of_steps(game, steps) if game.status != "open" else ())]
    except Exception as fault:  # whatever keeps a game from being read is what was sought
        return [f"unreadable ({type(fault).__name__})"]


def of_seats(game: Any, seats: list[Any]) -> Iterator[str]:
    """What the list of seats that is shown says otherwise than the seats."""
    taken = {at.seat: at.player_id is not None or at.level is not None for at in seats}
    told = {at["seat"]: at["kind"] not in (None, "vacant") for at in orjson.loads(game.roster)}
    if {seat for seat, is_taken in taken.items() if is_taken} != {seat for seat, is_told in told.items() if is_told}:
        yield "roster"


def of_steps(game: Any, steps: list[Any]) -> Iterator[str]:
    """What the row says otherwise than the steps: their number, what they have shown, the state and what it asks."""
    ruleset, state = GAMES[game.ruleset], store.fold(game, steps)
    if [step.n for step in steps] != list(range(game.steps)):
        yield "steps"
    shown = sum(not ruleset.events[event["type"]].sealed for step in steps for event in orjson.loads(step.events))
    if game.shown != shown:
        yield "shown"
    if game.state is not None and ruleset.load_state(orjson.loads(game.state)) != state:
        yield "state"
    for name, true in (("asked", ruleset.asked(state)), ("silent", ruleset.silent(state))):
        if orjson.loads(getattr(game, name)) != true:
            yield name
    if (game.status == "ended") != (ruleset.outcome(state) is not None):
        yield "status"
