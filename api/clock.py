"""The one door to the clock: times are RFC 3339 in UTC, as text, which sorts as time does."""

from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engine.core import Until


def later(moment: str, span: int | Until) -> str:
    """The moment so many hours after another, or when clocks in a zone next show a time, whatever they do by night."""
    began = datetime.fromisoformat(moment)
    if not isinstance(span, Until):
        return _text(began + timedelta(hours=span))
    zone, shown = ZoneInfo(span.zone), time.fromisoformat(span.time)
    today = began.astimezone(zone).date()
    days = (datetime.combine(today + timedelta(days=n), shown, zone).astimezone(UTC) for n in range(3))
    return _text(next(end for end in days if end > began))


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def now(ago: timedelta = timedelta()) -> str:
    """This moment, or one before it, to the millisecond: `2026-02-03T04:05:06.789Z`."""
    return _text(datetime.now(UTC) - ago)


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
