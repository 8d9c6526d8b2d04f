"""The tables: who plays, where they sit, and every game as the list of its steps."""

from sqlalchemy import ForeignKey, Index, MetaData, String, Text, UniqueConstraint, false, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Key = String(32)
"""A random name of 16 to 32 letters, digits, - and _: nothing can be counted or ordered by it."""

Time = String(24)
"""A moment, as api.clock writes it."""


class Base(DeclarativeBase):
    """All tables, with constraints named so that a migration can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Player(Base):
    """Who plays: an account with a password, a guest with nothing but a token, or a bot's account with an owner.

    A deleted account's row stays, without anything that tells whose it was. `seen` is when a page of his last asked
    for something, to the minute; `feed` the digest of his feed's secret; `wishes` which notifications he wants. An
    `operator` does at any table what its host may do of breaks.
    """

    __tablename__ = "players"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(24))
    folded: Mapped[str] = mapped_column(Text, unique=True)
    skeleton: Mapped[str] = mapped_column(Text, unique=True)
    password: Mapped[str | None] = mapped_column(Text)
    created: Mapped[str] = mapped_column(Time)
    owner_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)
    seen: Mapped[str | None] = mapped_column(Time)
    language: Mapped[str] = mapped_column(String(8), server_default="en")
    zone: Mapped[str] = mapped_column(String(40), server_default="UTC")
    email: Mapped[str | None] = mapped_column(String(254))
    confirmed: Mapped[bool] = mapped_column(server_default=false())
    wishes: Mapped[str] = mapped_column(Text, server_default="{}")
    feed: Mapped[str | None] = mapped_column(String(64), unique=True)
    operator: Mapped[bool] = mapped_column(server_default=false())


class Token(Base):
    """A key to a player's seats: only its SHA-256 is kept."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(60))
    created: Mapped[str] = mapped_column(Time)
    last_used: Mapped[str] = mapped_column(Time)
    scopes: Mapped[str] = mapped_column(String(60), server_default="play talk host account")
    expires: Mapped[str | None] = mapped_column(Time)


class Attempt(Base):
    """A log-in that was tried: counted before the password is looked at."""

    __tablename__ = "attempts"
    __table_args__ = (Index(None, "who", "at"),)
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    who: Mapped[str] = mapped_column(String(64))
    at: Mapped[str] = mapped_column(Time, index=True)


class Game(Base):
    """One game. `state` is a cache of its steps; `roster`, `asked`, `silent`, `etags` are kept for cheap answers.

    `deadline` is when something happens next by itself: what is asked lapses, a pause ends, a game that hasn't begun
    starts or expires. `opened` is since when the present question's time runs, `question` what kind it is and
    `left` the seconds that a paused one still has; `tell_turn` and `tell_near` are when people are to be told of it.
    `conduct` is how the table deals with people, `affairs` how that stands: votes, extensions, a ready check;
    `turns` counts by seat the turns put, missed, and missed in a row; `standings` has each seat's standing answers.
    `outage` is the last one that was made good.

    `etags` has that of an onlooker first, then one for each seat. `shown` counts the events that are
    numbered, `steps` the accepted moves and the deal, `said` by channel each seat's messages.
    """

    __tablename__ = "games"
    __table_args__ = (Index(None, "private", "status", "created", "id"),)
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(24))
    version: Mapped[int]
    size: Mapped[int]
    title: Mapped[str] = mapped_column(String(60))
    private: Mapped[bool]
    code: Mapped[str | None] = mapped_column(Key)
    start: Mapped[str] = mapped_column(String(8))
    host: Mapped[int]
    status: Mapped[str] = mapped_column(String(8))
    created: Mapped[str] = mapped_column(Time)
    started: Mapped[str | None] = mapped_column(Time)
    ended: Mapped[str | None] = mapped_column(Time)
    deadline: Mapped[str | None] = mapped_column(Time, index=True)
    opened: Mapped[str | None] = mapped_column(Time)
    question: Mapped[str | None] = mapped_column(String(24))
    paused: Mapped[str | None] = mapped_column(Time)
    left: Mapped[int | None]
    tell_turn: Mapped[str | None] = mapped_column(Time, index=True)
    tell_near: Mapped[str | None] = mapped_column(Time, index=True)
    vacant: Mapped[int] = mapped_column(server_default=text("0"))
    sandbox: Mapped[bool] = mapped_column(server_default=false())
    outage: Mapped[int] = mapped_column(server_default=text("0"))
    series_id: Mapped[str | None] = mapped_column(Key, index=True)
    nth: Mapped[int] = mapped_column(server_default=text("1"))
    pace: Mapped[str] = mapped_column(Text, server_default='{"name":"house"}')
    conduct: Mapped[str] = mapped_column(Text, server_default="{}")
    affairs: Mapped[str] = mapped_column(Text, server_default="{}")
    turns: Mapped[str] = mapped_column(Text, server_default="[]")
    notices: Mapped[str] = mapped_column(Text, server_default="[]")
    standings: Mapped[str] = mapped_column(Text, server_default="{}")
    before_id: Mapped[str | None] = mapped_column(ForeignKey("games.id", ondelete="SET NULL"), index=True)
    rematch_id: Mapped[str | None] = mapped_column(Key)
    steps: Mapped[int]
    shown: Mapped[int]
    said: Mapped[str] = mapped_column(Text)
    etags: Mapped[str] = mapped_column(Text)
    asked: Mapped[str] = mapped_column(Text)
    silent: Mapped[str] = mapped_column(Text)
    roster: Mapped[str] = mapped_column(Text)
    rules: Mapped[str] = mapped_column(Text)
    # Last, so that SQLite reads all the others without walking through it.
    state: Mapped[str | None] = mapped_column(Text)


