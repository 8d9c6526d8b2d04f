"""A whole game of Fireline against bots, by clicks alone, in each language."""

import pytest

from tests.browser.visitor import LOCALES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


@pytest.mark.parametrize("lang", LOCALES)
def test_a_whole_game_against_bots(visit, lang):
    visitor = visit(lang)
    visitor.page.goto(visitor.site)
    visitor.name = ""
    visitor.at(".door").wait_for()
    assert visitor.page.evaluate("document.documentElement.lang") == lang
    assert visitor.speaks() == []
    visitor.shoot("door")
    visitor.enter()
    assert visitor.speaks() == []
    visitor.go("create")
    visitor.at("form.create .house-rules summary").click()
    assert visitor.speaks() == []
    visitor.shoot("create")
    visitor.create(seats=6, bots=2)
    assert visitor.speaks() == []
    visitor.shoot("waiting")
    visitor.at(".bots button").nth(1).click()
    visitor.at(".table").wait_for()

    seen = set()

    def see():
        phase = visitor.at(".phase strong").text_content()
        if phase not in seen:
            seen.add(phase)
            visitor.shoot(f"table-{len(seen)}")
            assert visitor.fits()
        assert visitor.speaks() == []

    visitor.play(see)
    assert visitor.at(".revealed tbody tr").count() == 6
    assert visitor.speaks() == []
    visitor.shoot("end")

    visitor.at(".end a[href$=replay]").click()
    visitor.at(".replay").wait_for()
    visitor.at(".steps button").last.click()
    visitor.at(".told .line-ended").wait_for()
    assert visitor.speaks() == []
    visitor.shoot("replay")
