"""What a player is told of, and how: his address, his language and zone, his wishes, and his feed."""

import secrets
from typing import Annotated, Any, Literal, TypedDict

from flask import Response, g, redirect
from sqlalchemy import bindparam, delete, false, null, select, true, update

from api.data.db import Link, Statement, reading, writing
from api.data.models import Letter, Player
from api.delivery import links, mail
from api.game import news
from api.game.wishes import changed, every
from api.routes import schemas
from api.web import attempts, auth
from api.web.auth import may, signed_in
from api.web.errors import conflict, invalid, not_found
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import once
from api.web.outgoing import json, nothing, secret
from api.web.present import held, himself
from api.web.refusals import refuses
from api.web.shapes import record

blp = Blueprint("notifications", __name__, description="What you are told of, and how.")

PLAYER = Statement(
    select(
        Player.email,
        Player.confirmed,
        Player.language,
        Player.zone,
        Player.wishes,
        Player.feed.is_not(None).label("feed"),
    ).where(Player.id == bindparam("player"))
)
SET = Statement(
    update(Player)
    .where(Player.id == bindparam("player"))
    .values(language=bindparam("new_language"), zone=bindparam("new_zone"), wishes=bindparam("new_wishes"))
)
WISH = Statement(update(Player).where(Player.id == bindparam("player")).values(wishes=bindparam("new_wishes")))
ADDRESS = Statement(
    update(Player).where(Player.id == bindparam("player")).values(email=bindparam("new_email"), confirmed=false())
)
CONFIRM = Statement(update(Player).where(Player.id == bindparam("player")).values(confirmed=true()))
NO_ADDRESS = Statement(update(Player).where(Player.id == bindparam("player")).values(email=null(), confirmed=false()))
FEED = Statement(update(Player).where(Player.id == bindparam("player")).values(feed=bindparam("new_feed")))
NO_FEED = Statement(update(Player).where(Player.id == bindparam("player")).values(feed=null()))
TAKE_BACK = Statement(delete(Letter).where(Letter.player_id == bindparam("player"), Letter.kind == "confirm"))


class Ways(TypedDict):
    """Whether a kind of news comes by mail, and to your webhooks."""

    mail: bool
    hooks: bool


class WishesOut(TypedDict):
    """Your turn, time nearly up, a start, an end, a vacant seat at a strange public table."""

    turn: Ways
    near: Ways
    started: Ways
    ended: Ways
    seat: Ways


class NotificationsOut(TypedDict):
    """What you are told of, and how."""

    email: str | None
    confirmed: Annotated[bool, "Whether the address is confirmed: before, nothing else is sent there."]
    language: Literal["zh-Hans", "zh-Hant", "en"]
    zone: Annotated[str, "The time zone in which you are told of moments."]
    wishes: WishesOut
    feed: Annotated[bool, "Whether you have a feed."]


class FeedOut(TypedDict):
    """Your feed's addresses: whoever knows them can read it. Told this once."""

    atom: Annotated[str, "News of your games."]
    ics: Annotated[str, "A calendar of your deadlines."]


def told(link: Link) -> dict[str, Any]:
    """What the caller is told of, and how."""
    row = link.one(PLAYER, player=g.player.id)
    return {
        "email": row.email,
        "confirmed": bool(row.confirmed),
        "language": row.language,
        "zone": row.zone,
        "wishes": every(row.wishes),
        "feed": bool(row.feed),
    }


@blp.route("/me/notifications")
@signed_in
@blp.response(200, record(NotificationsOut))
def show() -> Response:
    """What you are told of, and how"""
    with reading() as link:
        return json(told(link))


