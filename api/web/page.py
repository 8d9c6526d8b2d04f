"""The page as it is given out: an index that is asked for anew, all else below a folder that may be kept for good.

The folder's name is a hash of all the page's files, so that what lies at an address never changes. The files refer to
each other by relative addresses; only the index's own lead into the folder.
"""

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

FOLDER = "v"
"""Where the releases lie, each in a folder of its own."""

INDEX = "index.html"

DESCRIBES = "vendor/rapidoc.js"
"""The script of the API's description lies beside the page's files, but the page doesn't need it."""

ASKED_ANEW = {"Cache-Control": "no-cache"}
"""Of the index: kept, but never shown without asking whether it is still the same."""

KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Of everything else: kept for a year, which is as long as anything is."""

REFERENCE = re.compile(r'\b(href|src)="([^"]+)"')
NO_API = 'name="api-base" content=""'
OWN_HOST = "connect-src 'self'"


class Page(NamedTuple):
    """A release of the page: its folder, where its files are read by their addresses, and the index that names them."""

    folder: str
    files: dict[str, Path]
    index: bytes


def read(root: Path, api_base: str = "") -> Page:
    """The page that lies in a folder, made to look for the API at an origin, or at its own without one."""
    paths = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*")) if path.is_file()}
    del paths[DESCRIBES]
    seen = sha256()
    for name, path in paths.items():
        seen.update(f"{name}\0".encode() + sha256(path.read_bytes()).digest())
    folder = f"{FOLDER}/{seen.hexdigest()[:16]}"
    index = REFERENCE.sub(rf'\1="{folder}/\2"', paths.pop(INDEX).read_text("utf-8"))
    if api_base:
        index = index.replace(NO_API, f'name="api-base" content="{api_base}"')
        index = index.replace(OWN_HOST, f"{OWN_HOST} {api_base}")
    return Page(folder, {f"{folder}/{name}": path for name, path in paths.items()}, index.encode())
