"""Records what is asked and answered, in a world without chance: the same requests always get the same answers."""

import base64
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import orjson
import time_machine

from tests.api.conftest import new_app
from tests.api.people import PREFIX

BEGAN = "2026-03-04T05:06:07Z"
TOLD = ("Content-Type", "ETag", "Location", "Retry-After", "Cache-Control", "WWW-Authenticate", "Allow")
"""The headers of an answer that are kept."""


class Recorder:
    """One client for several people; all that it asks and is answered is in `lines`."""

    def __init__(self, app: Any, clock: Any) -> None:
        """Nothing yet."""
        self.client, self.clock, self.lines = app.test_client(), clock, []

    def ask(self, who: str | None, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One request with this token, a second after the one before; what was answered."""
        self.clock.shift(1)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if who:
            sent["Authorization"] = f"Bearer {who}"
        data = None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body), "application/json"
        answer = self.client.open(PREFIX + path, method=method, headers=sent, data=data)
        told = {name: answer.headers[name] for name in TOLD if name in answer.headers}
        got = orjson.loads(answer.data) if answer.data else None
        request = {"method": method, "path": PREFIX + path, "headers": sent, "body": body}
        self.lines.append(
            {"request": request, "response": {"status": answer.status_code, "headers": told, "body": got}}
        )
        return got

    def guest(self, name: str) -> str:
        """The token of a guest of that name."""
        said = self.ask(None, "POST", "/guests", {"name": name})
        return str(said["token"]["secret"])

    def move(self, who: str, game: str, move: Any, after: int, **headers: str) -> Any:
        """A move that has to be accepted; the table after it, with what is new."""
        table = self.ask(who, "POST", f"/games/{game}/moves?after={after}", move, **headers)
        assert self.lines[-1]["response"]["status"] == 200, table
        return table


@contextmanager
def recording() -> Iterator[Recorder]:
    """A recorder of a world in which nothing is left to chance and the clock stands still."""
    chance = Random(7)

    def text(count: int = 32) -> str:
        return base64.urlsafe_b64encode(chance.randbytes(count)).rstrip(b"=").decode()

    with ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory())
        app = new_app(f"sqlite:///{Path(place) / 'recorded.db'}")
        for name, stand_in in (
            ("secrets.token_urlsafe", text),
            ("secrets.token_hex", lambda count=32: chance.randbytes(count).hex()),
            ("secrets.token_bytes", chance.randbytes),
            ("api.game.moves.system", chance),
            ("api.game.course.SystemRandom", lambda: chance),
        ):
            stack.enter_context(patch(name, stand_in))
        clock = stack.enter_context(time_machine.travel(BEGAN, tick=False))
        yield Recorder(app, clock)
