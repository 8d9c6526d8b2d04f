"""The account's sections, the pages that mails lead to, players and series: each once through, in each language."""

import json
import re
import time

import pytest

from api import create_app
from api.delivery import calls, links, mail
from tests.browser.conftest import SECRET
from tests.browser.test_access import faults
from tests.browser.visitor import LOCALES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PASSWORD = "correct horse"
STANDARD = r"Webhooks?|TLS|[25]xx|Standard Webhooks|Atom|ICS|https?|UTC|GMT|[\w.]+@[\w.]+|[A-Z]\w+/\w+"
"""What is called the same in every language."""


@pytest.fixture
def settled(visit):
    """Makes visitors with an account, and the page of it open."""

    def settled(lang="en", **context):
        visitor = visit(lang, bypass_csp=True, **context).enter()
        assert visitor.post("me/claim", {"password": PASSWORD})["player"]["kind"] == "account"
        visitor.go("account")
        visitor.page.reload()
        visitor.at("[data-section=bots]").wait_for()
        return visitor

    return settled


@pytest.fixture
def server(tmp_path):
    """What the server itself would write into a mail."""
    app = create_app(DATABASE_URL=f"sqlite:///{tmp_path / 'none.db'}", SECRET_KEY=SECRET)
    with app.app_context():
        yield app


def section(visitor, name):
    """A section of the account page, opened and fetched."""
    found = visitor.at(f"[data-section={name}]")
    if found.get_attribute("open") is None:
        found.locator("summary").first.click()
    found.locator("> .buttons, > form, > details").first.wait_for()
    return found


def said(found, text):
    """Wait until a section says so."""
    found.locator("[role=status]").first.filter(has_text=text).wait_for()


def called(visitor, hooks):
    """Ask until a call is told of."""
    for _ in range(60):
        if hooks.locator(".deliveries li").count():
            return
        hooks.locator(".deliveries button").click()
        visitor.page.wait_for_timeout(500)
    raise AssertionError("nothing was called")


def strange(visitor):
    """What of the page is in no language that the visitor speaks."""
    theirs = [visitor.name, *visitor.at("main code, main select").all_inner_texts()]
    text = visitor.text()
    for name in theirs:
        text = text.replace(name, "")
    odd = re.findall(r"\b[a-z]+\.\w+_?\w+\b|undefined|\bnull\b|NaN|\[object|[{}]", re.sub(STANDARD, "", text))
    other = r"[\u3400-\u9fff]+" if visitor.lang == "en" else r"[A-Za-z]{2,}"
    return odd + re.findall(other, re.sub(STANDARD, "", text))


@pytest.mark.parametrize("lang", LOCALES)
def test_every_section_speaks_the_language_fits_a_phone_and_is_open_to_all(settled, lang):
    visitor = settled(lang)
    visitor.post("me/leaves", {"begins": "2090-01-01T00:00:00Z", "ends": "2090-01-09T00:00:00Z"})
    visitor.post("me/email", {"email": "ann@example.org"})
    visitor.post("me/hooks", {"url": "https://hooks.example.org/" + "long/" * 20})
    visitor.post("me/bots", {"name": f"9{visitor.name}"})
    for name in ("leaves", "notifications", "feed", "hooks", "password", "tokens", "bots", "deletion"):
        found = section(visitor, name)
        for more in found.locator("details.more > summary").all():
            more.click()
    visitor.at("[data-section=hooks] [aria-expanded]").click()
    visitor.at(".deliveries [role=status]").wait_for()
    visitor.name = f"9{visitor.name}"
    assert [word for word in strange(visitor) if word not in visitor.name] == []
    assert visitor.fits()
    visitor.shoot("account")
    assert faults(visitor) == []


def test_a_leave_is_announced_and_withdrawn(settled):
    visitor = settled()
    leaves = section(visitor, "leaves")
    begins, ends = leaves.locator("input").all()
    begins.fill("2090-01-05T08:00")
    ends.fill("2090-01-01T08:00")
    leaves.locator("button[type=submit]").click()
    leaves.locator(".field .error").wait_for()
    assert begins.input_value() == "2090-01-05T08:00", "a refusal loses nothing"
    ends.fill("2090-01-09T08:00")
    leaves.locator("button[type=submit]").click()
    said(leaves, "Your tables know")
    assert "Jan 5" in leaves.locator("li").inner_text() or "5 Jan" in leaves.locator("li").inner_text()
    leaves.locator("li button").click()
    said(leaves, "withdrawn")
    assert leaves.locator("li").count() == 0
    assert visitor.page.evaluate("document.activeElement !== document.body"), "the keyboard has lost its place"


