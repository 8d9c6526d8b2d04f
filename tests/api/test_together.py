"""Many at once: each move has one effect in some order, or is refused cleanly; nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import orjson
import pytest

from tests.api.people import Person, filled, play_on, query, seated


def at_once(calls):
    """Make the calls at the same time; what they gave."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [done.result() for done in [pool.submit(call) for call in calls]]


def whole(app, game):
    """Check that the steps of a game follow each other and that its cache is what they fold to."""
    rows = query(app, "SELECT n, shown, events FROM steps WHERE game_id = :id ORDER BY n", id=game)
    assert [row[0] for row in rows] == list(range(len(rows)))
    number = 0
    for _, shown, events in rows:
        number += sum(event["type"] != "answered" for event in orjson.loads(events))
        assert shown == number
    kept = query(app, "SELECT steps, shown FROM games WHERE id = :id", id=game)
    assert kept == [(len(rows), number)]


def test_the_same_move_from_many_clients_is_made_once(six):
    for _ in range(5):
        game = seated(six)
        me = six[0].see(game)["asked"][0]
        clients = [Person(six[0].app) for _ in range(6)]
        for client in clients:
            client.secret = six[me].secret
        # A hand above the limit is cut down in the same turn; a second `end` is refused either way.
        answers = at_once([partial(client.move, game, type="end") for client in clients])
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [409] * 5
        whole(six[0].app, game)


def test_everybody_moves_at_once(six):
    game = seated(six)
    chance = Random(1)
    for _ in range(25):
        table = six[0].see(game)
        if table["status"] != "running":
            break
        steps = query(six[0].app, "SELECT steps FROM games")[0][0]
        said = []
        for person in six:
            options = person.get(f"/games/{game}/options").json["options"]
            said.append(filled(chance.choice(options), chance) if options else {"type": "end"})
        answers = at_once([lambda p=p, m=m: p.post(f"/games/{game}/moves", m) for p, m in zip(six, said, strict=True)])
        assert {answer.status_code for answer in answers} <= {200, 409}
        accepted = sum(answer.status_code == 200 for answer in answers)
        assert accepted >= len(table["asked"])
        assert query(six[0].app, "SELECT steps FROM games") == [(steps + accepted,)]
        whole(six[0].app, game)


def test_the_last_seat_goes_to_one(six):
    for _ in range(3):
        game = six[0].create(4)["id"]
        six[1].post(f"/games/{game}/seats")
        answers = at_once([partial(p.post, f"/games/{game}/seats") for p in six[2:]])
        assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409]
        assert {a.json["code"] for a in answers if a.status_code == 409} <= {"full", "started"}
        table = six[0].see(game)
        assert table["status"] == "running"
        assert len({seat["name"] for seat in table["seats"]}) == 4


def test_a_double_click_joins_once(six):
    game = six[0].create(6)["id"]
    clients = [Person(six[0].app) for _ in range(6)]
    for client in clients:
        client.secret = six[1].secret
    answers = at_once([partial(client.post, f"/games/{game}/seats") for client in clients])
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json["you"] for answer in answers} == {1}
    assert query(six[0].app, "SELECT count(*) FROM seats") == [(2,)]


def test_all_leave_at_once_and_nothing_is_left(six):
    game = six[0].create(8)["id"]
    for person in six[1:]:
        person.post(f"/games/{game}/seats")
    answers = at_once([partial(p.delete, f"/games/{game}/seats/me") for p in six])
    assert {answer.status_code for answer in answers} == {204}
    assert query(six[0].app, "SELECT count(*) FROM games") == [(0,)]


def test_all_want_a_rematch_at_once_and_get_the_same(six):
    game = play_on(six, seated(six, options={"max_turns": 5}))["id"]
    answers = at_once([partial(p.post, f"/games/{game}/rematch") for p in six])
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json["id"] for answer in answers}) == 1
    assert query(six[0].app, "SELECT count(*) FROM games") == [(2,)]


def test_talk_and_moves_at_once_lose_nothing(six):
    game = seated(six)
    me = six[0].see(game)["asked"][0]
    calls = [lambda p=p, n=n: p.post(f"/games/{game}/talk", {"text": f"{p.name} {n}"}) for p in six for n in range(3)]
    answers = at_once([*calls, lambda: six[me].move(game, type="end")])
    assert {answer.status_code for answer in answers} <= {200, 201}
    messages = six[0].get(f"/games/{game}/talk").json["messages"]
    assert [message["id"] for message in messages] == list(range(1, 19))
    assert len({message["text"] for message in messages}) == 18
    assert six[0].see(game)["channels"][0]["last"] == 18
    whole(six[0].app, game)


def test_thirty_two_writers_wait_their_turn(app):
    """32 tables, each with its writer: nobody is sent away (P8 of the benchmarks says how long they wait)."""
    people = [Person(app, f"Writer {n}") for n in range(32)]
    games = [person.create(6)["id"] for person in people]

    def write(person, game):
        return [person.post(f"/games/{game}/talk", {"text": str(n)}).status_code for n in range(4)]

    for codes in at_once([partial(write, person, game) for person, game in zip(people, games, strict=True)]):
        assert codes == [201] * 4
    assert query(app, "SELECT count(*) FROM messages") == [(128,)]


@pytest.mark.parametrize("database", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_a_connection_that_was_lost_is_replaced(six):
    """A server that was away is noticed by one request of each thread; a file is never away."""
    game = seated(six)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    query(six[0].app, f"{others} AND pid <> pg_backend_pid()")
    codes = [six[0].get(f"/games/{game}").status_code for _ in range(3)]
    assert codes == [503, 200, 200]
    assert six[0].post(f"/games/{game}/talk", {"text": "back"}).status_code == 201


def test_a_renaming_beside_moves_keeps_every_table_whole(six):
    games = [seated(six) for _ in range(3)]
    movers = [(game, six[0].see(game)["asked"][0]) for game in games]
    calls = [lambda g=g, m=m: six[m].move(g, type="end") for g, m in movers]
    claims = [lambda p=p: p.post("/me/claim", {"name": f"{p.name}a", "password": "correct horse"}) for p in six]
    answers = at_once(calls + claims)
    assert {answer.status_code for answer in answers} == {200}
    for game in games:
        whole(six[0].app, game)
        assert [seat["name"] for seat in six[0].see(game)["seats"]] == [f"{p.name}a" for p in six]
