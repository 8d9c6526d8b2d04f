"""Webhooks: signed calls, tried again, given up, and never into the private world."""

import base64
import hashlib
import hmac
import json
import socket

import pytest
import time_machine

from api.delivery import calls, outbox
from tests.api.people import query, seated
from tests.api.post import receiver  # noqa: F401
from tests.api.test_news import EVENING, NOON, put, tell


@pytest.fixture
def private(app, monkeypatch):
    """Webhooks may call private addresses."""
    monkeypatch.setitem(app.config, "WEBHOOKS_PRIVATE", True)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def hook(person, url, game=None):
    made = person.post(f"/games/{game}/hooks" if game else "/me/hooks", {"url": url})
    assert made.status_code == 201, made.json
    return made.json


def send(app):
    with app.app_context():
        return outbox.send()


def verified(secret, headers, body):
    """Whether a call is signed as the Standard Webhooks say."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    said = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body.decode()}".encode()
    mark = base64.b64encode(hmac.new(key, said, hashlib.sha256).digest()).decode()
    return f"v1,{mark}" in headers["webhook-signature"].split(" ")


def test_a_call_is_signed_and_tells_nothing_of_what_is_played(app, six, receiver, private, clock):  # noqa: F811
    game = seated(six, title="Harbour")
    own, of_game = hook(six[1], receiver.url), hook(six[0], receiver.url, game)
    tell(app, game, "ended")
    assert send(app) == 2
    assert send(app) == 0
    by_player = {json.loads(body)["data"].get("player"): (headers, body) for _, headers, body in receiver.calls}
    for player, made in ((six[1].id, own), (None, of_game)):
        headers, body = by_player[player]
        headers = {name.lower(): value for name, value in headers.items()}
        assert verified(made["secret"], headers, body)
        assert not verified(made["secret"], headers, body + b" ")
        assert abs(int(headers["webhook-timestamp"]) - 1893499200) < 5
        said = json.loads(body)
        assert said["data"].pop("player", None) == player
        assert said == {
            "type": "game.ended",
            "timestamp": NOON,
            "data": {
                "game": game,
                "title": "Harbour",
                "ruleset": "fireline",
                "deadline": said["data"]["deadline"],
                "url": f"http://localhost:8000/#/game/{game}",
            },
        }
    assert {path for path, _, _ in receiver.calls} == {"/hook?x=1"}
    (delivery,) = six[1].get(f"/me/hooks/{own['id']}/deliveries").json["deliveries"]
    assert (delivery["type"], delivery["status"], delivery["error"]) == ("game.ended", 204, None)


def test_secrets_are_told_once_and_hooks_are_ones_own(six):
    made = hook(six[0], "https://example.org/x")
    listed = six[0].get("/me/hooks").json["hooks"]
    assert [{**each, "secret": made["secret"]} for each in listed] == [made]
    assert base64.b64decode(made["secret"].removeprefix("whsec_")).__len__() == 24
    assert six[1].get("/me/hooks").json == {"hooks": []}
    for method, path in (("DELETE", ""), ("POST", "/test"), ("POST", "/enable"), ("GET", "/deliveries")):
        assert six[1].ask(method, f"/me/hooks/{made['id']}{path}").status_code == 404
    assert six[0].delete(f"/me/hooks/{made['id']}").status_code == 204
    assert six[0].get("/me/hooks").json == {"hooks": []}


def test_only_the_host_has_hooks_of_a_game(six):
    game = seated(six)
    hook(six[0], "https://example.org/", game)
    assert len(six[0].get(f"/games/{game}/hooks").json["hooks"]) == 1
    for answer in (six[1].post(f"/games/{game}/hooks", {"url": "https://x.org/"}), six[1].get(f"/games/{game}/hooks")):
        assert (answer.status_code, answer.json["code"]) == (403, "not_creator")


def test_in_a_sandbox_they_are_the_hosts_too_and_elsewhere_nobody_acts_for_another(ann):
    sandbox, other = ann.create(4, sandbox=True)["id"], ann.create(4)["id"]
    for method, body in (("GET", None), ("POST", {"url": "https://example.org/"})):
        assert ann.ask(method, f"/games/{sandbox}/hooks", body, headers={"Act-As": "0"}).status_code < 300
        for game, code in ((sandbox, "not_creator"), (other, "not_a_sandbox")):
            refused = ann.ask(method, f"/games/{game}/hooks", body, headers={"Act-As": "1"})
            assert refused.json.get("code") == code


def test_there_are_not_more_hooks_than_may_be(six):
    for n in range(10):
        hook(six[0], f"https://example.org/{n}")
    assert six[0].post("/me/hooks", {"url": "https://example.org/"}).json["code"] == "too_many_hooks"


def test_a_test_call_is_made_once_even_to_a_disabled_hook(app, six, receiver, private):  # noqa: F811
    made = hook(six[0], receiver.url)
    query(app, "UPDATE hooks SET disabled = :at, failures = 20", at=NOON)
    receiver.status = 500
    assert six[0].post(f"/me/hooks/{made['id']}/test").status_code == 202
    assert (send(app), send(app)) == (1, 0)
    assert json.loads(receiver.calls[0][2])["type"] == "test"
    assert query(app, "SELECT * FROM letters") == []


def test_what_fails_is_tried_again_with_longer_and_longer_waits_for_a_day(app, six, receiver, private, clock):  # noqa: F811
    game = seated(six)
    hook(six[0], receiver.url)
    tell(app, game, "ended")
    receiver.status = 503
    waited = 0
    for wait in outbox.WAITS:
        assert send(app) == 1
        clock.shift(wait - 1)
        assert send(app) == 0, "not before its time"
        clock.shift(1)
        waited += wait
    assert send(app) == 1
    assert query(app, "SELECT * FROM letters") == []
    assert len(receiver.calls) == 1 + len(outbox.WAITS)
    assert len({headers["webhook-id"] for _, headers, _ in receiver.calls}) == 1
    assert 20 * 3600 < waited < 30 * 3600


@pytest.mark.parametrize(("status", "failures"), [(500, 20), (302, 20), (410, 1)])
def test_a_hook_that_fails_again_and_again_or_is_gone_is_disabled(app, six, receiver, private, clock, status, failures):  # noqa: F811
    game, made = seated(six), hook(six[0], receiver.url)
    receiver.status = status
    for _ in range(failures):
        assert six[0].get("/me/hooks").json["hooks"][0]["disabled"] is None
        query(app, "DELETE FROM letters")
        tell(app, game, "ended")
        send(app)
    assert six[0].get("/me/hooks").json["hooks"][0]["disabled"] == NOON
    query(app, "DELETE FROM letters")
    tell(app, game, "ended")
    assert send(app) == 0
    assert all(path == "/hook?x=1" for path, _, _ in receiver.calls), "no redirect is followed"
    again = six[0].post(f"/me/hooks/{made['id']}/enable").json
    assert (again["disabled"], again["failures"]) == (None, 0)
    receiver.status = 200
    tell(app, game, "ended")
    assert send(app) == 1
    assert six[0].get("/me/hooks").json["hooks"][0]["failures"] == 0


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("::ffff:93.184.216.34", True),
        ("64:ff9b::5db8:d822", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("::7f00:1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:0001::", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::1", False),
    ],
)
def test_which_addresses_are_the_whole_worlds(address, public):
    assert calls.is_public(address) is public


def test_a_name_with_a_private_address_among_its_own_is_not_called(app, six, receiver, monkeypatch, clock):  # noqa: F811
    game = seated(six)
    made = hook(six[0], receiver.url.replace("127.0.0.1", "hooks.example.org"))
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (at, 0)) for at in ("93.184.216.34", "127.0.0.1")]
    monkeypatch.setattr(calls.socket, "getaddrinfo", lambda *args, **kwargs: found)
    monkeypatch.setattr(calls, "connect", lambda *args: pytest.fail("it was connected to"))
    tell(app, game, "ended")
    send(app)
    (delivery,) = six[0].get(f"/me/hooks/{made['id']}/deliveries").json["deliveries"]
    assert (delivery["status"], delivery["error"]) == (None, "not_public")


def test_a_name_is_resolved_once_and_called_by_its_name(app, six, receiver, private, monkeypatch):  # noqa: F811
    game = seated(six)
    hook(six[0], receiver.url.replace("127.0.0.1", "hooks.example.org"))
    asked, real = [], socket.getaddrinfo

    def resolve(host, *args, **kwargs):
        asked.append(host)
        return real("127.0.0.1" if host == "hooks.example.org" else host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    tell(app, game, "ended")
    send(app)
    assert asked.count("hooks.example.org") == 1
    assert receiver.calls[0][1]["Host"] == f"hooks.example.org:{receiver.server_port}"


def test_a_reminder_is_looked_at_again_before_each_try(app, six, receiver, private, clock):  # noqa: F811
    game = seated(six)
    (asked,) = six[0].see(game)["asked"]
    hook(six[asked], receiver.url)
    query(app, "UPDATE players SET seen = NULL")
    put(app, game, opened=NOON, deadline=EVENING)
    tell(app, game, "turn", [asked])
    receiver.status = 503
    assert send(app) == 1
    put(app, game, silent="[]")
    clock.shift(outbox.WAITS[0])
    assert send(app) == 1
    assert len(receiver.calls) == 1
    assert query(app, "SELECT * FROM letters") == []
