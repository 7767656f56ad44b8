"""What callers may write for symbols, times and dates, and what the module takes for it."""

from __future__ import annotations

import datetime
import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

Symbols = str | Iterable[str] | None
TimeOfDay = int | str | datetime.time | None
Progress = bool | Callable[[int, int, int], object] | None

_NANOS_PER_SECOND = 1_000_000_000
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?")


def symbol_list(symbols: Symbols) -> list[str]:
    """["AAPL", "MSFT"] of that, of "AAPL,MSFT" and of "AAPL"; [] of None: every instrument."""
    if symbols is None:
        return []
    names = symbols.split(",") if isinstance(symbols, str) else list(symbols)
    if not names:
        raise ValueError("symbols must name at least one instrument; None selects all")
    return [name.strip() for name in names]


def time_ns(time: TimeOfDay) -> int | None:
    """Nanoseconds since midnight of the venue's day, of that, "09:30", "09:30:00.000000001" or a datetime.time."""
    if time is None:
        return None
    if isinstance(time, datetime.time):
        if time.tzinfo is not None:
            raise ValueError("a time must have no tzinfo: it is in the venue's time zone")
        whole = (time.hour * 60 + time.minute) * 60 + time.second
        return whole * _NANOS_PER_SECOND + time.microsecond * 1_000
    if isinstance(time, str):
        match = _TIME.fullmatch(time)
        if match is None:
            raise ValueError(f"time must be HH:MM, HH:MM:SS or HH:MM:SS.nnnnnnnnn, got {time!r}")
        hours, minutes, seconds = (int(part or 0) for part in match.groups()[:3])
        if hours > 23 or minutes > 59 or seconds > 59:
            raise ValueError(f"time must be within a day, got {time!r}")
        nanos = int((match.group(4) or "").ljust(9, "0"))
        return ((hours * 60 + minutes) * 60 + seconds) * _NANOS_PER_SECOND + nanos
    if isinstance(time, bool) or not isinstance(time, int):
        raise TypeError(f"time must be an int of nanoseconds, a str or a datetime.time, got {type(time).__name__}")
    return time


def midnight_ns(date: datetime.date | str | None, time_zone: str) -> int | None:
    """Midnight of the date in the zone, as nanoseconds since 1970 UTC."""
    if date is None:
        return None
    day = datetime.date.fromisoformat(date) if isinstance(date, str) else date
    midnight = datetime.datetime(day.year, day.month, day.day, tzinfo=_zone(time_zone))
    seconds = (midnight - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(seconds=1)
    return seconds * _NANOS_PER_SECOND


def _zone(name: str) -> ZoneInfo:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise ValueError(f"time zone {name!r} is not known on this machine") from None


def use_this_python() -> None:
    """Parquet files are read and written by pyarrow in a process of its own: by this Python, if no other is named."""
    os.environ.setdefault("HOTPATH_PYTHON", sys.executable)


class _Bar:
    """One line on the standard error that is written again as the read goes on."""

    def __call__(self, done: int, total: int, messages: int) -> None:
        share = f"{100 * done // total:3d} %" if total else "     "
        end = "\n" if total and done >= total else ""
        sys.stderr.write(f"\r{share}  {messages:,} messages{end}")
        sys.stderr.flush()


def progress_function(progress: Progress) -> Callable[[int, int, int], object] | None:
    """The function of True (a line on the standard error), of a function, and of None or False (none)."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _Bar()
    if not callable(progress):
        raise TypeError(f"progress must be True, or a function of bytes read, bytes in all and messages, got {progress!r}")
    return progress
