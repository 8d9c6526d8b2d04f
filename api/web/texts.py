"""What people write: kept as text, whatever it looks like, without what can't be seen."""

import unicodedata

MESSAGE = 2000
"""Characters of a message."""

LINE = 60
"""Characters of a title or a label."""

KEPT = "\u200c\u200d"
"""Formats that join letters, and make whole words and pictures of them."""


def visible(x: str) -> bool:
    """Whether a character may stand in a text: no control, no format that turns the writing around, no non-character.

    Of these last some make XML, and so a feed, ill-formed. They aren't told by their category, which is that of a
    character that came after this Python.
    """
    if ord(x) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(x) <= 0xFDEF:
        return False
    return x in KEPT or unicodedata.category(x) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def message(raw: str) -> str:
    """A message as it is kept: NFC, line ends as line feeds, no other controls, nothing blank around it."""
    lines = unicodedata.normalize("NFC", raw).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(x for x in lines if x == "\n" or visible(x)).strip()


def line(raw: str) -> str:
    """A title or a label as it is kept: the same, on one line."""
    return " ".join(message(raw).split())
