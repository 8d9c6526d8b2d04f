"""What the page does besides a game: the connection, invitations, reasons, talk, languages, errors beside fields."""

import json
import re

import pytest
from playwright.sync_api import Error

from tests.browser.visitor import LOCALES, NAMES, number

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

REFUSED = re.compile(r"net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED")


def test_a_lost_connection_is_said_and_play_goes_on_when_it_is_back(visit):
    visitor = visit("en").enter()
    visitor.begin_with("serum")
    visitor.context.set_offline(True)
    visitor.at(".banner-lost").wait_for()
    visitor.context.set_offline(False)
    visitor.page.evaluate("window.dispatchEvent(new Event('online'))")
    visitor.at(".banner-lost").wait_for(state="detached")
    visitor.step()
    assert all(REFUSED.search(error) for error in visitor.errors)
    visitor.errors.clear()


def test_a_move_sent_into_silence_arrives_once(visit):
    visitor = visit("en").enter()
    visitor.begin_with("serum")
    keys = []

    def lose_the_answer(way):
        """The server gets the move, the page doesn't get the first answer."""
        keys.append(way.request.headers["idempotency-key"])
        if len(keys) == 1:
            way.fetch()
            way.abort()
        else:
            way.continue_()

    visitor.page.route("**/moves*", lose_the_answer)
    with visitor.page.expect_response("**/moves*") as again:
        visitor.step()
    assert again.value.ok
    assert keys == keys[:1] * 2
    visitor.errors.clear()


def test_a_friend_comes_by_the_link_with_a_name_alone(visit):
    host, friend = visit("en").enter(), visit("zh-Hant")
    host.go("create")
    host.at("form.create select").nth(0).select_option("4")
    host.at("form.create input[type=checkbox]").check()
    host.at("form.create button[type=submit]").click()
    link = host.at("#link").input_value()
    assert re.search(r"/#/join/[^/]+/[^/]+$", link)
    friend.page.goto(link)
    friend.name = f"{NAMES['zh-Hant']}{next(number)}"
    friend.at(".join input").fill(friend.name)
    friend.at(".join button[type=submit]").click()
    friend.at(".waiting").wait_for()
    host.at(f".place-name:has-text('{friend.name}')").wait_for()
    host.at(".bots button").nth(1).click()
    host.at(".table").wait_for()
    friend.at(".table").wait_for()
    friend.at("#say").fill("<b>大家好</b>")
    friend.at("form.say button").click()
    host.at(".said:has-text('<b>大家好</b>')").wait_for()


def test_a_private_game_is_watched_with_the_link_alone(visit):
    host, watcher = visit("en").enter(), visit("en")
    host.go("create")
    host.at("form.create select").nth(0).select_option("4")
    host.at("form.create input[type=checkbox]").check()
    host.at("form.create button[type=submit]").click()
    link = host.at("#link").input_value()
    watcher.page.goto(re.sub(r"/join/([^/]+)/.*", r"/game/\1", link))
    watcher.at("[role=alert]").wait_for()
    watcher.page.goto(link)
    watcher.at(".join a").first.click()
    watcher.at(".waiting").wait_for()
    host.at(".bots button").nth(1).click()
    watcher.at(".table").wait_for()
    assert watcher.at(".own-side").count() == 0
    assert "watching" in watcher.at(".compose").inner_text()
    assert watcher.at(".talk form").count() == 0


def test_a_sealed_answer_is_shown_and_may_be_changed(visit):
    """The table of a rescue window, as the server would tell it to one who has passed already."""
    visitor = visit("en").enter()
    visitor.create(seats=4)

    def in_a_window(way):
        answer = way.fetch(headers={**way.request.headers, "if-none-match": ""})
        table = answer.json()
        if table["view"]:
            table["view"] |= {"phase": "rescue", "dying": [2], "asked": [0, 3], "answer": {"type": "pass"}, "active": 1}
            table["view"]["players"][2]["blood"] = 0
            table["asked"], table["barred"] = [0, 3], []
            pick = {"pick": [2], "least": 1, "most": 1}
            table["options"] = [{"type": "rescue", "target": pick}, {"type": "pass"}]
        way.fulfill(response=answer, json=table)

    visitor.page.route(re.compile(r"/games/[^/]+(/bots)?(\?.*)?$"), in_a_window)
    visitor.at(".bots button").nth(1).click()
    visitor.at(".answered").wait_for()
    assert "Do not rescue" in visitor.at(".answered").inner_text()
    assert not visitor.waited_for(), "who has answered isn't called again"
    assert visitor.at(".seat.dying .flag-dying").count() == 1
    visitor.at("[data-say=rescue]").click()
    assert visitor.at(".sentence").inner_text() == "Use First Aid on Bot 3"
    assert visitor.at(".compose .primary").get_attribute("aria-disabled") is None


