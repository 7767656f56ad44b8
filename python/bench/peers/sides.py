"""What the sides of the benchmark of callbacks share: their core, the quotes, the decision, the line that they print.

Quotes are rows of time_ns, bid_price, bid_qty, ask_price, ask_qty (integers, price units of 1/10,000 dollar).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import numpy

DOLLAR = 10_000
MIDNIGHT = 1_700_006_400_000_000_000  # of some day: the peers want times since 1970


def is_leaning(bid_qty: float, ask_qty: float) -> bool:
    return bid_qty > 3 * ask_qty or ask_qty > 3 * bid_qty


def quotes() -> numpy.ndarray:
    """Of the file that is the first argument."""
    os.sched_setaffinity(0, {(os.cpu_count() or 1) - 1})  # as every side: not the core that takes interrupts first
    rows: numpy.ndarray = numpy.load(sys.argv[1])
    return rows


def say(run: Callable[[], int]) -> None:
    """Prints the nanoseconds an event of `run`, which returns its events."""
    begun = time.perf_counter_ns()
    events = run()
    elapsed = time.perf_counter_ns() - begun
    assert events > 0
    print(elapsed / events)
