"""Searches over the parameters of a strategy, on processes or on Ray, and what the best point is worth after them."""

from __future__ import annotations

import hashlib
import inspect
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from . import _core, statistics
from ._arguments import use_this_python
from ._config import AnyStrategy, Configuration, Data, Options, configure
from ._pools import POOLS, Pool, Search, Task
from ._threads import run_interruptibly
from .backtest import Result
from .strategy import Description, Strategy

Axis = str | Iterable[Any]


def sweep(
    strategy: AnyStrategy | None = None,
    data: Data | None = None,
    grid: Mapping[str, Axis] | None = None,
    *,
    random: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    pool: str = "process",
    resume: str | os.PathLike[str] | None = None,
    progress: bool = False,
    symbols: str | Iterable[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    fills: str | Mapping[str, Any] | None = None,
    latency: float | Mapping[str, Any] | None = None,
    fees: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    sample_ms: int | None = None,
    capital: float | None = None,
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    strategies: Iterable[type[Strategy] | Strategy] = (),
    host_settings: str | os.PathLike[str] | None = None,
) -> SweepResult:
    """Runs a backtest at every point of a grid, or at some drawn from a seed, as `hotpath backtest sweep` does.

    grid          the values of each parameter: a list, or text: "1..10", "0.5..2.0/0.5" (with a step), "a,b,c"
    random, seed  number of different points of the grid to try, drawn by the seed; None: all
    workers       points that run at the same time; None: as many as there are processors
    pool          "process": processes of this machine; "ray": Ray Core, a cluster that ray.init() has connected to or a local one
    resume        a folder that keeps each point as it is done; the same call with it goes on after an interruption
    progress      a line on the standard error

    The other arguments are those of `hotpath.backtest`. The result is the same for any number of workers, any pool and after
    any interruption. A point that the strategy refuses (a fast average slower than the slow one) is left out.

    Raises hotpath.Error with one line; what a callback raises is raised here. Ctrl-C stops the sweep. Source:
    docs/guide/python-backtests.md.
    """
    use_this_python()
    if not grid:
        raise ValueError("grid must name at least one parameter and its values")
    if pool not in POOLS:
        raise ValueError(f"pool must be one of {', '.join(POOLS)}, got {pool!r}")
    count = workers if workers is not None else os.cpu_count() or 1
    if count < 1:
        raise ValueError(f"workers must be at least 1, got {workers}")
    options = Options(
        symbols=symbols,
        parameters=parameters,
        fills=fills,
        latency=latency,
        fees=fees,
        limits=limits,
        sample_ms=sample_ms,
        capital=capital,
        config=config,
        strategies=tuple(strategies),
        host_settings=host_settings,
    )
    configuration = configure(strategy, data, options)
    search = Search(configuration, [_axis(name, values) for name, values in grid.items()], random or 0, seed)
    if resume is not None:
        return _run(search, POOLS[pool], count, os.path.abspath(resume), progress)
    with tempfile.TemporaryDirectory(prefix="hotpath-sweep-") as folder:
        return _run(search, POOLS[pool], count, os.path.join(folder, "points"), progress)


def _axis(name: str, values: Axis) -> str:
    if isinstance(values, str):
        return f"{name}={values}"
    return f"{name}={','.join(str(value) for value in values)}"


def _run(search: Search, pool: Pool, workers: int, folder: str, progress: bool) -> SweepResult:
    job = search.job()
    job.open(folder, _code_of(search.configuration.strategies))
    _run_missing(job, search, pool, workers, progress)
    job.add_neighbours()
    _run_missing(job, search, pool, workers, progress)
    finished = run_interruptibly(job, job.finish)
    values = job.values(job.best())
    return SweepResult(job, Result(finished, _at(search.configuration, values), []), values)


def _run_missing(job: _core.SweepJob, search: Search, pool: Pool, workers: int, progress: bool) -> None:
    missing = [Task(point, job.places(point)) for point in range(job.points) if not job.has(point)]
    if not missing:
        return
    done = job.points - len(missing)
    lines = pool.run(search, missing, min(workers, len(missing)))
    try:
        for line in lines:
            job.append(line)
            done += 1
            if progress:
                _show(done, job.points)
    finally:
        close = getattr(lines, "close", None)
        if close is not None:
            close()


def _show(done: int, points: int) -> None:
    import sys

    sys.stderr.write(f"\rsweep  {done:,} of {points:,} points" + ("\n" if done == points else ""))
    sys.stderr.flush()


def _code_of(strategies: Sequence[Description]) -> str:
    """What the results depend on besides the configuration: the compiled half, and the source of Python strategies."""
    digest = hashlib.sha256()
    with open(_core.__file__, "rb") as module:
        digest.update(module.read())
    for each in strategies:
        of = each.strategy if isinstance(each.strategy, type) else type(each.strategy)
        for base in of.__mro__[:-1]:
            digest.update(_source(base).encode())
        if not isinstance(each.strategy, type):
            digest.update(repr(sorted(vars(each.strategy).items())).encode())
    return digest.hexdigest()


def _source(of: type) -> str:
    try:
        return inspect.getsource(of)
    except (OSError, TypeError):
        return f"{of.__module__}.{of.__qualname__}"


def _at(configuration: Configuration, values: Mapping[str, Any]) -> Configuration:
    """The configuration of one point."""
    import tomllib

    from . import _toml

    root = tomllib.loads(configuration.text)
    for name, value in values.items():
        table = root["strategy"] if "strategy" in root else None
        if name.startswith("strategies["):
            number, _, name = name.removeprefix("strategies[").partition("].")
            table = root["strategies"][int(number) - 1]
        if table is not None:
            table[name] = value
    return Configuration(_toml.dumps(root), configuration.name, configuration.strategies)


class SweepResult:
    """A finished search: all points, the best of them, and what it is worth after that many trials."""

    def __init__(self, job: _core.SweepJob, best: Result, parameters: dict[str, Any]) -> None:
        self._points = job.table()
        self._trials = job.trials()
        self.best = best
        """The backtest of the best point: the one with the highest Sharpe ratio, or profit where days are too few for one."""
        self.parameters = parameters
        """The best point's values."""
        self.tried = job.tried
        """Points that were tried; neighbours of the best that a random search has not drawn are none of them."""
        self.refused = job.refused
        """Points that the strategy refuses."""

    @property
    def points(self) -> _core.Rows:
        """A row a point: param_NAME, pnl, gross, fees, turnover, max_drawdown (1/10,000 dollar), sharpe, sortino, win_rate,
        fill_ratio, orders, fills, round_trips, output_hash, stopped_days, traded_share, and whether it was tried. The columns of sweep.parquet."""
        return self._points

    @property
    def trials(self) -> list[list[float]]:
        """Dollars of each day, a row for each point that was tried."""
        return self._trials

    @cached_property
    def deflated_sharpe(self) -> statistics.DeflatedSharpe | None:
        """What is left of the best Sharpe ratio; None below ten days."""
        return statistics.deflated_sharpe(self._trials)

    @cached_property
    def overfitting(self) -> statistics.Overfitting | None:
        """How often the best of half of the days is below the median of the other half; None below eight days."""
        return statistics.overfitting_probability(self._trials)

    @cached_property
    def spa(self) -> statistics.SuperiorPredictiveAbility | None:
        """Hansen's test, with the package arch; None below ten days."""
        return statistics.spa(self._trials)

    @property
    def is_overfit(self) -> bool | None:
        """Whether the best point must be taken for luck, by the rules of every verdict; None below ten days."""
        luck = self.best.summary["verdict"]["luck"]
        return None if luck == "too short" else bool(luck == "may be luck")

    @property
    def verdict(self) -> str:
        """One line: points that the risk check stopped, the best point, and whether it is more than luck."""
        stopped = self.best.summary["trials"]["search"]["stopped_text"]
        best = ", ".join(f"{name} = {value}" for name, value in self.parameters.items())
        says = {None: "too few days to say whether it is luck", True: "may be luck", False: "more than luck"}[self.is_overfit]
        numbers = list(_numbers(self.deflated_sharpe, self.overfitting))
        return (f"{stopped}. " if stopped else "") + f"The best of {self.tried:,} points, {best}: {says}" + (f" ({'; '.join(numbers)})." if numbers else ".")

    def report(self, path: str | os.PathLike[str]) -> None:
        """Writes the report of the best point, with the search in it, as `hotpath backtest sweep --report` does."""
        self.best.report(path)

    def __repr__(self) -> str:
        return f"<hotpath.SweepResult {self.verdict}>"


def _numbers(deflated: statistics.DeflatedSharpe | None, overfitting: statistics.Overfitting | None) -> Iterator[str]:
    if deflated is not None:
        yield f"deflated Sharpe {deflated.probability:.2f}"
    if overfitting is not None:
        yield f"probability of overfitting {overfitting.probability:.2f}"
