"""lrvx's side: lrvx_side.py QUOTES.npy. Its backtests have trades only: a quote is a trade at its mid, the decision is on the price."""

from __future__ import annotations

from typing import Any

import lrvx
import sides


class Watcher(lrvx.Strategy):  # type: ignore[misc]
    calls = 0
    leaning = 0

    def on_trade(self, context: Any, trade: Any) -> None:
        self.calls += 1
        if sides.is_leaning(trade.price, trade.quantity):
            self.leaning += 1


def main() -> None:
    quotes = sides.quotes()
    times = sides.MIDNIGHT + quotes[:, 0]
    mids = (quotes[:, 1] + quotes[:, 3]) / (2 * sides.DOLLAR)
    registry = lrvx.SymbolRegistry()
    symbol = registry.add_symbol("xnas", "AAPL", 0.01)
    runner = lrvx.BacktestRunner(registry, 0.0, 1_000_000.0)
    watcher = Watcher([symbol])
    runner.set_strategy(watcher)

    def run() -> int:
        runner.run_ohlcv(times, mids, "AAPL")
        return watcher.calls

    sides.say(run)
    assert watcher.calls == len(times)


if __name__ == "__main__":
    main()
