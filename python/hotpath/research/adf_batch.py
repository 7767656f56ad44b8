"""The ADF test of many residuals at once: what the screen of a universe spends its time on.

For every residual the lag with the best AIC or BIC is chosen among 0 to `lags_max` and the statistic is that of cointegration.adf() with
the trend "n", to 1e-9 (tests). Instead of a regression for each lag it needs one matrix of moments: sums of u[t-i] u[t-j], of which only
the first row is summed over the samples and the rest follows along the diagonals. One Cholesky factor of the moments has the residual sums
of squares of all lags in its last row. Every sum is taken in one order, so a result depends neither on the other residuals of a batch nor
on the number of workers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .cointegration import Criterion
from .regression import Floats


def _moments(u: Floats, size: int, first: int) -> Floats:
    """Sums of u[t-i] u[t-j] over t from `first` to the end, i and j below `size`; `first` is at least size - 1."""
    count, samples = u.shape
    moments = np.empty((count, size, size))
    recent = np.ascontiguousarray(u[:, first:])
    for k in range(size):
        np.einsum("bt,bt->b", recent, u[:, first - k : samples - k], out=moments[:, 0, k])
    # One step back in time: what enters at the beginning, what leaves at the end.
    enters = u[:, first - size + 1 : first][:, ::-1]
    leaves = u[:, samples - size + 1 :][:, ::-1]
    for i in range(size - 1):
        moments[:, i + 1, i + 1 :] = moments[:, i, i:-1] + enters[:, i, None] * enters[:, i:] - leaves[:, i, None] * leaves[:, i:]
    lower = np.tril_indices(size, -1)
    moments[:, lower[0], lower[1]] = moments[:, lower[1], lower[0]]
    return moments


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
    return np.argmin(observations * np.log(sums) + price * np.arange(1, lags_max + 2), axis=1)


def statistics(u: Floats, lags_max: int, criterion: Criterion) -> tuple[Floats, NDArray[np.intp]]:
    """The statistic and the chosen lag of each row of `u` (residuals x samples). A row must not be constant."""
    samples = u.shape[1]
    if not 0 <= lags_max <= samples // 2 - 1:
        raise ValueError(f"lags_max must be 0 to {samples // 2 - 1} with {samples} samples, got {lags_max}")
    first = lags_max + 1
    moments = _moments(u, lags_max + 2, first)
    lags = best_lags(moments, samples - first, criterion)
    out = np.empty(len(u))
    for lag in np.unique(lags):
        rows = np.flatnonzero(lags == lag)
        of_lag = moments[rows][:, : lag + 2, : lag + 2]
        if lag < lags_max:  # the chosen regression has more observations: those that lags_max had no lags for
            more = np.lib.stride_tricks.sliding_window_view(u[rows, :first], lag + 2, axis=1)[:, :, ::-1]
            of_lag = of_lag + np.einsum("bti,btj->bij", more, more)
        order = np.array([*range(1, lag + 1), lag + 1, 0])
        factor = np.linalg.cholesky(_design_moments(of_lag, order))[:, -1]
        freedom = samples - 1 - lag - (lag + 1)
        out[rows] = factor[:, -2] / factor[:, -1] * np.sqrt(freedom)
    return out, lags
