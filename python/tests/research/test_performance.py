"""Ratios and intervals: by hand, against the literature's example, and where chance decides."""

import numpy as np
import pytest

from hotpath.research import performance


def test_sharpe_and_drawdown_by_hand():
    assert performance.sharpe([1.0, 3.0], periods=4) == pytest.approx(2 / np.sqrt(2) * 2)
    assert performance.sharpe([2.0, 2.0, 2.0]) == 0
    assert performance.max_drawdown([10.0, -4.0, 1.0, -5.0, 20.0]) == 8
    assert performance.max_drawdown([-3.0, -4.0]) == 7
    assert performance.max_drawdown([1.0, 2.0]) == 0


def test_the_best_of_many_and_its_deflation_are_those_of_the_paper():
    """Bailey and Lopez de Prado (2014), the numerical example: 100 tries with a variance of 1/2, five years of 250 days, ratio 2.5."""
    ratios = np.tile([1.0, -1.0], 50) * np.sqrt(0.5 * 99 / 100)
    threshold = performance.best_by_chance(ratios) / np.sqrt(250)
    assert threshold == pytest.approx(0.1132, abs=5e-5)
    assert performance.probability_above(2.5 / np.sqrt(250), threshold, 1_250, skewness=-3, kurtosis=10) == pytest.approx(0.9004, abs=5e-4)


def test_a_ratio_of_nothing_is_inside_its_interval_and_a_real_one_is_above_zero():
    random = np.random.default_rng(3)
    nothing = performance.sharpe_interval(random.normal(0, 1, 1_000), repetitions=500)
    assert nothing.low < 0 < nothing.high
    real = performance.sharpe_interval(random.normal(0.15, 1, 1_000), repetitions=500)
    assert 0 < real.low < performance.sharpe(np.random.default_rng(3).normal(0.15, 1, 1_000)) + 2
    assert real == performance.sharpe_interval(_same(0.15), repetitions=500), "the same seed, the same interval"


def _same(mean):
    random = np.random.default_rng(3)
    random.normal(0, 1, 1_000)
    return random.normal(mean, 1, 1_000)


def test_superior_ability_is_found_and_the_luck_of_many_is_not():
    random = np.random.default_rng(4)
    noise = random.normal(0, 1, (50, 1_000))
    assert performance.superior_by_chance(noise, repetitions=300) > 0.1
    noise[7] += 0.2
    assert performance.superior_by_chance(noise, repetitions=300) < 0.02


def test_bad_profits_are_refused():
    with pytest.raises(ValueError, match="two values or more"):
        performance.sharpe([1.0])
    with pytest.raises(ValueError, match="all finite"):
        performance.sharpe([1.0, np.nan])
    with pytest.raises(ValueError, match="two or more"):
        performance.best_by_chance([1.0])
