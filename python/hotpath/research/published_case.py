"""Goldman Sachs and Morgan Stanley, 2018 to 2023, as a paper traded them: what of its numbers reproduces, and what is left of the profit.

    python -m hotpath.research.published_case FILE      writes the result file of docs/results/pairs-trading.md; it needs the licensed prices

The paper is Bilokon and Gunduz, "C++ Design Patterns for Low-Latency Applications Including High-Frequency Trading" (2023), section 4, with
its repository. The prices are those published there: daily, adjusted for dividends, 2018-06-25 to 2023-06-21. They are licensed: the result
file holds statistics alone, no price and no series of them.

The rules, from the repository's backtest: spread = GS - MS; z over `window` spreads, today's included; above `entry` one side is opened with
1,000 x |z| shares of each leg, below -`entry` the other; within `exit` of the mean it is closed; both at today's close. A position that is
open on the last day is counted at its value.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import cointegration, performance
from .kalman import filter_hedge, fit_noise
from .multiple_testing import adjusted
from .regression import Floats
from .screen import screen

CAPITAL = 1_000_000.0
SHARES = 1_000.0


@dataclass(frozen=True)
class Prices:
    dates: tuple[str, ...]
    gs: Floats  # adjusted closes
    ms: Floats
    gs_open: Floats  # adjusted by the same factor
    ms_open: Floats

    @property
    def spread(self) -> Floats:
        return self.gs - self.ms

    @property
    def open_spread(self) -> Floats:
        return self.gs_open - self.ms_open


@dataclass(frozen=True)
class Rules:
    window: int = 10
    entry: float = 1.0
    exit: float = 0.8
    is_scaled: bool = True  # |z| at the entry multiplies the shares
    follows: bool = True  # long the spread when it is high, as the repository trades; False: short, as the paper says
    delay: int = 0  # closes between a decision and its fill

    @property
    def direction(self) -> int:
        return 1 if self.follows else -1


@dataclass(frozen=True)
class Trading:
    """A day each: `z` (NaN before there is a deviation), shares of GS held after its close (of MS as many the other way), and the profit of
    the day in dollars."""

    z: Floats
    held: Floats
    profits: Floats

    @property
    def change(self) -> Floats:
        return np.diff(self.held, prepend=0.0)

    @property
    def opened(self) -> NDArray[np.intp]:
        """The days on which a position was opened, and below: closed."""
        return np.flatnonzero((self.held != 0) & (self.change == self.held))

    @property
    def closed(self) -> NDArray[np.intp]:
        return np.flatnonzero((self.held == 0) & (self.change != 0))

    @property
    def profits_of_positions(self) -> Floats:
        """Of each position that was closed, in order."""
        total = np.cumsum(self.profits)
        return np.array([total[end] - total[begin] for begin, end in zip(self.opened, self.closed, strict=False)])


# ---- prices


def data_folder() -> Path:
    return Path(os.environ.get("HOTPATH_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))


def load(folder: Path) -> Prices:
    """From `folder`/seed1_gs_ms. FileNotFoundError without the licensed files."""
    tables = [_read(folder / "seed1_gs_ms" / f"{name}.csv") for name in ("GS", "MS")]
    dates = [row["Date"] for row in tables[0]]
    if dates != [row["Date"] for row in tables[1]]:
        raise ValueError(f"{folder}: GS.csv and MS.csv must have the same days")

    def column(rows: list[dict[str, str]], name: str) -> Floats:
        return np.array([float(row[name]) for row in rows])

    closes = [column(rows, "Adj Close") for rows in tables]
    opens = [column(rows, "Open") * column(rows, "Adj Close") / column(rows, "Close") for rows in tables]
    return Prices(tuple(dates), *closes, *opens)


def load_universe(folder: Path, begin: str, end: str) -> tuple[tuple[str, ...], Floats]:
    """Names and adjusted closes of the 74 large US stocks of `folder`/daily_prices in these days, both included."""
    rows = [row for row in _read(folder / "daily_prices" / "adj_close_2018_2023.csv") if begin <= row["Date"] <= end]
    names = tuple(name for name in rows[0] if name != "Date")
    return names, np.array([[float(row[name]) for name in names] for row in rows])


def _read(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as rows:
        return list(csv.DictReader(rows))


# ---- the rules


def z_scores(spread: Floats, window: int) -> Floats:
    """Of each spread in the last `window`, itself included; population deviation. The first day is day `window`, and until the window is
    full it has what there is since then: as the repository's backtest begins."""
    z = np.full(len(spread), np.nan)
    for t in range(window, len(spread)):
        last = spread[max(window, t + 1 - window) : t + 1]
        deviation = float(np.std(last))
        if deviation > 0:
            z[t] = (spread[t] - np.mean(last)) / deviation
    return z


