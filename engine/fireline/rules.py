"""The house rules of Fireline: what may be chosen when a game is created, and what is senseless."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.codec import fit
from engine.core import BadRules, Bounds, Seat, house
from engine.fireline.kinds import CARDS, IDENTITIES, Card, Identity

SEATS = range(4, 11)
"""Players of a game (F1)."""

DEALT = 3
"""Cards dealt to each seat (F6)."""

MIX: dict[int, tuple[int, int, int]] = {
    4: (1, 2, 1),
    5: (2, 1, 2),
    6: (2, 2, 2),
    7: (2, 3, 2),
    8: (3, 2, 3),
    9: (3, 3, 3),
    10: (4, 2, 4),
}
"""Swat, citizens and kidnappers by the number of players (F3)."""

DECK: dict[Card, int] = {
    "single_bullet": 16,
    "double_bullet": 10,
    "grenade": 5,
    "smoke": 5,
    "flash": 5,
    "disarm": 6,
    "first_aid": 6,
    "supermarket": 3,
    "restaurant": 3,
    "control_room": 2,
    "storeroom": 3,
    "vest": 4,
    "search_warrant": 0,
}
"""How many of each card the deck has; two serums for each player come on top (F4)."""


@dataclass(frozen=True)
class Rules:
    """The house rules of one game, frozen at its start (‖ in the rule page)."""

    identities: dict[Identity, Annotated[int, Bounds(1, 8)]] | None = house(None, "F3")
    deck: dict[Card, Annotated[int, Bounds(0, 60)]] | None = house(None, "F4")
    first: Literal["random"] | Seat = house("random", "F7")
    max_turns: Annotated[int, Bounds(1, 1000)] = house(200, "F21")
    orphan_markers: Literal["passing", "at_death"] = house("passing", "F34")
    show_offers: bool = house(False, "F49")
    grenade_self: bool = house(True, "F53")
    restaurant_heal: Literal[1, 2] = house(1, "F61")
    deaths: Literal["together", "one_by_one"] = house("together", "F70")
    both: Literal["kidnappers", "draw", "defenders"] = house("kidnappers", "F73")
    carry_over: Literal["none", "card"] = house("none", "F7", later=True)


def settle(chosen: dict[str, Any], seats: int) -> Rules:
    """The effective rules for a number of seats: defaults filled in; BadRules if they make no sense."""
    if seats not in SEATS:
        raise BadRules("seats", "seats_out_of_range", "F1")
    fit(Rules, chosen, "F8", bounds=False)
    mix = dict(zip(IDENTITIES, MIX[seats], strict=True))
    deck = {**DECK, "serum": 2 * seats, **(chosen.get("deck") or {})}
    rules = Rules(
        **{
            **chosen,
            "identities": mix if chosen.get("identities") is None else chosen["identities"],
            "deck": {card: deck[card] for card in CARDS},
        }
    )
    check(rules, seats)
    fit(Rules, chosen, "F8")
    return rules


def check(rules: Rules, seats: int) -> None:
    """Refuse rules that make no sense for this number of seats; BadRules says which."""
    identities, deck = rules.identities or {}, rules.deck or {}
    if set(identities) < set(IDENTITIES) or min(identities.values()) < 1:
        raise BadRules("identities", "empty_side", "F3")
    if sum(identities.values()) != seats:
        raise BadRules("identities", "identities_do_not_add_up", "F3")
    if min(deck.values()) < 0:
        raise BadRules("deck", "negative_count", "F4")
    if sum(deck.values()) < DEALT * seats:
        raise BadRules("deck", "deck_too_small", "F6")
    if rules.first != "random" and not 0 <= rules.first < seats:
        raise BadRules("first", "no_such_seat", "F7")
    if not 1 <= rules.max_turns <= 1000:
        raise BadRules("max_turns", "out_of_bounds", "F21")
