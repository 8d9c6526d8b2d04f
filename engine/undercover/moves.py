"""What a player of Undercover may say."""

from engine.core import Move, Seat, move
from engine.undercover.sides import Result


@move
class Assassinate(Move):
    """刺杀: kill somebody tonight (U5)."""

    target: Seat


@move
class Recruit(Move):
    """拉拢: win somebody over tonight (U5)."""

    target: Seat


@move
class Check(Move):
    """验人: learn somebody's identity at dawn, and your handlers with you (U6)."""

    target: Seat


@move
class Forge(Move):
    """Make up a check for your handlers (U7)."""

    target: Seat
    result: Result


@move
class Snipe(Move):
    """狙击: shoot somebody tonight, one bullet of two (U7)."""

    target: Seat


@move
class Nothing(Move):
    """Do nothing tonight, and withdraw what was submitted (U10)."""


@move
class Vote(Move):
    """Vote for somebody to be out (U34)."""

    target: Seat


@move
class Abstain(Move):
    """Vote for nobody (U34)."""


@move
class Ready(Move):
    """Say that you are done, by night or by day (U8, U40)."""


MOVES: dict[str, type[Move]] = {
    kind.type: kind for kind in (Assassinate, Recruit, Check, Forge, Snipe, Nothing, Vote, Abstain, Ready)
}
