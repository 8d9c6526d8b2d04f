"""Before the deal: a ready check, a scheduled start, and games that nobody comes to."""

import pytest

from tests.api.days import at, noon, notices, pass_hours, work
from tests.api.people import Person, query


@pytest.fixture
def clock(app):
    with noon() as moved:
        yield moved


def gathered(people, seats=4, **more):
    """A game at which these people sit; its id."""
    game = people[0].create(seats, **more)["id"]
    for person in people[1:]:
        person.post(f"/games/{game}/seats", {})
    return game


def ready(person, game, said=True):
    return person.ask("PUT", f"/games/{game}/seats/me/ready", {"ready": said})


CHECK = {"ready_check": 3600}


def test_with_a_ready_check_all_say_so_before_the_deal(six, clock):
    game = gathered(six[:4], conduct=CHECK)
    table = six[0].see(game)
    assert (table["status"], table["checking"]) == ("open", {"until": at(1), "ready": [3]}), "who came last is ready"
    ready(six[0], game)
    assert ready(six[1], game).json["checking"]["ready"] == [0, 1, 3]
    assert ready(six[1], game, False).json["checking"]["ready"] == [0, 3]
    ready(six[1], game)
    table = ready(six[2], game).json
    assert (table["status"], table["checking"]) == ("running", None)


def test_who_does_not_say_so_in_time_loses_his_seat(six, clock):
    game = gathered(six[:4], conduct=CHECK)
    ready(six[1], game)
    pass_hours(clock, 1)
    table = six[1].see(game)
    assert [seat["name"] for seat in table["seats"]] == [None, "Ben", None, "Dan"]
    assert (table["status"], table["checking"], table["creator"]) == ("open", None, True)
    assert table["notices"][-1] | {"kind": "unready", "seats": [0, 2]} == table["notices"][-1]
    assert ready(six[1], game).json["code"] == "no_ready_check"


def test_a_check_is_over_when_somebody_leaves(six, clock):
    game = gathered(six[:4], conduct=CHECK)
    six[2].delete(f"/games/{game}/seats/me")
    assert six[0].see(game)["checking"] is None
    pass_hours(clock, 2)
    assert len(query(six[0].app, "SELECT 1 FROM seats")) == 3


def test_a_creator_alone_with_bots_is_not_asked(ann, clock):
    game = ann.create(4, conduct=CHECK, start="creator")["id"]
    ann.post(f"/games/{game}/bots", {"level": "random", "count": 3})
    assert ann.post(f"/games/{game}/start").json["status"] == "running"


def test_a_game_starts_at_its_hour_with_bots_in_the_free_seats(six, clock):
    game = gathered(six[:2], starts_at=at(24), fill="sensible")
    table = six[0].see(game)
    assert (table["starts_at"], table["fill"], table["deadline"]) == (at(24), "sensible", None)
    pass_hours(clock, 23.9)
    assert six[0].see(game)["status"] == "open"
    pass_hours(clock, 0.1)
    assert work(six[0].app) == 1
    table = six[0].see(game)
    assert (table["status"], table["started"], table["starts_at"]) == ("running", at(24), None)
    assert [seat["kind"] for seat in table["seats"]] == ["guest", "guest", "bot", "bot"]


def test_a_full_table_waits_for_its_hour(six, clock):
    game = gathered(six[:4], starts_at=at(5))
    assert six[0].see(game)["status"] == "open"
    pass_hours(clock, 5)
    assert six[3].see(game)["status"] == "running"


def test_an_hour_that_finds_seats_free_is_told_and_waits_on(six, clock):
    game = gathered(six[:3], starts_at=at(5))
    pass_hours(clock, 6)
    table = six[0].see(game)
    assert (table["status"], table["starts_at"], notices(table)) == ("open", None, ["start_failed"])
    assert six[3].post(f"/games/{game}/seats", {}).json["status"] == "running"


def test_the_creator_changes_the_hour(six, clock):
    game = gathered(six[:2])

    def schedule(person, **said):
        return person.ask("PUT", f"/games/{game}/schedule", said)

    assert schedule(six[0], starts_at="2026-03-02T20:00:00+08:00").json["errors"][0]["pointer"] == "/starts_at"
    assert schedule(six[0], starts_at="2026-03-02T22:00:00+08:00", fill="random").json["starts_at"] == at(2)
    assert schedule(six[1], starts_at=None).json["code"] == "not_creator"
    assert schedule(six[0], fill="genius").status_code == 422
    assert schedule(six[0], starts_at=None).json["starts_at"] is None
    pass_hours(clock, 3)
    assert six[0].see(game)["status"] == "open"


def test_a_game_to_which_nobody_comes_is_removed(six, clock):
    game = gathered(six[:2])
    assert six[0].see(game)["expires"] == at(14 * 24)
    pass_hours(clock, 7 * 24)
    six[2].post(f"/games/{game}/seats", {})
    assert six[0].see(game)["expires"] == at(21 * 24), "coming and going keeps it"
    pass_hours(clock, 14 * 24)
    for person in (*six, Person(six[0].app)):
        assert person.get(f"/games/{game}").status_code == 404
    assert six[0].get("/me/games").json["games"] == []
    assert query(six[0].app, "SELECT 1 FROM games") == []


@pytest.mark.parametrize("what", ["seats", "talk", "start", "bots", "kicks"])
def test_whatever_is_done_to_it_then_finds_nothing(six, clock, what):
    game = gathered(six[:2])
    pass_hours(clock, 14 * 24)
    bodies = {"talk": {"text": "?"}, "bots": {"level": "random"}, "kicks": {"seat": 1}}
    assert six[0].post(f"/games/{game}/{what}", bodies.get(what, {})).status_code == 404
