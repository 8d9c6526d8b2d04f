"""Everything that anyone could say, and which of it the rules would take."""

from itertools import combinations, islice, product
from typing import get_args

from engine.fireline.kinds import CARDS, KINDS, Take
from engine.fireline.moves import Disarm, Discard, End, Equip, Pass, Play, Remove, Rescue
from engine.fireline.state import Trimming
from engine.game import GAMES

GAME = GAMES["fireline"]
OUTSIDE = 39
"""A seat that JSON may name and that no game has."""
PAIRED = ("double_bullet", "flash")
"""The cards that may be used on two; of the others not every pair is tried."""


def universe(state, seat):
    """Every move that can be said: right, wrong, on the dead, on nobody, on seats that don't exist."""
    seats = [*range(len(state.players) + 1), OUTSIDE]
    for card in CARDS:
        yield from (Play(card, targets) for targets in [(), *product(seats), (0, 1, 2), (1, 1, 1)])
        yield from (Play(card, pair) for pair in product(seats if card in PAIRED else seats[:2], repeat=2))
    yield from (Disarm(target, take) for target in seats for take in get_args(Take))
    yield from map(Equip, CARDS)
    yield from map(Remove, CARDS)
    yield from (End(), Pass())
    yield from map(Rescue, seats)
    yield from discards(state, seat)


def discards(state, seat):
    """Parts of the hand of the right number and of others, in both orders, and cards that aren't there."""
    hand = state.players[seat].hand
    count = state.ask.count if isinstance(state.ask, Trimming) else 1
    for size in {0, 1, count - 1, count, count + 1, len(hand)} & set(range(len(hand) + 1)):
        some = list(dict.fromkeys(islice(combinations(hand, size), 100)))
        yield from map(Discard, some)
        yield from (Discard(cards[::-1]) for cards in some)
        yield from (Discard((*cards[1:], card)) for card in CARDS for cards in some[:3] if cards)
    yield from (Discard((card,) * count) for card in CARDS)


def legal(state, options, move):
    """Whether an option holds the move, or is it a flash on a pair that an option names otherwise (F65)."""
    if any(option.holds(move) for option in options):
        return True
    if not isinstance(move, Play) or move.card != "flash" or len(move.targets) != 2:
        return False
    pairs = {frozenset(option.fields["targets"]) for option in options if option.fields.get("card") == "flash"}
    return bool(pairs & set(landings(state, move.targets)))


def landings(state, targets):
    """The pairs on which a flash may land that names these two: itself, and slid outward if they are neighbours."""
    yield frozenset(targets)
    living = [seat for seat, player in enumerate(state.players) if player.alive]
    for first, second in (targets, targets[::-1]):
        if first in living and second in living:
            place = living.index(first)
            if living[(place + 1) % len(living)] == second:
                round_ = living[place + 1 :] + living[: place + 1]
                outward = [seat for seat in round_ if not in_storeroom(state, seat)]
                yield frozenset((outward[0], outward[-1])) if outward else frozenset()


def in_storeroom(state, seat):
    """Whether a card in front of him hides him from the circle (F65)."""
    return any(KINDS[card].hides for card in state.players[seat].front)
