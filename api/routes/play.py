"""Playing: the table as the caller sees it, what he may say now, and the move that he makes."""

from typing import Any

from flask import Response, g

from api.data.db import Link, Row, reading
from api.delivery import presence
from api.game import course, intime, moves, roster, store, table
from api.routes import games, schemas
from api.web.auth import may, perhaps_signed_in, signed_in
from api.web.errors import conflict, forbidden, refused
from api.web.incoming import Blueprint, conditional, load
from api.web.limits import limited
from api.web.once import once
from api.web.outgoing import json
from api.web.refusals import refuses
from engine.core import Refused
from engine.game import GAMES

blp = Blueprint("play", __name__, description="A game as the caller sees it, and his moves.")


def seat_of(game: Row) -> int:
    """The caller's seat; 403 if he only looks on."""
    if game.seat is None:
        raise forbidden("not_seated", "You don't sit at this table.")
    return int(game.seat)


@blp.route("/games/<id:game_id>")
@perhaps_signed_in
@blp.arguments(schemas.Since, location="query")
@blp.response(200, games.TABLE, headers=games.ETAG)
@blp.alt_response(304, description="Nothing that you can see has changed")
@refuses("too_many_attempts")
@conditional
def show(query: dict[str, Any], game_id: str) -> Response:
    """The table, as you see it

    The events after the one numbered `after`, or the latest ones. Send the ETag back in If-None-Match: 304
    says that nothing has changed for you. Anyone may look at a public game; a private one is shown to those
    who sit there, and to those who bring its code.

    At most 500 events are told at once, `next` says how to go on. With `wait` the answer comes as soon as there is
    something new to you, or a 304 when the time is up. A 304 with Retry-After says that there was no place to wait.
    """
    with reading() as link:
        game = intime.find(link, game_id, player(), query.get("code"))
        if g.player is not None:
            presence.note(g.player)
        answer = table.shown(link, game).answer(link, query.get("after"))
    if answer.status_code == 304 and query.get("wait"):
        answer.headers["Retry-After"] = str(table.poll_after(game))  # only api.routes.poll waits, not all that is asked
    return answer


@blp.route("/games/<id:game_id>/options")
@signed_in
@blp.response(200, games.OPTIONS)
@refuses("not_seated")
def options(game_id: str) -> Response:
    """What you may say now

    Each option is a move whose fields may be holes to fill: `least` to `most` of the things in `pick`.
    Nothing else is legal. `barred` tells why what you might think of is not.
    """
    with reading() as link:
        game = intime.find(link, game_id, player())
        seat = seat_of(game)
        state = store.state_of(link, game) if game.status != "open" else None
    ruleset = GAMES[game.ruleset]
    said = {
        "asked": state is not None and seat in ruleset.asked(state),
        "options": legal(game, state, seat),
        "barred": [] if state is None else ruleset.barred(state, seat),
    }
    return json(said)


@blp.route("/games/<id:game_id>/moves", methods=["POST"])
@may("play")
@limited("move")
@blp.arguments(schemas.AfterOnly, location="query")
@blp.arguments(schemas.Move)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_started", "paused", rules=409)
@intime.in_time
@once
def move(link: Link, query: dict[str, Any], said: dict[str, Any], game_id: str) -> Response:
    """Make a move

    Answers with the table after it, and after all that follows from it: the bots' answers too. A move that no
    option holds is refused with 409: a code, the number of the rule, and what would be legal.
    """
    game = intime.hold(link, game_id, player())
    ruleset = GAMES[game.ruleset]
    made = load(schemas.MOVES[game.ruleset], said)
    seat = seat_of(game)
    if game.status == "open":
        raise conflict("not_started", "The game hasn't begun.")
    if game.paused is not None:
        raise conflict("paused", "The game is paused.")
    state = store.state_of(link, game)
    try:
        steps = [moves.carry_out(ruleset, state, seat, made)]
    except Refused as why:
        raise refused(why, legal(game, state, seat)) from None
    if roster.is_missed(game, seat):
        game = roster.back(link, game, seat)
    steps += moves.bots(ruleset, state, moves.levels(game))
    after = query.get("after", game.shown)
    return course.go_on(link, game, state, steps, intime.moment(link, game)).answer(link, after)


def legal(game: Row, state: Any, seat: int) -> list[dict[str, Any]]:
    """A seat's options as JSON has them."""
    ruleset = GAMES[game.ruleset]
    return [] if state is None else [ruleset.dump_option(option) for option in ruleset.options(state, seat)]


def player() -> str | None:
    """The caller's id, or None."""
    return g.player.id if g.player else None
