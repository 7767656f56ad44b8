"""GS and MS as published: rules on prices made by hand, and with the licensed prices every number of the page."""

import json

import numpy as np
import pytest
from places import ROOT

from hotpath.research import figures, published_case
from hotpath.research.published_case import Prices, Rules, trade

RESULT = ROOT / "tests" / "golden" / "research" / "published_case.json"


def prices_of(spread, open_spread=None):
    """MS stands still at 100."""
    gs = np.asarray(spread, dtype=np.float64) + 100
    opens = gs if open_spread is None else np.asarray(open_spread, dtype=np.float64) + 100
    still = np.full(len(gs), 100.0)
    return Prices(tuple(str(n) for n in range(len(gs))), gs, still, opens, still)


def jumping(samples=40):
    """A spread that goes up by 4 on day 20, by 2 on day 21, and stays."""
    spread = np.where(np.arange(samples) % 2 == 0, 10.0, 10.2)
    spread[20] += 4
    spread[21:] += 6
    return spread


def test_z_scores_have_todays_spread_in_the_window():
    spread = jumping()
    z = published_case.z_scores(spread, 10)
    last = spread[15:25]
    assert z[24] == pytest.approx((spread[24] - last.mean()) / last.std())
    assert np.isnan(z[:11]).all() and abs(z[11]) == pytest.approx(1)


def test_a_high_spread_is_bought_or_sold_held_and_closed():
    for follows, side in ((True, 1), (False, -1)):
        trading = trade(prices_of(jumping()), Rules(follows=follows, entry=1.5))
        assert trading.opened[0] == 20
        assert trading.held[20] == pytest.approx(side * 1_000 * trading.z[20])
        assert trading.held[21] == trading.held[20]
        first = trading.closed[0]
        assert abs(trading.z[first]) < 0.8 and trading.held[first] == 0
        assert trading.profits.sum() == pytest.approx(np.sum(trading.held[:-1] * np.diff(jumping())))
        assert trading.profits[21] == pytest.approx(trading.held[20] * (jumping()[21] - jumping()[20]))
        assert trading.profits_of_positions[0] == pytest.approx(trading.profits[21 : first + 1].sum())


def test_a_fill_one_close_later_misses_the_first_move():
    now, later = (trade(prices_of(jumping()), Rules(entry=1.5, delay=delay)) for delay in (0, 1))
    np.testing.assert_array_equal(later.held[1:], now.held[:-1])
    assert later.profits[21] == 0


def test_a_fill_at_the_open_has_the_move_from_there():
    spread = jumping()
    opens = np.concatenate([[spread[0]], spread[:-1]]) + 0.5
    trading = trade(prices_of(spread, opens), Rules(entry=1.5), at_open=True)
    size = published_case.decided_shares(published_case.z_scores(spread, 10), Rules(entry=1.5))[20]
    assert trading.profits[21] == pytest.approx(size * (spread[21] - opens[21]))


def test_costs_are_of_the_value_of_both_legs():
    free, paid = (trade(prices_of(jumping()), Rules(entry=1.5), cost_bps=bps) for bps in (0.0, 10.0))
    day = free.opened[0]
    assert free.profits[day] - paid.profits[day] == pytest.approx(abs(free.held[day]) * (jumping()[day] + 200) * 10 / 10_000)


def test_walk_forward_uses_nothing_of_the_days_that_it_trades():
    random = np.random.default_rng(1)
    spread = 20 + np.cumsum(random.normal(0, 0.3, 400))
    other = spread.copy()
    other[300:] += np.cumsum(random.normal(0, 2, 100))
    one, two = (published_case.walk_forward(prices_of(values), train=120, test=60) for values in (spread, other))
    # Periods begin at 120, 180, 240, 300: the rules of all of them are chosen before day 300.
    assert one.chosen[:4] == two.chosen[:4]
    np.testing.assert_allclose(one.profits[:180], two.profits[:180])
    assert len(one.profits) == 280


def test_the_published_numbers_are_those_of_the_published_rules(market_data):
    prices = published_case.load(market_data)
    test = next(published_case.cointegration_rows(prices))
    assert (round(test["statistic"], 4), round(test["p_value"], 4)) == (-3.7684, 0.0149)
    assert round(published_case.CAPITAL + trade(prices).profits.sum()) in (1_328_581, 1_328_582)
    assert int(published_case.CAPITAL + trade(prices, Rules(follows=False)).profits.sum()) == 671_418
    sheet = published_case.tear_sheet(prices)
    assert (round(100 * sheet["cumulative_return"], 2), round(sheet["sharpe"], 2), round(100 * sheet["drawdown"], 2)) == (164.53, 0.98, 27.93)
    assert int(published_case.CAPITAL * (1 + published_case.tear_sheet(prices, 1_000)["cumulative_return"])) == 1_328_581


def close(fresh, committed, where="result"):
    if isinstance(committed, dict):
        assert fresh.keys() == committed.keys(), where
        for key in committed:
            close(fresh[key], committed[key], f"{where}.{key}")
    elif isinstance(committed, list):
        assert len(fresh) == len(committed), where
        for n, value in enumerate(committed):
            close(fresh[n], value, f"{where}[{n}]")
    else:
        assert fresh == (pytest.approx(committed, rel=1e-5, abs=1e-8) if isinstance(committed, float) else committed), where


def test_the_committed_result_is_what_the_prices_give(market_data):
    close(published_case.result_of(market_data, published_case.load(market_data)), json.loads(RESULT.read_text()))


def test_the_result_file_holds_no_price_and_no_series():
    def longest(value):
        children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return max([len(value) if isinstance(value, list) else 0, *(longest(child) for child in children)])

    assert longest(json.loads(RESULT.read_text())) <= 8


def test_figures_are_drawn_and_those_of_the_page_are_there(market_data, tmp_path):
    drawn = figures.published_figures(published_case.load(market_data))
    figures.save(drawn, tmp_path)
    page = (ROOT / "docs" / "results" / "pairs-trading.md").read_text()
    for name in drawn:
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000
        assert f"pairs-trading/{name}.png" in page


def test_without_the_prices_the_commands_say_so(tmp_path, capsys):
    assert published_case.main([str(tmp_path / "result.json"), "--data", str(tmp_path)]) == 1
    assert "HOTPATH_DATA names the folder" in capsys.readouterr().err
    assert figures.main([str(tmp_path / "figures"), "--data", str(tmp_path)]) == 0
    assert "left as they are" in capsys.readouterr().err
    assert [file.name for file in (tmp_path / "figures").iterdir()] == ["screen-power.png"]
