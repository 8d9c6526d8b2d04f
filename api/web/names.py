"""Names of players: what may be in one, and when two look the same."""

import re
import unicodedata
from functools import cache

from confusable_homoglyphs import utils

LEAST, MOST = 2, 24
"""Characters of a name."""

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Letters and marks that show nothing, beyond what their category tells."""

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Controls, formats (those that turn the writing around too), surrogates, what is not assigned, line ends."""

MARKS = 2
"""Accents on one letter: more of them would paint over the neighbours."""

MARK_LIMIT = re.compile(rf"(?:M[ne]\|){{{MARKS + 1}}}")


BOT = re.compile(r"b0t\d*")
"""The skeleton of a bot's name: see api.game.seating."""


class BadName(ValueError):
    """A name that can't be had."""


def name(raw: str) -> str:
    """The name as it is kept: NFKC, no space at the ends, single spaces within; BadName says why not."""
    kept = plain(raw)
    if any(unicodedata.category(x) in HIDDEN for x in kept) or INVISIBLE.search(kept):
        raise BadName("Characters that can't be seen are not allowed.")
    if any(unicodedata.category(x) == "Zs" and x != " " for x in kept):
        raise BadName("Of spaces only the plain one is allowed.")
    if not LEAST <= len(kept) <= MOST:
        raise BadName(f"It has to have {LEAST} to {MOST} characters.")
    if MARK_LIMIT.search("".join(unicodedata.category(x) + "|" for x in unicodedata.normalize("NFD", kept))):
        raise BadName("Too many accents on one letter.")
    if not any(unicodedata.category(x)[0] in "LN" for x in kept):
        raise BadName("It needs a letter or a digit.")
    if BOT.fullmatch(skeleton(kept)):
        raise BadName("Bots are called like this.")
    return kept


def plain(raw: str) -> str:
    """The name in one of the many ways to write it, whether it can be had or not."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", raw)).strip(" ")


def folded(kept: str) -> str:
    """What is the same for two names that differ in capitals only."""
    return unicodedata.normalize("NFKC", kept.casefold())


def known(raw: str) -> str:
    """By what a player of this name is found; nothing, by which nobody is, if it can't be had."""
    try:
        return folded(name(raw))
    except BadName:
        return ""


def skeleton(kept: str) -> str:
    """What is the same for two names that look alike (UTS 39), without regard to capitals and spaces."""
    alike = lookalikes()
    drawn = "".join(alike.get(x, x) for x in unicodedata.normalize("NFD", kept)).casefold()
    return "".join(alike.get(x, x) for x in drawn).replace(" ", "").replace("o", "0")


@cache
def lookalikes() -> dict[str, str]:
    """For each character that looks like others, the one letter or letters that stand for them all."""
    pairs: list[tuple[str, str]] = []
    for source, targets in utils.load("confusables.json").items():
        pairs += [(source.strip("\u200e"), target["c"].strip("\u200e")) for target in targets]
    leader: dict[str, str] = {}

    def lead(x: str) -> str:
        while leader.setdefault(x, x) != x:
            x = leader[x]
        return x

    for a, b in pairs:
        if len(a) == len(b) == 1:
            first, second = sorted((lead(a), lead(b)))
            leader[second] = first
    several = {a: b for a, b in pairs if len(a) == 1 < len(b)}
    alike = {x: lead(x) for x in leader}
    return alike | {a: "".join(alike.get(x, x) for x in b) for a, b in several.items()}
