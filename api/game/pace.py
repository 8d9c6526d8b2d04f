"""A game's pace: how long each kind of question stays open, and when time stands still.

Lengths are seconds of running time, or a time of day in the pace's zone. Time stands still in quiet hours and, if the
table wants it, at weekends: an hour that begins ten minutes before quiet ends fifty minutes after it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from marshmallow import Schema
from marshmallow import fields as ma

from api.clock import later, read, written
from api.web.errors import Problem, invalid
from api.web.shapes import Choice, Flag, Formed
from engine.core import LocalTime, TimeZone, Until

NOTICE = 3600
"""Seconds: a fixed time of day that is nearer than this is tomorrow's, so that nobody is given a minute."""

NAMES = ("house", "live", "daily", "slow", "own")
SECONDS = (10, 30 * 86400)
SATURDAY = 5

Pace = dict[str, Any]

Stop = tuple[datetime, datetime]
"""A time in which time stands still: from one moment to another, in UTC."""


class Length(ma.Field[Any]):
    """Seconds, or a time of day."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if type(value) is int and SECONDS[0] <= value <= SECONDS[1]:
            return value
        return Formed(LocalTime.__metadata__[0]).deserialize(value)


class QuietHours(Schema):
    """From one time of day to another, over midnight if need be."""

    begins = Formed(LocalTime.__metadata__[0], required=True, data_key="from")
    ends = Formed(LocalTime.__metadata__[0], required=True, data_key="to")


class PaceIn(Schema):
    """How fast a game goes."""

    name = Choice(NAMES, load_default="house")
    lengths = ma.Dict(
        keys=ma.String(),
        values=Length(),
        load_default=dict,
        metadata={"description": "Of an own pace: for each kind of question seconds, or a time of day."},
    )
    zone = Formed(TimeZone.__metadata__[0], load_default="UTC")
    quiet = ma.Nested(QuietHours, load_default=None, allow_none=True)
    weekends = Flag(load_default=True, metadata={"description": "false: time stands still at weekends."})


def settle(ruleset: Any, said: dict[str, Any], options: dict[str, Any]) -> Pace:
    """The pace of a new game with all its lengths; 422 if it makes no sense."""
    name, lengths, quiet = said["name"], said["lengths"], said["quiet"]
    if name != "own" and lengths:
        raise invalid(("/pace/lengths", "Only an own pace has lengths of its own."))
    if name == "own" and set(lengths) != set(ruleset.asks):
        raise invalid(("/pace/lengths", "Has to give a length to each of: " + ", ".join(ruleset.asks) + "."))
    if quiet is not None and quiet["begins"] == quiet["ends"]:
        raise invalid(("/pace/quiet/to", "Has to differ from `from`."))
    if name != "house":
        decided = next((option for option in ruleset.timed if option in options), None)
        if decided:
            raise decided_by_pace(decided)
        lengths = lengths or dict(ruleset.paces[name])
    return {
        "name": name,
        "lengths": lengths,
        "zone": said["zone"],
        "quiet": quiet and {"from": quiet["begins"], "to": quiet["ends"]},
        "weekends": said["weekends"],
    }


def decided_by_pace(option: str) -> Problem:
    """A house rule about time has no say beside a pace that isn't `house`."""
    said = f"The pace says how long questions stay open: leave {option} out, or choose the pace `house`."
    return invalid((f"/options/{option}", said), code="pace_decides")


def length(pace: Pace, ruleset: Any, state: Any) -> int | Until | None:
    """How long the question asked now stays open; None if it waits as long as it takes."""
    if pace["name"] == "house":
        lasts: int | Until | None = ruleset.lasts(state)
        return lasts
    kind = ruleset.question(state)
    span = pace["lengths"].get(kind)
    return Until(span, pace["zone"]) if isinstance(span, str) else span


def deadline(pace: Pace, ruleset: Any, state: Any, at: str) -> str | None:
    """When the question that is put at this moment is overdue; None for never."""
    span = length(pace, ruleset, state)
    if span is None:
        return None
    if not isinstance(span, Until):
        return add(pace, at, span)
    soonest = at if pace["name"] == "house" else later(at, NOTICE)
    return fixed(pace, soonest, span)


def fixed(pace: Pace, at: str, span: Until) -> str:
    """When clocks next show this time and time doesn't stand still."""
    end = later(at, span)
    while standing_still(pace, read(end)) is not None:
        end = later(end, span)
        if read(end) - read(at) > timedelta(days=8):  # it is always quiet then: the quiet ends
            return add(pace, later(at, span), 0)
    return end


def add(pace: Pace, at: str, seconds: int) -> str:
    """The moment when so many seconds of running time have passed."""
    moment, left = read(at), timedelta(seconds=seconds)
    while True:
        moment = standing_still(pace, moment) or moment
        stop = next((begins for begins, _ in stops(pace, moment) if begins > moment), None)
        if stop is None or moment + left <= stop:
            return written(moment + left)
        left -= stop - moment
        moment = stop


def running(pace: Pace, at: str, until: str) -> int:
    """The seconds of running time from one moment to another."""
    moment, end, total = read(at), read(until), timedelta()
    while moment < end:
        moment = standing_still(pace, moment) or moment
        stop = next((begins for begins, _ in stops(pace, moment) if begins > moment), None)
        total += max(timedelta(), (end if stop is None else min(stop, end)) - moment)
        if stop is None:
            break
        moment = stop
    return int(total.total_seconds())


def standing_still(pace: Pace, moment: datetime) -> datetime | None:
    """When time runs on, if it stands still at this moment; else None."""
    end = None
    for begins, ends in stops(pace, moment):
        if begins > (end or moment):
            break
        if ends > (end or moment):
            end = ends
    return end


def stops(pace: Pace, moment: datetime) -> Iterator[Stop]:
    """The times in which time stands still, by their beginning, from before this moment on; without end if any."""
    if pace.get("quiet") is None and pace.get("weekends", True):
        return
    zone = ZoneInfo(pace["zone"])
    first = moment.astimezone(zone).date() - timedelta(days=3)
    for n in count():
        day = first + timedelta(days=n)
        if not pace["weekends"] and day.weekday() == SATURDAY:
            yield at(day, time(), zone), at(day + timedelta(days=2), time(), zone)
        if pace["quiet"] is not None:
            begins, ends = (time.fromisoformat(pace["quiet"][end]) for end in ("from", "to"))
            yield at(day, begins, zone), at(day + timedelta(days=begins > ends), ends, zone)


def at(day: Any, shown: time, zone: ZoneInfo) -> datetime:
    """When clocks in a zone show this time on that day."""
    return datetime.combine(day, shown, zone).astimezone(UTC)
