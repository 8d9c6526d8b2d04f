"""An app on SQLite and one on PostgreSQL; each test finds its database empty."""

import pytest
from flask_migrate import upgrade
from sqlalchemy import text

from api import create_app
from api.data.db import db
from api.data.models import Base
from tests.api.people import Person
from tests.api.refusals import held

SETTINGS = {"SECRET_KEY": "a secret of the tests", "RATE_LIMITS": "0", "TESTING": True}


def new_app(url, **settings):
    """An app with the tables there, which refuses as it says and not otherwise."""
    app = held(create_app(**{**SETTINGS, "DATABASE_URL": url, **settings}))
    with app.app_context():
        upgrade()
    return app


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request, tmp_path_factory):
    """The address of a database."""
    if request.param == "postgres":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path_factory.mktemp('api') / 'test.db'}"


@pytest.fixture(scope="session")
def shared_app(database):
    """The app that all tests of one database share."""
    return new_app(database)


@pytest.fixture
def app(shared_app):
    """The app, with nobody registered and nothing played."""
    empty(shared_app)
    return shared_app


@pytest.fixture
def anyone(app):
    """Somebody without a token."""
    return Person(app)


@pytest.fixture
def ann(app):
    """A guest."""
    return Person(app, "Ann")


@pytest.fixture
def six(app):
    """Six guests."""
    return [Person(app, name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")]


def empty(app):
    """Forget everybody and everything."""
    with app.app_context(), db.engine.connect() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(text(f"DELETE FROM {table.name}"))
