"""Tables of prices, and the command from a table to configuration."""

import csv
import tomllib

import numpy as np
import pytest
from places import ROOT

from hotpath.research.__main__ import main
from hotpath.research.prices import read_prices
from hotpath.research.universe import UniverseOptions, generate, in_cents, write_minute_bars


@pytest.fixture(scope="module")
def market():
    return in_cents(generate(UniverseOptions(names=8, samples=500, planted=1, half_lives=(3.0,), deviation=0.005, market_volatility=0.002,
                                             own_volatility=0.002, seed=6)))


@pytest.fixture
def bars(market, tmp_path):
    write_minute_bars(market, tmp_path / "bars.csv")
    return tmp_path / "bars.csv"


def write_columns(market, file):
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["Date", *market.names])
        writer.writerows([n, *(f"{price:.2f}" for price in row)] for n, row in enumerate(market.prices))


def test_bars_and_columns_are_the_same_table(market, bars, tmp_path):
    write_columns(market, tmp_path / "columns.csv")
    one, other = read_prices(bars), read_prices(tmp_path / "columns.csv")
    assert one.names == other.names == market.names
    np.testing.assert_allclose(one.prices, market.prices, atol=1e-9)
    np.testing.assert_array_equal(one.prices, other.prices)


def test_a_name_without_a_price_in_some_sample_is_left_out(tmp_path):
    (tmp_path / "columns.csv").write_text("date,AAA,BBB\n1,10,20\n2,,21\n3,12,22\n")
    table = read_prices(tmp_path / "columns.csv")
    assert (table.names, table.left_out, table.prices.tolist()) == (("BBB",), ("AAA",), [[20], [21], [22]])
    (tmp_path / "bars.csv").write_text("time,symbol,close\n1,AAA,10\n1,BBB,20\n2,BBB,21\n")
    assert read_prices(tmp_path / "bars.csv").left_out == ("AAA",)


@pytest.mark.parametrize(("text", "message"), [
    ("", "the first column must be date or time"),
    ("AAA,BBB\n1,2\n", "the first column must be date or time, got"),
    ("date,symbol,open\n1,AAA,2\n", "must have the column close"),
    ("date,AAA\n1,x\n", "row 2, AAA: a price must be a number above 0, got 'x'"),
    ("date,AAA\n1,5\n2,-1\n", "row 3, AAA: a price must be a number above 0"),
    ("date,AAA\n1,5,6\n", "row 2: 2 fields are expected, got 3"),
    ("date,symbol,close\n1,AAA\n", "row 2: 3 fields are expected, got 2"),
])
def test_tables_that_cannot_be_read_are_refused_in_one_line(tmp_path, text, message):
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(ValueError, match=message) as refused:
        read_prices(tmp_path / "table.csv")
    assert str(refused.value).startswith(str(tmp_path / "table.csv")) and "\n" not in str(refused.value)


def test_the_command_prints_the_planted_pair_and_writes_both_configurations(market, bars, tmp_path, capsys):
    base = ROOT / "docs" / "examples" / "trader.toml"
    assert main([str(bars), "--last", "50", "--backtest", str(tmp_path / "b.toml"), "--minutes", "1", "--trade", str(tmp_path / "t.toml"),
                 "--base", str(base), "--qty", "50"]) == 0
    said = capsys.readouterr().out
    planted = market.planted[0]
    assert "in 450 samples, 1 found" in said and planted.dependent in said and planted.regressor in said
    backtest, trader = (tomllib.loads((tmp_path / name).read_text()) for name in ("b.toml", "t.toml"))
    assert backtest["strategy"] == trader["strategy"]
    assert {backtest["strategy"]["first"], backtest["strategy"]["second"]} == {planted.dependent, planted.regressor}
    assert (backtest["strategy"]["window"], backtest["strategy"]["sample_every_ms"], backtest["strategy"]["first_qty"]) == (20, 60_000, 50)
    assert backtest["data"]["files"] == [str(bars)]


@pytest.mark.parametrize(("words", "message"), [
    (["--trade", "t.toml"], "--trade and --base must be given together"),
    (["--last", "500"], "--last must be 1 to 499, got 500"),
    (["--level", "0", "--backtest", "b.toml"], "no pair was found"),
])
def test_the_command_refuses_in_one_line(bars, words, message, capsys):
    assert main([str(bars), *words]) == 1
    assert message in capsys.readouterr().err
    assert main([str(bars) + ".not", *words]) == 1
