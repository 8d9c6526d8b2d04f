"""Requests made up from the API's own description: never a 5xx, and every answer as described."""

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, missing_required_header, positive_data_acceptance

from tests.api.people import PREFIX, Person, seated

EXCLUDED = [
    positive_data_acceptance,  # what fits the shape may still be refused by the rules
    ignored_auth,  # each request is sent as one player, whatever was made up
    missing_required_header,
]


QUIET = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)


def test_made_up_requests(app):
    people = [Person(app, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    game, secret = seated(people), people[0].secret
    schema = schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith(("/tokens/{token_id}", "/me/deletion")):
            continue  # without a token nothing after it would be tried

        @given(case=operation.as_strategy())
        @QUIET
        def try_it(case):
            if "{game_id}" in case.path:
                case.path_parameters["game_id"] = game
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {secret}"}
            case.call_and_validate(excluded_checks=EXCLUDED)

        try_it()
        tried += 1
    assert tried == 65
