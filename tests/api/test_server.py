"""The server as it is deployed: gunicorn with its own settings, page and API, and a quick end."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from api.config import ROOT


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url):
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.status, answer.read()


@pytest.fixture
def server(tmp_path):
    """A running server and its address."""
    port = free_port()
    environ = {
        "PATH": os.environ["PATH"],
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'served.db'}",
        "SECRET_KEY": "x" * 16,
        "WEB_CONCURRENCY": "2",
    }
    flask = [sys.executable, "-m", "flask", "--app", "api", "db", "upgrade"]
    subprocess.run(flask, cwd=ROOT, env=environ, check=True, capture_output=True)
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "api/gunicorn.conf.py", "api:create_app()"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(gunicorn, cwd=ROOT, env=environ, stdout=log, stderr=subprocess.STDOUT)
    try:
        for _ in range(300):
            try:
                get(f"http://127.0.0.1:{port}/readyz")
                break
            except OSError:
                time.sleep(0.1)
        yield process, f"http://127.0.0.1:{port}", tmp_path / "log"
    finally:
        process.kill()
        process.wait()


def workers_of(gunicorn):
    """The processes of its workers."""
    found = subprocess.run(["pgrep", "-P", str(gunicorn)], capture_output=True, text=True, check=False)
    return [int(worker) for worker in found.stdout.split()]


def apart(workers):
    """Whether there are two workers, each with a core of its own."""
    try:
        cores = [os.sched_getaffinity(worker) for worker in workers]
    except ProcessLookupError:
        return False  # one has just ended
    return len(cores) == 2 and all(len(core) == 1 for core in cores) and cores[0] != cores[1]


def soon(holds):
    """Whether something comes to hold: the second worker may be forked when the first answers already."""
    for _ in range(100):
        if holds():
            return True
        time.sleep(0.1)
    return False


def test_it_lets_go_who_waits_when_it_ends(server):
    process, url, _ = server
    request = urllib.request.Request(f"{url}/api/v1/guests", b'{"name": "Ann"}', {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as came:
        sent = {"Authorization": f"Bearer {json.load(came)['token']['secret']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/api/v1/games", b'{"ruleset": "fireline", "seats": 6}', sent)
    with urllib.request.urlopen(request, timeout=5) as made:
        game, tag = json.load(made)["id"], made.headers["ETag"]
    with ThreadPoolExecutor(1) as pool:
        asked = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)
        asked.request("GET", f"/api/v1/games/{game}?wait=25", headers={**sent, "If-None-Match": tag})
        coming = pool.submit(asked.getresponse)
        time.sleep(1)  # he who waits is there by now; were he not, he would be answered all the same
        assert not coming.done()
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert coming.result(10).status == 304
    assert process.wait(timeout=10) == 0
    assert time.monotonic() - began < 10


def test_it_serves_page_and_api_and_ends_within_seconds(server):
    process, url, log = server
    assert get(f"{url}/healthz") == (200, b'{"status":"ok"}')
    assert b"<html" in get(url + "/")[1]
    assert json.loads(get(f"{url}/api/v1/rulesets")[1])["rulesets"][0]["name"] == "fireline"

    if hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1:
        assert soon(lambda: apart(workers_of(process.pid)))
        for dead in reversed(workers_of(process.pid)):
            os.kill(dead, signal.SIGKILL)
            assert soon(lambda dead=dead: dead not in (now := workers_of(process.pid)) and apart(now))

    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 0
    assert time.monotonic() - began < 10, "hosts kill what hasn't ended by then"
    written = [json.loads(line) for line in log.read_text().splitlines()]
    assert all({"time", "level", "logger", "message"} <= set(line) for line in written)
