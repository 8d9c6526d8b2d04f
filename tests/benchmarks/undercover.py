"""U1-U3: how fast chance plays Undercover, beside Fireline; how large its tables are, at 40 seats beside 14."""

from collections.abc import Iterator
from functools import partial
from itertools import count

import orjson

from engine.game import GAMES
from engine.simulate import simulate
from tests.api.people import Person, with_bots
from tests.benchmarks.place import app, database
from tests.benchmarks.rounds import ROUNDS, interleaved, rate
from tests.benchmarks.table import Goal, Line, compared

U1 = Goal("U1", "random games, Undercover of 14 beside Fireline of 6")
U2 = Goal("U2", "a table on the third day, Undercover of 40 beside 14")
U3 = Goal("U3", "the view in it")

GAMES_A_ROUND = 40
DAY = 3


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    undercover, fireline = interleaved(
        partial(rate, GAMES_A_ROUND, partial(play, "undercover", 14, count(1))),
        partial(rate, GAMES_A_ROUND, partial(play, "fireline", 6, count(1))),
    )
    yield compared(U1, undercover, fireline, "games/s")
    with database("SQLite") as url:
        ann = Person(app(url), "Ann")
        forty, fourteen = (zip(*(sizes(ann, seats) for _ in range(ROUNDS)), strict=True) for seats in (40, 14))
        for goal, more, less in zip((U2, U3), forty, fourteen, strict=True):
            yield compared(goal, more, less, "bytes")


def play(name: str, seats: int, seeds: Iterator[int], games: int) -> None:
    """So many games by chance, others each time."""
    simulate(GAMES[name], seats, games, next(seeds), None)


def sizes(person: Person, seats: int) -> tuple[int, int]:
    """The bytes of a table with its latest events, and of the view in it, for one who lives; all but he have voted."""
    while True:
        seen = with_bots(person, "sensible", seats, ruleset="undercover")
        game = seen["id"]
        while seen["view"]["players"][0]["alive"] and seen["status"] == "running":
            if (seen["view"]["round"], seen["view"]["phase"]) == (DAY, "day"):
                table = person.get(f"/games/{game}")
                return len(table.data), len(orjson.dumps(table.json["view"]))
            if seen["view"]["phase"] == "day":
                person.move(game, type="abstain")
            seen = person.move(game, type="ready").json
