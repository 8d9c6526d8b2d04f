"""What happened, and what a player says, as sentences in the words of a catalogue."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.words import Words

Said = Mapping[str, Any]
"""An event or a move as JSON has it."""

HIDEABLE = ("identity", "identities", "cards", "hand", "bulletins")
"""The fields that a viewer may not know and that a sentence would name."""

EMPTIABLE = ("targets", "plan", "dead", "bulletins", "out")
"""The fields of which a sentence has to say that there is nothing in them."""


def unknown(value: Any) -> bool:
    """Whether nothing of a field is known: a null, or a list of nothing else."""
    return value is None or (isinstance(value, list) and value != [] and all(each is None for each in value))


def empty(value: Any) -> bool:
    """Whether there is nothing in a field: each member of the object or list, if any, is null or an empty list."""
    return all(each is None or each == [] for each in (value.values() if isinstance(value, dict) else value))


VARIANTS: dict[str, Callable[[Said], bool]] = {
    "names": lambda said: said.get("cause", "") is None,
    "hidden": lambda said: any(field in said and unknown(said[field]) for field in HIDEABLE),
    "none": lambda said: any(field in said and empty(said[field]) for field in EMPTIABLE),
    "replacing": lambda said: said.get("replaced") is not None,
    "hand": lambda said: said.get("from_hand") is True,
    "draw": lambda said: said.get("winners") == [],
    "pass": lambda said: said.get("target", "") is None,
    "offers": lambda said: said.get("offers") is not None,
    "from": lambda said: said.get("source") is not None,
    "tied": lambda said: said.get("tied") is not None,
    "one": lambda said: 1 in (said.get("count"), said.get("damage"), len(said.get("out", ()))),
    "bureau": lambda said: said.get("side") == "bureau",
    "gang": lambda said: said.get("side") == "gang",
}
"""The suffixes of templates, in the order in which they are tried, and when each applies."""


def tell(event: Said, words: Words, names: Sequence[str]) -> str:
    """One event in a sentence, as far as it is known; `names` are the players' by seat.

    The template is `events[type.suffix]` for the first suffix of VARIANTS that applies and that
    the catalogue has, else `events[type]`. Its placeholders are the event's fields, filled in one
    pass:

    - seat, target, by, source: a name; targets, on, dying, asked, handlers, pair, tied: a list of
      names, `lists.nobody` if empty;
    - card, replaced: a card's name; cards, hand, front: a list of cards, `lists.nothing` if empty;
    - order: only counted, as `unknown`;
    - identity, side, result, cause, take: its name in `identities`, `sides`, `results`, `causes`,
      `takes`; winners: the sentence in `outcomes`;
    - identities: those known, each as `lists.identity`; out: each as `lists.identity`;
    - offers: each as `lists.offer`, `lists.nobody` if there are none;
    - dead: each as `lists.dead`, by the same suffixes;
    - plan: each action in it, in the words of `plans`;
    - bulletins: those that aren't empty, each as `lists.bulletin`; its notes are sentences of
      `notes`, by their kind and the same suffixes;
    - all others: the number.

    A verdict on one alone has his seat and identity as well. A list of cards has each kind once, in
    order of appearance, several alike as `lists.times`; those unknown come last, counted by
    `unknown.one` or `unknown.other`. Lists are joined by `lists.separator`, before the last thing by
    `lists.last`; sentences by `lists.gap`.
    """
    if len(event.get("out", ())) == 1:
        seat, identity = event["out"][0]
        event = {**event, "seat": seat, "identity": identity}
    return _sentence(words["events"], event, words, names)


def note(told: Said, words: Words, names: Sequence[str]) -> str:
    """One note of a bulletin in a sentence, by the same rules as an event, from the catalogue's `notes`."""
    return _sentence(words["notes"], {"type": told["kind"], **told}, words, names)


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
        case "seat" | "target" | "by" | "source":
            return str(names[value])
        case "targets" | "on" | "dying" | "asked" | "handlers" | "pair" | "tied":
            return _joined([names[seat] for seat in value], lists) or lists["nobody"]
        case "card" | "replaced":
            return str(words["cards"][value]["name"])
        case "cards" | "hand" | "front":
            return _joined(_cards(value, words, names), lists) or lists["nothing"]
        case "order":
            return _unknown(len(value), words, names)
        case "identity":
            return str(words["identities"][value]["name"])
        case "side":
            return str(words["sides"][value]["name"])
        case "result" | "cause" | "take":
            return str(words[f"{field}s"][value])
        case "identities":
            return _identities([(seat, each) for seat, each in enumerate(value) if each], words, names)
        case "out":
            return _identities(value, words, names)
        case "offers":
            offers = [{"seat": seat, "target": target} for seat, target in value]
            told = [_fill(lists["offer"], each, words, names) for each in offers]
            return _joined(told, lists) or lists["nobody"]
        case "winners":
            return str(words["outcomes"]["+".join(value)])
        case "dead":
            deaths = [{"type": "dead", "seat": seat, "cause": cause, "identity": shown} for seat, cause, shown in value]
            return _joined([_sentence(lists, each, words, names) for each in deaths], lists)
        case "plan":
            return _joined(_actions(value, words, names), lists)
        case "bulletins":
            filled = [{"seat": seat, "notes": notes} for seat, notes in enumerate(value) if notes]
            return lists["gap"].join(_fill(lists["bulletin"], each, words, names) for each in filled)
        case "notes":
            return lists["gap"].join(note(each, words, names) for each in value)
        case _:
            return str(value)


def _identities(known: Iterable[tuple[int, str]], words: Words, names: Sequence[str]) -> str:
    shown = [{"seat": seat, "identity": identity} for seat, identity in known]
    return _joined([_fill(words["lists"]["identity"], each, words, names) for each in shown], words["lists"])


def _actions(plan: Mapping[str, Any], words: Words, names: Sequence[str]) -> list[str]:
    return [
        _fill(template, {"target": plan[action], "result": plan["result"]}, words, names)
        for action, template in words["plans"].items()
        if plan[action] is not None
    ]


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
