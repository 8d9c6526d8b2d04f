"""News of games: who is told what, once, in the transaction of what happened or when the moment for it has come.

What is told says no more than that something is there to be looked at, and to all who are asked alike. That one who
has answered isn't reminded only he himself can notice; a game's own hooks hear of every question, whoever is silent.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import orjson
from sqlalchemy import bindparam, func, null, or_, select, union, update

from api.clock import now
from api.data.db import Link, Row, Statement, adding, reading, writing
from api.data.models import Game, Hook, Letter, News, Player, Seat, Stay
from api.game import store
from api.game.wishes import wished

KINDS = ("turn", "near", "started", "ended", "seat")
"""What people are told: their turn, that their time is nearly up, a start, an end, a seat that they may take."""

REMINDERS = ("turn", "near")
"""Of these, what an open page makes needless."""

OPEN_PAGE = timedelta(minutes=2)
"""How long after its last question a page counts as open."""

OFFERS = 3
"""Vacant seats that anybody is told of within a day."""

BATCH = 100
"""Games of which people are told in one pass."""

ADD = adding(News)
POST = adding(Letter)
HEARERS = Statement(
    select(Seat.seat, Seat.level, Player.id, Player.seen, Player.email, Player.confirmed, Player.wishes)
    .join(Player, Player.id == Seat.player_id)
    .where(Seat.game_id == bindparam("game"))
    .order_by(Seat.seat)
)
THEIR_HOOKS = Statement(
    select(Hook.id, Hook.player_id)
    .join(Seat, Seat.player_id == Hook.player_id)
    .where(Hook.game_id.is_(None), Hook.disabled.is_(None), Seat.game_id == bindparam("game"))
    .order_by(Hook.id)
)
OWN_HOOKS = Statement(
    select(Hook.id)
    .join(Seat, (Seat.player_id == Hook.player_id) & (Seat.game_id == Hook.game_id))
    .where(Hook.game_id == bindparam("game"), Hook.disabled.is_(None), Seat.seat == bindparam("host"))
    .order_by(Hook.id)
)
WISHING = Statement(
    select(Player.id, Player.email, Player.confirmed, Player.wishes)
    .where(Player.wishes.contains('"seat"'))
    .order_by(Player.id)
)
HOOKS_OF = Statement(
    select(Hook.id, Hook.player_id).where(
        Hook.player_id == bindparam("player"), Hook.game_id.is_(None), Hook.disabled.is_(None)
    )
)
EVER_HERE = Statement(
    union(
        select(Seat.player_id).where(Seat.game_id == bindparam("game"), Seat.player_id.is_not(None)),
        select(Stay.player_id).where(Stay.game_id == bindparam("game")),
    )
)
OFFERED = Statement(
    select(func.count().label("count")).where(
        News.player_id == bindparam("player"), News.kind == "seat", News.at > bindparam("since")
    )
)
PUBLIC = Statement(
    select(Game).where(Game.id == bindparam("id"), Game.private.is_(False), Game.vacant > 0, Game.status == "running")
)
DUE = Statement(
    select(Game.id, Game.tell_turn, Game.tell_near)
    .where(or_(Game.tell_turn <= bindparam("at"), Game.tell_near <= bindparam("at")))
    .limit(BATCH)
)
CLAIM = {
    kind: Statement(
        update(Game).where(Game.id == bindparam("game"), column == bindparam("moment")).values({column: null()})
    )
    for kind, column in (("turn", Game.tell_turn), ("near", Game.tell_near))
}


def tell(link: Link, game: Row, kind: str, seats: Iterable[int] | None = None) -> None:
    """Tell the people in these seats, or all at the table, within the transaction of what happened.

    A vacant seat (`seat`) is told to those who wish to hear of one, later and by whoever empties the outbox.
    """
    if game.sandbox:
        return
    if kind == "seat":
        if not game.private:
            post(link, kind, about(game))
        return
    said, chosen = about(game), None if seats is None else set(seats)
    hooks = link.all(THEIR_HOOKS, game=game.id)
    for person in link.all(HEARERS, game=game.id):
        if chosen is not None and (person.seat not in chosen or person.level is not None):
            continue
        note(link, person.id, said, kind)
        if kind not in REMINDERS or person.seen is None or person.seen < now(OPEN_PAGE):
            address(link, person, kind, said, hooks)
    for hook in link.all(OWN_HOOKS, game=game.id, host=game.host):
        post(link, kind, said, hook_id=hook.id)


def about(game: Row) -> dict[str, Any]:
    """What is told of a game, whatever has happened: nothing that only some may know."""
    names = ("ruleset", "title", "opened", "deadline")
    return {"game": game.id, **{name: getattr(game, name) for name in names}, "at": now()}


def address(link: Link, person: Row, kind: str, said: dict[str, Any], hooks: list[Row]) -> None:
    """Put letters to a player into the outbox, by every way that he wishes."""
    if person.email and person.confirmed and wished(person.wishes, kind, "mail"):
        post(link, kind, said, player_id=person.id)
    if wished(person.wishes, kind, "hooks"):
        for hook in hooks:
            if hook.player_id == person.id:
                post(link, kind, {**said, "player": person.id}, hook_id=hook.id)


def note(link: Link, player: str, said: dict[str, Any], kind: str) -> None:
    """Keep a piece of news for a player's feed."""
    kept = {"game_id": said["game"], "at": said["at"], "deadline": said["deadline"]}
    link.run(ADD, id=secrets.token_urlsafe(12), player_id=player, kind=kind, **kept)


