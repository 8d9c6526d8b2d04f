"""The table: the one answer about a game, built for one seat or an onlooker, and the ETag of what it shows."""

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from hashlib import blake2b, sha512
from operator import attrgetter
from typing import Any

import orjson
from flask import Response, current_app, request

from api.clock import between
from api.data.db import Link, Row
from api.game import conduct, roster, store
from api.web.outgoing import nothing
from engine.core import Channel, Event
from engine.game import GAMES

SHAPE = "2"
"""Changed with the table's shape, so that nobody is told that an answer of the old shape is still good."""

POLL = {"open": 2, "running": 2, "slow": 10, "ended": 15}
"""Seconds after which asking again makes sense."""

SLOW = 3600
"""Seconds for a question from which on a game is slow."""

MOST = 500
"""Events that are told at once."""

LATEST = 50
"""Events that are told to one who doesn't say what he knows."""

Seat = int | None

COLUMNS = (
    *("id", "ruleset", "title", "status", "private", "sandbox", "start", "size", "roster", "rules", "asked", "pace"),
    *("question", "opened", "deadline", "paused", "affairs", "conduct", "vacant", "series_id", "nth", "notices"),
    *("shown", "rematch_id", "created", "started", "ended"),
)
"""What of a game's row everybody sees, in one form or another."""

columns = attrgetter(*COLUMNS)

Public = namedtuple("Public", (*COLUMNS, "needed"))
"""What everybody sees of a game: these columns, and how many votes decide a break."""


