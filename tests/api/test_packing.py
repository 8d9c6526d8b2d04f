"""Answers are packed for those who can unpack them, and say the same as unpacked."""

import gzip

import pytest

from api.web import packing
from tests.api.people import seated

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def addresses(app):
    """A script and a catalogue of the page."""
    files = app.extensions["page"].files
    return [next(f"/{url}" for url in files if url.endswith(name)) for name in ("/app.js", "/zh-Hans.json")]


def test_a_table_is_packed_and_says_the_same(six):
    game = seated(six)
    plain, packed = (six[0].get(f"/games/{game}", headers=more) for more in ({}, GZIP))
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) == int(packed.headers["Content-Length"]) < len(plain.data) / 2
    assert packed.headers["ETag"] == plain.headers["ETag"]
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Authorization, Accept-Encoding"
    same = six[0].get(f"/games/{game}", headers=GZIP, etag=packed.headers["ETag"])
    assert (same.status_code, same.data) == (304, b"")
    assert same.headers["Vary"] == packed.headers["Vary"]


def test_the_pages_files_are_packed(app):
    client = app.test_client()
    for url in ("/", "/index.html", *addresses(app), "/v/0123456789abcdef/app.js", "/docs", "/vendor/rapidoc.js"):
        plain, packed = client.get(url), client.get(url, headers=GZIP)
        if len(plain.data) < packing.LEAST:
            assert packed.data == plain.data
            continue
        assert packed.headers.get("Content-Encoding") == "gzip", url
        assert gzip.decompress(packed.data) == plain.data
        assert packed.headers["Vary"] == plain.headers["Vary"], url
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_what_never_changes_is_packed_once(app):
    script = addresses(app)[0]
    packing.kept.cache_clear()
    first, second = (app.test_client().get(script, headers=GZIP) for _ in range(2))
    assert first.data == second.data
    assert packing.kept.cache_info().hits == 1


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "*;q=0"])
def test_who_can_not_unpack_gets_it_as_it_is(six, accepted):
    game = seated(six)
    answer = six[0].get(f"/games/{game}", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.json["id"] == game


def test_a_head_tells_the_length_of_what_is_not_packed(app):
    script = addresses(app)[0]
    head = app.test_client().head(script, headers=GZIP)
    assert int(head.headers["Content-Length"]) == len(app.test_client().get(script).data)
    assert "Content-Encoding" not in head.headers


def test_short_answers_errors_and_secrets_are_left_alone(ann):
    for answer in (
        ann.get("/me", headers=GZIP),
        ann.get("/nothing", headers=GZIP),
        ann.post("/me/tokens", {"label": "x" * 60, "scopes": ["play"]}, headers=GZIP),
    ):
        assert "Content-Encoding" not in answer.headers
        assert answer.json


def test_a_part_of_a_file_is_not_packed(app):
    script = addresses(app)[0]
    part = app.test_client().get(script, headers={**GZIP, "Range": "bytes=0-1999"})
    assert (part.status_code, len(part.data)) == (206, 2000)
    assert "Content-Encoding" not in part.headers


def test_one_that_holds_a_secret_is_not_packed_however_long():
    headers = packing.Headers({"Content-Type": "application/json", "Content-Length": "5000"})
    assert packing.worth("200 OK", headers)
    headers["Cache-Control"] = "no-store"
    assert not packing.worth("200 OK", headers)
