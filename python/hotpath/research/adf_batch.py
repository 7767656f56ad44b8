"""The ADF test of many residuals at once: what the screen of a universe spends its time on.

For every residual the lag with the best AIC or BIC is chosen among 0 to `lags_max` and the statistic is that of cointegration.adf() with
the trend "n", to 1e-9 (tests). Instead of a regression for each lag it needs one matrix of moments: sums of u[t-i] u[t-j], of which only
the first row is summed over the samples and the rest follows along the diagonals. One Cholesky factor of the moments has the residual sums
of squares of all lags in its last row. Every sum is taken in one order, so a result depends neither on the other residuals of a batch nor
on the number of workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .cointegration import Criterion
from .regression import Floats


@dataclass(frozen=True)
class Moments:
    """What the tests need of residuals, a row each: sums of u[t-i] u[t-j] over t from lags_max + 1 on, and the values before that."""

    sums: Floats  # rows x (lags_max + 2) x (lags_max + 2)
    beginnings: Floats  # rows x (lags_max + 1)
    samples: int

    @classmethod
    def of(cls, u: Floats, lags_max: int) -> Moments:
        """Of residuals x samples. A few dozen rows at a time stay in a core's cache."""
        size, first, samples = lags_max + 2, lags_max + 1, u.shape[1]
        if not 0 <= lags_max <= samples // 2 - 1:
            raise ValueError(f"lags_max must be 0 to {samples // 2 - 1} with {samples} samples, got {lags_max}")
        sums = np.empty((len(u), size, size))
        recent = u[:, first:]
        for k in range(size):
            np.einsum("bt,bt->b", recent, u[:, first - k : samples - k], out=sums[:, 0, k])
        # One step back in time: what enters at the beginning, what leaves at the end.
        enters, leaves = u[:, :first][:, ::-1], u[:, samples - first :][:, ::-1]
        for i in range(first):
            sums[:, i + 1, i + 1 :] = sums[:, i, i:-1] + enters[:, i, None] * enters[:, i:] - leaves[:, i, None] * leaves[:, i:]
        lower = np.tril_indices(size, -1)
        sums[:, lower[0], lower[1]] = sums[:, lower[1], lower[0]]
        return cls(sums, u[:, :first].copy(), samples)

    @classmethod
    def joined(cls, parts: Sequence[Moments]) -> Moments:
        return cls(np.concatenate([part.sums for part in parts]), np.concatenate([part.beginnings for part in parts]), parts[0].samples)


def _design_moments(moments: Floats, order: NDArray[np.intp]) -> Floats:
    """Of the differences of lags 0 to n - 1 and the level of lag 1, in this order: an index of a difference, or n for the level."""
    size = moments.shape[1] - 1
    out = np.empty((len(moments), size + 1, size + 1))
    out[:, :size, :size] = moments[:, :-1, :-1] - moments[:, :-1, 1:] - moments[:, 1:, :-1] + moments[:, 1:, 1:]
    out[:, size, :size] = moments[:, 1, :-1] - moments[:, 1, 1:]
    out[:, :size, size] = out[:, size, :size]
    out[:, size, size] = moments[:, 1, 1]
    out = out[:, order[:, None], order]
    scale = 1 / np.sqrt(np.diagonal(out, axis1=1, axis2=2))
    return np.asarray(out * scale[:, :, None] * scale[:, None, :])


def best_lags(moments: Floats, observations: int, criterion: Criterion) -> NDArray[np.intp]:
    """The lag with the best criterion, of moments of lags_max + 2 levels."""
    lags_max = moments.shape[1] - 2
    # Level, lagged differences, and the difference that is explained last.
    order = np.array([lags_max + 1, *range(1, lags_max + 1), 0])
    last = np.linalg.cholesky(_design_moments(moments, order))[:, -1]
    sums = np.cumsum(last[:, ::-1] ** 2, axis=1)[:, ::-1][:, 1:]
    price = 2.0 if criterion == "aic" else np.log(observations)
    return np.asarray(np.argmin(observations * np.log(sums) + price * np.arange(1, lags_max + 2), axis=1))


def statistics(moments: Moments, criterion: Criterion) -> tuple[Floats, NDArray[np.intp]]:
    """The statistic and the chosen lag of each row. A residual must not be constant."""
    first = moments.beginnings.shape[1]
    lags = best_lags(moments.sums, moments.samples - first, criterion)
    out = np.empty(len(lags))
    for lag in np.unique(lags):
        rows = np.flatnonzero(lags == lag)
        of_lag = moments.sums[rows][:, : lag + 2, : lag + 2]
        if lag + 1 < first:  # the chosen regression has more observations: those that lags_max had no lags for
            more = np.lib.stride_tricks.sliding_window_view(moments.beginnings[rows], lag + 2, axis=1)[:, :, ::-1]
            of_lag = of_lag + np.einsum("bti,btj->bij", more, more)
        order = np.array([*range(1, lag + 1), lag + 1, 0])
        factor = np.linalg.cholesky(_design_moments(of_lag, order))[:, -1]
        out[rows] = factor[:, -2] / factor[:, -1] * np.sqrt(moments.samples - 1 - lag - (lag + 1))
    return out, lags
