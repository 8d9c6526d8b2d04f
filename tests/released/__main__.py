"""`python -m tests.released`: at a release, keep the API's description as what is promised from then on."""

import json
from pathlib import Path
from typing import Any

from api import create_app

KEPT = Path(__file__).with_name("openapi.json")
BESIDE = ("description", "summary", "examples", "tags")
"""What may be worded anew at any time."""


def bare(said: Any, named: bool = False) -> Any:
    """A description without its prose; where members are named by `properties` none is left out."""
    if isinstance(said, list):
        return [bare(each) for each in said]
    if not isinstance(said, dict):
        return said
    kept = said if named else {key: value for key, value in said.items() if key not in BESIDE}
    return {key: bare(value, key in ("properties", "schemas") and not named) for key, value in kept.items()}


def described() -> Any:
    """The description of the API as it is."""
    app = create_app(DATABASE_URL="sqlite://", SECRET_KEY="of no importance", TESTING=True)
    return bare(app.test_client().get("/api/v1/openapi.json").json)


if __name__ == "__main__":
    KEPT.write_text(json.dumps(described(), indent=1, sort_keys=True) + "\n")
