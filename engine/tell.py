"""What happened, and what a player says, as sentences in the words of a catalogue."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.words import Words

Said = Mapping[str, Any]
"""An event or a move as JSON has it."""

HIDEABLE = ("identity", "identities", "cards", "hand")
"""The fields that a viewer may not know and that a sentence would name."""


def unknown(value: Any) -> bool:
    """Whether nothing of a field is known: a null, or a list of nothing else."""
    return value is None or (isinstance(value, list) and value != [] and not any(value))


VARIANTS: dict[str, Callable[[Said], bool]] = {
    "hidden": lambda said: any(field in said and unknown(said[field]) for field in HIDEABLE),
    "none": lambda said: said.get("targets") == [],
    "replacing": lambda said: said.get("replaced") is not None,
    "hand": lambda said: said.get("from_hand") is True,
    "draw": lambda said: said.get("winners") == [],
    "pass": lambda said: said.get("target", "") is None,
    "offers": lambda said: said.get("offers") is not None,
    "one": lambda said: 1 in (said.get("count"), said.get("damage")),
}
"""The suffixes of templates, in the order in which they are tried, and when each applies."""


def tell(event: Said, words: Words, names: Sequence[str]) -> str:
    """One event in a sentence, as far as it is known; `names` are the players' by seat.

    The template is `events[type.suffix]` for the first suffix of VARIANTS that applies and that
    the catalogue has, else `events[type]`. Its placeholders are the event's fields, filled in one
    pass:

    - seat, target, by: a name; targets, on, dying, asked: a list of names, `lists.nobody` if empty;
    - card, replaced: a card's name; cards, hand, front: a list of cards, `lists.nothing` if empty;
    - order: only counted, as `unknown`;
    - identity: its name; identities: those known, each as `lists.identity`;
    - offers: each as `lists.offer`, `lists.nobody` if there are none;
    - winners: the sentence in `outcomes`; take: the name in `takes`; all others: the number.

    A list of cards has each kind once, in order of appearance, several alike as `lists.times`;
    those unknown come last, counted by `unknown.one` or `unknown.other`. Lists are joined by
    `lists.separator`, before the last thing by `lists.last`.
    """
    return _sentence(words["events"], event, words, names)


def say(move: Said, words: Words, names: Sequence[str]) -> str:
    """One move in words, by the same rules as an event, from the catalogue's `moves`."""
    return _sentence(words["moves"], move, words, names)


def _sentence(templates: Mapping[str, str], said: Said, words: Words, names: Sequence[str]) -> str:
    keys = (f"{said['type']}.{suffix}" for suffix, applies in VARIANTS.items() if applies(said))
    template = templates[next((key for key in keys if key in templates), said["type"])]
    return _fill(template, said, words, names)


def _fill(template: str, said: Said, words: Words, names: Sequence[str]) -> str:
    # In one pass: a player may have braces in his name.
    return re.sub(r"\{(\w+)\}", lambda hole: _phrase(hole[1], said[hole[1]], words, names), template)


def _phrase(field: str, value: Any, words: Words, names: Sequence[str]) -> str:
    lists: dict[str, str] = words["lists"]
    match field:
        case "seat" | "target" | "by":
            return str(names[value])
        case "targets" | "on" | "dying" | "asked":
            return _joined([names[seat] for seat in value], lists) or lists["nobody"]
        case "card" | "replaced":
            return str(words["cards"][value]["name"])
        case "cards" | "hand" | "front":
            return _joined(_cards(value, words, names), lists) or lists["nothing"]
        case "order":
            return _unknown(len(value), words, names)
        case "identity":
            return str(words["identities"][value]["name"])
        case "identities":
            known = [{"seat": seat, "identity": each} for seat, each in enumerate(value) if each]
            return _joined([_fill(lists["identity"], each, words, names) for each in known], lists)
        case "offers":
            offers = [{"seat": seat, "target": target} for seat, target in value]
            told = [_fill(lists["offer"], each, words, names) for each in offers]
            return _joined(told, lists) or lists["nobody"]
        case "winners":
            return str(words["outcomes"]["+".join(value)])
        case "take":
            return str(words["takes"][value])
        case _:
            return str(value)


def _cards(cards: Iterable[str | None], words: Words, names: Sequence[str]) -> list[str]:
    count = Counter(cards)
    hidden = count.pop(None, 0)
    known = [
        _fill(words["lists"]["times"] if number > 1 else "{card}", {"card": card, "count": number}, words, names)
        for card, number in count.items()
    ]
    return [*known, _unknown(hidden, words, names)] if hidden else known


def _unknown(count: int, words: Words, names: Sequence[str]) -> str:
    return _fill(words["unknown"]["one" if count == 1 else "other"], {"count": count}, words, names)


def _joined(things: Sequence[str], lists: Mapping[str, str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return lists["separator"].join(things[:-1]) + lists["last"] + things[-1]
