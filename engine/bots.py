"""Players that see only a view and its options."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.core import Move, Option

Bot = Callable[[Any, Sequence[Option], Random], Move]
"""Chooses a move from a view and the options that go with it."""


def random(view: Any, options: Sequence[Option], chance: Random) -> Move:
    """Any legal move: an option at random, its holes filled at random."""
    return options[int(chance.random() * len(options))].some(chance)
