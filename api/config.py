"""All settings, from the environment; a keyword given to create_app goes before it."""

import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.pool import NullPool

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
"""Where a local run keeps its database and its secret."""

HOSTS = ("DYNO", "RENDER", "RAILWAY_ENVIRONMENT_NAME")
"""Variables that a host sets whose disk is gone after each release: Heroku and Dokku, Render, Railway."""

MAX_BODY = 64 * 1024
"""Bytes of a request's body beyond which it is refused."""

ORIGIN = re.compile(r"https?://[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?")


def settings(given: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The settings of an app, as Flask and its extensions name them; ValueError if a number isn't one.

    - DATABASE_URL: PostgreSQL, or SQLite (default: var/fireline.db)
    - SECRET_KEY: at least 16 characters, the same for all workers (default: made once, kept in var/)
    - REDIS_URL: where requests are counted for all workers together (default: in each worker)
    - TRUSTED_PROXIES: how many proxies stand before the server and may say who asks (default 0)
    - API_BASE: the API's origin, such as https://api.example.org, if the page is at another one (BASE_URL)
    - WEB_THREADS: threads of each process, of which half may be held by requests that wait for news (default 8)
    - LOG_LEVEL: DEBUG, INFO, WARNING, ERROR (default INFO)
    - OUTAGE_MINUTES: after how many minutes without a sign of life the service counts as having been away (default 30)
    - BASE_URL: where people find the page, for links in mails and feeds (default: PORT, or 8000, of localhost)
    - SMTP_URL: smtp[s]://user:password@host:port, with ?starttls; without it mails are written to the log
    - MAIL_FROM: who the mails come from (default: Fireline & Undercover <noreply@the host of BASE_URL>)
    - WEBHOOKS_PRIVATE: 1 lets webhooks call private addresses too (default 0)
    - METRICS_TOKEN: what Prometheus brings as Bearer to /metrics; without it there is none
    - SENTRY_DSN: where failures are reported, without anything that was in a request
    - PRODUCTION: 1 or 0 says whether people play here, if it is not to be guessed (is_production)
    - RATE_LIMITS: 0 switches off the limits on requests, for tests and measurements (default 1)
    """

    def of(name: str, default: Any = "") -> Any:
        return given.get(name, environ.get(name) or default)

    def whole(name: str, default: int) -> int:
        said = of(name, default)
        try:
            return int(said)
        except ValueError:
            raise ValueError(f"{name} has to be a whole number, not {said!r}.") from None

    base = str(of("BASE_URL", f"http://localhost:{of('PORT', 8000)}")).rstrip("/")
    url = database(of("DATABASE_URL") or f"sqlite:///{VAR / 'fireline.db'}")
    production = not given.get("TESTING") and is_production(url, environ)
    return {
        "PRODUCTION": production,
        "SECRET_KEY": of("SECRET_KEY") or ("" if production else kept_secret(VAR / "secret")),
        "SQLALCHEMY_DATABASE_URI": url,
        "SQLALCHEMY_ENGINE_OPTIONS": engine(url),
        "REDIS_URL": of("REDIS_URL"),
        "TRUSTED_PROXIES": whole("TRUSTED_PROXIES", 0),
        "API_BASE": of("API_BASE") and origin("API_BASE", of("API_BASE")),
        "WAITERS": whole("WEB_THREADS", 8) // 2,
        "LOG_LEVEL": str(of("LOG_LEVEL", "INFO")).upper(),
        "OUTAGE_MINUTES": whole("OUTAGE_MINUTES", 30),
        "BASE_URL": base,
        "SMTP_URL": of("SMTP_URL"),
        "MAIL_FROM": of("MAIL_FROM") or f"Fireline & Undercover <noreply@{urlsplit(base).hostname}>",
        "WEBHOOKS_PRIVATE": str(of("WEBHOOKS_PRIVATE", "0")) not in ("0", "False"),
        "METRICS_TOKEN": of("METRICS_TOKEN"),
        "SENTRY_DSN": of("SENTRY_DSN"),
        "RATE_LIMITS": str(of("RATE_LIMITS", "1")) not in ("0", "False"),
        "MAX_CONTENT_LENGTH": MAX_BODY,
        "FRONTEND": Path(of("FRONTEND", ROOT / "frontend")).resolve(),
        **{name: value for name, value in given.items() if name in ("TESTING", "PROPAGATE_EXCEPTIONS")},
    }


def is_production(url: str, environ: Mapping[str, str]) -> bool:
    """Whether people play here, so that what is unsafe must not start."""
    if environ.get("PRODUCTION"):
        return environ["PRODUCTION"] not in ("0", "False")
    return url.startswith("postgresql") or vanishing(environ)


def vanishing(environ: Mapping[str, str]) -> bool:
    """Whether the host's disk is gone after each release."""
    return any(environ.get(name) for name in HOSTS)


def database(url: str) -> str:
    """The address as SQLAlchemy wants it: hosts still say `postgres://`."""
    for scheme in ("postgres://", "postgresql://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    return url


def origin(name: str, said: str) -> str:
    """An origin as browsers and policies name it; ValueError, which says what would be right, if it is none."""
    found = said.strip().lower().removesuffix("/")
    if not ORIGIN.fullmatch(found):
        raise ValueError(f"{name} has to be a scheme and a host alone, such as https://api.example.org, not {said!r}.")
    return found


def engine(url: str) -> dict[str, Any]:
    """How to connect: no pool, for each thread keeps its own connection; no transaction that nobody asked for."""
    options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "poolclass": NullPool}
    if url.startswith("sqlite"):
        # Seconds to wait for another writer. Ten is long for a player and short for a proxy.
        options["connect_args"] = {"timeout": 10, "check_same_thread": False}
    else:
        options["connect_args"] = {"connect_timeout": 5}
    return options


def kept_secret(path: Path) -> str:
    """The secret of a local run: made at the first start, then always the same, even if two start at once."""
    try:
        return path.read_text()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as made:
            made.write(secrets.token_hex(32))
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
        return path.read_text()
