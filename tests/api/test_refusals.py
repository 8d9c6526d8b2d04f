"""Each operation refuses by what its description declares, and by nothing else: all of it is provoked here once."""

from unittest.mock import Mock

import pytest
from flask import request_finished
from sqlalchemy.exc import OperationalError

from api.clock import now
from api.config import MAX_BODY
from api.delivery import mail
from api.game import founding, leaves
from api.routes import hooks, tokens
from api.web import attempts, auth, examples, limits, once
from api.web.codes import RULES
from api.web.errors import conflict
from api.web.operations import OPERATIONS
from tests.api.conftest import new_app
from tests.api.people import Person, play_on, query, seated
from tests.api.refusals import declared, described, given
from tests.api.test_fuzz import mourning

PASSWORD, SOON = "correct horse", {"begins": "2098-01-01T00:00:00Z", "ends": "2098-01-02T00:00:00Z"}
LIVE = {"pace": {"name": "live"}}

OF_ONESELF = [
    ("bad_name", "nobody POST /players", {"name": "G", "password": PASSWORD}),
    ("name_taken", "nobody POST /players", {"name": "Ben", "password": PASSWORD}),
    ("bad_name", "nobody POST /guests", {"name": "G"}),
    ("name_taken", "nobody POST /guests", {"name": "Ben"}),
    ("wrong_password", "nobody POST /tokens", {"name": "Ann", "password": "incorrect"}),
    ("wrong_password", "ann POST /me/deletion", {"password": "incorrect"}),
    ("bad_code", "nobody POST /password/reset", {"ticket": "x", "password": PASSWORD}),
    ("wrong_password", "ann PUT /me/password", {"password": "incorrect", "new": PASSWORD}),
    ("not_an_account", "ben PUT /me/password", {"password": PASSWORD, "new": PASSWORD}),
    ("not_an_account", "robot PUT /me/password", {"password": PASSWORD, "new": PASSWORD}),
    ("not_a_guest", "ann POST /me/claim", {"password": PASSWORD}),
    ("bad_name", "ben POST /me/claim", {"name": "G", "password": PASSWORD}),
    ("name_taken", "ben POST /me/claim", {"name": "Ann", "password": PASSWORD}),
    ("bot_account", "robot POST /me/tokens", {"scopes": ["play"]}),
    ("not_an_account", "ben POST /me/bots", {"name": "Other"}),
    ("bad_name", "ann POST /me/bots", {"name": "O"}),
    ("name_taken", "ann POST /me/bots", {"name": "Ben"}),
    ("confirmed", "ann POST /me/email", {"email": "ann@example.org"}),
    ("bad_code", "ann POST /me/email/confirm", {"code": "x"}),
]
BEFORE_THE_START = [
    ("pace_decides", "ann POST /games", {"ruleset": "undercover", "seats": 14, **LIVE, "options": {"day_hours": 2}}),
    ("seats_out_of_range", "ann POST /games", {"ruleset": "undercover", "seats": 4}),
    ("full", "eve POST /games/{full}/seats", {}),
    ("started", "eve POST /games/{running}/seats", {}),
    ("not_seated", "eve DELETE /games/{open}/seats/me", None),
    ("full", "ann POST /games/{open}/bots", {"level": "random", "count": 3}),
    ("not_seated", "eve POST /games/{open}/bots", {"level": "random"}),
    ("not_creator", "ben POST /games/{open}/bots", {"level": "random"}),
    ("started", "ann POST /games/{running}/bots", {"level": "random"}),
    ("not_seated", "eve DELETE /games/{open}/bots/2", None),
    ("not_creator", "ben DELETE /games/{open}/bots/2", None),
    ("started", "ann DELETE /games/{running}/bots/2", None),
    ("not_seated", "eve POST /games/{open}/start", None),
    ("not_creator", "ben POST /games/{open}/start", None),
    ("started", "ann POST /games/{running}/start", None),
    ("seats_free", "ann POST /games/{open}/start", None),
    ("not_seated", "eve PUT /games/{open}/schedule", {"starts_at": None}),
    ("not_creator", "ben PUT /games/{open}/schedule", {"starts_at": None}),
    ("started", "ann PUT /games/{running}/schedule", {"starts_at": None}),
    ("not_seated", "eve PUT /games/{open}/seats/me/ready", {}),
    ("started", "ann PUT /games/{running}/seats/me/ready", {}),
    ("no_ready_check", "ann PUT /games/{open}/seats/me/ready", {}),
    ("not_creator", "ben POST /games/{open}/kicks", {"seat": 0}),
]
AT_THE_TABLE = [
    ("not_seated", "eve GET /games/{running}/options", None),
    ("not_seated", "eve POST /games/{running}/moves", {"type": "end"}),
    ("not_started", "ann POST /games/{open}/moves", {"type": "end"}),
    ("over", "ann POST /games/{ended}/moves", {"type": "end"}),
    ("not_seated", "eve PUT /games/{running}/standing", {}),
    ("not_running", "ann PUT /games/{open}/standing", {}),
    ("no_seat", "ann PUT /games/{running}/standing", {"rescue": [9]}),
    ("not_seated", "eve DELETE /games/{running}/standing", None),
    ("has_sat", "ben POST /games/{running}/seats/0/take", {}),
    ("not_offered", "eve POST /games/{running}/seats/0/take", {}),
    ("not_seated", "eve POST /games/{running}/seats/me/return", None),
    ("not_seated", "eve GET /games/{running}/handover", None),
    ("not_started", "ann GET /games/{open}/handover", None),
    ("not_seated", "eve POST /games/{running}/talk", {"text": "hi"}),
    ("may_not_talk", "dead POST /games/{mourning}/talk", {"text": "hi"}),
    ("not_ended", "ann GET /games/{running}/replay", None),
    ("not_ended", "ann GET /games/{running}/export", None),
    ("not_seated", "eve POST /games/{ended}/rematch", None),
    ("not_ended", "ann POST /games/{running}/rematch", None),
    ("ended", "ann DELETE /games/{ended}/seats/me", None),
    ("not_creator", "ben GET /games/{running}/hooks", None),
    ("not_creator", "ben POST /games/{running}/hooks", {"url": "https://example.org/"}),
    ("not_started", "ann POST /games/{waiting}/sandbox/clock", {"seconds": 1}),
    ("not_running", "ann POST /games/{past}/sandbox/clock", {"seconds": 1}),
    ("not_started", "ann POST /games/{waiting}/sandbox/back", {}),
    ("not_started", "ann POST /games/{waiting}/sandbox/fork", {}),
]
BREAKS = [
    ("not_seated", "eve POST /games/{running}/pause", {}),
    ("not_running", "ann POST /games/{ended}/pause", {}),
    ("no_pause_left", "ann POST /games/{spent}/pause", {}),
    ("no_breaks", "ann POST /games/{calm}/pause", {}),
    ("not_creator", "ben POST /games/{running}/pause", {}),
    ("may_not_vote", "dead POST /games/{mourning}/pause", {}),
    ("not_seated", "eve POST /games/{running}/extend", {}),
    ("not_running", "ann POST /games/{ended}/extend", {}),
    ("no_deadline", "ann POST /games/{sandbox}/extend", {}),
    ("no_extension_left", "ann POST /games/{spent}/extend", {}),
    ("no_breaks", "ann POST /games/{calm}/extend", {}),
    ("not_creator", "ben POST /games/{running}/extend", {}),
    ("may_not_vote", "dead POST /games/{mourning}/extend", {}),
    ("not_seated", "eve POST /games/{running}/kicks", {"seat": 1}),
    ("sandbox", "ann POST /games/{sandbox}/kicks", {"seat": 1}),
    ("not_running", "ann POST /games/{ended}/kicks", {"seat": 1}),
    ("no_breaks", "ann POST /games/{calm}/kicks", {"seat": 1}),
    ("may_not_vote", "dead POST /games/{mourning}/kicks", {"seat": 0}),
]
WHILE_PAUSED = [
    ("paused", "ann POST /games/{running}/moves", {"type": "end"}),
    ("paused", "ann POST /games/{running}/extend", {}),
    ("not_seated", "eve POST /games/{running}/resume", {}),
    ("not_running", "ann POST /games/{ended}/resume", {}),
    ("not_creator", "ben POST /games/{running}/resume", {}),
    ("no_breaks", "ann POST /games/{calm}/resume", {}),
    ("may_not_vote", "dead POST /games/{mourning}/resume", {}),
]
WHERE_NO_MORE_MAY_BE = [
    ("too_many_tokens", "ann POST /me/tokens", {"scopes": ["play"]}),
    ("too_many_tokens", "ann POST /me/bots/{robot}/tokens", {"scopes": ["play"]}),
    ("too_many_bots", "ann POST /me/bots", {"name": "Other"}),
    ("too_many_games", "ann POST /games", {"ruleset": "fireline", "seats": 4}),
    ("too_many_games", "ann POST /games/{ended}/rematch", {}),
    ("too_many_games", "ann POST /games/{sandbox}/sandbox/fork", {}),
    ("too_many_hooks", "ann POST /me/hooks", {"url": "https://example.org/"}),
    ("too_many_hooks", "ann POST /games/{running}/hooks", {"url": "https://example.org/"}),
    ("too_many_leaves", "ann POST /me/leaves", SOON),
]
AFTER_TOO_MANY_TRIES = [
    ("too_many_letters", "ann POST /me/email", {"email": "ann@example.com"}),
    ("too_many_attempts", "nobody POST /tokens", {"name": "Ann", "password": PASSWORD}),
    ("too_many_attempts", "nobody POST /password", {"name": "Ann"}),
    ("too_many_attempts", "ann POST /me/deletion", {"password": PASSWORD}),
    ("too_many_attempts", "ann PUT /me/password", {"password": PASSWORD, "new": PASSWORD}),
    ("too_many_attempts", "eve GET /games/{private}?code=x", None),
    ("too_many_attempts", "eve GET /games/{private}/talk?code=x", None),
    ("too_many_attempts", "eve GET /games/{private}/replay?code=x", None),
    ("too_many_attempts", "eve GET /games/{private}/export?code=x", None),
    ("too_many_attempts", "eve GET /games/{private}/series?code=x", None),
    ("too_many_attempts", "eve POST /games/{private}/seats", {"code": "x"}),
    ("too_many_attempts", "eve POST /games/{private}/seats/0/take", {"code": "x"}),
]


