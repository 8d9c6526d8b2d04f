"""`python -m engine` as a command among others."""

import sys
from subprocess import PIPE, Popen


def test_a_reader_who_has_seen_enough_is_no_fault():
    command = [sys.executable, "-m", "engine", "scenario", "tests/scenarios/fireline"]
    with Popen(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("ok ")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1
