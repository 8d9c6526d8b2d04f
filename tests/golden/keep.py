"""`python -m tests.golden.keep`: keep a game of the present ruleset, for later versions to read.

A kept game is never written anew: if it can't be read any more, the code that reads it is at fault.
"""

import json
from pathlib import Path
from random import Random

from engine.codec import encode
from engine.core import fold
from engine.game import GAMES
from engine.record import Record, written
from engine.simulate import playout

FOLDER = Path(__file__).parent / "kept"
SEATS = {"fireline": 6, "undercover": 14}


def kept(game, seed=1):
    """A whole game as exported, and its state as it is stored in the middle, after the step that is named."""
    seats = SEATS[game.name]
    rules = game.rules({}, seats)
    state, steps = playout(game, rules, seats, Random(seed))
    middle = len(steps) // 2
    running = fold(game.fresh(rules, seats), [event for step in steps[:middle] for event in step.events])
    names = [f"Player {seat + 1}" for seat in range(seats)]
    export = written(Record(game, rules, names, None, steps, encode(game.outcome(state))))
    return {"steps": middle, "state": game.dump_state(running), "export": export}


def main():
    """Write the game of each ruleset that has none yet."""
    FOLDER.mkdir(exist_ok=True)
    for name in SEATS:
        file = FOLDER / f"{name}_{GAMES[name].ruleset}.json"
        if not file.exists():
            file.write_text(json.dumps(kept(GAMES[name]), separators=(",", ":")) + "\n")
            print(file)


if __name__ == "__main__":
    main()
