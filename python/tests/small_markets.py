"""The market and the calls that the tests of backtests share."""

from __future__ import annotations

from typing import Any

import hotpath

SYMBOLS = ["AAPL", "MSFT"]


def small_days(days: int = 2, messages: int = 40_000, seed: int = 7) -> dict[str, Any]:
    return hotpath.generated(days=days, messages=messages, instruments=2, seed=seed)


def small_backtest(strategy: Any, days: int = 2, **options: Any) -> hotpath.Result:
    return hotpath.backtest(strategy, small_days(days), **{"symbols": SYMBOLS, **options})


class Idle(hotpath.Strategy):
    """overrides nothing"""


class Bidder(hotpath.Strategy):
    """joins the best bid with one order at a time"""

    qty = hotpath.shares(100, 1, 999_999, "shares of an order")

    def __init__(self) -> None:
        self.order_id = 0
        self.fills: list[Any] = []

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        if book.bid_price and not context.is_open(self.order_id) and context.position(book.instrument) < 1_000:
            self.order_id = intents.enter(book.instrument, hotpath.Side.Buy, self.qty, book.bid_price)

    def on_fill(self, fill: Any, context: Any) -> None:
        self.fills.append(fill)
