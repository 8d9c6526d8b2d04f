"""Clients that others write: one generated from the description, and the two examples, against a real server."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine.game import GAMES
from tests.api.live import served
from tests.api.people import Person, filled, query

EXAMPLES = Path(__file__).parents[1] / "examples"
SETTINGS = "literal_enums: true\npost_hooks: []\n"


@pytest.fixture
def url(app):
    with served(app) as address:
        yield address


@pytest.fixture(scope="module")
def client(shared_app, tmp_path_factory):
    """The package that openapi-python-client makes of the description, without any warning."""
    place = tmp_path_factory.mktemp("generated")
    said = shared_app.test_client().get("/api/v1/openapi.json").data
    (place / "openapi.json").write_bytes(said)
    (place / "settings.yaml").write_text(SETTINGS)
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--path", "openapi.json"]
    made = subprocess.run(
        [*command, "--config", "settings.yaml", "--output-path", "fireline"],
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "arning" not in made.stdout + made.stderr
    sys.path.insert(0, str(place))
    try:
        yield importlib.import_module("fireline")
    finally:
        sys.path.remove(str(place))


class Generated:
    """Calls operations of a generated client by their names."""

    def __init__(self, package, url, token=None):
        kind = package.AuthenticatedClient if token else package.Client
        self.http = kind(base_url=url, **({"token": token} if token else {}))
        self.models = importlib.import_module("fireline.models")

    def call(self, tag, operation, *args, **kwargs):
        found = importlib.import_module(f"fireline.api.{tag}.{operation}")
        return found.sync(*args, client=self.http, **kwargs)

    def move(self, option, chance):
        """A move of the game's own class that an option holds."""
        said = filled(option.to_dict(), chance)
        name = type(option).__name__.removesuffix("Option")
        return getattr(self.models, name).from_dict(said)


HARMLESS = {card: 60 * (card == "serum") for card in GAMES["fireline"].rules({}, 4).deck}
"""A deck by which nobody dies: the game has all its turns."""


@pytest.mark.parametrize(
    ("ruleset", "seats", "rules"), [("fireline", 4, {"max_turns": 20, "first": 0, "deck": HARMLESS})]
)
def test_a_generated_client_plays_a_game_to_its_end(client, url, ruleset, seats, rules):
    door = Generated(client, url)
    came = door.call("players", "create_guest", body=door.models.Guest(name="Gena"))
    assert isinstance(came, door.models.SignedIn)
    gena = Generated(client, url, came.token.secret)
    new = gena.models.NewGame.from_dict({"ruleset": ruleset, "seats": seats, "options": rules})
    game = gena.call("lobby", "create_game", body=new).id
    table = gena.call("lobby", "add_bots", game, body=gena.models.NewBots(level="random", count=seats - 1))
    chance, moves, kinds = Random(3), 0, set()
    while table.status == "running":
        assert table.options, "only people are waited for"
        table = gena.call("play", "make_move", game, body=gena.move(chance.choice(table.options), chance), after=0)
        assert isinstance(table, gena.models.Table), table
        moves += 1
        kinds |= {type(event).__name__ for event in table.events}
    assert moves > 5
    assert table.view.winners is not None
    assert {"FirelineDealt", "FirelineDrew", "FirelineEnded"} <= kinds
    refused = gena.call("play", "make_move", game, body=gena.models.FirelineEnd(type_="end"))
    assert (type(refused).__name__, refused.code) == ("Problem", "over")
    whole = gena.call("history", "export_game", game)
    assert len(whole.steps) > moves


def environ(**more):
    return {"PATH": os.environ["PATH"], "REST": "0.05", **more}


@pytest.mark.parametrize("ruleset", ["fireline", "undercover"])
def test_the_bot_plays_games_of_either_kind(app, url, ruleset):
    source = (EXAMPLES / "bot.py").read_text()
    assert len(source.splitlines()) < 80
    ann = Person(app, "Ann")
    seats, rules = (4, {"max_turns": 8}) if ruleset == "fireline" else (14, {"max_rounds": 2})
    game = ann.create(seats, ruleset=ruleset, private=True, options=rules)
    ann.post(f"/games/{game['id']}/bots", {"level": "random", "count": seats - 2})
    command = [sys.executable, EXAMPLES / "bot.py", url]
    joins = subprocess.Popen([*command, game["id"], game["code"]], env=environ(NAME="Robot"))
    own = subprocess.Popen(command, env=environ(TOKEN=ann.secret))
    assert (joins.wait(60), own.wait(60)) == (0, 0)
    assert ann.see(game["id"])["status"] == "ended"
    assert query(app, "SELECT count(*) FROM steps WHERE seat IN (0, :last)", last=seats - 1)[0][0] > 2


def test_the_bot_says_why_it_has_no_seat(url):
    command = [sys.executable, EXAMPLES / "bot.py", url, "nosuchgame"]
    ended = subprocess.run(command, env=environ(NAME="Robot"), capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.strip()) == (1, "no seat: not_found")


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not on the PATH")
def test_the_notifier_says_once_when_it_is_ones_turn(six, url):
    ann = six[0]
    game = ann.create(4, start="creator")["id"]
    told = subprocess.Popen(
        ["sh", EXAMPLES / "notifier.sh", url], env=environ(TOKEN=ann.secret), stdout=subprocess.PIPE, text=True
    )
    ann.post(f"/games/{game}/bots", {"level": "random", "count": 3})
    ann.post(f"/games/{game}/start")
    assert told.stdout.readline() == f"your turn: {url}/#/game/{game}\n"
    other = ann.create(4, sandbox=True, options={"first": 0})["id"]
    assert told.stdout.readline() == f"your turn: {url}/#/game/{other}\n"
    told.terminate()
    assert told.stdout.read() == ""
    assert told.wait(10) == 0


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not on the PATH")
def test_the_notifier_ends_if_its_token_is_not_good(url):
    ended = subprocess.run(
        ["sh", EXAMPLES / "notifier.sh", url], env=environ(TOKEN="wrong"), capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (1, "the token is not good\n")


def test_what_is_described_can_be_read_as_json(url, client):
    assert json.loads(Generated(client, url).http.get_httpx_client().get("/api/v1/openapi.json").text)["openapi"]