def test_one_who_comes_back_sees_where_he_left_off(visit):
    host, friend = visit("en").enter(), visit("en").enter()
    host.go("create")
    host.at("form.create select").nth(0).select_option("4")
    host.at("form.create select").nth(1).select_option("2")
    host.at("form.create .house-rules summary").click()
    host.at(".house select").first.select_option(label="Player 4")  # whom the friend will be
    host.at("form.create button[type=submit]").click()
    friend.page.goto(host.at("#link").input_value())
    friend.at(".join button").click()
    host.at(".story .line-dealt").wait_for()
    assert host.at(".since").count() == 0
    host.go("")
    host.at(".lobby").wait_for()
    friend.at(".status.mine").wait_for()
    friend.step()
    host.page.go_back()
    host.at(".since").wait_for()
    assert host.at(".since ~ .line").count() > 0
    assert host.at(".story .line").count() > host.at(".since ~ .line").count()


def test_talk_shows_the_latest_and_earlier_messages_on_demand(visit):
    visitor = visit("en").enter()
    visitor.create(seats=4, bots=3)
    game = visitor.page.url.rsplit("/", 1)[1]
    for n in range(1, 61):
        visitor.post(f"games/{game}/talk", {"text": f"message {n}"})
    visitor.page.reload()
    visitor.at(".said:text-is('message 60')").wait_for()
    assert visitor.at(".said:text-is('message 5')").count() == 0
    visitor.page.get_by_role("button", name="Show earlier messages").click()
    visitor.at(".said:text-is('message 1')").wait_for()
    assert visitor.at(".said").count() == 60
    assert visitor.at(".talk .scroll > button").count() == 0


CHANGES_AT_ONCE = """new MutationObserver((_, watch) => {
    if (!document.querySelector(".lobby")) return;
    watch.disconnect();
    location.hash = "#/rules";
}).observe(document, { childList: true, subtree: true });"""


def test_an_address_that_changes_while_the_page_begins_is_followed(visit):
    ann = visit().enter()
    ann.page.add_init_script(CHANGES_AT_ONCE)
    ann.page.reload()
    ann.at(".book").first.wait_for()


def test_no_text_can_become_markup_or_script(visit):
    visitor = visit("en").enter()
    with pytest.raises(Error, match="TrustedHTML"):
        visitor.page.evaluate("document.body.innerHTML = '<b>text</b>'")
    with pytest.raises(Error, match=r"[Cc]ontent [Ss]ecurity [Pp]olicy|TrustedScript|unsafe-eval"):
        visitor.page.add_script_tag(content="window.ran = true")
    assert visitor.page.evaluate("window.ran") is None
    visitor.errors.clear()


def test_a_covered_identity_stands_nowhere_on_the_page(visit):
    visitor = visit("en").enter()
    visitor.create(seats=4, bots=3)
    identity = visitor.at(".own-identity strong").inner_text()

    def told():
        """Where one's own identity might stand."""
        places = visitor.at(".own-side, .seat.own, .story .line-dealt")
        return [text for text in places.all_inner_texts() if identity in text]

    assert len(told()) >= 2
    visitor.at(".own-identity button").click()
    assert told() == []
    visitor.page.reload()
    visitor.at(".own-identity.is-covered").wait_for()
    assert told() == []
    visitor.at(".own-identity button").click()
    assert len(told()) >= 2


def test_what_is_not_lit_says_why_and_by_which_rule(visit):
    """At full blood a serum can't be used: the reason is a sentence with the number of a rule."""
    visitor = visit("en").enter()
    visitor.begin_with("serum")
    visitor.at(".own-hand .card-button:has(.dim)").first.click(force=True)
    why = visitor.at(".why")
    why.wait_for()
    assert "full blood" in why.inner_text()
    rule = why.locator("button.rule-number").inner_text()
    assert rule == "F17"
    why.locator("button.rule-number").click()
    assert why.locator(".rule-sentence").inner_text()
    why.locator(".rule-sentence a").click()
    visitor.at(".sentences .found").wait_for()
    assert visitor.at(".sentences .found .rule-number").inner_text() == rule
    assert visitor.page.evaluate("document.querySelector('.found').getBoundingClientRect().top < innerHeight")


