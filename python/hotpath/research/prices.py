"""Prices of many names from a table of bars, as samples x names.

Two shapes are read: one row a bar (`date` or `time`, `symbol`, `close`, others left alone), as `hotpath backtest` reads bars; or one row a
sample with a column a name, the first column being the date or time. A name needs a price in every sample; names without one in some are
left out, and named.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .regression import Floats

_TIMES = ("date", "time")


@dataclass(frozen=True)
class PriceTable:
    times: tuple[str, ...]
    names: tuple[str, ...]
    prices: Floats  # samples x names
    left_out: tuple[str, ...]  # names without a price in some sample


def read_prices(file: Path) -> PriceTable:
    """ValueError: the file, the row and the column of what cannot be read, in one line."""
    with file.open(newline="") as lines:
        reader = csv.reader(lines)
        head = next(reader, [])
        columns = [name.strip() for name in head]
        if len(columns) < 2 or columns[0].lower() not in _TIMES and not {*_TIMES} & {*columns}:
            raise ValueError(f"{file}: the first column must be date or time, got {columns[:1]}")
        rows = [(number, row) for number, row in enumerate(reader, 2) if row]
    if "symbol" in columns:
        return _of_bars(file, columns, rows)
    return _of_columns(file, columns, rows)


def _price(file: Path, number: int, column: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not value > 0 or not np.isfinite(value):
        raise ValueError(f"{file}: row {number}, {column}: a price must be a number above 0, got {text!r}")
    return value


def _of_bars(file: Path, columns: list[str], rows: list[tuple[int, list[str]]]) -> PriceTable:
    missing = [name for name in ("symbol", "close") if name not in columns]
    if missing:
        raise ValueError(f"{file}: a table of bars must have the column {missing[0]}")
    time_at, symbol_at, close_at = (columns.index(name) for name in (next(name for name in columns if name in _TIMES), "symbol", "close"))
    found: dict[str, dict[str, float]] = {}
    for number, row in rows:
        if len(row) != len(columns):
            raise ValueError(f"{file}: row {number}: {len(columns)} fields are expected, got {len(row)}")
        found.setdefault(row[time_at], {})[row[symbol_at]] = _price(file, number, "close", row[close_at])
    names = tuple(dict.fromkeys(name for prices in found.values() for name in prices))
    return _complete(tuple(found), names, np.array([[prices.get(name, np.nan) for name in names] for prices in found.values()]))


def _of_columns(file: Path, columns: list[str], rows: list[tuple[int, list[str]]]) -> PriceTable:
    table = []
    for number, row in rows:
        if len(row) != len(columns):
            raise ValueError(f"{file}: row {number}: {len(columns)} fields are expected, got {len(row)}")
        table.append([np.nan if text.strip() == "" else _price(file, number, name, text) for name, text in zip(columns[1:], row[1:], strict=True)])
    return _complete(tuple(row[0] for _, row in rows), tuple(columns[1:]), np.array(table).reshape(len(rows), len(columns) - 1))


def _complete(times: tuple[str, ...], names: tuple[str, ...], prices: Floats) -> PriceTable:
    is_whole = np.all(np.isfinite(prices), axis=0)
    kept = tuple(name for name, whole in zip(names, is_whole, strict=True) if whole)
    return PriceTable(times, kept, prices[:, is_whole], tuple(name for name in names if name not in kept))