def test_an_address_is_given_confirmed_by_its_link_and_forgotten(settled, visit, server):
    visitor = settled("zh-Hant")
    news = section(visitor, "notifications")
    news.locator("input[type=email]").fill("hua@example.org")
    news.locator("form").first.locator("button").click()
    news.locator("p:has-text('hua@example.org')").first.wait_for()
    assert news.locator("select").first.input_value() == "zh-Hant", "mails speak as the page does"
    player = visitor.page.evaluate("JSON.parse(localStorage.getItem('fireline.session')).player.id")
    code = mail.confirming(player, "hua@example.org")

    stranger = visit("zh-Hans")
    stranger.go(f"confirm/{code}")
    stranger.at(".letter input").nth(0).fill(visitor.name)
    stranger.at(".letter input").nth(1).fill(PASSWORD)
    stranger.at(".letter button").click()
    stranger.at(".letter button.primary:has-text('确认')").click()
    stranger.at(".letter [role=status]:has-text('邮箱已确认')").wait_for()

    visitor.page.reload()
    news = section(visitor, "notifications")
    news.locator("p:has-text('消息會寄到hua@example.org')").wait_for()
    news.locator(".buttons button").first.click()
    news.locator("p:has-text('你沒有填寫')").wait_for()
    visitor.go("confirm/forged")
    visitor.at(".letter button").click()
    visitor.at(".letter [role=alert]").wait_for()
    assert "連結" in visitor.at(".letter [role=alert]").inner_text()


def test_wishes_language_and_zone_are_kept(settled):
    visitor = settled()
    news = section(visitor, "notifications")
    news.locator("[data-wish='seat/hooks']").check()
    said(news, "Saved")
    language, zone = news.locator("select").all()
    language.select_option("zh-Hant")
    zone.select_option("Asia/Taipei")
    news.locator("form button").last.click()
    visitor.page.wait_for_function("document.activeElement.getAttribute('role') === 'status'")
    visitor.page.reload()
    news = section(visitor, "notifications")
    assert news.locator("[data-wish='seat/hooks']").is_checked()
    assert not news.locator("[data-wish='seat/mail']").is_checked()
    assert [field.input_value() for field in news.locator("select").all()] == ["zh-Hant", "Asia/Taipei"]


def test_mails_are_ended_by_their_link_without_coming_in(settled, visit, server):
    visitor = settled()
    player = visitor.page.evaluate("JSON.parse(localStorage.getItem('fireline.session')).player.id")
    reader = visit("zh-Hans")
    reader.go(f"unsubscribe/{links.ticket(player, 'turn')}")
    reader.at(".letter button").click()
    reader.at(".letter [role=status]:has-text('已停止')").wait_for()
    assert reader.fits()
    news = section(visitor, "notifications")
    assert not news.locator("[data-wish='turn/mail']").is_checked()
    assert news.locator("[data-wish='turn/hooks']").is_checked()
    reader.go("unsubscribe/forged")
    reader.at(".letter button").click()
    reader.at(".letter [role=alert]").wait_for()


def test_a_feed_is_made_renewed_and_ended(settled):
    visitor = settled()
    feed = section(visitor, "feed")
    feed.locator(".buttons button").click()
    said(feed, "Here are the addresses")
    atom, ics = [field.input_value() for field in feed.locator("input").all()]
    assert atom.endswith(".atom")
    assert ics.endswith(".ics")
    feed.locator(".buttons button", has_text="new addresses").click()
    visitor.page.wait_for_function("old => document.querySelector('[data-section=feed] input').value !== old", arg=atom)
    feed.locator(".buttons button", has_text="End").click()
    said(feed, "good for nothing")
    assert feed.locator("input").count() == 0


