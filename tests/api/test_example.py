"""The worked example of the rules, played through HTTP by six clients, each from what it sees alone."""

from pathlib import Path

import orjson
import pytest

from api.data.db import reading
from api.game import store
from engine.cases import read
from engine.game import GAMES
from engine.script import Script
from tests.api.people import place, query, seated

EXAMPLE = Path(__file__).parent / "example.txt"
RULESET = GAMES["fireline"]


@pytest.fixture
def script():
    """The worked example, its position set up."""
    [case] = read(EXAMPLE)
    return Script(case)


def state_of(app, game):
    with app.app_context(), reading() as link:
        return store.state_of(link, store.find(link, game, None))


def agree(six, game, state):
    """All six see the same of what is public, each his own hand, and nobody a living stranger's identity."""
    tables = [person.see(game) for person in six]
    for seat, table in enumerate(tables):
        view = table["view"]
        assert view == RULESET.view(state, seat)
        assert table["asked"] == view["asked"] == RULESET.asked(state)
        assert view["hand"] == state.players[seat].hand
        assert bool(table["options"]) == (seat in table["asked"])
        for other, player in enumerate(view["players"]):
            known = other == seat or not player["alive"] or view["phase"] == "over"
            assert (player["identity"] is not None) == known
    assert (
        len(
            {
                orjson.dumps([table["view"][key] for key in ("turn", "phase", "deck", "discards", "markers")])
                for table in tables
            }
        )
        == 1
    )
    return tables


def test_the_worked_example_seat_by_seat(six, script):
    app, game = six[0].app, seated(six)
    steps = script.read()
    script.position.begin(script.chance)
    place(app, game, script.position.state)
    played = refused = 0
    for step in steps:
        assert step.chance is None
        assert step.deadline is None
        if step.gesture:
            person = six[step.gesture.seat]
            before = [other.get(f"/games/{game}") for other in six]
            answer = person.post(f"/games/{game}/moves", RULESET.dump_move(step.gesture.move))
            if step.gesture.refused is None:
                assert answer.status_code == 200, (step.line, answer.json)
                played += 1
            else:
                assert (answer.status_code, answer.json["rule"]) == (409, step.gesture.refused), step.line
                assert [other.get(f"/games/{game}").data for other in six] == [each.data for each in before]
                refused += 1
            if step.gesture.move.type in ("pass", "rescue") and answer.json["view"]["phase"] == "rescue":
                others = [other for other in six if other is not person]
                seen = [each.headers["ETag"] for each, other in zip(before, six, strict=True) if other is not person]
                assert {o.get(f"/games/{game}", etag=t).status_code for o, t in zip(others, seen, strict=True)} == {304}
        state = state_of(app, game)
        for text, fact in step.facts:
            assert fact(state) is None, f"{step.line.number}: {text}, but {fact(state)}"
        agree(six, game, state)
    assert (played, refused) == (35, 1)
    end = six[0].see(game)
    assert end["status"] == "ended"
    assert end["view"]["winners"] == ["swat", "citizen"]
    assert [player["blood"] for player in end["view"]["players"]] == [0, 0, 4, 3, 4, 2]
    assert query(app, "SELECT count(*) FROM steps") == [(played,)]
