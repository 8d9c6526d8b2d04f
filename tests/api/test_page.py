"""The page as it is given out: what is kept for good lies at an address of its own, and the index is asked for anew."""

import os
import re
import shutil
from urllib.parse import urljoin

import pytest

from api.config import ROOT
from api.web.page import read


@pytest.fixture
def folder(tmp_path):
    """The page's files, to be changed."""
    return shutil.copytree(ROOT / "frontend", tmp_path / "page")


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
