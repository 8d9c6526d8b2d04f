"""M1 and M2: the memory of all web processes, at rest and after they have answered thousands of requests."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.place import NO_POSTGRES, POSTGRES, app, database
from tests.benchmarks.serving import running
from tests.benchmarks.table import Goal, Line, compared, skipped
from tests.benchmarks.writers import WRITERS, all_write, at_tables

WRITES = 157
REQUESTS = 2 * WRITERS * WRITES
"""Each write comes after a look."""

PACKAGES = "flask, flask_smorest, flask_sqlalchemy, flask_migrate, flask_limiter, flask_cors, psycopg, argon2"
"""What the server stands on."""

KINDS = ("SQLite", "PostgreSQL")
M1 = [Goal("M1", f"memory of all web processes at rest / of one that has only imported packages, {k}") for k in KINDS]
M2 = [Goal("M2", f"the same after {REQUESTS:,} requests / at rest, {k}", 1.4, 1.2) for k in KINDS]


def measure() -> Iterator[Line]:
    """The rows, as they are found."""
    for resting, worked, kind in zip(M1, M2, KINDS, strict=True):
        if kind == "PostgreSQL" and not POSTGRES:
            yield skipped(resting, NO_POSTGRES)
            yield skipped(worked, NO_POSTGRES)
            continue
        with database(kind) as url:
            writers = at_tables(app(url))
            with running(url) as (server, port), imported() as packages:
                all_write(port, writers, 1)
                at_rest = megabytes(family(server))
                yield compared(resting, [at_rest], [megabytes([packages])], "MB")
                failed = [status for status, _ in all_write(port, writers, WRITES) if status >= 500]
                assert not failed
                yield compared(worked, [megabytes(family(server))], [at_rest], "MB")


@contextmanager
def imported() -> Iterator[int]:
    """A process that has imported the packages, and does nothing."""
    code = f"import {PACKAGES}\nprint('ready', flush=True)\ninput()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], text=True, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process.pid
        process.kill()


def family(process: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *map(int, children)]


def megabytes(processes: list[int]) -> float:
    """What they hold together: what several share counts once (proportional set size)."""
    return sum(int(re.findall(r"^Pss:\s+(\d+) kB", rollup(pid), re.MULTILINE)[0]) for pid in processes) / 1024


def rollup(process: int) -> str:
    return Path(f"/proc/{process}/smaps_rollup").read_text()
