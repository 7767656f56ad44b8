"""A thousand backtests in one process leave no memory behind."""

from __future__ import annotations

import gc
import subprocess
import sys
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


def grown() -> tuple[int, int]:
    """Bytes and objects that are there after a thousand runs, and were not before."""
    for number in range(RUNS // 4):  # pools and caches reach their size
        run_once(number)
    gc.collect()
    before, objects = resident_bytes(), len(gc.get_objects())
    for number in range(RUNS):
        run_once(number)
    gc.collect()
    return resident_bytes() - before, len(gc.get_objects()) - objects


def test_a_thousand_runs_leave_nothing_behind() -> None:
    # In a process of nothing else: what other tests have left in the allocator moves by tens of megabytes.
    ran = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=True)
    resident, objects = map(int, ran.stdout.split())
    assert objects < 100
    assert resident < 4 << 20, f"{resident / RUNS:.0f} bytes a run"  # a run's books are megabytes


if __name__ == "__main__":
    print(*grown())
