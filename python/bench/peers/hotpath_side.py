"""Our side: hotpath_side.py DAY.itch python | compiled EVENTS | count. The whole of hotpath.backtest(), decoding included."""

from __future__ import annotations

import os
import sys
from typing import Any

import sides

import hotpath

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


def watched(day: str) -> int:
    watcher = hotpath.backtest(Watcher, day, symbols=SYMBOL).strategies[0]
    assert watcher.calls > watcher.leaning > 0
    return int(watcher.calls)


def compiled(day: str, events: int) -> int:
    hotpath.backtest("null", day, symbols=SYMBOL)
    return events


def main() -> None:
    os.sched_setaffinity(0, {(os.cpu_count() or 1) - 1})
    day, what, *events = sys.argv[1:]
    if what == "count":
        print(watched(day))
    elif what == "python":
        sides.say(lambda: watched(day))
    else:
        sides.say(lambda: compiled(day, int(events[0])))


if __name__ == "__main__":
    main()
