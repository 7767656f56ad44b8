"""NautilusTrader's side: nautilus_side.py QUOTES.npy. Its low-level engine, a quote tick a quote, made before the clock starts."""

from __future__ import annotations

import warnings
from typing import Any

import sides

warnings.simplefilter("ignore", DeprecationWarning)  # of what it calls in pandas

from nautilus_trader.backtest.config import BacktestEngineConfig  # noqa: E402
from nautilus_trader.backtest.engine import BacktestEngine  # noqa: E402
from nautilus_trader.config import LoggingConfig, RiskEngineConfig  # noqa: E402
from nautilus_trader.model.currencies import USD  # noqa: E402
from nautilus_trader.model.data import QuoteTick  # noqa: E402
from nautilus_trader.model.enums import AccountType, OmsType  # noqa: E402
from nautilus_trader.model.identifiers import InstrumentId, Symbol, Venue  # noqa: E402
from nautilus_trader.model.instruments import Equity  # noqa: E402
from nautilus_trader.model.objects import Money, Price, Quantity  # noqa: E402
from nautilus_trader.trading.strategy import Strategy  # noqa: E402

VENUE = Venue("XNAS")
DIGITS = 4
AAPL = InstrumentId(Symbol("AAPL"), VENUE)


class Watcher(Strategy):  # type: ignore[misc]
    def on_start(self) -> None:
        self.calls = self.leaning = 0
        self.subscribe_quote_ticks(AAPL)

    def on_quote_tick(self, tick: Any) -> None:
        self.calls += 1
        if sides.is_leaning(tick.bid_size, tick.ask_size):
            self.leaning += 1


def tick_of(time_ns: int, bid: int, bid_qty: int, ask: int, ask_qty: int) -> Any:
    prices = (Price(bid / sides.DOLLAR, DIGITS), Price(ask / sides.DOLLAR, DIGITS))
    at = sides.MIDNIGHT + time_ns
    return QuoteTick(AAPL, *prices, Quantity(bid_qty, 0), Quantity(ask_qty, 0), at, at)


def main() -> None:
    ticks = [tick_of(*row) for row in sides.quotes().tolist()]
    config = BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True), risk_engine=RiskEngineConfig(bypass=True), run_analysis=False)
    engine = BacktestEngine(config)
    engine.add_venue(VENUE, OmsType.NETTING, AccountType.MARGIN, [Money(1_000_000_000, USD)], base_currency=USD)
    engine.add_instrument(
        Equity(
            instrument_id=AAPL, raw_symbol=Symbol("AAPL"), currency=USD, price_precision=DIGITS,
            price_increment=Price(0.0001, DIGITS), lot_size=Quantity.from_int(1), ts_event=0, ts_init=0,
        )
    )  # fmt: skip
    engine.add_data(ticks)
    watcher = Watcher()
    engine.add_strategy(watcher)

    def run() -> int:
        engine.run()
        return int(watcher.calls)

    sides.say(run)
    assert watcher.calls == len(ticks)


if __name__ == "__main__":
    main()
