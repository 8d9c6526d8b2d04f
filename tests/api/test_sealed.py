"""Sealed answers: nobody else can tell that one was given, by anything that he receives (F48)."""

from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest

from engine.core import Refused
from engine.fireline.moves import Play
from engine.game import GAMES
from tests.api.people import Person, place, query, seated

RULESET = GAMES["fireline"]
KIT = "first_aid"


@pytest.fixture
def window(six):
    """A game with an open rescue window: seat 0 shot seat 1; 2 to 5 may rescue, and 2 and 4 have a kit."""
    game = seated(six, options={"first": 0}, start="full")
    state = RULESET.load_state(orjson.loads(query(six[0].app, "SELECT state FROM games")[0][0]))
    assert state.active == 0
    state.players[0].hand = ["single_bullet"]
    state.players[1].blood = 1
    for seat in (2, 4):
        state.players[seat].hand = [KIT, KIT]
    for seat in (3, 5):
        state.players[seat].hand = ["serum"]
    place(six[0].app, game, state)
    shot = six[0].move(game, type="play", card="single_bullet", targets=[1])
    assert shot.json["view"]["phase"] == "rescue", shot.json
    assert shot.json["asked"] == [2, 3, 4, 5]
    return game


def everything(person, game):
    """All that a person can receive about a game: status, headers and bodies, the numbers of requests aside."""
    got = []
    for path in (
        f"/games/{game}",
        f"/games/{game}?after=0",
        f"/games/{game}/options",
        f"/games/{game}/talk",
        "/me/games",
        "/games",
        f"/games/{game}/replay",
        f"/games/{game}/export",
    ):
        answer = person.get(path)
        headers = [(k, v) for k, v in answer.headers if k != "X-Request-ID"]
        got.append((path, answer.status_code, headers, answer.data))
    return got


def test_a_sealed_answer_changes_nothing_for_anybody_else(six, window):
    onlooker = Person(six[0].app)
    others = [six[0], six[1], *six[3:], onlooker]
    before = [everything(person, window) for person in others]
    own = six[2].get(f"/games/{window}")
    answered = six[2].move(window, type="rescue", target=1)
    assert answered.status_code == 200
    assert answered.json["events"] == []
    assert answered.json["view"]["answer"] == {"type": "rescue", "target": 1}
    assert [everything(person, window) for person in others] == before
    assert six[2].get(f"/games/{window}", etag=own.headers["ETag"]).status_code == 200
    for person, seen in zip(others, before, strict=True):
        tag = dict(seen[0][2])["ETag"]
        assert person.get(f"/games/{window}", etag=tag).status_code == 304
    changed = six[2].move(window, type="pass")
    assert changed.json["view"]["answer"] == {"type": "pass"}
    assert [everything(person, window) for person in others] == before


def test_who_has_answered_is_asked_to_the_end_but_no_longer_waited_for(six, window):
    six[3].move(window, type="pass")
    assert six[3].see(window)["asked"] == [2, 3, 4, 5]
    assert six[3].get("/me/games").json["games"][0]["asked_me"] is False
    assert six[2].get("/me/games").json["games"][0]["asked_me"] is True


def test_answers_of_different_seats_at_once_are_all_accepted(six, window):
    said = {
        2: {"type": "rescue", "target": 1},
        3: {"type": "pass"},
        4: {"type": "rescue", "target": 1},
        5: {"type": "pass"},
    }
    with ThreadPoolExecutor(4) as at_once:
        codes = list(at_once.map(lambda seat: six[seat].move(window, **said[seat]).status_code, said))
    assert codes == [200] * 4
    table = six[0].see(window)
    assert table["view"]["players"][1]["blood"] == 1
    rescued = [event for event in table["events"] if event["type"] == "rescued"]
    assert [(event["seat"], event["target"]) for event in rescued] == [(2, 1)]
    assert all(event["type"] != "answered" for event in table["events"])


def test_a_refused_answer_tells_nothing_of_the_others(six, window):
    before = six[3].move(window, type="rescue", target=1)
    six[2].move(window, type="rescue", target=1)
    six[4].move(window, type="pass")
    after = six[3].move(window, type="rescue", target=1)
    assert (before.status_code, before.json["code"]) == (409, "no_kit")
    assert after.data == before.data


def test_when_an_answer_was_given_is_nowhere_to_be_read(six, window):
    six[2].move(window, type="pass")
    given = query(six[0].app, "SELECT at FROM steps WHERE seat = 2")[0][0]
    for person in six:
        for _, _, headers, body in everything(person, window):
            assert given not in body.decode()
            assert given not in str(headers)


def test_the_window_of_the_test_is_one(six, window):
    """The state that the fixture made is one that the rules know: they refuse to the dying what they must."""
    state = RULESET.load_state(orjson.loads(query(six[0].app, "SELECT state FROM games")[0][0]))
    with pytest.raises(Refused):
        RULESET.apply(state, 1, Play("serum"), None)
