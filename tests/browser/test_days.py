"""Games that last for days, by clicks: countdown, standing answers, leaving, a substitute and his hand-over."""

import re

import pytest

from api.clock import zones
from tests.browser.visitor import LOCALES

pytestmark = pytest.mark.browser

PACE = {"name": "own", "lengths": {"play": 3600, "discard": 3600, "rescue": 3600}}
SHORT = {"name": "own", "lengths": {"play": 12, "discard": 10, "rescue": 10}}


def table_of(visitors, pace=PACE, **more):
    """A game of these visitors and bots, begun; its id. The first begins."""
    body = {"ruleset": "fireline", "seats": 4, "start": "creator", "pace": pace, "options": {"first": 0}, **more}
    game = visitors[0].post("games", body)["id"]
    for visitor in visitors[1:]:
        visitor.post(f"games/{game}/seats", {})
    visitors[0].post(f"games/{game}/bots", {"level": "random", "count": 4 - len(visitors)})
    visitors[0].post(f"games/{game}/start", {})
    for visitor in visitors:
        visitor.go(f"game/{game}")
        visitor.at(".table").wait_for()
    return game


@pytest.mark.parametrize("lang", LOCALES)
def test_the_time_that_is_left_is_shown_and_runs(visit, lang):
    ann = visit(lang).enter()
    table_of([ann])
    left = ann.at(".status .countdown")
    first = left.inner_text()
    assert re.search(r"59|60|1", first)
    assert re.search(r"\d\d:\d\d", ann.at(".status .deadline").inner_text())
    ann.at(".affairs").scroll_into_view_if_needed()
    ann.at(".standing summary").click()
    ann.at(".standing .order").first.wait_for()
    assert ann.speaks() == []
    assert ann.fits()
    ann.shoot("days-standing")
    ann.go("")
    ann.at(".entry .countdown").wait_for()


def test_a_standing_answer_is_said_when_time_is_up(visit):
    ann = visit().enter()
    # Once the window is closed turns are missed: no substitute is to be sought in the lobby of the tests after this.
    game = table_of([ann], SHORT, conduct={"absent": "default"})
    ann.at(".standing summary").click()
    ann.at(".standing .check input").first.check()
    ann.at("[data-standing=save]").click()
    ann.at(".standing summary").click()
    ann.at("[data-standing=remove]").wait_for()
    ann.at(".story .line").first.wait_for()
    told = ann.page.evaluate(
        f"fetch('api/v1/games/{game}', {{ headers: {{ Authorization: 'Bearer ' + "
        "JSON.parse(localStorage.getItem('fireline.session')).token } }).then((a) => a.json())"
    )
    assert told["standing"]["end"] is True
    ann.at(".status:not(.mine), .compose [data-say=end]").first.wait_for()
    ann.page.wait_for_timeout(1000)
    for _ in range(40):
        if "prepared" in ann.at(".standing summary").inner_text() and ann.at(".status.mine").count() == 0:
            break
        ann.page.wait_for_timeout(500)
    assert ann.at(".back").count() == 0, "a prepared end is no missed turn"


def test_who_missed_a_turn_is_back_by_a_click_and_told_if_he_is_not(visit):
    ann = visit().enter()
    table_of([ann], SHORT, private=True, conduct={"absent": "substitute", "absent_after": 1})
    ann.page.route("**/seats/me/return", lambda way: way.fulfill(status=403, json={"code": "not_seated"}))
    ann.at("[data-back]").click()
    ann.at(".back [role=alert]").wait_for()
    ann.page.unroute("**/seats/me/return")
    ann.at("[data-back]").click()
    ann.at(".back").wait_for(state="detached")


def test_nobody_is_called_back_to_a_game_that_is_over(visit):
    ann = visit().enter()
    table_of([ann], SHORT, conduct={"absent": "bot", "absent_after": 1})
    ann.at(".end").wait_for()
    assert ann.at(".back").count() == 0


@pytest.mark.parametrize("lang", LOCALES)
def test_one_leaves_and_a_substitute_takes_over(visit, lang):
    ann, ben, cleo = (visit(lang).enter() for _ in range(3))
    table_of([ann, ben])
    ben.at("[data-leave]").click()
    ben.at("[data-leave-sure]").click()
    ben.at(".lobby").wait_for()
    ann.at(".sitting").first.wait_for()
    ann.at(".notices li").first.wait_for()
    ann.shoot("days-vacant")
    assert ann.speaks() == [] or lang != "en"
    cleo.at(".card-head .plain").click()
    cleo.at("[data-take]").first.wait_for()
    cleo.shoot("days-lobby")
    assert cleo.fits()
    cleo.at("[data-take]").first.click()
    cleo.at(".handover").wait_for()
    cleo.shoot("days-handover")
    assert cleo.fits()
    assert cleo.at(".handover .line").count() > 0
    cleo.at(".handover .primary").click()
    cleo.at(".own-side").wait_for()
    assert cleo.name in cleo.text()


