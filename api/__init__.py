"""The JSON API: it knows games only through engine.game, and no rule of any of them."""

import os
from typing import Any

import orjson
from flask import Flask, Request
from flask.json.provider import JSONProvider
from flask.sessions import SessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix

from api import config
from api.data import db
from api.game import intime, pulse
from api.operation import accounts, checks, operate, publish, work
from api.routes import (
    away,
    deletion,
    feeds,
    history,
    hooks,
    lobby,
    meta,
    notifications,
    page,
    password,
    play,
    players,
    profiles,
    sandbox,
    seats,
    talk,
    tokens,
    votes,
)
from api.routes.poll import Poll
from api.web import attempts, auth, errors, headers, limits, logs, metrics, openapi, sentry
from api.web.packing import Packing


class Json(JSONProvider):
    """What Flask itself writes in JSON, written by orjson too."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """As text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """From text."""
        return orjson.loads(s)


class NoSession(SessionInterface):
    """There are no cookies and no sessions: whoever asks says so with a token, each time."""

    def open_session(self, app: Flask, request: Request) -> None:
        """Nothing is opened."""


def create_app(**settings: Any) -> Flask:
    """The app, with settings from the environment unless they are given."""
    app = Flask("api", static_folder=None)
    app.config.update(config.settings(settings))
    app.json = Json(app)
    app.session_interface = NoSession()
    checks.init_app(app, os.environ)
    for part in (logs, sentry, db, errors, headers, intime, pulse, auth, attempts, work, operate, accounts, publish):
        part.init_app(app)
    api = openapi.init_app(app)
    for part in (
        players,
        tokens,
        password,
        profiles,
        deletion,
        away,
        lobby,
        seats,
        votes,
        play,
        talk,
        history,
        sandbox,
        meta,
        hooks,
        notifications,
    ):
        api.register_blueprint(part.blp, url_prefix=headers.API)
    app.register_blueprint(meta.plain)
    app.register_blueprint(page.plain)
    app.register_blueprint(metrics.plain)
    app.register_blueprint(feeds.blp)
    limits.init_app(app)
    around(app)
    return app


def around(app: Flask) -> None:
    """What stands before Flask: the poll, the packing, the page's files, and the proxies that are trusted."""
    hops = app.config["TRUSTED_PROXIES"]
    inner: Any = headers.Numbered(app.wsgi_app)
    if hops:
        inner = ProxyFix(inner, x_for=hops, x_proto=hops, x_host=hops)
    files = page.before(app, inner)
    with app.app_context():
        places = app.config["WAITERS"]
        app.wsgi_app = Poll(Packing(files), db.db.engine, headers.of_unchanged(app), places)  # type: ignore[assignment, method-assign]
