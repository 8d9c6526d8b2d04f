"""Talk at the table: text, in the order in which it was said, by those whom the rules let speak."""

from typing import Any

import orjson
from flask import Response, g
from sqlalchemy import bindparam, select

from api.clock import now
from api.data.db import Link, Row, Statement, adding, reading
from api.data.models import Message, Player
from api.game import intime, store, table
from api.routes import schemas
from api.routes.play import player, seat_of
from api.web import answers, texts
from api.web.auth import may, perhaps_signed_in
from api.web.errors import forbidden, invalid, not_found
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import once
from api.web.outgoing import json
from api.web.refusals import refuses
from api.web.shapes import record
from engine.core import Channel

blp = Blueprint("talk", __name__, description="What the players say to each other.")

ADD = adding(Message)
SAID = (
    select(Message.n, Message.seat, Message.text, Message.at, Player.name)
    .outerjoin(Player, Player.id == Message.player_id)
    .where(Message.game_id == bindparam("game"), Message.channel == bindparam("channel"))
)
AFTER = Statement(SAID.where(Message.n > bindparam("after")).order_by(Message.n).limit(bindparam("count")))
LATEST = Statement(SAID.order_by(Message.n.desc()).limit(bindparam("count")))


def channel_of(game: Row, state: Any, name: str) -> Channel:
    """A channel that the caller may read; 404 if there is none, or none for him."""
    channel = table.talking(game, state).get(name)
    if channel is None or not table.may_read(channel, game.seat):
        raise not_found()
    return channel


def state_of(link: Link, game: Row) -> Any:
    """The game's state, None before the start."""
    return None if game.status == "open" else store.state_of(link, game)


@blp.route("/games/<id:game_id>/talk")
@perhaps_signed_in
@blp.arguments(schemas.Heard, location="query")
@blp.response(200, record(answers.Talk))
@refuses("too_many_attempts")
def listen(query: dict[str, Any], game_id: str) -> Response:
    """What was said

    The messages after the one with the id `after`, or the latest ones; oldest first. `next` is the `after` of the
    next page, null when there is none yet.
    """
    with reading() as link:
        game = intime.find(link, game_id, player(), query.get("code"))
        if query["channel"] != "table" or game.private:
            channel_of(game, state_of(link, game), query["channel"])
        which = {"game": game.id, "channel": query["channel"], "count": query["limit"] + 1}
        if "after" in query:
            found = link.all(AFTER, **which, after=query["after"])
            page = found[: query["limit"]]
        else:
            found = page = link.all(LATEST, **which)[: query["limit"]][::-1]
    told = [message(row) for row in page]
    return json({"messages": told, "next": page[-1].n if len(found) > len(page) else None})


def message(row: Row) -> dict[str, Any]:
    """A message as it is told, with the name of who said it, whoever sits there now."""
    return {"id": row.n, "seat": row.seat, "name": row.name, "text": row.text, "at": row.at}


@blp.route("/games/<id:game_id>/talk", methods=["POST"])
@may("talk")
@limited("talk")
@blp.arguments(schemas.Say)
@blp.response(201, record(answers.MessageOut))
@refuses("not_seated", "may_not_talk")
@intime.in_time
@once
def speak(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Say something

    1 to 2,000 characters, kept as text. Everyone at the table may speak before the start and after the end; in
    between the rules say who may.
    """
    text = texts.message(said["text"])
    if not 1 <= len(text) <= texts.MESSAGE:
        raise invalid(("/text", f"Has to have 1 to {texts.MESSAGE} characters."))
    game = intime.hold(link, game_id, player())
    seat = seat_of(game)
    state = state_of(link, game)
    name = said["channel"]
    channel = channel_of(game, state, name)
    posts = orjson.loads(game.said)
    by_seat = posts.setdefault(name, [0] * game.size)
    if not table.may_talk(channel, by_seat, seat):
        raise forbidden("may_not_talk", "You may not speak here now.")
    by_seat[seat] += 1
    row = {"seat": seat, "text": text, "at": now()}
    link.run(ADD, game_id=game.id, channel=name, n=sum(by_seat), player_id=g.player.id, **row)
    table.settle(link, game._replace(said=store.dumps(posts)), state)
    return json({"id": sum(by_seat), "name": g.player.name, **row}, 201)
