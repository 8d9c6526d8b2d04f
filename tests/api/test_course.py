"""Deadlines: nights and days of Undercover close by themselves, as of their deadline, once, whoever comes first."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from api.clock import later
from api.data.db import writing
from api.operation import work
from api.operation.work import passed, settle, without_a_clock
from api.web import once
from engine import record
from engine.core import Until
from tests.api.people import Person, query, seated
from tests.api.undercover import SEATS, close, fourteen

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NIGHT, DAY = 2, 3
"""Hours of a night and of a day at these tables."""


@pytest.fixture
def clock():
    """A clock that a test moves by hand."""
    with time_machine.travel(START, tick=False) as moved:
        yield moved


@pytest.fixture
def table(app, clock):
    """Fourteen people in their first night, and their game."""
    return fourteen(app, options={"night_hours": NIGHT, "day_hours": DAY})


def at(hours):
    return later("2026-03-01T12:00:00.000Z", 3600 * hours)


def test_a_question_has_the_deadline_that_the_house_rules_say(table):
    people, game = table
    assert people[0].see(game)["deadline"] == at(NIGHT)
    close(people, game)
    assert people[0].see(game)["deadline"] == at(DAY), "the night ended early: the day counts from its own beginning"
    people[0].move(game, type="abstain")
    assert people[0].see(game)["deadline"] == at(DAY), "a ballot moves nothing"


def test_a_game_that_cannot_be_settled_stops_no_other(table, clock, monkeypatch, caplog):
    """Some fault in it is noted; the clock settles all others, and tells people what there is to tell."""
    people, game = table
    others = [seated(people[:4], pace={"name": "live"}) for _ in range(3)]
    monkeypatch.setattr(work, "BATCH", 1)
    query(people[0].app, "UPDATE steps SET events = 'broken' WHERE game_id = :id", id=game)
    query(people[0].app, "UPDATE games SET state = NULL WHERE id = :id", id=game)
    clock.shift(timedelta(hours=NIGHT))
    overdue = "SELECT id FROM games WHERE status = 'running' AND deadline <= :at"
    with people[0].app.app_context():
        assert passed() >= 3
    assert query(people[0].app, overdue, at=at(NIGHT)) == [(game,)]
    assert all(people[0].see(other)["deadline"] > at(NIGHT) for other in others)
    (noted,) = (record for record in caplog.records if record.message == "a game can't be settled")
    assert noted.game == game


def test_a_night_closes_as_of_its_deadline_though_nobody_was_ready(table, clock):
    people, game = table
    clock.shift(timedelta(hours=NIGHT) - timedelta(milliseconds=1))
    assert people[0].see(game)["view"]["phase"] == "night"
    clock.shift(timedelta(hours=1))
    seen = people[0].see(game)
    assert (seen["view"]["phase"], seen["deadline"]) == ("day", at(NIGHT + DAY))
    assert {event["at"] for event in seen["events"] if event["type"] in ("dawned", "told", "day_broke")} == {at(NIGHT)}


def test_what_is_said_at_the_deadline_comes_too_late_and_loses_nothing(table, clock):
    people, game = table
    clock.shift(timedelta(hours=NIGHT))
    assert people[0].move(game, type="nothing").json["code"] == "wrong_phase"
    assert people[0].see(game)["view"]["phase"] == "day"
    assert people[0].move(game, type="abstain").status_code == 200


@pytest.fixture
def held_up(clock, monkeypatch):
    """Lets a request wait for so many seconds before it gets the game, and something happen meanwhile."""

    def held_up(request, seconds, meanwhile=lambda: None):
        @contextmanager
        def late():
            monkeypatch.setattr(once, "writing", writing)
            clock.shift(seconds)
            with ThreadPoolExecutor(1) as other:  # a request within another would share what is known of it
                other.submit(meanwhile).result()
            with writing() as link:
                yield link

        monkeypatch.setattr(once, "writing", late)
        return request()

    return held_up


def test_what_came_in_time_counts_however_long_it_waits_for_others(table, clock, held_up):
    people, game = table
    clock.shift(timedelta(hours=NIGHT, seconds=-1))
    said = held_up(lambda: people[0].move(game, type="nothing"), seconds=5)
    assert (said.status_code, said.json["view"]["phase"]) == (200, "night")
    seen = people[1].see(f"{game}?after=0")
    assert (seen["view"]["phase"], seen["deadline"]) == ("day", at(NIGHT + DAY))
    assert {event["at"] for event in seen["events"] if event["type"] in ("dawned", "told", "day_broke")} == {at(NIGHT)}
    hours = [row[0] for row in query(people[0].app, "SELECT at FROM steps ORDER BY n")]
    assert hours == sorted(hours)


def test_what_came_in_time_comes_too_late_once_the_night_was_closed(table, clock, held_up):
    people, game = table
    clock.shift(timedelta(hours=NIGHT, seconds=-1))
    said = held_up(lambda: people[0].move(game, type="nothing"), 5, lambda: people[1].see(game))
    assert said.json["code"] == "wrong_phase"
    assert people[0].see(game)["view"]["phase"] == "day"


def test_times_never_run_backwards_though_one_waits_longer_than_who_came_later(table, clock, held_up):
    people, game = table
    clock.shift(60)
    said = held_up(
        lambda: people[0].move(game, type="nothing"), 5, lambda: people[1].move(game, type="nothing").status_code
    )
    assert said.status_code == 200
    hours = [row[0] for row in query(people[0].app, "SELECT at FROM steps ORDER BY n")]
    assert hours == ["2026-03-01T12:00:00.000Z", "2026-03-01T12:01:05.000Z", "2026-03-01T12:01:05.000Z"]


def test_a_turn_that_ends_in_time_is_none_that_was_missed(six, clock, held_up):
    game = seated(six, pace={"name": "own", "lengths": {"play": 60, "discard": 60, "rescue": 60}}, options={"first": 0})
    clock.shift(59)
    said = held_up(lambda: six[0].move(game, type="end"), seconds=5)
    assert said.status_code == 200
    assert (said.json["opened"], said.json["missed"]) == ("2026-03-01T12:00:59.000Z", 0)


def test_a_pause_that_came_in_time_leaves_the_question_its_time(six, clock, held_up):
    game = seated(six, pace={"name": "own", "lengths": {"play": 60, "discard": 60, "rescue": 60}}, options={"first": 0})
    clock.shift(50)
    said = held_up(lambda: six[0].post(f"/games/{game}/pause", {}), seconds=20)
    assert (said.status_code, said.json["paused"]["since"]) == (200, "2026-03-01T12:00:50.000Z")
    assert six[1].post(f"/games/{game}/resume", {}).json["code"] == "not_creator"
    gone_on = six[0].post(f"/games/{game}/resume", {}).json
    assert (gone_on["asked"], gone_on["deadline"]) == ([0], "2026-03-01T12:01:20.000Z")


def test_after_a_long_silence_all_that_is_overdue_is_settled_in_order(table, clock):
    people, game = table
    clock.shift(timedelta(hours=2 * (NIGHT + DAY) + 1))
    seen = people[0].see(game)
    assert (seen["view"]["round"], seen["view"]["phase"]) == (3, "night")
    assert seen["deadline"] == at(2 * (NIGHT + DAY) + NIGHT)
    hours = [event["at"] for event in seen["events"] if event["type"] in ("dawned", "judged")]
    assert hours == [at(2), at(5), at(7), at(10)]


def test_a_poll_notices_that_time_is_up(table, clock):
    people, game = table
    tag = people[0].get(f"/games/{game}").headers["ETag"]
    assert people[0].get(f"/games/{game}", etag=tag).status_code == 304
    clock.shift(timedelta(hours=NIGHT))
    assert people[0].get(f"/games/{game}", etag=tag).status_code == 200


def test_many_who_come_at_once_close_a_night_once(table, clock):
    people, game = table
    clock.shift(timedelta(hours=NIGHT))
    with ThreadPoolExecutor(6) as pool:
        seen = list(pool.map(lambda person: person.see(game), people[:6]))
    assert {table["view"]["phase"] for table in seen} == {"day"}
    assert query(people[0].app, "SELECT count(*) FROM steps WHERE seat IS NULL AND n > 0")[0][0] == 1


def test_a_game_of_sleepers_ends_in_a_draw_and_can_be_verified(table, clock):
    people, game = table
    clock.shift(timedelta(hours=3 * (NIGHT + DAY)))
    seen = Person(people[0].app).see(game)
    assert (seen["status"], seen["view"]["winners"], seen["ended"], seen["deadline"]) == ("ended", [], at(15), None)
    export = people[0].get(f"/games/{game}/export").json
    assert record.verify(record.parsed(export)) == []
    assert len(SEATS) == export["seats"]


def test_fireline_waits_as_long_as_it_takes(app, clock):
    ann = Person(app, "Ann")
    game = ann.post("/games", {"ruleset": "fireline", "seats": 4, "options": {}}).json["id"]
    ann.post(f"/games/{game}/bots", {"level": "sensible", "count": 3})
    seen = ann.see(game)
    clock.shift(timedelta(days=400))
    assert seen["deadline"] is None
    assert query(app, "SELECT count(*) FROM steps WHERE seat IS NULL AND n > 0")[0][0] == 0


def test_the_clock_settles_what_nobody_looks_at(app, clock):
    """One pass settles each game that is due, and leaves the others alone: no leaver hangs a night."""
    short, long = ({"night_hours": hours, "day_hours": 100} for hours in (1, 50))
    overdue = [seated(people_of(app, n), ruleset="undercover", options=short) for n in range(2)]
    asleep = seated(people_of(app, 2), ruleset="undercover", options=long)
    clock.shift(timedelta(hours=2))
    done = app.test_cli_runner().invoke(args=["work", "--once"])
    assert (done.exit_code, done.output) == (0, "")
    lapsed = query(app, "SELECT game_id FROM steps WHERE seat IS NULL AND n > 0")
    assert sorted(game for (game,) in lapsed) == sorted(overdue)
    assert query(app, f"SELECT deadline FROM games WHERE id = '{asleep}'")[0][0] == at(50)
    with app.app_context():
        assert settle() == 0, "once is enough"


def people_of(app, n):
    """Fourteen people with names of their own."""
    return [Person(app, f"{chr(ord('a') + seat)}{'xyz'[n] * 3}") for seat in range(14)]


@pytest.mark.parametrize(
    ("moment", "shows", "zone", "ends"),
    [
        ("2026-03-01T12:00:00.000Z", "08:00", "Asia/Shanghai", "2026-03-02T00:00:00.000Z"),
        ("2026-03-01T23:59:59.999Z", "08:00", "Asia/Shanghai", "2026-03-02T00:00:00.000Z"),
        ("2026-03-02T00:00:00.000Z", "08:00", "Asia/Shanghai", "2026-03-03T00:00:00.000Z"),
        ("2026-03-28T08:00:00.000Z", "08:00", "Europe/Berlin", "2026-03-29T06:00:00.000Z"),
        ("2026-10-24T07:00:00.000Z", "08:00", "Europe/Berlin", "2026-10-25T07:00:00.000Z"),
        ("2026-04-04T00:00:00.000Z", "08:00", "Australia/Lord_Howe", "2026-04-04T21:30:00.000Z"),
        ("2026-03-28T23:00:00.000Z", "02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"),
    ],
)
def test_a_fixed_time_of_day_is_what_clocks_there_show(moment, shows, zone, ends):
    """Clocks that are put forward or back don't move it (FOUND 15); what they leap over is counted on from before."""
    assert later(moment, Until(shows, zone)) == ends


