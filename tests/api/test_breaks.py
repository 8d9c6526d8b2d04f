"""Pauses, extensions, players sent away, outages made good; each once, whoever asks and however often."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from api.game import pulse
from api.operation.work import settle
from tests.api.days import HOUR, at, noon, notices, pass_hours, slow, work
from tests.api.people import Person, query


@pytest.fixture
def clock(app, six):
    with noon() as moved:
        app.extensions.pop("next_beat", None)
        query(app, "DELETE FROM pulse")  # the people came before the clock was moved
        yield moved


def says(person, game, what, vote=True, **more):
    return person.post(f"/games/{game}/{what}", {"vote": vote, **more})


def test_the_host_extends_a_deadline_once_for_each_question(six, clock):
    game = slow(six, {"extensions": 2})
    first, again = (says(six[0], game, "extend") for _ in range(2))
    assert first.json["deadline"] == again.json["deadline"] == at(2)
    assert first.json["breaks"] | {"extensions": 1, "extended": True} == first.json["breaks"]
    assert [notice["seconds"] for notice in first.json["notices"]] == [HOUR]
    refused = says(six[1], game, "extend")
    assert refused.json["deadline"] == at(2), "it has been extended: nothing more is asked for"
    pass_hours(clock, 2)
    assert six[0].see(game)["breaks"]["extended"] is False
    assert (says(six[1], game, "extend").status_code, says(six[1], game, "extend").json["code"]) == (403, "not_creator")
    assert says(six[0], game, "extend").status_code == 200
    pass_hours(clock, 3)
    refused = says(six[0], game, "extend")
    assert (refused.status_code, refused.json["code"]) == (409, "no_extension_left")


def test_more_than_half_of_the_people_decide(six, clock):
    game = slow(six, {"breaks": "vote"})
    for n in range(3):
        table = says(six[n], game, "extend").json
        assert (table["deadline"], table["breaks"]["votes"]) == (at(1), {"extend": list(range(n + 1))})
    assert table["breaks"]["needed"] == 4
    assert says(six[2], game, "extend", vote=False).json["breaks"]["votes"] == {"extend": [0, 1]}
    says(six[2], game, "extend")
    assert says(six[2], game, "extend").json["deadline"] == at(1), "a vote counts once"
    table = says(six[5], game, "extend").json
    assert (table["deadline"], table["breaks"]["votes"]) == (at(2), {})


def test_votes_are_for_the_question_that_was_asked_then(six, clock):
    game = slow(six, {"breaks": "vote"})
    says(six[0], game, "extend")
    pass_hours(clock, 1)
    assert six[0].see(game)["breaks"]["votes"] == {}


def test_where_nobody_may_nobody_may(six, clock):
    game = slow(six, {"breaks": "nobody"})
    for what in ("pause", "extend"):
        assert says(six[0], game, what).json["code"] == "no_breaks"
    assert says(Person(six[0].app, "Gus"), game, "pause").json["code"] == "not_seated"


def test_in_a_pause_no_time_passes_and_nobody_moves(six, clock):
    game = slow(six)
    pass_hours(clock, 0.25)
    table = says(six[0], game, "pause").json
    assert (table["deadline"], table["paused"]) == (None, {"since": at(0.25), "until": at(72.25)})
    assert says(six[0], game, "pause").json["paused"] == table["paused"], "saying it twice does it once"
    assert six[0].move(game, type="end").json["code"] == "paused"
    assert says(six[0], game, "extend").json["code"] == "paused"
    pass_hours(clock, 10)
    assert six[0].see(game)["asked"] == [0]
    table = says(six[0], game, "resume").json
    assert (table["deadline"], table["paused"]) == (at(11), None)
    assert table["breaks"]["pause_seconds"] == 62 * HOUR
    assert says(six[0], game, "resume").json["deadline"] == at(11)
    assert notices(table) == ["paused", "resumed"]
    assert six[0].move(game, type="end").status_code == 200


def test_a_pause_ends_by_itself_when_its_time_is_used_up(six, clock):
    game = slow(six, {"pause_hours": 2})
    says(six[0], game, "pause")
    pass_hours(clock, 2.5)
    table = six[1].see(game)
    assert (table["paused"], table["deadline"], table["notices"][-1]["at"]) == (None, at(3), at(2))
    refused = says(six[0], game, "pause")
    assert (refused.status_code, refused.json["code"]) == (409, "no_pause_left")


def test_a_pause_that_ends_long_ago_lets_all_that_followed_lapse_in_order(six, clock):
    game = slow(six, {"pause_hours": 2, "absent": "default"})
    says(six[0], game, "pause")
    pass_hours(clock, 4.5)
    assert work(six[0].app) == 1
    table = six[0].see(game)
    assert table["opened"] in (at(3), at(4))
    assert table["deadline"] == at(5) if table["opened"] == at(4) else at(4)


def test_a_player_is_sent_away_by_vote_without_his_own(six, clock):
    game = slow(six, {"breaks": "vote"})
    says(six[3], game, "kicks", seat=5)
    refused = says(six[5], game, "kicks", seat=5)
    assert refused.status_code == 404, "nobody sends himself away"
    for person in six[:2]:
        table = says(person, game, "kicks", seat=5).json
    assert table["seats"][5]["kind"] == "vacant"
    assert table["notices"][-2] | {"kind": "left", "seat": 5, "how": "kicked"} == table["notices"][-2]
    assert six[5].see(game)["you"] is None


def test_before_the_start_the_creator_sends_away(six, clock):
    game = six[0].create(6)["id"]
    six[1].post(f"/games/{game}/seats", {})
    assert says(six[1], game, "kicks", seat=0).json["code"] == "not_creator"
    assert says(six[0], game, "kicks", seat=1).json["seats"][1]["kind"] is None
    assert says(six[0], game, "kicks", seat=1).status_code == 404


# ---- outages ----


def test_an_outage_is_made_good_once_and_the_players_are_told(six, clock):
    app = six[0].app
    game = slow(six)
    work(app)
    pass_hours(clock, 0.5)
    work(app)
    pass_hours(clock, 3)
    tables = [person.see(game) for person in six]
    assert {table["deadline"] for table in tables} == {at(4)}
    assert [notice | {"n": 1, "at": at(0)} for notice in tables[0]["notices"]] == [
        {"n": 1, "kind": "extended", "at": at(0), "by": "outage", "seat": None, "seconds": 3 * HOUR}
    ]
    for _ in range(3):
        work(app)
    assert six[0].see(game)["deadline"] == at(4)
    assert six[0].see(game)["asked"] == [0]


def test_a_game_that_is_not_due_is_made_good_by_the_next_pass(six, clock):
    app = six[0].app
    work(app)
    game = slow(six, pace={"name": "daily"})
    pass_hours(clock, 5)
    work(app)
    assert six[0].see(game)["deadline"] == at(29)


def test_a_game_that_began_after_it_has_no_part_in_an_outage(six, clock):
    app = six[0].app
    work(app)
    pass_hours(clock, 5)
    work(app)
    game = slow(six)
    work(app)
    assert six[0].see(game)["deadline"] == at(6)


@pytest.mark.parametrize("watched", [True, False])
def test_without_a_clock_a_quiet_night_is_no_outage(six, clock, watched):
    app = six[0].app
    game = slow(six)
    with app.app_context():
        pulse.beat(clock=watched)
    pass_hours(clock, 10)
    table = six[0].see(game)
    assert (table["opened"] == at(0)) is watched
    assert (notices(table) == ["extended"]) is watched


def test_a_clock_that_jumps_back_and_forth_loses_and_doubles_nothing(six, clock):
    app = six[0].app
    game = slow(six, {"absent": "default"})
    work(app)
    clock.shift(timedelta(minutes=-20))
    assert work(app) == 0
    assert six[0].see(game)["deadline"] == at(1)
    clock.shift(timedelta(minutes=40))
    work(app)
    pass_hours(clock, 0.25)
    work(app)
    assert six[0].see(game)["deadline"] == at(1)
    pass_hours(clock, 0.45)
    assert work(app) == 1
    assert query(app, "SELECT count(*) FROM steps WHERE n > 0 AND seat IS NULL") == [(1,)]


def test_three_workers_at_once_settle_each_game_once(six, clock):
    app = six[0].app
    games = [slow(six, {"absent": "default"}) for _ in range(4)]
    pass_hours(clock, 1)

    def worker(_):
        with app.app_context():
            return settle()

    with ThreadPoolExecutor(3) as workers:
        list(workers.map(worker, range(3)))
    lapsed = query(app, "SELECT game_id, count(*) FROM steps WHERE n > 0 AND seat IS NULL GROUP BY game_id")
    assert sorted(lapsed) == sorted((game, 1) for game in games)


@pytest.mark.parametrize(("late", "counts"), [(-1, True), (0, False), (1, False)])
def test_a_move_counts_before_the_deadline_and_not_after_it(six, clock, late, counts):
    game = slow(six)
    pass_hours(clock, 1)
    clock.shift(timedelta(milliseconds=late))
    made = six[0].move(game, type="end")
    step = query(six[0].app, "SELECT seat FROM steps WHERE n = 1")
    assert (made.status_code == 200, step == [(0,)]) == (counts, counts)
    assert len(query(six[0].app, "SELECT n FROM steps WHERE n > 0")) == 1, "never both"
