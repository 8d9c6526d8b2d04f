"""Recorded games: writes and reads the export file, checks it by playing it again, retells it in words."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.codec import Malformed, encode
from engine.core import BadRules, Event, Move, Recorded, Refused, Seat, commitment
from engine.game import GAMES, Before, Game, State
from engine.simulate import Step
from engine.tell import say, tell
from engine.words import Words

FORMAT = 1
"""The version of the export file's shape."""

T = TypeVar("T")

KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a number with a point",
    bool: "true or false",
    type(None): "null",
}
"""The types of JSON, in words."""


class Unusable(ValueError):
    """No export of a game that is known here; the text says where it goes wrong."""


@dataclass(frozen=True)
class Record:
    """A game as exported: its rules and players, what each step brought, and how it ended."""

    game: Game
    rules: Any
    names: list[str]
    before: Before | None
    steps: list[Step]
    outcome: dict[str, Any] | None


# ---- the file ----


def written(record: Record) -> dict[str, Any]:
    """The content of the export file: JSON-ready."""
    game, before = record.game, record.before
    return {
        "format": FORMAT,
        "game": game.name,
        "ruleset": game.ruleset,
        "seats": len(record.names),
        "rules": game.dump_rules(record.rules),
        "names": record.names,
        "before": before and {"state": game.dump_state(before[0]), "came_from": list(before[1])},
        "steps": [
            {
                "seat": step.seat,
                "move": step.move and game.dump_move(step.move),
                "chance": step.chance,
                "events": list(map(game.dump_event, step.events)),
            }
            for step in record.steps
        ],
        "talk": [],
        "outcome": record.outcome,
    }


def read(file: Path) -> Record:
    """The game in an export file; Unusable if there is none."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unusable(f"it can't be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Unusable(f"it is no JSON: {error}") from error
    return parsed(data)


def parsed(data: Any) -> Record:
    """The game in the content of an export file; Unusable if it is of another shape."""
    if need(data, "format", int) != FORMAT:
        raise Unusable(f"`format` is {data['format']}, and only {FORMAT} is known here")
    game = GAMES.get(need(data, "game", str))
    if game is None:
        raise Unusable(f"no such game: {data['game']}")
    if need(data, "ruleset", int) != game.ruleset:
        raise Unusable(f"`ruleset` is {data['ruleset']}, and only {game.ruleset} is known here")
    names = need(data, "names", list)
    if need(data, "seats", int) != len(names) or not all(type(name) is str for name in names):
        raise Unusable("`names` must be a text for each of the `seats`")
    steps = [step(game, each, f"step {count}") for count, each in enumerate(need(data, "steps", list))]
    if not steps or steps[0].seat is not None or any((s.seat is None) != (s.move is None) for s in steps):
        raise Unusable("`steps` must begin with the deal, and have a seat wherever there is a move")
    need(data, "talk", list)
    try:
        rules = game.load_rules(need(data, "rules", dict))
    except Malformed as error:
        raise Unusable(f"`rules`: {error}") from error
    return Record(game, rules, names, former(game, data), steps, perhaps(data, "outcome", dict))


def step(game: Game, data: Any, where: str) -> Step:
    """One step of the file."""
    seat, move = perhaps(data, "seat", int, where), perhaps(data, "move", dict, where)
    chance, events = need(data, "chance", list, where), need(data, "events", list, where)
    try:
        return Step(
            seat,
            None if move is None else game.load_move(move),
            chance,
            [game.load_event(event) for event in events],
        )
    except Malformed as error:
        raise Unusable(f"{where}: {error}") from error


def former(game: Game, data: Any) -> Before | None:
    """The game before a rematch."""
    before = perhaps(data, "before", dict)
    if before is None:
        return None
    came_from = need(before, "came_from", list, "`before`")
    if not all(seat is None or type(seat) is int for seat in came_from):
        raise Unusable("`before`: `came_from` must hold seats or null")
    try:
        return game.load_state(need(before, "state", dict, "`before`")), came_from
    except Malformed as error:
        raise Unusable(f"`before`: {error}") from error


def need(data: Any, name: str, kind: type[T], where: str = "the file") -> T:
    """A field that must be there, of just this type."""
    if not isinstance(data, dict):
        raise Unusable(f"{where} must be an object")
    if name not in data:
        raise Unusable(f"{where}: `{name}` is missing")
    value = data[name]
    if type(value) is not kind:
        raise Unusable(f"{where}: `{name}` must be {KINDS[kind]}, not {KINDS[type(value)]}")
    return value


def perhaps(data: Any, name: str, kind: type[T], where: str = "the file") -> T | None:
    """A field that must be there, of this type or null."""
    return None if isinstance(data, dict) and data.get(name, 0) is None else need(data, name, kind, where)


# ---- checking ----


def verify(record: Record) -> list[str]:
    """What doesn't fit, a line each: commitments, then the first step that comes out otherwise, or the end."""
    return [*unopened(record), *replayed(record)]


def unopened(record: Record) -> Iterator[str]:
    """Commitments that their salt and order don't open (F74)."""
    for count, step in enumerate(record.steps):
        for event in step.events:
            data = record.game.dump_event(event)
            if "commitment" in data:
                order = next(value for value in data.values() if isinstance(value, list))
                if data["salt"] is None or None in order:
                    yield f"step {count}: the commitment of `{event.type}` isn't opened"
                elif commitment(data["salt"], tuple(order)) != data["commitment"]:
                    yield f"step {count}: salt and order of `{event.type}` don't open its commitment"


def replayed(record: Record) -> Iterator[str]:
    """The first way in which playing the game again differs from what was recorded."""
    game = record.game
    try:
        if game.rules(game.dump_rules(record.rules), len(record.names)) != record.rules:
            yield "the rules are not the effective ones"
    except BadRules as error:
        yield f"the rules make no sense: {error}"
        return
    state: State = None
    for count, step in enumerate(record.steps):
        chance = Recorded(step.chance)
        try:
            state, events = again(record, state, step, chance)
        except Refused as refused:
            yield f"step {count}: the move is refused: {refused}"
            return
        except Exception as error:
            # What was recorded may be anything: whatever it breaks is a finding.
            yield f"step {count}: it can't be played: {type(error).__name__}: {error}"
            return
        difference = differing(game, step.events, events)
        if difference:
            yield f"step {count}: {difference}"
            return
        if next(chance.brought, chance) is not chance:
            yield f"step {count}: more chance was noted than was needed"
            return
    outcome = game.outcome(state)
    if outcome is None:
        yield "the game isn't over"
    if record.outcome != (outcome and encode(outcome)):
        yield f"the outcome is {outcome and encode(outcome)}, not {record.outcome}"


def again(record: Record, state: State, step: Step, chance: Recorded) -> tuple[State, list[Event[Any]]]:
    """Play one step: the deal, a move, or that time was up."""
    game, seats = record.game, len(record.names)
    if state is None:
        return game.deal(record.rules, seats, chance, record.before)
    if step.seat is None or step.move is None:
        return state, game.lapse(state, chance)
    if not 0 <= step.seat < seats:
        raise ValueError(f"there is no seat {step.seat}")
    return state, game.apply(state, step.seat, step.move, chance)


def differing(game: Game, noted: Sequence[Event[Any]], played: Sequence[Event[Any]]) -> str | None:
    """The first difference between the events noted and those that come out; None if there is none."""
    for count, (one, other) in enumerate(zip(noted, played, strict=False), 1):
        was, now = game.dump_event(one), game.dump_event(other)
        if one.type != other.type:
            return f"event {count} was `{one.type}`, and comes out as `{other.type}`"
        for name in was:
            if was[name] != now[name]:
                return f"event {count}, `{one.type}`: `{name}` was {was[name]}, and comes out as {now[name]}"
    if len(noted) != len(played):
        return f"{len(noted)} events were noted, and {len(played)} come out"
    return None


# ---- telling ----


def retold(record: Record, words: Words, seat: Seat | None = None, step: int | None = None) -> Iterator[str]:
    """The game move by move, whole or as a seat saw it; of all its steps, or of one."""
    for count, each in enumerate(record.steps):
        if step in (None, count):
            try:
                yield from list(told(record, words, count, each, seat))
            except (LookupError, TypeError) as error:
                # Of the right shape, but of players or things that this game doesn't have.
                raise Unusable(f"step {count} can't be told: {error!r}") from error


def told(record: Record, words: Words, count: int, step: Step, seat: Seat | None) -> Iterator[str]:
    """One step: who said what, if the viewer heard it, and what he saw come of it."""
    game, names = record.game, record.names
    seen = step.events if seat is None else [event.seen(seat) for event in step.events if not event.sealed]
    heard: Move | None = step.move if seat in (None, step.seat) else None
    if not seen and heard is None:
        return
    who = (
        "" if step.seat is None or heard is None else f" {names[step.seat]}: {say(game.dump_move(heard), words, names)}"
    )
    yield f"{count}.{who}"
    for event in seen:
        yield f"    {tell(game.dump_event(event), words, names)}"
