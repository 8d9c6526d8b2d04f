"""Replies to those who are nobody yet, and stay so."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_constraint("fk_replies_player_id", type_="foreignkey")


def downgrade():
    op.execute("DELETE FROM replies WHERE player_id NOT IN (SELECT id FROM players)")
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.create_foreign_key("fk_replies_player_id", "players", ["player_id"], ["id"], ondelete="CASCADE")
