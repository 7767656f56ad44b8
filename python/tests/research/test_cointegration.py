"""Our regressions and tests against statsmodels and arch, to 1e-9."""

import numpy as np
import pytest
import statsmodels.api as sm
from arch.unitroot import ADF
from arch.unitroot.cointegration import engle_granger as arch_engle_granger
from statsmodels.tsa.adfvalues import mackinnonp
from statsmodels.tsa.stattools import adfuller, coint
from statsmodels.tsa.vector_ar.vecm import coint_johansen

from hotpath.research import cointegration, mackinnon
from hotpath.research.regression import least_squares, nested_sums_of_squares

SEEDS = range(8)
pytestmark = pytest.mark.filterwarnings("ignore:adfuller currently returns:FutureWarning")


def walk(seed, samples=400):
    return 100 + np.cumsum(np.random.default_rng(seed).normal(size=samples))


def pair(seed, samples=400, half_life=8.0):
    random = np.random.default_rng(seed)
    x = walk(seed + 1_000, samples)
    deviation = np.zeros(samples)
    for t in range(1, samples):
        deviation[t] = 0.5 ** (1 / half_life) * deviation[t - 1] + random.normal()
    return 20 + 0.7 * x + deviation, x


@pytest.mark.parametrize("seed", SEEDS)
def test_least_squares_is_that_of_statsmodels(seed):
    random = np.random.default_rng(seed)
    design = np.column_stack([random.normal(size=(60, 3)), np.ones(60)])
    y = design @ random.normal(size=4) + random.normal(size=60)
    ours, theirs = least_squares(y, design), sm.OLS(y, design).fit()
    np.testing.assert_allclose(ours.coefficients, theirs.params, rtol=1e-9)
    np.testing.assert_allclose(ours.standard_errors, theirs.bse, rtol=1e-9)
    np.testing.assert_allclose(ours.t_values, theirs.tvalues, rtol=1e-9)
    np.testing.assert_allclose(nested_sums_of_squares(y, design), [sm.OLS(y, design[:, :k]).fit().ssr for k in (1, 2, 3, 4)], rtol=1e-9)


def test_least_squares_refuses_columns_that_depend_on_each_other():
    design = np.column_stack([np.arange(10.0), 2 * np.arange(10.0)])
    with pytest.raises(ValueError, match="linearly independent"):
        least_squares(np.ones(10), design)
    with pytest.raises(ValueError, match="more than 2 observations"):
        least_squares(np.ones(2), np.eye(2))


