"""Backtests: the live trader with a compiled or a Python strategy over recorded, generated or tabled days."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from . import _core
from ._arguments import use_this_python
from ._config import AnyStrategy, Configuration, Data, Options, configure, generated
from ._threads import run_interruptibly
from .strategy import Strategy, describe

__all__ = ["Result", "backtest", "generated", "strategies"]


def backtest(
    strategy: AnyStrategy | None = None,
    data: Data | None = None,
    *,
    symbols: str | Iterable[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    fills: str | Mapping[str, Any] | None = None,
    latency: float | Mapping[str, Any] | None = None,
    fees: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    threads: int | None = None,
    sample_ms: int | None = None,
    capital: float | None = None,
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    strategies: Iterable[type[Strategy] | Strategy] = (),
    host_settings: str | os.PathLike[str] | None = None,
    sensitivity: bool = False,
    guard: bool = False,
    out: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Result:
    """Runs a strategy over days of market data, as `hotpath backtest` does: same engine, same fills, same result.

    strategy      the name of a compiled strategy (`hotpath.strategies()`), a class derived from hotpath.Strategy, or an
                  instance of one, of which every day gets a copy
    data          a file, several (a day each), a hotpath.Recording, or `hotpath.generated(...)`
    symbols       the traded instruments: "AAPL,MSFT" or a list
    parameters    of the strategy, in the units of its description
    fills         a fill model by name, or keys of [fills]
    latency       microseconds of each wire, or keys of [latency]
    fees, limits  keys of [fees]; of [limits], [account_limits] and [pace]. Without `config` limits that are not given are wide
    threads       days that run at the same time; those of a Python strategy run one after the other
    sample_ms     between two points of the equity
    capital       dollars that returns are relative to
    config        a file like backtest.toml, or a dictionary of the same tables; the other arguments replace what it says
    strategies    classes that a `config` names
    host_settings a file of `hotpath tune`; no result depends on it
    sensitivity   also runs at other latencies, sizes and fill models
    guard         also runs each day without its later parts: a strategy that uses the future, a clock or random numbers
                  raises hotpath.Error
    out           a folder that keeps the days as Parquet; an interrupted run goes on from it
    progress      a line on the standard error

    Raises hotpath.Error with one line that says what must hold and what was given; what a callback raises is raised here.
    Ctrl-C stops the run. The GIL is released, but for callbacks of a Python strategy. Source: docs/guide/backtest.md.
    """
    use_this_python()
    options = Options(
        symbols=symbols,
        parameters=parameters,
        fills=fills,
        latency=latency,
        fees=fees,
        limits=limits,
        threads=threads,
        sample_ms=sample_ms,
        capital=capital,
        config=config,
        strategies=tuple(strategies),
        host_settings=host_settings,
    )
    configuration = configure(strategy, data, options)
    job = _core.BacktestJob(configuration.text, configuration.name, configuration.strategies)
    keep = "" if out is None else os.path.abspath(out)
    finished = run_interruptibly(job, lambda: job.run(sensitivity, guard, progress, keep))
    return Result(finished, configuration, job.take_strategies())


def strategies(own: Iterable[type[Strategy] | Strategy] = ()) -> list[dict[str, Any]]:
    """Every compiled strategy, and those of `own`: name, summary, venues, and parameters with kind, unit, range and default.

    Dollars are in price units (1/10,000 dollar), as the strategy has them.
    """
    return _core.strategies([describe(each) for each in own])


class Result:
    """The result of a backtest.

    `orders`, `fills`, `positions`, `equity`, `queue_places` and `days` are tables that polars, pyarrow, DuckDB and pandas
    take: polars.DataFrame(result.fills). Prices are integers of 1/10,000 dollar, amounts price units x shares, times
    nanoseconds since midnight of the venue's day.
    """

    def __init__(self, finished: _core.FinishedBacktest, configuration: Configuration, made: list[Any]) -> None:
        self._finished = finished
        self._configuration = configuration
        self.strategies = made
        """The Python strategies of the days, in order, in their state at the end; empty for compiled strategies."""

    @property
    def orders(self) -> _core.Rows:
        """One row per order, replacements included: when it was sent and closed, executed shares, shares ahead of it."""
        return self._finished.table("orders")

    @property
    def fills(self) -> _core.Rows:
        """One row per fill: price, fee, liquidity (A added, R removed, O other), position after it, the mid then and later."""
        return self._finished.table("fills")

    @property
    def positions(self) -> _core.Rows:
        """One row per change of a position, with the cash and fees of the day so far."""
        return self._finished.table("positions")

    @property
    def equity(self) -> _core.Rows:
        """One row per sample of an instrument: profit and loss since the day's start after fees, position, mid."""
        return self._finished.table("equity")

    @property
    def queue_places(self) -> _core.Rows:
        """One row per order that joined a queue: the shares ahead, and when it was first filled."""
        return self._finished.table("queue_places")

    @property
    def days(self) -> _core.Rows:
        """One row per day: messages, orders, fills, profit and loss, checksums."""
        return self._finished.table("days")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The numbers of `hotpath backtest --json`; each is defined in docs/reference/backtest-statistics.md."""
        summary: dict[str, Any] = json.loads(self.to_json())
        return summary

    def __getitem__(self, key: str) -> Any:
        """A number of the summary."""
        return self.summary[key]

    @property
    def pnl(self) -> float:
        """Dollars, after fees."""
        return float(self.summary["pnl"])

    @property
    def sharpe(self) -> float | None:
        """The annualised Sharpe ratio of the daily profits; None for a single day."""
        return None if self.summary["sharpe"] is None else float(self.summary["sharpe"])

    @property
    def verdict(self) -> str:
        """What the result depends on most, and whether it survives half and double of it, in one line."""
        return str(self.summary["verdict"]["text"])

    @property
    def stops(self) -> list[dict[str, Any]]:
        """The days that the risk check stopped: day, time_s, control, reason, mode, symbol, traded_share; [] when none was."""
        return list(self.summary["stops"])

    @property
    def output_hash(self) -> str:
        """A checksum of every byte that was sent; equal for the same strategy in Python and in C++."""
        return str(self.summary["output_hash"])

    @property
    def input_hash(self) -> str:
        """A checksum of the market data."""
        return str(self.summary["input_hash"])

    @property
    def configuration(self) -> str:
        """The configuration as a file for `hotpath backtest -c`; a Python strategy has no compiled one to run."""
        return self._configuration.text

    @property
    def guard_runs(self) -> int:
        """Number of runs, shortened or with another market after the cut, that the guard has compared; 0 without a guard."""
        return self._finished.guard_runs

    def to_json(self) -> str:
        """The bytes that `hotpath backtest --json` writes."""
        return self._json

    @cached_property
    def _json(self) -> str:
        return self._finished.json().decode()

    def report_data(self) -> dict[str, Any]:
        """The data of the report's page: the summary, the curves thinned for a screen, the definitions."""
        data: dict[str, Any] = json.loads(self._finished.report_data())
        return data

    def report(self, path: str | os.PathLike[str]) -> None:
        """Writes the page of `hotpath backtest --report`: one HTML file that needs no network."""
        _write(path, self._finished.report())

    def pair_signal(self) -> _core.Rows:
        """Of the strategy `pairs`: spread, z-score and stance at each of its samples. Runs the days once more."""
        configuration = self._configuration
        job = _core.BacktestJob(configuration.text, configuration.name, configuration.strategies)
        return run_interruptibly(job, job.pair_signal)

    def __repr__(self) -> str:
        stopped = f", the risk check stopped {len(self.stops)}" if self.stops else ""
        return f"<hotpath.Result {self.summary['strategy']}: ${self.pnl:,.2f} in {len(self.summary['days'])} days{stopped}>"

    def _repr_html_(self) -> str:
        summary = self.summary
        rows = [
            ("P&L", _money(summary["pnl"])),
            ("fees", _money(summary["fees"])),
            ("Sharpe ratio", _number(summary["sharpe"])),
            ("Sortino ratio", _number(summary["sortino"])),
            ("maximum drawdown", _money(summary["drawdown"] and summary["drawdown"]["amount"])),
            ("orders", f"{summary['orders']['entered']:,}"),
            ("fills", f"{summary['fills']:,}"),
            ("fill ratio", _percent(summary["fill_ratio"])),
            ("refused by risk", ", ".join(f"{n:,} {reason}" for reason, n in summary["orders"]["rejected_by_reason"].items()) or "none"),
            ("time traded", _percent(summary["traded_share"])),
            ("output hash", summary["output_hash"]),
        ]
        cells = "".join(f"<tr><th style='text-align:left'>{html.escape(n)}</th><td>{html.escape(v)}</td></tr>" for n, v in rows)
        title = html.escape(f"{summary['strategy']}, {summary['source']}")
        return f"<div><b>{title}</b><br>{html.escape(self.verdict)}<table>{cells}</table></div>"


def _write(path: str | os.PathLike[str], content: bytes) -> None:
    try:
        with open(path, "wb") as file:
            file.write(content)
    except OSError as error:
        raise _core.Error(f"cannot write {os.fspath(path)}: {error.strerror}") from None


def _number(value: float | None) -> str:
    return "not defined" if value is None else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "not defined" if value is None else f"{100 * value:.1f}%"


def _money(dollars: float | None) -> str:
    dollars = dollars or 0.0
    return f"{'-' if dollars < 0 else ''}${abs(dollars):,.2f}"