def decided_shares(z: Floats, rules: Rules) -> Floats:
    """Shares of GS wanted after each close."""
    out = np.zeros(len(z))
    held = 0.0
    for t, value in enumerate(z):
        if held == 0 and abs(value) > rules.entry:
            size = abs(value) if rules.is_scaled else 1.0
            held = SHARES * size * (rules.direction if value > 0 else -rules.direction)
        elif held != 0 and abs(value) < rules.exit:
            held = 0.0
        out[t] = held
    return out


def trade(prices: Prices, rules: Rules = Rules(), *, cost_bps: float = 0.0, at_open: bool = False, z: Floats | None = None) -> Trading:
    """The rules over all days. `cost_bps`: basis points of the value of each leg that is traded. `at_open`: filled at the next open."""
    z = z_scores(prices.spread, rules.window) if z is None else z
    delay = 1 if at_open else rules.delay
    held = np.concatenate([np.zeros(delay), decided_shares(z, rules)[: len(z) - delay]])
    change = np.diff(held, prepend=0.0)
    profits = np.concatenate([[0.0], held[:-1]]) * np.diff(prices.spread, prepend=prices.spread[0])
    value = prices.gs + prices.ms
    if at_open:  # what changes at the open has the day's move from there
        profits = profits + change * (prices.spread - prices.open_spread)
        value = prices.gs_open + prices.ms_open
    return Trading(z, held, profits - np.abs(change) * value * cost_bps / 10_000)


# ---- what it is worth


def published_sharpe(trading: Trading, begin: int, periods: float = performance.DAYS_A_YEAR) -> float:
    """As the repository computes it: daily returns of the balance, from the day `begin` on."""
    balance = CAPITAL + np.cumsum(trading.profits)[begin:]
    return performance.sharpe(np.diff(balance) / balance[:-1], periods=periods)


def summary(trading: Trading, begin: int) -> dict[str, float]:
    return {"final": CAPITAL + float(trading.profits.sum()), "sharpe": published_sharpe(trading, begin),
            "drawdown": performance.max_drawdown(trading.profits), "positions": len(trading.opened)}


GRID_WINDOWS = range(2, 31)
GRID_ENTRIES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)


def grid() -> list[Rules]:
    """174 points: windows and entries around the published ones, the exit at the same share of the entry."""
    return [Rules(window, entry, 0.8 * entry) for window in GRID_WINDOWS for entry in GRID_ENTRIES]


def grid_scores(prices: Prices) -> dict[int, Floats]:
    """The z of each window of the grid."""
    return {window: z_scores(prices.spread, window) for window in GRID_WINDOWS}


@dataclass(frozen=True)
class WalkForward:
    """`profits` of the test periods alone, each traded with the rules that were best before it."""

    profits: Floats
    chosen: tuple[Rules, ...]


def walk_forward(prices: Prices, *, train: int = 504, test: int = 63, cost_bps: float = 0.0, delay: int = 0,
                 directions: tuple[bool, ...] = (True, False)) -> WalkForward:
    """The point of the grid with the best Sharpe ratio of the last `train` days trades the next `test` days; both directions compete."""
    candidates = [replace(rules, follows=follows, delay=delay) for rules in grid() for follows in directions]
    scores = grid_scores(prices)
    table = np.array([trade(prices, rules, cost_bps=cost_bps, z=scores[rules.window]).profits for rules in candidates])
    profits, chosen = [], []
    for begin in range(train, table.shape[1], test):
        past = table[:, begin - train : begin]
        deviations = past.std(axis=1, ddof=1)
        ratios = np.divide(past.mean(axis=1), deviations, out=np.zeros(len(past)), where=deviations > 0)
        best = int(np.argmax(ratios))
        chosen.append(candidates[best])
        profits.append(table[best, begin : begin + test])
    return WalkForward(np.concatenate(profits), tuple(chosen))


