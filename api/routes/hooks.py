"""Webhooks: addresses that a player has called when there is news of his games, or of a game that he hosts."""

import base64
import ipaddress
import secrets
from contextlib import suppress
from typing import Annotated, Any, Literal, TypedDict
from urllib.parse import urlsplit

from flask import Response, current_app, g
from sqlalchemy import bindparam, delete, func, select

from api.clock import now
from api.data.db import Link, Row, Statement, adding, reading
from api.data.models import Delivery, Hook
from api.delivery import calls
from api.game import news, store
from api.routes import schemas
from api.web.acting import acting
from api.web.answers import Time
from api.web.auth import may, signed_in
from api.web.errors import conflict, invalid, not_creator, not_found
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import once
from api.web.outgoing import json, nothing, secret
from api.web.present import himself
from api.web.refusals import refuses
from api.web.shapes import record

blp = Blueprint("hooks", __name__, description="Webhooks: your server is called when there is news.")

MOST = 10
"""Hooks that a player may have, those of games included."""

LATEST = 50
"""Deliveries that are told."""

ADD = adding(Hook)
MINE = Statement(
    select(Hook).where(Hook.player_id == bindparam("player")).order_by(Hook.created, Hook.id),
)
ONE = Statement(
    select(Hook).where(Hook.id == bindparam("hook"), Hook.player_id == bindparam("player")).with_for_update()
)
COUNT = Statement(select(func.count().label("count")).where(Hook.player_id == bindparam("player")))
REMOVE = Statement(delete(Hook).where(Hook.id == bindparam("hook")))
DELIVERIES = Statement(
    select(Delivery)
    .where(Delivery.hook_id == bindparam("hook"))
    .order_by(Delivery.at.desc(), Delivery.id)
    .limit(LATEST)
)


class HookOut(TypedDict):
    """A webhook."""

    id: str
    game: Annotated[str | None, "The game that it hears of; null: of all your games what concerns you."]
    url: str
    created: Time
    failures: Annotated[int, "Calls that failed in a row."]
    disabled: Annotated[str | None, "Since when it isn't called any more, because calls failed; null while it is."]


class MadeHook(HookOut):
    """A webhook just made: its secret, with which its calls are signed, is told this once."""

    secret: str


class Hooks(TypedDict):
    """Webhooks of yours."""

    hooks: list[HookOut]


class DeliveryOut(TypedDict):
    """One try to call."""

    id: Annotated[str, "The call's webhook-id: the same for each try."]
    type: str
    at: Time
    status: Annotated[int | None, "Of the answer; null: there was none."]
    error: Annotated[Literal[tuple(calls.FAULTS)] | None, calls.described()]
    took: Annotated[int, "Milliseconds."]


class Deliveries(TypedDict):
    """The latest calls, the newest first."""

    deliveries: list[DeliveryOut]


def told(hook: Row) -> dict[str, Any]:
    """A hook as its owner sees it."""
    names = ("id", "url", "created", "failures", "disabled")
    return {**{name: getattr(hook, name) for name in names}, "game": hook.game_id}


def made(link: Link, url: str, game: str | None) -> Response:
    """A new hook of the caller's."""
    checked(url)
    if link.one(COUNT, player=g.player.id).count >= MOST:
        raise conflict("too_many_hooks", f"There are {MOST} webhooks. Delete one first.")
    signing = "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()
    new = {"id": secrets.token_urlsafe(12), "player_id": g.player.id, "game_id": game, "url": url, "created": now()}
    link.run(ADD, **new, secret=signing, failures=0, disabled=None)
    return secret({**told(link.one(ONE, hook=new["id"], player=g.player.id)), "secret": signing})


def checked(url: str) -> None:
    """422 unless it is an address that may be called, as far as can be told before its name is resolved."""
    wanted = ("/url", "Has to be an http or https address without a user or a fragment.")
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1) > 0
    except ValueError:
        raise invalid(wanted) from None
    if not fits or parts.username is not None or "#" in url or not url.isascii() or not url.isprintable() or " " in url:
        raise invalid(wanted)
    if not current_app.config["WEBHOOKS_PRIVATE"]:
        with suppress(ValueError):
            host = str(ipaddress.ip_address(parts.hostname or ""))
            if not calls.is_public(host):
                raise invalid(("/url", "Has to be a public address."))
        if parts.hostname == "localhost":
            raise invalid(("/url", "Has to be a public address."))


