"""Calls to webhooks, signed by the Standard Webhooks, never to an address that isn't the whole world's.

The name is resolved once; every address that it has must be allowed, and one of these is what is connected to.
"""

import base64
import hmac
import ipaddress
import secrets
import socket
import ssl
import time
from http.client import HTTPException
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

import orjson
from flask import current_app
from sqlalchemy import bindparam, null, select, update
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from api.clock import now
from api.data.db import Row, Statement, adding, writing
from api.data.models import Delivery, Hook
from api.delivery.links import game_at

PATIENCE = 10
"""Seconds that a whole call may take, from the connection to the answer's headers; TLS may take as many to begin."""

FAILURES = 20
"""Calls in a row that may fail before a hook is disabled."""

FAULTS = {
    "not_public": "It wasn't called: its host has an address that isn't the whole world's.",
    "not_resolved": "It wasn't called: its host's name has no address.",
    "refused": "The connection was refused: nobody listens there.",
    "timed_out": f"There was no answer within {PATIENCE} seconds.",
    "tls": "No safe connection: the certificate isn't trusted or isn't the host's, or no TLS is spoken there.",
    "no_answer": "There was no way there, or the connection ended without an answer.",
    "not_2xx": "There was an answer, but no 2xx.",
}
"""Why a call failed, and what it means."""

HOOK = Statement(select(Hook.url, Hook.secret, Hook.disabled).where(Hook.id == bindparam("hook")))
WENT_WELL = Statement(update(Hook).where(Hook.id == bindparam("hook")).values(failures=0))
WENT_WRONG = Statement(
    update(Hook)
    .where(Hook.id == bindparam("hook"))
    .values(failures=Hook.failures + 1)
    .returning(Hook.failures, Hook.disabled)
)
DISABLE = Statement(
    update(Hook).where(Hook.id == bindparam("hook"), Hook.disabled.is_(None)).values(disabled=bindparam("at"))
)
ENABLE = Statement(update(Hook).where(Hook.id == bindparam("hook")).values(disabled=null(), failures=0))
LOG = adding(Delivery)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NAT64 = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))
"""Where an IPv4 address stands in the last bits of an IPv6 address."""


def described() -> str:
    """All faults, a line each."""
    words = [f"- `{fault}`: {meaning}" for fault, meaning in FAULTS.items()]
    return "\n".join(["Why the call failed; null: it didn't. There may be more of these words in time.", "", *words])


class Forbidden(Exception):
    """The hook's host has an address that isn't to be called."""


def deliver(letter: Row, said: dict[str, Any]) -> bool:
    """Call a hook and note how it went; whether the letter is done with. A test is never repeated."""
    with writing() as link:
        hook = link.one(HOOK, hook=letter.hook_id)
    if hook is None or (hook.disabled is not None and letter.kind != "test"):
        return True
    began = time.monotonic()
    status, fault = call(hook.url, *signed(letter.id, hook.secret, body(letter.kind, said)))
    note(letter, status, fault, round(1000 * (time.monotonic() - began)))
    return fault is None or status == 410 or letter.kind == "test"


def body(kind: str, said: dict[str, Any]) -> bytes:
    """What is sent: that something is there to be looked at, and where."""
    data = {name: said[name] for name in ("game", "title", "ruleset", "deadline", "player") if name in said}
    if "game" in said:
        data["url"] = game_at(said["game"])
    return orjson.dumps({"type": called(kind), "timestamp": said["at"], "data": data})


def called(kind: str) -> str:
    """What a call's type says for a kind of news, or for a test."""
    return kind if kind == "test" else f"game.{kind}"


def signed(id: str, secret: str, body: bytes) -> tuple[bytes, dict[str, str]]:
    """A body with the headers that prove whose it is (Standard Webhooks)."""
    at = str(int(time.time()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mark = base64.b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256")).decode()
    headers = {"webhook-id": id, "webhook-timestamp": at, "webhook-signature": f"v1,{mark}"}
    return body, {**headers, "Content-Type": "application/json", "User-Agent": "fireline-undercover"}


def call(url: str, body: bytes, headers: dict[str, str]) -> tuple[int | None, str | None]:
    """POST to an address: the status of the answer, and what went wrong. No redirect is followed, no body read."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    try:
        to = address(host, port)
    except Forbidden:
        return None, "not_public"
    except (OSError, UnicodeError):  # the latter if a part of the name is empty or too long
        return None, "not_resolved"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection, until = connect(parts.scheme, host, to, port), time.monotonic() + PATIENCE
    try:
        connection.connect()
        # A host that sends a byte now and then would otherwise be waited for without end.
        watch = Timer(until - time.monotonic(), hang_up, [connection])
        watch.start()
        try:
            connection.request("POST", path, body, {**headers, "Host": parts.netloc}, preload_content=False)
            status = connection.getresponse().status
        finally:
            watch.cancel()
    except (HTTPError, HTTPException, OSError, ValueError) as why:
        return None, "timed_out" if time.monotonic() >= until else unanswered(why)
    finally:
        connection.close()
    return status, None if 200 <= status < 300 else "not_2xx"


def unanswered(why: Exception) -> str:
    """The word for a connection that brought no answer, though there was time for one."""
    if isinstance(why, ssl.SSLError):
        return "tls"
    return "refused" if isinstance(why.__cause__, ConnectionRefusedError) else "no_answer"


def connect(scheme: str, host: str, to: str, port: int) -> HTTPConnection:
    """A connection to this very address, in which the host is called by its name."""
    if scheme == "http":
        return HTTPConnection(to, port, timeout=PATIENCE)
    context = ssl.create_default_context()
    return HTTPSConnection(to, port, timeout=PATIENCE, ssl_context=context, server_hostname=host)


def hang_up(connection: HTTPConnection) -> None:
    """End a connection that another thread waits for."""
    if connection.sock is not None:
        connection.sock.shutdown(socket.SHUT_RDWR)


def address(host: str, port: int) -> str:
    """An address of the host, all of which are allowed; Forbidden if one isn't, OSError if there is none."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not current_app.config["WEBHOOKS_PRIVATE"] and not all(map(is_public, found)):
        raise Forbidden
    return found[0]


def is_public(written: str) -> bool:
    """Whether an address is the whole world's, and so is each that it stands for."""
    at: Address = ipaddress.ip_address(written.partition("%")[0])
    if isinstance(at, ipaddress.IPv6Address):
        inner = [at.ipv4_mapped, at.sixtofour, *(at.teredo or ())]
        if any(at in network for network in NAT64):
            inner.append(ipaddress.IPv4Address(int(at) & 0xFFFFFFFF))
        embedded = [each for each in inner if each is not None]
        if embedded:
            return all(is_public(str(each)) for each in embedded)
    return at.is_global and not at.is_multicast and not at.is_reserved


def note(letter: Row, status: int | None, fault: str | None, took: int) -> None:
    """Keep how a call went; a hook that is gone, or fails again and again, is disabled."""
    at = now()
    entry = {"letter_id": letter.id, "kind": letter.kind, "at": at, "status": status, "error": fault, "took": took}
    with writing() as link:
        if link.one(HOOK, hook=letter.hook_id) is None:
            return
        link.run(LOG, id=secrets.token_urlsafe(12), hook_id=letter.hook_id, **entry)
        if fault is None:
            link.run(WENT_WELL, hook=letter.hook_id)
        elif link.one(WENT_WRONG, hook=letter.hook_id).failures >= FAILURES or status == 410:
            link.run(DISABLE, hook=letter.hook_id, at=at)
