"""A hedge ratio that moves: Kalman's filter of `y = intercept + ratio * x + noise`, both coefficients random walks.

    states = filter_hedge(y, x, Noise(ratio=1e-6, intercept=1e-4, observation=1.0))
    states.ratio[t]              # from the first t + 1 observations: nothing of the future
    states.innovation[t]         # y[t] less what was expected of it before: a spread that can be traded

With no noise in the coefficients it is recursive least squares, and its last ratio that of the regression. Source: Durbin and Koopman
(2012), chapter 4; tests compare with statsmodels' state space models, to 1e-9.
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
    # The covariance of both coefficients: [[rr, ri], [ri, ii]].
    rr, ri, ii = prior.ratio_variance, 0.0, prior.intercept_variance
    for t in range(target.size):
        level = float(regressor[t])
        innovation = float(target[t]) - ratio * level - intercept
        to_ratio = rr * level + ri
        to_intercept = ri * level + ii
        variance = to_ratio * level + to_intercept + noise.observation
        ratio += to_ratio / variance * innovation
        intercept += to_intercept / variance * innovation
        out[:, t] = ratio, intercept, innovation, variance
        # Joseph's form: the covariance stays positive whatever is rounded.
        gain_r, gain_i = to_ratio / variance, to_intercept / variance
        a, b, c, d = 1 - gain_r * level, -gain_r, -gain_i * level, 1 - gain_i
        rr, ri, ii = (a * a * rr + 2 * a * b * ri + b * b * ii + gain_r * gain_r * noise.observation,
                      a * c * rr + (a * d + b * c) * ri + b * d * ii + gain_r * gain_i * noise.observation,
                      c * c * rr + 2 * c * d * ri + d * d * ii + gain_i * gain_i * noise.observation)
        rr, ii = rr + noise.ratio, ii + noise.intercept
    return HedgeStates(*out)


def fit_noise(y: ArrayLike, x: ArrayLike) -> Noise:
    """The variances with the highest likelihood, the intercept held still: otherwise it takes the spread's moves for its own."""
    from scipy.optimize import minimize

    from .cointegration import engle_granger

    start = engle_granger(y, x)
    observation = float(np.var(start.residual))
    scale = observation / float(np.mean(np.asarray(x, dtype=np.float64) ** 2))

    def noise_of(logs: Floats) -> Noise:
        return Noise(ratio=scale * float(np.exp(logs[0])), intercept=0.0, observation=observation * float(np.exp(logs[1])))

    def cost(logs: Floats) -> float:
        states = filter_hedge(y, x, noise_of(logs))
        return -float(states.log_likelihood)

    found = minimize(cost, np.array([-6.0, 0.0]), method="Nelder-Mead", bounds=[(-25.0, 5.0), (-15.0, 5.0)],
                     options={"xatol": 1e-3, "fatol": 1e-4, "maxiter": 200})
    return noise_of(found.x)
