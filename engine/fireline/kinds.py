"""The kinds of card, the identities, and what a card does by lying in front of a player."""

from collections.abc import Callable
from typing import ClassVar, Literal, TypeVar, get_args

Identity = Literal["swat", "citizen", "kidnapper"]
"""身份: 特警, 市民, 绑匪 (F2)."""

Card = Literal[
    "single_bullet",
    "double_bullet",
    "grenade",
    "smoke",
    "flash",
    "disarm",
    "first_aid",
    "supermarket",
    "restaurant",
    "control_room",
    "storeroom",
    "vest",
    "search_warrant",
    "serum",
]
"""A card is named by its kind, never by a number that could be followed (F4)."""

Take = Literal["hand", "supermarket", "restaurant", "control_room", "storeroom", "vest", "smoke", "flash"]
"""What a disarm may name: a hand card unseen, or a card in front (F42); a flash is always refused (F44)."""

IDENTITIES: tuple[Identity, ...] = get_args(Identity)
CARDS: tuple[Card, ...] = get_args(Card)
RANK: dict[str, int] = {card: rank for rank, card in enumerate(CARDS)}
"""The fixed order of cards in a hand."""


class Kind:
    """One kind of card, with the neutral answer to each question that the rules ask a card in front."""

    card: ClassVar[Card]
    spends: ClassVar[Literal["shot", "skill"] | None] = None
    """What of the turn is spent by playing it (F13)."""
    slot: ClassVar[Literal["environment", "vest"] | None] = None
    """The place in front of its owner that it takes (F16)."""
    draws: ClassVar[int] = 0
    """Cards that its owner draws beyond two (F60)."""
    keeps: ClassVar[int] = 0
    """Cards that its owner keeps beyond three (F60)."""
    blood: ClassVar[int] = 0
    """What it adds to its owner's cap (F61)."""
    armor: ClassVar[int] = 0
    """Damage that it takes off each bullet card (F27)."""
    removable: ClassVar[bool] = False
    """Whether its owner may give it up himself (F63)."""
    guards: ClassVar[bool] = False
    """Whether only players at full blood may name its owner (F64)."""
    hides: ClassVar[bool] = False
    """Whether its owner is left out of the circle for grenade, smoke and flash (F65)."""


KINDS: dict[str, Kind] = {}
"""Every kind by its card's name; filled where the kinds are declared."""

K = TypeVar("K", bound=type[Kind])


def kind(card: Card) -> Callable[[K], K]:
    """Declare the class of a card."""

    def declare(cls: K) -> K:
        cls.card = card
        KINDS[card] = cls()
        return cls

    return declare
