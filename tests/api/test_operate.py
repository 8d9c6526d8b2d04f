"""An operator's commands: public facts alone, games to another place and back, and whether all is as it should be."""

from datetime import timedelta

import orjson
import pytest

from api.web.auth import digest
from tests.api import days
from tests.api.conftest import new_app
from tests.api.days import notices, slow
from tests.api.people import Person, play_on, query, seated


def run(app, *words):
    """A command; its exit code and what it printed."""
    done = app.test_cli_runner().invoke(args=["game", *map(str, words)])
    return done.exit_code, done.output


@pytest.fixture
def other(tmp_path):
    """Another place, with nothing there."""
    return new_app(f"sqlite:///{tmp_path / 'other.db'}")


def test_a_game_is_shown_as_onlookers_see_it(six):
    game = seated(six)
    code, told = run(six[0].app, "inspect", game)
    shown = orjson.loads(told)
    assert code == 0
    assert shown["view"] == six[0].client.get(f"/api/v1/games/{game}").json["view"]
    assert "state" not in shown
    assert "silent" not in shown
    assert notices(six[0].see(game)) == []


def test_a_look_at_what_is_hidden_is_kept_and_told(six):
    app, game = six[0].app, seated(six)
    assert run(app, "inspect", game, "--reveal")[0] == 2
    code, told = run(app, "inspect", game, "--reveal", "--by", "Olga")
    assert code == 0
    assert "state" in orjson.loads(told)
    assert query(app, "SELECT game_id, by FROM looks") == [(game, "Olga")]
    assert all(notices(person.see(game)) == ["looked"] for person in six)


def test_games_go_elsewhere_whole(six, other, tmp_path):
    app, file = six[0].app, tmp_path / "games"
    running, over = seated(six), seated(six)
    play_on(six, running, moves=20)
    play_on(six, over)
    assert run(app, "export", file, "--all")[0] == 0
    assert run(other, "import", file) == (0, "2 games\n")
    for table in ("games", "seats", "steps", "messages", "results"):
        rows = [sorted(query(each, f"SELECT * FROM {table}"), key=repr) for each in (app, other)]
        assert len(rows[0]) == len(rows[1])
        assert table == "games" or rows[0] == rows[1]
    assert run(other, "check")[0] == 0
    again = tmp_path / "again"
    assert run(other, "export", again, "--all")[0] == 0
    assert again.read_bytes() == file.read_bytes()


def test_a_game_that_came_from_elsewhere_goes_on(six, other, tmp_path):
    """Its players come in anew; whoever knows the state of before sees the same, and it can be played to its end."""
    file, game = tmp_path / "games", seated(six)
    play_on(six, game, moves=15)
    before = [person.see(game) for person in six]
    run(six[0].app, "export", file, game)
    assert run(other, "import", file)[0] == 0
    for person in six:
        token = (person.id, digest(person.secret))
        query(
            other,
            "INSERT INTO tokens (id, player_id, digest, label, created, last_used)"
            " VALUES (:id, :id, :digest, '', '2030-01-01', '2030-01-01')",
            id=token[0],
            digest=token[1],
        )
        person.app, person.client = other, other.test_client()
    assert [person.see(game) for person in six] == before
    assert play_on(six, game)["status"] == "ended"
    assert run(other, "check")[0] == 0


def test_what_is_here_already_is_refused_and_nothing_changes(six, tmp_path):
    app, file = six[0].app, tmp_path / "games"
    game = seated(six)
    run(app, "export", file, game)
    code, told = run(app, "import", file)
    assert (code, f"game {game} is here already" in told) == (1, True)


def test_a_file_that_was_tampered_with_is_refused_whole(six, other, tmp_path):
    file = tmp_path / "games"
    game = seated(six)
    run(six[0].app, "export", file, game)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if b'"table":"steps"' not in line))
    code, told = run(other, "import", file)
    assert (code, "is not what its steps say" in told) == (1, True)
    assert query(other, "SELECT count(*) FROM games") == query(other, "SELECT count(*) FROM players") == [(0,)]


@pytest.mark.parametrize(
    ("column", "value"), [("asked", "[]"), ("shown", 1), ("roster", "[]"), ("status", "ended"), ("steps", 1)]
)
def test_a_row_that_differs_from_its_steps_is_found(six, column, value):
    app, game = six[0].app, seated(six)
    play_on(six, game, moves=5)
    assert run(app, "check")[0] == 0
    query(app, f"UPDATE games SET {column} = :value", value=value)
    code, told = run(app, "check")
    assert code == 1
    assert told.startswith(f"{game}: ")
    assert column in told


