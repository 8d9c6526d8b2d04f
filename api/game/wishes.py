"""What a player wishes to hear of, and by which way."""

from typing import Any

import orjson

DEFAULTS = {
    "turn": {"mail": True, "hooks": True},
    "near": {"mail": True, "hooks": True},
    "started": {"mail": True, "hooks": True},
    "ended": {"mail": True, "hooks": True},
    "seat": {"mail": False, "hooks": False},
}
"""By kind of news and by way. Of seats at strange tables nobody hears who hasn't asked for it."""

WAYS = ("mail", "hooks")


def every(kept: str) -> dict[str, dict[str, bool]]:
    """All wishes: those that were said, and the defaults."""
    said = orjson.loads(kept)
    return {kind: {**default, **said.get(kind, {})} for kind, default in DEFAULTS.items()}


def wished(kept: str, kind: str, way: str) -> bool:
    """Whether a player wishes this kind of news by this way."""
    return every(kept)[kind][way]


def changed(kept: str, said: dict[str, dict[str, bool]]) -> str:
    """The wishes as they are kept when some of them change: only what isn't the default."""
    now: dict[str, Any] = every(kept)
    for kind, ways in said.items():
        now[kind] |= ways
    different = {
        kind: {way: wish for way, wish in ways.items() if wish != DEFAULTS[kind][way]} for kind, ways in now.items()
    }
    return orjson.dumps({kind: ways for kind, ways in different.items() if ways}).decode()
