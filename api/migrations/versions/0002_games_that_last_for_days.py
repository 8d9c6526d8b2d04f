"""Games that last for days: pace, conduct, notices, substitutes, leave, results, and news of games."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "outages",
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("began", sa.String(length=24), nullable=False),
        sa.Column("ended", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_outages")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("alive", sa.String(length=24), nullable=False),
        sa.Column("clock", sa.String(length=24), nullable=True),
        sa.Column("outages", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=True),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("created", sa.String(length=24), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("disabled", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hooks_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_hooks_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hooks")),
    )
    with op.batch_alter_table("hooks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hooks_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_hooks_player_id"), ["player_id"], unique=False)

    op.create_table(
        "leaves",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("begins", sa.String(length=24), nullable=False),
        sa.Column("ends", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_leaves_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leaves")),
    )
    with op.batch_alter_table("leaves", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_leaves_player_id"), ["player_id"], unique=False)

    op.create_table(
        "looks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_looks_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_looks")),
    )
    with op.batch_alter_table("looks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_looks_game_id"), ["game_id"], unique=False)

    op.create_table(
        "news",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=True),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("deadline", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_news_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_news_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_news")),
    )
    with op.batch_alter_table("news", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_news_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_news_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_news_player_id_at"), ["player_id", "at"], unique=False)

    op.create_table(
        "results",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=24), nullable=False),
        sa.Column("side", sa.String(length=24), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("credited", sa.Boolean(), nullable=False),
        sa.Column("bots", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("ended", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_results_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_results_player_id_ended_game_id"), ["player_id", "ended", "game_id"], unique=False
        )

    op.create_table(
        "stays",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(length=24), nullable=False),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.Column("how", sa.String(length=8), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_stays_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_stays_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_stays")),
    )
    with op.batch_alter_table("stays", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_stays_player_id"), ["player_id"], unique=False)

    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("hook_id", sa.String(length=32), nullable=False),
        sa.Column("letter_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("at", sa.String(length=24), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("error", sa.String(length=200), nullable=True),
        sa.Column("took", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["hook_id"], ["hooks.id"], name=op.f("fk_deliveries_hook_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
    )
    with op.batch_alter_table("deliveries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deliveries_hook_id_at"), ["hook_id", "at"], unique=False)

    op.create_table(
        "letters",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=True),
        sa.Column("hook_id", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("due", sa.String(length=24), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["hook_id"], ["hooks.id"], name=op.f("fk_letters_hook_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_letters_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
    )
    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letters_due"), ["due"], unique=False)
        batch_op.create_index(batch_op.f("ix_letters_hook_id"), ["hook_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letters_player_id"), ["player_id"], unique=False)

    # SQLite reads what stands behind the state only through all of it: the new columns go before it.
    sqlite = op.get_bind().dialect.name == "sqlite"
    after = "deadline"
    with op.batch_alter_table("games", schema=None, recreate="always" if sqlite else "auto") as batch_op:
        for column in (
            sa.Column("opened", sa.String(length=24), nullable=True),
            sa.Column("question", sa.String(length=24), nullable=True),
            sa.Column("paused", sa.String(length=24), nullable=True),
            sa.Column("left", sa.Integer(), nullable=True),
            sa.Column("tell_turn", sa.String(length=24), nullable=True),
            sa.Column("tell_near", sa.String(length=24), nullable=True),
            sa.Column("vacant", sa.Integer(), server_default=sa.text("0"), nullable=False),
            sa.Column("sandbox", sa.Boolean(), server_default=sa.false(), nullable=False),
            sa.Column("outage", sa.Integer(), server_default=sa.text("0"), nullable=False),
            sa.Column("series_id", sa.String(length=32), nullable=True),
            sa.Column("nth", sa.Integer(), server_default=sa.text("1"), nullable=False),
            sa.Column("pace", sa.Text(), server_default='{"name":"house"}', nullable=False),
            sa.Column("conduct", sa.Text(), server_default="{}", nullable=False),
            sa.Column("affairs", sa.Text(), server_default="{}", nullable=False),
            sa.Column("turns", sa.Text(), server_default="[]", nullable=False),
            sa.Column("notices", sa.Text(), server_default="[]", nullable=False),
            sa.Column("standings", sa.Text(), server_default="{}", nullable=False),
        ):
            batch_op.add_column(column, **({"insert_after": after} if sqlite else {}))
            after = column.name
        batch_op.create_index(batch_op.f("ix_games_series_id"), ["series_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_tell_near"), ["tell_near"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_tell_turn"), ["tell_turn"], unique=False)

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("player_id", sa.String(length=32), nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_messages_player_id"), "players", ["player_id"], ["id"])

    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("owner_id", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("seen", sa.String(length=24), nullable=True))
        batch_op.add_column(sa.Column("language", sa.String(length=8), server_default="en", nullable=False))
        batch_op.add_column(sa.Column("zone", sa.String(length=40), server_default="UTC", nullable=False))
        batch_op.add_column(sa.Column("email", sa.String(length=254), nullable=True))
        batch_op.add_column(sa.Column("confirmed", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("wishes", sa.Text(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("feed", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("operator", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.create_index(batch_op.f("ix_players_owner_id"), ["owner_id"], unique=False)
        batch_op.create_unique_constraint(batch_op.f("uq_players_feed"), ["feed"])
        batch_op.create_foreign_key(batch_op.f("fk_players_owner_id"), "players", ["owner_id"], ["id"])

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("since", sa.String(length=24), nullable=True))
        batch_op.add_column(sa.Column("leave_used", sa.Integer(), server_default=sa.text("0"), nullable=False))

    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("scopes", sa.String(length=60), server_default="play talk host account", nullable=False)
        )
        batch_op.add_column(sa.Column("expires", sa.String(length=24), nullable=True))

    # Whose each message is: until now whoever sat there.
    op.execute(
        "UPDATE messages SET player_id = (SELECT seats.player_id FROM seats"
        " WHERE seats.game_id = messages.game_id AND seats.seat = messages.seat)"
    )
    call_again(op.get_bind())


def call_again(connection):
    """Tell of each seat what is told from now on: who sits there, and that nobody is away or to be replaced."""
    fresh = {"owner": None, "away": None, "stand_in": None, "offered": False}
    sitting = {}
    for game, seat, player in connection.execute(sa.text("SELECT game_id, seat, player_id FROM seats")).all():
        sitting[game, seat] = player
    change = sa.text("UPDATE games SET roster = :roster WHERE id = :id")
    for id, roster in connection.execute(sa.text("SELECT id, roster FROM games")).all():
        seats = [{**fresh, **at, "player": sitting.get((id, at["seat"]))} for at in json.loads(roster)]
        connection.execute(change, {"id": id, "roster": json.dumps(seats, separators=(",", ":"))})


def downgrade():
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.drop_column("expires")
        batch_op.drop_column("scopes")

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("leave_used")
        batch_op.drop_column("since")

    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_players_owner_id"), type_="foreignkey")
        batch_op.drop_constraint(batch_op.f("uq_players_feed"), type_="unique")
        batch_op.drop_index(batch_op.f("ix_players_owner_id"))
        batch_op.drop_column("feed")
        batch_op.drop_column("wishes")
        batch_op.drop_column("confirmed")
        batch_op.drop_column("email")
        batch_op.drop_column("zone")
        batch_op.drop_column("language")
        batch_op.drop_column("seen")
        batch_op.drop_column("owner_id")

    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_messages_player_id"), type_="foreignkey")
        batch_op.drop_column("player_id")

    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_tell_turn"))
        batch_op.drop_index(batch_op.f("ix_games_tell_near"))
        batch_op.drop_index(batch_op.f("ix_games_series_id"))
        batch_op.drop_column("standings")
        batch_op.drop_column("notices")
        batch_op.drop_column("turns")
        batch_op.drop_column("affairs")
        batch_op.drop_column("conduct")
        batch_op.drop_column("pace")
        batch_op.drop_column("nth")
        batch_op.drop_column("series_id")
        batch_op.drop_column("outage")
        batch_op.drop_column("sandbox")
        batch_op.drop_column("vacant")
        batch_op.drop_column("tell_near")
        batch_op.drop_column("tell_turn")
        batch_op.drop_column("left")
        batch_op.drop_column("paused")
        batch_op.drop_column("question")
        batch_op.drop_column("opened")

    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_letters_player_id"))
        batch_op.drop_index(batch_op.f("ix_letters_hook_id"))
        batch_op.drop_index(batch_op.f("ix_letters_due"))

    op.drop_table("letters")
    with op.batch_alter_table("deliveries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deliveries_hook_id_at"))

    op.drop_table("deliveries")
    with op.batch_alter_table("stays", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_stays_player_id"))

    op.drop_table("stays")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_player_id_ended_game_id"))

    op.drop_table("results")
    with op.batch_alter_table("news", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_news_player_id_at"))
        batch_op.drop_index(batch_op.f("ix_news_game_id"))
        batch_op.drop_index(batch_op.f("ix_news_at"))

    op.drop_table("news")
    with op.batch_alter_table("looks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_looks_game_id"))

    op.drop_table("looks")
    with op.batch_alter_table("leaves", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_leaves_player_id"))

    op.drop_table("leaves")
    with op.batch_alter_table("hooks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_hooks_player_id"))
        batch_op.drop_index(batch_op.f("ix_hooks_game_id"))

    op.drop_table("hooks")
    op.drop_table("pulse")
    op.drop_table("outages")
