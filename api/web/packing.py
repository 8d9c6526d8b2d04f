"""Answers packed by gzip for those who can unpack them: on a slow line the page is there three times as soon."""

import gzip
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from werkzeug.datastructures import Headers
from werkzeug.http import parse_accept_header

LEAST = 1000
"""Bytes of a body below which packing isn't worth its while."""

LEVEL = 6

PACKED = ("text/", "application/json", "application/problem+json", "image/svg+xml")
"""What the types of bodies that pack well begin with."""

Start = Callable[..., Any]


class Packing:
    """Stands around an app and packs what it answers. That it may is said by the answers themselves (`Vary`)."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        """Around this app."""
        self.app = app

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer, packed if it is worth it."""
        if environ["REQUEST_METHOD"] == "HEAD" or not unpacks(environ.get("HTTP_ACCEPT_ENCODING", "")):
            return self.app(environ, start)
        said: list[Any] = []
        body = self.app(environ, lambda *given: said.extend(given))
        status, found, *more = said
        headers = Headers(found)
        if not worth(status, headers):
            start(status, found, *more)
            return body
        try:
            whole = b"".join(body)
        finally:
            if hasattr(body, "close"):
                body.close()
        packed = kept(whole) if "immutable" in headers["Cache-Control"] else pack(whole)
        headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(packed))
        start(status, headers.to_wsgi_list(), *more)
        return [packed]


def unpacks(accepted: str) -> bool:
    """Whether who asks can unpack."""
    return bool(accepted) and parse_accept_header(accepted).quality("gzip") > 0


def worth(status: str, headers: Headers) -> bool:
    """Whether an answer is long and packs well; one that holds a secret is left alone, for its length would tell."""
    return (
        not status.startswith(("204", "206", "304"))
        and headers.get("Content-Type", "").startswith(PACKED)
        and headers.get("Content-Length", 0, int) >= LEAST
        and headers.get("Cache-Control") != "no-store"
        and "Content-Encoding" not in headers
    )


def pack(whole: bytes) -> bytes:
    """The body, packed: the same for the same."""
    return gzip.compress(whole, LEVEL, mtime=0)


kept = lru_cache(maxsize=128)(pack)
"""The same for what never changes: it is packed once."""