def test_nights_and_days_may_end_at_times_of_day(app, clock):
    options = {"night_ends": "08:00", "day_ends": "21:30", "time_zone": "Asia/Shanghai"}
    people, game = fourteen(app, options=options)
    assert people[0].see(game)["deadline"] == "2026-03-02T00:00:00.000Z"
    clock.shift(timedelta(hours=13))
    seen = people[0].see(game)
    assert (seen["view"]["phase"], seen["deadline"]) == ("day", "2026-03-02T13:30:00.000Z")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("night_ends", value) for value in ("8:00", "24:00", "08:00:00", "08:00\n", 8, "")],
        *[("time_zone", value) for value in ("Asia/Atlantis", "../etc/passwd", "", 8, None)],
    ],
)
def test_what_no_clock_shows_is_refused_with_a_pointer(ann, option, value):
    made = ann.post("/games", {"ruleset": "undercover", "seats": 14, "options": {option: value}})
    assert made.status_code == 422
    assert [fault["pointer"] for fault in made.json["errors"]] == [f"/options/{option}"]


def test_a_server_does_the_work_of_a_clock_that_is_not_there(app, clock):
    game = seated(people_of(app, 0), ruleset="undercover", options={"night_hours": 1, "day_hours": 100})
    query(app, "DELETE FROM pulse")  # the people came before the clock was moved
    clock.shift(timedelta(hours=1))
    with app.app_context():
        passed()
        assert without_a_clock() == 0, "the clock has beaten just now"
        clock.shift(timedelta(hours=100))
        query(app, "UPDATE pulse SET clock = NULL")
        assert without_a_clock() == 1
    assert query(app, f"SELECT steps FROM games WHERE id = '{game}'") == [(3,)]
