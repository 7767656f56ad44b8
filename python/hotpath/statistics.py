"""What a result is worth: ratios of daily values, and what the best of many trials has left.

The formulas are those of docs/reference/backtest-statistics.md; the compiled half computes them, as in every report. `spa`
alone comes from the package arch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import _core

Days = Sequence[float]
Trials = Sequence[Days]


@dataclass(frozen=True)
class DeflatedSharpe:
    """Bailey and Lopez de Prado, The Deflated Sharpe Ratio (2014)."""

    probability: float  # that the best trial's true ratio is above expected_max
    expected_max: float  # of one day: what the best of as many worthless trials has on average
    trials: int


@dataclass(frozen=True)
class Overfitting:
    """Bailey, Borwein, Lopez de Prado and Zhu, The Probability of Backtest Overfitting (2015)."""

    probability: float  # share of splits in which the best half's choice is at or below the median of the other half
    blocks: int
    splits: int


@dataclass(frozen=True)
class SuperiorPredictiveAbility:
    """Hansen, A Test for Superior Predictive Ability (2005): the p-values that no trial earns anything."""

    lower: float
    consistent: float
    upper: float


def sharpe(days: Days) -> float | None:
    """Mean / standard deviation of daily values, times sqrt(252); None without variance."""
    return _core.sharpe(list(days))


def sortino(days: Days) -> float | None:
    """Mean / downside deviation of daily values, times sqrt(252); None without a day below 0."""
    return _core.sortino(list(days))


def sharpe_interval(days: Days) -> tuple[float, float] | None:
    """95% of the stationary block bootstrap's Sharpe ratios; None below ten days."""
    return _core.sharpe_interval(list(days))


def sortino_interval(days: Days) -> tuple[float, float] | None:
    """The same of the Sortino ratio."""
    return _core.sortino_interval(list(days))


def deflated_sharpe(trials: Trials) -> DeflatedSharpe | None:
    """Of the trial with the highest Sharpe ratio; a row of daily values a trial. None below two trials that have a ratio, or ten days."""
    made = _core.deflated_sharpe(_rows(trials))
    return None if made is None else DeflatedSharpe(*made)


def overfitting_probability(trials: Trials, blocks_max: int = 16) -> Overfitting | None:
    """By combinatorially symmetric cross-validation over an even number of blocks of days; None below eight days."""
    if blocks_max < 4 or blocks_max > 16 or blocks_max % 2:
        raise ValueError(f"blocks_max must be even and from 4 to 16, got {blocks_max}")
    made = _core.overfitting_probability(_rows(trials), blocks_max)
    return None if made is None else Overfitting(*made)


def spa(trials: Trials, *, draws: int = 1_000, seed: int = 1) -> SuperiorPredictiveAbility | None:
    """Hansen's test over all trials against earning nothing, by arch.bootstrap.SPA; None below ten days.

    Raises ImportError without the package arch: pip install "hotpath[statistics]".
    """
    import numpy
    from arch.bootstrap import SPA

    rows = _rows(trials)
    if not rows or len(rows[0]) < 10:
        return None
    profits = numpy.array(rows, dtype=float).T
    traded = profits[:, profits.std(axis=0) > 0]  # a trial without variance has no t-value
    if traded.shape[1] == 0:
        return None
    test = SPA(numpy.zeros(len(profits)), -traded, reps=draws, seed=seed)
    test.compute()
    return SuperiorPredictiveAbility(*(float(test.pvalues[name]) for name in ("lower", "consistent", "upper")))


def _rows(trials: Trials) -> list[list[float]]:
    rows = [[float(value) for value in days] for days in trials]
    if len({len(days) for days in rows}) > 1:
        raise ValueError("every trial must have the same number of days")
    return rows