# ---- the repository's tear sheet: a larger trade than the paper's


def tear_sheet(prices: Prices, base_shares: float = 6_000.0) -> dict[str, float]:
    """The repository's script as it stands there: six times the shares, cut to what 90% of the cash pays for."""
    spread, z = prices.spread, z_scores(prices.spread, 10)
    cash, held, balance = CAPITAL, 0.0, []
    for t in range(10, len(spread)):
        size = abs(z[t])
        if held == 0 and size > 1:
            side = 1 if z[t] > 0 else -1
            shares = base_shares * size
            if side * spread[t] * shares > cash:
                shares = int(cash / (side * spread[t]) * 0.9)
            held = side * shares
            cash -= held * spread[t]
        elif held != 0 and size < 0.8:
            cash += held * spread[t]
            held = 0.0
        balance.append(cash + held * spread[t])
    values = np.array(balance)
    return {"cumulative_return": float(values[-1] / values[0] - 1), "sharpe": performance.sharpe(np.diff(values) / values[:-1]),
            "drawdown": float(np.max(1 - values / np.maximum.accumulate(values)))}


# ---- the result file


def cointegration_rows(prices: Prices) -> Iterator[dict[str, Any]]:
    for y, x in (("MS", "GS"), ("GS", "MS")):
        series = {"GS": prices.gs, "MS": prices.ms}
        for criterion in ("aic", "bic"):
            test = cointegration.engle_granger(series[y], series[x], criterion=criterion)
            yield {"dependent": y, "regressor": x, "criterion": criterion, "lags": test.lags, "statistic": test.statistic,
                   "p_value": test.p_value, "hedge_ratio": test.hedge_ratio, "half_life": test.half_life}


def halves(prices: Prices) -> Iterator[dict[str, Any]]:
    middle = len(prices.dates) // 2
    for part in (slice(0, middle), slice(middle, None)):
        test = cointegration.engle_granger(prices.ms[part], prices.gs[part])
        yield {"begin": prices.dates[part][0], "end": prices.dates[part][-1], "statistic": test.statistic, "p_value": test.p_value,
               "hedge_ratio": test.hedge_ratio, "half_life": test.half_life}


def cointegration_of(prices: Prices) -> dict[str, Any]:
    relation = cointegration.johansen(np.column_stack([prices.gs, prices.ms]))
    one_to_one = cointegration.adf(prices.spread)
    noise = fit_noise(prices.gs, prices.ms)
    ratio = filter_hedge(prices.gs, prices.ms, noise).ratio[252:]
    return {
        "engle_granger": list(cointegration_rows(prices)),
        "halves": list(halves(prices)),
        "unit_roots": {name: cointegration.adf(series).p_value for name, series in (("GS", prices.gs), ("MS", prices.ms))},
        "one_to_one": {"statistic": one_to_one.statistic, "p_value": one_to_one.p_value,
                       "half_life": cointegration.half_life(prices.spread)},
        "johansen": {"trace": relation.trace.tolist(), "critical_95": relation.trace_critical[:, 1].tolist(),
                     "relations": relation.relations, "hedge_ratio": relation.hedge_ratio},
        "kalman": {"ratio_least": float(ratio.min()), "ratio_most": float(ratio.max()), "ratio_last": float(ratio[-1])},
    }


def selection_of(folder: Path, prices: Prices) -> dict[str, Any]:
    """The pair among all pairs of a universe: the paper tested several stocks, and says of one."""
    names, table = load_universe(folder, prices.dates[0], prices.dates[-1])
    result = screen(table, names)
    pair = {names.index("GS"), names.index("MS")}
    row = next(n for n, both in enumerate(zip(result.first, result.second, strict=True)) if set(both) == pair)
    return {
        "names": len(names), "pairs": len(result.first), "below_5_percent": int(np.sum(result.pair_p_values <= 0.05)),
        "rank": int(np.sum(result.pair_p_values < result.pair_p_values[row])) + 1, "p_value": float(result.pair_p_values[row]),
        "adjusted": {correction: float(adjusted(result.pair_p_values, correction)[row]) for correction in ("bh", "by", "holm")},
        "found": {correction: int(np.sum(adjusted(result.pair_p_values, correction) <= 0.05)) for correction in ("bh", "by", "holm")},
        "least_adjusted_bh": float(adjusted(result.pair_p_values, "bh").min()),
    }


