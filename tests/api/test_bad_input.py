"""Bad input of every kind: a 4xx with a reason, never a 5xx, and nothing has changed."""

import pytest

from api.config import MAX_BODY
from tests.api.people import PREFIX, Person, play_on, query, seated

TABLES = ("players", "tokens", "games", "seats", "steps", "messages", "replies", "hooks", "letters")


def everything(app):
    return [sorted(map(str, query(app, f"SELECT * FROM {table}"))) for table in TABLES]


@pytest.fixture
def places(six):
    """What the addresses of the table below stand for: an open game, one that goes on, one that is over."""
    found = {
        "open": six[0].create(start="creator")["id"],
        "running": seated(six),
        "ended": play_on(six, seated(six, options={"max_turns": 5}))["id"],
        "none": "nosuchgamehere00",
    }
    found["token"] = six[1].get("/tokens").json["tokens"][0]["id"]
    return found


LONG = "x" * 5000
END = {"type": "end"}

# method, address, body, status, code
CASES = [
    ("POST", "/players", {}, 422, "invalid"),
    ("POST", "/players", {"name": "Gus", "password": "short"}, 422, "invalid"),
    ("POST", "/players", {"name": "Gus", "password": "x" * 201}, 422, "invalid"),
    ("POST", "/players", {"name": "Gus", "password": 12345678}, 422, "invalid"),
    ("POST", "/players", {"name": "G", "password": "x" * 8}, 422, "bad_name"),
    ("POST", "/players", {"name": "G\0us", "password": "x" * 8}, 422, "bad_name"),
    ("POST", "/players", {"name": LONG, "password": "x" * 8}, 422, "bad_name"),
    ("POST", "/players", {"name": ["Gus"], "password": "x" * 8}, 422, "invalid"),
    ("POST", "/players", {"name": "Gus", "password": "x" * 8, "admin": True}, 422, "invalid"),
    ("POST", "/players", {"name": "Gus", "password": "x" * 8, "label": LONG}, 422, "invalid"),
    ("POST", "/players", {"name": "ann", "password": "x" * 8}, 409, "name_taken"),
    ("POST", "/guests", {"name": None}, 422, "invalid"),
    ("POST", "/guests", {"name": "Gus", "password": "x"}, 422, "invalid"),
    ("POST", "/guests", {"name": "\u202eGus"}, 422, "bad_name"),
    ("POST", "/tokens", {"name": "Ann"}, 422, "invalid"),
    ("POST", "/me/claim", {"password": 7}, 422, "invalid"),
    ("POST", "/me/claim", {"password": "x" * 8, "name": "B\u200ben"}, 422, "bad_name"),
    ("POST", "/me/claim", {"password": "x" * 8, "name": "Ben"}, 409, "name_taken"),
    ("DELETE", "/tokens/{token}", None, 404, "not_found"),
    ("DELETE", "/tokens/no such", None, 404, "not_found"),
    ("POST", "/me/tokens", {}, 422, "invalid"),
    ("POST", "/me/tokens", {"scopes": "play"}, 422, "invalid"),
    ("POST", "/me/tokens", {"scopes": ["play"], "expires": 7}, 422, "invalid"),
    ("POST", "/me/bots", {"name": "Robot"}, 403, "not_an_account"),
    ("POST", "/me/bots", {}, 422, "invalid"),
    ("POST", "/me/bots/nosuchbot/tokens", {"scopes": ["play"]}, 404, "not_found"),
    ("POST", "/me/hooks", {}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": 7}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "ftp://example.org/"}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "https://ann:pw@example.org/"}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "https://example.org:99999/"}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "https://example.org/a\nb"}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "http://127.0.0.1/"}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "http://[::ffff:10.0.0.1]/"}, 422, "invalid"),
    ("POST", "/me/hooks", {"url": "https://example.org/" + LONG}, 422, "invalid"),
    ("DELETE", "/me/hooks/nosuchhook", None, 404, "not_found"),
    ("POST", "/me/hooks/nosuchhook/test", {}, 404, "not_found"),
    ("POST", "/me/hooks/nosuchhook/enable", {}, 404, "not_found"),
    ("GET", "/me/hooks/nosuchhook/deliveries", None, 404, "not_found"),
    ("POST", "/games/{none}/hooks", {"url": "https://example.org/"}, 404, "not_found"),
    ("PUT", "/me/notifications", {"language": "tlh"}, 422, "invalid"),
    ("PUT", "/me/notifications", {"zone": "Mars/Olympus"}, 422, "invalid"),
    ("PUT", "/me/notifications", {"wishes": {"turn": True}}, 422, "invalid"),
    ("PUT", "/me/notifications", {"wishes": {"turn": {"mail": 1}}}, 422, "invalid"),
    ("PUT", "/me/notifications", {"wishes": {"weather": {"mail": True}}}, 422, "invalid"),
    ("PUT", "/me/notifications", {"email": "ann@example.org"}, 422, "invalid"),
    ("POST", "/me/email", {"email": "ann"}, 422, "invalid"),
    ("POST", "/me/email", {"email": "ann@example.org\nBcc: x@example.org"}, 422, "invalid"),
    ("POST", "/me/email/confirm", {"code": "made up"}, 422, "bad_code"),
    ("POST", "/unsubscribe/nosuchticket", {}, 404, "not_found"),
    ("POST", "/games", {}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": "6"}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6.0}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": True}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 10**30}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": -1}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "private": "yes"}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "private": 1}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "options": []}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "options": {"deck": {"vest": -1}}}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "title": ["x"]}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "start": "now"}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "id": "mine"}, 422, "invalid"),
    ("GET", "/games?limit=0", None, 422, "invalid"),
    ("GET", "/games?limit=101", None, 422, "invalid"),
    ("GET", "/games?limit=x", None, 422, "invalid"),
    ("GET", "/games?status=secret", None, 422, "invalid"),
    ("GET", "/games?ruleset=chess", None, 422, "invalid"),
    ("GET", "/games?cursor=%00", None, 422, "invalid"),
    ("GET", "/games?sort=name", None, 422, "invalid"),
    ("GET", "/games/{none}", None, 404, "not_found"),
    ("GET", "/games/%00", None, 404, "not_found"),
    ("GET", "/games/..%2f..%2fetc", None, 404, "not_found"),
    ("GET", "/games/' OR 1=1 --", None, 404, "not_found"),
    ("GET", "/games/{running}?after=-1", None, 422, "invalid"),
    ("GET", "/games/{running}?after=99999999999", None, 422, "invalid"),
    ("GET", "/games/{running}?after=x", None, 422, "invalid"),
    ("GET", "/games/{running}?code=%00", None, 422, "invalid"),
    ("GET", "/games/{running}?after=1&extra=2", None, 422, "invalid"),
    ("POST", "/games/{none}/seats", {}, 404, "not_found"),
    ("POST", "/games/{open}/seats", {"seat": 3}, 422, "invalid"),
    ("POST", "/games/{open}/seats", {"code": 7}, 422, "invalid"),
    ("DELETE", "/games/{ended}/seats/me", None, 409, "ended"),
    ("POST", "/games/{ended}/pause", {}, 409, "not_running"),
    ("POST", "/games/{running}/extend", {}, 409, "no_deadline"),
    ("POST", "/games/{running}/extend", {"vote": 1}, 422, "invalid"),
    ("POST", "/games/{running}/kicks", {"seat": 17}, 404, "not_found"),
    ("POST", "/games/{running}/kicks", {}, 422, "invalid"),
    ("PUT", "/games/{running}/standing", {"rescue": [9]}, 409, "no_seat"),
    ("PUT", "/games/{running}/standing", {"rescue": "all"}, 422, "invalid"),
    ("PUT", "/games/{running}/standing", {"vote": [1]}, 422, "invalid"),
    ("PUT", "/games/{running}/schedule", {"starts_at": None}, 409, "started"),
    ("PUT", "/games/{running}/seats/me/ready", {}, 409, "started"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "starts_at": "2020-01-01T00:00:00Z"}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "pace": {"name": "own"}}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "pace": {"zone": "Nowhere/Land"}}, 422, "invalid"),
    ("POST", "/games", {"ruleset": "fireline", "seats": 6, "conduct": {"absent": "ghost"}}, 422, "invalid"),
    (
        "POST",
        "/games",
        {"ruleset": "undercover", "seats": 14, "pace": {"name": "live"}, "options": {"day_hours": 2}},
        422,
        "pace_decides",
    ),
    ("POST", "/me/leaves", {"begins": "2020-01-01T00:00:00Z", "ends": "2020-01-02T00:00:00Z"}, 422, "invalid"),
    ("POST", "/me/leaves", {"begins": "tomorrow", "ends": "2099-01-02T00:00:00Z"}, 422, "invalid"),
    ("DELETE", "/me/leaves/nosuchleave", None, 404, "not_found"),
    ("DELETE", "/games/{running}/seats/3", None, 404, "not_found"),
    ("POST", "/games/{open}/bots", {}, 422, "invalid"),
    ("POST", "/games/{open}/bots", {"level": "genius"}, 422, "invalid"),
    ("POST", "/games/{open}/bots", {"level": "random", "count": 0}, 422, "invalid"),
    ("POST", "/games/{open}/bots", {"level": "random", "count": 6}, 409, "full"),
    ("POST", "/games/{running}/bots", {"level": "random"}, 409, "started"),
    ("DELETE", "/games/{open}/bots/0", None, 404, "not_found"),
    ("DELETE", "/games/{open}/bots/-1", None, 404, "not_found"),
    ("POST", "/games/{open}/start", {}, 409, "seats_free"),
    ("POST", "/games/{running}/start", {}, 409, "started"),
    ("POST", "/games/{running}/rematch", {}, 409, "not_ended"),
    ("POST", "/games/{open}/moves", END, 409, "not_started"),
    ("POST", "/games/{ended}/moves", END, 409, "over"),
    ("POST", "/games/{none}/moves", END, 404, "not_found"),
    ("POST", "/games/{running}/moves", {}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "fly"}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": {"$gt": ""}}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "end", "seat": 3}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "play", "card": "ace"}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "play", "card": "smoke", "targets": "1"}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "play", "card": "smoke", "targets": ["1"]}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "play", "card": "smoke", "targets": [40]}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "play", "card": "smoke", "targets": [-1]}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "play", "card": "smoke", "targets": [True]}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "disarm", "target": 1}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "disarm", "target": 1, "take": "blood"}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "discard", "cards": [None]}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "rescue", "target": None}, 422, "invalid"),
    ("POST", "/games/{running}/moves", {"type": "rescue", "target": 1}, 409, None),
    ("POST", "/games/{running}/moves", {"type": "discard", "cards": ["vest"] * 5000}, 409, None),
    ("POST", "/games/{running}/moves?after=x", END, 422, "invalid"),
    ("GET", "/games/{running}/talk?limit=0", None, 422, "invalid"),
    ("GET", "/games/{running}/talk?after=x", None, 422, "invalid"),
    ("GET", "/games/{running}/talk?channel=%00", None, 404, "not_found"),
    ("POST", "/games/{running}/talk", {}, 422, "invalid"),
    ("POST", "/games/{running}/talk", {"text": ""}, 422, "invalid"),
    ("POST", "/games/{running}/talk", {"text": " \n\u200b\0 "}, 422, "invalid"),
    ("POST", "/games/{running}/talk", {"text": "x" * 2001}, 422, "invalid"),
    ("POST", "/games/{running}/talk", {"text": 1}, 422, "invalid"),
    ("POST", "/games/{running}/talk", {"text": "hi", "seat": 2}, 422, "invalid"),
    ("POST", "/games/{running}/talk", {"text": "hi", "channel": "kidnappers"}, 404, "not_found"),
    ("POST", "/games/{running}/talk", {"text": "hi", "channel": "\0"}, 404, "not_found"),
    ("GET", "/games/{running}/replay", None, 409, "not_ended"),
    ("GET", "/games/{running}/export", None, 409, "not_ended"),
    ("GET", "/games/{ended}/replay?seat=6", None, 422, "invalid"),
    ("GET", "/games/{ended}/replay?seat=-1", None, 422, "invalid"),
    ("GET", "/games/{ended}/replay?seat=nobody", None, 422, "invalid"),
    ("GET", "/games/{ended}/replay?step=100000", None, 422, "invalid"),
    ("GET", "/games/{ended}/replay?step=99999999999", None, 422, "invalid"),
    ("GET", "/rulesets/chess/words/en", None, 404, "not_found"),
    ("GET", "/rulesets/fireline/words/tlh", None, 404, "not_found"),
    ("GET", "/rulesets/fireline/words/..", None, 404, "not_found"),
    ("GET", "/nothing", None, 404, "not_found"),
    ("PUT", "/games", {}, 405, "method_not_allowed"),
    ("PATCH", "/games/{running}", {}, 405, "method_not_allowed"),
    ("DELETE", "/games/{running}", None, 405, "method_not_allowed"),
    ("GET", "/guests", None, 405, "method_not_allowed"),
]


