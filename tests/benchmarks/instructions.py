"""Instructions of a request, counted by valgrind: the one figure that is the same on a busy machine."""

import json
import os
import re
import shutil
import subprocess
import sys

from tests.benchmarks.place import Asked

VALGRIND = shutil.which("valgrind") and shutil.which("callgrind_control")
FEW, MANY = 50, 250


def each(url: str, asked: Asked, status: str) -> float:
    """Instructions of one such request to the app on this database: the difference of two counts."""
    return (counted(url, asked, status, MANY) - counted(url, asked, status, FEW)) / (MANY - FEW)


def counted(url: str, asked: Asked, status: str, times: int) -> int:
    """Instructions of so many requests, and of what is around them."""
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--instr-atstart=no"]
    environment = os.environ | {"DATABASE_URL": url, "PYTHONHASHSEED": "0"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [*callgrind, sys.executable, "-m", "tests.benchmarks.loop"]
    with subprocess.Popen(command, env=environment, text=True, **pipes) as loop:
        assert None not in (loop.stdin, loop.stdout, loop.stderr)
        print(json.dumps([asked, status]), file=loop.stdin, flush=True)
        assert loop.stdout.readline() == "ready\n", loop.stderr.read()
        # Only now, for the start of an app would take minutes.
        subprocess.run(["callgrind_control", "-i", "on", str(loop.pid)], check=True, capture_output=True)
        print(times, file=loop.stdin, flush=True)
        told = loop.stderr.read()
    found = re.search(r"Collected : (\d+)", told)
    assert found is not None, told
    return int(found[1])
