"""The table of figures: what was measured, beside what, and whether it reaches its floor and its aim."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Goal:
    """What a benchmark has to reach: a ratio to its yardstick, where more (or less) is better, or none at all."""

    id: str
    what: str
    floor: float | None = None
    aim: float | None = None
    more: bool = False

    def reached(self, ratio: float, goal: float | None) -> bool:
        return goal is not None and (ratio >= goal if self.more else ratio <= goal)


@dataclass(frozen=True)
class Line:
    """One row: both figures as they are to be read, and the ratio of ours to the yardstick."""

    goal: Goal
    ours: str
    yardstick: str
    ratio: float | None

    @property
    def verdict(self) -> str:
        if self.ratio is None:
            return "skipped"
        if self.goal.floor is None:
            return "told"
        if self.goal.reached(self.ratio, self.goal.aim):
            return "aim"
        return "floor" if self.goal.reached(self.ratio, self.goal.floor) else "MISSED"


HEAD = ("id", "what", "ours", "yardstick", "ratio", "floor", "aim", "verdict")


def skipped(goal: Goal, reason: str) -> Line:
    """A row for what can't be measured here."""
    return Line(goal, reason, "", None)


def compared(goal: Goal, ours: Sequence[float], yardstick: Sequence[float], unit: str) -> Line:
    """A row from the rounds of both sides; the ratio is the median of the rounds' own ratios."""
    ratios = [mine / other for mine, other in zip(ours, yardstick, strict=True)]
    return Line(goal, figure(median(ours), unit), figure(median(yardstick), unit), median(ratios))


def figure(value: float, unit: str) -> str:
    """A number with three digits that matter, and its unit."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit}"


def cells(line: Line) -> tuple[str, ...]:
    goal = line.goal
    sign = "≥" if goal.more else "≤"
    floor, aim = ("" if bound is None else f"{sign} {bound:.3g}" for bound in (goal.floor, goal.aim))
    ratio = "" if line.ratio is None else f"{line.ratio:.3g}"
    return (
        goal.id,
        goal.what,
        line.ours,
        line.yardstick,
        ratio,
        floor,
        aim,
        line.verdict,
    )


def show(lines: Sequence[Line]) -> str:
    """The table as text."""
    rows = [HEAD, *map(cells, lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
