"""From research to live: a pair of a screen as configuration of `hotpath backtest` and `hotpath trade`, and the check that a live session
decided what the research decides.

    plan = PairPlan.of(result.pairs()[0], window=30, entry_z=1.5, exit_z=0.2, stop_z=3.5, sample_every_ms=60_000)
    Path("backtest.toml").write_text(backtest_toml(plan, Path("bars.csv"), minutes=1))
    Path("trader.toml").write_text(trader_toml(plan, Path("docs/examples/trader.toml").read_text()))
    ...
    # hotpath trade ran with [journal]; hotpath backtest record inputs session --venue journal
    wanted = orders_of(plan, *session_samples(Path("session"), plan))

Money and ratios become integers here, once: the hedge ratio in thousandths, thresholds in thousandths of a standard deviation. The plan's
rules are those of the research and of the strategy alike.
"""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .. import _toml
from .._config import WIDE_LIMITS
from . import itch_quotes
from .screen import FoundPair
from .signals import HEDGE_MILLI_MAX, Decisions, PairRules, decide

# A hedge ratio in thousandths may be off by this share of it; beyond, the spread traded is not the one that was tested.
ROUNDING_MAX = 0.02
DAY_MS = 86_400_000


@dataclass(frozen=True)
class PairPlan:
    """A pair as the strategy `pairs` trades it. `second` is the leg of which fewer shares are held."""

    first: str
    second: str
    rules: PairRules
    first_qty: int = 100
    sample_every_ms: int = 60_000
    slippage_ticks: int = 500  # beyond the touch, the worst price of an order

    def __post_init__(self) -> None:
        if not 1 <= self.sample_every_ms <= DAY_MS:
            raise ValueError(f"sample_every_ms must be 1 to {DAY_MS:,}, got {self.sample_every_ms}")
        if self.first_qty < 1 or self.second_qty < 1:
            raise ValueError(f"first_qty must be at least one share of each leg, got {self.first_qty}")

    @property
    def second_qty(self) -> int:
        """Shares of the second leg in a trade, as the strategy rounds them."""
        return (self.first_qty * self.rules.hedge_milli + 500) // 1_000

    @classmethod
    def of(cls, pair: FoundPair, *, window: int, entry_z: float = 2.0, exit_z: float = 0.5, stop_z: float = 4.0, first_qty: int = 100,
           sample_every_ms: int = 60_000) -> PairPlan:
        """ValueError: the strategy cannot trade the pair's hedge ratio."""
        if pair.hedge_ratio <= 0:
            raise ValueError(f"{pair.dependent} and {pair.regressor}: a hedge ratio must be above 0, one leg is bought and one sold; got "
                             f"{pair.hedge_ratio:.4f}")
        # With a ratio above 1 the regressor is the first leg: its spread is the same one, divided by minus the ratio.
        is_turned = pair.hedge_ratio > 1
        ratio = 1 / pair.hedge_ratio if is_turned else pair.hedge_ratio
        milli = min(round(ratio * 1_000), HEDGE_MILLI_MAX)
        if abs(milli / 1_000 - ratio) > ROUNDING_MAX * ratio:
            raise ValueError(f"{pair.dependent} and {pair.regressor}: the hedge ratio {ratio:.5f} must be within {ROUNDING_MAX:.0%} of whole "
                             "thousandths")
        names = (pair.regressor, pair.dependent) if is_turned else (pair.dependent, pair.regressor)
        rules = PairRules(milli, window, round(entry_z * 1_000), round(exit_z * 1_000), round(stop_z * 1_000))
        return cls(*names, rules, first_qty, sample_every_ms)


