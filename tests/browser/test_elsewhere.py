"""The page's copy on a host that knows nothing but files, below a path; what a browser asks for at a second visit."""

import http.server
import threading
from urllib.parse import urlsplit

import pytest

from api import create_app
from tests.browser.visitor import LOCALES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files and nothing else, without a word."""

    def log_message(self, *args):
        """Nobody reads it."""


@pytest.fixture
def elsewhere(site, tmp_path):
    """The address of a copy of the page, at another origin than the API and below a path."""
    app = create_app(DATABASE_URL="sqlite:////no/such/folder/x.db", SECRET_KEY="of no importance", TESTING=True)
    words = ["page", str(tmp_path / "games"), "--api-base", site]
    assert app.test_cli_runner().invoke(args=words).exit_code == 0

    def handler(*args):
        return Quiet(*args, directory=tmp_path)

    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/games/"
    host.shutdown()
    host.server_close()


@pytest.mark.parametrize("lang", LOCALES)
def test_the_page_is_played_from_any_host_of_files(visit, site, elsewhere, lang):
    visitor = visit(lang)
    visitor.site = elsewhere
    answers = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.enter()
    assert visitor.speaks() == []
    visitor.create(seats=4, bots=3)
    visitor.at(".status.mine").wait_for()
    visitor.page.locator("link[rel=icon][href*=icon-turn]").wait_for(state="attached")
    assert visitor.page.evaluate("fetch(document.querySelector('link[rel=icon]').href).then(icon => icon.ok)")
    visitor.step()
    visitor.page.wait_for_timeout(2500)
    assert visitor.at(".banner-lost").count() == 0
    page, api = urlsplit(elsewhere).netloc, urlsplit(site).netloc
    asked = {(urlsplit(answer.url).netloc, urlsplit(answer.url).path.split("/")[1]) for answer in answers}
    assert asked == {(page, "games"), (api, "api")}
    assert [answer.url for answer in answers if answer.status >= 400] == []
    other = next(each for each in LOCALES if each != lang)
    visitor.at(".language select").select_option(other)
    visitor.page.locator(f"html[lang={other}]").wait_for()


def test_a_second_visit_asks_for_the_index_alone(visit, site):
    """Whether one comes back or loads the page anew."""
    visitor = visit("en")
    asked, kept = [], set()

    def came(told):
        answer, path = told["response"], urlsplit(told["response"]["url"]).path
        if not (answer["fromDiskCache"] or told["requestId"] in kept or path.startswith("/api/")):
            asked.append(path)

    browser = visitor.context.new_cdp_session(visitor.page)
    browser.send("Network.enable")
    browser.on("Network.requestServedFromCache", lambda told: kept.add(told["requestId"]))
    browser.on("Network.responseReceived", came)
    visitor.page.goto(site)
    visitor.at(".door").wait_for()
    assert len(asked) > 90
    visitor.page.goto("about:blank")
    for again in (lambda: visitor.page.goto(site), visitor.page.reload):
        asked.clear()
        again()
        visitor.at(".door").wait_for()
        assert asked == ["/"]
