"""Generated universes: repeatable, cointegrated where planted and nowhere else."""

import csv

import numpy as np
import pytest

from hotpath.research import cointegration
from hotpath.research.universe import UniverseOptions, generate, in_cents, symbol, write_minute_bars


def test_the_same_seed_gives_the_same_prices():
    options = UniverseOptions(names=10, samples=200, planted=2, seed=9)
    np.testing.assert_array_equal(generate(options).prices, generate(options).prices)
    assert not np.array_equal(generate(options).prices, generate(UniverseOptions(names=10, samples=200, planted=2, seed=10)).prices)


def test_the_planted_residual_has_the_planted_half_life_and_others_are_random_walks():
    market = generate(UniverseOptions(names=6, samples=20_000, planted=1, half_lives=(12.0,), own_volatility=0.002,
                                      market_volatility=0.002, seed=5))
    pair = market.planted[0]
    residual = market.price(pair.dependent) - pair.hedge_ratio * market.price(pair.regressor) - pair.intercept
    assert abs(residual.mean()) < 0.1 * market.price(pair.dependent)[0] * 0.03
    assert residual.std() == pytest.approx(0.03 * (pair.intercept + pair.hedge_ratio * market.price(pair.regressor)[0]), rel=0.1)
    assert cointegration.half_life(residual) == pytest.approx(12, rel=0.15)
    for name in market.names[2:]:
        assert cointegration.adf(market.price(name)).p_value > 0.05


def test_names_are_symbols_of_an_exchange():
    assert [symbol(n) for n in (0, 1, 26, 26**4 - 1)] == ["AAAA", "AAAB", "AABA", "ZZZZ"]


def test_bars_are_those_of_the_samples(tmp_path):
    market = in_cents(generate(UniverseOptions(names=3, samples=5, planted=0, seed=2)))
    write_minute_bars(market, tmp_path / "bars.csv", minutes_a_day=4)
    rows = list(csv.DictReader((tmp_path / "bars.csv").open()))
    assert len(rows) == 15
    assert (rows[0]["time"], rows[-1]["time"]) == ("2024-01-02 09:30:00", "2024-01-03 09:30:00")
    for row, price in zip(rows, market.prices.ravel(), strict=True):
        assert float(row["close"]) == pytest.approx(price, abs=1e-9)
        assert float(row["low"]) <= min(float(row["open"]), float(row["close"]))
        assert float(row["high"]) >= max(float(row["open"]), float(row["close"]))


@pytest.mark.parametrize("options", [UniverseOptions(names=3, planted=2), UniverseOptions(names=1, planted=0),
                                     UniverseOptions(half_lives=(0.0,)), UniverseOptions(deviation=0)])
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError, match="must be"):
        generate(options)