def strategy_toml(plan: PairPlan) -> str:
    """The table `[strategy]`."""
    rules = plan.rules
    return "\n".join([
        "[strategy]",
        'name = "pairs"',
        f'first = "{plan.first}"',
        f'second = "{plan.second}"',
        f"hedge_milli = {rules.hedge_milli}                     # shares of the second for 1,000 of the first",
        f"first_qty = {plan.first_qty}",
        f"window = {rules.window}                           # samples, the current one included",
        f"sample_every_ms = {plan.sample_every_ms}",
        "sample_on_timer = 1                   # decide at samples alone, as the research does",
        f"entry_z_milli = {rules.entry_z_milli}",
        f"exit_z_milli = {rules.exit_z_milli}",
        f"stop_z_milli = {rules.stop_z_milli}",
        f"order_qty_max = {max(plan.first_qty, plan.second_qty)}",
        f"slippage_ticks = {plan.slippage_ticks}",
    ]) + "\n"


_BACKTEST = """# A pair that a screen found: {first} less {hedge} of {second}. Written by hotpath.research.live.

[data]
files = ["{file}"]
{bars}

[fills]
model = "bars"
half_spread_dollars = {half_spread}
volume_percent = 10.0

[trading]
symbols = ["{first}", "{second}"]

[fees]
removed = {fee_a_share}

{limits}
{strategy}
[run]
capital = {capital}
"""


def backtest_toml(plan: PairPlan, bars: Path, *, minutes: int | None = None, half_spread_dollars: float = 0.01, fee_a_share: float = 0.0,
                  capital: float = 100_000.0) -> str:
    """A backtest over daily bars, or over bars of so many minutes; none of its limits decides."""
    of_time = 'bars = "day"' if minutes is None else f'bars = "minutes"\nbar_minutes = {minutes}'
    return _BACKTEST.format(first=plan.first, second=plan.second, hedge=plan.rules.hedge_milli / 1_000, file=bars, bars=of_time,
                            half_spread=half_spread_dollars, fee_a_share=fee_a_share, limits=_toml.dumps(WIDE_LIMITS),
                            strategy=strategy_toml(plan), capital=capital)


