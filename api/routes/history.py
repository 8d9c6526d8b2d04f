"""A game that is over, from beginning to end: any moment of it through anyone's eyes, and the whole as one file."""

from typing import Any

import orjson
from flask import Response
from sqlalchemy import bindparam, select

from api.data.db import Link, Row, Statement, reading
from api.data.models import Message, Player
from api.game import intime, seating, store, table
from api.routes import games, schemas
from api.routes.play import player
from api.web import answers
from api.web.auth import perhaps_signed_in
from api.web.errors import conflict, invalid
from api.web.incoming import Blueprint
from api.web.outgoing import json
from api.web.refusals import refuses
from api.web.shapes import record
from engine.codec import encode
from engine.game import GAMES

blp = Blueprint("history", __name__, description="Games that are over.")

TALK = Statement(
    select(Message.seat, Message.channel, Message.text, Message.at, Player.name)
    .outerjoin(Player, Player.id == Message.player_id)
    .where(Message.game_id == bindparam("game"))
    .order_by(Message.at, Message.channel, Message.n)
)

FORMAT = 1
"""The version of the export's shape, which `python -m engine verify` reads."""


def over(link: Link, game_id: str, code: str | None) -> Row:
    """A game that has ended; 409 if it goes on."""
    game = intime.find(link, game_id, player(), code)
    if game.status != "ended":
        raise conflict("not_ended", "The game isn't over.")
    return game


@blp.route("/games/<id:game_id>/replay")
@perhaps_signed_in
@blp.arguments(schemas.Replayed, location="query")
@blp.response(200, games.MOMENT)
@refuses("not_ended", "too_many_attempts")
def replay(query: dict[str, Any], game_id: str) -> Response:
    """One moment of a game that is over

    The state after step `step`; step 0 is the deal. With a seat: what it saw and said then, and nothing that it did not
    know. With `everyone`: all that happened, what an onlooker saw, and in `views` what each seat saw.
    """
    with reading() as link:
        game = over(link, game_id, query.get("code"))
        seat = None if query["seat"] == "everyone" else int(query["seat"])
        if seat is not None and seat >= game.size:
            raise invalid(("/seat", "There is no such seat."))
        if query["step"] >= game.steps:
            raise invalid(("/step", f"The last step is {game.steps - 1}."))
        steps = store.steps(link, game, query["step"] + 1)
    return json(moment(game, steps, seat))


def moment(game: Row, steps: list[Row], seat: int | None) -> dict[str, Any]:
    """What the last of these steps was, and how things stood after it."""
    ruleset, state, last = GAMES[game.ruleset], store.fold(game, steps), steps[-1]
    own = seat is None or last.seat == seat
    return {
        "steps": game.steps,
        "step": last.n,
        "seat": last.seat if own else None,
        "move": orjson.Fragment(last.move) if own and last.move else None,
        "events": happened(ruleset, last, seat),
        "view": ruleset.view(state, seat),
        "views": None if seat is not None else [ruleset.view(state, each) for each in range(game.size)],
    }


def happened(ruleset: Any, step: Row, seat: int | None) -> list[dict[str, Any]]:
    """The events of a step: as a seat saw them, or all of them, whole, to everyone."""
    numbered = [not ruleset.events[event["type"]].sealed for event in orjson.loads(step.events)]
    n, told = step.shown - sum(numbered), []
    for event, is_numbered in zip(orjson.loads(step.events), numbered, strict=True):
        n += is_numbered
        if seat is None:
            told.append({"n": n if is_numbered else None, "at": step.at, **event})
        elif is_numbered:
            told.append({"n": n, "at": step.at, **table.seen(ruleset, event, seat)})
    return told


@blp.route("/games/<id:game_id>/export")
@perhaps_signed_in
@blp.arguments(schemas.Coded, location="query")
@blp.response(200, record(answers.Export))
@refuses("not_ended", "too_many_attempts")
def export(query: dict[str, Any], game_id: str) -> Response:
    """A game that is over, as one file

    `python -m engine verify FILE` checks it without the server: every shuffle opens its commitment, every step is as
    the rules have it.
    """
    with reading() as link:
        game = over(link, game_id, query.get("code"))
        steps, talk = store.steps(link, game), link.all(TALK, game=game.id)
        before = seating.before(link, game)
    ruleset, names = GAMES[game.ruleset], table.names(game)
    file = {
        "format": FORMAT,
        "game": game.ruleset,
        "ruleset": game.version,
        "seats": game.size,
        "rules": orjson.Fragment(game.rules),
        "names": names,
        "before": before and {"state": ruleset.dump_state(before[0]), "came_from": before[1]},
        "steps": [exported(step) for step in steps],
        "talk": [said._asdict() for said in talk],
        "outcome": encode(ruleset.outcome(store.fold(game, steps))),
    }
    name = f'attachment; filename="{game.ruleset}-{game.id}.json"'
    return json(file, headers={"Content-Disposition": name})


def exported(step: Row) -> dict[str, Any]:
    """A step as the file has it, hour and all: the game is over, and nothing is secret any more."""
    return {
        "seat": step.seat,
        "move": orjson.Fragment(step.move) if step.move else None,
        "chance": orjson.Fragment(step.chance),
        "events": orjson.Fragment(step.events),
        "at": step.at,
    }
