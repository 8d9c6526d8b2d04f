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
    began = datetime.fromisoformat(moment)
    if not isinstance(span, Until):
        return _text(began + timedelta(seconds=span))
    zone, shown = ZoneInfo(span.zone), time.fromisoformat(span.time)
    today = began.astimezone(zone).date()
    days = (datetime.combine(today + timedelta(days=n), shown, zone).astimezone(UTC) for n in range(3))
    return _text(next(end for end in days if end > began))


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def between(earlier: str, moment: str) -> int:
    """The seconds from one moment to another."""
    return int((datetime.fromisoformat(moment) - datetime.fromisoformat(earlier)).total_seconds())


def moment(said: str) -> str:
    """A moment as anybody writes it (RFC 3339, with its offset), as the house does; ValueError if it is none."""
    if not RFC_3339.fullmatch(said):
        raise ValueError(said)
    try:
        return _text(datetime.fromisoformat(said.upper()).astimezone(UTC))
    except OverflowError:
        raise ValueError(said) from None


def now(ago: timedelta = timedelta()) -> str:
    """This moment, or one before it, to the millisecond: `2026-02-03T04:05:06.789Z`."""
    return _text(datetime.now(UTC) - ago)


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
