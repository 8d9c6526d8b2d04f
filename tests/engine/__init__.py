"""The engine: its bots, its laws and its records."""