def test_a_webhook_is_added_tested_and_deleted(settled):
    visitor = settled()
    hooks = section(visitor, "hooks")
    hooks.locator("input[type=url]").fill("http://127.0.0.1/private")
    hooks.locator("button[type=submit]").click()
    hooks.locator(".field .error").wait_for()
    hooks.locator("input[type=url]").fill("https://hooks.example.org/fireline")
    hooks.locator("button[type=submit]").click()
    said(hooks, "Keep its secret")
    assert hooks.locator("input[readonly]").input_value().startswith("whsec_")
    assert "hooks.example.org/fireline" in hooks.locator("li code").inner_text()
    hooks.get_by_role("button", name=re.compile("^Test")).click()
    said(hooks, "on its way")
    hooks.get_by_role("button", name="Latest calls").click()
    hooks.locator(".deliveries").wait_for()
    hooks.get_by_role("button", name="Delete").click()
    said(hooks, "deleted")
    assert hooks.locator("li").count() == 0


@pytest.mark.parametrize("lang", LOCALES)
def test_a_host_looks_after_his_games_webhooks_before_the_start_and_after(settled, visit, clock, lang):
    ann, ben = settled(lang), visit(lang).enter()
    game = ann.post("games", {"ruleset": "fireline", "seats": 4, "start": "creator", "options": {"first": 0}})["id"]
    ben.post(f"games/{game}/seats", {})
    ben.go(f"game/{game}")
    ben.at(".places").wait_for()
    ann.go(f"game/{game}")
    hooks = section(ann, "hooks")
    hooks.locator("input[type=url]").fill("http://127.0.0.1/private")
    hooks.locator("button[type=submit]").click()
    hooks.locator(".field .error").wait_for()
    hooks.locator("input[type=url]").fill("https://hooks.example.org/table")
    hooks.locator("button[type=submit]").click()
    hooks.locator("li").wait_for()
    assert hooks.locator("input[readonly]").input_value().startswith("whsec_")
    ann.shoot("hooks-waiting")
    assert strange(ann) == []
    assert ann.fits()
    assert faults(ann) == []
    assert ben.at("[data-section=hooks]").count() == 0, "a guest at the table has nothing to do with its webhooks"

    ann.post(f"games/{game}/bots", {"level": "random", "count": 2})
    ann.post(f"games/{game}/start", {})
    ann.at(".table").wait_for()
    hooks = section(ann, "hooks")
    assert hooks.locator("input[readonly]").count() == 0, "the secret was told once"
    assert hooks.locator("li a").count() == 0, "here all are of this game"
    hooks.locator("li .buttons button").first.click()
    hooks.locator(".done:not(:empty)").wait_for()
    clock()
    hooks.locator("[aria-expanded]").click()
    called(ann, hooks)
    ann.shoot("hooks-table")
    assert ann.fits()
    assert faults(ann) == []
    ben.at(".affairs").wait_for()
    assert ben.at("[data-section=hooks]").count() == 0

    ann.go("account")
    ann.at("[data-section=hooks] summary").click()
    assert ann.at("[data-section=hooks] li a").get_attribute("href") == f"#/game/{game}"
    ann.go(f"game/{game}")
    hooks = section(ann, "hooks")
    hooks.locator("li .buttons button").last.click()
    hooks.locator("li").wait_for(state="detached")


def test_a_password_is_changed_by_who_knows_it(settled):
    visitor = settled()
    other = visitor.post("me/tokens", {"scopes": ["play"], "label": "old"})["token"]["secret"]
    change = section(visitor, "password")
    old, new = change.locator("input[type=password]").all()
    old.fill("wrong horse")
    new.fill(f"{PASSWORD} 2")
    change.locator("button").click()
    change.locator("[role=alert]:has-text('not your password')").wait_for()
    assert status(visitor, "me", other) == 200
    old.fill(PASSWORD)
    change.locator("button").click()
    said(change, "is changed")
    assert change.locator("[role=alert]").count() == 0
    assert [old.input_value(), new.input_value()] == ["", ""]
    assert status(visitor, "me", other) == 401
    visitor.page.reload()
    visitor.at(f".account h1:has-text('{visitor.name}')").wait_for()


def mailed(log, address):
    """The link in the mail to an address, which stands in the log once it is sent."""
    for _ in range(120):
        lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
        for line in lines:
            if line.get("to") == address and (link := re.search(r"#/(password/\S+)", line["text"])):
                return link[1]
        time.sleep(0.5)
    raise AssertionError("nothing was mailed")


