"""The tables: who plays, where they sit, and every game as the list of its steps."""

from sqlalchemy import ForeignKey, Index, MetaData, String, Text, UniqueConstraint, text
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
    """Who plays: an account with a password, or a guest with nothing but a token."""

    __tablename__ = "players"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(24))
    folded: Mapped[str] = mapped_column(Text, unique=True)
    skeleton: Mapped[str] = mapped_column(Text, unique=True)
    password: Mapped[str | None] = mapped_column(Text)
    created: Mapped[str] = mapped_column(Time)


class Token(Base):
    """A key to a player's seats: only its SHA-256 is kept."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(60))
    created: Mapped[str] = mapped_column(Time)
    last_used: Mapped[str] = mapped_column(Time)


class Attempt(Base):
    """A log-in that was tried: counted before the password is looked at."""

    __tablename__ = "attempts"
    __table_args__ = (Index(None, "who", "at"),)
    id: Mapped[str] = mapped_column(Key, primary_key=True)
    who: Mapped[str] = mapped_column(String(64))
    at: Mapped[str] = mapped_column(Time, index=True)


class Game(Base):
    """One game. `state` is a cache of its steps; `roster`, `asked`, `silent`, `etags` are kept for cheap answers.

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
    """A taken seat: a player's, or a bot's of some level."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "player_id"),)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)
    level: Mapped[str | None] = mapped_column(String(24))
    came_from: Mapped[int | None]


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
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[str] = mapped_column(Time)


class Reply(Base):
    """The first answer to a request with an Idempotency-Key: a retry gets it again."""

    __tablename__ = "replies"
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    request: Mapped[str] = mapped_column(String(64))
    status: Mapped[int] = mapped_column(server_default=text("0"))
    headers: Mapped[str] = mapped_column(Text, server_default="")
    body: Mapped[str] = mapped_column(Text, server_default="")
    at: Mapped[str] = mapped_column(Time, index=True)
