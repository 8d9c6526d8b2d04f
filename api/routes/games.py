"""The shapes of answers about a game, made of what the games themselves declare: views, options, events."""

from collections.abc import Iterable
from typing import Any, TypedDict

from marshmallow import Schema
from marshmallow import fields as ma

from api.game.conduct import Conduct
from api.game.pace import PaceIn
from api.routes.schemas import BIG, MOVE, STANDING, whole
from api.web import answers
from api.web.shapes import Either, Flag, named, one_of, option, pascal, record, typed
from engine.game import GAMES


class Pick(TypedDict):
    """A hole in an option: a list takes `least` to `most` of these, each as often as it stands here."""

    pick: list[Any]
    least: int
    most: int


def options(name: str) -> type[Schema]:
    """The options of a game."""
    members = {word: option(cls, pascal(name), record(Pick)) for word, cls in GAMES[name].moves.items()}
    return one_of(f"{pascal(name)}Option", f"What may be said in {name}.", members)


def events(name: str) -> type[Schema]:
    """The events of a game as they are told; those that are sealed only once it is over."""
    first = {"n": whole(1, BIG, required=True, allow_none=True), "at": ma.String(required=True)}
    members = {word: typed(cls, pascal(name), **first) for word, cls in GAMES[name].events.items()}
    return one_of(f"{pascal(name)}Event", f"Something that happened in {name}; null is not yours to know.", members)


def any_game(schemas: Iterable[type[Schema]], **kwargs: Any) -> Either:
    """A field that holds what one game or another says."""
    return Either([ma.Nested(schema) for schema in schemas], **kwargs)


OPTION = {name: options(name) for name in GAMES}
EVENT = {name: events(name) for name in GAMES}
VIEW = {name: record(game.view_type, pascal(name)) for name, game in GAMES.items()}


LISTS = {
    "options": ma.List(any_game(OPTION.values()), required=True),
    "barred": ma.List(ma.Nested(record(answers.Barred)), required=True),
}
OPTIONS = named("Options", {"asked": Flag(required=True), **LISTS}, "What you may say now.")
TABLE = named(
    "Table",
    record(answers.TableOut)._declared_fields
    | LISTS
    | {
        "rules": any_game([record(game.rules_type, pascal(name)) for name, game in GAMES.items()], required=True),
        "pace": ma.Nested(PaceIn, required=True),
        "conduct": ma.Nested(Conduct, required=True),
        "standing": any_game(STANDING.values(), required=True, allow_none=True),
        "view": any_game(VIEW.values(), required=True, allow_none=True),
        "events": ma.List(any_game(EVENT.values()), required=True),
    },
    answers.TableOut.__doc__,
)
MOMENT = named(
    "Moment",
    record(answers.Moment)._declared_fields
    | {
        "move": any_game(MOVE.values(), required=True, allow_none=True),
        "events": ma.List(any_game(EVENT.values()), required=True),
        "view": any_game(VIEW.values(), required=True),
        "views": ma.List(any_game(VIEW.values()), required=True, allow_none=True),
    },
    answers.Moment.__doc__,
)
HANDOVER = named(
    "Handover",
    record(answers.Handover)._declared_fields
    | {
        "view": any_game(VIEW.values(), required=True),
        "events": ma.List(any_game(EVENT.values()), required=True),
        "moves": ma.List(any_game(MOVE.values()), required=True),
    },
    answers.Handover.__doc__,
)
ETAG = {"ETag": {"description": "Of what you see.", "schema": {"type": "string"}}}
LOCATION = {"Location": {"description": "Where it is.", "schema": {"type": "string"}}}
