"""The one door to the clock: times are RFC 3339 in UTC, as text, which sorts as time does."""

from datetime import UTC, datetime, timedelta


def later(moment: str, hours: int) -> str:
    """The moment so many hours after another."""
    return _text(datetime.fromisoformat(moment) + timedelta(hours=hours))


def now(ago: timedelta = timedelta()) -> str:
    """This moment, or one before it, to the millisecond: `2026-02-03T04:05:06.789Z`."""
    return _text(datetime.now(UTC) - ago)


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
