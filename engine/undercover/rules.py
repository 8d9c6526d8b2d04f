"""The house rules of Undercover: what may be chosen when a game is created, and what is senseless."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.codec import fit
from engine.core import BadRules, Bounds, LocalTime, TimeZone, house

SEATS = range(14, 41)
"""Players of a game (U1)."""

LEADERS_FROM = {2: 14, 3: 20, 4: 28}
"""The least number of players for so many leaders on each side (U1)."""


@dataclass(frozen=True)
class Rules:
    """The house rules of one game, frozen at its start (‖ in the rule page)."""

    leaders: Literal[2, 3, 4] = house(2, "U1")
    early_dawn: bool = house(True, "U11")
    second_handler: bool = house(True, "U17")
    check_side: bool = house(True, "U24")
    dawn_reveal: Literal["cause", "names", "identity"] = house("cause", "U30")
    ballots: Literal["open", "secret"] = house("open", "U34")
    tie: Literal["nobody", "revote", "all", "random"] = house("nobody", "U37")
    tally: Literal["rights", "cast"] = house("rights", "U38")
    early_dusk: bool = house(True, "U40")
    last_words: Literal["classic", "all", "none"] = house("classic", "U41")
    dead_in_group: Literal["write", "read"] = house("write", "U44")
    quiet_rounds: Annotated[int, Bounds(1, 20)] = house(3, "U54")
    max_rounds: Annotated[int, Bounds(1, 100)] = house(20, "U54")
    night_hours: Annotated[int, Bounds(1, 168)] = house(24, "U60")
    day_hours: Annotated[int, Bounds(1, 168)] = house(48, "U60")
    night_ends: LocalTime | None = house(None, "U60")
    day_ends: LocalTime | None = house(None, "U60")
    time_zone: TimeZone = house("UTC", "U60")


def settle(chosen: dict[str, Any], seats: int) -> Rules:
    """The effective rules for a number of seats; BadRules if they make no sense."""
    if seats not in SEATS:
        raise BadRules("seats", "seats_out_of_range", "U1")
    fit(Rules, chosen, "U1")
    rules = Rules(**chosen)
    if seats < LEADERS_FROM[rules.leaders]:
        raise BadRules("leaders", "too_many_leaders", "U1")
    return rules
