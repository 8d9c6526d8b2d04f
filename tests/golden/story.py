"""Tells a game for golden files: who says what, what happened, and the position after it in one line."""

from pathlib import Path
from random import Random

from engine.core import fold
from engine.game import GAMES
from engine.simulate import playout

GAME = GAMES["fireline"]
FOLDER = Path(__file__).parent

CHOSEN = {
    4: {"deck": {"search_warrant": 2}, "restaurant_heal": 2, "both": "draw"},
    6: {},
    10: {"deaths": "one_by_one", "orphan_markers": "at_death", "show_offers": True, "grenade_self": False},
}
"""The house rules of each game, by its number of seats."""

SEEDS = {4: 1288, 6: 899, 10: 1119}
"""A game of each size in which nearly everything happens."""


def path(seats):
    """Where the game of so many seats is kept."""
    return FOLDER / f"fireline_{seats}.txt"


def story(seats, seed=None):
    """The game of so many seats, line by line."""
    rules = GAME.rules(CHOSEN[seats], seats)
    _, steps = playout(GAME, rules, seats, Random(SEEDS[seats] if seed is None else seed))
    state = GAME.fresh(rules, seats)
    yield f"Fireline, {seats} seats, {CHOSEN[seats] or 'the usual rules'}"
    for number, step in enumerate(steps):
        yield ""
        yield f"{number} {said(step.seat, GAME.dump_move(step.move))}" if step.move else "0 the deal"
        for event in step.events:
            yield f"    {happened(GAME.dump_event(event))}"
        yield f"  = {position(fold(state, step.events))}"


def said(seat, move):
    """A move in the words of cases: `A flash > B C`, `B disarm > A hand`, `C end`."""
    words = [letter(seat), *([] if move["type"] in ("play", "disarm") else [move["type"]])]
    words += ["disarm"] if move["type"] == "disarm" else [move["card"]] if "card" in move else move.get("cards", [])
    targets = move.get("targets") or ([move["target"]] if "target" in move else [])
    words += [">"] * (move["type"] != "rescue") * bool(targets) + list(map(letter, targets))
    return " ".join([*words, *([move["take"]] if "take" in move else [])])


SEATED = {"seat", "target", "by", "targets", "on", "dying", "asked", "offers"}
"""The fields of events that hold seats."""


def happened(event):
    """An event: its type, then its fields by name."""
    told = {name: field(name, value) for name, value in event.items() if name != "type"}
    seat = told.pop("seat", None)
    return " ".join([*([seat] if seat else []), event["type"], *(f"{name}={value}" for name, value in told.items())])


def field(name, value):
    """One field's value, short."""
    if isinstance(value, list):
        return ",".join(field(name, each) for each in value) or "-"
    if name in ("salt", "commitment"):
        return value[:8]
    return letter(value) if name in SEATED and value is not None else str(value).lower()


def letter(seat):
    """A seat's name: A, B, C, in turn order."""
    return "ABCDEFGHIJ"[seat]


def position(state):
    """The position in one line: whose turn, who is asked, each seat, the markers, the piles."""
    view = GAME.view(state, None)
    parts = [f"turn {view['turn']} {letter(view['active'])} {view['phase']} {''.join(map(letter, view['asked']))}"]
    for seat, player in enumerate(state.players):
        hand, front = " ".join(player.hand), " ".join(player.front)
        alive = f"{player.blood}/{player.cap}" if player.alive else "dead"
        parts.append(f"{letter(seat)} {alive} ({hand}) [{front}]")
    parts += [f"{m.card} {letter(m.by)}>{''.join(map(letter, m.on))}" for m in state.markers]
    return " | ".join([*parts, f"deck {len(state.deck)}, pile {len(state.discards)}"])