class World:
    """People, and games in every stage."""

    def __init__(self, app):
        """An account with a bot of its own, three guests at its tables, and one who sits at none."""
        self.app, self.nobody, self.ann = app, Person(app), Person(app)
        came = self.nobody.post("/players", {"name": "Ann", "password": PASSWORD}).json
        self.ann.secret = came["token"]["secret"]
        self.ben, *others, self.eve = (Person(app, name) for name in ("Ben", "Cleo", "Dan", "Eve"))
        query(app, "UPDATE players SET email = 'ann@example.org', confirmed = :yes WHERE name = 'Ann'", yes=True)
        robot = self.ann.post("/me/bots", {"name": "Robot"}).json["player"]["id"]
        self.robot, every = Person(app), {"scopes": list(auth.SCOPES)}
        self.robot.secret = self.ann.post(f"/me/bots/{robot}/tokens", every).json["token"]["secret"]
        people = [self.ann, self.ben, *others]
        self.known = {
            "robot": robot,
            "open": self.ann.create(4, start="creator")["id"],
            "full": seated(people, start="creator"),
            "running": seated(people, **LIVE),
            "spent": seated(people, **LIVE, conduct={"extensions": 0, "pause_hours": 0}),
            "calm": seated(people, **LIVE, conduct={"breaks": "nobody"}),
            "ended": play_on(people, seated(people, options={"max_turns": 1}))["id"],
            "private": self.ann.create(4, private=True)["id"],
            "sandbox": self.ann.create(4, sandbox=True)["id"],
            "waiting": self.ann.create(4, sandbox=True, start="creator")["id"],
            "past": self.ann.create(4, sandbox=True, **LIVE, options={"max_turns": 1})["id"],
        }
        self.ben.post(f"/games/{self.known['open']}/seats")
        assert self.ann.post(f"/games/{self.known['past']}/sandbox/clock", {"seconds": 86400}).json["status"] == "ended"
        living = [False]
        while not living[0]:
            self.known["mourning"], living = mourning(people, **LIVE, conduct={"breaks": "vote"})
        self.dead = people[living.index(False)]

    def is_refused(self, cases):
        """Each of these is refused by this code."""
        for code, asked, body in cases:
            who, method, path = asked.split()
            refused = getattr(self, who).ask(method, path.format(**self.known), body)
            assert refused.status_code >= 400, asked
            assert refused.json["code"] == code, (asked, refused.json)