def trader_toml(plan: PairPlan, base: str) -> str:
    """A trader's own configuration, `base`, with the plan's symbols, timer and strategy in place of its own; the rest stays.

    ValueError: `base` is no configuration of one strategy, or its limits refuse the plan's orders.
    """
    parsed = tomllib.loads(base)
    if "strategy" not in parsed or "trading" not in parsed or "limits" not in parsed:
        raise ValueError("the trader's configuration must have the tables [trading], [limits] and [strategy]")
    for key, least in (("order_qty_max", max(plan.first_qty, plan.second_qty)), ("position_max", max(plan.first_qty, plan.second_qty))):
        if parsed["limits"].get(key, 0) < least:
            raise ValueError(f"limits.{key} must be at least {least:,}, the shares of a leg; it is {parsed['limits'].get(key, 0):,}")
    timer = min(parsed["trading"].get("timer_ms", 100), max(1, plan.sample_every_ms // 4))
    text = _with_key(base, "trading", "symbols", f'["{plan.first}", "{plan.second}"]')
    text = _with_key(text, "trading", "timer_ms", str(timer))
    text = re.sub(r"^\[strategy\][^\n]*\n.*?(?=^\[|\Z)", lambda _: strategy_toml(plan) + "\n", text, count=1, flags=re.M | re.S)
    written = tomllib.loads(text)
    if written["strategy"].get("first") != plan.first or written["trading"]["symbols"] != [plan.first, plan.second]:
        raise ValueError("the tables [trading] and [strategy] of the trader's configuration must begin lines")
    return text


def _with_key(text: str, table: str, key: str, value: str) -> str:
    """The first `key` of the table gets this value; without one it becomes the table's first."""
    head = re.search(rf"^\[{table}\][^\n]*\n", text, re.M)
    if head is None:
        raise ValueError(f"the table [{table}] of the trader's configuration must begin a line")
    following = re.search(r"^\[", text[head.end() :], re.M)
    end = head.end() + (following.start() if following else len(text) - head.end())
    body = text[head.end() : end]
    line = f"{key} = {value}\n"
    replaced, count = re.subn(rf"^{key}\s*=[^\n]*\n", lambda _: line, body, count=1, flags=re.M)
    return text[: head.end()] + (replaced if count else line + body) + text[end:]


# ---- what a live session saw


@dataclass(frozen=True)
class Samples:
    """The samples that a trader took in a session: nanoseconds since midnight, and twice the mid of both legs in price units."""

    times: NDArray[np.int64]
    first_twice_mid: NDArray[np.int64]
    second_twice_mid: NDArray[np.int64]


@dataclass(frozen=True)
class WantedOrder:
    """An order that a change of stance asks for, at the time of its sample."""

    time: int
    symbol: str
    side: str  # B or S
    qty: int


def session_samples(folder: Path, plan: PairPlan) -> Samples:
    """The samples of the session that `hotpath backtest record` wrote to `folder`.

    The market is taken as it was without the trader's own orders: these must be small beside the quotes.
    """
    books = itch_quotes.Books((plan.first, plan.second))
    touches = [itch_quotes.Touch(), itch_quotes.Touch()]
    received = iter(_received(folder))
    change = next(received, None)
    answered = _columns(folder / "reply.csv", "receive_ns")
    begin = answered[0] if answered else 0
    every = plan.sample_every_ms * 1_000_000
    next_sample = 0
    rows: list[tuple[int, int, int]] = []
    for timer in _strategy_timers(folder):
        while change is not None and change[0] <= timer:
            symbol = books.update(change[1])
            if symbol is not None:
                touches[symbol] = books.touch(symbol)
            change = next(received, None)
        if timer < max(begin, next_sample) or not all(touch.is_market for touch in touches):
            continue
        next_sample = (timer // every + 1) * every
        rows.append((timer, touches[0].twice_mid, touches[1].twice_mid))
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return Samples(table[:, 0], table[:, 1], table[:, 2])


def decisions_of(plan: PairPlan, samples: Samples) -> Decisions:
    return decide(plan.rules, samples.first_twice_mid, samples.second_twice_mid)


def orders_of(plan: PairPlan, samples: Samples) -> list[WantedOrder]:
    """The orders of a trader whose orders all execute at once: both legs at each change of stance."""
    stance = decisions_of(plan, samples).stance
    orders = []
    before = 0
    for time, now in zip(samples.times, stance, strict=True):
        change = int(now) - before
        for symbol, qty in ((plan.first, change * plan.first_qty), (plan.second, -change * plan.second_qty)):
            if qty != 0:
                orders.append(WantedOrder(int(time), symbol, "B" if qty > 0 else "S", abs(qty)))
        before = int(now)
    return orders


def _received(folder: Path) -> list[tuple[int, bytes]]:
    """The market's messages by the time at which the trader had them."""
    arrivals: dict[int, list[int]] = {}
    for sent, receive in zip(_columns(folder / "feed.csv", "send_ns"), _columns(folder / "feed.csv", "receive_ns"), strict=True):
        arrivals.setdefault(sent, []).append(receive)
    by_time: dict[int, list[bytes]] = {}
    for message in itch_quotes.messages(folder / "market.itch"):
        by_time.setdefault(itch_quotes.time_of(message), []).append(message)
    received = []
    for sent, group in by_time.items():
        # Executions of the trader's own orders, which the market has not, come first in a turn of the venue.
        known = arrivals.get(sent, [])
        own = max(0, len(known) - len(group))
        for n, message in enumerate(group):
            received.append((known[min(own + n, len(known) - 1)] if known else sent, message))
    received.sort(key=lambda change: change[0])
    return received


def _columns(file: Path, column: str) -> list[int]:
    with file.open(newline="") as rows:
        return [int(row[column]) for row in csv.DictReader(rows)]


def _strategy_timers(folder: Path) -> list[int]:
    """The timers that reached the strategy: of those that came, the first of each interval, until the trader stopped."""
    config = tomllib.loads((folder / "trader.toml").read_text())
    interval = config["trading"].get("timer_ms", 100) * 1_000_000
    with (folder / "events.csv").open(newline="") as rows:
        events = [(int(row["at_ns"]), row["event"]) for row in csv.DictReader(rows)]
    stopped = min((at for at, event in events if event == "stop"), default=None)
    timers = []
    due = 0
    for at, event in events:
        if event == "timer" and at >= due and (stopped is None or at < stopped):
            timers.append(at)
            due = at + interval
    return timers
