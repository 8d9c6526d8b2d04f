"""A player's feed of news and his calendar of deadlines, at addresses that nobody else knows."""

from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as Xml

import orjson
from flask import Blueprint, Response, current_app
from sqlalchemy import bindparam, select

from api.clock import now
from api.data.db import Link, Row, Statement, reading
from api.data.models import Game, News, Player, Seat
from api.delivery import mail
from api.web import auth
from api.web.errors import not_found

blp = Blueprint("feeds", __name__)

LATEST = 50
"""News in a feed."""

CARRIED = {"Cache-Control": "private, max-age=60"}

ATOM = "http://www.w3.org/2005/Atom"

READER = Statement(
    select(Player.id, Player.name, Player.language, Player.zone).where(Player.feed == bindparam("digest"))
)
NEWS = Statement(
    select(News.id, News.kind, News.at, News.deadline, News.game_id.label("game"), Game.title, Game.ruleset)
    .join(Game, Game.id == News.game_id)
    .where(News.player_id == bindparam("player"))
    .order_by(News.at.desc(), News.id)
    .limit(LATEST)
)
DEADLINES = Statement(
    select(Game.id.label("game"), Game.title, Game.ruleset, Game.asked, Game.opened, Game.deadline, Seat.seat)
    .join(Seat, Seat.game_id == Game.id)
    .where(
        Seat.player_id == bindparam("player"),
        Seat.level.is_(None),
        Game.status == "running",
        Game.paused.is_(None),
        Game.deadline > bindparam("at"),
    )
    .order_by(Game.deadline, Game.id)
)


def reader(link: Link, hidden: str) -> Row:
    """Whose feed it is; 404 if nobody's."""
    player = link.one(READER, digest=auth.digest(hidden))
    if player is None:
        raise not_found()
    return player


@blp.route("/feeds/<id:hidden>.atom")
def atom(hidden: str) -> Response:
    """The latest news of a player's games."""
    with reading() as link:
        player = reader(link, hidden)
        entries = link.all(NEWS, player=player.id)
    words = mail.catalogue(player.language)
    feed = Xml.Element("feed", {"xmlns": ATOM, "xml:lang": player.language})
    add = partial(child, feed)
    add("id", f"{tag()}:{player.id}")
    add("title", words["feed"].format_map({"name": player.name}))
    add("updated", entries[0].at if entries else now())
    child(add("author"), "name", "Fireline & Undercover")
    for row in entries:
        entry, facts = add("entry"), mail.facts(row._asdict(), player)
        child(entry, "id", f"{tag()}:{row.id}")
        child(entry, "title", words[f"{row.kind}.subject"].format_map(facts))
        child(entry, "updated", row.at)
        child(entry, "link", href=facts["url"])
        child(entry, "content", words[f"{row.kind}.text"].format_map(facts), type="text")
    return Response(
        Xml.tostring(feed, "utf-8", xml_declaration=True), 200, CARRIED, content_type="application/atom+xml"
    )


@blp.route("/feeds/<id:hidden>.ics")
def ics(hidden: str) -> Response:
    """When the time is up in each game that asks the player, as a calendar."""
    from icalendar import Calendar, Event  # slow to import, and seldom needed

    with reading() as link:
        player = reader(link, hidden)
        games = link.all(DEADLINES, player=player.id, at=now())
    words, calendar = mail.catalogue(player.language), Calendar()
    calendar.add("prodid", "-//Fireline & Undercover//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", words["feed"].format_map({"name": player.name}))
    for game in games:
        if game.seat not in orjson.loads(game.asked):
            continue
        facts, event, end = mail.facts(game._asdict(), player), Event(), datetime.fromisoformat(game.deadline)
        event.add("uid", f"{game.game}@{urlsplit(current_app.config['BASE_URL']).hostname}")
        event.add("dtstamp", datetime.fromisoformat(game.opened or now()))
        event.add("dtstart", end)
        event.add("summary", words["near.subject"].format_map(facts))
        event.add("description", words["near.text"].format_map(facts))
        event.add("url", facts["url"])
        calendar.add_component(event)
    return Response(calendar.to_ical(), 200, CARRIED, content_type="text/calendar; charset=utf-8")


def child(parent: Xml.Element, name: str, text: str | None = None, **attributes: Any) -> Xml.Element:
    """A new element within another."""
    made = Xml.SubElement(parent, name, attributes)
    made.text = text
    return made


def tag() -> str:
    """What the ids of a feed begin with (RFC 4151)."""
    return f"tag:{urlsplit(current_app.config['BASE_URL']).hostname},2026"