def test_the_host_pauses_extends_and_goes_on(visit):
    ann = visit().enter()
    table_of([ann])
    ann.at("[data-break=extend]").click()
    ann.at(".notices li").first.wait_for()
    ann.at("[data-break=extend]").wait_for(state="detached")
    ann.at("[data-break=pause]").click()
    ann.at("[data-break=resume]").wait_for()
    assert "Paused until" in ann.at(".status").inner_text()
    ann.at("[data-break=resume]").click()
    ann.at("[data-break=pause]").wait_for()
    assert ann.at(".notices li").count() == 3


@pytest.mark.parametrize("lang", LOCALES)
def test_an_operator_pauses_a_game_that_he_only_looks_at(visit, lang, command):
    ann, olga = visit(lang).enter(), visit(lang).enter()
    olga.post("me/claim", {"password": "correct horse"})
    command("player", "operator", olga.name)
    game = table_of([ann], conduct={"breaks": "nobody"})
    assert ann.at("[data-break]").count() == 0
    olga.page.reload()
    olga.go(f"game/{game}")
    olga.at("[data-break=extend]").click()
    olga.at(".notices li").first.wait_for()
    olga.at("[data-break=pause]").click()
    olga.at("[data-break=resume]").wait_for()
    assert olga.speaks() == []
    ann.at(".notices li").nth(1).wait_for()
    assert ann.speaks() == []


@pytest.mark.parametrize("lang", LOCALES)
def test_a_pace_is_chosen_and_all_say_that_they_are_ready(visit, lang):
    ann, ben = (visit(lang).enter() for _ in range(2))
    ann.go("create")
    ann.at("form.create select").nth(0).select_option("4")
    ann.at(".pace select").first.select_option("own")
    ann.at(".pace .length input").first.fill("90")
    ann.at(".pace .length select").first.select_option("minutes")
    ann.at(".pace .check input").first.check()
    ann.at(".conduct summary").click()
    ann.at(".conduct input[type=number]").first.fill("10")
    assert ann.speaks() == []
    assert ann.fits()
    ann.shoot("days-create")
    ann.at("form.create button[type=submit]").click()
    ann.at(".waiting").wait_for()
    ann.shoot("days-waiting")
    game = re.search(r"game/([^/]+)", ann.page.url)[1]
    ben.post(f"games/{game}/seats", {})
    ben.go(f"game/{game}")
    ann.page.get_by_text(ben.name).first.wait_for()
    ann.at(".bots button").nth(1).click()
    ben.at("[data-ready]").wait_for()
    assert ben.speaks() == []
    ben.shoot("days-ready")
    ben.at("[data-ready]").click()
    ann.at(".table").wait_for()
    told = ann.page.evaluate(f"fetch('api/v1/games/{game}').then((a) => a.json())")
    assert (told["pace"]["lengths"]["play"], told["pace"]["quiet"]) == (5400, {"from": "23:00", "to": "08:00"})


def pace_of(visitor):
    """The pace of the game whose page is open."""
    visitor.at(".waiting").wait_for()
    game = re.search(r"game/([^/]+)", visitor.page.url)[1]
    return visitor.page.evaluate(f"fetch('api/v1/games/{game}').then((a) => a.json())")["pace"]


def test_a_zone_is_chosen_among_those_that_there_are_ones_own_first(visit):
    ann = visit(timezone_id="Asia/Taipei").enter()
    ann.go("create")
    ann.at(".pace select").first.select_option("daily")
    zone = ann.at(".pace select").last
    assert zone.input_value() == "Asia/Taipei"
    offered = zone.locator("option").all_inner_texts()
    assert offered[0] == "Asia/Taipei"
    assert len(offered) > 300
    assert set(offered) <= zones(), "the server takes whatever is offered"
    zone.select_option("Europe/Berlin")
    ann.at("form.create button[type=submit]").click()
    assert pace_of(ann)["zone"] == "Europe/Berlin"


@pytest.mark.parametrize("lang", LOCALES)
def test_a_zone_that_there_is_not_is_told_beside_its_field_where_a_browser_lists_none(visit, lang):
    ann = visit(lang, timezone_id="Asia/Taipei")
    ann.page.add_init_script("delete Intl.supportedValuesOf")
    ann.enter().go("create")
    ann.at(".pace select").first.select_option("daily")
    zone = ann.at(".pace .field:has(input)").last
    assert zone.locator("input").input_value() == "Asia/Taipei"
    zone.locator("input").fill("Atlantis")
    ann.at("form.create button[type=submit]").click()
    assert "Asia/Shanghai" in zone.locator(".error").inner_text()
    assert [word for word in ann.speaks() if word != "Atlantis"] == []
    assert ann.fits()
    zone.locator("input").fill("Asia/Shanghai")
    ann.at("form.create button[type=submit]").click()
    assert pace_of(ann)["zone"] == "Asia/Shanghai"
