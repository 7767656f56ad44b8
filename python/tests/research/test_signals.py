"""The integer twin of the strategy: exact where floating point is close, and its rules one by one."""

import numpy as np
import pytest

from hotpath.research.signals import PairRules, PairSignals, RollingStats, decide, twice_mid


@pytest.mark.parametrize("window", [2, 7, 60])
def test_z_scores_are_those_of_numpy(window):
    random = np.random.default_rng(window)
    values = [int(value) for value in np.cumsum(random.integers(-10**6, 10**6, 400))]
    stats = RollingStats(window)
    for n, value in enumerate(values):
        stats.add(value)
        if n + 1 < window:
            assert not stats.is_full
            continue
        last = np.array(values[n + 1 - window : n + 1], dtype=np.float64)
        expected = 1_000 * (value - last.mean()) / last.std() if last.std() > 0 else 0
        assert abs(stats.z_milli(value) - expected) < 1.0001
        assert abs(stats.z_milli(value)) <= abs(expected) + 1e-6, "towards zero"


def test_large_values_are_exact():
    stats = RollingStats(4)
    for value in (2**43, 2**43 - 2, 2**43, 2**43 - 2):
        stats.add(value)
    assert stats.z_milli(2**43) == 1_000
    assert stats.z_milli(2**43 - 2) == -1_000


def test_equal_values_have_no_deviation():
    stats = RollingStats(3)
    for _ in range(5):
        stats.add(12_345)
    assert stats.z_milli(99_999) == 0


def test_rules_of_the_stance():
    signals = PairSignals(PairRules(hedge_milli=1_000, window=2, entry_z_milli=1_500, exit_z_milli=200, stop_z_milli=3_500))

    def after(z):
        signals.z_milli = z
        signals._take_stance()
        return signals.stance, signals.is_stopped

    assert after(1_499) == (0, False)
    assert after(3_500) == (0, False), "too far to enter"
    assert after(1_500) == (-1, False), "dear: sold"
    assert after(201) == (-1, False)
    assert after(200) == (0, False)
    assert after(-3_499) == (1, False), "cheap: bought"
    assert after(-3_500) == (0, True), "stopped"
    assert after(-1_800) == (0, True)
    assert after(-200) == (0, False)
    assert after(-1_800) == (1, False)
    assert after(900) == (0, False), "through the mean"


def test_nothing_is_decided_before_the_window_is_full():
    rules = PairRules(hedge_milli=500, window=5, entry_z_milli=1_000, exit_z_milli=100, stop_z_milli=9_000)
    decisions = decide(rules, [200, 200, 200, 900, 100], [400] * 5)
    assert decisions.z_milli[:4].tolist() == [0] * 4
    assert decisions.z_milli[4] != 0


def test_twice_mid_takes_whole_price_units_alone():
    assert twice_mid([100.25, 0.0001]).tolist() == [2_005_000, 2]
    with pytest.raises(ValueError, match="multiples of 1/10,000 dollar, got 1.00005"):
        twice_mid([1.0, 1.00005])


@pytest.mark.parametrize(("rules", "message"), [
    ({"hedge_milli": 0, "window": 10}, "hedge_milli must be 1 to 1000"),
    ({"hedge_milli": 1_001, "window": 10}, "dearer instrument second"),
    ({"hedge_milli": 500, "window": 1}, "window must be 2"),
    ({"hedge_milli": 500, "window": 10, "exit_z_milli": 2_000}, "exit < entry < stop"),
])
def test_rules_that_the_strategy_refuses_are_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        PairRules(**rules)
