"""A hedge ratio that moves: Kalman's filter of `y = intercept + ratio * x + noise`, both coefficients random walks.

    states = filter_hedge(y, x, Noise(ratio=1e-6, intercept=1e-4, observation=1.0))
    states.ratio[t]              # from the first t + 1 observations: nothing of the future
    states.innovation[t]         # y[t] less what was expected of it before: a spread that can be traded

With no noise in the coefficients it is recursive least squares, and its last ratio that of the regression. Source: Durbin and Koopman
(2012), chapter 4; Bierman (1977) for the factors of the covariance; tests compare with statsmodels' state space models, to 1e-9.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .cointegration import series_of
from .regression import Floats


@dataclass(frozen=True)
class Noise:
    """Variances a sample: of the steps of both coefficients, and of an observation, above 0."""

    ratio: float
    intercept: float
    observation: float


@dataclass(frozen=True)
class Prior:
    """What is known before the first sample: by default next to nothing."""

    ratio: float = 0.0
    intercept: float = 0.0
    ratio_variance: float = 1e6
    intercept_variance: float = 1e10


@dataclass(frozen=True)
class HedgeStates:
    """A value a sample; `ratio` and `intercept` after it, `innovation` and `variance` (of the innovation) before it."""

    ratio: Floats
    intercept: Floats
    innovation: Floats
    variance: Floats

    @property
    def log_likelihood(self) -> float:
        return float(-0.5 * np.sum(np.log(2 * np.pi * self.variance) + self.innovation**2 / self.variance))


def filter_hedge(y: ArrayLike, x: ArrayLike, noise: Noise, prior: Prior = Prior()) -> HedgeStates:
    """One pass over the samples. ValueError: the series differ in length, a variance is negative, the observation's is not above 0."""
    target, regressor = series_of(y, "y"), series_of(x, "x")
    if target.size != regressor.size:
        raise ValueError(f"y and x must have the same length, got {target.size} and {regressor.size}")
    if noise.ratio < 0 or noise.intercept < 0 or not noise.observation > 0:
        raise ValueError(f"variances must not be negative, and the observation's above 0, got {noise}")
    out = np.empty((4, target.size))
    ratio, intercept = prior.ratio, prior.intercept
    # The covariance of both coefficients as U D U': [[1, u], [0, 1]] and the diagonal (dr, di). Differences of large numbers, which the
    # covariance itself would need after a vague prior, do not occur.
    u, dr, di = 0.0, prior.ratio_variance, prior.intercept_variance
    for t in range(target.size):
        level = float(regressor[t])
        innovation = float(target[t]) - ratio * level - intercept
        from_ratio, from_intercept = level, u * level + 1.0
        gain_ratio, gain_intercept = dr * from_ratio, di * from_intercept
        partial = noise.observation + gain_ratio * from_ratio
        variance = partial + gain_intercept * from_intercept
        dr, di = dr * noise.observation / partial, di * partial / variance
        u, gain_ratio = u - gain_ratio * from_intercept / partial, gain_ratio + u * gain_intercept
        ratio += gain_ratio / variance * innovation
        intercept += gain_intercept / variance * innovation
        out[:, t] = ratio, intercept, innovation, variance
        if noise.intercept > 0:
            wider = di + noise.intercept
            dr, u, di = dr + u * u * di * noise.intercept / wider, u * di / wider, wider
        dr += noise.ratio
    return HedgeStates(*out)


# Relative to the observation's variance over the mean square of x: from a ratio that stands still to one that follows every sample.
_LOG_RATIOS = (-25.0, 2.0)


def fit_noise(y: ArrayLike, x: ArrayLike) -> Noise:
    """The variances with the highest likelihood, the intercept held still: otherwise it takes the spread's moves for its own.

    The observation's variance follows from that of the ratio, so one number is searched for: on a grid, then around its best point.
    """
    from scipy.optimize import minimize_scalar

    regressor = series_of(x, "x")
    unit = 1 / float(np.mean(regressor**2))

    def concentrated(log_ratio: float) -> tuple[float, float]:
        """Minus the log-likelihood but for a constant, and the observation's variance; the first two samples only end the vague prior."""
        states = filter_hedge(y, x, Noise(ratio=unit * float(np.exp(log_ratio)), intercept=0.0, observation=1.0))
        scaled, variances = states.innovation[2:] ** 2 / states.variance[2:], states.variance[2:]
        observation = float(np.mean(scaled))
        return 0.5 * (len(scaled) * float(np.log(observation)) + float(np.sum(np.log(variances)))), observation

    grid = np.linspace(*_LOG_RATIOS, 28)
    best = float(grid[int(np.argmin([concentrated(value)[0] for value in grid]))])
    found = minimize_scalar(lambda value: concentrated(float(value))[0], bounds=(best - 1, best + 1), method="bounded")
    observation = concentrated(float(found.x))[1]
    return Noise(ratio=observation * unit * float(np.exp(found.x)), intercept=0.0, observation=observation)
