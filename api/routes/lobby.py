"""The lobby: games are created, listed, joined and left; bots are seated; a game starts, and is played again."""

from typing import Any

from flask import Response, g, request, url_for

from api.clock import now
from api.data.db import Link, Row, reading
from api.game import beginning, founding, intime, listing, pace, roster, seating, store, table
from api.routes import games, schemas
from api.routes.play import player, seat_of
from api.web import answers, texts
from api.web.auth import may, perhaps_signed_in, signed_in
from api.web.errors import conflict, invalid, not_creator, not_found
from api.web.incoming import Blueprint, conditional, load
from api.web.limits import limited
from api.web.once import hashed, once
from api.web.outgoing import json, nothing
from api.web.refusals import refuses
from api.web.shapes import record
from engine.game import GAMES

blp = Blueprint("lobby", __name__, description="Games before they start, and lists of games.")


def url(game: Row) -> str:
    """Where a game is."""
    return url_for("play.show", game_id=game.id)


@blp.route("/games", methods=["POST"])
@may("host")
@limited("create")
@blp.arguments(schemas.NewGame)
@blp.response(201, games.TABLE, headers=games.ETAG | games.LOCATION)
@refuses("pace_decides", "too_many_games", rules=422)
@once
def create(link: Link, said: dict[str, Any]) -> Response:
    """Create a game

    You take the first seat. The answer tells the house rules that hold, and how they differ from the defaults. It
    starts when all seats are taken, or, with `"start": "creator"`, when you say so.
    """
    ruleset = GAMES[said["ruleset"]]
    chosen = load(schemas.RULES[said["ruleset"]], said["options"], "/options")
    rules = store.dumps(ruleset.dump_rules(ruleset.rules(chosen, said["seats"])))
    rhythm = pace.settle(ruleset, said["pace"], said["options"])
    level = beginning.bots(ruleset, said["fill"])
    starts_at = beginning.future(said["starts_at"])
    title = texts.line(said["title"])
    if len(title) > texts.LINE:
        raise invalid(("/title", f"Longer than {texts.LINE} characters."))
    if said["sandbox"]:
        said |= {"private": True, "conduct": said["conduct"] | {"absent": "default"}}
    settled = {name: said[name] for name in ("private", "sandbox", "start")} | {"title": title}
    settled |= {"pace": store.dumps(rhythm), "conduct": store.dumps(said["conduct"])}
    settled["affairs"] = store.dumps({"starts_at": starts_at, "fill": level})
    game = founding.new(link, g.player.id, said["ruleset"], said["seats"], rules, **settled)
    seating.take(link, game, 0, g.player.id)
    sat = beginning.seated(link, game._replace(seat=0))
    return sat.answer(link, 0, 201, {"Location": url(game)})


@blp.route("/games")
@perhaps_signed_in
@blp.arguments(schemas.Listed, location="query")
@blp.response(200, record(answers.Games))
def public(query: dict[str, Any]) -> Response:
    """Public games, the newest first"""
    with reading() as link:
        return json(listing.public(link, query, player()))


@blp.route("/me/games")
@signed_in
@blp.response(200, record(answers.Mine), headers=games.ETAG)
@blp.alt_response(304, description="Nothing about your games has changed")
@conditional
def mine() -> Response:
    """Your games, the most urgent first

    First those that wait for you, then those that go on, those that haven't begun, and the last that ended.
    """
    with reading() as link:
        answer = json({"games": listing.mine(link, g.player.id)})
    tag = hashed("games", answer.get_data()).hex()[:32]
    if request.if_none_match.contains_weak(tag):
        return nothing(304, {"ETag": f'"{tag}"'})
    answer.set_etag(tag)
    return answer