def test_each_is_refused_with_a_reason_and_changes_nothing(six, places):
    before = everything(six[0].app)
    wrong = []
    for method, address, body, status, code in CASES:
        answer = six[0].ask(method, address.format(**places), body)
        problem = answer.json or {}
        fits = (
            answer.status_code == status
            and answer.content_type == "application/problem+json"
            and problem["status"] == status
            and code in (None, problem["code"])
            and (status != 422 or problem["errors"])
            and (status != 405 or answer.headers["Allow"])
        )
        if not fits:
            wrong.append((method, address, body, answer.status_code, problem))
    assert wrong == []
    assert everything(six[0].app) == before


BODIES = {
    "no JSON": (b"end", "application/json", 400, "malformed_json"),
    "half of it": (b'{"type": "end"', "application/json", 400, "malformed_json"),
    "not UTF-8": (b'{"type": "\xff"}', "application/json", 400, "malformed_json"),
    "half a character": (rb'{"type": "\ud800"}', "application/json", 400, "malformed_json"),
    "NaN": (b'{"type": NaN}', "application/json", 400, "malformed_json"),
    "a depth without end": (b"[" * 30000, "application/json", 400, "malformed_json"),
    "a list": (b"[]", "application/json", 422, "invalid"),
    "a text": (b'"end"', "application/json", 422, "invalid"),
    "null": (b"null", "application/json", 422, "invalid"),
    "a form": (b"type=end", "application/x-www-form-urlencoded", 415, "not_json"),
    "plain text": (b'{"type": "end"}', "text/plain", 415, "not_json"),
    "no type": (b'{"type": "end"}', None, 415, "not_json"),
    "too much": (b'{"type": "' + b"x" * MAX_BODY + b'"}', "application/json", 413, "too_large"),
}


