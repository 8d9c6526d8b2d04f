"""Tokens by name and scope, and bot accounts: players of their own that a program plays for."""

from secrets import token_urlsafe
from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, delete, func, or_, select

from api.clock import now
from api.data.db import Link, Row, Statement, adding, reading, taken
from api.data.models import Player, Token
from api.routes import schemas
from api.routes.players import label, name_taken, named, told
from api.web import answers, auth
from api.web.auth import may, signed_in
from api.web.errors import conflict, forbidden, invalid, not_found
from api.web.incoming import Blueprint
from api.web.limits import limited
from api.web.once import once
from api.web.outgoing import json, nothing, secret
from api.web.present import himself
from api.web.refusals import refuses
from api.web.shapes import record

blp = Blueprint("tokens", __name__, description="Tokens, and accounts that programs play for.")

MOST_TOKENS = 50
"""Tokens that a player may have made, expired ones aside."""

MOST_BOTS = 10
"""Bot accounts that an account may own."""

ADD_BOT = adding(Player, "id", "kind", "name", "folded", "skeleton", "created", "owner_id")
TOKENS = Statement(
    select(Token.id, Token.label, Token.scopes, Token.created, Token.last_used, Token.expires)
    .where(Token.player_id == bindparam("player"))
    .order_by(Token.created, Token.id)
)
COUNT = Statement(
    select(func.count().label("count")).where(
        Token.player_id == bindparam("player"), or_(Token.expires.is_(None), Token.expires > bindparam("at"))
    )
)
THEIRS = select(Player.id).where(Player.owner_id == bindparam("player"))
REVOKE = Statement(
    delete(Token).where(
        or_(Token.player_id == bindparam("player"), Token.player_id.in_(THEIRS)), Token.id == bindparam("token")
    )
)
BOTS = Statement(
    select(Player.id, Player.name, Player.created)
    .where(Player.owner_id == bindparam("owner"))
    .order_by(Player.created, Player.id)
)
BOT = Statement(
    select(Player.id).where(Player.id == bindparam("id"), Player.owner_id == bindparam("owner")).with_for_update()
)


def listed(link: Link, player: str) -> list[dict[str, Any]]:
    """The tokens of a player."""
    return [shown(row) for row in link.all(TOKENS, player=player)]


def shown(token: Row) -> dict[str, Any]:
    """A token as its player sees it: never its secret."""
    return {
        **token._asdict(),
        "scopes": token.scopes.split(),
        "last_used": token.last_used[:10],
        "current": token.id == g.player.token_id,
    }


@blp.route("/tokens")
@signed_in
@blp.response(200, record(answers.Tokens))
def tokens() -> Response:
    """Your tokens"""
    with reading() as link:
        return json({"tokens": listed(link, g.player.id)})


@blp.route("/me/tokens", methods=["POST"])
@may("account")
@limited("door")
@blp.arguments(schemas.FurtherToken)
@blp.response(201, record(answers.Made))
@refuses("bot_account", "too_many_tokens")
@once
@himself
def make(link: Link, said: dict[str, Any]) -> Response:
    """Make a further token

    It gives no more than the one that the request came with: no other scope, and no longer time. A bot account gets
    its tokens from its owner.
    """
    if g.player.owner_id is not None:
        raise forbidden("bot_account", "A bot account gets its tokens from its owner.")
    return secret({"token": made(link, g.player.id, said)})


def made(link: Link, player: str, said: dict[str, Any]) -> dict[str, Any]:
    """A further token of a player who is held, by right of the caller's own token."""
    for scope in said["scopes"]:
        if scope not in g.player.scopes.split():
            raise auth.insufficient(scope)
    expires, end = said["expires"], g.player.expires
    if expires is not None and expires <= now():
        raise invalid(("/expires", "Has to be in the future."))
    if end is not None and expires is not None and expires > end:
        raise invalid(("/expires", f"The token that you make it with expires at {end}."))
    if link.one(COUNT, player=player, at=now()).count >= MOST_TOKENS:
        raise conflict("too_many_tokens", f"There are {MOST_TOKENS} tokens. Revoke one first.")
    return auth.new_token(link, player, label(said["label"]), said["scopes"], expires or end)


@blp.route("/tokens/<id:token_id>", methods=["DELETE"])
@may("account")
@blp.response(204)
@once
def revoke(link: Link, token_id: str) -> Response:
    """Revoke a token

    One of yours, or of a bot account that you own. It is refused from now on. Revoking the one that the request came
    with logs out.
    """
    if not link.run(REVOKE, player=g.player.id, token=token_id):
        raise not_found()
    return nothing()


@blp.route("/me/bots", methods=["POST"])
@may("account")
@limited("door")
@blp.arguments(schemas.NewBotAccount)
@blp.response(201, record(answers.Me))
@refuses("not_an_account", "too_many_bots", "name_taken", "bad_name")
@once
@himself
def make_bot(link: Link, said: dict[str, Any]) -> Response:
    """Make a bot account

    A player for a program of yours, for good marked as a bot account of yours wherever it sits. It has no password: you
    make its tokens.
    """
    if g.player.kind != "account" or g.player.owner_id is not None:
        raise forbidden("not_an_account", "Bot accounts belong to accounts, not to guests or to other bot accounts.")
    new = {"id": token_urlsafe(12), "kind": "account", **named(said["name"])}
    if len(link.all(BOTS, owner=g.player.id)) >= MOST_BOTS:
        raise conflict("too_many_bots", f"You own {MOST_BOTS} bot accounts already.")
    try:
        link.run(ADD_BOT, **new, owner_id=g.player.id, created=now())
    except taken():
        raise name_taken() from None
    return json({"player": told(new["id"], new["name"], "account", g.player.name)}, 201)


@blp.route("/me/bots")
@signed_in
@blp.response(200, record(answers.BotAccounts))
def bots() -> Response:
    """Your bot accounts, and their tokens"""
    with reading() as link:
        owned = link.all(BOTS, owner=g.player.id)
        return json({"bots": [{**bot._asdict(), "tokens": listed(link, bot.id)} for bot in owned]})


@blp.route("/me/bots/<id:bot_id>/tokens", methods=["POST"])
@may("account")
@limited("door")
@blp.arguments(schemas.FurtherToken)
@blp.response(201, record(answers.Made))
@refuses("too_many_tokens")
@once
@himself
def make_for_bot(link: Link, said: dict[str, Any], bot_id: str) -> Response:
    """Make a token for a bot account of yours"""
    if link.one(BOT, id=bot_id, owner=g.player.id) is None:
        raise not_found()
    return secret({"token": made(link, bot_id, said)})
