"""Which of many tests to believe: p-values adjusted for their number. An adjusted p-value below a level rejects at that level.

    holm                       no false discovery at all, with the probability 1 - level; any dependence
    benjamini_hochberg         a share of `level` of the discoveries is false; independent tests, or positively dependent ones
    benjamini_yekutieli        the same with any dependence: pairs of one universe share their names

Sources: Holm (1979); Benjamini and Hochberg (1995); Benjamini and Yekutieli (2001).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from .regression import Floats

Correction = Literal["none", "holm", "bh", "by"]


def _checked(p_values: ArrayLike) -> Floats:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not np.all((p >= 0) & (p <= 1)):
        raise ValueError("p-values must have one dimension and be 0 to 1")
    return p


def _in_their_places(adjusted: Floats, order: np.ndarray) -> Floats:
    placed = np.empty_like(adjusted)
    placed[order] = np.minimum(adjusted, 1.0)
    return placed


def holm(p_values: ArrayLike) -> Floats:
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    return _in_their_places(np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)), order)


def _false_discovery(p_values: ArrayLike, factor: float) -> Floats:
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    raised = p[order] * factor * p.size / np.arange(1, p.size + 1)
    return _in_their_places(np.minimum.accumulate(raised[::-1])[::-1], order)


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    return _false_discovery(p_values, 1.0)


def benjamini_yekutieli(p_values: ArrayLike) -> Floats:
    return _false_discovery(p_values, float(np.sum(1.0 / np.arange(1, np.size(p_values) + 1))))


def adjusted(p_values: ArrayLike, correction: Correction) -> Floats:
    """By the name of the correction; "none" leaves them."""
    by_name = {"none": _checked, "holm": holm, "bh": benjamini_hochberg, "by": benjamini_yekutieli}
    if correction not in by_name:
        raise ValueError(f"correction must be none, holm, bh or by, got {correction!r}")
    return by_name[correction](p_values)
