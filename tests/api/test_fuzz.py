"""Requests made up from the API's own description, by five identities: never a 5xx, and every answer as described.

`make fuzz` makes up many more of them (FUZZ says how many for each operation and identity).
"""

import itertools
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, missing_required_header, positive_data_acceptance

from tests.api.people import PREFIX, Person, play_on, seated

MANY = int(os.environ.get("FUZZ", "3"))

EXCLUDED = [
    positive_data_acceptance,  # what fits the shape may still be refused by the rules
    ignored_auth,  # each request is sent as one identity, whatever was made up
    missing_required_header,
]
QUIET = settings(
    max_examples=MANY,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
    phases=[Phase.generate],
)
LAST = ("/me/deletion", "/tokens/{token_id}")
"""Tried by somebody who isn't needed any more, each time."""


def mourning(people, **more):
    """A game that goes on though somebody is dead, and who lives: with the first dead some are over, then another."""
    while True:
        game = seated(people, **more)
        for seed in itertools.count():
            table = play_on(people, game, 1, seed)
            living = [player["alive"] for player in table["view"]["players"]]
            if table["status"] == "running" and not all(living):
                return game, living
            if table["status"] == "ended":
                break


class World:
    """Games in every stage, and the five who ask about them."""

    def __init__(self, app):
        """One game has gone on until somebody was dead, another is over, a third is private, and one hasn't begun."""
        self.app, self.names = app, itertools.count()
        people = [self.guest() for _ in range(6)]
        games = {"private": seated(people, private=True)}
        games["ended"] = play_on(people, seated(people, options={"max_turns": 5}))["id"]
        games["open"] = people[0].create(start="creator")["id"]
        games["sandbox"] = people[0].create(4, sandbox=True)["id"]
        games["running"], living = mourning(people)
        player, dead = people[living.index(True)], people[living.index(False)]
        player.post("/me/claim", {"password": "correct horse"})
        self.who = {
            "nobody": Person(app),
            "outsider": self.guest(),
            "player": player,
            "dead": dead,
            "onlooker": self.guest(),
        }
        self.games = games
        self.known = {"name": "fireline", "lang": "en", "player_id": player.id}

    def guest(self):
        return Person(self.app, f"Guest{next(self.names)}")

    def of(self, identity):
        """The games that this one is asked to try: the outsider's are those that nobody showed him."""
        hidden = ("private", "sandbox")
        if identity in ("outsider", "nobody"):
            return [self.games[name] for name in (*hidden, "ended", "running")]
        return [game for name, game in self.games.items() if identity != "onlooker" or name not in hidden]


@pytest.mark.timeout(0 if MANY > 3 else 300)
@pytest.mark.parametrize("identity", ["nobody", "outsider", "player", "dead", "onlooker"])
def test_made_up_requests(app, identity):
    world = World(app)
    games, turn = world.of(identity), itertools.count()
    schema = schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)
    operations = [found.ok() for found in schema.get_all_operations()]
    seen = set()
    for operation in operations:

        @given(case=operation.as_strategy())
        @QUIET
        def try_it(case):
            n = next(turn)
            who = world.who[identity]
            if case.operation.path.endswith(LAST) and who.secret:
                who = world.guest()
            real = {"game_id": games[n % len(games)], **(world.known if n % 3 else {})}
            case.path_parameters = {name: real.get(name, made) for name, made in (case.path_parameters or {}).items()}
            made = {name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"}
            said = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
            case.headers = {**made, **said, "Accept-Encoding": "identity"}  # a test client unpacks nothing
            answer = case.call_and_validate(excluded_checks=EXCLUDED)
            assert answer.status_code < 500
            seen.add((case.operation.path, case.operation.method))

        try_it()
    assert len(seen) == len(operations) > 60
