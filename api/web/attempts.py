"""How often may be tried what could be guessed, or is a bother to others: passwords, invitations, mails.

It is counted in the database, and at once, so that neither many workers nor many tries at a time get around it, nor a
restart of the server.
"""

import hmac
import secrets
from collections.abc import Callable
from datetime import timedelta

from flask import Flask, Response, current_app, g, request
from sqlalchemy import bindparam, delete, func, select

from api.clock import now
from api.data.db import Link, Statement, adding, writing
from api.data.models import Attempt
from api.web.errors import Problem, listed

Refusal = Callable[[], Problem]

WINDOW = timedelta(minutes=15)
"""How long a try is counted."""

WAIT = {"Retry-After": str(int(WINDOW.total_seconds()))}

TRIES = {
    **{"pair": 10, "address": 60, "name": 100},
    **{"code": 20, "codes": 60},
    **{"forgotten": 3, "forgetful": 20},
    "letter": 3,
}
"""What may be tried within the window: log-ins at one name from one address, from one address, at one name; wrong
invitations by one player, from one address; mails for a forgotten password to one name, from one address; mails that
ask whether an address is right, to one address."""

ADD = adding(Attempt)
TRIED = Statement(
    select(func.count().label("count")).where(Attempt.who == bindparam("who"), Attempt.at > bindparam("since"))
)
FORGIVE = Statement(delete(Attempt).where(Attempt.who == bindparam("who")))
FORGET_OLD = Statement(delete(Attempt).where(Attempt.at < bindparam("since")))


def too_many_attempts() -> Problem:
    """Somebody has tried often enough."""
    return listed("too_many_attempts", WAIT)


def too_many_letters() -> Problem:
    """An address was asked often enough."""
    return listed("too_many_letters", WAIT)


def count_log_in(name: str) -> str:
    """Count a log-in before its password is looked at, or refuse it; what to forgive if it succeeds."""
    address = request.remote_addr or ""
    whos = secret_of(pair=(name, address), address=(address,), name=(name,))
    with writing() as link:
        count(link, whos)
    return whos["pair"]


def forgive(link: Link, who: str) -> None:
    """A log-in succeeded: the mistakes before it are forgiven."""
    link.run(FORGIVE, who=who)


def count_forgotten(name: str) -> None:
    """Count that a name's password is said to be forgotten, or refuse it: whether there is such a name or not."""
    with writing() as link:
        count(link, secret_of(forgotten=(name,), forgetful=(request.remote_addr or "",)))


def count_letter(link: Link, email: str) -> None:
    """Count a mail that asks whether an address is right, or refuse it."""
    count(link, secret_of(letter=(email.lower(),)), too_many_letters)


def count(link: Link, whos: dict[str, str], why: Refusal = too_many_attempts) -> None:
    """Count a try for each of these, or 429."""
    refuse_more(link, whos, why)
    note(link, whos)


def refuse_more(link: Link, whos: dict[str, str], why: Refusal = too_many_attempts) -> None:
    """429 if any of these has tried often enough."""
    since = now(WINDOW)
    for kind, who in whos.items():
        if link.one(TRIED, who=who, since=since).count >= TRIES[kind]:
            raise why()


def note(link: Link, whos: dict[str, str]) -> None:
    """Count a try for each of these, and forget the old ones."""
    link.run(FORGET_OLD, since=now(WINDOW))
    for who in whos.values():
        link.run(ADD, id=secrets.token_urlsafe(12), who=who, at=now())


def is_invited(link: Link, code: str, kept: str | None) -> bool:
    """Whether the code of an invitation is the kept one, of which there may be none; 429 after many wrong ones.

    A wrong one is counted when the request is over: what happens in it may be undone.
    """
    refuse_more(link, guessing())
    g.guessed = kept is None or not secrets.compare_digest(code, kept)
    return not g.guessed


def count_guess(answer: Response) -> Response:
    """Count a wrong invitation."""
    if g.pop("guessed", False):
        with writing() as link:
            note(link, guessing())
    return answer


def guessing() -> dict[str, str]:
    """Who tries invitations."""
    address = request.remote_addr or ""
    return secret_of(codes=(address,)) | (secret_of(code=(g.player.id,)) if g.player else {})


def secret_of(**whose: tuple[str, ...]) -> dict[str, str]:
    """Who tried, by what is counted, so that the table names neither people nor addresses."""
    key = current_app.config["SECRET_KEY"].encode()
    return {
        kind: hmac.new(key, "\0".join((kind, *parts)).encode(), "sha256").hexdigest() for kind, parts in whose.items()
    }


def init_app(app: Flask) -> None:
    """Count what is guessed at an app's doors."""
    app.after_request(count_guess)
