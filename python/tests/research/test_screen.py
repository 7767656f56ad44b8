"""The screen: its numbers against statsmodels, its result for any number of workers, what it finds and refuses."""

import numpy as np
import pytest
from statsmodels.tsa.stattools import coint

from hotpath.research import adf_batch, cointegration
from hotpath.research.screen import ScreenOptions, screen
from hotpath.research.universe import UniverseOptions, generate

SMALL = UniverseOptions(names=24, samples=500, planted=4, half_lives=(3.0, 5.0), seed=3)


@pytest.fixture(scope="module")
def market():
    return generate(SMALL)


@pytest.mark.parametrize("criterion", ["aic", "bic"])
def test_every_pair_is_coint_of_statsmodels_both_ways(market, criterion):
    names = market.names[:10]
    result = screen(market.prices[:, :10], names, options=ScreenOptions(criterion=criterion))
    assert len(result.first) == len(result.tested) * (len(result.tested) - 1) // 2
    for row, (a, b) in enumerate(zip(result.first, result.second, strict=True)):
        for direction, (y, x) in enumerate(((a, b), (b, a))):
            statistic, p, _ = coint(market.prices[:, y], market.prices[:, x], autolag=criterion)
            assert result.statistics[row, direction] == pytest.approx(statistic, rel=1e-9)
            assert result.p_values[row, direction] == pytest.approx(p, rel=1e-9, abs=1e-300)
        assert result.pair_p_values[row] == result.p_values[row].max()


@pytest.mark.parametrize("lags_max", [0, 1, 2, 9, 21])
@pytest.mark.parametrize("criterion", ["aic", "bic"])
def test_the_batch_is_the_test_of_one_series(criterion, lags_max):
    random = np.random.default_rng(lags_max)
    series = np.cumsum(random.normal(size=(40, 300)), axis=1)
    series[::2] = random.normal(size=(20, 300)) + 0.5 * np.roll(random.normal(size=(20, 300)), 1, axis=1)
    statistics, lags = adf_batch.statistics(adf_batch.Moments.of(series, lags_max), criterion)
    for row, values in enumerate(series):
        one = cointegration.adf(values, trend="n", criterion=criterion, lags_max=lags_max)
        assert lags[row] == one.lags
        assert statistics[row] == pytest.approx(one.statistic, rel=1e-9, abs=1e-9)


def test_one_worker_and_many_give_the_same_bits(market):
    alone, shared = (screen(market.prices, market.names, workers=workers) for workers in (1, 3))
    for name in ("statistics", "p_values", "lags", "pair_p_values", "adjusted_p_values", "first", "second"):
        np.testing.assert_array_equal(getattr(alone, name), getattr(shared, name))
    assert alone.pairs() == shared.pairs()


def test_finds_what_is_planted_with_its_ratio_and_half_life(market):
    found = screen(market.prices, market.names).pairs(one_a_name=False)
    by_names = {frozenset((pair.dependent, pair.regressor)): pair for pair in found}
    for planted in market.planted:
        pair = by_names[frozenset((planted.dependent, planted.regressor))]
        ratio = planted.hedge_ratio if pair.dependent == planted.dependent else 1 / planted.hedge_ratio
        assert pair.hedge_ratio == pytest.approx(ratio, rel=0.15)
        assert planted.half_life / 2 < pair.half_life < planted.half_life * 2
        assert pair.relations >= 1
    assert [pair.p_value for pair in found] == sorted(pair.p_value for pair in found)


def test_a_correction_removes_what_chance_has_found(market):
    counts = {correction: int(screen(market.prices, market.names, options=ScreenOptions(correction=correction)).is_found.sum())
              for correction in ("none", "bh", "by", "holm")}
    assert counts["none"] > counts["bh"] >= counts["by"] >= len(market.planted)
    assert counts["none"] > 2 * len(market.planted), "a twentieth of all pairs, and more, without a correction"
    assert counts["holm"] <= counts["bh"]


def test_a_name_is_in_its_best_pair_alone(market):
    """AAAC gets noise that hides its walk: without the rule it is found with whatever it is paired with."""
    random = np.random.default_rng(8)
    prices = market.prices.copy()
    prices[:, 2] = 50 + 0.1 * np.cumsum(random.normal(0, 0.35, 500)) + random.normal(0, 0.6, 500)
    result = screen(prices, market.names, options=ScreenOptions(stationary_level=0.0, correction="bh", directions="either"))
    every, best = result.pairs(one_a_name=False), result.pairs()
    assert len(every) > len(best) + 3
    names = [name for pair in best for name in (pair.dependent, pair.regressor)]
    assert len(names) == len(set(names))
    for pair in every:
        better = [other for other in best if {other.dependent, other.regressor} & {pair.dependent, pair.regressor}]
        assert better and min(other.p_value for other in better) <= pair.p_value


def test_either_direction_is_twice_the_smaller_p_value(market):
    either = screen(market.prices, market.names, options=ScreenOptions(directions="either"))
    np.testing.assert_array_equal(either.pair_p_values, np.minimum(1, 2 * either.p_values.min(axis=1)))
    with pytest.raises(ValueError, match="both or either"):
        screen(market.prices, market.names, options=ScreenOptions(directions="one"))


def test_stationary_constant_and_equal_names_pair_with_nothing(market):
    random = np.random.default_rng(1)
    extra = np.column_stack([100 + random.normal(size=500), np.full(500, 7.0), 3 * market.prices[:, 20]])
    prices = np.column_stack([market.prices[:, 16:], extra])
    names = [*market.names[16:], "NOISE", "STILL", "TWICE"]
    result = screen(prices, names)
    assert result.left_out == ("NOISE", "STILL")
    row = next(n for n in range(len(result.first)) if {names[result.first[n]], names[result.second[n]]} == {market.names[20], "TWICE"})
    assert np.isnan(result.statistics[row]).all() and result.pair_p_values[row] == 1


@pytest.mark.parametrize(("change", "message"), [
    (lambda prices, names: (prices, names[:-1]), "samples x 23 names"),
    (lambda prices, names: (prices, [*names[:-1], names[0]]), "all different"),
    (lambda prices, names: (prices[:40], names), "at least 50 samples, got 40"),
    (lambda prices, names: (np.where(prices == prices[7, 2], np.nan, prices), names), "sample 7 of AAAC is nan"),
])
def test_bad_input_is_refused_with_a_sentence(market, change, message):
    with pytest.raises(ValueError, match=message):
        screen(*change(market.prices, list(market.names)))


def test_workers_below_one_and_a_universe_without_pairs_are_refused(market):
    with pytest.raises(ValueError, match="workers must be 1 or more"):
        screen(market.prices, market.names, workers=0)
    with pytest.raises(ValueError, match="no pair to test"):
        screen(np.random.default_rng(1).normal(size=(400, 3)), ["A", "B", "C"])
