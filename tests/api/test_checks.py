"""Settings with which nobody should play: refused where people play, by the variable's name."""

import os
import subprocess
import sys

import pytest

from api import create_app
from api.config import ROOT, is_production, settings
from api.operation import checks

GOOD = "a secret of 24 letters.."


def found(**environ):
    """What is said of these settings: by variable, and whether it is unsafe."""
    return {(each.variable, each.unsafe) for each in checks.findings(settings({}, environ), environ)}


@pytest.mark.parametrize(
    ("environ", "production"),
    [
        ({}, False),
        ({"DYNO": "web.1"}, True),
        ({"RENDER": "true"}, True),
        ({"RAILWAY_ENVIRONMENT_NAME": "production"}, True),
        ({"PRODUCTION": "1"}, True),
        ({"DYNO": "web.1", "PRODUCTION": "0"}, False),
    ],
)
def test_where_people_play(environ, production):
    assert is_production("sqlite:///x", environ) == production
    assert is_production("postgresql+psycopg://h/d", environ) == (environ.get("PRODUCTION") != "0")


@pytest.mark.parametrize("secret", ["", "short", "changeme-changeme-changeme"])
def test_a_secret_that_is_none_is_unsafe(secret):
    assert ("SECRET_KEY", True) in found(DATABASE_URL="postgres://h/d", SECRET_KEY=secret)
    assert ("SECRET_KEY", True) not in found(DATABASE_URL="postgres://h/d", SECRET_KEY=GOOD)


def test_sqlite_on_a_disk_that_vanishes_is_unsafe():
    assert ("DATABASE_URL", True) in found(DYNO="web.1", SECRET_KEY=GOOD)
    assert ("DATABASE_URL", True) not in found(RENDER="true", DISK_STAYS="1", SECRET_KEY=GOOD)
    assert ("DATABASE_URL", True) not in found(PRODUCTION="1", SECRET_KEY=GOOD)


def test_what_is_doubtful_is_told():
    base = {"DATABASE_URL": "postgres://h/d", "SECRET_KEY": GOOD, "DYNO": "web.1"}
    doubts = {("BASE_URL", False), ("SMTP_URL", False), ("TRUSTED_PROXIES", False)}
    assert found(**base) == doubts
    assert found(**base, WEB_CONCURRENCY="4") == doubts | {("WEB_CONCURRENCY", False)}
    right = {"BASE_URL": "https://play.example.org", "SMTP_URL": "smtp://h", "TRUSTED_PROXIES": "1"}
    assert found(**base, **right) == set()
    assert found(**base, **right, METRICS_TOKEN="short") == {("METRICS_TOKEN", True)}


def test_an_unsafe_app_does_not_start_and_says_all_that_is_wrong(monkeypatch):
    monkeypatch.setenv("DYNO", "web.1")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(checks.Unsafe) as why:
        create_app(SECRET_KEY="short")
    assert "SECRET_KEY: it is shorter" in str(why.value)
    assert "DATABASE_URL: SQLite on a disk" in str(why.value)


def command(environ):
    return subprocess.run(
        [sys.executable, "-m", "flask", "--app", "api", "check"],
        cwd=ROOT, env={"PATH": os.environ["PATH"], **environ}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_command_says_it_in_lines(tmp_path):
    safe = {"DATABASE_URL": f"sqlite:///{tmp_path / 'x.db'}", "SECRET_KEY": GOOD, "PRODUCTION": "1"}
    done = command(safe)
    assert (done.returncode, [line.split(":")[1] for line in done.stdout.splitlines()]) == (
        0,
        [" BASE_URL", " SMTP_URL"],
    )
    done = command({**safe, "SECRET_KEY": "short"})
    assert done.returncode == 1
    assert "unsafe: SECRET_KEY" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.postgres
def test_a_database_that_may_lose_what_it_has_said_is_written(postgres_url):
    lazy = postgres_url + "?options=-csynchronous_commit%3Doff"
    app = create_app(DATABASE_URL=lazy, SECRET_KEY=GOOD)
    with app.app_context():
        assert [each.unsafe for each in checks.of_database()] == [True]
    with pytest.raises(checks.Unsafe, match="synchronous_commit = off"):
        checks.at_start(app)
    checks.at_start(create_app(DATABASE_URL=postgres_url, SECRET_KEY=GOOD))
