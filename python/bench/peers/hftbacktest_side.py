"""hftbacktest's side: hftbacktest_side.py QUOTES.npy python | jit. The same loop, called from the interpreter or compiled by Numba."""

from __future__ import annotations

import sys
from typing import Any

import numpy
import sides
from hftbacktest import BUY_EVENT, DEPTH_EVENT, EXCH_EVENT, LOCAL_EVENT, SELL_EVENT, BacktestAsset, ROIVectorMarketDepthBacktest
from hftbacktest.types import event_dtype
from numba import njit

NEVER = 1 << 60  # ns: no time-out
LATENCY_NS = 10_000


def depth_events(quotes: numpy.ndarray) -> Any:
    """Every quote as two levels of a book by price, after the old ones were taken away."""
    rows = []
    best = {BUY_EVENT: 0, SELL_EVENT: 0}
    for time_ns, *levels in quotes.tolist():
        for side, price, qty in ((BUY_EVENT, levels[0], levels[1]), (SELL_EVENT, levels[2], levels[3])):
            flags = DEPTH_EVENT | EXCH_EVENT | LOCAL_EVENT | side
            if best[side] not in (0, price):
                rows.append((flags, time_ns, time_ns + LATENCY_NS, best[side] / sides.DOLLAR, 0.0, 0, 0, 0.0))
            rows.append((flags, time_ns, time_ns + LATENCY_NS, price / sides.DOLLAR, float(qty), 0, 0, 0.0))
            best[side] = price
    return numpy.array(rows, dtype=event_dtype)


def engine(events: Any) -> Any:
    asset = (
        BacktestAsset().data(events).linear_asset(1.0).constant_order_latency(LATENCY_NS, LATENCY_NS).risk_adverse_queue_model()
        .no_partial_fill_exchange().trading_value_fee_model(0.0, 0.0).tick_size(0.01).lot_size(1.0)
        .roi_lb(float(events["px"].min())).roi_ub(float(events["px"].max()))
    )  # fmt: skip
    return ROIVectorMarketDepthBacktest([asset])


def loop(engine: Any) -> int:
    events = leaning = 0
    depth = engine.depth(0)
    while engine.wait_next_feed(False, NEVER) == 2:
        events += 1
        bid_qty, ask_qty = depth.best_bid_qty, depth.best_ask_qty
        if bid_qty > 3 * ask_qty or ask_qty > 3 * bid_qty:
            leaning += 1
    return events


def main() -> None:
    quotes = sides.quotes()
    if sys.argv[2] == "jit":
        compiled = njit(loop)
        events = depth_events(quotes)  # in a variable: the engine keeps the address of its memory, and no reference
        compiled(engine(events[:1_000]))  # the compiler's time is no event's
        ready = engine(events)
        sides.say(lambda: int(compiled(ready)))
    else:
        events = depth_events(quotes[: len(quotes) // 4])  # the interpreter's calls of compiled classes are slow
        ready = engine(events)
        sides.say(lambda: loop(ready))


if __name__ == "__main__":
    main()