MOST = [
    (tokens, "MOST_TOKENS"),
    (tokens, "MOST_BOTS"),
    (hooks, "MOST"),
    (leaves, "MOST"),
]
"""How much there may be of what is one's own."""

VALID = {
    **examples.BODIES,
    "log_in": {"name": "Ann", "password": PASSWORD},
    "delete_account": {"password": PASSWORD},
    "set_email": {"email": "ann@example.com"},
    "confirm_email": {"code": "x"},
    "create_game_hook": {"url": "https://example.org/"},
}
"""By operation, a body of the right shape; the others need none."""

HOLES = ("token_id", "bot_id", "leave_id", "hook_id", "player_id", "game_id", "ticket", "name", "lang")
JSON = {"body": None, "content_type": "application/json"}


def valid(app):
    """The same, and a ticket of Ann's that a later password has outlived."""
    ((ann,),) = query(app, "SELECT id FROM players WHERE name = 'Ann'") or [("nobody",)]
    with app.app_context():
        ticket = mail.resetting(ann, "ann@example.org", "the hash of another")
    return {**VALID, "reset_password": {"ticket": ticket, "password": PASSWORD}}


def ask_all(who, only="", hole="nosuch", **said):
    """Every operation whose path has this in it, rightly but for what is `said`; by default of what isn't there."""
    bodies = valid(who.app)
    for line, name in OPERATIONS.items():
        method, path = line.split()
        if only in path:
            right = {"body": bodies.get(name, {})} if method in ("POST", "PUT") else {}
            who.ask(method, path.format(seat=0, **dict.fromkeys(HOLES, hole)), **right | said)


