"""What the tests may need from the machine, and what happens when it is not there."""

import os
import shutil
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest

SERVER = os.environ.get("TEST_DATABASE_URL", "")
BROWSER = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
NOTHING_MAY_SKIP = os.environ.get("NO_SKIP") == "1"

MISSING = {
    "postgres": None if SERVER else "PostgreSQL: TEST_DATABASE_URL is not set",
    "browser": None if BROWSER else "Chromium is not on the PATH, and CHROMIUM is not set",
}


def pytest_runtest_setup(item):
    """Skip a marked test, in one line, when what its mark names is not there."""
    for mark, reason in MISSING.items():
        if reason and item.get_closest_marker(mark):
            pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Under NO_SKIP=1 a skipped test has failed (an expected failure is not a skip)."""
    report = yield
    if NOTHING_MAY_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        _fail(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Under NO_SKIP=1 a module that skips itself has failed."""
    report = yield
    if NOTHING_MAY_SKIP and report.skipped:
        _fail(report)
    return report


def _fail(report):
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"NO_SKIP=1 lets nothing skip. {reason}"


@pytest.fixture(scope="session")
def chromium():
    """The browser's path."""
    return BROWSER


@contextmanager
def new_database(what):
    """A new, empty PostgreSQL database of this process alone, dropped in the end: its address."""
    server, worker = urlsplit(SERVER), os.environ.get("PYTEST_XDIST_WORKER", "main")
    name = f"{server.path[1:]}_{worker}_{what}"
    with psycopg.connect(SERVER, autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{name}"')
        yield server._replace(path=f"/{name}").geturl()
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def postgres_url():
    """The database that the tests of this process share."""
    with new_database("shared") as url:
        yield url
