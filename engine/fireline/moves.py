"""What a player of Fireline may say."""

from engine.core import Move, Seat, move
from engine.fireline.kinds import Card, Take


@move
class Play(Move):
    """Use a bullet, a grenade, smoke, a flash, a warrant on its targets, or a serum on oneself (F13)."""

    card: Card
    targets: tuple[Seat, ...] = ()


@move
class Disarm(Move):
    """武装解除: take off a player a card in front of him, or a hand card unseen (F42)."""

    target: Seat
    take: Take


@move
class Equip(Move):
    """Lay an environment or a vest in front of oneself (F16)."""

    card: Card


@move
class Remove(Move):
    """Give up one's own restaurant (F63)."""

    card: Card


@move
class End(Move):
    """End the play phase (F10)."""


@move
class Discard(Move):
    """Cut the hand down to the limit (F18)."""

    cards: tuple[Card, ...]


@move
class Rescue(Move):
    """Offer a first aid kit to a dying player, sealed until the window closes (F48)."""

    target: Seat


@move
class Pass(Move):
    """Offer nothing in a rescue window (F48)."""


MOVES = {kind.type: kind for kind in (Play, Disarm, Equip, Remove, End, Discard, Rescue, Pass)}
