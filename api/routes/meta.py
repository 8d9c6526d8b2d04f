"""What can be played and how it is described; whether the server is well."""

from dataclasses import fields
from functools import cache
from hashlib import sha256
from typing import Any

import orjson
from flask import Blueprint as Plain
from flask import Response, request
from marshmallow import validate
from marshmallow.fields import Dict
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from api.data.db import Statement, db, reading
from api.data.models import Game
from api.operation import checks
from api.routes import games
from api.web import answers, errors
from api.web.errors import not_found
from api.web.headers import API, DOCS_POLICY
from api.web.incoming import Blueprint, conditional
from api.web.outgoing import json, nothing
from api.web.shapes import Choice, Either, Flag, Formed, pascal, record
from engine.game import GAMES
from engine.words import LANGUAGES

blp = Blueprint("rulesets", __name__, description="The games that can be played, and their words.")
plain = Plain("meta", __name__)

ANY_GAME = Statement(select(Game.id).limit(1))
LASTING = {"Cache-Control": "public, max-age=300"}
"""Of what changes with the server's version alone."""

DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fireline &amp; Undercover: the API</title><script type="module" src="/vendor/rapidoc.js"></script></head>
<body><rapi-doc spec-url="{api}/openapi.json" load-fonts="false" render-style="read" schema-style="table"
allow-spec-url-load="false" allow-spec-file-load="false" show-header="false"></rapi-doc></body></html>
"""


@blp.route("/rulesets")
@blp.response(200, record(answers.Rulesets))
def rulesets() -> Response:
    """The games that can be played, and what may be chosen"""
    return json({"rulesets": [described(name) for name in GAMES]}, headers=LASTING)


@cache
def described(name: str) -> dict[str, Any]:
    """A game: seats, house rules with their bounds, moves, bots."""
    game = GAMES[name]
    by_seats = {size: game.dump_rules(game.rules({}, size)) for size in game.seats}
    shapes = record(game.rules_type, pascal(name))._declared_fields
    options = [house_rule(f, shapes[f.name]) for f in fields(game.rules_type)]
    varying = [option["name"] for option in options if option["default"] is None]
    return {
        "name": name,
        "ruleset": game.ruleset,
        "seats": {"least": min(game.seats), "most": max(game.seats)},
        "options": options,
        "defaults": {str(size): {key: rules[key] for key in varying} for size, rules in by_seats.items()},
        "asks": [{"name": ask, "sealed": sealed} for ask, sealed in game.asks.items()],
        "paces": game.paces,
        "timed": list(game.timed),
        "moves": list(game.moves),
        "bots": list(game.bots),
        "languages": list(LANGUAGES),
    }


def house_rule(f: Any, shape: Any) -> dict[str, Any]:
    """A house rule: what kind of choice it is, and within what bounds."""
    told = {"name": f.name, "rule": f.metadata["rule"], "default": f.default}
    if isinstance(shape, Either):
        return {**told, "type": "seat_or_random"}
    if isinstance(shape, Choice):
        return {**told, "type": "choice", "choices": list(shape.listed)}
    if isinstance(shape, Formed):
        return {**told, "type": shape.form.kind}
    if isinstance(shape, Flag):
        return {**told, "type": "flag"}
    if isinstance(shape, Dict):
        keys: Any = shape.key_field
        return {**told, "type": "counts", "keys": list(keys.listed), **bounds(shape.value_field)}
    return {**told, "type": "count", **bounds(shape)}


def bounds(shape: Any) -> dict[str, int]:
    """The least and the greatest that a number may be."""
    within = next(check for check in shape.validators if isinstance(check, validate.Range))
    return {"least": within.min, "most": within.max}


@blp.route("/rulesets/<id:name>/words/<id:lang>")
@blp.response(200, {"type": "object"}, headers=games.ETAG)
@blp.alt_response(304, description="Unchanged")
@conditional
def words(name: str, lang: str) -> Response:
    """A game's words in a language: names, sentences for events and refusals, the rules"""
    if name not in GAMES or lang not in LANGUAGES:
        raise not_found()
    body, tag = catalogue(name, lang)
    if request.if_none_match.contains_weak(tag):
        return nothing(304, {"ETag": f'"{tag}"', **LASTING})
    return Response(body, content_type="application/json", headers={"ETag": f'"{tag}"', **LASTING})


@cache
def catalogue(name: str, lang: str) -> tuple[bytes, str]:
    """A game's words as JSON, and their hash."""
    body = orjson.dumps(GAMES[name].words(lang))
    return body, sha256(body).hexdigest()[:32]


@plain.route("/docs")
def docs() -> Response:
    """The API's description as a page."""
    return Response(
        DOCS.format(api=API), content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": DOCS_POLICY}
    )


@plain.route("/healthz")
def healthy() -> Response:
    """The server runs."""
    return json({"status": "ok"})


@plain.route("/readyz")
def ready() -> Response:
    """The server can serve: its database answers, has the tables, and keeps what it is given; else 503."""
    try:
        with reading() as link:
            link.one(ANY_GAME)
        unsafe = checks.of_database()
    except (db.engine.dialect.loaded_dbapi.Error, OperationalError) as error:
        return errors.from_database(error)
    if unsafe:
        return errors.Problem(503, "unavailable", " ".join(each.said for each in unsafe)).response()
    return json({"status": "ok"})
