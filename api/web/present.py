"""Whether a player is still there: his account may be deleted while a request of his own waits for its turn.

Locks are taken in one order, so that nobody waits in a circle: one's own row to change oneself, then games, then the
rows of those who sit down in them.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, g
from sqlalchemy import bindparam, select

from api.data.db import Link, Statement
from api.data.models import Player, Token
from api.web.auth import unknown_token

ONE = select(Player.id).where(Player.id == bindparam("player"), Player.kind != "deleted")
HOLD = Statement(ONE.with_for_update(key_share=True))
TOKEN = Statement(select(Token.id).where(Token.id == bindparam("token")))
STAYS = Statement(ONE.with_for_update(read=True, key_share=True))


def held(link: Link, player: str) -> bool:
    """Whether a player is there; until the transaction ends nobody else changes him, and he isn't deleted."""
    return link.one(HOLD, player=player) is not None


def only_staying(link: Link, player: str) -> None:
    """Refuse a caller who isn't there any more; until the transaction ends he isn't deleted."""
    if link.one(STAYS, player=player) is None:
        raise unknown_token()


def himself(view: Callable[..., Response]) -> Callable[..., Response]:
    """A view, within `once`, that changes the caller or what is his: one after the other, and while his token is good.

    It may have been revoked in the meantime, by a new password say, to which no other token must lead past.
    """

    @wraps(view)
    def done(link: Link, *args: Any, **kwargs: Any) -> Response:
        if not held(link, g.player.id) or link.one(TOKEN, token=g.player.token_id) is None:
            raise unknown_token()
        return view(link, *args, **kwargs)

    return done