def with_bad_tokens(world):
    """By nobody's token, by one that has expired, and by one that is good for nothing."""
    who = Person(world.app)
    who.secret = "nonsense"
    ask_all(who)
    for change in (f"expires = '{now()}'", "scopes = ''"):
        who.secret = world.ann.post("/me/tokens", {"scopes": ["play"], "label": change}).json["token"]["secret"]
        query(world.app, f"UPDATE tokens SET {change} WHERE label = :label", label=change)
        ask_all(who)


def with_bad_bodies(world):
    """What can't be read, what is too large, and what has another shape."""
    ask_all(world.ann, **JSON, data="{")
    ask_all(world.ann, body=None, content_type="text/plain", data="{}")
    ask_all(world.ann, **JSON, data=" " * MAX_BODY + "{}", key="of-something-large")
    ask_all(world.ann, **JSON, data="[]", query_string={"nonsense": "1"})


def with_bad_keys(world, monkeypatch):
    """What can't be a key, one that was used for something else, and one whose first request is still running."""
    ask_all(world.ann, key="not one")
    used = "of-another-request"
    world.nobody.post("/guests", {"name": "Fay"}, key=used)
    world.ann.post("/me/leaves", SOON, key=used)
    ask_all(world.ann, key=used)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(once, "running", Mock(setdefault=lambda key, mine: object()))
        ask_all(world.ann, key="of-one-that-is-running")


def of_what_is_not_there(world):
    """Nothing has this id, and nothing could have that."""
    ask_all(world.ann, "{")
    ask_all(world.ann, "{", hole="!")


def in_another_seat(world):
    """Where it is no sandbox, in a seat that there is not, and before the start."""
    for game, seat in (("running", "1"), ("sandbox", "4"), ("waiting", "1")):
        ask_all(world.ann, "{game_id}", hole=world.known[game], headers={"Act-As": seat})


def when_the_server_fails(world, monkeypatch):
    """By a fault of its own, and without its database."""
    monkeypatch.setitem(world.app.config, "PROPAGATE_EXCEPTIONS", False)
    for failure in (ZeroDivisionError(), OperationalError("", None, Exception())):
        with monkeypatch.context() as broken:
            for name in world.app.view_functions:
                broken.setitem(world.app.view_functions, name, Mock(side_effect=failure))
            ask_all(world.ann)


def too_often(tmp_path, monkeypatch):
    """Where everything may be asked once a minute."""
    for what in limits.LIMITS:
        monkeypatch.setitem(limits.LIMITS, what, "1 per minute")
    who = Person(new_app(f"sqlite:///{tmp_path / 'small.db'}", RATE_LIMITS="1"))
    for _ in range(2):
        ask_all(who)


def by_the_rules(refusals):
    """The same, with one code for all of the games' own."""
    return {(name, status, "by the rules" if code in RULES else code) for name, status, code in refusals}


def test_all_that_is_declared_is_given(app, monkeypatch, tmp_path):
    heard = set()
    with request_finished.connected_to(lambda sender, response, **more: heard.add(given(response))):
        world = World(app)
        monkeypatch.setitem(attempts.TRIES, "forgotten", 1000)
        for cases in (OF_ONESELF, BEFORE_THE_START, AT_THE_TABLE, BREAKS):
            world.is_refused(cases)
        assert app.test_cli_runner().invoke(args=["game", "pause-all"]).exit_code == 0
        world.is_refused(WHILE_PAUSED)
        with monkeypatch.context() as least:
            for owner, name in MOST:
                least.setattr(owner, name, 0)
            least.setattr(founding, "MOST", dict.fromkeys(founding.MOST, 0))
            world.is_refused(WHERE_NO_MORE_MAY_BE)
        with_bad_tokens(world)
        with_bad_bodies(world)
        with_bad_keys(world, monkeypatch)
        of_what_is_not_there(world)
        in_another_seat(world)
        with monkeypatch.context() as strict:
            for what in attempts.TRIES:
                strict.setitem(attempts.TRIES, what, 0)
            world.is_refused(AFTER_TOO_MANY_TRIES)
        when_the_server_fails(world, monkeypatch)
        too_often(tmp_path, monkeypatch)
    never = by_the_rules(declared(described(app))) - by_the_rules(heard - {None})
    assert sorted(never) == [], "declared, and never given"


def test_a_refusal_that_is_not_declared_breaks_the_request(app, ann, monkeypatch):
    monkeypatch.setitem(app.view_functions, "players.me", Mock(side_effect=conflict("full", "")))
    with pytest.raises(AssertionError, match=r"'get_me', 409, 'full'"):
        ann.get("/me")
