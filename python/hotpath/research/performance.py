"""What a series of daily profits is worth: Sharpe ratio with an interval, drawdown, and how good the best of many tries looks by chance.

Profits are dollars a day on a fixed capital, so a ratio does not depend on the capital. Sources: Lo (2002) for the ratio; Bailey and
Lopez de Prado (2014), "The deflated Sharpe ratio"; Politis and Romano (1994) and Patton, Politis and White (2009) for the bootstrap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .regression import Floats

DAYS_A_YEAR = 252
_EULER = 0.5772156649015329


def _profits(profits: ArrayLike) -> Floats:
    values = np.asarray(profits, dtype=np.float64)
    if values.ndim != 1 or values.size < 2 or not np.all(np.isfinite(values)):
        raise ValueError("profits must have one dimension, two values or more, all finite")
    return values


def sharpe(profits: ArrayLike, *, periods: float = DAYS_A_YEAR) -> float:
    """Mean over standard deviation (n - 1), annualised; 0 when every profit is the same."""
    values = _profits(profits)
    deviation = float(np.std(values, ddof=1))
    return float(np.mean(values)) / deviation * float(np.sqrt(periods)) if deviation > 0 else 0.0


def max_drawdown(profits: ArrayLike) -> float:
    """The largest fall of the sum of profits from an earlier height, in dollars; never below 0."""
    equity = np.concatenate([[0.0], np.cumsum(_profits(profits))])
    return float(np.max(np.maximum.accumulate(equity) - equity))


@dataclass(frozen=True)
class Interval:
    low: float
    high: float


def sharpe_interval(profits: ArrayLike, *, level: float = 0.95, repetitions: int = 5_000, seed: int = 1) -> Interval:
    """By the stationary bootstrap, with the block length that the profits' own dependence asks for."""
    from arch.bootstrap import StationaryBootstrap, optimal_block_length

    values = _profits(profits)
    length = max(1, round(float(optimal_block_length(values)["stationary"].iloc[0])))
    bootstrap = StationaryBootstrap(length, values, seed=np.random.default_rng(seed))
    ratios = np.sort([sharpe(data[0][0]) for data in bootstrap.bootstrap(repetitions)])
    tail = (1 - level) / 2
    return Interval(float(np.quantile(ratios, tail)), float(np.quantile(ratios, 1 - tail)))


def best_by_chance(ratios: ArrayLike) -> float:
    """The Sharpe ratio that the best of so many worthless tries has on average, when they differ as much as these do."""
    from scipy.stats import norm

    tried = np.asarray(ratios, dtype=np.float64)
    if tried.size < 2:
        raise ValueError("tries must be two or more")
    deviation = float(np.std(tried, ddof=1))
    return deviation * float((1 - _EULER) * norm.ppf(1 - 1 / tried.size) + _EULER * norm.ppf(1 - 1 / (tried.size * np.e)))


def probability_above(ratio: float, threshold: float, observations: int, *, skewness: float = 0.0, kurtosis: float = 3.0) -> float:
    """The probability that the ratio behind a measured one is above a threshold; both a period, not annualised."""
    from scipy.stats import norm

    error = np.sqrt((1 - skewness * ratio + (kurtosis - 1) / 4 * ratio**2) / (observations - 1))
    return float(norm.cdf((ratio - threshold) / error))


def deflated_sharpe(profits: ArrayLike, ratios: ArrayLike, *, periods: float = DAYS_A_YEAR) -> float:
    """The probability that the ratio behind these profits, the best of `ratios`, is above what chance gives the best of as many."""
    from scipy.stats import kurtosis, skew

    values = _profits(profits)
    return probability_above(sharpe(values, periods=1), best_by_chance(ratios) / float(np.sqrt(periods)), values.size,
                             skewness=float(skew(values)), kurtosis=float(kurtosis(values, fisher=False)))


def superior_by_chance(profits_of_tries: ArrayLike, *, repetitions: int = 2_000, seed: int = 1) -> float:
    """Hansen's test of superior predictive ability: the p-value of "no try has a mean profit above 0" (tries x days)."""
    from arch.bootstrap import SPA

    table = np.asarray(profits_of_tries, dtype=np.float64)
    # Losses of the benchmark, which does nothing, against those of each try.
    test = SPA(np.zeros(table.shape[1]), -table.T, reps=repetitions, seed=seed)
    test.compute()
    return float(test.pvalues["consistent"])
