"""The API keeps what it has promised, and a broken promise is seen."""

import json
from copy import deepcopy

import pytest

from tests.released.__main__ import KEPT, described
from tests.released.promise import breaks

OLD = json.loads(KEPT.read_text())
GAME, MOVES, GAMES = (f"/api/v1/games{rest}" for rest in ("/{game_id}", "/{game_id}/moves", ""))


def test_who_knows_the_released_description_can_live_with_this_one():
    assert breaks(OLD, described()) == []


def properties(document, name):
    return document["components"]["schemas"][name]["properties"]


BREAKS = {
    "a route is gone": lambda d: d["paths"].pop(GAME),
    "a method is gone": lambda d: d["paths"][GAMES].pop("post"),
    "an operation has another name": lambda d: d["paths"][GAME]["get"].update(operationId="show"),
    "other rights are needed": lambda d: d["paths"][MOVES]["post"].update(security=[{"bearer": ["host"]}]),
    "a parameter is gone": lambda d: d["paths"][GAMES]["get"]["parameters"].pop(),
    "a parameter is required": lambda d: d["paths"][GAMES]["get"]["parameters"][0].update(required=True),
    "an answer is gone": lambda d: d["paths"][GAME]["get"]["responses"].pop("304"),
    "a header is gone": lambda d: d["paths"][GAME]["get"]["responses"]["200"]["headers"].pop("ETag"),
    "a member of an answer is gone": lambda d: properties(d, "Table").pop("asked"),
    "a member may be missing": lambda d: d["components"]["schemas"]["Table"]["required"].remove("view"),
    "a member may be null": lambda d: properties(d, "Table").update(created={"type": ["string", "null"]}),
    "one of several may be null": lambda d: properties(d, "Table")["rules"]["anyOf"].append({"type": "null"}),
    "a member is of another kind": lambda d: properties(d, "Table").update(size={"type": "string"}),
    "a body demands more": lambda d: d["components"]["schemas"]["NewGame"]["required"].append("title"),
    "a body takes less": lambda d: properties(d, "NewGame").pop("title"),
    "fewer words are taken": lambda d: properties(d, "NewGame")["ruleset"]["enum"].pop(),
    "bounds are narrower": lambda d: properties(d, "NewGame")["seats"].update(maximum=20),
    "a move is gone": lambda d: d["components"]["schemas"]["FirelineMove"]["oneOf"].pop(),
    "a move takes less": lambda d: properties(d, "FirelinePlay").pop("targets"),
    "an event tells less": lambda d: properties(d, "FirelineDrew").pop("cards"),
}


@pytest.mark.parametrize("what", BREAKS)
def test_a_broken_promise_is_seen(what):
    new = deepcopy(OLD)
    BREAKS[what](new)
    assert breaks(OLD, new), what


ADDITIONS = {
    "a route": lambda d: d["paths"].update({"/api/v1/new": d["paths"][GAMES]}),
    "a parameter": lambda d: d["paths"][GAMES]["get"]["parameters"].append(
        {"in": "query", "name": "new", "schema": {"type": "string"}}
    ),
    "a member of an answer": lambda d: properties(d, "Table").update(new={"type": "string"}),
    "a member of a body": lambda d: properties(d, "NewGame").update(new={"type": "string"}),
    "a word in an answer": lambda d: properties(d, "Table")["status"]["enum"].append("paused"),
    "a word in a body": lambda d: properties(d, "NewGame")["ruleset"]["enum"].append("go"),
    "a code": lambda d: properties(d, "Problem")["code"]["enum"].append("new"),
    "wider bounds": lambda d: properties(d, "NewGame")["seats"].update(maximum=50),
    "an event": lambda d: d["components"]["schemas"]["FirelineEvent"]["oneOf"].append(
        {"$ref": "#/components/schemas/Me"}
    ),
    "what is never null any more": lambda d: properties(d, "Table").update(started={"type": "string"}),
}


@pytest.mark.parametrize("what", ADDITIONS)
def test_an_addition_is_none(what):
    new = deepcopy(OLD)
    ADDITIONS[what](new)
    assert new != OLD
    assert breaks(OLD, new) == []
