"""What is known of players: results and reliability of ended games alone, series; what stays of a deleted account."""

import pytest

from api.data.db import db
from api.data.models import Base
from api.routes import profiles
from tests.api.days import at, noon, pass_hours, slow
from tests.api.people import Person, play_on, query, seated, with_bots


@pytest.fixture
def clock(app):
    with noon() as moved:
        yield moved


def profile(person, of=None):
    return person.get(f"/players/{(of or person).id}").json


def tally(rows):
    return {name: sum(row[name] for row in rows) for name in ("won", "lost", "draw")}


def test_a_game_counts_when_it_is_over_and_never_before(six):
    nobody = Person(six[0].app)
    empty = [profile(nobody, person) for person in six]
    assert {(each["games"], each["reliability"]["percent"]) for each in empty} == {(0, None)}
    game = seated(six, options={"max_turns": 7})
    play_on(six, game, moves=6)
    assert [profile(nobody, person) for person in six] == empty
    play_on(six, game)
    ended = six[0].see(game)
    for seat, person in enumerate(six):
        told = profile(nobody, person)
        assert told["games"] == 1
        assert [(row["ruleset"], row["side"]) for row in told["results"]] == [
            ("fireline", ended["view"]["players"][seat]["identity"])
        ]
        assert tally(told["results"]) == {"won": 0, "lost": 0, "draw": 1}
        assert (told["with_bots"], told["as_substitute"], told["left"]) == ([], [], 0)
        assert told["reliability"]["taken"] == told["reliability"]["asked"]
    asked = sum(profile(nobody, person)["reliability"]["asked"] for person in six)
    assert 0 < asked <= 7, "who is flashed has no turn to take"


def test_games_with_bots_are_told_apart(ann):
    game = with_bots(ann, options={"max_turns": 3})["id"]
    play_on([ann], game)
    told = profile(ann)
    assert (told["results"], sum(tally(told["with_bots"]).values())) == ([], 1)


def test_reliability_is_of_turns_taken_in_time(six, clock):
    game = slow(six, {"absent": "default"}, options={"first": 0, "max_turns": 8})
    six[0].move(game, type="end")
    pass_hours(clock, 200)
    assert six[0].see(game)["status"] == "ended"
    told = [profile(person)["reliability"] for person in six]
    assert told[0]["taken"] == 1
    assert told[0]["asked"] >= 2
    assert {each["taken"] for each in told[1:]} == {0}
    assert told[1]["percent"] == 0


@pytest.mark.parametrize(
    ("credit", "first", "last"), [("last", False, True), ("first", True, False), ("both", True, True)]
)
def test_whose_a_result_is_after_a_substitution_the_table_has_chosen(six, clock, credit, first, last):
    game = slow(six, {"credit": credit, "absent": "substitute"}, options={"first": 0, "max_turns": 4})
    six[3].delete(f"/games/{game}/seats/me")
    gus = Person(six[0].app, "Gus")
    gus.post(f"/games/{game}/seats/3/take", {})
    pass_hours(clock, 100)
    assert gus.see(game)["status"] == "ended"
    left, took = profile(six[3]), profile(gus)
    assert (left["left"], left["results"], took["results"]) == (1, [], [])
    assert (tally(took["as_substitute"]) == {"won": 0, "lost": 0, "draw": 1}) is last
    credited = query(gus.app, "SELECT credited FROM results WHERE player_id = :id", id=six[3].id)
    assert [bool(row[0]) for row in credited] == [first]


def test_public_games_that_are_over_page_by_page(six):
    games = [play_on(six, seated(six, options={"max_turns": 2}))["id"] for _ in range(3)]
    play_on(six, seated(six, options={"max_turns": 2}, private=True))
    seated(six)
    seen, cursor = [], ""
    while cursor is not None:
        page = six[1].get(f"/players/{six[0].id}/games?limit=2{cursor and '&cursor=' + cursor}").json
        seen += page["games"]
        cursor = page["next"]
    assert sorted(game["id"] for game in seen) == sorted(games)
    assert {(game["seat"], game["result"], game["role"]) for game in seen} == {(0, "draw", "player")}


