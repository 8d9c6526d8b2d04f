"""Settings from the environment."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from api.config import database, kept_secret, settings


def test_a_local_run_needs_no_setting(monkeypatch, tmp_path):
    monkeypatch.setattr("api.config.VAR", tmp_path)
    found = settings({}, {})
    assert found["SQLALCHEMY_DATABASE_URI"] == f"sqlite:///{tmp_path / 'fireline.db'}"
    assert len(found["SECRET_KEY"]) == 64
    assert settings({}, {})["SECRET_KEY"] == found["SECRET_KEY"]
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_everything_can_be_set():
    environ = {
        "DATABASE_URL": "postgres://u:p@h/d",
        "SECRET_KEY": "s" * 16,
        "REDIS_URL": "redis://r",
        "TRUSTED_PROXIES": "2",
        "API_BASE": "https://api.example",
        "LOG_LEVEL": "warning",
        "RATE_LIMITS": "0",
        "WEB_THREADS": "6",
    }
    found = settings({}, environ)
    assert found["SQLALCHEMY_DATABASE_URI"] == "postgresql+psycopg://u:p@h/d"
    assert (found["SECRET_KEY"], found["REDIS_URL"], found["TRUSTED_PROXIES"]) == ("s" * 16, "redis://r", 2)
    assert (found["API_BASE"], found["LOG_LEVEL"], found["RATE_LIMITS"]) == ("https://api.example", "WARNING", False)
    assert found["WAITERS"] == 3
    assert settings({"SECRET_KEY": "given"}, environ)["SECRET_KEY"] == "given"


def test_links_lead_to_the_port_where_it_is_served():
    assert settings({"SECRET_KEY": "x"}, {})["BASE_URL"] == "http://localhost:8000"
    assert settings({"SECRET_KEY": "x"}, {"PORT": "9000"})["BASE_URL"] == "http://localhost:9000"
    both = {"PORT": "9000", "BASE_URL": "https://play.example.org/"}
    assert settings({"SECRET_KEY": "x"}, both)["BASE_URL"] == "https://play.example.org"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address(scheme):
    assert database(f"{scheme}://h/d") == "postgresql+psycopg://h/d"


def test_workers_that_start_together_share_one_secret(tmp_path):
    with ThreadPoolExecutor(8) as workers:
        found = set(workers.map(kept_secret, [tmp_path / "deep" / "secret"] * 32))
    assert len(found) == 1
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["secret"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("https://api.example.org", "https://api.example.org"),
        ("HTTPS://API.example.org/", "https://api.example.org"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("", ""),
    ],
)
def test_the_origin_of_the_api_is_written_as_browsers_write_it(said, found):
    assert settings({"SECRET_KEY": "x"}, {"API_BASE": said})["API_BASE"] == found


@pytest.mark.parametrize(
    "said",
    [
        *("api.example.org", "ftp://api.example.org", "https://", "https://api.example.org/api/v1", "https://a.b:port"),
        *("https://a.b https://c.d", "https://a.b; script-src *", 'https://a.b"', "https://user@a.b", "https://a.b?x"),
        *("https://*.a.b", "https://a.b#x"),
    ],
)
def test_what_is_no_origin_is_refused_with_what_would_be_right(said):
    with pytest.raises(ValueError, match=r"API_BASE has to be .*, such as https://api\.example\.org"):
        settings({"SECRET_KEY": "x"}, {"API_BASE": said})


def test_a_number_that_is_none_is_an_error():
    with pytest.raises(ValueError, match="two"):
        settings({"SECRET_KEY": "x"}, {"TRUSTED_PROXIES": "two"})
