"""The tear sheet of a result: one HTML file for a person, which needs no network.

Verdict, ratios with their intervals, equity and drawdown, profit by month, position and fills on the price, the spread and
z-score of pairs with entries and exits, what latency and costs do. Styles and charts are those of the C++ reports
(hotpath/files/page_head.html).
"""

from __future__ import annotations

import datetime
import json
import os
import re
import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Any

from . import _core
from .backtest import Result, _write

if TYPE_CHECKING:
    import numpy

_POINTS_MAX = 2_000  # of a curve: more than a screen shows
_CHANGES_MAX = 1_500  # marks of entries and exits: more would hide each other


def tearsheet(result: Result, path: str | os.PathLike[str], *, title: str | None = None) -> None:
    """Writes the tear sheet of a backtest as one HTML file, light and dark.

    Other latencies are in it when the backtest was made with sensitivity=True. A backtest of `pairs` is run once
    more, for its spread and z-score. Raises hotpath.Error when the file cannot be written.
    """
    page = resources.files(__package__).joinpath("tearsheet.html").read_text(encoding="utf-8")
    _write(path, _core.html_page(page, json.dumps(tearsheet_data(result, title=title), allow_nan=False)).encode())


def tearsheet_data(result: Result, *, title: str | None = None) -> dict[str, Any]:
    """What the page shows: the report's data, and months, days and pair."""
    data = result.report_data()
    data["title"] = title or data["strategy"]
    dates = [date_of(day["day"]) for day in data["days"]]
    data["days_of_result"] = _days(data["days"])
    data["months"] = _months(data, dates)
    data["pair"] = _pair(result, data)
    return data


def date_of(day: str) -> datetime.date | None:
    """The date in a day's name: 2020-01-30, 20200130, or 01302020 as Nasdaq's recordings have it; None: it has none."""
    for pattern, order in ((r"(\d{4})-(\d\d)-(\d\d)", "ymd"), (r"((?:19|20)\d\d)(\d\d)(\d\d)", "ymd"), (r"(\d\d)(\d\d)((?:19|20)\d\d)", "mdy")):
        match = re.search(rf"(?<!\d){pattern}(?!\d)", day)
        if match is None:
            continue
        parts = dict(zip(order, (int(part) for part in match.groups())))
        try:
            return datetime.date(parts["y"], parts["m"], parts["d"])
        except ValueError:
            continue
    return None


def _days(days: list[dict[str, Any]]) -> dict[str, Any]:
    """The best and the worst, and how many won."""
    if not days:
        return {"best": None, "worst": None, "won": 0, "lost": 0}
    best = max(days, key=lambda day: day["pnl"])
    worst = min(days, key=lambda day: day["pnl"])
    return {
        "best": {"day": best["day"], "pnl": best["pnl"]},
        "worst": {"day": worst["day"], "pnl": worst["pnl"]},
        "won": sum(day["pnl"] > 0 for day in days),
        "lost": sum(day["pnl"] < 0 for day in days),
    }


def _months(data: dict[str, Any], dates: list[datetime.date | None]) -> list[dict[str, Any]] | None:
    """Profit and loss by month, in dollars and of the capital; None when a day has no date."""
    known = [date for date in dates if date is not None]
    if not known or len(known) < len(dates):
        return None
    units: dict[tuple[int, int], int] = {}
    for date, day in zip(known, data["days"]):
        key = (date.year, date.month)
        units[key] = units.get(key, 0) + round(day["pnl"] * 10_000)
    capital = data["capital"]
    return [
        {
            "year": year,
            "month": month,
            "pnl": pnl / 10_000,
            "return": pnl / 10_000 / capital if capital else None,
        }
        for (year, month), pnl in sorted(units.items())
    ]


def _pair(result: Result, data: dict[str, Any]) -> dict[str, Any] | None:
    """The spread and its z-score at the strategy's samples, and where it entered and left; None of other strategies."""
    strategy = tomllib.loads(result.configuration).get("strategy", {})
    if strategy.get("name") != "pairs":
        return None
    columns = _columns(result.pair_signal())
    x = _axis_of(columns, data["series"]["days"])
    spread = columns["spread"] / 20_000_000
    z = columns["z_milli"] / 1_000
    is_known = columns["z_milli_is_there"]
    stance = columns["stance"]
    step = _step_for(len(x), _POINTS_MAX)
    curve = [[_ms(x[i]), round(float(spread[i]), 6), round(float(z[i]), 3) if is_known[i] else None] for i in range(0, len(x), step)]
    changes = _changes(x, spread, z, stance)
    changes_step = _step_for(len(changes), _CHANGES_MAX)
    return {
        "first": strategy["first"],
        "second": strategy["second"],
        "hedge": strategy.get("hedge_milli", 1_000) / 1_000,
        "thresholds": _thresholds(strategy),
        "curve": curve,
        "changes": changes[::changes_step],
        "changes_step": changes_step,
        "changes_count": len(changes),
    }


def _step_for(count: int, count_max: int) -> int:
    return max(1, -(-count // count_max))


def _thresholds(strategy: dict[str, Any]) -> dict[str, float]:
    described = next(each for each in _core.strategies([]) if each["name"] == "pairs")
    defaults = {parameter["key"]: parameter["default"] for parameter in described["parameters"]}
    keys = {"entry": "entry_z_milli", "exit": "exit_z_milli", "stop": "stop_z_milli"}
    return {name: strategy.get(key, defaults[key]) / 1_000 for name, key in keys.items()}


def _changes(x: numpy.ndarray, spread: numpy.ndarray, z: numpy.ndarray, stance: numpy.ndarray) -> list[dict[str, Any]]:
    """Every sample at which the stance is another one than at the sample before."""
    words = {0: "left", 1: "bought the spread", -1: "sold the spread", 2: "stopped"}
    changes = []
    for i in range(1, len(stance)):
        if stance[i] != stance[i - 1]:
            changes.append({"x": _ms(x[i]), "to": words[int(stance[i])], "spread": round(float(spread[i]), 6), "z": round(float(z[i]), 3)})
    return changes


def _columns(rows: _core.Rows) -> dict[str, numpy.ndarray]:
    """All batches of a table; NAME_is_there for columns with missing values."""
    import numpy

    batches = list(rows)
    columns: dict[str, numpy.ndarray] = {}
    for name in rows.names:
        parts = [numpy.asarray(batch[name]) for batch in batches]
        columns[name] = numpy.concatenate(parts) if parts else numpy.array([], dtype=numpy.int64)
        is_there = [batch.validity(name) for batch in batches]
        columns[f"{name}_is_there"] = numpy.concatenate(
            [numpy.ones(len(part), dtype=bool) if there is None else numpy.asarray(there) for part, there in zip(parts, is_there)]
            or [numpy.array([], dtype=bool)]
        )
    return columns


def _axis_of(columns: dict[str, numpy.ndarray], days: list[dict[str, float]]) -> numpy.ndarray:
    """Seconds on the axis of the report's curves: a day after the other, without the nights."""
    import numpy

    begins = numpy.array([day["x"] - day["begin_s"] for day in days])
    seconds: numpy.ndarray = begins[columns["day"]] + columns["time_ns"] / 1e9 if len(days) else columns["time_ns"] / 1e9
    return seconds


def _ms(seconds: float) -> float:
    return round(float(seconds), 3)
