"""A seat over days: standing answers, a substitute who takes it over, a player who is back."""

from typing import Any

import orjson
from flask import Response, g
from sqlalchemy import bindparam, select

from api.data.db import Link, Row, Statement, reading
from api.data.models import Stay
from api.game import intime, roster, seating, store, table
from api.routes import games, schemas
from api.routes.play import player, seat_of
from api.web.auth import may, signed_in
from api.web.errors import Problem, conflict, forbidden, not_found
from api.web.incoming import Blueprint, load
from api.web.once import once
from api.web.outgoing import json
from api.web.refusals import refuses
from engine.game import GAMES

blp = Blueprint("seats", __name__, description="A seat over days: standing answers and substitutes.")

SAT = Statement(select(Stay.seat).where(Stay.game_id == bindparam("id"), Stay.player_id == bindparam("player")))


@blp.route("/games/<id:game_id>/standing", methods=["PUT"])
@may("play")
@blp.arguments(schemas.Standing)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_running", rules=409)
@intime.in_time
@once
def prepare(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Prepare standing answers

    What you say when time is up and you haven't spoken; until then nobody can tell that there are any. They stay until
    you change them, and go when somebody else takes your seat.
    """
    game = intime.hold(link, game_id, player())
    ruleset, seat = GAMES[game.ruleset], seat_of(game)
    standing = ruleset.load_standing(ruleset.dump_standing(ruleset.standing_type()) | plain(game, said))
    if game.status != "running":
        raise conflict("not_running", "The game hasn't begun, or is over.")
    state = store.state_of(link, game)
    why = ruleset.refuses_standing(state, seat, standing)
    if why is not None:
        raise Problem(409, why.code, "These standing answers make no sense here.", rule=why.rule)
    return stood(link, game, state, seat, ruleset.dump_standing(standing))


def plain(game: Row, said: dict[str, Any]) -> dict[str, Any]:
    """What was said, as plain data of this game's standing answers; 422 if it isn't that."""
    loaded: dict[str, Any] = load(schemas.STANDINGS[game.ruleset], said)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in loaded.items()}


def stood(link: Link, game: Row, state: Any, seat: int, standing: dict[str, Any] | None) -> Response:
    """The table, with these standing answers of the caller's, or none."""
    standings = orjson.loads(game.standings)
    standings.pop(str(seat), None)
    if standing is not None:
        standings[str(seat)] = standing
    game = game._replace(standings=store.dumps(standings))
    return table.settle(link, game, state).answer(link, game.shown)


@blp.route("/games/<id:game_id>/standing", methods=["DELETE"])
@may("play")
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated")
@intime.in_time
@once
def forget(link: Link, game_id: str) -> Response:
    """Take standing answers back"""
    game = intime.hold(link, game_id, player())
    seat = seat_of(game)
    return stood(link, game, None if game.status == "open" else store.state_of(link, game), seat, None)


@blp.route("/games/<id:game_id>/seats/<int:seat>/take", methods=["POST"])
@may("play")
@blp.arguments(schemas.Join)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("has_sat", "not_offered", "too_many_attempts")
@intime.in_time
@once
def take(link: Link, said: dict[str, Any], game_id: str, seat: int) -> Response:
    """Take over a seat

    Where a substitute is sought (`offered`). You inherit all that the seat knows: GET .../handover tells it. Who has
    ever sat in the game can't. A private game needs its code.
    """
    game = intime.hold(link, game_id, player(), said.get("code"))
    if game.seat == seat:
        return table.shown(link, game).answer(link, 0)
    if game.seat is not None or link.one(SAT, id=game.id, player=g.player.id) is not None:
        raise forbidden("has_sat", "You have sat in this game: you know too much.")
    if game.status != "running" or seat >= game.size:
        raise not_found()
    if not orjson.loads(game.roster)[seat].get("offered"):
        raise conflict("not_offered", "No substitute is sought for this seat, or it is taken by now.")
    return seating.substitute(link, game, store.state_of(link, game), seat, g.player.id).answer(link, 0)


@blp.route("/games/<id:game_id>/seats/me/return", methods=["POST"])
@may("play")
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated")
@intime.in_time
@once
def return_(link: Link, game_id: str) -> Response:
    """Be back

    The bot that sat in for you goes, and no substitute is sought any more.
    """
    game = intime.hold(link, game_id, player())
    seat = seat_of(game)
    state = None if game.status == "open" else store.state_of(link, game)
    if game.status == "running" and roster.is_missed(game, seat):
        game = roster.back(link, game, seat)
    return table.settle(link, game, state).answer(link, game.shown)


@blp.route("/games/<id:game_id>/handover")
@signed_in
@blp.response(200, games.HANDOVER)
@refuses("not_seated", "not_started")
def handover(game_id: str) -> Response:
    """What your seat knows

    All that it has seen since the deal, and all that was said from it, whoever sat there.
    """
    with reading() as link:
        game = intime.find(link, game_id, player())
        seat = seat_of(game)
        if game.status == "open":
            raise conflict("not_started", "The game hasn't begun.")
        state, steps = store.glance(link, game), store.steps(link, game)
    told = table.events(game, steps, seat, 0, game.shown)
    return json(
        {
            "game": game.id,
            "seat": seat,
            "view": GAMES[game.ruleset].view(state, seat),
            "events": orjson.Fragment(told),
            "moves": [orjson.Fragment(step.move) for step in steps if step.seat == seat],
            "channels": table.channels(game, state, seat),
        }
    )
