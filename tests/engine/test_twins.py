"""Twin worlds look alike to everyone who may not tell them apart, and planted leaks show that the test sees."""

from collections import Counter
from random import Random

import pytest

from engine.fireline import events
from tests.engine import leaks
from tests.engine.twins import Leak, compare, opaque_commitments, twin
from tests.laws.playout import played

GAMES, TWINS = 60, 6
"""Games, and twins of each."""

ENOUGH = 150
"""Games within which a planted leak must have come out."""


@pytest.fixture(autouse=True)
def commitments():
    """Commitments that tell nothing."""
    with opaque_commitments():
        yield


def twins(seed, many=TWINS):
    """Some moments of a game, each with a viewer for whom there is a twin."""
    table, chance = played(f"twins {seed}"), Random(f"twins {seed}")
    for _ in range(many):
        moment, viewer = somewhere(table, chance)
        yield table, twin(table.steps, viewer, moment, chance), chance


def somewhere(table, chance):
    """A moment of a game that is not over, often one with a window open, and somebody who looks at it."""
    steps = table.steps[:-1]
    answers = [number for number, step in enumerate(steps) if step.events[0].type == "answered"]
    deaths = {event.seat: n for n, step in enumerate(steps) for event in step.events if event.type == "died"}
    if deaths and chance.random() < 0.3:
        viewer = chance.choice(list(deaths))
        return chance.randrange(deaths[viewer], len(steps)), viewer
    moment = chance.choice(answers) if answers and chance.random() < 0.5 else chance.randrange(len(steps))
    return moment, chance.choice([None, steps[moment].seat, *range(table.seats)])


@pytest.mark.parametrize("seed", range(GAMES))
def test_nobody_can_tell_the_twins_apart(seed):
    for table, made, chance in twins(seed):
        compare(table, made, chance)


def test_the_twins_are_other_worlds_and_last():
    differ, viewers, further = Counter(), Counter(), []
    for seed in range(12):
        for table, made, chance in twins(seed):
            compare(table, made, chance)
            differ.update(made.differs)
            viewers[kind(table, made)] += 1
            further.append(made.last - made.moment)
    assert min(differ[word] for word in ("a hand", "the deck", "an identity", "an answer")) >= 12, differ
    assert min(viewers.values()) >= 6, viewers
    assert len(viewers) == 3
    assert sum(further) > 10 * len(further)


def kind(table, made):
    """Who looks: an onlooker, one who is dead at the moment, or a player."""
    steps = table.steps[: made.moment + 1]
    dead = {event.seat for step in steps for event in step.events if event.type == "died"}
    return "onlooker" if made.viewer is None else "dead" if made.viewer in dead else "living"


def search():
    """Compare twins until a leak comes out, which ends it."""
    for seed in range(ENOUGH):
        for table, made, chance in twins(seed):
            compare(table, made, chance)


@pytest.mark.parametrize(
    ("plant", "owner", "name", "channels"), leaks.PLANTED, ids=lambda it: getattr(it, "__name__", it)
)
def test_a_planted_leak_comes_out(plant, owner, name, channels, monkeypatch):
    plain = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *given: plant(plain, *given))
    with pytest.raises(Leak) as found:
        search()
    assert found.value.channel in channels


@pytest.mark.parametrize("seen", [leaks.shows_all, leaks.says_that_somebody_answered])
def test_an_answer_that_is_not_sealed_comes_out(seen, monkeypatch):
    plain = events.Answered.seen
    monkeypatch.setattr(events.Answered, "sealed", False)
    monkeypatch.setattr(events.Answered, "seen", lambda *given: seen(plain, *given))
    with pytest.raises(Leak) as found:
        search()
    assert found.value.channel == "events"