@pytest.mark.parametrize("lang", LOCALES)
def test_who_has_forgotten_the_password_comes_back_by_a_mail(settled, visit, server, clock, log, lang):
    visitor = settled(lang)
    address = f"{lang}@example.org"
    visitor.post("me/email", {"email": address})
    player = visitor.page.evaluate("JSON.parse(localStorage.getItem('fireline.session')).player.id")
    assert visitor.post("me/email/confirm", {"code": mail.confirming(player, address)})["confirmed"] is True

    lost = visit(lang, bypass_csp=True)
    lost.name = visitor.name
    lost.go("door")
    lost.at("section:has(#account-title) button.plain").click()
    told = []
    for name in ("Nobody", visitor.name):
        lost.at("section:has(#account-title) input").fill(name)
        lost.at("section:has(#account-title) button[type=submit]").click()
        lost.at("section:has(#account-title) [role=status]:not(:empty)").wait_for()
        told.append(lost.at("section:has(#account-title)").inner_text())
    assert told[0] == told[1]
    lost.shoot("forgotten")
    assert strange(lost) == []
    assert lost.fits()
    assert faults(lost) == []

    clock()
    link = mailed(log, address)
    lost.go(link)
    lost.at(".letter input[type=password]").fill(f"{PASSWORD} 2")
    lost.shoot("reset")
    assert strange(lost) == []
    assert lost.fits()
    assert faults(lost) == []
    lost.at(".letter button[type=submit]").click()
    lost.at(".lobby").wait_for()
    assert lost.at(".banner").inner_text()
    assert visitor.name in lost.at(".head .me").inner_text()
    visitor.page.reload()
    visitor.at(".door").wait_for()  # whoever was in before is out

    lost.go(link)
    lost.at(".letter input[type=password]").fill(f"{PASSWORD} 3")
    lost.at(".letter button[type=submit]").click()
    lost.at(".letter [role=alert]").wait_for()
    assert strange(lost) == []


def test_a_token_is_made_with_its_scopes_works_and_is_revoked(settled):
    visitor = settled()
    tokens = section(visitor, "tokens")
    tokens.locator("details.more > summary").click()
    tokens.locator("form input:not([type=checkbox])").fill("my program")
    for box in tokens.locator("form input[type=checkbox]").all()[:2]:
        box.uncheck()
    tokens.locator("button[type=submit]").click()
    tokens.locator("fieldset .error").wait_for()
    tokens.locator("form input[type=checkbox]").nth(1).check()
    tokens.locator("button[type=submit]").click()
    said(tokens, "Keep its secret")
    secret = tokens.locator("input[readonly]").input_value()
    entry = tokens.locator("li", has_text="my program")
    assert "Talk" in entry.inner_text()
    assert "until" in entry.inner_text()
    assert status(visitor, "me/games", secret) == 200
    entry.get_by_role("button").click()
    said(tokens, "revoked")
    assert tokens.locator("li").count() == 1
    assert status(visitor, "me/games", secret) == 401


def status(visitor, path, secret):
    """What a program gets that asks with this secret."""
    return visitor.page.evaluate(
        "([path, secret]) => fetch(`api/v1/${path}`, { headers: { Authorization: `Bearer ${secret}` } })"
        ".then((answer) => answer.status)",
        [path, secret],
    )


def test_a_bot_account_is_made_and_gets_a_token(settled):
    visitor = settled()
    bots = section(visitor, "bots")
    bots.locator("form input").last.fill(visitor.name)
    bots.locator("form button").last.click()
    bots.locator(".field .error").wait_for()
    bots.locator("form input").last.fill(f"{visitor.name} robot")
    bots.locator("form button").last.click()
    said(bots, "The bot account is there")
    bots.locator("details.more > summary").click()
    bots.locator("details.more form input").first.fill("nightly")
    bots.locator("details.more button[type=submit]").click()
    said(bots, "Keep its secret")
    assert status(visitor, "me", bots.locator("input[readonly]").input_value()) == 200
    bots.locator("li > a").click()
    visitor.at(".player").wait_for()
    assert f"Bot account of {visitor.name}" in visitor.text()


def test_an_account_is_deleted_after_its_password(settled):
    visitor = settled()
    deletion = section(visitor, "deletion")
    assert deletion.locator("button").is_disabled()
    deletion.locator("input[type=password]").fill("wrong horse")
    deletion.locator("input[type=checkbox]").check()
    deletion.locator("button").click()
    deletion.locator("[role=alert]").wait_for()
    assert visitor.at(".account").count() == 1, "who gives a wrong password stays where he is"
    deletion.locator("input[type=password]").fill(PASSWORD)
    deletion.locator("button").click()
    visitor.at(".door").wait_for()
    assert "deleted" in visitor.at(".banner").inner_text()


