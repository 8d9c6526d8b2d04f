"""Playing over HTTP."""

import orjson
import pytest

from api.game import table
from engine.game import GAMES
from tests.api.people import Person, place, play_on, query, seated, with_bots


def test_a_game_from_its_creation_to_its_end(six):
    game = seated(six)
    table = six[0].see(game)
    assert table["status"] == "running"
    assert table["view"]["phase"] == "play"
    assert table["last_event"] == table["events"][-1]["n"]

    table = play_on(six, game)

    assert table["status"] == "ended"
    assert table["asked"] == table["options"] == []
    assert table["ended"]
    identities = [player["identity"] for player in table["view"]["players"]]
    assert sorted(identities) == ["citizen", "citizen", "kidnapper", "kidnapper", "swat", "swat"]
    assert six[3].move(game, type="end").json["code"] == "over"


def test_a_move_answers_with_what_came_of_it(six):
    game = seated(six)
    before = six[0].see(game)
    asked = before["asked"][0]
    after = six[asked].move(game, type="end").json
    assert [event["n"] for event in after["events"]] == list(range(before["last_event"] + 1, after["last_event"] + 1))
    assert after["events"]
    assert after["you"] == asked
    everything = six[asked].post(f"/games/{game}/moves?after=0", {"type": "end"})
    if everything.status_code == 200:
        assert everything.json["events"][0]["n"] == 1


def test_events_after_a_cursor_are_each_told_once(six):
    game = seated(six)
    play_on(six, game, moves=12)
    whole = six[1].see(f"{game}?after=0")["events"]
    assert [event["n"] for event in whole] == list(range(1, whole[-1]["n"] + 1))
    for after in (0, 3, 17, len(whole) - 1, len(whole), len(whole) + 5):
        assert six[1].see(f"{game}?after={after}")["events"] == whole[after:]
    assert six[1].see(game)["events"] == whole[-50:]


def test_what_others_draw_is_not_told(six):
    game = seated(six)
    for seat, person in enumerate(six):
        events = person.see(f"{game}?after=0")["events"]
        for event in events:
            if event["type"] == "drew":
                assert all(card is None for card in event["cards"]) == (event["seat"] != seat)
            if event["type"] == "dealt":
                assert [x is not None for x in event["identities"]] == [x == seat for x in range(6)]
                assert event["salt"] is None
                assert len(event["commitment"]) == 64
    for event in Person(six[0].app).see(f"{game}?after=0")["events"]:
        assert set(event.get("cards", [None])) == {None}


def test_a_refused_move_says_why_and_what_would_be_legal(six):
    game = seated(six)
    table = six[0].see(game)
    me = table["asked"][0]
    other = (me + 1) % 6
    refused = six[other].move(game, type="end")
    assert refused.status_code == 409
    assert refused.content_type == "application/problem+json"
    assert (refused.json["code"], refused.json["rule"], refused.json["options"]) == ("not_asked", "F10", [])
    refused = six[me].move(game, type="pass")
    assert refused.status_code == 409
    assert refused.json["options"] == six[me].get(f"/games/{game}/options").json["options"] != []
    assert six[0].see(game) == table


