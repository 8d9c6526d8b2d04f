"""The bots of Undercover, and the public record that they go by."""

from random import Random

from engine.core import Dice
from engine.undercover import Undercover

GAME = Undercover()


def play(seed, seats=14, bot="random", **chosen):
    """One step after the other of a game: the state before a move, who makes it, and what came of it."""
    chance = Random(seed)
    state, _ = GAME.deal(GAME.rules(chosen, seats), seats, Dice(chance))
    while silent := GAME.silent(state):
        seat = chance.choice(silent)
        move = GAME.bots[bot](GAME.view(state, seat), GAME.options(state, seat), chance)
        yield state, seat, GAME.apply(state, seat, move, Dice(chance))


def told(state, viewer):
    """The verdicts in a view, in short."""
    return [
        (v["round"], v["rights"], v["out"], {b["seat"]: b["target"] for b in v["ballots"]})
        for v in GAME.view(state, viewer)["verdicts"]
    ]


def test_a_view_keeps_every_verdict_with_the_ballots_that_its_viewer_may_see():
    for seed in range(20):
        secret, cast, kept = seed % 2 == 1, {}, []
        for state, _, events in play(seed, ballots="secret" if secret else "open"):
            for event in events:
                if event.type in ("voted", "voted_in_secret"):
                    cast[event.seat] = event.target
                if event.type == "judged":
                    kept.append((state.verdicts[-1].round, event.rights, [seat for seat, _ in event.out], cast))
                    cast = {}
            for viewer in (None, 0, 13):
                hides = secret and GAME.outcome(state) is None
                assert told(state, viewer) == [
                    (*verdict, {x: t for x, t in ballots.items() if not hides or x == viewer})
                    for *verdict, ballots in kept
                ]
        assert [verdict[0] for verdict in kept] == [*range(1, len(kept) + 1)]
        assert len(kept) > 1