@blp.route("/me/notifications", methods=["PUT"])
@may("account")
@blp.arguments(schemas.Chosen)
@blp.response(200, record(NotificationsOut))
@once
@himself
def choose(link: Link, said: dict[str, Any]) -> Response:
    """Choose your language, your time zone, and what you are told of

    What isn't named stays as it is. The address has a route of its own, for it has to be confirmed.
    """
    row = link.one(PLAYER, player=g.player.id)
    wishes = changed(row.wishes, said.get("wishes", {}))
    new = {"new_language": said.get("language", row.language), "new_zone": said.get("zone", row.zone)}
    link.run(SET, player=g.player.id, **new, new_wishes=wishes)
    return json(told(link))


@blp.route("/me/email", methods=["POST"])
@may("account")
@limited("letter")
@blp.arguments(schemas.Address)
@blp.response(200, record(NotificationsOut))
@refuses("confirmed", "too_many_letters")
@once
@himself
def give_address(link: Link, said: dict[str, Any]) -> Response:
    """Give the address that news are mailed to

    A link is mailed there at once; until it is opened nothing else is. Giving it again mails the link again.
    """
    email = said["email"]
    row = link.one(PLAYER, player=g.player.id)
    if row.email == email and row.confirmed:
        raise conflict("confirmed", "This address is confirmed already.")
    attempts.count_letter(link, email)
    link.run(ADDRESS, player=g.player.id, new_email=email)
    link.run(TAKE_BACK, player=g.player.id)
    news.post(link, "confirm", {"email": email}, player_id=g.player.id)
    return json(told(link))


@blp.route("/me/email/confirm", methods=["POST"])
@may("account")
@limited("letter")
@blp.arguments(schemas.Confirmation)
@blp.response(200, record(NotificationsOut))
@refuses("bad_code")
@once
@himself
def confirm(link: Link, said: dict[str, Any]) -> Response:
    """Confirm your address by the code that was mailed there"""
    if not mail.confirms(said["code"], g.player.id, link.one(PLAYER, player=g.player.id).email):
        raise invalid(("/code", "Not, or no longer, the code of your address."), code="bad_code")
    link.run(CONFIRM, player=g.player.id)
    return json(told(link))


@blp.route("/me/email", methods=["DELETE"])
@may("account")
@blp.response(200, record(NotificationsOut))
@once
@himself
def forget_address(link: Link) -> Response:
    """Have your address forgotten"""
    link.run(NO_ADDRESS, player=g.player.id)
    link.run(TAKE_BACK, player=g.player.id)
    return json(told(link))


@blp.route("/me/feed", methods=["POST"])
@may("account")
@blp.arguments(schemas.Nothing)
@blp.response(201, record(FeedOut))
@once
@himself
def make_feed(link: Link, said: dict[str, Any]) -> Response:
    """Make a feed and a calendar, at new secret addresses

    Those from before are good for nothing any more.
    """
    hidden = secrets.token_urlsafe(24)
    link.run(FEED, player=g.player.id, new_feed=auth.digest(hidden))
    return secret({"atom": links.feed(f"{hidden}.atom"), "ics": links.feed(f"{hidden}.ics")})


@blp.route("/me/feed", methods=["DELETE"])
@may("account")
@blp.response(204)
@once
@himself
def end_feed(link: Link) -> Response:
    """Have no feed any more"""
    link.run(NO_FEED, player=g.player.id)
    return nothing()


@blp.route("/unsubscribe/<id:ticket>", methods=["POST"])
@blp.response(204)
def unsubscribe(ticket: str) -> Response:
    """Have no more mails of a kind, by the link in one of them (RFC 8058)"""
    named = links.read(ticket)
    if named is None:
        raise not_found()
    player, kind = named
    with writing() as link:
        if not held(link, player):
            raise not_found()
        row = link.one(PLAYER, player=player)
        link.run(WISH, player=player, new_wishes=changed(row.wishes, {kind: {"mail": False}}))
    return nothing()


@blp.route("/unsubscribe/<id:ticket>")
@blp.response(302)
def ask_first(ticket: str) -> Any:
    """The page where one says so: looking at the link changes nothing"""
    return redirect(links.page(f"unsubscribe/{ticket}"))
