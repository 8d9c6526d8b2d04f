"""`python -m engine`: play cases, check and retell recorded games, simulate many."""

import os
import sys
from argparse import ArgumentParser, Namespace
from io import TextIOWrapper
from pathlib import Path

from engine import record, scenario
from engine.core import BadRules
from engine.game import GAMES
from engine.simulate import simulate
from engine.words import LANGUAGES


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    said = parser().parse_args(arguments)
    try:
        code: int = said.run(said)
    except record.Unusable as error:
        print(f"{said.file}: {error}", file=sys.stderr)
        return 2
    except BadRules as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read along has seen enough; what is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def parser() -> ArgumentParser:
    """What may be said on the command line."""
    whole = ArgumentParser(prog="python -m engine", description=__doc__)
    commands = whole.add_subparsers(dest="command", required=True)

    cases = commands.add_parser("scenario", help="play the cases in files and folders")
    cases.add_argument("paths", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    cases.set_defaults(run=lambda said: scenario.run(said.paths))

    check = commands.add_parser("verify", help="play an exported game again and compare")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=verify)

    story = commands.add_parser("replay", help="tell an exported game in words")
    story.add_argument("file", type=Path, metavar="FILE")
    story.add_argument("--seat", type=int, metavar="K", help="as the player in this seat saw it, from 0 (all of it)")
    story.add_argument("--step", type=int, metavar="N", help="only this step; 0 is the deal (all steps)")
    story.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (en)")
    story.set_defaults(run=replay)

    many = commands.add_parser("simulate", help="play many games and count how they end")
    many.add_argument("--game", choices=sorted(GAMES), default="fireline", help="which game (fireline)")
    many.add_argument("--games", type=some, default=100, metavar="N", help="games of each size (100)")
    many.add_argument("--seats", type=int, metavar="K", help="players (every number allowed)")
    many.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed, the same games (0)")
    many.add_argument("--bots", choices=("random", "sensible"), default="random", help="who plays (random)")
    many.set_defaults(run=balance)
    return whole


def some(word: str) -> int:
    """A number of games, at least one."""
    count = int(word)
    if count < 1:
        raise ValueError
    return count


def verify(said: Namespace) -> int:
    """Tell what is wrong with an exported game, a line each; 1 if anything is."""
    game = record.read(said.file)
    findings = record.verify(game)
    for finding in findings:
        print(f"{said.file}: {finding}")
    if not findings:
        print(f"{said.file}: {len(game.steps)} steps, all as the rules have it")
    return 1 if findings else 0


def replay(said: Namespace) -> int:
    """Tell an exported game."""
    game = record.read(said.file)
    for name, value, count in (("seat", said.seat, len(game.names)), ("step", said.step, len(game.steps))):
        if value is not None and not 0 <= value < count:
            raise record.Unusable(f"there is no {name} {value}, only 0 to {count - 1}")
    for line in record.retold(game, game.game.words(said.lang), said.seat, said.step):
        print(line)
    return 0


def balance(said: Namespace) -> int:
    """Simulate games of each size asked for; speed is in seconds of this process, which needs no clock."""
    game = GAMES[said.game]
    bot = None if said.bots == "random" else game.bots[said.bots]
    for seats in game.seats if said.seats is None else [said.seats]:
        began = os.times().user
        found = simulate(game, seats, said.games, said.seed, bot)
        print(found.report(os.times().user - began), flush=True)
    return 0


if __name__ == "__main__":
    # A name may hold what this terminal can't show.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(main())
