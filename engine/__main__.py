"""`python -m engine`: play cases, check and retell recorded games, simulate many."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from engine import scenario


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    parser = ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cases = commands.add_parser("scenario", help="play scenario files")
    cases.add_argument("paths", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    said = parser.parse_args(arguments)
    return scenario.run(said.paths)


if __name__ == "__main__":
    sys.exit(main())
