"""The table: the one answer about a game, built for one seat or an onlooker, and the ETag of what it shows."""

from dataclasses import fields
from functools import lru_cache
from hashlib import blake2b, sha512
from typing import Any

import orjson
from flask import Response, current_app, request

from api import store
from api.db import Link, Row
from engine.core import Event
from engine.game import GAMES

SHAPE = "1"
"""Changed with the table's shape, so that nobody is told that an answer of the old shape is still good."""

POLL = {"open": 2, "running": 2, "ended": 15}
"""Seconds after which asking again makes sense: a matter of what everybody knows."""

LATEST = 50
"""Events that are told to one who doesn't say what he knows."""

Seat = int | None


def head(game: Row, state: Any, seat: Seat) -> dict[str, Any]:
    """All of the table but its events. Of the state it knows what the seat's view, options and channels say."""
    ruleset = GAMES[game.ruleset]
    view, options, barred, can_talk = None, [], [], seat is not None
    if state is not None:
        view = ruleset.view(state, seat)
        can_talk = seat in ruleset.channels(state)["table"].writers
        if seat is not None:
            options = [ruleset.dump_option(option) for option in ruleset.options(state, seat)]
            barred = ruleset.barred(state, seat)
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "title": game.title,
        "status": game.status,
        "private": bool(game.private),
        "code": game.code if seat is not None else None,
        "creator": seat == game.host,
        "start": game.start,
        "size": game.size,
        "seats": orjson.Fragment(game.roster),
        "you": seat,
        "rules": orjson.Fragment(game.rules),
        "summary": orjson.Fragment(summary(game.ruleset, game.size, game.rules)),
        "asked": orjson.Fragment(game.asked),
        "options": options,
        "barred": barred,
        "deadline": None,
        "view": view,
        "last_event": game.shown,
        "talk": {"last": game.said},
        "can_talk": can_talk,
        "rematch": game.rematch_id,
        "created": game.created,
        "started": game.started,
        "ended": game.ended,
        "poll_after": POLL[game.status],
    }


@lru_cache(maxsize=512)
def summary(name: str, size: int, rules: str) -> bytes:
    """The house rules one by one: what holds, whether it is the default, and which sentence it changes."""
    ruleset = GAMES[name]
    default = ruleset.dump_rules(ruleset.rules({}, size))
    numbers = {field.name: field.metadata["rule"] for field in fields(ruleset.rules_type)}
    return orjson.dumps(
        [
            {"option": option, "value": value, "default": value == default[option], "rule": numbers[option]}
            for option, value in orjson.loads(rules).items()
        ]
    )


def etag(body: bytes) -> str:
    """The keyed hash of a table without its events: it tells nothing, and changes with what is seen alone."""
    return f"{SHAPE}-{blake2b(body, digest_size=16, key=_key(current_app.config['SECRET_KEY'])).hexdigest()}"


@lru_cache(maxsize=8)
def _key(secret: str) -> bytes:
    return sha512(secret.encode()).digest()


def etags(game: Row, state: Any) -> str:
    """The ETags of an onlooker and of each seat, as the game's row keeps them; a bot needs none."""
    bots = {at["seat"] for at in orjson.loads(game.roster) if at["kind"] in ("bot", None)}
    watchers: list[Seat] = [None, *range(game.size)]
    return store.dumps([None if seat in bots else etag(orjson.dumps(head(game, state, seat))) for seat in watchers])


def names(game: Row) -> list[str]:
    """The names at a table, by seat; nothing for a seat that is free."""
    return [at["name"] or "" for at in orjson.loads(game.roster)]


def settle(link: Link, game: Row, state: Any) -> Row:
    """Write a changed game back, with everything about it that is kept for cheap answers."""
    if state is not None:
        ruleset = GAMES[game.ruleset]
        game = game._replace(
            asked=store.dumps(ruleset.asked(state)),
            silent=store.dumps(ruleset.silent(state)),
            state=store.dumps(ruleset.dump_state(state)),
        )
    game = game._replace(etags=etags(game, state))
    store.save(link, game)
    return game


def events(game: Row, steps: list[Row], seat: Seat, after: int) -> list[dict[str, Any]]:
    """The numbered events beyond `after` in these steps, as the seat saw them; whole once the game is over."""
    ruleset, over = GAMES[game.ruleset], game.status == "ended"
    told = []
    for step in steps:
        numbered = [event for event in orjson.loads(step.events) if not ruleset.events[event["type"]].sealed]
        first = step.shown - len(numbered) + 1
        for n, event in enumerate(numbered, first):
            if n > after:
                told.append({"n": n, **(event if over else seen(ruleset, event, seat))})
    return told


def seen(ruleset: Any, event: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """An event as a seat sees it before the end."""
    if ruleset.events[event["type"]].seen is Event.seen:
        return event  # it hides nothing
    told: dict[str, Any] = ruleset.dump_event(ruleset.load_event(event).seen(seat))
    return told


def answer(link: Link, game: Row, state: Any, after: int | None = None, status: int = 200, **headers: str) -> Response:
    """The table as an HTTP answer for the caller: what happened after `after`, or the latest, and its ETag."""
    if state is None and game.status != "open":
        state = store.state_of(link, game)
    body = orjson.dumps(head(game, state, game.seat))
    tag = f'"{etag(body)}"'
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(tag.strip('"')):
        unchanged = Response(status=304, headers={"ETag": tag})
        del unchanged.headers["Content-Type"]
        return unchanged
    after = max(0, game.shown - LATEST) if after is None else after
    told = orjson.dumps(events(game, store.shown(link, game, after), game.seat, after))
    whole = b'%b,"events":%b}' % (body[:-1], told)
    return Response(whole, status, content_type="application/json", headers={"ETag": tag, **headers})
