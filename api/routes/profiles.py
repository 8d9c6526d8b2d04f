"""What is known of a player in public: games, results and reliability, all of them from games that are over."""

from collections.abc import Iterable
from typing import Any

from flask import Response
from sqlalchemy import bindparam, func, or_, select

from api.data.db import Link, Row, Statement, reading
from api.data.models import Game, Player, Result
from api.game import intime, listing, store
from api.routes import schemas
from api.routes.play import player
from api.web import answers
from api.web.auth import perhaps_signed_in
from api.web.errors import not_found
from api.web.incoming import Blueprint
from api.web.outgoing import json
from api.web.refusals import refuses
from api.web.shapes import record
from engine.game import GAMES

blp = Blueprint("profiles", __name__, description="Players and series, as everybody may see them.")

Owner = store.Owner

OF_SERIES_TOLD = 100
"""Games of a series that are told; its score counts them all."""

KNOWN = Statement(
    select(Player.id, Player.name, Player.kind, Player.created, Owner.name.label("owner"))
    .outerjoin(Owner, Owner.id == Player.owner_id)
    .where(Player.id == bindparam("player"), Player.kind != "deleted")
)
COUNTED = Statement(
    select(
        Result.ruleset,
        Result.side,
        Result.role,
        Result.result,
        Result.credited,
        Result.bots,
        func.count().label("games"),
        func.sum(Result.asked).label("asked"),
        func.sum(Result.missed).label("missed"),
    )
    .where(Result.player_id == bindparam("player"))
    .group_by(Result.ruleset, Result.side, Result.role, Result.result, Result.credited, Result.bots)
    .order_by(Result.ruleset, Result.side)
)
PLAYED = (
    select(
        *(Game.id, Game.ruleset, Game.title, Game.size),
        *(Result.seat, Result.side, Result.result, Result.role, Result.ended),
    )
    .join(Game, Game.id == Result.game_id)
    .where(Result.player_id == bindparam("player"), Game.private.is_(False))
    .order_by(Result.ended.desc(), Game.id)
    .limit(bindparam("count"))
)  # fmt: skip
LATEST = Statement(PLAYED)
EARLIER = Statement(
    PLAYED.where(
        or_(Result.ended < bindparam("ended"), (Result.ended == bindparam("ended")) & (Game.id > bindparam("id")))
    )
)
OF_SERIES = Statement(
    select(Game)
    .where(or_(Game.id == bindparam("series"), Game.series_id == bindparam("series")))
    .order_by(Game.nth.desc(), Game.id.desc())
    .limit(bindparam("count"))
)
SCORES = Statement(
    select(Result.player_id, Player.name, Player.kind, Result.result, func.count().label("games"))
    .join(Game, Game.id == Result.game_id)
    .join(Player, Player.id == Result.player_id)
    .where(or_(Game.id == bindparam("series"), Game.series_id == bindparam("series")), Result.credited.is_(True))
    .group_by(Result.player_id, Player.name, Player.kind, Result.result)
)


@blp.route("/players/<id:player_id>")
@perhaps_signed_in
@blp.response(200, record(answers.Profile))
def profile(player_id: str) -> Response:
    """A player

    Results by game and side, and how many turns were taken in time: of games that are over, and of nothing else.
    Games with bots, and those where he was a substitute, are told apart.
    """
    with reading() as link:
        known = link.one(KNOWN, player=player_id)
        if known is None:
            raise not_found()
        counted = link.all(COUNTED, player=player_id)
    asked, missed = (sum(getattr(row, name) for row in counted) for name in ("asked", "missed"))
    own = [row for row in counted if row.role == "player" and row.credited]
    told = {
        "id": known.id,
        "name": known.name,
        "kind": known.kind,
        "owner": known.owner,
        "since": known.created[:10],
        "games": sum(row.games for row in counted),
        "left": sum(row.games for row in counted if row.role == "left"),
        "results": tallied(row for row in own if not row.bots),
        "with_bots": tallied(row for row in own if row.bots),
        "as_substitute": tallied(row for row in counted if row.role == "substitute" and row.credited),
        "reliability": {
            "asked": asked,
            "taken": asked - missed,
            "percent": round(100 * (asked - missed) / asked) if asked else None,
        },
    }
    return json(told)


def tallied(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Games won, lost and drawn, by game and side."""
    tally: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        counts = tally.setdefault((row.ruleset, row.side), {"won": 0, "lost": 0, "draw": 0})
        counts[row.result] += row.games
    return [{"ruleset": ruleset, "side": side, **counts} for (ruleset, side), counts in tally.items()]


@blp.route("/players/<id:player_id>/games")
@perhaps_signed_in
@blp.arguments(schemas.Paged, location="query")
@blp.response(200, record(answers.Played))
def played(query: dict[str, Any], player_id: str) -> Response:
    """A player's public games that are over, the latest first"""
    with reading() as link:
        if link.one(KNOWN, player=player_id) is None:
            raise not_found()
        count = query["limit"] + 1
        if "cursor" in query:
            ended, id = listing.uncover(query["cursor"])
            games = link.all(EARLIER, player=player_id, ended=ended, id=id, count=count)
        else:
            games = link.all(LATEST, player=player_id, count=count)
    more = len(games) > query["limit"]
    games = games[: query["limit"]]
    further = listing.covered(games[-1].ended, games[-1].id) if more else None
    return json({"games": [row._asdict() for row in games], "next": further})


@blp.route("/games/<id:game_id>/series")
@perhaps_signed_in
@blp.arguments(schemas.Coded, location="query")
@blp.response(200, record(answers.SeriesOut))
@refuses("too_many_attempts")
def series(query: dict[str, Any], game_id: str) -> Response:
    """A game and its rematches, with the score

    Of the latest 100 games who won, as soon as one is over; of each player how many he has played and won in all.
    """
    with reading() as link:
        game = intime.find(link, game_id, player(), query.get("code"))
        first = game.series_id or game.id
        games = link.all(OF_SERIES, series=first, count=OF_SERIES_TOLD)[::-1]
        scores = link.all(SCORES, series=first)
        told = [
            {"id": row.id, "nth": row.nth, "status": row.status, "ended": row.ended, "winners": winners(link, row)}
            for row in games
        ]
    return json({"id": first, "games": told, "score": scored(scores)})


def winners(link: Link, game: Row) -> list[str] | None:
    """The sides that won a game; None while it goes on."""
    if game.status != "ended":
        return None
    return list(GAMES[game.ruleset].outcome(store.glance(link, game)).winners)  # type: ignore[union-attr]


def scored(rows: list[Row]) -> list[dict[str, Any]]:
    """The players of a series, whoever has won most first."""
    score: dict[str, dict[str, Any]] = {}
    for row in rows:
        gone = row.kind == "deleted"
        fresh = {"player": None if gone else row.player_id, "name": None if gone else row.name, "played": 0, "won": 0}
        one = score.setdefault(row.player_id, fresh)
        one["played"] += row.games
        one["won"] += row.games if row.result == "won" else 0
    return sorted(score.values(), key=lambda one: (-one["won"], one["played"], one["name"] or ""))
