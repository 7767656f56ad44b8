"""Statistics of daily values: the same numbers as formulas written with NumPy and SciPy's distributions."""

from __future__ import annotations

import itertools
import math
from statistics import NormalDist

import numpy
import pytest

from hotpath import statistics

EULER_GAMMA = 0.577215664901532860606512
RANDOM = numpy.random.default_rng(5)
DAYS = [float(value) for value in RANDOM.normal(20, 300, 60)]


def sharpe_per_day(days: numpy.ndarray) -> float:
    return float(days.mean() / days.std(ddof=1))


def test_ratios_are_their_formulas() -> None:
    days = numpy.array(DAYS)
    assert statistics.sharpe(DAYS) == pytest.approx(math.sqrt(252) * sharpe_per_day(days), rel=1e-12)
    downside = math.sqrt((numpy.minimum(days, 0) ** 2).sum() / len(days))
    assert statistics.sortino(DAYS) == pytest.approx(math.sqrt(252) * days.mean() / downside, rel=1e-12)
    interval = statistics.sharpe_interval(DAYS)
    assert interval is not None and interval[0] < (statistics.sharpe(DAYS) or 0) < interval[1]
    sortino = statistics.sortino_interval(DAYS)
    assert sortino is not None and sortino[0] < (statistics.sortino(DAYS) or 0) < sortino[1]


def test_what_is_not_defined_is_none() -> None:
    assert statistics.sharpe([1.0]) is None and statistics.sharpe([2.0, 2.0]) is None
    assert statistics.sortino([1.0, 2.0]) is None
    assert statistics.sharpe_interval([1.0, 2.0]) is None
    assert statistics.deflated_sharpe([[1.0], [2.0]]) is None
    assert statistics.overfitting_probability([[1.0, 2.0], [2.0, 1.0]]) is None
    assert statistics.deflated_sharpe(RANDOM.normal(0, 1, (5, 9)).tolist()) is None


def test_deflated_sharpe_is_bailey_and_lopez_de_prados() -> None:
    trials = RANDOM.normal(0, 1, (25, 120)) + numpy.linspace(0, 0.1, 25)[:, None]
    ratios = numpy.array([sharpe_per_day(days) for days in trials])
    best = trials[ratios.argmax()]
    normal = NormalDist()
    count = len(trials)
    expected = math.sqrt(ratios.var(ddof=1)) * (
        (1 - EULER_GAMMA) * normal.inv_cdf(1 - 1 / count) + EULER_GAMMA * normal.inv_cdf(1 - 1 / (count * math.e))
    )
    ratio, n = ratios.max(), len(best)
    centred = best - best.mean()
    second = (centred**2).mean()
    skewness, kurtosis = (centred**3).mean() / second**1.5, (centred**4).mean() / second**2
    error = math.sqrt(1 - skewness * ratio + (kurtosis - 1) / 4 * ratio**2)
    probability = normal.cdf((ratio - expected) * math.sqrt(n - 1) / error)
    made = statistics.deflated_sharpe(trials.tolist())
    assert made is not None and made.trials == count
    assert made.expected_max == pytest.approx(expected, rel=1e-9)
    assert made.probability == pytest.approx(probability, rel=1e-9)


def overfitting_by_hand(trials: numpy.ndarray, blocks: int) -> float:
    """CSCV with loops: how often the choice of half of the blocks is at or below the median of the others."""
    length = trials.shape[1] // blocks
    parts = numpy.split(trials[:, trials.shape[1] - blocks * length :], blocks, axis=1)
    failures, splits = 0, 0
    for chosen in itertools.combinations(range(blocks), blocks // 2):
        inside = numpy.concatenate([parts[i] for i in chosen], axis=1)
        outside = numpy.concatenate([parts[i] for i in range(blocks) if i not in chosen], axis=1)
        best = max(range(len(trials)), key=lambda trial: sharpe_per_day(inside[trial]))
        ratios = [sharpe_per_day(days) for days in outside]
        failures += ratios[best] <= float(numpy.median(ratios))
        splits += 1
    return failures / splits


@pytest.mark.parametrize("edge", [0.0, 0.4])
def test_probability_of_overfitting_is_that_of_loops(edge: float) -> None:
    trials = RANDOM.normal(0, 1, (9, 50))
    trials[4] += edge
    made = statistics.overfitting_probability(trials.tolist(), blocks_max=8)
    assert made is not None and (made.blocks, made.splits) == (8, 70)
    assert made.probability == pytest.approx(overfitting_by_hand(trials, 8), abs=1e-12)


def test_rows_must_be_of_the_same_days() -> None:
    with pytest.raises(ValueError, match="every trial must have the same number of days"):
        statistics.deflated_sharpe([[1.0, 2.0], [1.0]])
    with pytest.raises(ValueError, match="blocks_max must be even and from 4 to 16, got 7"):
        statistics.overfitting_probability([[1.0] * 20] * 3, blocks_max=7)


def test_luck_is_flagged_and_an_edge_is_not() -> None:
    luck = RANDOM.normal(0, 100, (100, 64))
    edge = luck.copy()
    edge[17] += 80
    for trials, is_luck in ((luck, True), (edge, False)):
        deflated = statistics.deflated_sharpe(trials.tolist())
        overfitting = statistics.overfitting_probability(trials.tolist())
        assert deflated is not None and (deflated.probability < 0.95) is is_luck
        assert overfitting is not None and (overfitting.probability > 0.2) is is_luck


def test_superior_predictive_ability_comes_from_arch() -> None:
    pytest.importorskip("arch", reason='the package arch is not installed: pip install "hotpath[statistics]"')
    luck = RANDOM.normal(0, 100, (20, 100))
    edge = luck.copy()
    edge[3] += 60
    worthless, worth = statistics.spa(luck.tolist()), statistics.spa(edge.tolist())
    assert worthless is not None and worth is not None
    assert worthless.lower <= worthless.consistent <= worthless.upper
    assert worthless.consistent > 0.05 > worth.consistent
    assert statistics.spa([[0.0] * 20]) is None and statistics.spa([[1.0, 2.0]]) is None
    assert statistics.spa(luck.tolist()) == worthless  # by its seed
