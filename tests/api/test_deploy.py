"""The deploy rehearsal: a release with a migration goes out under play, process by process, and nothing is lost.

As on a host that knows the Procfile alone: `release` first, then each `web` is replaced by a new one that answers
/readyz, then the `clock`; at last a process crashes. Who plays meanwhile asks again when a connection breaks, with the
same Idempotency-Key.
"""

import http.client
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from threading import Event

import psycopg
import pytest

from api.config import ROOT
from engine.game import GAMES
from tests.api.people import PREFIX, filled
from tests.api.test_server import free_port
from tests.conftest import new_database

pytestmark = pytest.mark.postgres

SECONDS_TO_END = 10
"""After so many a host kills what it has sent a SIGTERM."""

TABLES, SEATS = 2, 4

MIGRATION = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "9999", "{head}", None, None
def upgrade():
    op.add_column("games", sa.Column("season", sa.String(24), nullable=False, server_default="first"))
    op.create_index("ix_steps_at", "steps", ["at"])
    op.create_table("seasons", sa.Column("name", sa.String(24), primary_key=True))
def downgrade():
    pass
"""


def release(folder):
    """A copy of the project as a host has it."""
    for name in ("api", "engine", "frontend"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "Procfile", folder)
    return folder


def with_migration(folder):
    """The next release."""
    versions = folder / "api" / "migrations" / "versions"
    head = max(path.name[:4] for path in versions.glob("*.py"))
    (versions / "9999_season.py").write_text(MIGRATION.format(head=head))
    return folder


class Host:
    """Runs the lines of a Procfile, and sends requests to the web processes that are ready."""

    def __init__(self, url, log):
        """On this database."""
        self.environ = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DATABASE_URL": url,
            "SECRET_KEY": "a secret of the rehearsal",
            "WEB_CONCURRENCY": "1",
            "RATE_LIMITS": "0",
        }
        self.log, self.ports, self.running = log, [], []

    def start(self, folder, kind, **environ):
        """A process of this kind, of this release."""
        lines = dict(line.split(": ", 1) for line in (folder / "Procfile").read_text().splitlines())
        process = subprocess.Popen(
            shlex.split(lines[kind]),
            cwd=folder,
            env=self.environ | environ,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        self.running.append(process)
        return process

    def release(self, folder):
        """What is done before the processes of a release start."""
        assert self.start(folder, "release").wait(60) == 0

    def web(self, folder):
        """A web process that is ready and gets its share of the requests: it and its port."""
        port = free_port()
        process = self.start(folder, "web", PORT=str(port))
        for _ in range(300):
            assert process.poll() is None
            try:
                link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                link.request("GET", "/readyz")
                if link.getresponse().status == 200:
                    break
            except OSError:
                time.sleep(0.1)
        self.ports.append(port)
        return process, port

    def replace(self, web, folder):
        """Another takes its place; then it is told to end, and does in time."""
        process, port = web
        new = self.web(folder)
        self.ports.remove(port)
        self.end(process)
        assert process.returncode == 0
        return new

    def end(self, process):
        """Tell a process to end; it does before it would be killed."""
        process.send_signal(signal.SIGTERM)
        process.wait(SECONDS_TO_END)

    def crash(self, process):
        """A process is gone from one moment to the next, its children too."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Client:
    """A person whose program asks whichever web process the host sends it to."""

    def __init__(self, host, name):
        """Come in."""
        self.host, self.name, self.chance = host, name, random.Random(name)
        self.secret, self.statuses, self.broken, self.done, self.texts = None, Counter(), 0, Counter(), []
        came = self.ask("POST", "/guests", {"name": name})
        self.secret = came["token"]["secret"]

    def ask(self, method, path, body=None):
        """What is answered in the end; a change is done once, however often its connection breaks."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())} if body is not None else {}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        said = None if body is None else json.dumps(body)
        while True:
            try:
                link = http.client.HTTPConnection("127.0.0.1", self.chance.choice(self.host.ports), timeout=30)
                link.request(method, PREFIX + path, said, headers)
                answer = link.getresponse()
                found = json.loads(answer.read() or b"null")
            except (OSError, http.client.HTTPException):
                self.broken += 1
                time.sleep(0.05)
                continue
            if found.get("code") == "idempotency_in_progress":
                time.sleep(0.05)
                continue
            self.statuses[answer.status] += 1
            self.status = answer.status
            return found

    def wait_at(self, port, game):
        """Wait for news of a game at one of the processes; the status of its answer in the end."""
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Authorization": f"Bearer {self.secret}"}
        link.request("GET", f"{PREFIX}/games/{game}", headers=headers)
        seen = link.getresponse()
        seen.read()
        link.request("GET", f"{PREFIX}/games/{game}?wait=25", headers=headers | {"If-None-Match": seen.headers["ETag"]})
        return link.getresponse().status

    def play(self, game, over):
        """Move where asked, else say something, game after game until it is over."""
        while not over.is_set():
            table = self.ask("GET", f"/games/{game}?after=9999")
            if table["status"] == "ended":
                game = self.ask("POST", f"/games/{game}/rematch", {})["id"]
            elif table["options"]:
                self.ask("POST", f"/games/{game}/moves", filled(self.chance.choice(table["options"]), self.chance))
                self.done[game, table["you"]] += self.status == 200
            else:
                text = f"{self.name} {uuid.uuid4()}"
                said = self.ask("POST", f"/games/{game}/talk", {"text": text})
                if self.status == 201:
                    self.texts.append(text)
                else:
                    assert said["code"] == "may_not_talk", said  # the dead say nothing
                    over.wait(0.2)


@pytest.fixture
def host(tmp_path):
    """A host with an empty database."""
    with new_database("host") as url, (tmp_path / "log").open("w") as log:
        host = Host(url.replace("postgresql://", "postgres://"), log)
        yield host
        for process in host.running:
            host.crash(process)


def asked_for(host, sql):
    """What the database says."""
    with psycopg.connect(host.environ["DATABASE_URL"]) as link:
        return link.execute(sql).fetchall()


def play_on(players, playing, moves=20):
    """Let so many more moves be made; what has ended a player's play is raised."""
    so_far = sum(player.done.total() for player in players)
    for _ in range(300):
        if sum(player.done.total() for player in players) >= so_far + moves:
            return
        for each in wait(playing, 0.1).done:
            each.result()
    raise TimeoutError("nobody moves any more")


