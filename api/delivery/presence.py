"""When somebody last looked at a table, to the minute: it keeps needless mails back, and nobody is told of it."""

import time

from sqlalchemy import bindparam, or_, update

from api.clock import now
from api.data.db import Row, Statement, writing
from api.data.models import Player

SEEN = Statement(
    update(Player)
    .where(Player.id == bindparam("player"), or_(Player.seen.is_(None), Player.seen < bindparam("at")))
    .values(seen=bindparam("at"))
)


class Noted:
    """The tokens whose players this process has noted within this minute."""

    def __init__(self) -> None:
        """Nobody yet."""
        self.minute, self.tokens = 0, set[str]()

    def __contains__(self, token: object) -> bool:
        """Whether this token's player is noted."""
        return token in self.tokens and self.minute == int(time.time()) // 60

    def add(self, token: str) -> None:
        """This token's player is noted for the rest of the minute."""
        minute = int(time.time()) // 60
        if minute != self.minute:
            self.minute, self.tokens = minute, set()
        self.tokens.add(token)


noted = Noted()
"""Of this process: api.routes.poll hands on to Flask who isn't in it."""


def note(player: Row) -> None:
    """Note that a player, by his token, looks at a table."""
    if player.token_id not in noted:
        with writing() as link:
            link.run(SEEN, player=player.id, at=f"{now()[:16]}:00.000Z")
        noted.add(player.token_id)