def test_a_series_and_its_score(six, monkeypatch):
    first = play_on(six, seated(six, options={"max_turns": 2}))["id"]
    second = six[0].post(f"/games/{first}/rematch").json
    assert second["series"] == {"id": first, "nth": 2}
    play_on(six, second["id"])
    third = six[2].post(f"/games/{second['id']}/rematch").json["id"]
    told = Person(six[0].app).get(f"/games/{third}/series").json
    assert told["id"] == first
    assert [(game["id"], game["nth"], game["status"], game["winners"]) for game in told["games"]] == [
        (first, 1, "ended", []),
        (second["id"], 2, "ended", []),
        (third, 3, "running", None),
    ]
    assert [(one["played"], one["won"]) for one in told["score"]] == [(2, 0)] * 6
    monkeypatch.setattr(profiles, "OF_SERIES_TOLD", 2)
    latest = Person(six[0].app).get(f"/games/{third}/series").json
    assert latest == {**told, "games": told["games"][1:]}, "a long series is told from its end; the score is whole"


def test_the_series_of_a_private_game_is_for_its_people(six):
    game = seated(six, private=True)
    assert Person(six[0].app).get(f"/games/{game}/series").status_code == 404
    code = six[0].see(game)["code"]
    assert Person(six[0].app).get(f"/games/{game}/series?code={code}").status_code == 200


# ---- deletion ----


def everywhere(app, text):
    """The tables in which some text is left."""
    found = []
    with app.app_context(), db.engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            rows = connection.execute(table.select()).fetchall()
            if any(text in str(value) for row in rows for value in row):
                found.append(table.name)
    return found


def test_a_deleted_account_leaves_its_games_and_nothing_of_itself(six, clock):
    app, zoe = six[0].app, Person(six[0].app)
    made = zoe.post("/players", {"name": "Zoe Quux", "password": "long enough"}).json
    zoe.id, zoe.secret = made["player"]["id"], made["token"]["secret"]
    query(app, "UPDATE players SET email = 'quux@x.org', confirmed = true WHERE id = :id", id=zoe.id)
    people = [zoe, *six[:3]]
    over = play_on(people, seated(people, options={"max_turns": 2}))["id"]
    zoe.post(f"/games/{over}/talk", {"text": "well played"})
    running = slow([*six[:3], zoe])
    waiting = zoe.create(4)["id"]
    six[0].post(f"/games/{waiting}/seats", {})
    zoe.post("/me/leaves", {"begins": at(1), "ends": at(2)})
    zoe.post("/me/bots", {"name": "Quuxbot"})

    refused = zoe.post("/me/deletion", {"password": "another one"})
    assert (refused.status_code, refused.json["code"]) == (401, "wrong_password")
    assert zoe.get("/me").status_code == 200
    assert zoe.post("/me/deletion", {"password": "long enough"}).status_code == 204

    assert zoe.get("/me").status_code == 401
    assert six[0].get(f"/players/{zoe.id}").status_code == 404
    assert everywhere(app, "uux") == []
    table = six[0].see(over)
    assert table["seats"][0] | {"name": None, "player": None, "kind": "deleted"} == table["seats"][0]
    assert six[0].get(f"/games/{over}/talk").json["messages"][0]["name"] == ""
    assert six[0].get(f"/games/{over}/export").json["talk"][0]["name"] == ""
    assert six[0].see(running)["seats"][3]["kind"] == "vacant"
    assert six[0].see(waiting)["creator"] is True
    assert Person(app).post("/guests", {"name": "Zoe Quux"}).status_code == 201, "the name is free again"


def test_a_guest_needs_no_password(ann):
    assert ann.post("/me/deletion", {}).status_code == 204
    assert ann.get("/me").status_code == 401
    assert Person(ann.app, "Ann").get("/me").status_code == 200, "the name is free again"


def test_passwords_are_not_guessed_by_deleting(app):
    zoe = Person(app)
    made = zoe.post("/players", {"name": "Zoe", "password": "long enough"}).json
    zoe.secret = made["token"]["secret"]
    wrong = [zoe.post("/me/deletion", {"password": f"guess number {n}"}).status_code for n in range(40)]
    assert (wrong[0], wrong[-1]) == (401, 429)


def test_a_seat_lost_in_the_meantime_keeps_nobody_from_going(six, clock):
    game = six[0].create(4, private=True, conduct={"ready_check": 60})
    for person in six[1:4]:
        person.post(f"/games/{game['id']}/seats", {"code": game["code"]})
    pass_hours(clock, 1)
    assert six[1].post("/me/deletion", {}).status_code == 204
    assert six[3].see(game["id"])["seats"][1]["name"] is None
