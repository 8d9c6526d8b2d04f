"""People at their clients: what a test says, as requests."""

import json
from random import Random

import orjson
from sqlalchemy import text

from api.data.db import db
from engine.game import GAMES

PREFIX = "/api/v1"


class Person:
    """A client: nobody yet, or a guest of that name."""

    def __init__(self, app, name=None):
        self.app, self.client, self.name, self.secret = app, app.test_client(), name, None
        if name:
            came = self.post("/guests", {"name": name})
            assert came.status_code == 201, came.json
            self.id, self.secret = came.json["player"]["id"], came.json["token"]["secret"]

    def ask(self, method, path, body=None, key=None, etag=None, **kwargs):
        """One request."""
        headers = dict(kwargs.pop("headers", {}))
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        if key:
            headers["Idempotency-Key"] = key
        if etag:
            headers["If-None-Match"] = etag
        if body is not None:
            kwargs |= {"data": json.dumps(body), "content_type": "application/json"}
        return self.client.open(PREFIX + path, method=method, headers=headers, **kwargs)

    def get(self, path, **kwargs):
        return self.ask("GET", path, **kwargs)

    def post(self, path, body=None, **kwargs):
        return self.ask("POST", path, body, **kwargs)

    def delete(self, path, **kwargs):
        return self.ask("DELETE", path, **kwargs)

    def create(self, seats=6, **more):
        """A new game; its table."""
        made = self.post("/games", {"ruleset": "fireline", "seats": seats, **more})
        assert made.status_code == 201, made.json
        return made.json

    def see(self, game, **kwargs):
        """The table of a game."""
        seen = self.get(f"/games/{game}", **kwargs)
        assert seen.status_code == 200, seen.json
        return seen.json

    def move(self, game, **said):
        """A move, `type` first."""
        return self.post(f"/games/{game}/moves", said)


def seated(people, **more):
    """A new game of these people, begun; its id."""
    game = people[0].create(len(people), **more)
    for person in people[1:]:
        joined = person.post(f"/games/{game['id']}/seats", {"code": game["code"]} if game["code"] else {})
        assert joined.status_code == 201, joined.json
    return game["id"]


def filled(option, chance):
    """A move that an option in JSON holds."""
    move = {}
    for name, value in option.items():
        if isinstance(value, dict):
            picked = chance.sample(value["pick"], chance.randint(value["least"], value["most"]))
            value = picked if name in ("targets", "cards") else picked[0]
        move[name] = value
    return move


def play_on(people, game, moves=10_000, seed=0):
    """Let the people who are asked say anything legal, so many times or to the end; the last table.

    They sit in the first seats; behind them there may be bots.
    """
    chance = Random(seed)
    table = people[0].see(game)
    while table["status"] == "running" and moves > 0:
        seat = chance.choice([seat for seat in table["asked"] if seat < len(people)])
        options = table["options"] if table["you"] == seat else people[seat].see(f"{game}?after=9999")["options"]
        made = people[seat].post(f"/games/{game}/moves", filled(chance.choice(options), chance))
        assert made.status_code == 200, made.json
        table, moves = made.json, moves - 1
    return people[0].see(game)


def with_bots(person, level="random", seats=4, **more):
    """A game of one person and bots, begun; its table."""
    game = person.create(seats, **more)
    table = person.post(f"/games/{game['id']}/bots", {"level": level, "count": seats - 1})
    assert table.status_code == 201, table.json
    return table.json


def query(app, sql, **values):
    """Look into the database, or change it behind the API's back."""
    with app.app_context(), db.engine.connect() as connection:
        done = connection.execute(text(sql), values)
        return [tuple(row) for row in done] if done.returns_rows else done.rowcount


def place(app, game, state):
    """Put a game into this state: its cache says so, and its steps begin there."""
    ruleset = GAMES["fireline"]
    held = {
        "state": orjson.dumps(ruleset.dump_state(state)).decode(),
        "asked": orjson.dumps(ruleset.asked(state)).decode(),
        "silent": orjson.dumps(ruleset.silent(state)).decode(),
    }
    query(app, "DELETE FROM steps WHERE game_id = :id", id=game)
    query(
        app,
        "UPDATE games SET state = :state, asked = :asked, silent = :silent, steps = 0, shown = 0, etags = :none"
        " WHERE id = :id",
        id=game,
        none=orjson.dumps([None] * 11).decode(),
        **held,
    )
