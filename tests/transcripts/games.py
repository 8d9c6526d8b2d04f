"""The recorded games: who asks what. Whatever is said is the first, or at random, of what the options hold."""

from random import Random
from typing import Any

from tests.api.people import filled
from tests.transcripts.recorder import Recorder

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def fireline(told: Recorder) -> None:
    """Four people play a short game of Fireline to its end."""
    chance, people = Random(1), [told.guest(name) for name in NAMES]
    table = told.ask(people[0], "POST", "/games", {"ruleset": "fireline", "seats": 4, "options": {"max_turns": 5}})
    game = table["id"]
    for person in people[1:]:
        told.ask(person, "POST", f"/games/{game}/seats", {})
    last = 0
    while table["status"] != "ended":
        seen = told.ask(people[0], "GET", f"/games/{game}?after={last}")
        seat = seen["asked"][0]
        options = told.ask(people[seat], "GET", f"/games/{game}/options")["options"]
        table = told.move(people[seat], game, filled(chance.choice(options), chance), seen["last_event"])
        last = seen["last_event"]
    told.ask(people[1], "GET", f"/games/{game}?after={last}")
    told.ask(people[1], "GET", f"/games/{game}/export")


def undercover(told: Recorder) -> None:
    """Somebody plays two rounds of Undercover with thirteen bots."""
    chance, ann = Random(2), told.guest("Ann")
    new = {"ruleset": "undercover", "seats": 14, "options": {"max_rounds": 2}, "start": "creator"}
    game = told.ask(ann, "POST", "/games", new)["id"]
    told.ask(ann, "POST", f"/games/{game}/bots", {"level": "random", "count": 13})
    table = told.ask(ann, "POST", f"/games/{game}/start")
    while table["status"] != "ended":
        options = told.ask(ann, "GET", f"/games/{game}/options")["options"]
        ready = [option for option in options if option["type"] == "ready"]
        said = [option for option in options if option["type"] not in ("ready", "nothing")]
        for option in ([chance.choice(said)] if said else []) + ready:
            if table["status"] == "ended":
                break
            table = told.move(ann, game, filled(option, chance), table["last_event"])


def tour(told: Recorder) -> None:
    """One of everything that can be asked: from it come the examples in the API's description."""
    account = told.ask(None, "POST", "/players", {"name": "Gus", "password": "correct horse"})
    gus, again = account["token"]["secret"], {"name": "Gus", "password": "correct horse"}
    told.ask(None, "POST", "/tokens", again)
    made = told.ask(gus, "POST", "/me/tokens", {"label": "phone", "scopes": ["play", "talk"]})
    told.ask(gus, "DELETE", f"/tokens/{made['token']['id']}")
    for path in (
        "/me",
        "/tokens",
        "/rulesets",
        "/games",
        f"/players/{account['player']['id']}",
        f"/players/{account['player']['id']}/games",
    ):
        told.ask(gus, "GET", path)
    bot = told.ask(gus, "POST", "/me/bots", {"name": "Robot"})["player"]["id"]
    told.ask(gus, "POST", f"/me/bots/{bot}/tokens", {"scopes": ["play"]})
    told.ask(gus, "GET", "/me/bots")
    told.ask(gus, "POST", "/me/leaves", {"begins": "2026-04-01T00:00:00Z", "ends": "2026-04-03T00:00:00Z"})
    leave = told.ask(gus, "GET", "/me/leaves")["leaves"][0]["id"]
    told.ask(gus, "DELETE", f"/me/leaves/{leave}")
    notified(told, gus)
    hal = told.guest("Hal")
    told.ask(hal, "POST", "/me/claim", {"password": "correct horse"})
    told.ask(None, "GET", "/me")
    at_the_table(told, gus, told.guest("Ida"))
    in_a_sandbox(told, gus)
    told.ask(gus, "GET", "/me/games")
    told.ask(None, "POST", "/password", {"name": "Gus"})
    told.ask(hal, "PUT", "/me/password", {"password": "correct horse", "new": "another battery"})
    told.ask(told.guest("Jo"), "POST", "/me/deletion", {})


