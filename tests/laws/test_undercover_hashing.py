"""The same moves and the same chance give the same log of Undercover, however Python hashes (PYTHONHASHSEED)."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from tests.laws.undercover.playout import GAME, played

GAMES = 10


def logs():
    """A digest of each game's log and of all that its seats could see at its end."""
    for seed in range(GAMES):
        table = played(f"hashing {seed}", 14)
        told = [GAME.dump_event(event) for event in table.log]
        told += [GAME.view(table.state, seat) for seat in (None, *range(table.seats))]
        yield sha256(json.dumps(told).encode()).hexdigest()


def test_the_log_is_the_same_under_any_hash_seed():
    told = [
        subprocess.run(
            [sys.executable, "-m", "tests.laws.test_undercover_hashing"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("0", "1", "4711")
    ]
    assert told[0] == told[1] == told[2] == list(logs())
    assert len(told[0]) == len(set(told[0])) == GAMES


if __name__ == "__main__":
    print(*logs(), sep="\n")
