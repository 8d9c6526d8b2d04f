"""The lobby: games are created, listed, joined and left; bots are seated; a game starts, and is played again."""

import secrets
from typing import Any

from flask import Response, g, request, url_for

from api import answers, games, listing, schemas, seating, store, table, texts
from api.auth import may, perhaps_signed_in, signed_in
from api.clock import now
from api.db import Link, Row, adding, reading
from api.errors import conflict, forbidden, invalid, not_found
from api.incoming import Blueprint, conditional, load
from api.limits import limited
from api.models import Game
from api.once import hashed, once
from api.outgoing import json, nothing
from api.play import player, seat_of
from api.shapes import record
from engine.game import GAMES

blp = Blueprint("lobby", __name__, description="Games before they start, and lists of games.")

ADD = adding(Game)


def url(game: Row) -> str:
    """Where a game is."""
    return url_for("play.show", game_id=game.id)


def new(link: Link, ruleset: str, size: int, rules: Any, **settled: Any) -> Row:
    """A new game at which nobody sits."""
    values = {
        "id": secrets.token_urlsafe(12),
        "ruleset": ruleset,
        "version": GAMES[ruleset].ruleset,
        "size": size,
        "code": secrets.token_urlsafe(16) if settled["private"] else None,
        "rules": rules,
        "host": 0,
        "status": "open",
        "created": now(),
        **dict.fromkeys(("started", "ended", "deadline", "before_id", "rematch_id", "state", "series_id")),
        **dict.fromkeys(("opened", "question", "paused", "left", "tell_turn", "tell_near")),
        **dict.fromkeys(("steps", "shown", "vacant", "outage"), 0),
        "sandbox": False,
        "nth": 1,
        "pace": '{"name":"house"}',
        **dict.fromkeys(("said", "conduct", "affairs", "standings"), "{}"),
        **dict.fromkeys(("etags", "asked", "silent", "roster", "turns", "notices"), "[]"),
        **settled,
    }
    link.run(ADD, **values)
    return link.one(store.HELD, id=values["id"])


@blp.route("/games", methods=["POST"])
@may("host")
@limited("create")
@blp.arguments(schemas.NewGame)
@blp.response(201, games.TABLE, headers=games.ETAG | games.LOCATION)
@once
def create(link: Link, said: dict[str, Any]) -> Response:
    """Create a game

    You take the first seat. The answer tells the house rules that hold, and how they differ from the defaults. It
    starts when all seats are taken, or, with `"start": "creator"`, when you say so.
    """
    ruleset = GAMES[said["ruleset"]]
    chosen = load(schemas.RULES[said["ruleset"]], said["options"], "/options")
    rules = store.dumps(ruleset.dump_rules(ruleset.rules(chosen, said["seats"])))
    title = texts.line(said["title"])
    if len(title) > texts.LINE:
        raise invalid(("/title", f"Longer than {texts.LINE} characters."))
    settled = {"private": said["private"], "start": said["start"], "title": title}
    game = new(link, said["ruleset"], said["seats"], rules, **settled)
    seating.take(link, game, 0, g.player.id)
    sat = seating.seated(link, game._replace(seat=0))
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
@once
def join(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Take the next free seat

    A private game needs its code. One who sits there already gets the table again, and no second seat.
    """
    game = store.hold(link, game_id, player(), said.get("code"))
    if game.seat is None:
        seating.only_open(game)
        seats = seating.free(game)
        if not seats:
            raise conflict("full", "All seats are taken.")
        seating.take(link, game, seats[0], g.player.id)
        return seating.seated(link, game._replace(seat=seats[0])).answer(link, 0, 201)
    return table.shown(link, game).answer(link, 0, 201)


@blp.route("/games/<id:game_id>/seats/me", methods=["DELETE"])
@may("play")
@blp.response(204)
@once
def leave(link: Link, game_id: str) -> Response:
    """Leave before the start

    When its creator leaves, a game goes to the next person at the table; without one it is gone.
    """
    game = store.hold(link, game_id, player())
    seat = seat_of(game)
    seating.only_open(game)
    link.run(seating.LEAVE, game=game.id, at=seat)
    people = [at.seat for at in link.all(store.SEATED, id=game.id) if at.player_id is not None]
    if not people:
        link.run(seating.REMOVE, id=game.id)
    else:
        seating.seated(link, game._replace(host=people[0]) if seat == game.host else game)
    return nothing()


def hosted(link: Link, game_id: str) -> Row:
    """A game that the caller created, or that came to him; 403 if it is another's."""
    game = store.hold(link, game_id, player())
    if seat_of(game) != game.host:
        raise forbidden("not_creator", "Only who created the game may do this.")
    return game


@blp.route("/games/<id:game_id>/bots", methods=["POST"])
@may("host")
@blp.arguments(schemas.NewBots)
@blp.response(201, games.TABLE, headers=games.ETAG)
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
    return seating.seated(link, game).answer(link, 0, 201)


@blp.route("/games/<id:game_id>/bots/<int:seat>", methods=["DELETE"])
@may("host")
@blp.response(204)
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
    seating.seated(link, game)
    return nothing()


@blp.route("/games/<id:game_id>/start", methods=["POST"])
@may("host")
@blp.response(200, games.TABLE, headers=games.ETAG)
@once
def start(link: Link, game_id: str) -> Response:
    """Start the game

    For the creator, when all seats are taken.
    """
    game = hosted(link, game_id)
    seating.only_open(game)
    if seating.free(game):
        raise conflict("seats_free", "There are free seats: wait, or seat bots.")
    return seating.begin(link, game).answer(link, 0)


@blp.route("/games/<id:game_id>/rematch", methods=["POST"])
@may("host")
@limited("create")
@blp.response(201, games.TABLE, headers=games.ETAG | games.LOCATION)
@once
def rematch(link: Link, game_id: str) -> Response:
    """Play again, with the same house rules and the same table

    All sit down in the order of the game before. Whoever asks later gets the same new game.
    """
    old = store.hold(link, game_id, player())
    seat = seat_of(old)
    if old.status != "ended":
        raise conflict("not_ended", "The game isn't over.")
    if old.rematch_id is not None:
        game = link.one(store.SEEN, id=old.rematch_id, player=g.player.id)
        if game is not None:
            return table.shown(link, game).answer(link, 0, 201, {"Location": url(game)})
    settled = {"private": bool(old.private), "start": old.start, "title": old.title, "before_id": old.id}
    game = new(link, old.ruleset, old.size, old.rules, **settled)._replace(host=seat, seat=seat)
    for at in link.all(store.SEATED, id=old.id):
        seating.take(link, game, at.seat, at.player_id, at.level, at.seat)
    sat = seating.seated(link, game)
    table.settle(link, old._replace(rematch_id=game.id), store.state_of(link, old))
    return sat.answer(link, 0, 201, {"Location": url(game)})
