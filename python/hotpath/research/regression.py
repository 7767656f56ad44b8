"""Least squares by QR decomposition, with what the unit root tests need of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Regression:
    """The fit of `y` by the columns of a design matrix.

    `coefficients` and `standard_errors` are in the order of the columns; `residuals` are those of each observation.
    """

    coefficients: Floats
    standard_errors: Floats
    residuals: Floats

    @property
    def sum_of_squares(self) -> float:
        return float(self.residuals @ self.residuals)

    @property
    def t_values(self) -> Floats:
        return self.coefficients / self.standard_errors


def least_squares(y: ArrayLike, design: ArrayLike) -> Regression:
    """Regresses `y` (n) on the columns of `design` (n x k). ValueError: n must exceed k, and the columns must be independent."""
    target = np.asarray(y, dtype=np.float64)
    columns = np.asarray(design, dtype=np.float64)
    observations, count = columns.shape
    if observations <= count:
        raise ValueError(f"a regression on {count} columns needs more than {count} observations, got {observations}")
    q, r = np.linalg.qr(columns)
    diagonal = np.abs(np.diag(r))
    if diagonal.min() <= diagonal.max() * 1e-13:
        raise ValueError("the columns of a regression must be linearly independent")
    coefficients = np.linalg.solve(r, q.T @ target)
    residuals = target - columns @ coefficients
    inverse = np.linalg.solve(r, np.eye(count))
    variance = residuals @ residuals / (observations - count)
    return Regression(coefficients, np.sqrt(variance * np.sum(inverse**2, axis=1)), residuals)


def nested_sums_of_squares(y: ArrayLike, design: ArrayLike) -> Floats:
    """Residual sums of squares of `y` on the first 1, 2, ... k columns of `design`, from one decomposition."""
    both = np.column_stack([np.asarray(design, dtype=np.float64), np.asarray(y, dtype=np.float64)])
    last = np.asarray(np.linalg.qr(both, mode="r"))[:, -1]
    return np.cumsum(last[::-1] ** 2)[::-1][1:]
