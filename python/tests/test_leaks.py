"""A thousand backtests in one process leave no memory behind."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pyarrow
from small_markets import SYMBOLS, Bidder

import hotpath

RUNS = 1_000


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4_096


class Fails(Bidder):
    """raises at its first fill"""

    def on_fill(self, fill: Any, context: Any) -> None:
        self.kept = (fill, context)
        raise ValueError("enough")


def run_once(number: int) -> None:
    day = hotpath.generated(messages=2_000, instruments=2, seed=number % 7)
    options: dict[str, Any] = {"symbols": SYMBOLS}
    strategy: Any = ("market_maker", Bidder, Fails)[number % 3]
    try:
        result = hotpath.backtest(strategy, day, **options)
    except ValueError:
        return
    pyarrow.table(result.fills)
    if number % 50 == 0:
        result.to_json()
        result.report_data()


def test_a_thousand_runs_leave_nothing_behind() -> None:
    for number in range(RUNS // 4):  # pools and caches reach their size
        run_once(number)
    gc.collect()
    before, objects = resident_bytes(), len(gc.get_objects())
    for number in range(RUNS):
        run_once(number)
    gc.collect()
    assert len(gc.get_objects()) - objects < 100
    grown = resident_bytes() - before
    # A run's books are megabytes. Alone it grows by half a megabyte; after other tests the allocator moves up to nine.
    assert grown < 24 << 20, f"{grown / RUNS:.0f} bytes a run"
