"""For everybody: no violation that axe knows, a phone's width, the keyboard alone, reduced motion."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.visitor import NARROW, WIDE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


def faults(visitor):
    """What axe has to say about the page as it is, on a phone and on a wide screen."""
    found = []
    for size in (WIDE, NARROW):
        visitor.page.set_viewport_size(size)
        for violation in Axe().run(visitor.page).response["violations"]:
            found += [f"{violation['id']}: {node['html'][:120]}" for node in violation["nodes"]]
    visitor.page.set_viewport_size(WIDE)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, scheme):
    visitor = visit("en", bypass_csp=True, color_scheme=scheme)
    visitor.page.goto(visitor.site)
    visitor.at(".door").wait_for()
    assert faults(visitor) == [], "door"
    visitor.enter()
    assert faults(visitor) == [], "lobby"
    visitor.go("account")
    for section in visitor.at(".section > summary").all():
        section.click()
    visitor.at(".tokens li").first.wait_for()
    visitor.at(".wishes").wait_for()
    assert faults(visitor) == [], "account"
    visitor.go("rules/fireline/F28")
    visitor.at(".sentences .found").wait_for()
    assert faults(visitor) == [], "rulebook"
    visitor.go("create")
    visitor.at("form.create .house-rules summary").click()
    visitor.at(".house .rule-number").first.click()
    assert faults(visitor) == [], "create"
    visitor.create(seats=5, bots=2)
    assert faults(visitor) == [], "waiting room"
    visitor.at(".bots button").nth(1).click()
    visitor.at(".table").wait_for()

    phases = set()

    def see():
        phase = visitor.at(".phase strong").text_content()
        if phase not in phases:
            phases.add(phase)
            assert faults(visitor) == [], phase
            for card in visitor.at(".own-hand .card-button").all()[:1]:
                card.click(force=True)
            assert faults(visitor) == [], f"{phase}, composing"
            visitor.page.keyboard.press("Escape")

    visitor.play(see)
    assert faults(visitor) == [], "end"
    visitor.at(".end a[href$=replay]").click()
    visitor.at(".replay").wait_for()
    assert faults(visitor) == [], "replay"


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_a_ring_of_any_size_fits_a_phone(visit, seats):
    visitor = visit("en", viewport=NARROW).enter()
    assert visitor.fits()
    visitor.create(seats=seats, bots=seats - 1)
    assert visitor.fits()
    places = [visitor.at(f"[data-seat='{seat}']").bounding_box() for seat in range(seats)]
    for one in range(seats):
        for other in range(one):
            assert apart(places[one], places[other]), f"seats {one} and {other} overlap"


def apart(one, other):
    """Whether two boxes don't overlap."""
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def tab_to(visitor, selector):
    """Press Tab until this has the keyboard."""
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} can't be reached by Tab")


def test_a_card_is_played_by_the_keyboard_alone(visit):
    """A bullet: Enter on the card, on a target, on the confirmation; Escape in between gives it up."""
    visitor = visit("en").enter()
    visitor.begin_with("single_bullet")
    held = visitor.at(".own-hand .card-button").count()
    tab_to(visitor, ".card-button[data-card=single_bullet]")
    visitor.page.keyboard.press("Enter")
    visitor.at(".draft").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.at(".draft").wait_for(state="detached")
    visitor.page.keyboard.press("Enter")
    tab_to(visitor, ".answer.lit")
    target = visitor.page.evaluate("document.activeElement.innerText.split('\\n').pop()")
    visitor.page.keyboard.press("Enter")
    assert target in visitor.at(".sentence").inner_text()
    tab_to(visitor, ".compose .primary")
    visitor.page.keyboard.press("Enter")
    visitor.at(".draft").wait_for(state="detached")
    visitor.at(f".line-played:has-text('{target}')").last.wait_for()
    assert visitor.at(".own-hand .card-button").count() == held - 1
    assert visitor.page.evaluate("document.activeElement !== document.body"), "the keyboard has lost its place"


def test_a_seat_is_chosen_by_the_keyboard_and_a_screen_reader_hears_it(visit):
    visitor = visit("en").enter()
    visitor.create(seats=4, bots=3)
    seat = visitor.page.get_by_role("list", name="Players in turn order").get_by_role("button").nth(1)
    seat.focus()
    visitor.page.keyboard.press("Enter")
    visitor.at(".look").wait_for()
    assert re.fullmatch(r"Blood \d of \d", visitor.at(".look .blood .sr").inner_text())


def test_who_wants_no_motion_gets_none(visit):
    visitor = visit("en", reduced_motion="reduce").enter()
    visitor.create(seats=4, bots=3)
    moving = visitor.page.evaluate(
        "[...document.querySelectorAll('*')].filter(e => parseFloat(getComputedStyle(e).transitionDuration) > 0).length"
    )
    assert moving == 0
