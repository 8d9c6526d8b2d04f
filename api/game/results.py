"""What an ended game counts as for those who played in it: written when it ends, never before."""

from typing import Any

import orjson
from sqlalchemy import bindparam, select

from api.data.db import Link, Row, Statement, adding
from api.data.models import Result, Stay
from api.game import conduct, store
from engine.game import GAMES

ADD = adding(Result)
STAYS = Statement(
    select(Stay.player_id, Stay.seat, Stay.asked, Stay.missed)
    .where(Stay.game_id == bindparam("id"))
    .order_by(Stay.until, Stay.since)
)


def write(link: Link, game: Row, state: Any) -> None:
    """A row for everyone who sat there: his side, whether it won, and the turns he took; a sandbox counts for nothing.

    Whose the result is where a substitute took over, the table has chosen: the last one's, the first one's, or both's.
    """
    if game.sandbox:
        return
    ruleset = GAMES[game.ruleset]
    outcome, sides, turns = ruleset.outcome(state), ruleset.sides(state), orjson.loads(game.turns)
    assert outcome is not None
    sitting = link.all(store.SEATED, id=game.id)
    stays = link.all(STAYS, id=game.id)
    bots = sum(at.level is not None for at in sitting)
    credit, rows = conduct.of(game)["credit"], []

    def count(player: str, seat: int, role: str, first: bool, last: bool, asked: int, missed: int) -> None:
        won = "won" if seat in outcome.seats else "lost"
        rows.append(
            {
                "game_id": game.id,
                "player_id": player,
                "seat": seat,
                "ruleset": game.ruleset,
                "side": sides[seat],
                "result": won if outcome.winners else "draw",
                "role": role,
                "credited": credit == "both" or (first if credit == "first" else last),
                "bots": bots,
                "asked": asked,
                "missed": missed,
                "ended": game.ended,
            }
        )

    left: set[int] = set()
    for stay in stays:
        count(stay.player_id, stay.seat, "left", stay.seat not in left, False, stay.asked, stay.missed)
        left.add(stay.seat)
    for at in sitting:
        if at.player_id is not None:
            first = at.seat not in left
            asked, missed, _ = turns[at.seat] if turns else (0, 0, 0)
            count(at.player_id, at.seat, "player" if first else "substitute", first, True, asked, missed)
    link.many(ADD, rows)