def mine(link: Link, id: str) -> Row:
    """A hook of the caller's, held; 404 for any other."""
    hook = link.one(ONE, hook=id, player=g.player.id)
    if hook is None:
        raise not_found()
    return hook


def hosted(link: Link, id: str) -> Row:
    """A game that the caller hosts; 403 if he doesn't, 404 if he may not see it."""
    game = acting(store.find(link, id, g.player.id))
    if game.seat != game.host:
        raise not_creator()
    return game


@blp.route("/me/hooks", methods=["POST"])
@may("account")
@limited("letter")
@blp.arguments(schemas.NewHook)
@blp.response(201, record(MadeHook))
@refuses("too_many_hooks")
@once
@himself
def make(link: Link, said: dict[str, Any]) -> Response:
    """Have your server called when there is news for you

    Each call is signed by the Standard Webhooks: the answer tells the secret, this once.
    """
    return made(link, said["url"], None)


@blp.route("/me/hooks")
@signed_in
@blp.response(200, record(Hooks))
def hooks() -> Response:
    """Your webhooks, those of games included"""
    with reading() as link:
        return json({"hooks": [told(hook) for hook in link.all(MINE, player=g.player.id)]})


@blp.route("/games/<id:game_id>/hooks", methods=["POST"])
@may("host")
@limited("letter")
@blp.arguments(schemas.NewHook)
@blp.response(201, record(MadeHook))
@refuses("not_creator", "too_many_hooks")
@once
@himself
def make_for_game(link: Link, said: dict[str, Any], game_id: str) -> Response:
    """Have a server called when there is news of a game that you host

    It hears of the game what everybody knows: never who is silent or has answered. Signed like your own; looked at,
    tested and deleted under /me/hooks.
    """
    return made(link, said["url"], hosted(link, game_id).id)


@blp.route("/games/<id:game_id>/hooks")
@signed_in
@blp.response(200, record(Hooks))
@refuses("not_creator")
def hooks_of_game(game_id: str) -> Response:
    """Your webhooks of a game that you host"""
    with reading() as link:
        game = hosted(link, game_id)
        hooks = link.all(MINE, player=g.player.id)
    return json({"hooks": [told(hook) for hook in hooks if hook.game_id == game.id]})


@blp.route("/me/hooks/<id:hook_id>", methods=["DELETE"])
@may("account")
@blp.response(204)
@once
@himself
def remove(link: Link, hook_id: str) -> Response:
    """Delete a webhook: it is never called again"""
    link.run(REMOVE, hook=mine(link, hook_id).id)
    return nothing()


@blp.route("/me/hooks/<id:hook_id>/test", methods=["POST"])
@may("account")
@limited("letter")
@blp.arguments(schemas.Nothing)
@blp.response(202)
@once
@himself
def test(link: Link, said: dict[str, Any], hook_id: str) -> Response:
    """Call a webhook once, to try it

    Also one that is disabled. It is called within moments; how it went is told by its deliveries.
    """
    news.post(link, "test", {"at": now()}, hook_id=mine(link, hook_id).id)
    return nothing(202)


@blp.route("/me/hooks/<id:hook_id>/enable", methods=["POST"])
@may("account")
@blp.arguments(schemas.Nothing)
@blp.response(200, record(HookOut))
@once
@himself
def enable(link: Link, said: dict[str, Any], hook_id: str) -> Response:
    """Have a disabled webhook called again"""
    link.run(calls.ENABLE, hook=mine(link, hook_id).id)
    return json(told(mine(link, hook_id)))


@blp.route("/me/hooks/<id:hook_id>/deliveries")
@signed_in
@blp.response(200, record(Deliveries))
def deliveries(hook_id: str) -> Response:
    """How the latest calls of a webhook went"""
    with reading() as link:
        rows = link.all(DELIVERIES, hook=mine(link, hook_id).id)
    calls_made = [
        {"id": row.letter_id, "type": calls.called(row.kind)}
        | {name: getattr(row, name) for name in ("at", "status", "error", "took")}
        for row in rows
    ]
    return json({"deliveries": calls_made})