def settled(host, sleeping):
    """Wait for the clock to settle what is overdue in a game that nobody looks at."""
    for _ in range(600):
        if dict(asked_for(host, "SELECT id, steps FROM games"))[sleeping] > 1:
            return
        time.sleep(0.1)
    raise TimeoutError("the clock settles nothing")


def seated(people, **more):
    """A game of these people; its id."""
    game = people[0].ask("POST", "/games", {"ruleset": "fireline", "seats": len(people), **more})["id"]
    for person in people[1:]:
        person.ask("POST", f"/games/{game}/seats", {})
        assert person.status == 201
    return game


def test_a_release_goes_out_under_play_and_nothing_is_lost(host, tmp_path):
    old, new = release(tmp_path / "old"), with_migration(release(tmp_path / "new"))
    host.release(old)
    with ThreadPoolExecutor() as starting:
        webs = list(starting.map(host.web, [old, old]))
    clock = host.start(old, "clock")

    players = [Client(host, f"Player {n}") for n in range(TABLES * SEATS)]
    tables = [players[n * SEATS : (n + 1) * SEATS] for n in range(TABLES)]
    games = [seated(people) for people in tables]
    brief = {"name": "own", "lengths": dict.fromkeys(GAMES["fireline"].asks, 10)}
    sleeping = seated([Client(host, f"Sleeper {n}") for n in range(SEATS)], pace=brief)
    over = Event()
    with ThreadPoolExecutor(len(players) + 1) as pool:
        playing = [
            pool.submit(person.play, game, over)
            for people, game in zip(tables, games, strict=True)
            for person in people
        ]
        try:
            play_on(players, playing)
            host.release(new)
            assert asked_for(host, "SELECT DISTINCT season FROM games") == [("first",)]
            play_on(players, playing)
            waiting = Client(host, "Who waits")
            quiet = waiting.ask("POST", "/games", {"ruleset": "fireline", "seats": SEATS})["id"]
            for web in tuple(webs):
                held = pool.submit(waiting.wait_at, web[1], quiet)
                time.sleep(1)
                assert not held.done()
                webs.append(host.replace(web, new))
                assert held.result(SECONDS_TO_END) == 304
                play_on(players, playing)
            host.end(clock)
            host.start(new, "clock")
            host.crash(webs[-1][0])
            play_on(players, playing)
        finally:
            over.set()
        for each in playing:
            each.result(30)

    assert sum(player.broken for player in players) > 0
    assert {status for player in players for status in player.statuses if status >= 500} == set()
    moves = asked_for(host, "SELECT game_id, seat, count(*) FROM steps WHERE seat IS NOT NULL GROUP BY game_id, seat")
    made = Counter({(game, seat): count for game, seat, count in moves if game != sleeping})
    assert made == sum((player.done for player in players), Counter())
    said = [text for (text,) in asked_for(host, "SELECT text FROM messages ORDER BY text")]
    assert said == sorted(text for player in players for text in player.texts)
    settled(host, sleeping)
    check = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "api", "game", "check"],
        cwd=new,
        env=host.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout
