"""Plays cases: makes their gestures, checks what must hold, and tells how it went."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine.cases import Case, Line, Unreadable, files, read
from engine.core import Refused
from engine.script import DEADLINES, Gesture, Script, Step

Told = list[tuple[str, str]]
"""What went wrong: headings, each with a text."""


class Trouble(NamedTuple):
    """What went wrong at a line, or with the case as a whole (None)."""

    line: Line | None
    told: Told


def play(case: Case) -> Trouble | None:
    """Play a case up to the first line that fails: None if none does."""
    script = Script(case)
    try:
        steps = script.read()
    except Unreadable as why:
        return Trouble(script.line, [("unreadable", str(why))])
    except Exception as error:
        return Trouble(script.line, [fault(error)])
    begun = False
    for step in steps:
        if step.chance:
            script.chance.fixed[step.chance[0]].append(step.chance[1])
            if not step.facts:
                continue
        try:
            if not begun:
                script.position.begin(script.chance)
                begun = True
            told = act(script, step) or check(script, step)
        except Exception as error:
            told = [fault(error)]
        if told:
            return Trouble(step.line, [*told, ("asked", script.asked())])
    return None


def fault(error: Exception) -> tuple[str, str]:
    """A fault of the engine: the case has failed like any other, and the run goes on."""
    return "error", f"{type(error).__name__}: {error}"


def act(script: Script, step: Step) -> Told:
    """Do what the line says; what went wrong."""
    if step.deadline:
        return deadline(script, step.deadline)
    return say(script, step.gesture) if step.gesture else []


def check(script: Script, step: Step) -> Told:
    """What the line expects and what is instead."""
    told: Told = []
    for text, fact in step.facts:
        found = fact(script.position.state)
        if found is not None:
            told += [("expected", text), ("is", found)]
    return told


def say(script: Script, gesture: Gesture) -> Told:
    """Make a move, which must be accepted, or refused with nothing changed."""
    game, state = script.game, script.position.state
    before = game.dump_state(state)
    try:
        events = game.apply(state, gesture.seat, gesture.move, script.chance)
    except Refused as refused:
        if gesture.refused is None or gesture.refused not in ("", refused.rule):
            return [("expected", gesture.expected), ("is", f"refused {refused.rule} ({refused.code})")]
        if game.dump_state(state) != before:
            return [("expected", "nothing changed"), ("is", "the refused move changed the state")]
        return []
    script.position.happened(events)
    return [] if gesture.refused is None else [("expected", gesture.expected), ("is", "accepted")]


def deadline(script: Script, word: str) -> Told:
    """Silence becomes the default, for everyone who is asked and hasn't answered."""
    game, state, phase = script.game, script.position.state, DEADLINES[word]
    now = game.view(state, None)["phase"]
    if phase not in (None, now):
        return [("expected", f"phase {phase}"), ("is", f"phase {now}")]
    script.position.happened(game.lapse(state, script.chance))
    return []


def report(case: Case, trouble: Trouble | None) -> list[str]:
    """A case's line, and under a failure the step, what was expected, what is, and who is asked."""
    if trouble is None:
        return [f"ok {case.file}:{case.line} {case.title}"]
    lines = [f"FAIL {case.file}:{case.line} {case.title}"]
    if trouble.line:
        lines.append(f"     {case.file}:{trouble.line.number}: {trouble.line.text}")
    return lines + [f"     {heading}: {text}" for heading, text in trouble.told]


def run(paths: Iterable[Path], tell: Callable[[str], Any] = print) -> int:
    """Play all cases of these files and folders; the exit code: 0 if some were played and all passed."""
    passed = failed = 0
    for file in files(paths):
        for case in read(file):
            trouble = play(case)
            for line in report(case, trouble):
                tell(line)
            passed, failed = passed + (trouble is None), failed + (trouble is not None)
    tell(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1
