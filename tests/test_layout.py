"""The engine stays what it promises: the standard library alone, no clock, no chance of its own."""

import ast
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parent.parent / "engine"
CLOCKS = {"time", "datetime", "calendar", "sched"}


def imports(source):
    """Each (module, name or None) that the source imports from elsewhere."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((node.module, alias.name) for alias in node.names)


def faults(source):
    """What the source imports that the engine must not."""
    for module, name in imports(source):
        top = module.partition(".")[0]
        if top != "engine" and top not in sys.stdlib_module_names:
            yield f"{module} is not of the standard library"
        elif top in CLOCKS:
            yield f"{module} is a clock"
        elif top == "random" and name not in {"Random", "SystemRandom"}:
            yield f"{module}.{name or '*'} would be chance that no caller holds"


def test_the_engine_imports_neither_web_nor_clock_nor_global_chance():
    sources = list(ENGINE.rglob("*.py"))
    assert sources
    found = {str(p.relative_to(ENGINE)): list(faults(p.read_text())) for p in sources}
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import flask",
        "from time import monotonic",
        "import random",
        "from random import shuffle",
        "import orjson as j",
    ],
)
def test_a_forbidden_import_is_seen(line):
    assert list(faults(line))
