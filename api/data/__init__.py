"""The database: its tables, the statements on them, and a bell for those who wait for a change."""
