"""The shapes of all that comes in: strict, nothing turned into what it isn't, nothing unknown let through."""

from typing import Any

from marshmallow import INCLUDE, Schema, validate
from marshmallow import fields as ma

from api.game.conduct import DEFAULT, Conduct
from api.game.pace import PaceIn
from api.game.wishes import DEFAULTS
from api.web.auth import SCOPES
from api.web.shapes import Choice, Flag, Moment, field, named, one_of, pascal, record, typed
from engine.core import TimeZone
from engine.game import GAMES
from engine.words import LANGUAGES

LEVELS = tuple(dict.fromkeys(level for game in GAMES.values() for level in game.bots))
"""The levels of all games' bots."""

BIG = 2_000_000_000
"""Beyond any number of events, messages or steps, and within what every database counts to."""


LONGEST_WAIT = 25
"""Seconds that a request may wait for something new: shorter than proxies wait for an answer."""


def secret(described: str) -> ma.String:
    """A required password field."""
    length = validate.Length(8, 200)
    return ma.String(required=True, validate=length, metadata={"description": described, "format": "password"})


def whole(least: int, most: int, **kwargs: Any) -> ma.Integer:
    """A whole number in a body."""
    return ma.Integer(strict=True, validate=validate.Range(least, most), **kwargs)


def number(least: int, most: int, described: str, **kwargs: Any) -> ma.Integer:
    """A whole number in a query, where everything is text."""
    return ma.Integer(validate=validate.Range(least, most), metadata={"description": described}, **kwargs)


def coded(described: str) -> ma.String:
    """A code or a cursor that the server made."""
    fits = validate.Regexp(r"[A-Za-z0-9_.~:-]{1,64}\Z")
    return ma.String(validate=fits, metadata={"description": described})


class Guest(Schema):
    """A guest gives a name, nothing else."""

    name = ma.String(required=True)


class Register(Guest):
    """A name and a password."""

    password = secret("8 to 200 characters.")
    label = ma.String(load_default="", metadata={"description": "What to call the token by."})


