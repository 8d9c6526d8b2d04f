"""Absence: missed turns, standing answers, leaves, bots that sit in, substitutes."""

import orjson
import pytest
import time_machine

from api.clock import later
from engine import record
from tests.api.days import HOUR, at, noon, notices, pass_hours, slow, work
from tests.api.people import Person, play_on, query
from tests.api.undercover import fourteen


@pytest.fixture
def clock(app):
    with noon() as moved:
        yield moved


def lose_turns(clock, person, game, seat, count):
    """Let time pass until this seat has missed so many turns in a row; the table."""
    for _ in range(400):
        table = person.see(game)
        if sum(notice["kind"] in ("offered", "sat_in") for notice in table["notices"]) >= count:
            return table
        pass_hours(clock, 1)
    raise AssertionError("time passes, and nobody is missed")


def test_missed_turns_are_counted_in_a_row_and_told_to_oneself_alone(six, clock):
    game = slow(six, {"absent": "default"})
    assert six[0].see(game)["missed"] == 0
    pass_hours(clock, 1)
    assert (six[0].see(game)["missed"], six[1].see(game)["missed"]) == (1, 0)
    pass_hours(clock, 12)
    table = six[0].see(game)
    assert table["missed"] == 2 or 0 not in table["asked"]
    assert notices(table) == []


def test_who_speaks_again_has_missed_nothing_in_a_row(six, clock):
    game = slow(six, {"absent": "default"})
    pass_hours(clock, 1)
    while 0 not in six[0].see(game)["asked"] or six[0].see(game)["question"] != "play":
        pass_hours(clock, 1)
    assert six[0].see(game)["missed"] == 1
    assert six[0].move(game, type="end").json["missed"] == 0


def test_nobody_misses_anything_in_a_sealed_window(six, clock):
    """Silence in a rescue window passes, and counts for nothing: who had a kit stays a secret."""
    game = slow(six, {"absent": "default"})
    play_on(six, game, moves=40, seed=3)
    turns = orjson.loads(query(six[0].app, "SELECT turns FROM games")[0][0])
    assert [missed for _, missed, _ in turns] == [0] * 6
    assert sum(asked for asked, *_ in turns) > 3


def test_a_substitute_is_sought_after_so_many_turns(six, clock):
    game = slow(six, {"absent": "substitute", "absent_after": 2})
    table = lose_turns(clock, six[0], game, 0, 1)
    seat = next(notice["seat"] for notice in table["notices"] if notice["kind"] == "offered")
    assert table["seats"][seat]["offered"] is True
    assert (table["seats"][seat]["kind"], table["vacant"] >= 1) == ("guest", True)
    listed = Person(six[0].app).get("/games?vacant=true").json["games"]
    assert [entry["id"] for entry in listed] == [game]
    assert Person(six[0].app).get("/games?vacant=true&ruleset=undercover").json["games"] == []


def test_who_is_back_in_time_keeps_his_seat(six, clock):
    game = slow(six, {"absent_after": 1})
    table = lose_turns(clock, six[0], game, 0, 1)
    seat = next(notice["seat"] for notice in table["notices"] if notice["kind"] == "offered")
    back = six[seat].post(f"/games/{game}/seats/me/return")
    assert back.json["seats"][seat]["offered"] is False
    assert back.json["missed"] == 0
    gus = Person(six[0].app, "Gus")
    refused = gus.post(f"/games/{game}/seats/{seat}/take", {})
    assert (refused.status_code, refused.json["code"]) == (409, "not_offered")


def test_a_bot_sits_in_until_its_player_is_back(six, clock):
    game = slow(six, {"absent": "bot", "absent_after": 1})
    table = lose_turns(clock, six[0], game, 0, 1)
    seat = next(notice["seat"] for notice in table["notices"] if notice["kind"] == "sat_in")
    assert (table["seats"][seat]["stand_in"], table["seats"][seat]["name"]) == ("sensible", six[seat].name)
    assert seat not in table["asked"] or table["question"] == "rescue"
    back = six[seat].post(f"/games/{game}/seats/me/return").json
    assert back["seats"][seat]["stand_in"] is None
    assert notices(back)[-1] == "returned"