class Table:
    """A game as it now is, for whoever looks at it. The state is None before the start."""

    def __init__(self, game: Row, state: Any) -> None:
        """Of this row and this state, which are not to change any more."""
        self.game, self.state, self.ruleset = game, state, GAMES[game.ruleset]
        voters = [] if state is None or game.status != "running" else roster.electorate(game, state)
        self.shared = public(Public(*columns(game), conduct.needed(voters)))
        self.owns: dict[Seat, bytes] = {}

    def private(self, seat: Seat) -> dict[str, Any]:
        """What is a seat's own. Of the state it knows what the seat's view, options and channels say."""
        ruleset, state = self.ruleset, self.state
        view, options, barred = None, [], []
        if state is not None:
            view = ruleset.view(state, seat)
            if seat is not None:
                options = [ruleset.dump_option(option) for option in ruleset.options(state, seat)]
                barred = ruleset.barred(state, seat)
        return {
            "you": seat,
            "creator": seat == self.game.host,
            "code": self.game.code if seat is not None else None,
            "channels": channels(self.game, state, seat),
            "options": options,
            "barred": barred,
            "view": view,
            **prepared(self.game, seat),
        }

    def own(self, seat: Seat) -> bytes:
        """What is a seat's own, as JSON."""
        if seat not in self.owns:
            self.owns[seat] = orjson.dumps(self.private(seat))
        return self.owns[seat]

    def etag(self, seat: Seat) -> str:
        """The keyed hash of all that a seat sees: it tells nothing, and changes with what is seen alone."""
        mark = blake2b(self.shared, digest_size=16, key=key(current_app.config["SECRET_KEY"]))
        mark.update(self.own(seat))
        return f"{SHAPE}-{mark.hexdigest()}"

    def etags(self) -> str:
        """The ETags of an onlooker and of each seat, as the game's row keeps them; a bot needs none."""
        people = roster.people(self.game)
        found: list[str | None] = [None] * (self.game.size + 1)
        for seat in (None, *people):
            found[0 if seat is None else seat + 1] = self.etag(seat)
        return store.dumps(found)

    def answer(
        self, link: Link, after: int | None, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> Response:
        """The table as an HTTP answer for the caller: what happened after `after`, or the latest, and its ETag."""
        game, seat = self.game, self.game.seat
        tag = self.etag(seat)
        carried = {"ETag": f'"{tag}"', **(headers or {})}
        asks = request.method in ("GET", "HEAD") and "HTTP_IF_NONE_MATCH" in request.environ
        if asks and request.if_none_match.contains_weak(tag):
            return nothing(304, carried)
        after = max(0, game.shown - LATEST) if after is None else after
        last = min(game.shown, after + MOST)
        told = events(game, store.shown(link, game, after, last), seat, after, last)
        more = b"null" if last == game.shown else b"%d" % last
        body = b'%b,%b,"events":%b,"next":%b}' % (self.shared[:-1], self.own(seat)[1:-1], told, more)
        return Response(body, status, carried, content_type="application/json")


@lru_cache(maxsize=64)
def public(game: Public) -> bytes:
    """What is the same for everyone, as JSON: worked out but once for all who ask after a move."""
    told = {
        "id": game.id,
        "ruleset": game.ruleset,
        "title": game.title,
        "status": game.status,
        "private": bool(game.private),
        "sandbox": bool(game.sandbox),
        "start": game.start,
        "size": game.size,
        "seats": orjson.Fragment(game.roster),
        "rules": orjson.Fragment(game.rules),
        "summary": orjson.Fragment(summary(game.ruleset, game.size, game.rules)),
        "asked": orjson.Fragment(game.asked),
        **timing(game),
        "last_event": game.shown,
        "rematch": game.rematch_id,
        "created": game.created,
        "started": game.started,
        "ended": game.ended,
        "poll_after": poll_after(game),
        **standing(game),
    }
    return orjson.dumps(told)


def poll_after(game: Row) -> int:
    """Seconds after which asking again makes sense: a matter of what everybody knows, the same until that changes."""
    if game.status != "running" or game.deadline is None or game.opened is None:
        return POLL["slow" if game.status == "running" and game.paused else game.status]
    return POLL["slow" if between(game.opened, game.deadline) >= SLOW else "running"]


def timing(game: Public) -> dict[str, Any]:
    """What is asked now, since when and until when; before the start, what happens by itself then."""
    running, paused = game.status == "running", game.paused is not None
    stand = conduct.affairs(game)
    return {
        "pace": orjson.Fragment(game.pace),
        "question": game.question,
        "opened": game.opened,
        "deadline": game.deadline if running and not paused else None,
        "paused": {"since": game.paused, "until": game.deadline} if paused else None,
        **{key: None if running else stand[key] for key in ("checking", "starts_at", "fill", "expires")},
    }


def standing(game: Public) -> dict[str, Any]:
    """How the table deals with people, and how that stands."""
    stand, chosen = conduct.affairs(game), conduct.of(game)
    return {
        "conduct": chosen,
        "breaks": {
            "extensions": chosen["extensions"] - stand["extensions"],
            "pause_seconds": conduct.pause_left(game),
            "extended": stand["extended"],
            "votes": stand["votes"],
            "needed": game.needed,
        },
        "vacant": game.vacant,
        "series": {"id": game.series_id or game.id, "nth": game.nth},
        "notices": orjson.Fragment(game.notices),
    }


def prepared(game: Row, seat: Seat) -> dict[str, Any]:
    """A seat's own standing answers, and the turns that it has missed in a row."""
    if seat is None:
        return {"standing": None, "missed": 0}
    turns = orjson.loads(game.turns)
    return {"standing": orjson.loads(game.standings).get(str(seat)), "missed": turns[seat][2] if turns else 0}


def shown(link: Link, game: Row) -> Table:
    """A game's table to look at."""
    return Table(game, None if game.status == "open" else store.glance(link, game))


def settle(link: Link, game: Row, state: Any) -> Table:
    """Write a changed game back, with everything about it that is kept for cheap answers; its table."""
    if state is not None:
        ruleset = GAMES[game.ruleset]
        game = game._replace(
            asked=store.dumps(ruleset.asked(state)),
            silent=store.dumps(ruleset.silent(state)),
            state=store.dumps(ruleset.dump_state(state)),
        )
    table = Table(game, state)
    store.save(link, game._replace(etags=table.etags()))
    return table


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


@lru_cache(maxsize=8)
def key(secret: str) -> bytes:
    """The key of the ETags' hash."""
    return sha512(secret.encode()).digest()


def channels(game: Row, state: Any, seat: Seat) -> list[dict[str, Any]]:
    """The channels that a seat may read, in the game's order; of the others not even that they exist."""
    said = orjson.loads(game.said)
    return [
        {"name": name, "can_talk": may_talk(channel, said.get(name), seat), "last": sum(said.get(name, ()))}
        for name, channel in talking(game, state).items()
        if may_read(channel, seat)
    ]


def talking(game: Row, state: Any) -> Mapping[str, Channel]:
    """All channels of a game: before the start there is the table alone, and everyone who sits there may speak."""
    if state is None:
        return {"table": Channel(None, tuple(range(game.size)))}
    return GAMES[game.ruleset].channels(state)


def may_read(channel: Channel, seat: Seat) -> bool:
    """Whether a seat, or an onlooker, may read a channel."""
    return channel.readers is None or seat in channel.readers


def may_talk(channel: Channel, posts: list[int] | None, seat: Seat) -> bool:
    """Whether a seat may write there, and has not yet posted as often as it may; `posts` counts by seat."""
    if seat is None or seat not in channel.writers:
        return False
    return channel.posts is None or posts is None or posts[seat] < channel.posts


def names(game: Row) -> list[str]:
    """The names at a table, by seat; nothing for a seat that is free."""
    return [at["name"] or "" for at in orjson.loads(game.roster)]


def events(game: Row, steps: list[Row], seat: Seat, after: int, last: int) -> bytes:
    """The events numbered `after` + 1 to `last` in these steps as JSON, as the seat saw them; whole after the end."""
    parts: list[bytes] = []
    for step in steps:
        told = numbered(game.ruleset, step.events, step.shown, step.at, seat, game.status == "ended")
        parts += told[max(0, after - step.shown + len(told)) :]
    return b"[%b]" % b",".join(parts[: max(0, last - after)])


@lru_cache(maxsize=4096)
def numbered(name: str, step: str, last: int, at: str, seat: Seat, whole: bool) -> tuple[bytes, ...]:
    """The numbered events of a step, each as JSON with the time when it was shown; what was told is remembered.

    A step that shows anything shows it at once: its time is that of the showing, never of a sealed act before it.
    """
    ruleset = GAMES[name]
    told = [event for event in orjson.loads(step) if not ruleset.events[event["type"]].sealed]
    first = last - len(told) + 1
    if not whole:
        told = [seen(ruleset, event, seat) for event in told]
    return tuple(orjson.dumps({"n": n, "at": at, **event}) for n, event in enumerate(told, first))


def seen(ruleset: Any, event: dict[str, Any], seat: Seat) -> dict[str, Any]:
    """An event as a seat sees it before the end."""
    if ruleset.events[event["type"]].seen is Event.seen:
        return event  # it hides nothing
    told: dict[str, Any] = ruleset.dump_event(ruleset.load_event(event).seen(seat))
    return told
