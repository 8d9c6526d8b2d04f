"""Measure and print the table; the exit code is 1 if a floor isn't reached."""

import sys

from tests.benchmarks import engine
from tests.benchmarks.table import show


def main() -> int:
    lines = []
    for part in (engine,):
        for line in part.measure():
            print(line.goal.id, line.goal.what, "...", line.verdict, file=sys.stderr, flush=True)
            lines.append(line)
    print(show(lines))
    return any(line.verdict == "MISSED" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
