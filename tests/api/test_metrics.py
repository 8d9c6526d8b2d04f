"""What Prometheus is told: the service as a whole, and nothing of any game or player."""

import re

import pytest

from api.web import sentry
from tests.api.people import seated

TOKEN = "a token of the tests"


@pytest.fixture
def scrape(app, monkeypatch):
    """The numbers, as who has the token reads them."""
    monkeypatch.setitem(app.config, "METRICS_TOKEN", TOKEN)

    def text():
        told = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert told.status_code == 200
        return told.text

    return text


def test_without_a_token_there_is_nothing(anyone):
    assert anyone.client.get("/metrics").status_code == 404


def test_who_has_not_the_token_gets_nothing(anyone, scrape):
    for headers in ({}, {"Authorization": "Bearer another"}, {"Authorization": TOKEN}):
        refused = anyone.client.get("/metrics", headers=headers)
        assert (refused.status_code, refused.json["code"]) == (401, "unauthorized")


def test_requests_are_counted_by_route_and_games_by_status(six, scrape):
    game = seated(six)
    six[0].create()
    six[0].see(game)
    told = scrape()
    assert re.search(
        r'fireline_requests_total\{method="GET",route="/api/v1/games/<id:game_id>",status="2xx"\} \d', told
    )
    assert 'fireline_games{status="running"} 1.0' in told
    assert 'fireline_games{status="open"} 1.0' in told
    assert "fireline_games_overdue 0.0" in told


def test_unchanged_polls_are_counted(ann, scrape):
    def count():
        found = re.search(r'route="unchanged poll",status="3xx"\} (\d+)', scrape())
        return int(found[1]) if found else 0

    game, before = ann.create()["id"], count()
    tag = ann.get(f"/games/{game}").headers["ETag"]
    assert ann.get(f"/games/{game}", etag=tag).status_code == 304
    assert ann.get(f"/games/{game}", etag=tag).status_code == 304
    assert count() > before


def test_no_game_and_no_player_is_named(six, scrape):
    game = seated(six)
    told = scrape()
    assert not any(secret in told for secret in (game, *(person.id for person in six)))


def test_a_report_of_a_failure_holds_nothing_that_was_said():
    event = {
        "request": {"url": "x?code=secret"},
        "user": {"id": 1},
        "breadcrumbs": {"values": ["secret"]},
        "extra": {"move": "secret"},
        "exception": {
            "values": [
                {"type": "Malformed", "value": "secret", "stacktrace": {"frames": [{"lineno": 3, "vars": {"card": 1}}]}}
            ]
        },
    }
    told = sentry.bare(event, {})
    assert "secret" not in str(told)
    assert told["exception"]["values"][0] == {
        "type": "Malformed", "value": "", "stacktrace": {"frames": [{"lineno": 3}]},
    }  # fmt: skip
