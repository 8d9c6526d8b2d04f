"""Every code by which anything is refused is in the API's description, and means something."""

import ast
from pathlib import Path

from api.web import codes, errors

ROOT = Path(__file__).parents[2]

RAISED = {"Problem": 1, "__init__": 1, "Refused": 0, "BadRules": 1} | dict.fromkeys(
    ("conflict", "forbidden", "listed", "Refusal"), 0
)
"""Where the code stands in what is called to refuse."""


def literals(node):
    """The texts that an expression may be."""
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def raised(source):
    """The codes that a source refuses by."""
    found = set()
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", None))
        place = RAISED.get(name)
        if place is not None and len(call.args) > place:
            found |= literals(call.args[place])
        if name == "invalid":
            found |= {code for each in call.keywords if each.arg == "code" for code in literals(each.value)}
    return found


def test_a_code_is_found_in_a_source():
    assert raised('raise Problem(409, "a", "x")\nRefusal("b" if x else "c", "F1")\ninvalid(("", ""), code="d")') == set(
        "abcd"
    )


def test_every_code_is_listed_and_every_listed_one_may_come():
    own = {code for path in (ROOT / "api").rglob("*.py") for code in raised(path.read_text())}
    games = {code for path in (ROOT / "engine").rglob("*.py") for code in raised(path.read_text())}
    from_http = {*errors.UNASKED, "invalid"}
    assert own - codes.CODES.keys() == set(), "to be added to api/web/codes.py"
    assert codes.CODES.keys() - own - from_http == set(), "never come"
    assert games - codes.RULES.keys() == set()


def test_the_description_lists_them(anyone):
    told = anyone.get("/openapi.json").json["components"]["schemas"]["Problem"]["properties"]["code"]
    assert told["enum"] == list(codes.ALL)
    assert all(f"- `{code}`" in told["description"] for code in codes.ALL)
    assert len(set(codes.ALL)) == len(codes.ALL)
