"""Cointegration of two price series: Engle-Granger with the ADF test, both directions, Johansen's test, hedge ratio, half-life.

    result = engle_granger(gs, ms)                  # gs = intercept + hedge_ratio * ms + residual
    result.p_value, result.hedge_ratio, result.half_life

Everything is computed here, by QR decomposition; statsmodels gives critical values and is what tests compare with, to 1e-9. Series are
one-dimensional arrays of prices in one unit, oldest first. Sources: Engle and Granger (1987); Johansen (1991); Hamilton (1994), chapters 17
to 20.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .mackinnon import p_value
from .regression import Floats, least_squares, nested_sums_of_squares

Criterion = Literal["aic", "bic"]
Trend = Literal["n", "c", "ct"]

# Above this share of explained variance the two series are one: statsmodels' bound.
R_SQUARED_MAX = 1 - 100 * float(np.sqrt(np.finfo(np.float64).eps))


@dataclass(frozen=True)
class AdfResult:
    """The augmented Dickey-Fuller test: `statistic` is the t-value of the level."""

    statistic: float
    p_value: float
    lags: int  # of the differences, chosen or given
    observations: int
    criterion_value: float = float("nan")  # nan: the lags were given


@dataclass(frozen=True)
class EngleGranger:
    """`dependent = intercept + hedge_ratio * regressor + residual`, and the ADF test of the residual."""

    statistic: float
    p_value: float
    lags: int
    hedge_ratio: float
    intercept: float
    r_squared: float
    residual: Floats = field(repr=False)

    @property
    def half_life(self) -> float:
        """Samples until half of a deviation has gone; infinite when deviations do not shrink."""
        return half_life(self.residual)


@dataclass(frozen=True)
class Johansen:
    """Johansen's test. `trace` and `max_eigen` test at most 0, 1, ... relations; the critical values' columns are 90%, 95%, 99%."""

    eigenvalues: Floats
    vectors: Floats  # a column each, the largest eigenvalue's first
    trace: Floats
    max_eigen: Floats
    trace_critical: Floats
    max_eigen_critical: Floats

    @property
    def relations(self) -> int:
        """How many cointegrating relations the trace test accepts at 95%."""
        return int(np.cumprod(self.trace > self.trace_critical[:, 1]).sum())

    @property
    def hedge_ratio(self) -> float:
        """Of the first relation: how much of the second series offsets one of the first."""
        return float(-self.vectors[1, 0] / self.vectors[0, 0])


def series_of(values: ArrayLike, name: str = "series") -> Floats:
    """`values` as floats. ValueError: one dimension, finite, at least ten values, not all the same."""
    series = np.asarray(values, dtype=np.float64)
    if series.ndim != 1 or series.size < 10:
        raise ValueError(f"{name} must have one dimension and at least 10 values, got the shape {series.shape}")
    if not np.all(np.isfinite(series)):
        raise ValueError(f"{name} must be finite, value {int(np.argmin(np.isfinite(series)))} is {series[~np.isfinite(series)][0]}")
    if np.ptp(series) == 0:
        raise ValueError(f"{name} must not be constant, every value is {series[0]}")
    return series


def lags_max_of(observations: int, trend_columns: int = 0) -> int:
    """Schwert's rule, 12 (n / 100)^(1/4) rounded up, as far as the observations allow."""
    return min(int(np.ceil(12.0 * (observations / 100.0) ** 0.25)), observations // 2 - trend_columns - 1)


def information(sums_of_squares: ArrayLike, observations: int, parameters: ArrayLike, criterion: Criterion) -> Floats:
    """AIC or BIC of regressions with normal errors; constants included, as statsmodels has them."""
    likelihood = observations * (np.log(2 * np.pi) + np.log(np.asarray(sums_of_squares) / observations) + 1)
    price = {"aic": 2.0, "bic": float(np.log(observations))}
    if criterion not in price:
        raise ValueError(f"criterion must be aic or bic, got {criterion!r}")
    return np.asarray(likelihood + price[criterion] * np.asarray(parameters), dtype=np.float64)


def _trend_columns(observations: int, trend: Trend) -> Floats:
    if trend not in ("n", "c", "ct"):
        raise ValueError(f"trend must be n, c or ct, got {trend!r}")
    all_columns = np.column_stack([np.ones(observations), np.arange(1.0, observations + 1)])
    return all_columns[:, : {"n": 0, "c": 1, "ct": 2}[trend]]


def _adf_design(series: Floats, lags: int, trend: Trend) -> tuple[Floats, Floats]:
    """What is explained, and the columns: trend, level, differences from the last one back."""
    differences = np.diff(series)
    target = differences[lags:]
    level = series[lags:-1]
    lagged = [differences[lags - k : differences.size - k] for k in range(1, lags + 1)]
    return target, np.column_stack([_trend_columns(target.size, trend), level, *lagged])


def adf(values: ArrayLike, *, trend: Trend = "c", lags: int | None = None, lags_max: int | None = None,
        criterion: Criterion = "aic", variables: int = 1, p_trend: Trend | None = None) -> AdfResult:
    """The augmented Dickey-Fuller test for a unit root.

    The number of lagged differences is the one with the best `criterion` up to `lags_max` (Schwert's rule unless given), all compared on
    the same observations; `lags` fixes it. `variables` and `p_trend` choose another distribution: a residual's. ValueError: too few values.
    """
    series = series_of(values)
    trend_columns = _trend_columns(1, trend).shape[1]
    if lags is None:
        most = lags_max_of(series.size, trend_columns) if lags_max is None else lags_max
    else:
        most = lags
    if not 0 <= most <= series.size // 2 - trend_columns - 1:
        raise ValueError(f"lags must be 0 to {series.size // 2 - trend_columns - 1} with {series.size} values, got {most}")
    best, value = most, float("nan")
    if lags is None:
        target, design = _adf_design(series, most, trend)
        sums = nested_sums_of_squares(target, design)[trend_columns:]
        values_of_lags = information(sums, target.size, trend_columns + 1 + np.arange(most + 1), criterion)
        best = int(np.argmin(values_of_lags))
        value = float(values_of_lags[best])
    target, design = _adf_design(series, best, trend)
    statistic = float(least_squares(target, design).t_values[trend_columns])
    probability = float(p_value(statistic, trend=trend if p_trend is None else p_trend, variables=variables))
    return AdfResult(statistic, probability, best, target.size, value)


def engle_granger(dependent: ArrayLike, regressor: ArrayLike, *, trend: Trend = "c", lags_max: int | None = None,
                  criterion: Criterion = "aic") -> EngleGranger:
    """Tests that `dependent` and `regressor` are not cointegrated: regression, then the ADF test of its residual.

    The result depends on which series is the dependent one: see both_directions(). ValueError: the series differ in length, or one
    explains the other completely.
    """
    y, x = series_of(dependent, "dependent"), series_of(regressor, "regressor")
    if y.size != x.size:
        raise ValueError(f"both series must have the same length, got {y.size} and {x.size}")
    fit = least_squares(y, np.column_stack([x, _trend_columns(y.size, trend)]))
    total = y - y.mean() if trend != "n" else y
    r_squared = 1 - fit.sum_of_squares / float(total @ total)
    if r_squared >= R_SQUARED_MAX:
        raise ValueError("the series must not be multiples of each other: their regression explains everything")
    # The residual has no trend any more, so its regression has none; the distribution is that of the first one.
    test = adf(fit.residuals, trend="n", lags_max=lags_max, criterion=criterion, variables=2, p_trend=trend)
    intercept = float(fit.coefficients[1]) if trend != "n" else 0.0
    return EngleGranger(test.statistic, test.p_value, test.lags, float(fit.coefficients[0]), intercept, r_squared, fit.residuals)


def both_directions(first: ArrayLike, second: ArrayLike, *, trend: Trend = "c", lags_max: int | None = None,
                    criterion: Criterion = "aic") -> tuple[EngleGranger, EngleGranger]:
    """(first on second, second on first)."""
    return (engle_granger(first, second, trend=trend, lags_max=lags_max, criterion=criterion),
            engle_granger(second, first, trend=trend, lags_max=lags_max, criterion=criterion))


def half_life(residual: ArrayLike) -> float:
    """Samples until half of a deviation has gone, from a first-order autoregression with a constant; infinite without reversion."""
    values = series_of(residual, "residual")
    slope = float(least_squares(np.diff(values), np.column_stack([values[:-1], np.ones(values.size - 1)])).coefficients[0])
    if slope >= 0:
        return float("inf")
    return float(np.log(0.5) / np.log1p(slope)) if slope > -1 else 0.0


def johansen(series: ArrayLike, *, lags: int = 1) -> Johansen:
    """Johansen's test of the columns of `series` (n x k) with a constant and so many lagged differences."""
    from statsmodels.tsa.coint_tables import c_sja, c_sjt

    levels = np.asarray(series, dtype=np.float64)
    if levels.ndim != 2 or levels.shape[1] < 2:
        raise ValueError(f"series must be n x k with k of at least 2, got the shape {levels.shape}")
    for n in range(levels.shape[1]):
        series_of(levels[:, n], f"column {n}")
    if lags < 0 or levels.shape[0] < 3 * (lags + 1) * levels.shape[1]:
        raise ValueError(f"lags must be 0 or more, and few for {levels.shape[0]} observations, got {lags}")
    differences = np.diff(levels, axis=0)
    target = differences[lags:]
    lagged = [differences[lags - k : len(differences) - k] for k in range(1, lags + 1)]
    design = np.column_stack([np.ones(len(target)), *lagged])
    q, _ = np.linalg.qr(design)
    r0 = target - q @ (q.T @ target)
    r1 = levels[lags:-1] - q @ (q.T @ levels[lags:-1])
    # Squared canonical correlations: those of orthonormal bases, so nothing is inverted.
    q0, _ = np.linalg.qr(r0)
    q1, t1 = np.linalg.qr(r1)
    _, correlations, rotation = np.linalg.svd(q0.T @ q1)
    eigenvalues = correlations**2
    vectors = np.linalg.solve(t1, rotation.T) * np.sqrt(len(target))
    tests = -len(target) * np.log1p(-eigenvalues)
    sizes = range(len(eigenvalues), 0, -1)
    return Johansen(eigenvalues, vectors, np.cumsum(tests[::-1])[::-1], tests, np.array([c_sjt(n, 0) for n in sizes]),
                    np.array([c_sja(n, 0) for n in sizes]))
