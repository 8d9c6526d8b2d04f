"""The cards that lie in front of their owner: when they come, when they go, and what they do by lying there."""

from engine.core import Run, Seat
from engine.fireline.events import Healed
from engine.fireline.kinds import KINDS, Kind, kind
from engine.fireline.state import BLOOD, State
from engine.fireline.turn import draw


class Equipment(Kind):
    """An environment or a vest: laid in front of its owner, one a turn (F13, F16)."""

    def arrives(self, run: Run[State], seat: Seat) -> None:
        """What happens when it has been equipped."""

    def leaves(self, run: Run[State], seat: Seat) -> None:
        """What happens when it has been removed in any way but death."""


def equipment(card: str) -> Equipment:
    """The kind of a card that lies in front of a player."""
    found = KINDS[card]
    assert isinstance(found, Equipment)
    return found


@kind("supermarket")
class Supermarket(Equipment):
    """超市 F60: one card at once, one more each turn, and a hand of four."""

    slot = "environment"
    draws = 1
    keeps = 1

    def arrives(self, run: Run[State], seat: Seat) -> None:
        """One card at once, every time."""
        draw(run, seat, 1)


@kind("restaurant")
class Restaurant(Equipment):
    """餐厅 F61: one more blood, which heals when it comes and when it goes."""

    slot = "environment"
    blood = 1
    removable = True

    def arrives(self, run: Run[State], seat: Seat) -> None:
        """The extra blood card is the heal (F61)."""
        player = run.state.players[seat]
        run.happen(Healed(seat, min(player.cap, player.blood + run.state.rules.restaurant_heal)))

    def leaves(self, run: Run[State], seat: Seat) -> None:
        """Blood is kept up to the lower cap, then one more if below it (F62)."""
        blood = run.state.players[seat].blood
        kept = min(BLOOD, min(BLOOD, blood) + 1)
        if kept != blood:
            run.happen(Healed(seat, kept))


@kind("control_room")
class ControlRoom(Equipment):
    """主控室 F64: only players at full blood may name its owner; a grenade doesn't ask."""

    slot = "environment"
    guards = True


@kind("storeroom")
class Storeroom(Equipment):
    """储藏室 F65: grenade, smoke and flash are worked out as if its owner were not there."""

    slot = "environment"
    hides = True


@kind("vest")
class Vest(Equipment):
    """防弹衣 F27: each bullet card does 1 less damage to its wearer."""

    slot = "vest"
    armor = 1