class Seat(Base):
    """A seat that was taken: a player's, a bot's of some level, or neither when its player has left a running game.

    With a player and a level the bot sits in for him until he is back. `since` is when this player took it,
    `leave_used` the seconds by which his absences have stretched deadlines.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)
    level: Mapped[str | None] = mapped_column(String(24))
    came_from: Mapped[int | None]
    since: Mapped[str | None] = mapped_column(Time)
    leave_used: Mapped[int] = mapped_column(server_default=text("0"))


class Stay(Base):
    """That a player once sat in a running game, and how he left: he never sits there again."""

    __tablename__ = "stays"
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    seat: Mapped[int]
    since: Mapped[str] = mapped_column(Time)
    until: Mapped[str] = mapped_column(Time)
    how: Mapped[str] = mapped_column(String(8))
    asked: Mapped[int]
    missed: Mapped[int]


class Step(Base):
    """An accepted move, what chance brought and what happened; step 0 is the deal. This is the truth about a game."""

    __tablename__ = "steps"
    __table_args__ = (Index(None, "game_id", "shown"),)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int | None]
    move: Mapped[str | None] = mapped_column(Text)
    chance: Mapped[str] = mapped_column(Text)
    events: Mapped[str] = mapped_column(Text)
    shown: Mapped[int]
    at: Mapped[str] = mapped_column(Time)


class Message(Base):
    """Something said in a channel of a game, counted within it."""

    __tablename__ = "messages"
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    channel: Mapped[str] = mapped_column(String(24), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[str] = mapped_column(Time)


class Reply(Base):
    """The first answer to a request with an Idempotency-Key: a retry gets it again.

    Its player is nobody's id where the request's key made one up for somebody who stayed outside.
    """

    __tablename__ = "replies"
    player_id: Mapped[str] = mapped_column(Key, primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    request: Mapped[str] = mapped_column(String(64))
    status: Mapped[int] = mapped_column(server_default=text("0"))
    headers: Mapped[str] = mapped_column(Text, server_default="")
    body: Mapped[str] = mapped_column(Text, server_default="")
    at: Mapped[str] = mapped_column(Time, index=True)


class Result(Base):
    """What an ended game counts as for one who played in it: written when it ends, never before."""

    __tablename__ = "results"
    __table_args__ = (Index(None, "player_id", "ended", "game_id"),)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id"), primary_key=True)
    seat: Mapped[int]
    ruleset: Mapped[str] = mapped_column(String(24))
    side: Mapped[str] = mapped_column(String(24))
    result: Mapped[str] = mapped_column(String(8))
    role: Mapped[str] = mapped_column(String(12))
    credited: Mapped[bool]
    bots: Mapped[int]
    asked: Mapped[int]
    missed: Mapped[int]
    ended: Mapped[str] = mapped_column(Time)


class Leave(Base):
    """That a player will be away from one moment to another, at all his tables."""

    __tablename__ = "leaves"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    begins: Mapped[str] = mapped_column(Time)
    ends: Mapped[str] = mapped_column(Time)


class Pulse(Base):
    """Signs of life: when the service was last seen alive, and its clock; and how many outages there were."""

    __tablename__ = "pulse"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    alive: Mapped[str] = mapped_column(Time)
    clock: Mapped[str | None] = mapped_column(Time)
    outages: Mapped[int]


class Outage(Base):
    """A time in which the whole service was away."""

    __tablename__ = "outages"
    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    began: Mapped[str] = mapped_column(Time)
    ended: Mapped[str] = mapped_column(Time)


class News(Base):
    """Something that people are told of a game: to one player, or to whoever listens for the game."""

    __tablename__ = "news"
    __table_args__ = (Index(None, "player_id", "at"),)
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(12))
    at: Mapped[str] = mapped_column(Time, index=True)
    deadline: Mapped[str | None] = mapped_column(Time)


class Hook(Base):
    """An address that is called when there is news: a player's, or a game's."""

    __tablename__ = "hooks"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    game_id: Mapped[str | None] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    url: Mapped[str] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(String(64))
    created: Mapped[str] = mapped_column(Time)
    failures: Mapped[int]
    disabled: Mapped[str | None] = mapped_column(Time)


class Letter(Base):
    """The outbox: something to be sent by mail or to a hook, leased by whoever is sending it.

    To whom a letter goes that names neither is found when it is sent.
    """

    __tablename__ = "letters"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    hook_id: Mapped[str | None] = mapped_column(ForeignKey("hooks.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(12))
    body: Mapped[str] = mapped_column(Text)
    due: Mapped[str] = mapped_column(Time, index=True)
    tries: Mapped[int]


class Delivery(Base):
    """One try to call a hook: its log."""

    __tablename__ = "deliveries"
    __table_args__ = (Index(None, "hook_id", "at"),)
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    hook_id: Mapped[str] = mapped_column(ForeignKey("hooks.id", ondelete="CASCADE"))
    letter_id: Mapped[str] = mapped_column(Key)
    kind: Mapped[str] = mapped_column(String(12))
    at: Mapped[str] = mapped_column(Time)
    status: Mapped[int | None]
    error: Mapped[str | None] = mapped_column(String(200))
    took: Mapped[int]


class Look(Base):
    """That an operator looked at what is hidden in a game: shown at its table."""

    __tablename__ = "looks"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    at: Mapped[str] = mapped_column(Time)
    by: Mapped[str] = mapped_column(String(60))
