"""NO_SKIP=1 lets nothing skip; without it a skip says why in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parent / "conftest.py"
CASES = {
    "marked": "import pytest\n@pytest.mark.browser\ndef test_it(): pass",
    "called": "import pytest\ndef test_it(): pytest.skip('no reason')",
    "module": "import pytest\npytest.importorskip('no_such_module')\ndef test_it(): pass",
}


def run(folder, source, no_skip):
    """The exit code and the output of pytest over one test file, on a machine without a browser."""
    (folder / "conftest.py").write_text(CONFTEST.read_text())
    (folder / "test_one.py").write_text(source)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  browser: x\n  postgres: x\naddopts = -rs\n")
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "CHROMIUM"))}
    environ |= {"PATH": "/nowhere", "NO_SKIP": no_skip}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_one.py"]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("case", CASES)
def test_a_skip_fails_when_nothing_may_skip(tmp_path, case):
    code, output = run(tmp_path, CASES[case], no_skip="1")
    assert code != 0
    assert "NO_SKIP=1 lets nothing skip" in output


def test_a_skip_tells_its_reason_and_passes_otherwise(tmp_path):
    code, output = run(tmp_path, CASES["marked"], no_skip="")
    assert code == 0
    assert "1 skipped" in output
    assert "Chromium is not on the PATH" in output


def test_an_expected_failure_is_no_skip(tmp_path):
    source = "import pytest\n@pytest.mark.xfail(reason='x')\ndef test_it(): assert False"
    code, output = run(tmp_path, source, no_skip="1")
    assert code == 0
    assert "1 xfailed" in output
