"""p-values of the unit root and cointegration tests: MacKinnon's response surfaces, for whole arrays of statistics.

Source: MacKinnon (1994), "Approximate asymptotic distribution functions for unit-root and cointegration tests", Journal of Business &
Economic Statistics 12. The coefficients are those of its tables 3 to 5 for one and two variables; tests compare every value with
statsmodels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr


@dataclass(frozen=True)
class Surface:
    """p = Phi(polynomial of the statistic): one polynomial up to `star`, another above; 0 below `least`, 1 above `most`."""

    least: float
    star: float
    most: float
    small: tuple[float, ...]
    large: tuple[float, ...]


_INFINITE = float("inf")
# By the trend of the regression and the number of variables.
SURFACES = {
    ("n", 1): Surface(-19.04, -1.04, _INFINITE, (0.6344, 1.2378, 0.032496), (0.4797, 0.93557, -0.06999, 0.033066)),
    ("n", 2): Surface(-19.62, -1.53, 1.51, (1.9129, 1.3857, 0.035322), (1.5578, 0.8558, -0.2083, -0.033549)),
    ("c", 1): Surface(-18.83, -1.61, 2.74, (2.1659, 1.4412, 0.038269), (1.7339, 0.93202, -0.12745, -0.010368)),
    ("c", 2): Surface(-18.86, -2.62, 0.92, (2.92, 1.5012, 0.039796), (2.1945, 0.64695, -0.29198, -0.042377)),
    ("ct", 1): Surface(-16.18, -2.89, 0.7, (3.2512, 1.6047, 0.049588), (2.5261, 0.61654, -0.37956, -0.060285)),
    ("ct", 2): Surface(-21.15, -3.19, 0.63, (3.6646, 1.5419, 0.036448), (2.85, 0.5272, -0.36622, -0.051695)),
}


def p_value(statistic: ArrayLike, *, trend: str = "c", variables: int = 1) -> NDArray[np.float64]:
    """The probability of a statistic as low as this when there is a unit root (one variable) or no cointegration (two).

    `trend` is that of the regression: "n" none, "c" constant, "ct" constant and trend.
    """
    try:
        surface = SURFACES[trend, variables]
    except KeyError:
        raise ValueError(f"p-values are known for the trends n, c, ct and 1 or 2 variables, got {trend!r} and {variables}") from None
    t = np.asarray(statistic, dtype=np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        p = np.where(t <= surface.star, ndtr(np.polynomial.polynomial.polyval(t, surface.small)),
                     ndtr(np.polynomial.polynomial.polyval(t, surface.large)))
    p = np.where(t < surface.least, 0.0, p)
    return np.where(t > surface.most, 1.0, np.where(np.isnan(t), np.nan, p))
