"""Kalman's filter against statsmodels' state space models, to 1e-9."""

import numpy as np
import pytest
import statsmodels.api as sm
from statsmodels.tsa.statespace.kalman_filter import KalmanFilter

from hotpath.research.kalman import Noise, Prior, filter_hedge, fit_noise


def drifting_pair(seed=1, samples=300):
    random = np.random.default_rng(seed)
    x = 50 + np.cumsum(random.normal(0, 0.5, samples))
    ratio = 0.8 + np.cumsum(random.normal(0, 0.004, samples))
    return 5 + ratio * x + random.normal(0, 0.4, samples), x, ratio


def statsmodels_filter(y, x, noise, prior):
    model = KalmanFilter(k_endog=1, k_states=2, k_posdef=2)
    model.bind(np.asarray(y))
    design = np.zeros((1, 2, len(x)))
    design[0, 0], design[0, 1] = x, 1
    model["design"] = design
    model["obs_cov"] = np.array([[noise.observation]])
    model["transition"] = np.eye(2)
    model["selection"] = np.eye(2)
    model["state_cov"] = np.diag([noise.ratio, noise.intercept])
    model.initialize_known(np.array([prior.ratio, prior.intercept]), np.diag([prior.ratio_variance, prior.intercept_variance]))
    return model.filter()


@pytest.mark.parametrize("noise", [Noise(0, 0, 0.16), Noise(1e-5, 0, 0.2), Noise(1e-4, 1e-2, 0.05)])
def test_states_innovations_and_likelihood_are_those_of_statsmodels(noise):
    y, x, _ = drifting_pair()
    prior = Prior(ratio=0.8, ratio_variance=0.04, intercept_variance=4.0)
    ours, theirs = filter_hedge(y, x, noise, prior), statsmodels_filter(y, x, noise, prior)
    np.testing.assert_allclose(ours.ratio, theirs.filtered_state[0], rtol=1e-9)
    np.testing.assert_allclose(ours.intercept, theirs.filtered_state[1], rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(ours.innovation, theirs.forecasts_error[0], rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(ours.variance, theirs.forecasts_error_cov[0, 0], rtol=1e-9)
    assert ours.log_likelihood == pytest.approx(theirs.llf, rel=1e-9)


def test_without_noise_in_the_coefficients_the_last_ratio_is_that_of_the_regression():
    y, x, _ = drifting_pair()
    states = filter_hedge(y, x, Noise(0, 0, 1.0), Prior(ratio_variance=1e9, intercept_variance=1e12))
    expected = sm.OLS(y, np.column_stack([x, np.ones(len(x))])).fit().params
    assert states.ratio[-1] == pytest.approx(expected[0], rel=1e-6)
    assert states.intercept[-1] == pytest.approx(expected[1], rel=1e-5)


def test_a_ratio_that_moves_is_followed_and_nothing_of_the_future_is_used():
    y, x, ratio = drifting_pair(samples=2_000)
    states = filter_hedge(y, x, Noise(0.004**2, 0, 0.16))
    fixed = sm.OLS(y, sm.add_constant(x)).fit().params[1]
    assert np.mean(np.abs(states.ratio[500:] - ratio[500:])) < 0.3 * np.mean(np.abs(fixed - ratio[500:]))
    cut = filter_hedge(y[:900], x[:900], Noise(0.004**2, 0, 0.16))
    np.testing.assert_array_equal(cut.ratio, states.ratio[:900])


@pytest.mark.parametrize("seed", range(4))
def test_fitted_noise_is_that_of_the_process(seed):
    y, x, _ = drifting_pair(seed, samples=1_500)
    noise = fit_noise(y, x)
    assert np.sqrt(noise.ratio) == pytest.approx(0.004, rel=0.3)
    assert np.sqrt(noise.observation) == pytest.approx(0.4, rel=0.1)
    best = filter_hedge(y, x, noise).log_likelihood
    for factor in (0.5, 2):
        assert filter_hedge(y, x, Noise(noise.ratio * factor, 0, noise.observation)).log_likelihood < best


def test_bad_input_is_refused_with_a_sentence():
    y, x, _ = drifting_pair()
    with pytest.raises(ValueError, match="same length"):
        filter_hedge(y, x[:-1], Noise(0, 0, 1))
    with pytest.raises(ValueError, match="variances must not be negative"):
        filter_hedge(y, x, Noise(0, 0, 0))
