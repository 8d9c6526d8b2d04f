"""The files of others that the page serves are those that were looked at."""

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "frontend" / "vendor"
SUMS = dict(reversed(line.split("  ")) for line in (VENDOR / "SHA256SUMS").read_text().splitlines())


def test_every_file_is_listed_and_unchanged():
    files = [p for p in VENDOR.iterdir() if p.name not in ("README.md", "SHA256SUMS")]
    assert {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files} == SUMS


def test_every_script_is_in_the_table_with_a_licence_that_is_there():
    rows = re.findall(r"^\| `(.+?\.js)` \| (\w+) [\d.]+.*? \| `(.+?)`", (VENDOR / "README.md").read_text(), re.M)
    assert {script for script, _, _ in rows} == {p.name for p in VENDOR.glob("*.js")}
    assert all((VENDOR / licence).read_text().strip() for _, _, licence in rows)


def test_no_script_imports_by_bare_name_or_asks_for_a_source_map():
    for script in VENDOR.glob("*.js"):
        text = script.read_text()
        imported = re.findall(r'\b(?:import|from)\s*"([^"]+)"', text)
        assert all(name.startswith("./") and name[2:] in SUMS for name in imported), script.name
        assert "sourceMappingURL" not in text, script.name
