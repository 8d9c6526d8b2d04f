"""The bots of Fireline, and the public facts that they go by."""

from collections import Counter
from random import Random

from engine.core import Dice
from engine.game import GAMES

GAME = GAMES["fireline"]


def unanswered(state):
    """The first seat that is asked and has not answered, as its own view says."""
    return next(seat for seat in GAME.asked(state) if GAME.view(state, seat)["answer"] is None)


def test_a_view_tells_what_everyone_has_openly_done_to_everyone():
    chance, whats = Random(7), set()
    for _ in range(20):
        state, _ = GAME.deal(GAME.rules({}, 6), 6, Dice(chance))
        done = Counter()
        while GAME.outcome(state) is None:
            seat = unanswered(state)
            move = GAME.bots["random"](None, GAME.options(state, seat), chance)
            active = GAME.view(state, None)["active"]
            for event in GAME.apply(state, seat, move, Dice(chance)):
                if event.type == "hurt":
                    done[active, event.seat, "damage"] += event.damage
                if event.type == "rescued":
                    done[event.seat, event.target, "rescues"] += 1
            for viewer in (None, 0, 5):
                view = GAME.view(state, viewer)
                told = {
                    (x, y, what): view[what][x][y] for what in ("damage", "rescues") for x in range(6) for y in range(6)
                }
                assert +Counter(told) == done
        whats |= {what for _, _, what in done}
    assert whats == {"damage", "rescues"}


def test_a_view_tells_the_mix_of_identities():
    state, _ = GAME.deal(GAME.rules({}, 9), 9, Dice(Random(1)))
    assert GAME.view(state, None)["mix"] == {"swat": 3, "citizen": 3, "kidnapper": 3}
