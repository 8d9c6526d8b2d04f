"""Mails: short, in the player's language, with times of his zone; by SMTP, or into the log where there is none."""

import logging
import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import orjson
from flask import current_app
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import bindparam, select

from api.data.db import Row, Statement, reading
from api.data.models import Player
from api.delivery import links
from api.game.wishes import DEFAULTS, wished
from api.web.once import hashed
from engine.game import GAMES

log = logging.getLogger("api.mail")

UNFOLDED = SMTP.clone(max_line_length=998)
"""Addresses in headers stay whole: a folded one would be written in a way that no mail program follows."""

PATIENCE = 10
"""Seconds to wait for the mail server at each step."""

WORDS = Path(__file__).parent / "words"
"""Where their sentences are, a file a language."""

LASTS = 2 * 24 * 3600
"""Seconds in which an address may be confirmed."""

FORGOTTEN = "password"
"""The kind of a letter that lets one set a new password. It names who he says he is; perhaps nobody is that."""

HOUR = 3600
"""Seconds in which he may."""

CHANGED = "changed"
"""The kind of a letter that tells that a password was changed: nobody has to wish for it."""

READER = select(
    *(Player.id, Player.name, Player.email, Player.confirmed, Player.password),
    *(Player.language, Player.zone, Player.wishes),
)
TO = Statement(READER.where(Player.id == bindparam("player")))
SHUT_OUT = Statement(
    READER.where(Player.folded == bindparam("name"), Player.password.is_not(None), Player.confirmed.is_(True))
)


def deliver(letter: Row, said: dict[str, Any]) -> bool:
    """Mail a letter; whether it is done with: also if nobody wants it any more, or the server will never take it."""
    with reading() as link:
        forgotten = letter.kind == FORGOTTEN
        to = link.one(SHUT_OUT, name=said["name"]) if forgotten else link.one(TO, player=letter.player_id)
    if to is None or to.email is None:
        return True
    if letter.kind == "confirm":
        if to.confirmed or to.email != said["email"]:
            return True
    elif not to.confirmed or not (forgotten or letter.kind == CHANGED or wished(to.wishes, letter.kind, "mail")):
        return True
    try:
        send(written(letter, to, said))
    except smtplib.SMTPRecipientsRefused as refused:
        ((code, _),) = refused.recipients.values()
        log.warning("an address was refused", extra={"letter": letter.id, "code": code})
        return bool(code >= 500)
    return True


def written(letter: Row, to: Row, said: dict[str, Any]) -> EmailMessage:
    """The mail: the same for everybody but for name, language and zone."""
    words, base = catalogue(to.language), current_app.config["BASE_URL"]
    if letter.kind == "confirm":
        told = {"url": links.page(f"confirm/{confirming(to.id, to.email)}")}
    elif letter.kind == FORGOTTEN:
        told = {"name": to.name, "url": links.page(f"password/{resetting(to.id, to.email, to.password)}")}
    elif letter.kind == CHANGED:
        told = {"name": to.name, "url": links.page("door")}
    else:
        told = facts(said, to)
    mail = EmailMessage(UNFOLDED)
    mail["Subject"] = words[f"{letter.kind}.subject"].format_map(told)
    mail["From"], mail["To"] = current_app.config["MAIL_FROM"], to.email
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<{letter.id}@{urlsplit(base).hostname}>"  # the same at each try
    mail["Auto-Submitted"] = "auto-generated"
    text = words[f"{letter.kind}.text"].format_map(told)
    if letter.kind in DEFAULTS:
        mail["List-Unsubscribe"] = f"<{links.unsubscribing(to.id, letter.kind)}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        end = links.page(f"unsubscribe/{links.ticket(to.id, letter.kind)}")
        text += "\n\n-- \n" + words["end"].format_map({"url": end})
    mail.set_content(text, cte="quoted-printable")
    return mail


def send(mail: EmailMessage) -> None:
    """Hand a mail to the server that the environment names, or write its text to the log if it names none.

    There is then no other way to find the links that confirm an address or let one set a new password. Who reads the
    log is an operator, who may do either by himself.
    """
    to = parseaddr(str(mail["To"]))[1]
    if not current_app.config["SMTP_URL"]:
        log.info("mail", extra={"to": to, "subject": str(mail["Subject"]), "text": body_of(mail)})
        return
    with server(current_app.config["SMTP_URL"]) as smtp:
        smtp.send_message(mail)


def body_of(mail: EmailMessage) -> str:
    """A mail's text, without the link that ends it."""
    return str(mail.get_content()).partition("\n-- \n")[0].strip()


def server(url: str) -> smtplib.SMTP:
    """A connection to a mail server: smtp[s]://user:password@host:port, with ?starttls."""
    parts = urlsplit(url)
    host, port, trust = parts.hostname or "localhost", parts.port or 0, ssl.create_default_context()
    if parts.scheme == "smtps":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=trust)
    else:
        smtp = smtplib.SMTP(host, port, timeout=PATIENCE)
    if "starttls" in parts.query:
        smtp.starttls(context=trust)
    if parts.username:
        smtp.login(unquote(parts.username), unquote(parts.password or ""))
    return smtp


def facts(said: dict[str, Any], to: Row) -> dict[str, str]:
    """What the sentences about a game are filled with, for one who reads them."""
    deadline = catalogue(to.language)["no_deadline"] if said["deadline"] is None else moment(said["deadline"], to.zone)
    game = said["title"] or GAMES[said["ruleset"]].words(to.language)["name"]
    return {"name": to.name, "game": game, "deadline": deadline, "url": links.game_at(said["game"])}


def moment(at: str, zone: str) -> str:
    """A moment as clocks in a zone show it, and in UTC."""
    when = datetime.fromisoformat(at)
    utc = f"{when:%Y-%m-%d %H:%M} UTC"
    return utc if zone == "UTC" else f"{when.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone}) = {utc}"


def confirming(player: str, email: str) -> str:
    """What proves that somebody reads a player's mail: good for some days, and for this address."""
    return str(serializer("email").dumps([player, email]))


def confirms(code: str, player: str, email: str | None) -> bool:
    """Whether a code proves it."""
    try:
        return bool(serializer("email").loads(code, max_age=LASTS) == [player, email])
    except BadSignature:
        return False


def resetting(player: str, email: str, password: str) -> str:
    """A ticket for a new password: good for an hour, and until the address or the present password's hash changes."""
    return str(serializer("password").dumps([player, present(email, password)]))


def ticketed(ticket: str) -> tuple[str, str] | None:
    """Whose ticket it is, and what was present when it was mailed; None if none of the last hour reads so."""
    try:
        player, then = serializer("password").loads(ticket, max_age=HOUR)
    except BadSignature:
        return None
    return player, then


def present(email: str, password: str) -> str:
    """What is another as soon as a player's address or his password is."""
    return hashed("present", email, password).hex()


def serializer(salt: str) -> URLSafeTimedSerializer:
    """Writes what only this server can have written, and for this alone."""
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt=salt)


@cache
def catalogue(language: str) -> dict[str, str]:
    """The sentences of mails and feeds in a language."""
    words: dict[str, str] = orjson.loads((WORDS / f"{language}.json").read_bytes())
    return words
