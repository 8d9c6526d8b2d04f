"""Paces: how long a question stays open, quiet hours and weekends, whatever clocks do by night."""

import pytest

from api.game import pace
from engine.core import Until
from tests.api.days import HOUR, NOON, at, noon, pass_hours, slow
from tests.api.people import Person


def rhythm(**changed):
    return {"name": "own", "lengths": {}, "zone": "UTC", "quiet": None, "weekends": True, **changed}


NIGHT = {"from": "23:00", "to": "08:00"}


@pytest.mark.parametrize(
    ("began", "hours", "changed", "ends"),
    [
        ("2026-03-02T12:00:00.000Z", 24, {}, "2026-03-03T12:00:00.000Z"),
        ("2026-03-02T22:50:00.000Z", 1, {"quiet": NIGHT}, "2026-03-03T08:50:00.000Z"),
        ("2026-03-02T22:00:00.000Z", 1, {"quiet": NIGHT}, "2026-03-02T23:00:00.000Z"),
        ("2026-03-03T02:00:00.000Z", 1, {"quiet": NIGHT}, "2026-03-03T09:00:00.000Z"),
        ("2026-03-02T12:00:00.000Z", 24, {"quiet": NIGHT}, "2026-03-03T21:00:00.000Z"),
        ("2026-03-02T12:00:00.000Z", 2, {"quiet": {"from": "13:00", "to": "14:00"}}, "2026-03-02T15:00:00.000Z"),
        ("2026-03-06T18:00:00.000Z", 24, {"weekends": False}, "2026-03-09T18:00:00.000Z"),
        ("2026-03-07T18:00:00.000Z", 1, {"weekends": False}, "2026-03-09T01:00:00.000Z"),
        ("2026-03-06T18:00:00.000Z", 7, {"weekends": False, "quiet": NIGHT}, "2026-03-09T10:00:00.000Z"),
        # Friday evening in Shanghai is over when it still is Friday in Greenwich.
        ("2026-03-06T15:00:00.000Z", 2, {"weekends": False, "zone": "Asia/Shanghai"}, "2026-03-08T17:00:00.000Z"),
        # The night in which clocks are put forward is an hour shorter, the one in which they are put back longer.
        ("2026-03-28T21:00:00.000Z", 2, {"quiet": NIGHT, "zone": "Europe/Berlin"}, "2026-03-29T07:00:00.000Z"),
        ("2026-10-24T20:00:00.000Z", 2, {"quiet": NIGHT, "zone": "Europe/Berlin"}, "2026-10-25T08:00:00.000Z"),
        # Lord Howe Island puts its clocks back by half an hour.
        ("2026-04-04T11:30:00.000Z", 2, {"quiet": NIGHT, "zone": "Australia/Lord_Howe"}, "2026-04-04T23:00:00.000Z"),
    ],
)
def test_time_stands_still_in_quiet_hours_and_at_weekends(began, hours, changed, ends):
    assert pace.add(rhythm(**changed), began, hours * HOUR) == ends
    assert pace.running(rhythm(**changed), began, ends) == hours * HOUR


@pytest.mark.parametrize(
    ("moment", "shows", "changed", "ends"),
    [
        ("2026-03-06T12:00:00.000Z", "20:00", {}, "2026-03-06T20:00:00.000Z"),
        ("2026-03-06T21:00:00.000Z", "20:00", {"weekends": False}, "2026-03-09T20:00:00.000Z"),
        ("2026-03-06T12:00:00.000Z", "23:30", {"quiet": {"from": "23:00", "to": "23:20"}}, "2026-03-06T23:30:00.000Z"),
        ("2026-03-06T12:00:00.000Z", "23:30", {"quiet": NIGHT}, "2026-03-07T08:00:00.000Z"),
        ("2026-03-28T12:00:00.000Z", "08:00", {"zone": "Europe/Berlin"}, "2026-03-29T06:00:00.000Z"),
        ("2026-04-04T12:00:00.000Z", "08:00", {"zone": "Australia/Lord_Howe"}, "2026-04-04T21:30:00.000Z"),
    ],
)
def test_a_time_of_day_waits_for_time_that_runs(moment, shows, changed, ends):
    rhythmic = rhythm(**changed)
    assert pace.fixed(rhythmic, moment, Until(shows, rhythmic["zone"])) == ends


def daily(ann, **said):
    body = {"ruleset": "fireline", "seats": 4, "pace": said, "options": {"first": 0}}
    game = ann.post("/games", body)
    assert game.status_code == 201, game.json
    return ann.post(f"/games/{game.json['id']}/bots", {"level": "random", "count": 3}).json


@pytest.mark.parametrize(("name", "hours"), [("live", 0.05), ("daily", 24), ("slow", 72), ("house", None)])
def test_each_pace_has_its_lengths(ann, name, hours):
    with noon():
        table = daily(ann, name=name)
    assert (table["question"], table["opened"]) == ("play", NOON)
    assert table["deadline"] == (None if hours is None else at(hours))
    assert set(table["pace"]["lengths"]) == (set() if hours is None else {"play", "discard", "rescue"})


def test_an_own_pace_may_have_a_time_of_day_that_is_never_too_near(ann):
    lengths = {"play": "13:30", "discard": 600, "rescue": "20:00"}
    with noon() as clock:
        assert daily(ann, name="own", lengths=lengths)["deadline"] == at(1.5)
        pass_hours(clock, 1)
        assert daily(ann, name="own", lengths=lengths)["deadline"] == at(25.5), "half an hour is none"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "own"},
        {"name": "own", "lengths": {"play": 60}},
        {"name": "own", "lengths": {"play": 60, "discard": 60, "rescue": "24:00"}},
        {"name": "own", "lengths": {"play": 60, "discard": 60, "rescue": 9}},
        {"name": "daily", "lengths": {"play": 60, "discard": 60, "rescue": 60}},
        {"name": "weekly"},
        {"zone": "Berlin"},
        {"quiet": {"from": "08:00", "to": "08:00"}},
        {"quiet": {"from": "08:00"}},
    ],
)
def test_a_pace_that_makes_no_sense_is_refused(ann, wrong):
    refused = ann.post("/games", {"ruleset": "fireline", "seats": 4, "pace": wrong})
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert refused.json["errors"][0]["pointer"].startswith("/pace")


def test_house_rules_about_time_have_no_say_beside_another_pace(ann):
    body = {"ruleset": "undercover", "seats": 14, "pace": {"name": "daily"}}
    assert ann.post("/games", body).status_code == 201
    refused = ann.post("/games", {**body, "options": {"night_ends": "08:00"}})
    assert (refused.status_code, refused.json["code"]) == (422, "pace_decides")
    assert refused.json["errors"][0]["pointer"] == "/options/night_ends"


def test_silence_ends_a_turn_of_fireline_and_a_sealed_window_has_its_own_length(six):
    with noon() as clock:
        game = slow(six)
        assert six[0].see(game)["deadline"] == at(1)
        pass_hours(clock, 1)
        table = Person(six[0].app).see(game)
        assert table["asked"] != []
        assert table["opened"] == at(1)
        pass_hours(clock, 30)
        table = six[2].see(game)
        assert table["deadline"] > at(31) >= table["opened"]
        assert table["events"][-1]["at"] == table["opened"]
