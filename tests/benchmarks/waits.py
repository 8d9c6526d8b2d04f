"""P9: ordinary polls while all places to wait for news are taken, beside the same polls while nobody waits."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from statistics import quantiles
from threading import Event
from time import perf_counter

from tests.api.people import PREFIX, Person
from tests.benchmarks.place import Asked, app, asked, begun, database, six, unchanged
from tests.benchmarks.rounds import interleaved
from tests.benchmarks.serving import served
from tests.benchmarks.table import Goal, Line, compared

P9 = [
    Goal("P9", f"{which} of a poll while all places to wait are taken, beside nobody waiting", 1.5, 1.2)
    for which in ("p50", "p99")
]

WAITERS = 24
"""Who would wait: more than there are places in all processes together."""

CLIENTS, POLLS, ROUNDS = 4, 400, 5
WAIT = 20


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    with database("SQLite") as url:
        people = six(app(url))
        poll, awaited = unchanged(people[0], begun(people)), begun(people, seed=2)
        with served(url) as port:
            figures: dict[str, list[tuple[float, float]]] = {"waited for": [], "alone": []}

            def crowded() -> float:
                with everybody_waiting(port, people[1], awaited):
                    figures["waited for"].append(latencies(port, poll))
                return 0

            def alone() -> float:
                figures["alone"].append(latencies(port, poll))
                return 0

            interleaved(crowded, alone, rounds=ROUNDS)
    for n, goal in enumerate(P9):
        ours, yardstick = ([1000 * found[n] for found in side[1:]] for side in figures.values())
        yield compared(goal, ours, yardstick, "ms")


@contextmanager
def everybody_waiting(port: int, person: Person, game: str) -> Iterator[None]:
    """While so many ask for news of a game and go on asking; those without a place rest as they are told."""
    over, taken = Event(), Event()
    with ThreadPoolExecutor(WAITERS) as pool:
        seen = person.get(f"/games/{game}")
        wait = asked(person, f"/games/{game}?wait={WAIT}", seen.headers["ETag"])
        for _ in range(WAITERS):
            pool.submit(waiting, port, wait, taken, over)
        assert taken.wait(WAIT), "there was a place for everybody"
        try:
            yield
        finally:
            over.set()
            assert person.post(f"/games/{game}/talk", {"text": "wake up"}).status_code == 201


def waiting(port: int, wait: Asked, taken: Event, over: Event) -> None:
    """Wait, again and again."""
    while not over.is_set():
        link = HTTPConnection("127.0.0.1", port)
        link.request("GET", wait.path, headers=wait.headers)
        answer = link.getresponse()
        answer.read()
        rest = answer.headers["Retry-After"]
        if rest:
            taken.set()
            over.wait(float(rest))


def latencies(port: int, poll: Asked) -> tuple[float, float]:
    """Seconds for a poll, at the median and at the 99th of 100, by a few clients that ask one after another."""
    assert poll.path.startswith(PREFIX)

    def client(_: int) -> list[float]:
        link, took = HTTPConnection("127.0.0.1", port), []
        for _ in range(POLLS):
            began = perf_counter()
            link.request("GET", poll.path, headers=poll.headers)
            link.getresponse().read()
            took.append(perf_counter() - began)
        return took

    with ThreadPoolExecutor(CLIENTS) as pool:
        cuts = quantiles([each for took in pool.map(client, range(CLIENTS)) for each in took], n=100)
    return cuts[49], cuts[98]
