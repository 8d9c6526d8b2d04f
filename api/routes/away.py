"""Announcing a leave, and withdrawing it: seen at all one's tables at once."""

from typing import Any

from flask import Response, g

from api.clock import now
from api.data.db import Link, Row, reading
from api.game import course, intime, leaves, roster, seating, store, table
from api.routes import schemas
from api.web import answers
from api.web.auth import may, signed_in
from api.web.incoming import Blueprint
from api.web.once import once
from api.web.outgoing import json, nothing
from api.web.present import himself
from api.web.refusals import refuses
from api.web.shapes import record

blp = Blueprint("leaves", __name__, description="When you are away.")


@blp.route("/me/leaves")
@signed_in
@blp.response(200, record(answers.Leaves))
def own() -> Response:
    """Your leaves, those that are over left out"""
    with reading() as link:
        return json({"leaves": [row._asdict() for row in link.all(leaves.OWN, player=g.player.id, moment=now())]})


@blp.route("/me/leaves", methods=["POST"])
@may("account")
@blp.arguments(schemas.NewLeave)
@blp.response(201, record(answers.Leave))
@refuses("too_many_leaves")
@once
@himself
def announce(link: Link, said: dict[str, Any]) -> Response:
    """Announce that you are away

    All your tables see it. Where the table's `leave_hours` say so, a deadline that comes while you are away and asked
    is stretched to your return, within that cap; one that runs already too.
    """
    told = leaves.announced(link, said)
    tell(link, stretching=True)
    return json(told, 201)


@blp.route("/me/leaves/<id:leave_id>", methods=["DELETE"])
@may("account")
@blp.response(204)
@once
@himself
def withdraw(link: Link, leave_id: str) -> Response:
    """Withdraw a leave

    What it has stretched stays as it is.
    """
    leaves.withdrawn(link, leave_id)
    tell(link, stretching=False)
    return nothing()


def tell(link: Link, stretching: bool) -> None:
    """At all his tables it is seen that the caller is away, or isn't; deadlines that run wait for him."""
    for id in seating.tables(link, g.player.id):
        game = intime.catch_up(link, store.held(link, id))
        if game is None or game.status == "ended":
            continue
        state = None if game.status == "open" else store.state_of(link, game)
        game = roster.called(link, game)
        if stretching:
            game = stretched(link, game, state)
        table.settle(link, game, state)


def stretched(link: Link, game: Row, state: Any) -> Row:
    """The game whose running deadline waits for the caller, if it is he who is asked."""
    if game.status == "running" and game.deadline is not None and game.paused is None:
        return course.timed(link, game, state, game.deadline)
    return game
