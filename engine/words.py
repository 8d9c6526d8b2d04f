"""The words of a game in each language: catalogues in JSON, beside the game's rules."""

import json
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
"""The languages that every game speaks."""

Words = dict[str, Any]
"""A catalogue: names, templates and sentences by the stable codes of the game."""


@cache
def load(game: str, lang: str) -> Words:
    """A game's catalogue in a language, shared by all who ask; ValueError if there is none."""
    path = Path(__file__).parent / game / "words" / f"{lang}.json"
    if lang not in LANGUAGES or not game.isidentifier() or not path.is_file():
        raise ValueError(f"no words for {game!r} in {lang!r}")
    words: Words = json.loads(path.read_text(encoding="utf-8"))
    return words