def test_a_leaver_is_replaced_by_who_inherits_all_that_his_seat_knows(six, clock):
    game = slow(six)
    six[3].post(f"/games/{game}/talk", {"text": "mine"})
    knew = six[3].see(game, headers={})
    said = six[3].get(f"/games/{game}/handover").json
    assert six[3].delete(f"/games/{game}/seats/me").status_code == 204
    table = six[0].see(game)
    assert table["seats"][3] | {"seat": 3, "name": None, "kind": "vacant", "offered": True} == table["seats"][3]
    former = six[3].see(game)
    assert (former["you"], former["options"], former["standing"]) == (None, [], None)
    assert six[3].move(game, type="end").json["code"] == "not_seated"
    gus = Person(six[0].app, "Gus")
    taken = gus.post(f"/games/{game}/seats/3/take", {})
    assert taken.status_code == 200, taken.json
    assert (taken.json["you"], taken.json["view"]) == (3, knew["view"])
    assert gus.get(f"/games/{game}/handover").json == said
    assert taken.json["seats"][3]["name"] == "Gus"
    talk = gus.get(f"/games/{game}/talk").json["messages"]
    assert [(message["seat"], message["name"]) for message in talk] == [(3, "Dan")], "his talk stays his"
    for person in (six[3], six[0]):
        refused = person.post(f"/games/{game}/seats/3/take", {})
        assert (refused.status_code, refused.json["code"]) == (403, "has_sat")
    assert gus.post(f"/games/{game}/seats/3/take", {}).status_code == 200, "saying it twice does it once"


def test_who_has_left_takes_no_other_seat(six, clock):
    game = slow(six)
    for seat in (3, 4):
        six[seat].delete(f"/games/{game}/seats/me")
    refused = six[3].post(f"/games/{game}/seats/4/take", {})
    assert (refused.status_code, refused.json["code"]) == (403, "has_sat")


def test_without_a_limit_a_bot_plays_on_until_a_substitute_comes(six, clock):
    game = slow(six, pace={"name": "house"})
    six[0].delete(f"/games/{game}/seats/me")
    table = six[1].see(game)
    assert (table["seats"][0]["kind"], table["seats"][0]["offered"]) == ("bot", True)
    assert 0 not in table["asked"]
    gus = Person(six[0].app, "Gus")
    assert gus.post(f"/games/{game}/seats/0/take", {}).json["you"] == 0


def test_the_host_goes_on_to_the_next_person_and_the_last_one_lets_bots_end_it(six, clock):
    game = slow(six)
    six[0].delete(f"/games/{game}/seats/me")
    assert six[1].see(game)["creator"] is True
    for person in six[1:]:
        assert person.delete(f"/games/{game}/seats/me").status_code == 204
    assert Person(six[0].app).see(game)["status"] == "ended"


def test_a_private_seat_is_for_who_brings_the_code(six, clock):
    game = slow(six, private=True)
    code = six[0].see(game)["code"]
    six[3].delete(f"/games/{game}/seats/me")
    gus = Person(six[0].app, "Gus")
    assert gus.post(f"/games/{game}/seats/3/take", {}).status_code == 404
    assert gus.post(f"/games/{game}/seats/3/take", {"code": code}).status_code == 200
    assert Person(six[0].app).get("/games?vacant=true").json["games"] == []


# ---- standing answers ----


def test_standing_answers_are_ones_own_and_show_nothing(six, clock):
    game = slow(six)
    before = [(person.see(game), person.get(f"/games/{game}").headers["ETag"]) for person in six]
    said = {"end": True, "rescue": [1, 2], "spare": 1}
    told = six[0].ask("PUT", f"/games/{game}/standing", said)
    assert told.status_code == 200, told.json
    assert told.json["standing"] == {"end": True, "rescue": [1, 2], "spare": 1, "blood": 0, "discard": []}
    after = [(person.see(game), person.get(f"/games/{game}").headers["ETag"]) for person in six]
    assert after[1:] == before[1:]
    assert after[0] != before[0]
    assert six[0].delete(f"/games/{game}/standing").json["standing"] is None
    assert [person.see(game) for person in six] == [table for table, _ in before]


def test_a_prepared_end_is_said_at_the_deadline_and_is_a_turn_taken(six, clock):
    game = slow(six, {"absent_after": 1})
    six[0].ask("PUT", f"/games/{game}/standing", {"end": True})
    pass_hours(clock, 0.9)
    assert six[1].see(game)["asked"] == [0], "at the close only"
    pass_hours(clock, 0.2)
    table = six[0].see(game)
    assert table["missed"] == 0
    assert table["opened"] == at(1)
    step = query(six[0].app, "SELECT seat, move FROM steps WHERE n = 1")[0]
    assert (step[0], orjson.loads(step[1])) == (0, {"type": "end"})
    assert notices(table) == []


def test_a_move_goes_before_what_was_prepared(six, clock):
    game = slow(six)
    six[0].ask("PUT", f"/games/{game}/standing", {"end": True})
    six[0].move(game, type="end")
    pass_hours(clock, 1)
    assert six[0].see(game)["missed"] == 0


def test_a_substitute_finds_no_standing_answers(six, clock):
    game = slow(six)
    six[3].ask("PUT", f"/games/{game}/standing", {"rescue": [0]})
    six[3].delete(f"/games/{game}/seats/me")
    gus = Person(six[0].app, "Gus")
    assert gus.post(f"/games/{game}/seats/3/take", {}).json["standing"] is None


