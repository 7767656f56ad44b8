"""Backtesters of other packages, each as a function: quotes -> a run that returns its seconds an event.

Quotes are rows of time_ns, bid_price, bid_qty, ask_price, ask_qty (integers, price units of 1/10,000 dollar). A run builds its
engine outside of the time that it takes, replays all quotes, and makes the decision of callbacks.py on each. Versions that were
tried: hftbacktest 2.4.4, nautilus_trader 1.221.0, lrvx 0.11.0.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy

Run = Callable[[], float]
DOLLAR = 10_000
MIDNIGHT = 1_700_006_400_000_000_000  # of some day: the peers want times since 1970


def is_leaning(bid_qty: float, ask_qty: float) -> bool:
    return bid_qty > 3 * ask_qty or ask_qty > 3 * bid_qty


# ---- hftbacktest ----


def depth_events(quotes: numpy.ndarray) -> tuple[Any, int]:
    """Every quote as two levels of a book by price, after the old ones were taken away."""
    from hftbacktest import BUY_EVENT, DEPTH_EVENT, EXCH_EVENT, LOCAL_EVENT, SELL_EVENT
    from hftbacktest.types import event_dtype

    rows = []
    best = {BUY_EVENT: 0, SELL_EVENT: 0}
    for time_ns, *levels in quotes.tolist():
        for side, price, qty in ((BUY_EVENT, levels[0], levels[1]), (SELL_EVENT, levels[2], levels[3])):
            flags = DEPTH_EVENT | EXCH_EVENT | LOCAL_EVENT | side
            if best[side] not in (0, price):
                rows.append((flags, time_ns, time_ns, best[side] / DOLLAR, 0.0, 0, 0, 0.0))
            rows.append((flags, time_ns, time_ns, price / DOLLAR, float(qty), 0, 0, 0.0))
            best[side] = price
    return numpy.array(rows, dtype=event_dtype), len(rows)


def hft_engine(events: Any) -> Any:
    from hftbacktest import BacktestAsset, HashMapMarketDepthBacktest

    asset = (
        BacktestAsset().data(events).linear_asset(1.0).constant_order_latency(10_000, 10_000).risk_adverse_queue_model()
        .no_partial_fill_exchange().trading_value_fee_model(0.0, 0.0).tick_size(0.0001).lot_size(1.0)
    )  # fmt: skip
    return HashMapMarketDepthBacktest([asset])


FOREVER = 10**18


def hft_loop(engine: Any) -> int:
    calls = leaning = 0
    while engine.wait_next_feed(False, FOREVER) == 2:
        calls += 1
        depth = engine.depth(0)
        bid_qty, ask_qty = depth.best_bid_qty, depth.best_ask_qty
        if bid_qty > 3 * ask_qty or ask_qty > 3 * bid_qty:
            leaning += 1
    return calls


def timed(loop: Callable[[Any], int], engine: Any) -> float:
    begun = time.perf_counter()
    calls = loop(engine)
    seconds = time.perf_counter() - begun
    engine.close()
    assert calls > 0
    return seconds / calls


def hftbacktest(quotes: numpy.ndarray) -> Run:
    events, _ = depth_events(quotes[: len(quotes) // 4])  # the interpreter's calls of compiled classes are slow
    return lambda: timed(hft_loop, hft_engine(events))


def hftbacktest_jit(quotes: numpy.ndarray) -> Run:
    from numba import njit

    events, _ = depth_events(quotes)
    compiled = njit(hft_loop)
    timed(compiled, hft_engine(events[:1_000]))  # the compiler's time is no event's
    return lambda: timed(compiled, hft_engine(events))


# ---- nautilus_trader ----


def nautilus_trader(quotes: numpy.ndarray) -> Run:
    from nautilus_trader.backtest.engine import BacktestEngine, BacktestEngineConfig
    from nautilus_trader.config import LoggingConfig
    from nautilus_trader.model.currencies import USD
    from nautilus_trader.model.data import QuoteTick
    from nautilus_trader.model.enums import AccountType, OmsType
    from nautilus_trader.model.identifiers import Venue
    from nautilus_trader.model.objects import Money, Price, Quantity
    from nautilus_trader.test_kit.providers import TestInstrumentProvider
    from nautilus_trader.trading.strategy import Strategy

    instrument = TestInstrumentProvider.equity(symbol="AAPL", venue="XNAS")
    ticks = [
        QuoteTick(instrument.id, Price(bid / DOLLAR, 2), Price(ask / DOLLAR, 2), Quantity(bid_qty, 0), Quantity(ask_qty, 0), MIDNIGHT + t, MIDNIGHT + t)
        for t, bid, bid_qty, ask, ask_qty in quotes.tolist()
    ]

    class Watcher(Strategy):
        def on_start(self) -> None:
            self.calls = self.leaning = 0
            self.subscribe_quote_ticks(instrument.id)

        def on_quote_tick(self, tick: Any) -> None:
            self.calls += 1
            if is_leaning(tick.bid_size, tick.ask_size):
                self.leaning += 1

    def run() -> float:
        engine = BacktestEngine(config=BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True)))
        engine.add_venue(venue=Venue("XNAS"), oms_type=OmsType.NETTING, account_type=AccountType.MARGIN, base_currency=USD, starting_balances=[Money(1_000_000, USD)])
        engine.add_instrument(instrument)
        engine.add_data(ticks)
        watcher = Watcher()
        engine.add_strategy(watcher)
        begun = time.perf_counter()
        engine.run()
        seconds = time.perf_counter() - begun
        calls = watcher.calls
        engine.dispose()
        assert calls == len(ticks)
        return seconds / calls

    return run


# ---- lrvx ----


def lrvx(quotes: numpy.ndarray) -> Run:
    """Its backtests have trades only: each quote is a trade at its mid, and the decision is on the price."""
    import lrvx as package

    times = MIDNIGHT + quotes[:, 0]
    mids = (quotes[:, 1] + quotes[:, 3]) / (2 * DOLLAR)

    class Watcher(package.Strategy):  # type: ignore[misc]
        calls = leaning = 0

        def on_trade(self, context: Any, trade: Any) -> None:
            self.calls += 1
            if trade.price > 3 * trade.quantity or trade.quantity > 3 * trade.price:
                self.leaning += 1

    def run() -> float:
        registry = package.SymbolRegistry()
        symbol = registry.add_symbol("xnas", "AAPL", 0.01)
        runner = package.BacktestRunner(registry, 0.0, 1_000_000.0)
        watcher = Watcher([symbol])
        runner.set_strategy(watcher)
        begun = time.perf_counter()
        runner.run_ohlcv(times, mids, "AAPL")
        seconds = time.perf_counter() - begun
        assert watcher.calls == len(times)
        return seconds / watcher.calls

    return run


PEERS: dict[str, Callable[[numpy.ndarray], Run]] = {
    "hftbacktest": hftbacktest,
    "hftbacktest jit": hftbacktest_jit,
    "nautilus_trader": nautilus_trader,
    "lrvx": lrvx,
}
