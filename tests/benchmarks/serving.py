"""The app behind gunicorn, as it is deployed, and many clients that ask it as fast as it answers."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection

from tests.benchmarks.place import Asked

PORTS = range(8160, 8180)
CLIENTS = 32
SECONDS = 1
WRK = shutil.which("wrk")


@contextmanager
def served(url: str) -> Iterator[int]:
    """The app on this database behind gunicorn, set up as api/gunicorn.conf.py says: its port."""
    with running(url) as (_, port):
        yield port


@contextmanager
def running(url: str) -> Iterator[tuple[int, int]]:
    """The same: its process, whose children the workers are, and its port."""
    port = free()
    environment = os.environ | {"DATABASE_URL": url, "PORT": str(port), "LOG_LEVEL": "WARNING"}
    command = ["-m", "gunicorn", "--config", "api/gunicorn.conf.py", "tests.benchmarks.place:app()"]
    server = subprocess.Popen([sys.executable, *command], env=environment)
    try:
        wait_for(port, server)
        yield server.pid, port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def free() -> int:
    """A port that nobody listens on."""
    for port in PORTS:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port
    raise OSError("no port is free")


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers."""
    for _ in range(200):
        assert server.poll() is None, "the server is gone"
        with socket.socket() as tried:
            if not tried.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise TimeoutError("the server does not answer")


def throughput(port: int, asked: Asked) -> float:
    """Requests a second that are answered when many clients ask the same over and over."""
    return by_wrk(port, asked) if WRK else by_threads(port, asked)


def by_wrk(port: int, asked: Asked) -> float:
    headers = [part for name, value in asked.headers.items() for part in ("-H", f"{name}: {value}")]
    command = ["wrk", "-t2", f"-c{CLIENTS}", f"-d{SECONDS}s", *headers, f"http://127.0.0.1:{port}{asked.path}"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert not re.search("Non-2xx|Socket errors", told), told
    found = re.search(r"Requests/sec:\s+([\d.]+)", told)
    assert found is not None, told
    return float(found[1])


def by_threads(port: int, asked: Asked) -> float:
    """Without wrk: slower clients, for both sides alike."""
    end = time.perf_counter() + SECONDS

    def client(_: int) -> int:
        link, count = HTTPConnection("127.0.0.1", port), 0
        while time.perf_counter() < end:
            link.request("GET", asked.path, headers=asked.headers)
            answer = link.getresponse()
            answer.read()
            assert answer.status < 400, answer.status
            count += 1
        return count

    with ThreadPoolExecutor(CLIENTS) as pool:
        return sum(pool.map(client, range(CLIENTS))) / SECONDS
