"""House rules at random: every option that a game has, and decks from beginners' to just enough to deal."""

from collections import Counter
from dataclasses import fields
from types import NoneType
from typing import Literal, Union, get_args, get_type_hints

from engine.codec import shape
from engine.core import Form
from engine.fireline.kinds import CARDS, IDENTITIES
from engine.fireline.rules import DEALT, Rules

HINTS = get_type_hints(Rules, include_extras=True)
"""The type of each option; a new one is chosen at random without a word here."""


def house(chance, seats):
    """House rules that make sense for so many seats, each option at its default or at random."""
    special = {"identities": mix, "deck": deck, "first": first, "max_turns": max_turns}
    chosen = {}
    for option in fields(Rules):
        if chance.random() < 0.6:
            choose = special.get(option.name)
            chosen[option.name] = choose(chance, seats) if choose else anything(chance, HINTS[option.name])
    return chosen


def anything(chance, hint):
    """Any value of this type."""
    origin, args = shape(hint)
    if origin is Literal:
        return chance.choice(args)
    if origin is Union:
        return chance.choice([None if arg is NoneType else anything(chance, arg) for arg in args])
    if origin is bool:
        return chance.random() < 0.5
    mark = get_args(hint)[1]
    if isinstance(mark, Form):
        return chance.choice({"time": ("00:00", "08:30", "23:59"), "time_zone": ("UTC", "Asia/Shanghai")}[mark.kind])
    return chance.randint(mark.least, mark.most)


def mix(chance, seats):
    """At least one of each identity (F3)."""
    two = sorted(chance.sample(range(1, seats), 2))
    return dict(zip(IDENTITIES, (two[0], two[1] - two[0], seats - two[1]), strict=True))


def deck(chance, seats):
    """A deck of one of four sorts, never too small to deal (F4, F6)."""
    sort = chance.choice(["beginners", "varied", "few kinds", "tiny"])
    if sort == "beginners":
        return {"search_warrant": 2}
    counts = Counter(dict.fromkeys(CARDS, 0))
    if sort == "varied":
        counts.update({card: chance.randint(0, 12) for card in CARDS})
    elif sort == "few kinds":
        counts.update({card: chance.randint(5, 30) for card in chance.sample(CARDS, chance.randint(2, 6))})
    wanted = DEALT * seats + chance.choice([0, 0, 1, 2, 7, 20])
    counts.update(chance.choices(CARDS, k=max(0, wanted - counts.total())))
    return dict(counts)


def first(chance, seats):
    """A seat, which need not be drawn by lot (F7)."""
    return chance.randrange(seats)


def max_turns(chance, seats):
    """Sometimes so few that the end comes upon everything (F21)."""
    return chance.choice([1, 2, 12, 40, 200, 300])