def post(link: Link, kind: str, said: dict[str, Any], player_id: str | None = None, hook_id: str | None = None) -> None:
    """Put a letter into the outbox: to a player's address, to a hook, or yet to be addressed."""
    letter = {"id": secrets.token_urlsafe(12), "player_id": player_id, "hook_id": hook_id, "kind": kind}
    link.run(POST, **letter, body=orjson.dumps(said).decode(), due=now(), tries=0)


def offer(said: dict[str, Any]) -> None:
    """Tell those who wish it of a seat that is still vacant in a public game, each of a few a day at most."""
    with writing() as link:
        if link.one(PUBLIC, id=said["game"]) is None:
            return
        here = {row.player_id for row in link.all(EVER_HERE, game=said["game"])}
        for person in link.all(WISHING):
            wishes = any(wished(person.wishes, "seat", way) for way in ("mail", "hooks"))
            if wishes and person.id not in here:
                since = now(timedelta(days=1))
                if link.one(OFFERED, player=person.id, since=since).count < OFFERS:
                    note(link, person.id, said, "seat")
                    address(link, person, "seat", said, link.all(HOOKS_OF, player=person.id))


def due() -> int:
    """Tell of questions and of ends of time whose moment has come; of how many. Several may do so at once."""
    told, at = 0, now()
    with reading() as link:
        games = link.all(DUE, at=at)
    for game in games:
        for kind, moment in (("turn", game.tell_turn), ("near", game.tell_near)):
            if moment is not None and moment <= at:
                told += remind(game.id, kind, moment)
    return told


def remind(id: str, kind: str, moment: str) -> bool:
    """Tell those who are still silent, if nobody has told them yet and the question stands as it did."""
    with writing() as link:
        if not link.run(CLAIM[kind], game=id, moment=moment):
            return False
        game = store.held(link, id)
        if game is None or not stands(game) or (kind == "near" and game.deadline is None):
            return False
        if kind == "turn" and game.tell_near is not None and game.tell_near <= now():
            return False  # one letter is enough
        tell(link, game, kind, orjson.loads(game.silent))
        return True


def stands(game: Row) -> bool:
    """Whether a game waits for answers, and still may get them."""
    over = game.deadline is not None and game.deadline <= now()
    return game.status == "running" and game.paused is None and not over
