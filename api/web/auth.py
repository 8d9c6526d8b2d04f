"""Who asks: Bearer tokens, and passwords."""

import hashlib
import secrets
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import wraps
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from flask import Flask, g, request
from sqlalchemy import bindparam, select, update

from api.clock import now
from api.data.db import Link, Row, Statement, adding, reading, writing
from api.data.models import Player, Token
from api.web.errors import Problem
from api.web.headers import API
from api.web.refusals import refuses

View = Callable[..., Any]

hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Argon2id: two passes over 19 MiB, some 20 to 70 ms of one core."""

SCOPES = {
    "play": "Take a seat and leave it, move, and answer beforehand.",
    "talk": "Say something.",
    "host": "Create games, and run the table that you host.",
    "account": "Everything about yourself: name, tokens, bot accounts, notifications.",
}
"""What a token may be good for beside looking, which any token allows."""

BAD_TOKEN = ("unauthorized", "token_expired")
"""How a token is refused."""

CHALLENGE = {"WWW-Authenticate": "Bearer"}
"""What a 401 asks for."""

HOLDER = Statement(
    select(
        Player.id,
        Player.name,
        Player.kind,
        Player.created,
        Player.owner_id,
        Player.operator,
        Token.id.label("token_id"),
        Token.last_used,
        Token.scopes,
        Token.expires,
    )
    .join(Token, Token.player_id == Player.id)
    .where(Token.digest == bindparam("digest"))
)
KEPT_EXPIRED = timedelta(days=7)
"""How long an expired token is still known, so that whoever sends it is told why it is refused."""

USED = Statement(update(Token).where(Token.id == bindparam("token")).values(last_used=bindparam("at")))
ADD_TOKEN = adding(Token)


def digest(secret: str) -> str:
    """What is kept of a token: its SHA-256. It is random, so nothing slower is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer(given: str) -> str | None:
    """The token in an Authorization header, or None."""
    scheme, _, secret = given.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and secret.strip() else None


def identify() -> None:
    """Find out who asks before anything else happens: g.player is None without a token, and with a bad one."""
    given = request.environ.get("HTTP_AUTHORIZATION")
    secret = bearer(given) if given is not None and request.path.startswith(API) else None
    found = holder(secret) if secret else None
    g.expired = found is not None and is_over(found)
    g.player = None if g.expired else found


def holder(secret: str) -> Row | None:
    """Whose token it is; None if it is nobody's. That it was used is noted once a day."""
    with reading() as link:
        player = link.one(HOLDER, digest=digest(secret))
    if player is not None and player.last_used[:10] < now()[:10] and not is_over(player):
        with writing() as link:
            link.run(USED, token=player.token_id, at=now())
    return player


def is_over(token: Row) -> bool:
    """Whether a token has expired."""
    return token.expires is not None and token.expires <= now()


def unknown_token() -> Problem:
    """No token, or one that is not or no longer good: RFC 6750 tells the two apart."""
    if "HTTP_AUTHORIZATION" not in request.environ:
        return Problem(401, "unauthorized", "This needs a token: Authorization: Bearer ...", CHALLENGE)
    challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    if g.expired:
        return Problem(401, "token_expired", "This token has expired.", challenge)
    return Problem(401, "unauthorized", "This token is not, or no longer, good.", challenge)


def signed_in(view: View) -> View:
    """A view for players who look at what is theirs: 401 for everyone else. It finds the caller in g.player."""

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Any:
        if g.player is None:
            raise unknown_token()
        return view(*args, **kwargs)

    return documented(checked, [{"bearer": []}], *BAD_TOKEN)


def may(scope: str) -> Callable[[View], View]:
    """A view that changes something: 401 for who isn't signed in, 403 for a token without this scope."""

    def mark(view: View) -> View:
        @wraps(view)
        def checked(*args: Any, **kwargs: Any) -> Any:
            if g.player is None:
                raise unknown_token()
            if scope not in g.player.scopes.split():
                raise insufficient(scope)
            return view(*args, **kwargs)

        return documented(checked, [{"bearer": [scope]}], *BAD_TOKEN, "insufficient_scope")

    return mark


def by_operator(seat: int | None) -> bool:
    """Whether the caller is an operator, at a table where he has no seat: who plays there is a player like all."""
    return seat is None and g.player is not None and bool(g.player.operator)


def insufficient(scope: str) -> Problem:
    """A good token, but not for this."""
    challenge = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{scope}"'}
    return Problem(403, "insufficient_scope", f"This needs a token with the scope `{scope}`.", challenge)


def perhaps_signed_in(view: View) -> View:
    """A view for anyone, who may say who he is: 401 for a bad token, g.player is None without one."""

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Any:
        if g.player is None and "HTTP_AUTHORIZATION" in request.environ:
            raise unknown_token()
        return view(*args, **kwargs)

    return documented(checked, [{"bearer": []}, {}], *BAD_TOKEN)


def documented(view: View, security: list[dict[str, Any]], *codes: str) -> View:
    """Say in the API's description who may call the view, and how others are refused."""
    doc = {**getattr(view, "_apidoc", {})}
    doc["manual_doc"] = {**doc.get("manual_doc", {}), "security": security}
    view._apidoc = doc  # type: ignore[attr-defined]
    return refuses(*codes)(view)


def new_token(
    link: Link, player: str, label: str, scopes: Iterable[str] = SCOPES, expires: str | None = None
) -> dict[str, Any]:
    """A new token of a player, for all scopes and for good unless told otherwise; the only time its secret is told."""
    secret, at = secrets.token_urlsafe(32), now()
    kept = [scope for scope in SCOPES if scope in scopes]
    told = {"id": secrets.token_urlsafe(12), "label": label, "expires": expires}
    values = {**told, "scopes": " ".join(kept), "created": at, "last_used": at}
    link.run(ADD_TOKEN, **values, player_id=player, digest=digest(secret))
    return {**told, "scopes": kept, "secret": secret}


def check_password(kept: str | None, password: str) -> bool:
    """Whether it is the password; takes as long if there is none."""
    try:
        hasher.verify(kept or nobody(), password)
    except VerificationError:
        return False
    return kept is not None


def wrong_password() -> Problem:
    """Somebody who is signed in has given a password that isn't his."""
    return Problem(401, "wrong_password", "This isn't the account's password.", CHALLENGE)


_nobody: list[str] = []


def nobody() -> str:
    """The hash that a log-in with an unknown name is checked against."""
    if not _nobody:
        _nobody.append(hasher.hash(secrets.token_urlsafe()))
    return _nobody[0]


def init_app(app: Flask) -> None:
    """Know who asks an app."""
    app.before_request(identify)