@pytest.mark.parametrize("lang", LOCALES)
def test_a_game_leads_to_its_players_and_its_series(settled, lang):
    visitor = settled(lang)
    options = {"max_turns": 1, "first": 0}
    game = visitor.post("games", {"ruleset": "fireline", "seats": 4, "options": options, "start": "creator"})["id"]
    visitor.post(f"games/{game}/bots", {"level": "sensible", "count": 3})
    visitor.post(f"games/{game}/start", {})
    visitor.go(f"game/{game}")
    visitor.at(".seat.own .seat-name").click(force=True)
    assert visitor.at(".look a").get_attribute("href").startswith("#/player/")
    visitor.page.keyboard.press("Escape")
    visitor.play()
    assert visitor.at(".series").count() == 0
    visitor.at(".end button.primary").click()
    visitor.at(".waiting .series li").nth(1).wait_for()
    assert visitor.at(".series [aria-current]").count() == 1
    assert visitor.name in visitor.at(".series table").inner_text()
    assert strange(visitor) == []
    assert visitor.fits()
    visitor.shoot("series")
    assert faults(visitor) == []
    visitor.at(".series li a").click()
    visitor.at(".end .series li").nth(1).wait_for()
    visitor.shoot("end-series")
    assert faults(visitor) == []
    visitor.at(f".revealed a.person:has-text('{visitor.name}')").click()
    visitor.at(".player .entry").wait_for()
    visitor.at(".results td").first.wait_for()
    assert strange(visitor) == []
    assert visitor.fits()
    visitor.shoot("player")
    assert faults(visitor) == []
    visitor.go("player/nobody")
    visitor.at("[role=alert]").wait_for()


def test_a_seat_of_undercover_leads_to_its_player(settled):
    visitor = settled()
    game = visitor.post("games", {"ruleset": "undercover", "seats": 14})["id"]
    visitor.post(f"games/{game}/bots", {"level": "random", "count": 13})
    visitor.go(f"game/{game}")
    visitor.at(".tile.own .tile-name").click()
    visitor.at(".look-sheet a").click()
    visitor.at(f".player h1:has-text('{visitor.name}')").wait_for()
    visitor.at(".player section").nth(2).wait_for()
    assert "No game is over yet" in visitor.text(), "a game that runs tells nothing of its players"


@pytest.mark.parametrize("lang", LOCALES)
def test_calls_that_failed_are_told_and_their_hook_is_enabled_again(settled, lang):
    """A hook after twenty failures, as the server would tell of it."""
    visitor = settled(lang)
    visitor.post("me/hooks", {"url": "https://hooks.example.org/"})
    went = [(500 if fault == "not_2xx" else None, fault) for fault in calls.FAULTS]
    went += [(None, "a_word_of_later"), (204, None)]
    made = [
        {
            "id": str(n),
            "type": "game.turn",
            "at": "2026-01-02T03:04:05Z",
            "status": status,
            "error": error,
            "took": 1234,
        }
        for n, (status, error) in enumerate(went)
    ]

    def failed(way):
        answer = way.fetch()
        hooks = [hook | {"failures": 20, "disabled": "2026-01-02T03:04:05Z"} for hook in answer.json()["hooks"]]
        way.fulfill(response=answer, json={"hooks": hooks})

    visitor.page.route("**/me/hooks", failed)
    visitor.page.route("**/deliveries", lambda way: way.fulfill(json={"deliveries": made}))
    hooks = section(visitor, "hooks")
    hooks.locator("li .error").wait_for()
    hooks.locator("[aria-expanded]").click()
    hooks.locator(".deliveries li").first.wait_for()
    told = hooks.locator(".deliveries strong").all_inner_texts()
    assert len(set(told)) == len(made), "each word of the server's is one of the page's"
    assert "500" in told[-3]
    visitor.shoot("hooks-faults")
    assert strange(visitor) == []
    assert visitor.fits()
    assert faults(visitor) == []
    visitor.page.unroute("**/me/hooks")
    hooks.locator("li > .buttons button").nth(2).click()
    hooks.locator("li .error").wait_for(state="detached")