def notified(told: Recorder, gus: str) -> None:
    """By which ways somebody is told of his games."""
    told.ask(gus, "GET", "/me/notifications")
    told.ask(gus, "PUT", "/me/notifications", {"language": "zh-Hant", "zone": "Asia/Taipei"})
    told.ask(gus, "POST", "/me/feed")
    told.ask(gus, "DELETE", "/me/feed")
    hook = told.ask(gus, "POST", "/me/hooks", {"url": "https://example.org/hook"})["id"]
    told.ask(gus, "GET", "/me/hooks")
    told.ask(gus, "GET", f"/me/hooks/{hook}/deliveries")
    told.ask(gus, "DELETE", f"/me/hooks/{hook}")


def at_the_table(told: Recorder, gus: str, ida: str) -> None:
    """A table from its creation to a rematch."""
    new: dict[str, Any] = {"ruleset": "fireline", "seats": 4, "pace": {"name": "live"}, "start": "creator"}
    game = told.ask(gus, "POST", "/games", new)["id"]
    told.ask(ida, "POST", f"/games/{game}/seats", {})
    told.ask(gus, "PUT", f"/games/{game}/schedule", {"starts_at": "2026-03-05T20:00:00Z", "fill": "random"})
    told.ask(gus, "POST", f"/games/{game}/bots", {"level": "random", "count": 2})
    told.ask(gus, "DELETE", f"/games/{game}/bots/3")
    told.ask(gus, "POST", f"/games/{game}/bots", {"level": "random"})
    told.ask(gus, "POST", f"/games/{game}/start")
    told.ask(ida, "PUT", f"/games/{game}/standing", {})
    told.ask(ida, "DELETE", f"/games/{game}/standing")
    told.ask(ida, "POST", f"/games/{game}/seats/me/return")
    told.ask(ida, "POST", f"/games/{game}/talk", {"text": "Good luck!"})
    told.ask(ida, "GET", f"/games/{game}/talk")
    told.ask(ida, "GET", f"/games/{game}/handover")
    for what in ("pause", "resume", "extend"):
        told.ask(gus, "POST", f"/games/{game}/{what}", {})
    told.ask(gus, "POST", f"/games/{game}/kicks", {"seat": 1})
    told.ask(gus, "DELETE", f"/games/{game}/seats/me")


def in_a_sandbox(told: Recorder, gus: str) -> None:
    """What a sandbox allows, to its end and beyond."""
    new = {"ruleset": "fireline", "seats": 4, "sandbox": True, "pace": {"name": "live"}, "options": {"max_turns": 3}}
    game = told.ask(gus, "POST", "/games", new)["id"]
    table = told.ask(gus, "GET", f"/games/{game}")
    seat = str(table["asked"][0])
    told.ask(gus, "GET", f"/games/{game}/options", Act_As=seat)
    end = {"type": "end"}
    told.ask(gus, "POST", f"/games/{game}/moves", end, Act_As=seat, Idempotency_Key="tour-1")
    told.ask(gus, "POST", f"/games/{game}/moves", end, Act_As=seat, Idempotency_Key="tour-2")
    told.ask(gus, "POST", f"/games/{game}/sandbox/clock", {"seconds": 60})
    told.ask(gus, "POST", f"/games/{game}/sandbox/back", {"steps": 1})
    told.ask(gus, "POST", f"/games/{game}/sandbox/fork", {"steps": 0})
    told.ask(gus, "POST", f"/games/{game}/sandbox/clock", {"seconds": 86400})
    for path in ("replay?seat=0&step=1", "export", "series"):
        told.ask(gus, "GET", f"/games/{game}/{path}")
    told.ask(gus, "POST", f"/games/{game}/rematch")


GAMES = {"fireline": fireline, "undercover": undercover, "tour": tour}
