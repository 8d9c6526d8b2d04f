"""The one door to the clock: times are RFC 3339 in UTC, as text, which sorts as time does."""

import re
from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engine.core import Until

RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
"""How a moment is written."""


def later(moment: str, span: int | Until) -> str:
    """The moment so many seconds after another, or when clocks in a zone next show a time, whatever else they do."""
    began = read(moment)
    if not isinstance(span, Until):
        return written(began + timedelta(seconds=span))
    zone, shown = ZoneInfo(span.zone), time.fromisoformat(span.time)
    today = began.astimezone(zone).date()
    days = (datetime.combine(today + timedelta(days=n), shown, zone).astimezone(UTC) for n in range(3))
    return written(next(end for end in days if end > began))


def between(earlier: str, moment: str) -> int:
    """The seconds from one moment to another."""
    return int((read(moment) - read(earlier)).total_seconds())


def is_due(moment: str | None, at: str | None = None) -> bool:
    """Whether a moment has come, by now or by another: what happens at a deadline itself comes too late."""
    return moment is not None and moment <= (at or now())


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def now(ago: timedelta | None = None) -> str:
    """This moment, or one before it, to the millisecond: `2026-02-03T04:05:06.789Z`."""
    at = datetime.now(UTC)
    return written(at if ago is None else at - ago)


def moment(said: str) -> str:
    """A moment as anybody writes it (RFC 3339, with its offset), as the house does; ValueError if it is none."""
    if not RFC_3339.fullmatch(said):
        raise ValueError(said)
    try:
        return written(datetime.fromisoformat(said.upper()).astimezone(UTC))
    except OverflowError:
        raise ValueError(said) from None


def read(moment: str) -> datetime:
    """A moment to reckon with."""
    return datetime.fromisoformat(moment)


def written(moment: datetime) -> str:
    """A moment as all the house writes it."""
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