class FurtherToken(Schema):
    """A further token."""

    label = ma.String(load_default="", metadata={"description": "What to call the token by."})
    scopes = ma.List(
        Choice(tuple(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={"description": " ".join(f"`{scope}`: {good_for}" for scope, good_for in SCOPES.items())},
    )
    expires = Moment(load_default=None, allow_none=True, metadata={"description": "From when on it is refused."})


class NewBotAccount(Guest):
    """The name of a bot account."""


class Claim(Schema):
    """A guest's password, and another name if he wants one."""

    name = ma.String()
    password = secret("8 to 200 characters.")


class NewPassword(Schema):
    """The password, and the one that is to be in its place."""

    password = ma.String(required=True, validate=validate.Length(max=200), metadata={"format": "password"})
    new = secret("8 to 200 characters.")


class Forgotten(Schema):
    """Whose password is forgotten."""

    name = ma.String(required=True, validate=validate.Length(max=200))


class Reset(Schema):
    """What was mailed, and the password that is to be from now on."""

    ticket = ma.String(required=True, validate=validate.Length(1, 600))
    password = secret("8 to 200 characters.")


class NewHook(Schema):
    """Where to call."""

    url = ma.String(
        required=True, validate=validate.Length(1, 500), metadata={"description": "http or https.", "format": "uri"}
    )


class WaysIn(Schema):
    """Whether a kind of news comes by mail, and to webhooks; what isn't named stays as it is."""

    mail = Flag()
    hooks = Flag()


WishesIn = named("WishesIn", {kind: ma.Nested(WaysIn) for kind in DEFAULTS}, "Kinds of news, and by which ways.")
"""What is wished, by kind of news."""


class Chosen(Schema):
    """What to be told of, and how; what isn't named stays as it is."""

    language = Choice(LANGUAGES)
    zone = field(TimeZone)
    wishes = ma.Nested(WishesIn)


class Address(Schema):
    """An address for mails."""

    email = ma.Email(required=True, validate=validate.Length(max=254))


class Confirmation(Schema):
    """What was mailed to an address."""

    code = ma.String(required=True, validate=validate.Length(1, 600))


class NewGame(Schema):
    """A game to be created."""

    ruleset = Choice(tuple(GAMES), required=True)
    seats = whole(1, 40, required=True)
    options = ma.Dict(keys=ma.String(), load_default=dict, metadata={"description": "House rules: GET /rulesets."})
    private = Flag(load_default=False)
    title = ma.String(load_default="", validate=validate.Length(max=200))
    start = Choice(("full", "creator"), load_default="full", metadata={"description": "Who starts it."})
    pace = ma.Nested(PaceIn, load_default=lambda: PaceIn().load({}))
    conduct = ma.Nested(Conduct, load_default=lambda: dict(DEFAULT))
    starts_at = Moment(load_default=None, allow_none=True, metadata={"description": "When it starts by itself."})
    fill = Choice(LEVELS, load_default=None, allow_none=True, metadata={"description": "Bots for free seats then."})
    sandbox = Flag(
        load_default=False,
        metadata={"description": "For yourself alone, in all seats: `Act-As` says in which. It counts for nothing."},
    )


class Forward(Schema):
    """How far a sandbox's clock is moved."""

    seconds = whole(1, 40 * 86400, required=True)


class TakeBack(Schema):
    """How many moves are taken back."""

    steps = whole(1, BIG, load_default=1)


class Fork(Schema):
    """How many moves ago."""

    steps = whole(0, BIG, load_default=0)


class NewLeave(Schema):
    """From when to when you are away."""

    begins = Moment(required=True)
    ends = Moment(required=True)


class Vote(Schema):
    """Whether you want it."""

    vote = Flag(load_default=True)


class Kick(Vote):
    """Whom to send away."""

    seat = whole(0, 39, required=True)


class ReadyCheck(Schema):
    """Whether you are ready for the deal."""

    ready = Flag(load_default=True)


class Schedule(Schema):
    """When a game starts by itself, and which bots take the seats that are free then."""

    starts_at = Moment(load_default=None, allow_none=True)
    fill = Choice(LEVELS, load_default=None, allow_none=True)


class Join(Schema):
    """The code of an invitation, if the game is private."""

    code = coded("The invitation.")


class NewBots(Schema):
    """Bots for free seats."""

    level = Choice(LEVELS, required=True)
    count = whole(1, 40, load_default=1)


class Say(Schema):
    """Something to say."""

    channel = ma.String(load_default="table", validate=validate.Length(max=24))
    text = ma.String(required=True, validate=validate.Length(max=8000))


class Nothing(Schema):
    """Nothing has to be said."""


class AfterOnly(Schema):
    """Which events are known."""

    after = number(0, BIG, "The number of the last event that you know.")


class Coded(Schema):
    """By what right one looks."""

    code = coded("The invitation to a private game.")


class Since(AfterOnly, Coded):
    """Which events are known, by what right one looks, and how long one would wait."""

    wait = number(0, LONGEST_WAIT, "With If-None-Match: seconds to wait for something new before a 304.")


class Paged(Schema):
    """Which page of a list."""

    limit = number(1, 100, "How many.", load_default=20)
    cursor = coded("The `next` of the page before.")


class Deletion(Schema):
    """The password, if there is one."""

    password = ma.String(validate=validate.Length(max=200), metadata={"format": "password"})


class Listed(Schema):
    """Which games to list."""

    status = Choice(("open", "running", "ended"))
    ruleset = Choice(tuple(GAMES))
    vacant = Choice(("true",), metadata={"description": "Only games in which a substitute is sought."})
    limit = number(1, 100, "How many.", load_default=20)
    cursor = coded("The `next` of the page before.")


class Heard(Coded):
    """Which messages to list: those after one, or the latest."""

    channel = ma.String(load_default="table", validate=validate.Length(max=24))
    after = number(0, BIG, "The id of the last message that you know.")
    limit = number(1, 200, "How many.", load_default=50)


class Replayed(Coded):
    """Which moment of an ended game to show, and through whose eyes."""

    seat = ma.String(
        load_default="everyone",
        validate=validate.Regexp(r"(everyone|\d{1,2})\Z"),
        metadata={"description": "A seat's number, or `everyone`: all is known."},
    )
    step = number(0, BIG, "The step, from 0, the deal.", load_default=0)


def moves(name: str) -> type[Schema]:
    """The moves of a game."""
    members = {word: typed(cls, pascal(name)) for word, cls in GAMES[name].moves.items()}
    return one_of(f"{pascal(name)}Move", f"A move of {name}.", members)


MOVE = {name: moves(name) for name in GAMES}
"""The schema of each game's moves."""

MOVES = {name: schema() for name, schema in MOVE.items()}
"""The same, ready to read by."""

RULES = {name: record(game.rules_type, pascal(name))(unknown=INCLUDE) for name, game in GAMES.items()}
"""How chosen house rules are read; what is no house rule the game refuses itself."""


class Move(Schema):
    """A move of the game that it is sent to."""

    any_of = tuple(MOVE.values())

    class Meta:
        """Whether it is one is found out when it is known which game it is for."""

        unknown = INCLUDE


STANDING = {name: record(game.standing_type, pascal(name)) for name, game in GAMES.items()}
"""The schema of each game's standing answers."""

STANDINGS = {name: schema() for name, schema in STANDING.items()}
"""The same, ready to read by."""


class Standing(Schema):
    """Standing answers in the game that they are sent to."""

    any_of = tuple(STANDING.values())

    class Meta:
        """Whether they are is found out when it is known which game they are for."""

        unknown = INCLUDE