@blp.route("/games/<id:game_id>/seats", methods=["POST"])
@may("play")
@blp.arguments(schemas.Join)
@blp.response(201, games.TABLE, headers=games.ETAG)
@refuses("started", "full", "too_many_attempts")
@once
def join(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Take the next free seat

    A private game needs its code. One who sits there already gets the table again, and no second seat.
    """
    game = intime.hold(link, game_id, player(), said.get("code"))
    if game.seat is None:
        seating.only_open(game)
        seats = seating.free(game)
        if not seats:
            raise conflict("full", "All seats are taken.")
        seating.take(link, game, seats[0], g.player.id)
        return beginning.seated(link, game._replace(seat=seats[0])).answer(link, 0, 201)
    return table.shown(link, game).answer(link, 0, 201)


@blp.route("/games/<id:game_id>/seats/me", methods=["DELETE"])
@may("play")
@blp.response(204)
@refuses("not_seated", "ended")
@once
def leave(link: Link, game_id: str) -> Response:
    """Leave

    When its creator leaves, a game goes to the next person at the table; before the start, without one it is gone. In a
    running game the seat stays, with all that it knows: a substitute is sought, or a bot plays on, as the table's
    `absent` says. Who has left doesn't come back. A sandbox is gone at any time.
    """
    game = intime.hold(link, game_id, player())
    seat = seat_of(game)
    if game.sandbox:
        link.run(seating.REMOVE, id=game.id)
    elif game.status == "open":
        link.run(seating.LEAVE, game=game.id, at=seat)
        beginning.freed(link, game)
    elif game.status == "running":
        seating.gone(link, game, store.state_of(link, game), seat, "left")
    else:
        raise conflict("ended", "The game is over.")
    return nothing()


def hosted(link: Link, game_id: str) -> Row:
    """A game that the caller created, or that came to him; 403 if it is another's."""
    game = intime.hold(link, game_id, player())
    if seat_of(game) != game.host:
        raise not_creator()
    return game


@blp.route("/games/<id:game_id>/bots", methods=["POST"])
@may("host")
@blp.arguments(schemas.NewBots)
@blp.response(201, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_creator", "started", "full")
@once
def add_bots(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Seat bots

    They take the next free seats. For the creator.
    """
    game = hosted(link, game_id)
    seating.only_open(game)
    if said["level"] not in GAMES[game.ruleset].bots:
        raise invalid(("/level", "This game has no such bots."))
    seats = seating.free(game)[: said["count"]]
    if len(seats) < said["count"]:
        raise conflict("full", "There are not so many free seats.")
    for seat in seats:
        seating.take(link, game, seat, level=said["level"])
    return beginning.seated(link, game).answer(link, 0, 201)


@blp.route("/games/<id:game_id>/bots/<int:seat>", methods=["DELETE"])
@may("host")
@blp.response(204)
@refuses("not_seated", "not_creator", "started")
@once
def remove_bot(link: Link, game_id: str, seat: int) -> Response:
    """Send a bot away, before the start

    For the creator.
    """
    game = hosted(link, game_id)
    seating.only_open(game)
    if not any(at.seat == seat and at.player_id is None for at in link.all(store.SEATED, id=game.id)):
        raise not_found()
    link.run(seating.LEAVE, game=game.id, at=seat)
    beginning.seated(link, game)
    return nothing()


@blp.route("/games/<id:game_id>/start", methods=["POST"])
@may("host")
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_creator", "started", "seats_free")
@once
def start(link: Link, game_id: str) -> Response:
    """Start the game

    For the creator, when all seats are taken. Where the table has a ready check, the others are asked first.
    """
    game = hosted(link, game_id)
    seating.only_open(game)
    if not seating.is_full(game):
        raise conflict("seats_free", "There are free seats: wait, or seat bots.")
    return beginning.full(link, game, now(), [game.seat]).answer(link, 0)


@blp.route("/games/<id:game_id>/schedule", methods=["PUT"])
@may("host")
@blp.arguments(schemas.Schedule)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "not_creator", "started")
@once
def schedule(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Schedule the start

    For the creator. At that time bots of the level `fill` take the free seats and the game starts; without `fill` it
    starts only if all seats are taken. null takes the schedule back.
    """
    game = hosted(link, game_id)
    seating.only_open(game)
    fill = beginning.bots(GAMES[game.ruleset], said["fill"])
    return beginning.scheduled_for(link, game, beginning.future(said["starts_at"]), fill).answer(link, 0)


@blp.route("/games/<id:game_id>/seats/me/ready", methods=["PUT"])
@may("play")
@blp.arguments(schemas.ReadyCheck)
@blp.response(200, games.TABLE, headers=games.ETAG)
@refuses("not_seated", "started", "no_ready_check")
@intime.in_time
@once
def ready(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Say that you are ready

    In a ready check; with the last one the cards are dealt. Who hasn't said so in time loses his seat.
    """
    game = intime.hold(link, game_id, player())
    seat_of(game)
    seating.only_open(game)
    return beginning.say_ready(link, game, said["ready"]).answer(link, 0)


@blp.route("/games/<id:game_id>/rematch", methods=["POST"])
@may("host")
@limited("create")
@blp.response(201, games.TABLE, headers=games.ETAG | games.LOCATION)
@refuses("not_seated", "not_ended", "too_many_games")
@once
def rematch(link: Link, game_id: str) -> Response:
    """Play again, with the same house rules and the same table

    All sit down in the order of the game before; the seat of somebody who is gone is free. Whoever asks later gets the
    same new game, unless it is private and he has left it.
    """
    old = intime.hold(link, game_id, player())
    seat = seat_of(old)
    if old.status != "ended":
        raise conflict("not_ended", "The game isn't over.")
    if old.rematch_id is not None:
        game = link.one(store.SEEN, id=old.rematch_id, player=g.player.id)
        if game is not None:
            return table.shown(link, store.visible(link, game, None)).answer(link, 0, 201, {"Location": url(game)})
    settled = {
        "private": bool(old.private),
        "sandbox": bool(old.sandbox),
        "start": old.start,
        "title": old.title,
        "before_id": old.id,
    }
    settled |= {"pace": old.pace, "conduct": old.conduct, "series_id": old.series_id or old.id, "nth": old.nth + 1}
    game = founding.new(link, g.player.id, old.ruleset, old.size, old.rules, **settled)._replace(host=seat, seat=seat)
    for at in link.all(store.SEATED, id=old.id):
        if at.kind in roster.PEOPLE:
            seating.take(link, game, at.seat, at.player_id, came_from=at.seat)
        elif at.player_id is None and at.level is not None:
            seating.take(link, game, at.seat, level=at.level, came_from=at.seat)
    sat = beginning.seated(link, game)
    table.settle(link, old._replace(rematch_id=game.id), store.state_of(link, old))
    return sat.answer(link, 0, 201, {"Location": url(game)})