def test_night_actions_and_votes_are_prepared_too_and_the_game_can_be_verified(app, clock):
    people, game = fourteen(app, options={"night_hours": 2, "day_hours": 2})
    for person in people:
        prepared = {"assassinate": [5, 6], "check": [2], "vote": [3, 4]}
        if people.index(person) in (2, 5, 6):
            prepared = {"vote": [3, 4]}
        told = person.ask("PUT", f"/games/{game}/standing", prepared)
        assert told.status_code == 200, told.json
    pass_hours(clock, 2)
    dawn = people[0].see(game)
    assert dawn["view"]["phase"] == "day"
    dead = [seat for seat in range(14) if not dawn["view"]["players"][seat]["alive"]]
    assert dead == [5]
    pass_hours(clock, 2)
    assert [people[0].see(game)["view"]["players"][seat]["alive"] for seat in (3, 4)] in ([False, True], [True, True])
    assert {person.see(game)["missed"] for person in people} == {0}
    pass_hours(clock, 24 * 14)
    ended = people[0].see(game)
    assert ended["status"] == "ended"
    assert record.verify(record.parsed(people[0].get(f"/games/{game}/export").json)) == []


# ---- leaves ----


def away(person, begins, ends):
    told = person.post("/me/leaves", {"begins": at(begins), "ends": at(ends)})
    assert told.status_code == 201, told.json
    return told.json


def test_a_deadline_waits_for_who_is_away_within_the_cap(six, clock):
    game = slow(six, {"leave_hours": 10})
    other = slow(six, {"leave_hours": 0})
    away(six[0], 0, 5)
    table = six[1].see(game)
    assert table["deadline"] == at(5), "one that runs already"
    assert table["seats"][0]["away"] == {"begins": at(0), "ends": at(5)}
    assert [notice | {"n": 1} for notice in table["notices"]] == [
        {"n": 1, "kind": "extended", "at": at(0), "by": "leave", "seat": 0, "seconds": 4 * HOUR}
    ]
    assert six[1].see(other)["deadline"] == at(1)
    away(six[0], 4, 30)
    assert six[1].see(game)["deadline"] == at(11), "ten hours in all"
    assert six[1].see(game)["deadline"] == at(11)
    away(six[0], 8, 30)
    assert six[1].see(game)["deadline"] == at(11)


def test_a_leave_announced_twice_is_one_and_withdrawn_shortens_nothing(six, clock):
    game = slow(six, {"leave_hours": 10})
    first, second = away(six[0], 0, 5), away(six[0], 0, 5)
    assert first == second
    assert six[0].get("/me/leaves").json == {"leaves": [first]}
    assert six[0].delete(f"/me/leaves/{first['id']}").status_code == 204
    assert six[1].see(game)["deadline"] == at(5)
    assert six[1].see(game)["seats"][0]["away"] is None
    assert six[1].delete(f"/me/leaves/{first['id']}").status_code == 404


def test_a_new_question_waits_for_who_is_away(six, clock):
    game = slow(six, {"leave_hours": 100})
    away(six[1], 0, 50)
    assert six[0].see(game)["deadline"] == at(1), "he isn't asked"
    six[0].move(game, type="end")
    table = six[0].see(game)
    while table["asked"] == [0]:
        hand = table["options"][0]["cards"]["pick"]
        table = six[0].move(game, type="discard", cards=hand[: table["options"][0]["cards"]["least"]]).json
    assert (table["asked"], table["deadline"]) == ([1], at(50))


def test_a_leave_over_a_change_of_clocks_is_as_long_as_it_is(six):
    """A deadline by the hours of Berlin, and a leave across the night that is an hour shorter."""
    with time_machine.travel("2026-03-28T12:00:00Z", tick=False):
        pace = {"name": "own", "zone": "Europe/Berlin", "lengths": {"play": "20:00", "discard": 600, "rescue": 600}}
        game = slow(six, {"leave_hours": 48}, pace=pace)
        assert six[0].see(game)["deadline"] == "2026-03-28T19:00:00.000Z"
        told = six[0].post("/me/leaves", {"begins": "2026-03-28T18:00:00+01:00", "ends": "2026-03-29T18:00:00+02:00"})
        assert told.json["ends"] == "2026-03-29T16:00:00.000Z"
        table = six[1].see(game)
        assert (table["deadline"], table["notices"][0]["seconds"]) == ("2026-03-29T16:00:00.000Z", 21 * HOUR)


def test_leaves_are_bounded(ann, clock):
    for n in range(10):
        away(ann, 100 * n, 100 * n + 1)
    refused = ann.post("/me/leaves", {"begins": at(1), "ends": at(2)})
    assert (refused.status_code, refused.json["code"]) == (409, "too_many_leaves")
    long = ann.post("/me/leaves", {"begins": at(0), "ends": later(at(0), 61 * 86400)})
    assert (long.status_code, long.json["errors"][0]["pointer"]) == (422, "/ends")
    assert work(ann.app) == 0