def test_a_body_that_is_none_is_refused_everywhere(six, places):
    before = everything(six[0].app)
    paths = ["/games", "/guests", "/me/claim", *(f"/games/{places['running']}/{what}" for what in ("moves", "talk"))]
    for case, (body, kind, status, code) in BODIES.items():
        for path in paths:
            for key in (None, "k1"):
                answer = six[0].ask("POST", path, data=body, content_type=kind, key=key)
                assert (answer.status_code, answer.json["code"]) == (status, code), (case, path, answer.json)
    assert everything(six[0].app) == before


def test_every_route_that_needs_a_token_says_so(app, anyone):
    """Over the map of all routes, so that none is forgotten."""
    open_to_all = {
        *("players.register", "players.come_as_guest", "players.log_in", "lobby.public", "play.show", "talk.listen"),
        *("history.replay", "history.export", "rulesets.rulesets", "rulesets.words", "api-docs.openapi_json"),
        *("profiles.profile", "profiles.played", "profiles.series", "password.forgotten", "password.reset"),
        *("notifications.unsubscribe", "notifications.ask_first"),
    }
    checked = 0
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith(PREFIX) or rule.endpoint in open_to_all:
            continue
        path = (
            rule.rule.removeprefix(PREFIX)
            .replace("<id:game_id>", "nosuchgame")
            .replace("<id:token_id>", "nosuchtoken")
            .replace("<id:bot_id>", "nosuchbot")
            .replace("<id:leave_id>", "nosuchleave")
            .replace("<id:hook_id>", "nosuchhook")
        )
        path = path.replace("<int:seat>", "1")
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            refused = anyone.ask(method, path, {"nonsense": 1} if method in ("POST", "PUT") else None)
            assert (refused.status_code, refused.json["code"]) == (401, "unauthorized"), rule
            assert refused.headers["WWW-Authenticate"] == "Bearer"
            checked += 1
    assert checked == 53


