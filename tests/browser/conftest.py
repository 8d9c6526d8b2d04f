"""The real server on a database of its own, and a browser before it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.browser.visitor import Visitor

ROOT = Path(__file__).parent.parent.parent
SECRET = "a secret of the browser tests"
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture(scope="session")
def environ(tmp_path_factory):
    """The settings of a server and a database for all browser tests of this process."""
    return {
        **os.environ,
        "PORT": str(free_port()),
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('site') / 'site.db'}",
        "SECRET_KEY": SECRET,
        "RATE_LIMITS": "0",
        "WEB_CONCURRENCY": "1",
    }


@pytest.fixture(scope="session")
def log(tmp_path_factory):
    """Where the server and the commands write their log, with all mails in it."""
    return tmp_path_factory.mktemp("site") / "log"


@pytest.fixture(scope="session")
def command(environ, log):
    """Runs an operator's command on the server's database."""

    def run(*words):
        flask = [sys.executable, "-m", "flask", "--app", "api", *words]
        with log.open("a") as out:
            subprocess.run(flask, cwd=ROOT, env=environ, check=True, stdout=out, stderr=out)

    return run


@pytest.fixture
def clock(command):
    """Lets the clock make a pass at once, so that nobody waits for the server's own."""
    return lambda: command("work", "--once")


@pytest.fixture(scope="session")
def site(environ, command, log):
    """The address of a server that runs for all browser tests of this process."""
    command("db", "upgrade")
    port = environ["PORT"]
    server = [sys.executable, "-m", "gunicorn", "--config", "api/gunicorn.conf.py", "api:create_app()"]
    with log.open("a") as out:
        running = subprocess.Popen(server, cwd=ROOT, env=environ, stdout=out, stderr=out)
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz", running)
            yield f"http://127.0.0.1:{port}/"
        finally:
            running.terminate()
            running.wait(20)


def wait_for(url, running, seconds=30):
    """Until the server answers; its end is an error."""
    until = time.monotonic() + seconds
    while True:
        assert running.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            assert time.monotonic() < until, "the server doesn't answer"
            time.sleep(0.1)


@pytest.fixture(scope="session")
def browser(chromium):
    """Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        yield running
        running.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that has failed tells what each of its visitors saw."""
    report = yield
    if report.failed and call.when == "call":
        for visitor in item.funcargs["visit"].visitors if "visit" in item.funcargs else ():
            report.sections.append((visitor.page.url, visitor.page.locator("body").inner_text()))
    return report


@pytest.fixture
def visit(browser, site):
    """Makes visitors: each a browser window of its own. In the end none may have met an error of the page."""
    visitors = []

    def visit(lang="en", **context):
        visitors.append(Visitor(browser, site, lang, **context))
        return visitors[-1]

    visit.visitors = visitors
    yield visit
    for visitor in visitors:
        visitor.context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []
