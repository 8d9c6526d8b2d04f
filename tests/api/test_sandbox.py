"""Sandboxes: one account in all seats, the clock moved, moves taken back, forks; and no other game is ever one."""

from random import Random

import orjson
import pytest

from tests.api.people import Person, filled, query, seated

PACE = {"name": "own", "lengths": {"play": 3600, "discard": 3600, "rescue": 600}}


class Everyone(Person):
    """One person who acts in whatever seat he names."""

    def in_seat(self, seat, method, path, body=None, **kwargs):
        return self.ask(method, path, body, headers={"Act-As": str(seat)}, **kwargs)

    def play(self, game, moves, seed=0):
        """So many legal moves in the seats that are asked; the last table."""
        chance, table = Random(seed), self.see(game)
        while moves and table["status"] == "running":
            seat = chance.choice(table["asked"])
            options = self.in_seat(seat, "GET", f"/games/{game}/options").json["options"]
            if not options:
                continue
            made = self.in_seat(seat, "POST", f"/games/{game}/moves", filled(chance.choice(options), chance))
            assert made.status_code == 200, made.json
            table, moves = made.json, moves - 1
        return self.see(f"{game}?after=0")


@pytest.fixture
def ann(app):
    return Everyone(app, "Ann")


@pytest.fixture
def game(ann):
    made = ann.create(4, sandbox=True, pace=PACE)
    assert (made["status"], made["sandbox"], made["private"], made["code"]) == ("running", True, True, None)
    return made["id"]


def past(table):
    """What a table tells of what has happened, but for its hours."""
    return [{name: value for name, value in event.items() if name != "at"} for event in table["events"]]


def test_one_sees_and_plays_every_seat(ann, game):
    hands = [ann.in_seat(seat, "GET", f"/games/{game}").json for seat in range(4)]
    assert [table["you"] for table in hands] == [0, 1, 2, 3]
    assert all(table["view"]["players"][seat]["identity"] for seat, table in enumerate(hands))
    assert len({tuple(table["view"]["hand"]) for table in hands}) > 1
    assert ann.in_seat("onlooker", "GET", f"/games/{game}").json["you"] is None
    assert [seat["name"] for seat in hands[0]["seats"]] == ["Ann", "Ann 2", "Ann 3", "Ann 4"]
    assert ann.play(game, 10_000)["status"] == "ended"


def test_every_seat_has_its_own_etag_and_its_own_keys(ann, game):
    tags = [ann.in_seat(seat, "GET", f"/games/{game}").headers["ETag"] for seat in range(4)]
    assert len(set(tags)) == 4
    for seat in range(4):
        for other, tag in enumerate(tags):
            again = ann.in_seat(seat, "GET", f"/games/{game}", etag=tag)
            assert again.status_code == (304 if seat == other else 200)
    assert [ann.get(f"/games/{game}", etag=tag).status_code for tag in tags] == [304, 200, 200, 200]
    first = ann.in_seat(1, "POST", f"/games/{game}/talk", {"text": "hi"}, key="k")
    again = ann.in_seat(2, "POST", f"/games/{game}/talk", {"text": "hi"}, key="k")
    assert (first.status_code, again.json["code"]) == (201, "idempotency_key_reused")


def test_the_clock_moves_forward_and_what_is_overdue_is_settled(ann, game):
    before = ann.play(game, 3)
    later = ann.post(f"/games/{game}/sandbox/clock", {"seconds": 60}).json
    assert later["deadline"] < before["deadline"]
    assert later["last_event"] == before["last_event"]
    assert later["created"] <= later["started"] < before["started"]
    assert later["created"] < before["created"]
    (stored,) = query(ann.app, "SELECT etags FROM games")[0]
    assert ann.get(f"/games/{game}").headers["ETag"].strip('"') in orjson.loads(stored), "the poll knows it too"
    after = ann.post(f"/games/{game}/sandbox/clock", {"seconds": 2 * 3600}).json
    assert after["last_event"] > before["last_event"]
    events = ann.see(f"{game}?after=0")["events"]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    over = ann.post(f"/games/{game}/sandbox/clock", {"seconds": 40 * 86400}).json
    assert over["status"] == "ended"
    assert ann.post(f"/games/{game}/sandbox/clock", {"seconds": 1}).json["code"] == "not_running"


def test_moves_are_taken_back_and_made_anew(ann, game):
    some = ann.play(game, 4)
    more = ann.play(game, 3, seed=1)
    assert past(more) != past(some)
    back = ann.post(f"/games/{game}/sandbox/back", {"steps": 3}).json
    assert (past(back), back["view"], back["asked"]) == (past(some), some["view"], some["asked"])
    assert back["deadline"] > some["deadline"], "the question is put anew"
    assert ann.play(game, 10_000, seed=2)["status"] == "ended"
    goes_on = ann.post(f"/games/{game}/sandbox/back").json
    assert (goes_on["status"], goes_on["ended"]) == ("running", None)
    assert ann.post(f"/games/{game}/sandbox/back", {"steps": 10_000}).json["code"] == "invalid"
    assert ann.play(game, 10_000, seed=3)["status"] == "ended"


def test_what_bots_said_is_taken_back_with_what_they_said_it_to(ann):
    game = ann.create(4, sandbox=True, start="creator")["id"]
    ann.post(f"/games/{game}/bots", {"level": "random", "count": 2})
    begun = ann.post(f"/games/{game}/start").json
    assert [seat["kind"] for seat in begun["seats"]] == ["guest", "bot", "bot", "guest"]
    some = ann.play(game, 3)
    ann.play(game, 1, seed=5)
    assert past(ann.post(f"/games/{game}/sandbox/back", {"steps": 1}).json) == past(some)


def test_a_fork_has_the_same_past_and_its_own_future(ann, game):
    some = ann.play(game, 5)
    now = ann.play(game, 2, seed=1)
    made = ann.post(f"/games/{game}/sandbox/fork", {"steps": 2})
    fork = made.json
    assert made.status_code == 201
    assert made.headers["Location"].endswith(fork["id"])
    assert fork["id"] != game
    assert fork["sandbox"]
    assert (past(fork), fork["view"], fork["asked"]) == (past(some), some["view"], some["asked"])
    assert ann.play(fork["id"], 10_000, seed=7)["status"] == "ended"
    assert past(ann.see(f"{game}?after=0")) == past(now)
    whole = ann.get(f"/games/{fork['id']}/export").json
    assert whole["steps"][0]["events"][0]["type"] == "dealt"
    over = ann.post(f"/games/{fork['id']}/sandbox/fork").json
    assert over["status"] == "ended"


def test_undercover_is_played_alone_too(ann):
    game = ann.create(14, ruleset="undercover", sandbox=True, options={"night_hours": 1, "day_hours": 1})["id"]
    table = ann.play(game, 20)
    assert table["view"]["players"][0]["identity"]
    assert ann.post(f"/games/{game}/sandbox/back", {"steps": 20}).json["last_event"] < table["last_event"] + 1
    assert ann.post(f"/games/{game}/sandbox/clock", {"seconds": 40 * 86400}).json["status"] == "ended"
    assert ann.post(f"/games/{game}/rematch").json["sandbox"]


def test_nobody_else_sees_it_and_it_counts_for_nothing(ann, game, app):
    ben = Person(app, "Ben")
    ann.play(game, 10_000)
    for path in ("", "/export", "/talk", "/options"):
        assert ben.get(f"/games/{game}{path}").status_code == 404
    for path in ("/seats", "/sandbox/clock", "/sandbox/back", "/sandbox/fork"):
        body = {"seconds": 1} if path.endswith("clock") else {}
        assert ben.post(f"/games/{game}{path}", body).status_code == 404
    assert ben.get("/games").json["games"] == []
    assert [entry["sandbox"] for entry in ann.get("/me/games").json["games"]] == [True]
    assert query(app, "SELECT count(*) FROM results") == [(0,)]
    assert query(app, "SELECT count(*) FROM news") == [(0,)]


def test_no_other_game_is_a_sandbox_or_becomes_one(ann, app):
    people = [ann, *(Person(app, name) for name in ("Ben", "Cleo", "Dan"))]
    game = seated(people)
    for path, body in (("clock", {"seconds": 1}), ("back", {}), ("fork", {})):
        for person in people:
            assert person.post(f"/games/{game}/sandbox/{path}", body).json["code"] == "not_a_sandbox"
    assert Person(app).post(f"/games/{game}/sandbox/fork").status_code == 401
    for seat in (0, 1, "onlooker"):
        for method, path, body in (("GET", "", None), ("GET", "/options", None), ("POST", "/moves", {"type": "end"})):
            assert ann.in_seat(seat, method, f"/games/{game}{path}", body).json["code"] == "not_a_sandbox"
    assert ann.see(game)["sandbox"] is False


def test_a_seat_that_is_none_is_refused(ann, game):
    for seat in ("4", "-1", "x", "", "1 ", "onlooker"):
        refused = ann.in_seat(seat, "POST", f"/games/{game}/moves", {"type": "end"})
        assert refused.json["code"] == "invalid", seat
    assert ann.in_seat(4, "GET", f"/games/{game}").json["code"] == "invalid"
    open_ = ann.create(4, sandbox=True, start="creator")["id"]
    assert ann.in_seat(1, "POST", f"/games/{open_}/talk", {"text": "hi"}).json["code"] == "not_started"
    assert ann.post(f"/games/{open_}/sandbox/back").json["code"] == "not_started"


def test_it_is_left_at_any_time_and_nobody_is_sent_away(ann, game):
    assert ann.post(f"/games/{game}/kicks", {"seat": 2}).json["code"] == "sandbox"
    assert ann.post(f"/games/{game}/pause").json["paused"]
    assert ann.post(f"/games/{game}/resume").json["paused"] is None
    assert ann.in_seat(2, "DELETE", f"/games/{game}/seats/me").status_code == 204
    assert ann.get(f"/games/{game}").status_code == 404
