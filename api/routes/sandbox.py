"""Sandboxes: games in which one account holds all seats, moves the clock, takes back and forks, to write a client by.

A game is a sandbox from its creation or never. Nobody else sees it, and it counts for nothing.
"""

from collections.abc import Sequence
from typing import Any

import orjson
from flask import Response, g
from sqlalchemy import bindparam, delete, select, update

from api.clock import later, now
from api.data.db import Link, Row, Statement
from api.data.models import Game, Message, Step
from api.game import course, founding, intime, moves, roster, seating, store, table
from api.routes import games, lobby, schemas
from api.routes.play import player
from api.web.acting import not_a_sandbox
from api.web.auth import may
from api.web.errors import conflict, invalid
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import once
from api.web.refusals import refuses
from engine.game import GAMES

blp = Blueprint("sandbox", __name__, description="Games to write a client by.")

TIMES = ("created", "started", "opened", "deadline", "paused", "tell_turn", "tell_near")
"""The moments in a game's row that move with its clock."""

CREATED = Statement(update(Game).where(Game.id == bindparam("game")).values(created=bindparam("moment")))
STEPPED = Statement(
    update(Step).where(Step.game_id == bindparam("game"), Step.n == bindparam("step")).values(at=bindparam("moment"))
)
SAID = Statement(select(Message.channel, Message.n, Message.at).where(Message.game_id == bindparam("id")))
RESAID = Statement(
    update(Message)
    .where(Message.game_id == bindparam("game"), Message.channel == bindparam("where"), Message.n == bindparam("nth"))
    .values(at=bindparam("moment"))
)
CUT = Statement(delete(Step).where(Step.game_id == bindparam("game"), Step.n >= bindparam("kept")))


def own(link: Link, game_id: str) -> Row:
    """A sandbox of the caller's that has begun."""
    game = intime.hold(link, game_id, player())
    if not game.sandbox:
        raise not_a_sandbox()
    if game.status == "open":
        raise conflict("not_started", "The game hasn't begun.")
    return game


@blp.route("/games/<id:game_id>/sandbox/clock", methods=["POST"])
@may("host")
@blp.arguments(schemas.Forward)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_started", "not_running")
@intime.in_time
@once
def forward(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Move a sandbox's clock forward

    As if all that has happened in it had happened so many seconds earlier. What is overdue then is settled.
    """
    game = own(link, game_id)
    if game.status != "running":
        raise conflict("not_running", "The game is over.")
    aged(link, game, said["seconds"])
    due = intime.catch_up(link, store.held(link, game.id))
    return table.shown(link, due._replace(seat=game.seat)).answer(link, game.shown)  # type: ignore[union-attr]


def aged(link: Link, game: Row, seconds: int) -> None:
    """Write a game back with all its past so many seconds earlier."""

    def back(moment: str) -> str:
        return later(moment, -seconds)

    for step in store.steps(link, game):
        link.run(STEPPED, game=game.id, step=step.n, moment=back(step.at))
    for message in link.all(SAID, id=game.id):
        link.run(RESAID, game=game.id, where=message.channel, nth=message.n, moment=back(message.at))
    notices = [{**notice, "at": back(notice["at"])} for notice in orjson.loads(game.notices)]
    moved = {name: back(moment) for name in TIMES if (moment := getattr(game, name)) is not None}
    link.run(CREATED, game=game.id, moment=moved["created"])
    table.settle(link, game._replace(notices=store.dumps(notices), **moved), store.state_of(link, game))


@blp.route("/games/<id:game_id>/sandbox/back", methods=["POST"])
@may("host")
@blp.arguments(schemas.TakeBack)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_started")
@intime.in_time
@once
def back(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Take back moves in a sandbox

    The last `steps` moves, and what followed from them; that time was up counts as one, what bots said doesn't. A game
    that is over goes on. The question before them is put anew, and numbers of events are used again.
    """
    game = own(link, game_id)
    kept = past(link, game, said["steps"])
    link.run(CUT, game=game.id, kept=len(kept))
    return standing(link, game, kept).answer(link, 0)


@blp.route("/games/<id:game_id>/sandbox/fork", methods=["POST"])
@may("host")
@limited("create")
@blp.arguments(schemas.Fork)
@blp.response(201, games.TABLE, headers=games.ETAG | games.LOCATION)
@refuses("not_started", "too_many_games")
@intime.in_time
@once
def fork(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Fork a sandbox

    Another sandbox with the same past, as it stood `steps` moves ago. Nothing that was said is in it.
    """
    game = own(link, game_id)
    kept = past(link, game, said["steps"])
    same = {name: getattr(game, name) for name in ("title", "start", "pace", "conduct", "before_id", "version")}
    same |= {name: getattr(game, name) for name in ("started", "outage", "host", "standings", "turns")}
    new = founding.new(link, g.player.id, game.ruleset, game.size, game.rules, private=True, sandbox=True, **same)
    for at in link.all(store.SEATED, id=game.id):
        seating.take(link, new, at.seat, at.player_id, at.level, at.came_from)
    link.many(store.ADD_STEP, [{"game_id": new.id, **step._asdict()} for step in kept])
    new = roster.called(link, new._replace(status="running", seat=game.seat))
    return standing(link, new, kept).answer(link, 0, 201, {"Location": lobby.url(new)})


def past(link: Link, game: Row, count: int) -> list[Row]:
    """The steps of a game before the last so many moves; 422 if there weren't so many."""
    steps, bots = store.steps(link, game), moves.levels(game)
    said = [step.n for step in steps if step.n and step.seat not in bots]
    if count > len(said):
        raise invalid(("/steps", f"There are {len(said)} moves to take back."))
    return steps[: said[-count]] if count else steps


def standing(link: Link, game: Row, steps: Sequence[Row]) -> table.Table:
    """The game as it stood after these steps, its question put now; it is over if it was."""
    state = store.fold(game, steps)
    over = GAMES[game.ruleset].outcome(state) is not None
    ended = {"status": "ended", "ended": steps[-1].at} if over else {"status": "running", "ended": None}
    game = game._replace(steps=len(steps), shown=steps[-1].shown, paused=None, left=None, **ended)
    return table.settle(link, game if over else course.put(link, game, state, now()), state)