def test_the_options_alone(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    table = six[me].see(game)
    alone = six[me].get(f"/games/{game}/options").json
    assert alone == {"asked": True, "options": table["options"], "barred": table["barred"]}
    other = six[(me + 1) % 6].get(f"/games/{game}/options").json
    assert other == {"asked": False, "options": [], "barred": []}
    stranger = Person(six[0].app, "Gus")
    assert stranger.get(f"/games/{game}/options").json["code"] == "not_seated"


def test_before_the_start_there_is_nothing_to_say(ann):
    game = ann.create()
    assert ann.get(f"/games/{game['id']}/options").json == {"asked": False, "options": [], "barred": []}
    assert ann.move(game["id"], type="end").json["code"] == "not_started"


@pytest.mark.parametrize("level", ["random", "sensible"])
def test_bots_answer_without_anyone_waiting(ann, level):
    harmless = {card: 60 * (card == "serum") for card in GAMES["fireline"].rules({}, 4).deck}
    table = with_bots(ann, level, options={"first": 0, "deck": harmless, "max_turns": 9})
    assert 0 in table["asked"]
    table = play_on([ann], table["id"])
    assert table["status"] == "ended"
    movers = {row[0] for row in query(ann.app, "SELECT seat FROM steps")}
    assert movers > {None, 1, 2, 3}
    assert [seat["kind"] for seat in table["seats"]] == ["guest", "bot", "bot", "bot"]


def test_a_bot_that_says_nonsense_is_taken_for_silent(ann, monkeypatch):
    nonsense = {"random": lambda view, options, chance: GAMES["fireline"].moves["rescue"](target=0)}
    monkeypatch.setattr(type(GAMES["fireline"]), "bots", nonsense)
    table = with_bots(ann)
    assert 0 in table["asked"]
    assert ann.move(table["id"], type="end").status_code == 200
    said = query(ann.app, "SELECT move FROM steps WHERE seat > 0")
    assert {orjson.loads(move)["type"] for (move,) in said} <= {"end", "discard"}


def test_onlookers_may_look_but_not_move(six):
    game = seated(six)
    onlooker, stranger = Person(six[0].app), Person(six[0].app, "Gus")
    table = onlooker.see(game)
    assert (table["you"], table["options"], table["view"]["hand"]) == (None, [], None)
    assert [channel["can_talk"] for channel in table["channels"]] == [False]
    assert stranger.see(game) == table
    assert stranger.move(game, type="end").json["code"] == "not_seated"
    assert onlooker.move(game, type="end").status_code == 401


def test_nobody_else_can_see_a_private_game(six):
    game = seated(six, private=True)
    code = six[0].see(game)["code"]
    assert code
    stranger = Person(six[0].app, "Gus")
    nothing = stranger.get("/games/nosuchgamehere00")
    for person in (stranger, Person(six[0].app)):
        for path in ("", "?after=0", "/talk", "/replay", "/export", "?code=wrong"):
            hidden = person.get(f"/games/{game}{path}")
            assert (hidden.status_code, hidden.data) == (404, nothing.data)
    for path, body in (
        ("/moves", {"type": "end"}),
        ("/seats", {}),
        ("/start", {}),
        ("/rematch", {}),
        ("/talk", {"text": "hi"}),
    ):
        hidden = stranger.post(f"/games/{game}{path}", body)
        assert (hidden.status_code, hidden.data) == (404, nothing.data)
    seen = stranger.see(f"{game}?code={code}")
    assert (seen["you"], seen["code"]) == (None, None)
    assert all(entry["id"] != game for entry in stranger.get("/games").json["games"])


def test_the_dead_see_what_is_public_and_may_not_move(six):
    game = seated(six)
    ruleset = GAMES["fireline"]
    state = ruleset.load_state(orjson.loads(query(six[0].app, "SELECT state FROM games")[0][0]))
    dead = next(x for x in range(6) if x != ruleset.asked(state)[0])
    state.players[dead].alive = False
    place(six[0].app, game, state)
    table = six[dead].see(game)
    assert table["options"] == []
    assert six[dead].move(game, type="end").json["code"] == "dead"


def test_many_events_are_told_in_pages(six, monkeypatch):
    game = seated(six)
    play_on(six, game, moves=25)
    whole = {person.name: person.see(f"{game}?after=0") for person in six}
    assert whole["Ann"]["next"] is None
    monkeypatch.setattr(table, "MOST", 7)
    for person in six:
        told, after = [], 0
        while after is not None:
            page = person.see(f"{game}?after={after}")
            assert len(page["events"]) <= 7
            told, after = told + page["events"], page["next"]
        assert told == whole[person.name]["events"]
        assert person.see(f"{game}?after=99999")["next"] is None


def test_how_soon_to_ask_again_is_a_matter_of_the_pace(six):
    game = seated(six)
    assert six[0].see(game)["poll_after"] == 2
    for opened, deadline, rest in (
        ("2099-01-01T00:00:00.000Z", "2099-01-01T00:05:00.000Z", 2),
        ("2099-01-01T00:00:00.000Z", "2099-01-02T00:00:00.000Z", 10),
    ):
        query(six[0].app, "UPDATE games SET opened = :opened, deadline = :deadline", opened=opened, deadline=deadline)
        assert six[0].see(game)["poll_after"] == rest