def test_all_games_pause_and_go_on_and_have_more_time(six):
    app, game = six[0].app, slow(six)
    deadline = six[0].see(game)["deadline"]
    assert run(app, "extend-all", "--hours", "2") == (0, "1 games\n")
    assert six[0].see(game)["deadline"] > deadline
    assert run(app, "pause-all") == (0, "1 games\n")
    assert six[0].see(game)["paused"]
    assert run(app, "resume-all") == (0, "1 games\n")
    table = six[0].see(game)
    assert table["paused"] is None
    assert notices(table) == ["extended", "paused", "resumed"]
    assert table["notices"][0]["by"] == "operator"


def test_an_abandoned_game_is_taken_away_and_can_come_back(six, tmp_path):
    app, file = six[0].app, tmp_path / "game"
    game = seated(six)
    assert run(app, "close", game, file)[0] == 0
    assert six[0].get(f"/games/{game}").status_code == 404
    assert run(app, "import", file)[0] == 0
    assert six[0].see(game)["status"] == "running"


def test_an_id_may_begin_with_a_hyphen(app, tmp_path):
    for words in (("inspect", "-abc"), ("export", tmp_path / "x", "-abc"), ("close", "-abc", tmp_path / "x")):
        assert run(app, *words) == (1, "Error: There is no game -abc.\n")


ROWS = {
    "attempts": ("who, at", "'w', :at"),
    "replies": ("player_id, request, at", ":ann, 'r', :at"),
    "tokens": (
        "player_id, digest, label, created, last_used, expires",
        ":ann, :id, '', :at, :at, :at",
    ),
    "news": ("player_id, game_id, kind, at", ":ann, :game, 'turn', :at"),
    "deliveries": ("hook_id, letter_id, kind, at, took", ":hook, 'l', 'turn', :at, 1"),
    "leaves": ("player_id, begins, ends", ":ann, :at, :at"),
}
"""What is forgotten in time, by table: columns beside the key, and their values."""


@pytest.mark.parametrize("table", ROWS)
def test_what_nobody_needs_any_more_is_forgotten(ann, table):
    app, key = ann.app, "key" if table == "replies" else "id"
    more = {"ann": ann.id, "game": ann.create()["id"]}
    more["hook"] = ann.post("/me/hooks", {"url": "https://example.org/"}).json["id"]
    columns, values = ROWS[table]
    for id, moment in (("old", "2020-01-01T00:00:00.000Z"), ("new", "2999-01-01T00:00:00.000Z")):
        named = {name: value for name, value in more.items() if f":{name}" in values}
        sql = f"INSERT INTO {table} ({key}, {columns}) VALUES (:id, {values})"
        query(app, sql, id=id, at=moment, **named)
    assert run(app, "prune")[0] == 0
    assert query(app, f"SELECT {key} FROM {table} WHERE {key} IN ('old', 'new')") == [("new",)]


def test_old_sandboxes_are_forgotten_wherever_their_clock_is(ann):
    boxes = [ann.create(sandbox=True)["id"] for _ in range(2)]
    for _ in range(4):
        assert ann.post(f"/games/{boxes[0]}/sandbox/clock", {"seconds": 86400 * 30}).status_code == 200
    query(ann.app, "UPDATE seats SET since = '2020-01-01T00:00:00.000Z' WHERE game_id = :id", id=boxes[1])
    table = seated([ann, Person(ann.app, "Ben")] + [Person(ann.app, name) for name in ("Cleo", "Dan")])
    query(ann.app, "UPDATE seats SET since = '2020-01-01T00:00:00.000Z' WHERE game_id = :id", id=table)
    assert run(ann.app, "prune")[0] == 0
    assert [ann.get(f"/games/{id}").status_code for id in (*boxes, table)] == [200, 404, 200]


def test_the_clock_forgets_once_an_hour(app):
    add = "INSERT INTO attempts (id, who, at) VALUES (:id, 'w', '2020-01-01T00:00:00.000Z')"
    app.extensions.pop("next_prune", None)
    with days.noon() as clock:
        for id, minutes, left in (("a", 0, []), ("b", 59, [("b",)]), ("c", 2, [])):
            clock.shift(timedelta(minutes=minutes))
            query(app, add, id=id)
            days.work(app)
            assert query(app, "SELECT id FROM attempts") == left
