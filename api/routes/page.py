"""The page, served from here: the index by Flask, its files before it."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request, send_from_directory
from whitenoise import WhiteNoise

from api.web import headers
from api.web.page import ASKED_ANEW, DESCRIBES, KEPT, Page, read

plain = Blueprint("page", __name__)

PACKED = {"Vary": "Accept-Encoding"}
"""Of all files: they may be packed (api.web.packing)."""


def of(app: Flask) -> Page:
    """The page as it was when the app was made; in debug mode as it is now, so that what was edited shows."""
    if app.debug or "page" not in app.extensions:
        app.extensions["page"] = read(app.config["FRONTEND"], app.config["API_BASE"])
    page: Page = app.extensions["page"]
    return page


@plain.route("/")
@plain.route("/index.html")
def index() -> Response:
    """The page's index; 304 if it is still the same."""
    dress = {**headers.page(current_app.config["API_BASE"]), **ASKED_ANEW, **PACKED}
    answer = Response(of(current_app).index, content_type="text/html; charset=utf-8", headers=dress)
    answer.add_etag()
    return answer.make_conditional(request)


@plain.route("/v/<release>/<path:name>")
def of_another_release(release: str, name: str) -> Response:
    """A file as it is in this release, to be asked for anew.

    While processes of two releases run, a page that came from one asks the other; and a page stays open for days, and
    then wants its words in another language. The file that is here nearly always serves, and nothing never does.
    """
    answer = send_from_directory(current_app.config["FRONTEND"], name, conditional=False, etag=False)
    answer.headers.update(PACKED)
    del answer.headers["Last-Modified"]  # by which a process of the other release might say that its own is the same
    return answer


def before(app: Flask, inner: Callable[..., Iterable[bytes]]) -> WhiteNoise:
    """The files of the page before what is inside; in debug mode it serves them itself, since they may change."""
    page = {**headers.page(app.config["API_BASE"]), **PACKED}

    def dress(found: Any, path: str, url: str) -> None:
        for name, value in {**page, **(ASKED_ANEW if url == f"/{DESCRIBES}" else KEPT)}.items():
            found[name] = value

    files = WhiteNoise(inner, max_age=None, add_headers_function=dress)
    files.add_file_to_dictionary(f"/{DESCRIBES}", str(app.config["FRONTEND"] / DESCRIBES))
    if not app.debug:
        for url, path in of(app).files.items():
            files.add_file_to_dictionary(f"/{url}", str(path))
    return files
