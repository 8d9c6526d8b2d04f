"""The sides and identities of Undercover, and the results that a check can have."""

from typing import Literal, get_args

Identity = Literal["agent", "gangster", "informant", "civilian", "underground"]
"""身份: 特工, 黑帮, 线人, 平民, 地下党."""

Side = Literal["bureau", "gang", "people"]
"""阵营: 军统局, 黑社会, 人民群众."""

Recruiting = Literal["bureau", "gang"]
"""A side that recruits."""

Result = Literal["agent", "gangster", "civilian", "underground", "informant_bureau", "informant_gang", "informant"]
"""What a check reports; an informant with his side, or without by the house rule (U24)."""

RESULTS: tuple[Result, ...] = get_args(Result)

LEADERS: dict[Identity, Recruiting] = {"agent": "bureau", "gangster": "gang"}
"""The identities that assassinate and recruit, and whose votes don't count, with their side (U5, U35)."""


def result(identity: Identity, side: Side, with_side: bool) -> Result:
    """The word for an identity in a report (U24)."""
    if identity != "informant":
        return identity
    if not with_side:
        return "informant"
    return "informant_bureau" if side == "bureau" else "informant_gang"


def results(with_side: bool) -> list[Result]:
    """All results that a true check can have, and so a forged one (U7, U24)."""
    return [found for found in RESULTS if not found.startswith("informant") or (found == "informant") != with_side]
