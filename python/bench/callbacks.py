"""A callback of a strategy in Python, beside the same in other packages' backtesters.

The question: what does an event cost from the recording to a decision in Python? One generated day, one instrument. Every subject
is shown the changes of the best bid and ask and makes the same decision in Python: it reads both quantities and counts the events
in which one is three times the other. None sends an order, so what is measured is the delivery of an event with the book and the
clock that each backtester keeps for it. Reading and converting the data is part of a run where a subject cannot have it before:
ours decodes the recording of every order, the peers begin with arrays or objects of quotes in memory.

A regression means that an event costs more between the engine and Python. Not shown: matching, and what a decision itself costs.
Peers that are not installed are named as missing.

    hotpath            hotpath.Strategy.on_book, by order
    hotpath compiled   the same engine and recording with the compiled strategy `null`: what is left without Python
    hftbacktest        wait_next_feed() and the depth, called from the interpreter
    hftbacktest jit    the same loop compiled by Numba: no Python at all
    nautilus_trader    Strategy.on_quote_tick
    lrvx               Strategy.on_trade: its backtests have trades only
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
from peers import PEERS
from runner import Measurement

import hotpath

NANOS = 1e9
SYMBOL = "AAPL"


class Watcher(hotpath.Strategy):
    """counts events in which one side of the touch is three times the other"""

    def __init__(self) -> None:
        self.calls = 0
        self.leaning = 0

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        self.calls += 1
        _, bid_qty, _, ask_qty = book.touch
        if bid_qty > 3 * ask_qty or ask_qty > 3 * bid_qty:
            self.leaning += 1


def seconds_of(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def calls_of(day: Path) -> int:
    watcher = hotpath.backtest(Watcher, day, symbols=SYMBOL).strategies[0]
    assert watcher.calls > watcher.leaning > 0
    return int(watcher.calls)


def quotes_of(day: Path) -> numpy.ndarray:
    """Rows of time_ns, bid_price, bid_qty, ask_price, ask_qty, for subjects that take quotes."""
    names = ("time_ns", "bid_price", "bid_qty", "ask_price", "ask_qty")
    parts = [numpy.stack([batch[name] for name in names], axis=1) for batch in hotpath.read(day).quotes(SYMBOL)]
    rows: numpy.ndarray = numpy.concatenate(parts).astype(numpy.int64)
    return rows[(rows[:, 1] > 0) & (rows[:, 3] > rows[:, 1])]


def tests(folder: Path, quick: bool) -> list[Measurement]:
    messages = 50_000 if quick else 500_000
    day = folder / "callbacks.itch"
    hotpath.generate(day, messages=messages, instruments=1, seed=1, symbols=[SYMBOL])
    calls = calls_of(day)
    quotes = quotes_of(day)
    subjects: dict[str, Callable[[], float]] = {
        "hotpath": lambda: seconds_of(lambda: hotpath.backtest(Watcher, day, symbols=SYMBOL)) / calls * NANOS,
        "hotpath compiled": lambda: seconds_of(lambda: hotpath.backtest("null", day, symbols=SYMBOL)) / calls * NANOS,
    }
    for name, load in PEERS.items():
        try:
            run = load(quotes)
        except ImportError as error:
            print(f"{name} is not measured: {error}", file=sys.stderr)
            continue
        subjects[name] = lambda run=run: run() * NANOS
    return [Measurement("python_callback", "ns/event", subjects, 3 if quick else 9)]
