"""The page as files for any host: what is written, what stays, and where nothing is written."""

import shutil

import pytest

from api import create_app
from api.config import ROOT
from api.operation import publish
from api.web.page import read
from tests.api.conftest import SETTINGS

API = "https://api.example.org"
NOWHERE = "sqlite:////no/such/folder/x.db"


@pytest.fixture
def app(tmp_path):
    """An app with no database, and with page's files that may be changed."""
    folder = shutil.copytree(ROOT / "frontend", tmp_path / "frontend")
    return create_app(**SETTINGS, DATABASE_URL=NOWHERE, FRONTEND=folder, API_BASE=API)


def copied(app, folder, *words):
    """The command's exit code and what it printed."""
    done = app.test_cli_runner().invoke(args=["page", str(folder), *words])
    return done.exit_code, done.output


def written(folder):
    """All files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rules(text):
    """The rules of a `_headers` file: by pattern, what is said."""
    found = [block.splitlines() for block in text.strip().split("\n\n")]
    return {at: dict(line.strip().split(": ", 1) for line in said) for at, *said in found}


def test_the_copy_is_the_page(app, tmp_path):
    code, said = copied(app, tmp_path / "new" / "site", "--api-base", f"{API}/")
    page = read(app.config["FRONTEND"], API)
    files = {address: path.read_bytes() for address, path in page.files.items()}
    found = written(tmp_path / "new" / "site")
    assert (code, page.folder in said) == (0, True)
    assert found.pop("_headers")
    assert found == {"index.html": page.index, **files}


def test_without_an_origin_the_api_is_at_the_pages_own_host(app, tmp_path):
    assert copied(app, tmp_path / "site")[0] == 0
    assert (tmp_path / "site" / "index.html").read_bytes() == read(app.config["FRONTEND"]).index


def test_hosts_are_told_to_say_what_the_server_says(app, tmp_path):
    copied(app, tmp_path / "site", "--api-base", API)
    found = rules((tmp_path / "site" / "_headers").read_text())
    folder = f"/{read(app.config['FRONTEND']).folder}"
    assert {at for at, said in found.items() if "Cache-Control" in said} == {"/", "/index.html", f"{folder}/*"}
    assert "frame-ancestors 'none'" in found["/*"]["Content-Security-Policy"]
    client = app.test_client()
    for path, rule in ("/", "/"), ("/index.html", "/index.html"), (f"{folder}/app.js", f"{folder}/*"):
        answer = client.get(path)
        assert answer.status_code == 200
        for name, value in {**found["/*"], **found[rule]}.items():
            assert answer.headers[name] == value


def test_an_earlier_release_stays_for_pages_that_are_open(app, tmp_path):
    site = tmp_path / "site"
    copied(app, site)
    before = written(site)
    (app.config["FRONTEND"] / "zones.js").write_text("// another")
    assert copied(app, site)[0] == 0
    after = written(site)
    assert after["index.html"] == read(app.config["FRONTEND"]).index != before["index.html"]
    assert {name: after[name] for name in before if name.startswith("v/")}.items() <= before.items()
    assert len(after) == len(before) + len(read(app.config["FRONTEND"]).files)


def test_the_index_is_the_last_to_be_replaced_and_a_copy_that_broke_off_is_finished(app, tmp_path, monkeypatch):
    site = tmp_path / "site"
    copied(app, site)
    before = (site / "index.html").read_bytes()
    (app.config["FRONTEND"] / "zones.js").write_text("// another")
    whole, done = publish.put, []

    def full(path, content):
        if len(done) == 50:
            path.with_name(path.name + ".part").write_bytes(b"")
            raise OSError("No space left on device")
        done.append(whole(path, content))

    monkeypatch.setattr(publish, "put", full)
    assert copied(app, site)[0] == 1
    assert (site / "index.html").read_bytes() == before
    monkeypatch.setattr(publish, "put", whole)
    assert copied(app, site)[0] == 0
    page = read(app.config["FRONTEND"])
    found = written(site)
    assert found["index.html"] == page.index
    assert all(found[address] == path.read_bytes() for address, path in page.files.items())


@pytest.mark.parametrize("stranger", ["index.html", "notes.txt", ".git/HEAD", "v/old/app.js"])
def test_nothing_is_written_beside_what_is_no_copy(app, tmp_path, stranger):
    site = tmp_path / "site"
    if "/" in stranger:
        copied(app, site)
    (site / stranger).parent.mkdir(parents=True, exist_ok=True)
    (site / stranger).write_text("mine")
    before = written(site)
    code, said = copied(app, site)
    assert (code, "has to be new or empty" in said) == (1, True)
    assert written(site) == before


def test_the_pages_own_folder_is_no_place_for_its_copy(app):
    for folder in (app.config["FRONTEND"], app.config["FRONTEND"] / "site"):
        code, said = copied(app, folder)
        assert (code, "outside of" in said) == (1, True)
    assert not (app.config["FRONTEND"] / "site").exists()


@pytest.mark.parametrize("said", ["api.example.org", f"{API}/api/v1", f"{API} https://other.example"])
def test_an_address_that_is_no_origin_is_refused(app, tmp_path, said):
    code, told = copied(app, tmp_path / "site", "--api-base", said)
    assert (code, "a scheme and a host alone, such as https://api.example.org" in told) == (2, True)
    assert not (tmp_path / "site").exists()