def test_a_fault_of_the_servers_tells_nothing_about_it(six, monkeypatch):
    app = six[0].app
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    monkeypatch.setattr("api.game.listing.mine", lambda *_: 1 / 0)
    failed = six[0].get("/me/games")
    assert (failed.status_code, failed.json["code"]) == (500, "server_error")
    assert "division" not in failed.get_data(as_text=True)


def test_the_pointers_lead_to_what_is_wrong(six):
    game = seated(six)
    for said, pointers in (
        ({"type": "play", "card": "smoke", "targets": [1, "x", 99]}, {"/targets/1", "/targets/2"}),
        ({"type": "play", "kard": "smoke"}, {"/card", "/kard"}),
        ({"type": "play", "card": "smoke", "a/b~c": 1}, {"/a~1b~0c"}),
        ({}, {"/type"}),
    ):
        refused = six[0].post(f"/games/{game}/moves", said)
        assert {error["pointer"] for error in refused.json["errors"]} == pointers


def test_a_stranger_changes_nothing_at_anothers_table(six, places):
    gus = Person(six[0].app, "Gus")
    before = everything(six[0].app)
    for place in ("open", "running", "ended"):
        id = places[place]
        for path, body in (
            ("moves", END),
            ("talk", {"text": "hi"}),
            ("start", {}),
            ("rematch", {}),
            ("bots", {"level": "random"}),
        ):
            refused = gus.post(f"/games/{id}/{path}", body)
            assert (refused.status_code, refused.json["code"]) == (403, "not_seated"), path
        assert gus.delete(f"/games/{id}/seats/me").json["code"] == "not_seated"
        assert gus.delete(f"/games/{id}/bots/1").json["code"] == "not_seated"
        assert gus.get(f"/games/{id}/options").json["code"] == "not_seated"
    assert everything(six[0].app) == before