COSTS_BPS = (0.0, 0.5, 1.0, 2.0, 5.0)


def grid_of(prices: Prices, *, is_scaled: bool = True) -> dict[str, float]:
    """The published point among 174, by the Sharpe ratio of daily profits."""
    scores = grid_scores(prices)
    tried = np.array([trade(prices, replace(rules, is_scaled=is_scaled), z=scores[rules.window]).profits for rules in grid()])
    published = trade(prices, Rules(is_scaled=is_scaled)).profits
    ratios = [performance.sharpe(profits) for profits in tried]
    return {"points": len(tried), "published": performance.sharpe(published), "rank": sum(r > performance.sharpe(published) for r in ratios) + 1,
            "best": max(ratios), "median": float(np.median(ratios)), "worst": min(ratios), "by_chance": performance.best_by_chance(ratios),
            "deflated": performance.deflated_sharpe(published, ratios), "superior_p_value": performance.superior_by_chance(tried)}


def forward_of(prices: Prices, train: int, delay: int, cost_bps: float) -> dict[str, float]:
    run = walk_forward(prices, train=train, delay=delay, cost_bps=cost_bps)
    # The published rules on the same days: what knowing them beforehand would have earned.
    same = trade(prices, Rules(delay=delay), cost_bps=cost_bps).profits[train:]
    return {"train": train, "delay": delay, "bps": cost_bps, "days": len(run.profits), "profit": float(run.profits.sum()),
            "sharpe": performance.sharpe(run.profits), "periods": len(run.chosen), "follows": sum(rules.follows for rules in run.chosen),
            "published_profit": float(same.sum()), "published_sharpe": performance.sharpe(same)}


def trading_of(prices: Prices) -> dict[str, Any]:
    begin = Rules().window
    base = trade(prices)
    interval = performance.sharpe_interval(base.profits[begin:])
    traded = float(np.sum(np.abs(base.change) * (prices.gs + prices.ms)))
    of_positions = base.profits_of_positions
    is_short = base.held[base.opened[: len(of_positions)]] < 0
    return {
        "as_published": summary(base, begin) | {"sharpe_365": published_sharpe(base, begin, 365.0),
                                                "sharpe_low": interval.low, "sharpe_high": interval.high},
        "unscaled": summary(trade(prices, Rules(is_scaled=False)), begin),
        "as_the_text_says": summary(trade(prices, Rules(follows=False)), begin),
        "next_close": summary(trade(prices, Rules(delay=1)), begin),
        "next_open": summary(trade(prices, at_open=True), begin),
        "costs": [{"bps": bps} | summary(trade(prices, cost_bps=bps), begin) for bps in COSTS_BPS],
        "costs_next_close": [{"bps": bps} | summary(trade(prices, Rules(delay=1), cost_bps=bps), begin) for bps in COSTS_BPS],
        "break_even_bps": 10_000 * float(base.profits.sum()) / traded,
        "positions": {"closed": len(of_positions), "short": int(is_short.sum()), "profit": float(of_positions.sum()),
                      "as_drawn": float(of_positions[~is_short].sum() - of_positions[is_short].sum())},
        "grid": grid_of(prices),
        "grid_unscaled": grid_of(prices, is_scaled=False),
        "walk_forward": [forward_of(prices, train, delay, bps) for train in (252, 504) for delay in (0, 1) for bps in (0.0, 1.0)],
        "tear_sheet": tear_sheet(prices),
    }


def result_of(folder: Path, prices: Prices) -> dict[str, Any]:
    return {"days": len(prices.dates), "begin": prices.dates[0], "end": prices.dates[-1], "cointegration": cointegration_of(prices),
            "selection": selection_of(folder, prices), "trading": trading_of(prices)}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", type=Path, default=data_folder(), help="the folder with seed1_gs_ms (default: HOTPATH_DATA, or "
                        "../shared/data beside the repository)")
    chosen = parser.parse_args(arguments)
    try:
        prices = load(chosen.data)
    except FileNotFoundError as missing:
        print(f"published_case: {missing.filename} is not there: HOTPATH_DATA names the folder with the licensed prices", file=sys.stderr)
        return 1
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(result_of(chosen.data, prices), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
