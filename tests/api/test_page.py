"""The page as it is given out: what is kept for good lies at an address of its own, and the index is asked for anew."""

import os
import re
import shutil
from urllib.parse import urljoin

import pytest

from api import create_app
from api.config import ROOT
from api.web.page import read
from tests.api.conftest import SETTINGS

NOWHERE = "sqlite:////no/such/folder/x.db"
API = "https://api.example.org"


@pytest.fixture
def folder(tmp_path):
    """The page's files, to be changed."""
    return shutil.copytree(ROOT / "frontend", tmp_path / "page")


def served(folder, **settings):
    """A client of a server with this page, and with no database."""
    return create_app(**SETTINGS, DATABASE_URL=NOWHERE, FRONTEND=folder, **settings).test_client()


def place(client):
    """The folder to which the index leads."""
    (found,) = set(re.findall(r'(?:href|src)="(v/[0-9a-f]{16}/)', client.get("/").text))
    return f"/{found}"


def change(path):
    """Change a file so that neither its size nor its time tells of it."""
    before, text = path.stat(), path.read_text()
    path.write_text(text.replace("a", "b", 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert path.read_text() != text


def folders(root):
    """Where the page's files lie."""
    (found,) = {"/".join(address.split("/")[:2]) for address in read(root).files}
    assert found == read(root).folder
    return {found}


@pytest.mark.parametrize("name", ["app.js", "index.html", "style/table.css", "words/zh-Hant.json", "icon-turn.svg"])
def test_a_change_of_any_file_moves_them_all(folder, name):
    before = folders(folder)
    os.utime(folder / name, (0, 0))
    assert folders(folder) == before
    change(folder / name)
    assert len(folders(folder) | before) == 2


def test_so_does_a_file_that_comes_or_goes_or_has_another_name(folder):
    found = folders(folder)
    (folder / "new.js").write_text("")
    found |= folders(folder)
    (folder / "new.js").rename(folder / "renamed.js")
    found |= folders(folder)
    (folder / "renamed.js").unlink()
    (folder / "zones.js").unlink()
    assert len(found | folders(folder)) == 4


def test_the_index_is_asked_for_anew_at_each_visit(folder):
    client = served(folder)
    first = client.get("/")
    assert first.headers["Cache-Control"] == "no-cache"
    assert "Last-Modified" not in first.headers
    assert client.get("/index.html").data == first.data
    assert client.head("/").headers["ETag"] == first.headers["ETag"]
    again = client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for name in ("Cache-Control", "ETag", "Content-Security-Policy"):
        assert again.headers[name] == first.headers[name]
    change(folder / "zones.js")
    for other in (served(folder), served(folder, API_BASE=API)):
        answer = other.get("/", headers={"If-None-Match": first.headers["ETag"]})
        assert (answer.status_code, len({first.headers["ETag"], answer.headers["ETag"]})) == (200, 2)
        first = answer


def test_everything_else_is_kept_for_good(folder):
    client = served(folder)
    files = read(folder).files
    assert len(files) > 90
    for address, path in files.items():
        answer = client.get(f"/{address}")
        assert answer.data == path.read_bytes()
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    again = client.get(f"/{address}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, answer.headers["Cache-Control"])
    assert client.get(f"{place(client)}app.js").content_type.startswith("text/javascript")
    assert client.get("/app.js").status_code == 404


def referred(name, text):
    """What a file of the page refers to, as it stands there."""
    if name.endswith(".html"):
        yield from re.findall(r'\b(?:href|src)="([^"]+)"', text)
    if name.endswith(".js"):
        yield from re.findall(r'\bfrom\s*"(\.[^"]+)"', text)
        for address in re.findall(r"new URL\((.+?), import\.meta\.url\)", text):
            for each in re.findall(r'"([^"]+)"|`([^`]+)`', address):
                yield from (max(each).replace("${lang}", lang) for lang in ("en", "zh-Hans", "zh-Hant"))
    if name.endswith(".css"):
        yield from re.findall(r'url\("?([^)"]+)|@import "([^"]+)', text)


def test_the_page_refers_to_nothing_that_is_not_in_it():
    page, found = read(ROOT / "frontend"), []
    there = {"": page.index.decode()} | {address: path.read_text() for address, path in page.files.items()}
    for address, text in there.items():
        found += [urljoin(address, each) for each in referred(address or "index.html", text)]
    assert len(set(found)) > 90
    assert {each.rsplit("/", 1)[-1] for each in found} >= {"app.js", "icon.svg", "icon-turn.svg", "zh-Hant.json"}
    assert [each for each in found if each not in page.files] == []


def test_a_page_of_another_release_gets_what_is_here_and_asks_again(folder):
    old = served(folder)
    change(folder / "words" / "en.json")
    new = served(folder)
    asked = f"{place(new)}words/en.json"
    assert place(old) != place(new)
    answer = old.get(asked)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"
    asks = {"If-Modified-Since": answer.headers.get("Last-Modified", ""), "If-None-Match": answer.headers.get("ETag")}
    answer = new.get(asked, headers={name: value for name, value in asks.items() if value})
    assert answer.status_code == 200, "what another release said can't be taken for this one's"
    assert "immutable" in answer.headers["Cache-Control"]
    for path in ("words/xx.json", "../pyproject.toml", "..%2fpyproject.toml", "words"):
        assert old.get(f"/v/0123456789abcdef/{path}").status_code == 404


def test_in_debug_mode_what_was_edited_shows_at_once(folder, monkeypatch):
    monkeypatch.setenv("FLASK_DEBUG", "1")
    client = served(folder)
    before = place(client)
    (folder / "zones.js").write_text("// edited")
    after = place(client)
    assert after != before
    assert client.get(f"{after}zones.js").text == client.get(f"{before}zones.js").text == "// edited"
    assert client.get(f"{after}zones.js").headers["Cache-Control"] == "no-cache"


def test_the_page_finds_its_api_elsewhere_and_may_call_nobody_else(folder):
    for settings, content, connect in ({}, "", "'self'"), ({"API_BASE": API}, API, f"'self' {API}"):
        index = served(folder, **settings).get("/")
        said = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', index.text)[1]
        assert f'<meta name="api-base" content="{content}"' in index.text
        for policy in (said, index.headers["Content-Security-Policy"]):
            assert f"; connect-src {connect}; " in policy


def test_the_script_of_the_description_is_no_part_of_the_page(folder):
    client = served(folder)
    assert client.get("/vendor/rapidoc.js").headers["Cache-Control"] == "no-cache"
    assert not any("rapidoc.js" in address for address in read(folder).files)
