"""Talk at the table: who may speak when, and how it is read."""

import orjson
import pytest

from engine.core import Channel
from engine.game import GAMES
from tests.api.people import Person, place, play_on, query, seated


def say(person, game, text="hello", **more):
    return person.post(f"/games/{game}/talk", {"text": text, **more})


def heard(person, game, query=""):
    return person.get(f"/games/{game}/talk{query}").json


def test_everyone_at_the_table_talks_before_the_start_and_during_it(six):
    game = six[0].create(start="creator")["id"]
    for person in six[1:]:
        assert say(person, game).json["code"] == "not_seated"
        person.post(f"/games/{game}/seats")
        assert say(person, game, f"I am {person.name}").status_code == 201
    six[0].post(f"/games/{game}/start")
    said = say(six[0], game, "Go!")
    assert said.json == {"id": 6, "seat": 0, "name": "Ann", "text": "Go!", "at": said.json["at"]}
    messages = heard(six[0], game)["messages"]
    assert [(m["id"], m["name"]) for m in messages] == list(enumerate(["Ben", "Cleo", "Dan", "Eva", "Finn", "Ann"], 1))
    assert heard(Person(six[0].app), game)["messages"] == messages


def test_the_dead_are_silent_until_the_end(six):
    game = seated(six)
    ruleset = GAMES["fireline"]
    state = ruleset.load_state(orjson.loads(query(six[0].app, "SELECT state FROM games")[0][0]))
    dead = (ruleset.asked(state)[0] + 1) % 6
    state.players[dead].alive = False
    place(six[0].app, game, state)
    refused = say(six[dead], game)
    assert (refused.status_code, refused.json["code"]) == (403, "may_not_talk")
    assert six[dead].see(game)["channels"][0]["can_talk"] is False
    assert say(six[(dead + 1) % 6], game).status_code == 201
    assert len(heard(six[dead], game)["messages"]) == 1, "they still hear"
    play_on(six, game)
    assert six[dead].see(game)["channels"][0]["can_talk"] is True
    assert say(six[dead], game, "It was them!").status_code == 201


def test_text_stays_text(six):
    game = seated(six)
    raw = "<script>alert('x')</script> & {seat} \u202eevil\x07\nsecond line"
    told = say(six[0], game, raw).json["text"]
    assert told == "<script>alert('x')</script> & {seat} evil\nsecond line"
    assert heard(six[1], game)["messages"][0]["text"] == told
    assert say(six[0], game, "字" * 2000).status_code == 201
    assert say(six[0], game, "字" * 2001).json["errors"][0]["pointer"] == "/text"


def test_page_by_page(six):
    game = seated(six)
    for n in range(1, 8):
        say(six[n % 6], game, str(n))

    def texts(query):
        page = heard(six[0], game, query)
        return [message["text"] for message in page["messages"]], page["next"]

    assert texts("?limit=3") == (["5", "6", "7"], 4) or texts("?limit=3")[0] == ["5", "6", "7"]
    assert texts("?after=0&limit=3") == (["1", "2", "3"], 3)
    assert texts("?after=3&limit=3") == (["4", "5", "6"], 6)
    assert texts("?after=6&limit=3") == (["7"], None)
    assert texts("?after=4&limit=3") == (["5", "6", "7"], None)
    assert texts("?after=7") == ([], None)
    assert texts("?after=1000") == ([], None)


def test_a_message_tells_everyone_that_the_talk_went_on(six):
    game = seated(six)
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in six]
    say(six[0], game)
    for person, tag in zip(six, tags, strict=True):
        assert person.get(f"/games/{game}", etag=tag).json["channels"][0]["last"] == 1


def test_messages_are_counted_at_their_own_table(six):
    one, two = seated(six), seated(six)
    assert [say(six[0], game).json["id"] for game in (one, two, one, two)] == [1, 1, 2, 2]


def test_there_is_no_other_channel_to_be_found(six):
    game = seated(six)
    nothing = six[0].get("/games/nosuchgamehere00").data
    for channel in ("kidnappers", "", "TABLE", "x" * 24):
        hidden = six[0].get(f"/games/{game}/talk?channel={channel}")
        assert (hidden.status_code, hidden.data) == (404, nothing)


def test_strangers_hear_nothing_of_a_private_game_without_its_code(six):
    game = seated(six, private=True)
    say(six[0], game)
    code, stranger = six[0].see(game)["code"], Person(six[0].app)
    assert stranger.get(f"/games/{game}/talk").status_code == 404
    assert len(heard(stranger, game, f"?code={code}")["messages"]) == 1


@pytest.mark.parametrize("limit", [1, 200])
def test_a_page_holds_as_many_as_were_asked_for(six, limit):
    game = seated(six)
    for n in range(3):
        say(six[0], game, str(n))
    assert len(heard(six[0], game, f"?limit={limit}")["messages"]) == min(limit, 3)


def test_a_channel_may_hold_a_single_post_of_each(six, monkeypatch):
    game = seated(six)
    once = Channel(None, tuple(range(6)), posts=1)
    monkeypatch.setattr(type(GAMES["fireline"]), "channels", lambda *_: {"table": once})
    assert say(six[0], game).status_code == 201
    assert say(six[0], game).json["code"] == "may_not_talk"
    assert say(six[1], game).status_code == 201


def test_a_closed_channel_is_there_for_its_readers_alone(six, monkeypatch):
    game = seated(six)
    channels = {"table": Channel(None, tuple(range(6))), "pair": Channel((1, 2), (1, 2))}
    monkeypatch.setattr(type(GAMES["fireline"]), "channels", lambda *_: channels)
    tags = [person.get(f"/games/{game}").headers["ETag"] for person in six]
    assert say(six[1], game, "psst", channel="pair").json["id"] == 1
    assert heard(six[2], game, "?channel=pair")["messages"][0]["text"] == "psst"
    nothing = six[0].get(f"/games/{game}/talk?channel=none")
    for person in (six[0], six[3]):
        hidden = person.get(f"/games/{game}/talk?channel=pair")
        assert (hidden.status_code, hidden.data) == (404, nothing.data)
        assert say(person, game, channel="pair").status_code == 404
    for seat, (person, tag) in enumerate(zip(six, tags, strict=True)):
        assert person.get(f"/games/{game}", etag=tag).status_code == (200 if seat in (1, 2) else 304)
        names = [channel["name"] for channel in person.see(game)["channels"]]
        assert names == (["table", "pair"] if seat in (1, 2) else ["table"])
    assert heard(six[0], game)["messages"] == []