def test_the_language_changes_at_the_table_and_is_remembered(visit):
    visitor = visit("en").enter()
    visitor.create(seats=4, bots=3)
    for lang in LOCALES:
        visitor.at(".language select").select_option(lang)
        visitor.page.locator(f"html[lang={lang}]").wait_for()
        visitor.lang = lang
        visitor.page.wait_for_timeout(300)
        assert [odd for odd in visitor.speaks() if odd not in visitor.name] == []
    visitor.at(".language select").select_option("zh-Hant")
    visitor.page.locator("html[lang=zh-Hant]").wait_for()
    visitor.page.reload()
    visitor.page.locator("html[lang=zh-Hant]").wait_for()
    visitor.at(".table").wait_for()


def test_house_rules_that_make_no_sense_are_told_at_their_field(visit):
    visitor = visit("en").enter()
    visitor.go("create")
    visitor.at("form.create .house-rules summary").click()
    swat = visitor.at(".house").first.locator("input").first
    swat.fill("3")
    visitor.at("form.create button[type=submit]").click()
    error = visitor.at(".house").first.locator(".error")
    error.wait_for()
    assert "add up" in error.inner_text()
    swat.fill("2")
    visitor.at("form.create button[type=submit]").click()
    visitor.at(".waiting").wait_for()


def test_register_log_out_log_in_and_a_guest_becomes_an_account(visit):
    visitor = visit("en").enter()
    visitor.create(seats=4)
    visitor.go("account")
    visitor.at("input[type=password]").fill("correct horse")
    visitor.at(".enter button[type=submit]").click()
    visitor.at(".account .enter").wait_for(state="detached")
    visitor.at(".account > .buttons button").click()
    visitor.at(".door").wait_for()
    login = visitor.at(".ways .card").nth(1)
    login.locator("input").nth(0).fill(visitor.name)
    login.locator("input").nth(1).fill("wrong horse")
    login.locator("button[type=submit]").click()
    login.locator(".error").wait_for()
    login.locator("input").nth(1).fill("correct horse")
    login.locator("button[type=submit]").click()
    visitor.at(".entry").first.wait_for()
    assert visitor.name in visitor.at(".entry").first.inner_text()


def test_a_name_that_is_taken_is_told(visit):
    first, second = visit("en").enter(), visit("en")
    second.page.goto(second.site)
    second.at(".card-first input").fill(first.name)
    second.at(".card-first button[type=submit]").click()
    second.at(".card-first .error").wait_for()
    assert "taken" in second.at(".card-first .error").inner_text()


def test_the_lobby_shows_ones_games_and_public_ones_page_by_page(visit):
    visitor = visit("en").enter()
    for _ in range(12):
        visitor.create(seats=4)
    visitor.go("")
    visitor.at(".lobby").wait_for()
    own, public = (visitor.at(".lobby > section").nth(place) for place in (0, 1))
    own.locator(".entry").nth(11).wait_for()
    public.locator(".entry").nth(9).wait_for()
    assert public.locator(".entry").count() == 10
    public.get_by_role("button", name="Show more").click()
    public.locator(".entry").nth(11).wait_for()
    open_ones = public.locator(".entry", has_text=visitor.name)
    open_ones.first.wait_for()
    public.get_by_role("button", name="Ended").click()
    open_ones.first.wait_for(state="detached")


def test_the_end_offers_a_rematch_and_the_record(visit, tmp_path):
    visitor = visit("en").enter()
    visitor.create(seats=4, bots=3)
    visitor.play()
    with visitor.page.expect_download() as download:
        visitor.at(".end .buttons button").last.click()
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["game"] == "fireline"
    assert record["names"][0] == visitor.name
    old = visitor.page.url
    visitor.at(".end .primary").click()
    visitor.at(".status").wait_for()
    assert visitor.page.url != old


def test_the_page_and_the_engine_tell_the_same_story(visit, site):
    """Every event of an ended game, in every language: the page's sentence is the one of `engine.tell`."""
    from engine.tell import tell
    from engine.words import load

    visitor = visit("en").enter()
    visitor.create(seats=4, bots=3)
    visitor.play()
    game = visitor.page.url.rsplit("/", 1)[1]
    events = visitor.page.evaluate("path => fetch(path).then(a => a.json())", f"api/v1/games/{game}?after=0")["events"]
    assert len(events) > 20
    names = ["A", "B", "C", "D"]
    for lang in LOCALES:
        told = visitor.page.evaluate(
            """async ([events, lang, names]) => {
                const { tell } = await import(new URL("story.js", document.querySelector("script").src));
                const words = await fetch(`api/v1/rulesets/fireline/words/${lang}`).then(a => a.json());
                return events.map(event => tell(event, words, names));
            }""",
            [events, lang, names],
        )
        words = load("fireline", lang)
        for event, sentence in zip(events, told, strict=True):
            assert sentence == tell(event, words, names)
