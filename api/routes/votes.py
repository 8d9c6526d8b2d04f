"""Asking for a break, or for somebody to go: the host at once, or the people who still play by vote."""

from typing import Any

from flask import Response

from api.clock import now
from api.data.db import Link, Row
from api.game import beginning, breaks, conduct, intime, roster, seating, store, table
from api.routes import games, schemas
from api.routes.play import player, seat_of
from api.web.auth import by_operator, may
from api.web.errors import conflict, not_creator, not_found
from api.web.incoming import Blueprint
from api.web.once import once
from api.web.refusals import refuses

blp = Blueprint("breaks", __name__, description="Pauses, more time, and players who are sent away.")


def going(link: Link, game_id: str) -> tuple[Row, Any]:
    """A running game at which the caller sits, or that he looks after as an operator; and its state."""
    game = intime.hold(link, game_id, player())
    if not by_operator(game.seat):
        seat_of(game)
    if game.status != "running":
        raise conflict("not_running", "The game hasn't begun, or is over.")
    return game, store.state_of(link, game)


def settled(link: Link, game: Row, state: Any) -> Response:
    """The table, written back."""
    return table.settle(link, game, state).answer(link, game.shown)


@blp.route("/games/<id:game_id>/pause", methods=["POST"])
@may("play")
@blp.arguments(schemas.Vote)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_running", "no_pause_left", *breaks.REFUSES)
@intime.in_time
@once
def pause(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Pause the game

    By whom, the table's `breaks` say: the host at once, or more than half of the people who still play; and an
    operator. Nobody can move then, and no time passes, for `pause_hours` in all.
    """
    game, state = going(link, game_id)
    if game.paused is None:
        breaks.only_pausable(game)
        game, decided = breaks.decided(game, state, "pause", said["vote"])
        game = breaks.paused(game, intime.moment(link, game)) if decided else game
    return settled(link, game, state)


@blp.route("/games/<id:game_id>/resume", methods=["POST"])
@may("play")
@blp.arguments(schemas.Vote)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_running", *breaks.REFUSES)
@intime.in_time
@once
def resume(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Go on after a pause

    By whom it could be paused. The question has the time that it had left.
    """
    game, state = going(link, game_id)
    if game.paused is not None:
        game, decided = breaks.decided(game, state, "resume", said["vote"])
        if decided:
            game = breaks.resumed(link, game, now())
            state = store.state_of(link, game)
    return settled(link, game, state)


@blp.route("/games/<id:game_id>/extend", methods=["POST"])
@may("play")
@blp.arguments(schemas.Vote)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_running", "paused", "no_deadline", "no_extension_left", *breaks.REFUSES)
@intime.in_time
@once
def extend(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Extend the deadline

    The question has its time once more. Once for each question, however often it is asked for, and so many times in a
    game as the table's `extensions` say.
    """
    game, state = going(link, game_id)
    if not conduct.affairs(game)["extended"]:
        if game.paused is not None:
            raise conflict("paused", "The game is paused.")
        breaks.only_extendable(game)
        game, decided = breaks.decided(game, state, "extend", said["vote"])
        game = breaks.extended(game, state) if decided else game
    return settled(link, game, state)


@blp.route("/games/<id:game_id>/kicks", methods=["POST"])
@may("play")
@blp.arguments(schemas.Kick)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "sandbox", "not_running", *breaks.REFUSES)
@intime.in_time
@once
def kick(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Send a player away

    Before the start the creator may. In a running game it takes what a pause takes; the seat stays, with all that it
    knows, as if its player had left.
    """
    game = intime.hold(link, game_id, player())
    own = seat_of(game)
    if game.sandbox:
        raise conflict("sandbox", "In a sandbox you sit everywhere.")
    if said["seat"] not in roster.people(game) or said["seat"] == own:
        raise not_found()
    if game.status == "open":
        if own != game.host:
            raise not_creator()
        link.run(seating.LEAVE, game=game.id, at=said["seat"])
        return beginning.seated(link, game).answer(link, 0)
    game, state = going(link, game_id)
    game, decided = breaks.decided(game, state, "kick", said["vote"], said["seat"])
    if decided:
        return seating.gone(link, game, state, said["seat"], "kicked").answer(link, game.shown)
    return settled(link, game, state)
