"""Measure and print the table; the exit code is 1 if a floor isn't reached. Names of rows choose some: `E1 P8`."""

import sys

from tests.benchmarks import answers, clock, engine, memory, polls, undercover, waits, writers
from tests.benchmarks.table import Line, show

PARTS = {
    "P1 P2 P3 P4 P6": polls,
    "P5 P7": answers,
    "P8": writers,
    "P9": waits,
    "C1 C2": clock,
    "M1 M2": memory,
    "E1 E2 E3": engine,
    "U1 U2 U3": undercover,
}


def main(wanted: list[str]) -> int:
    lines: list[Line] = []
    for rows, part in PARTS.items():
        if wanted and not set(wanted) & set(rows.split()):
            continue
        for line in part.measure():
            print(line.goal.id, line.verdict, file=sys.stderr, flush=True)
            lines.append(line)
    lines.sort(key=lambda line: ("PCMEU".index(line.goal.id[0]), line.goal.id))
    print(show(lines))
    return any(line.verdict == "MISSED" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
