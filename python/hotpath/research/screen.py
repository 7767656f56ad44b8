"""Every pair of a universe tested for cointegration, on processes, with a correction for the number of tests.

    result = screen(prices, names, options=ScreenOptions(correction="by", level=0.05), workers=2)
    for pair in result.pairs(): print(pair)

`prices` is samples x names, oldest first, in one unit. A pair is tested in both directions, and must pass in both: its p-value is the
larger one. ("either": twice the smaller one, which finds no more and errs twice as often.) Names whose price is stationary or constant are
left out: anything is "cointegrated" with them. A name with much noise of its own passes with many others, so pairs() gives each name to
the best of its pairs only. The same prices and options give the same numbers for any number of workers. How much of what is planted it
finds, and how much that is not: docs/results/pairs-trading.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import adf_batch, cointegration
from .cointegration import Criterion
from .mackinnon import p_value
from .multiple_testing import Correction, adjusted
from .regression import Floats

Directions = Literal["both", "either"]

# Pairs that a worker takes at a time, and those of them whose residuals are in a core's cache together.
_BATCH = 256
_BLOCK = 64


@dataclass(frozen=True)
class ScreenOptions:
    criterion: Criterion = "aic"  # of the number of lags
    lags_max: int | None = None  # Schwert's rule unless given
    directions: Directions = "both"  # that must pass
    correction: Correction = "by"
    level: float = 0.05  # of the adjusted p-value
    stationary_level: float = 0.01  # a name whose own unit root is rejected at this level is left out


@dataclass(frozen=True)
class FoundPair:
    """`dependent = intercept + hedge_ratio * regressor + residual`, in the direction with the smaller p-value."""

    dependent: str
    regressor: str
    hedge_ratio: float
    intercept: float
    half_life: float  # samples
    deviation: float  # standard deviation of the residual, in the unit of the prices
    p_value: float  # of the pair
    adjusted_p_value: float
    relations: int  # that Johansen's test accepts: 1 agrees


@dataclass(frozen=True)
class ScreenResult:
    """A value a pair of `tested` names; `first` and `second` are indices into `names`, first below second.

    Arrays of two columns have the direction first on second, then second on first.
    """

    names: tuple[str, ...]
    options: ScreenOptions
    tested: NDArray[np.intp]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    statistics: Floats
    p_values: Floats  # of both directions
    lags: NDArray[np.intp]
    pair_p_values: Floats
    adjusted_p_values: Floats
    prices: Floats = field(repr=False)

    @property
    def left_out(self) -> tuple[str, ...]:
        return tuple(self.names[n] for n in sorted(set(range(len(self.names))) - set(self.tested.tolist())))

    @property
    def is_found(self) -> NDArray[np.bool_]:
        return np.asarray(self.adjusted_p_values <= self.options.level)

    @property
    def best_of_its_names(self) -> NDArray[np.bool_]:
        """Of what was found, pairs whose names are in no better one: taken in the order of their p-values."""
        taken: set[int] = set()
        is_best = np.zeros(len(self.first), dtype=bool)
        for row in self._by_p_value(np.flatnonzero(self.is_found)):
            names = {int(self.first[row]), int(self.second[row])}
            is_best[row] = not names & taken
            taken |= names if is_best[row] else set()
        return is_best

    def pairs(self, *, one_a_name: bool = True) -> list[FoundPair]:
        """What was found, the smallest p-value first; `one_a_name`: of pairs that share a name, the best one."""
        rows = np.flatnonzero(self.best_of_its_names if one_a_name else self.is_found)
        return [self._pair(int(row)) for row in self._by_p_value(rows)]

    def _by_p_value(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.asarray(rows[np.lexsort((rows, self.statistics[rows].max(axis=1), self.pair_p_values[rows]))])

    def _pair(self, row: int) -> FoundPair:
        names = [int(self.first[row]), int(self.second[row])]
        y, x = names if self.statistics[row, 0] <= self.statistics[row, 1] else names[::-1]
        test = cointegration.engle_granger(self.prices[:, y], self.prices[:, x], criterion=self.options.criterion,
                                           lags_max=self.options.lags_max)
        agreed = cointegration.johansen(self.prices[:, [y, x]]).relations
        return FoundPair(self.names[y], self.names[x], test.hedge_ratio, test.intercept, test.half_life, float(np.std(test.residual)),
                         float(self.pair_p_values[row]), float(self.adjusted_p_values[row]), agreed)


@dataclass(frozen=True)
class _Job:
    """What a worker is given once: prices less their means, a row a name."""

    centred: Floats
    lags_max: int
    criterion: Criterion


_job: _Job | None = None


def _begin(job: _Job) -> None:
    global _job
    _job = job


def _test_batch(pairs: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
    assert _job is not None
    return test_pairs(_job.centred, pairs, _job.lags_max, _job.criterion)


def test_pairs(centred: Floats, pairs: NDArray[np.intp], lags_max: int, criterion: Criterion) -> tuple[Floats, NDArray[np.intp]]:
    """Statistics and lags of both directions; `centred` has a row of prices less their mean for each name. Where one name explains the
    other completely the statistic is NaN."""
    out = np.full((len(pairs), 2), np.nan)
    lags = np.zeros((len(pairs), 2), dtype=np.intp)
    parts: tuple[list[adf_batch.Moments], list[adf_batch.Moments]] = ([], [])
    is_testable = np.zeros(len(pairs), dtype=bool)
    for begin in range(0, len(pairs), _BLOCK):
        block = pairs[begin : begin + _BLOCK]
        a, b = centred[block[:, 0]], centred[block[:, 1]]
        aa, bb, ab = (np.einsum("bt,bt->b", one, other) for one, other in ((a, a), (b, b), (a, b)))
        rows = np.flatnonzero(ab * ab / (aa * bb) < cointegration.R_SQUARED_MAX)
        is_testable[begin + rows] = True
        for part, y, x, slope in ((parts[0], a, b, ab / bb), (parts[1], b, a, ab / aa)):
            part.append(adf_batch.Moments.of(y[rows] - slope[rows, None] * x[rows], lags_max))
    for direction, part in enumerate(parts):
        out[is_testable, direction], lags[is_testable, direction] = adf_batch.statistics(adf_batch.Moments.joined(part), criterion)
    return out, lags


def _batches(names: int) -> Iterator[NDArray[np.intp]]:
    rows, columns = np.triu_indices(names, 1)
    pairs = np.column_stack([rows, columns])
    for begin in range(0, len(pairs), _BATCH):
        yield pairs[begin : begin + _BATCH]


def _checked(prices: ArrayLike, names: Sequence[str]) -> Floats:
    table = np.asarray(prices, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(names):
        raise ValueError(f"prices must be samples x {len(names)} names, got the shape {table.shape}")
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError("names must be two or more, all different")
    if table.shape[0] < 50:
        raise ValueError(f"a screen needs at least 50 samples, got {table.shape[0]}")
    if not np.all(np.isfinite(table)):
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(f"prices must be finite, sample {row} of {names[column]} is {table[row, column]}")
    return table


def screen(prices: ArrayLike, names: Sequence[str], *, options: ScreenOptions = ScreenOptions(), workers: int = 1) -> ScreenResult:
    """Tests every pair of names. ValueError: shapes, values or names that cannot be tested."""
    table = _checked(prices, names)
    if workers < 1:
        raise ValueError(f"workers must be 1 or more, got {workers}")
    if options.directions not in ("both", "either"):
        raise ValueError(f"directions must be both or either, got {options.directions!r}")
    tested = np.array([n for n in range(len(names)) if _is_integrated(table[:, n], options)], dtype=np.intp)
    if len(tested) < 2:
        raise ValueError("fewer than two names have a price with a unit root: there is no pair to test")
    series = np.ascontiguousarray((table[:, tested] - table[:, tested].mean(axis=0)).T)
    lags_max = cointegration.lags_max_of(len(table)) if options.lags_max is None else options.lags_max
    job = _Job(series, lags_max, options.criterion)
    batches = list(_batches(len(tested)))
    if workers == 1:
        _begin(job)
        parts = [_test_batch(batch) for batch in batches]
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(job,)) as pool:
            parts = list(pool.map(_test_batch, batches, chunksize=max(1, len(batches) // (8 * workers))))
    statistics = np.concatenate([part[0] for part in parts])
    p_values = np.where(np.isnan(statistics), 1.0, p_value(statistics, trend="c", variables=2))
    of_pairs = pair_p_values(p_values, options.directions)
    pairs = tested[np.concatenate(batches)]
    return ScreenResult(tuple(names), options, tested, pairs[:, 0], pairs[:, 1], statistics, p_values,
                        np.concatenate([part[1] for part in parts]), of_pairs, adjusted(of_pairs, options.correction), table)


def pair_p_values(p_values: Floats, directions: Directions) -> Floats:
    """Of both directions' p-values (pairs x 2)."""
    return np.asarray(p_values.max(axis=1) if directions == "both" else np.minimum(2 * p_values.min(axis=1), 1.0))


def _is_integrated(series: Floats, options: ScreenOptions) -> bool:
    return bool(np.ptp(series) > 0) and cointegration.adf(series, criterion=options.criterion).p_value > options.stationary_level
