"""Golden playthroughs go as they are written; `python -m tests.golden` writes them anew."""

import pytest

from engine.fireline.events import EVENTS
from tests.golden.story import SEEDS, path, story


@pytest.mark.parametrize("seats", SEEDS)
def test_the_game_goes_as_it_is_written(seats):
    assert list(story(seats)) == path(seats).read_text().splitlines()


def test_everything_happens_in_some_golden_game():
    words = {word for seats in SEEDS for word in path(seats).read_text().split()}
    assert set(EVENTS) <= words
