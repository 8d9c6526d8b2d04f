"""Games that are over: replay and export."""

import json

import pytest

from api.data.db import reading
from api.game import store
from api.routes import history
from engine import record
from engine.__main__ import main
from engine.game import GAMES
from tests.api.people import Person, play_on, query, seated, with_bots
from tests.api.test_sealed import window  # noqa: F401


@pytest.fixture
def over(six):
    """A game that is over, a short one."""
    return play_on(six, seated(six, options={"max_turns": 8}))["id"]


def test_the_export_is_verified_and_told_offline(six, over, tmp_path, capsys):
    say = six[0].post(f"/games/{over}/talk", {"text": "Well played"})
    assert say.status_code == 201
    came = six[3].get(f"/games/{over}/export")
    assert came.status_code == 200
    assert came.headers["Content-Disposition"] == f'attachment; filename="fireline-{over}.json"'
    file = tmp_path / "game.json"
    file.write_bytes(came.data)
    assert main(["verify", str(file)]) == 0, capsys.readouterr().out
    assert main(["replay", str(file), "--seat", "2"]) == 0
    assert "Ann" in capsys.readouterr().out
    assert came.json["talk"][0]["text"] == "Well played"
    assert came.json["names"] == ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn"]
    assert all(step["at"] for step in came.json["steps"])


def test_a_changed_export_is_found_out(six, over, tmp_path, capsys):
    data = six[0].get(f"/games/{over}/export").json
    shuffle = data["steps"][0]["events"][1]["order"]
    shuffle[0], shuffle[-1] = shuffle[-1], shuffle[0]
    if shuffle[0] == shuffle[-1]:
        shuffle[0] = "vest" if shuffle[0] != "vest" else "smoke"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    assert main(["verify", str(file)]) == 1
    assert "commitment" in capsys.readouterr().out


def test_a_rematch_and_its_past_are_verified_too(six, over, tmp_path):
    new = six[1].post(f"/games/{over}/rematch").json["id"]
    play_on(six, new, seed=4)
    data = six[0].get(f"/games/{new}/export").json
    assert data["before"]["came_from"] == [0, 1, 2, 3, 4, 5]
    assert record.verify(record.parsed(data)) == []


def test_games_of_bots_are_verified_too(ann):
    table = play_on([ann], with_bots(ann, "sensible", seats=6)["id"])
    data = ann.get(f"/games/{table['id']}/export").json
    assert record.verify(record.parsed(data)) == []


def test_every_moment_can_be_shown_to_everyone(six, over):
    last = six[0].see(over)["last_event"]
    numbers, step = [], 0
    while True:
        moment = six[0].get(f"/games/{over}/replay?step={step}").json
        numbers += [event["n"] for event in moment["events"] if event["n"] is not None]
        assert moment["step"] == step
        assert len(moment["views"]) == 6
        assert (moment["move"] is None) == (step == 0)
        step += 1
        if step == moment["steps"]:
            break
    assert numbers == list(range(1, last + 1))
    assert moment["view"]["phase"] == "over"
    first = six[0].get(f"/games/{over}/replay").json
    assert [event["type"] for event in first["events"]][:2] == ["dealt", "shuffled"]
    assert None not in first["events"][0]["identities"]


def test_a_replay_through_one_seat_is_what_it_saw_then(six):
    game = seated(six, options={"max_turns": 12})
    app, seen = six[0].app, {}
    while play_on(six, game, moves=3, seed=len(seen))["status"] == "running":
        step = query(app, "SELECT steps FROM games")[0][0] - 1
        seen[step] = [person.see(game)["view"] for person in six]
    assert len(seen) > 3
    for step, views in seen.items():
        for seat, view in enumerate(views):
            moment = six[0].get(f"/games/{game}/replay?seat={seat}&step={step}").json
            assert moment["view"] == view
            assert moment["views"] is None
            for event in moment["events"]:
                if event["type"] == "drew" and event["seat"] != seat:
                    assert set(event["cards"]) == {None}
    deal = six[0].get(f"/games/{game}/replay?seat=2&step=0").json
    assert [x is not None for x in deal["events"][0]["identities"]] == [x == 2 for x in range(6)]
    assert deal["events"][0]["salt"] is None


def test_a_replay_shows_a_sealed_answer_to_its_own_seat_and_to_everyone(six, window):  # noqa: F811
    six[2].move(window, type="rescue", target=1)
    for seat in (3, 4, 5):
        six[seat].move(window, type="pass")
    [(n,)] = query(six[0].app, "SELECT n FROM steps WHERE seat = 2")
    with six[0].app.app_context(), reading() as link:
        step = store.steps(link, store.find(link, window, six[0].id))[n]
        game = GAMES["fireline"]
        everyone, own, other = (history.happened(game, step, eyes) for eyes in (None, 2, 3))
    assert [(event["type"], event["n"]) for event in everyone] == [("answered", None)]
    assert own == other == []


def test_nothing_is_shown_before_the_end(six):
    game = seated(six)
    for path in ("replay", "replay?seat=0", "export"):
        refused = six[0].get(f"/games/{game}/{path}")
        assert (refused.status_code, refused.json["code"]) == (409, "not_ended")


def test_a_private_game_stays_so_when_it_is_over(six):
    game = play_on(six, seated(six, private=True))["id"]
    code, stranger = six[0].see(game)["code"], Person(six[0].app)
    for path in ("replay", "export"):
        assert stranger.get(f"/games/{game}/{path}").status_code == 404
        assert stranger.get(f"/games/{game}/{path}?code={code}").status_code == 200


def test_at_the_end_all_is_told_whole(six, over):
    """Events that were blank are told in full to whoever asks again."""
    for person in (*six, Person(six[0].app)):
        events = person.see(f"{over}?after=0")["events"]
        assert None not in events[0]["identities"]
        assert all(None not in event["cards"] for event in events if event["type"] == "drew")
        assert events == six[0].see(f"{over}?after=0")["events"]