@pytest.mark.parametrize("trend", ["n", "c", "ct"])
@pytest.mark.parametrize("variables", [1, 2])
def test_p_values_are_mackinnons(trend, variables):
    statistics = np.linspace(-25, 4, 2_901)
    expected = [mackinnonp(t, regression=trend, N=variables) for t in statistics]
    np.testing.assert_allclose(mackinnon.p_value(statistics, trend=trend, variables=variables), expected, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("trend", ["n", "c", "ct"])
@pytest.mark.parametrize("criterion", ["aic", "bic"])
@pytest.mark.parametrize("seed", SEEDS)
def test_adf_is_that_of_statsmodels(seed, criterion, trend):
    series = walk(seed) if seed % 2 else pair(seed)[0] - 0.7 * pair(seed)[1]
    ours = cointegration.adf(series, trend=trend, criterion=criterion)
    theirs = adfuller(series, regression=trend, autolag=criterion.upper())
    assert ours.lags == theirs[2]
    assert ours.observations == theirs[3]
    assert ours.statistic == pytest.approx(theirs[0], rel=1e-9)
    assert ours.p_value == pytest.approx(theirs[1], rel=1e-9)
    assert ours.criterion_value == pytest.approx(theirs[5], rel=1e-9)


@pytest.mark.parametrize("lags", [0, 1, 7])
def test_adf_with_given_lags_is_that_of_statsmodels_and_arch(lags):
    series = walk(5)
    ours = cointegration.adf(series, lags=lags)
    theirs = adfuller(series, maxlag=lags, autolag=None)
    assert (ours.lags, ours.observations) == (theirs[2], theirs[3])
    assert ours.statistic == pytest.approx(theirs[0], rel=1e-9)
    assert ours.statistic == pytest.approx(ADF(series, lags=lags, trend="c").stat, rel=1e-9)


@pytest.mark.parametrize("trend", ["n", "c", "ct"])
@pytest.mark.parametrize("criterion", ["aic", "bic"])
@pytest.mark.parametrize("seed", SEEDS)
def test_engle_granger_is_coint_of_statsmodels_in_both_directions(seed, criterion, trend):
    y, x = pair(seed) if seed % 2 else (walk(seed), walk(seed + 50))
    for ours, theirs in zip(cointegration.both_directions(y, x, trend=trend, criterion=criterion),
                            (coint(y, x, trend=trend, autolag=criterion), coint(x, y, trend=trend, autolag=criterion)), strict=True):
        assert ours.statistic == pytest.approx(theirs[0], rel=1e-9)
        assert ours.p_value == pytest.approx(theirs[1], rel=1e-9, abs=1e-300)


def test_engle_granger_is_that_of_arch():
    y, x = pair(3)
    ours = cointegration.engle_granger(y, x)
    theirs = arch_engle_granger(y, x, trend="c", lags=ours.lags)
    assert ours.statistic == pytest.approx(float(theirs.stat), rel=1e-9)
    assert ours.hedge_ratio == pytest.approx(-float(np.asarray(theirs.cointegrating_vector)[1]), rel=1e-9)


@pytest.mark.parametrize("lags", [1, 2, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_johansen_is_that_of_statsmodels(seed, lags):
    y, x = pair(seed)
    series = np.column_stack([y, x, walk(seed + 9)])[:, : 2 + seed % 2]
    ours, theirs = cointegration.johansen(series, lags=lags), coint_johansen(series, 0, lags)
    np.testing.assert_allclose(ours.eigenvalues, theirs.eig, rtol=1e-9)
    np.testing.assert_allclose(ours.trace, theirs.lr1, rtol=1e-9)
    np.testing.assert_allclose(ours.max_eigen, theirs.lr2, rtol=1e-9)
    np.testing.assert_array_equal(ours.trace_critical, theirs.cvt)
    np.testing.assert_array_equal(ours.max_eigen_critical, theirs.cvm)
    assert ours.hedge_ratio == pytest.approx(-theirs.evec[1, 0] / theirs.evec[0, 0], rel=1e-7)


def test_johansen_without_lags_takes_the_level_before_the_difference():
    """Without lags statsmodels regresses on the level after it; this is the definition, with inverses."""
    series = np.column_stack(pair(1))
    differences, levels = np.diff(series, axis=0), series[:-1]
    r0, r1 = differences - differences.mean(axis=0), levels - levels.mean(axis=0)
    s00, s01, s11 = r0.T @ r0, r0.T @ r1, r1.T @ r1
    eigenvalues = np.linalg.eigvals(np.linalg.inv(s11) @ s01.T @ np.linalg.inv(s00) @ s01)
    np.testing.assert_allclose(cointegration.johansen(series, lags=0).eigenvalues, np.sort(eigenvalues)[::-1], rtol=1e-9)


def test_johansen_counts_the_relations_and_finds_the_ratio():
    y, x = pair(6, samples=2_000)
    found = cointegration.johansen(np.column_stack([y, x]))
    assert found.relations == 1
    assert found.hedge_ratio == pytest.approx(0.7, abs=0.05)
    unrelated = [cointegration.johansen(np.column_stack([walk(n, 2_000), walk(n + 500, 2_000)])).relations for n in range(40)]
    assert unrelated.count(0) >= 34, "95% of them, by chance fewer"


@pytest.mark.parametrize("half_life", [3.0, 10.0, 25.0])
def test_half_life_is_that_of_the_process(half_life):
    y, x = pair(4, samples=40_000, half_life=half_life)
    assert cointegration.half_life(y - 0.7 * x) == pytest.approx(half_life, rel=0.08)


def test_half_life_of_the_autoregression_is_that_of_statsmodels():
    residual = pair(4)[0] - 0.7 * pair(4)[1]
    slope = sm.OLS(np.diff(residual), sm.add_constant(residual[:-1])).fit().params[1]
    assert cointegration.half_life(residual) == pytest.approx(np.log(0.5) / np.log(1 + slope), rel=1e-9)
    assert cointegration.half_life(np.exp(np.arange(50.0) / 10)) == np.inf


@pytest.mark.parametrize(("call", "message"), [
    (lambda: cointegration.adf([1.0] * 20), "must not be constant"),
    (lambda: cointegration.adf(np.arange(5.0)), "at least 10 values"),
    (lambda: cointegration.adf([*range(20), np.nan]), "must be finite, value 20 is nan"),
    (lambda: cointegration.adf(walk(1), lags=400), "lags must be 0 to 198"),
    (lambda: cointegration.adf(walk(1), criterion="hqic"), "criterion must be aic or bic"),
    (lambda: cointegration.adf(walk(1), trend="x"), "trend must be n, c or ct"),
    (lambda: cointegration.engle_granger(walk(1), walk(2, 300)), "same length, got 400 and 300"),
    (lambda: cointegration.engle_granger(walk(1), 2 * walk(1)), "multiples of each other"),
    (lambda: cointegration.johansen(walk(1)), "n x k"),
    (lambda: cointegration.johansen(np.column_stack([walk(1), walk(2)]), lags=300), "lags must be 0 or more"),
    (lambda: mackinnon.p_value(-3.0, trend="c", variables=9), "1 or 2 variables"),
])
def test_bad_input_is_refused_with_a_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()
