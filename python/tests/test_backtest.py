"""Backtests: the same numbers as the program's, results as tables, errors, the configuration."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
import tomllib
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.parquet
import pytest
from conftest import ROOT, Program
from small_markets import SYMBOLS, Idle, small_backtest, small_days

import hotpath

EXAMPLE = ROOT / "docs" / "examples" / "backtest.toml"


def test_the_example_gives_the_bytes_of_the_command(program: Program, tmp_path: Path) -> None:
    """The same configuration, the same JSON: each of its numbers and checksums."""
    config = tomllib.loads(EXAMPLE.read_text())
    config["data"].update(generated_days=2, messages=30_000)
    config["trader"] = str(ROOT / "docs" / "examples" / "trader.toml")
    result = hotpath.backtest(config=config)
    file = tmp_path / "run.toml"
    file.write_text(EXAMPLE.read_text().replace("generated_days = 5", "generated_days = 2").replace("200_000", "30_000").replace('"trader.toml"', json.dumps(config["trader"])))
    program("backtest", "-c", file, "--json", tmp_path / "summary.json", "--report", tmp_path / "report.html")
    assert result.to_json() == (tmp_path / "summary.json").read_text()
    result.report(tmp_path / "mine.html")
    assert (tmp_path / "mine.html").read_bytes() == (tmp_path / "report.html").read_bytes()


@pytest.mark.parametrize("strategy", ["market_maker", "momentum", "trend_following"])
def test_arguments_are_the_keys_of_the_configuration(strategy: str, program: Program, tmp_path: Path) -> None:
    """Result.configuration is a file that the command runs with the same outcome."""
    result = small_backtest(strategy, fills="back_of_line", latency=25, fees={"added": -0.002, "removed": 0.003}, capital=50_000.0)
    (tmp_path / "run.toml").write_text(result.configuration)
    program("backtest", "-c", tmp_path / "run.toml", "--json", tmp_path / "summary.json")
    assert result.to_json() == (tmp_path / "summary.json").read_text()
    assert result["capital"] == 50_000


def test_recordings_are_days(market: Path) -> None:
    """A path, a list of them and a Recording."""
    options: dict[str, Any] = {"symbols": SYMBOLS}
    one = hotpath.backtest("market_maker", market, **options)
    assert hotpath.backtest("market_maker", hotpath.read(market), **options).to_json() == one.to_json()
    two = hotpath.backtest("market_maker", [market, str(market)], **options)
    assert [day["pnl"] for day in two["days"]] == 2 * [one["pnl"]]
    assert one["days"][0]["day"] == market.name


def test_what_the_host_has_chosen_changes_no_result(tmp_path: Path) -> None:
    plain = small_backtest("market_maker")
    file = tmp_path / "host.toml"
    for settings in ("orders_min = 0\n", "orders_min = 50\ntable = 3\nlevel = 0\n"):
        file.write_text(f"[look_ahead]\n{settings}")
        result = small_backtest("market_maker", host_settings=file)
        assert result.to_json() == plain.to_json()
    file.write_text("[look_ahead]\nleve = 0\n")
    with pytest.raises(hotpath.Error, match=r"host_settings: .*host.toml: unknown key look_ahead.leve; the nearest is level; known keys: level"):
        small_backtest("market_maker", host_settings=file)


def test_sensitivity_guard_and_threads_are_those_of_the_command(program: Program, tmp_path: Path) -> None:
    result = small_backtest("market_maker", sensitivity=True, guard=True, threads=2)
    assert result.guard_runs == 8  # three cuts and another market after the half, of two days
    (tmp_path / "run.toml").write_text(result.configuration)
    program("backtest", "-c", tmp_path / "run.toml", "--sensitivity", "--json", tmp_path / "summary.json")
    assert result.to_json() == (tmp_path / "summary.json").read_text()
    assert [run["factor"] for run in result["latency_sensitivity"]] == [0.5, 1, 2, 5]


def test_bars_run_over_all_days() -> None:
    result = hotpath.backtest(config=ROOT / "docs" / "examples" / "bars.toml")
    days = pyarrow.table(result.days)
    assert days.num_rows == len(result["days"]) > 1
    assert days["since_first_ns"].to_pylist()[1] > 0


def test_out_keeps_the_days_and_goes_on(tmp_path: Path) -> None:
    first = small_backtest("market_maker", out=tmp_path / "run")
    assert (tmp_path / "run" / "day=1" / "fills.parquet").exists()
    assert (tmp_path / "run" / "summary.json").read_text() == first.to_json()
    assert small_backtest("market_maker", out=tmp_path / "run").to_json() == first.to_json()
    for name in ("orders", "fills", "positions", "equity", "queue_places"):
        mine = pyarrow.table(getattr(first, name))
        of_day = mine.filter(pyarrow.compute.equal(mine["day"], mine["day"][0])).drop_columns(["day"])
        kept = pyarrow.parquet.ParquetFile(tmp_path / "run" / "day=1" / f"{name}.parquet").read()
        assert of_day.column_names == kept.column_names
        assert of_day.to_pylist() == kept.to_pylist()
    with pytest.raises(hotpath.Error, match="holds a run of another configuration"):
        small_backtest("momentum", out=tmp_path / "run")


# ---- Tables ----


def test_tables_add_up_to_the_summary() -> None:
    result = small_backtest("market_maker", fees={"added": -0.002, "removed": 0.003})
    fills = pyarrow.table(result.fills).to_pandas()
    orders = pyarrow.table(result.orders).to_pandas()
    days = pyarrow.table(result.days).to_pandas()
    assert len(fills) == result["fills"] > 0
    assert int((fills.qty).sum()) == result["shares"]["traded"]
    assert round(float((fills.price * fills.qty).sum()) / 10_000, 4) == result["turnover"]
    assert round(float(fills.fee.sum()) / 10_000, 4) == result["fees"]
    assert int(orders.filled_qty.sum()) == int(fills.qty.sum())
    assert set(fills.side) == {"B", "S"} and set(fills.symbol) <= set(SYMBOLS)
    assert list(days.pnl / 10_000) == [day["pnl"] for day in result["days"]]
    positions = pyarrow.table(result.positions).to_pandas()
    assert list(positions.position) == list(fills.position)
    last = positions.groupby(["day", "symbol"], observed=True).last()
    cash = fills.assign(cash=-fills.price * fills.qty.where(fills.side == "B", -fills.qty)).groupby(["day", "symbol"], observed=True).cash.sum()
    assert (last.cash == cash).all()


def test_equity_ends_at_each_days_profit() -> None:
    result = small_backtest("market_maker")
    equity = pyarrow.table(result.equity).to_pandas()
    last = equity.groupby(["day", "symbol"], observed=True).pnl.last().groupby("day", observed=True).sum()
    days = pyarrow.table(result.days).to_pandas().set_index("day")
    assert (last.reindex(days.index) == days.pnl).all()
    for _, day in equity.groupby("day", observed=True):
        times = day.time_ns[: -day.symbol.nunique()]  # the last are at the end of the market, whatever was under way then
        assert times.is_monotonic_increasing


def test_queue_places_are_of_orders_that_joined_a_queue() -> None:
    result = small_backtest("market_maker")
    places = pyarrow.table(result.queue_places).to_pandas()
    orders = pyarrow.table(result.orders).to_pandas()
    assert len(places) == int(orders.queue_ahead_qty.notna().sum()) > 0
    filled = places[places.filled_qty > 0]
    assert filled.first_fill_ns.notna().all() and (filled.first_fill_ns >= filled.entered_ns).all()


def test_tables_have_units_and_names(tmp_path: Path) -> None:
    result = small_backtest("market_maker")
    schema = pyarrow.table(result.fills).schema
    assert schema.field("price").metadata == {b"unit": b"1/10000 dollar"}
    assert schema.field("time_ns").metadata == {b"unit": b"ns since midnight of the venue's day"}
    with pytest.raises(hotpath.Error, match="a table must be one of orders, fills, positions, equity, queue_places, days, got trades"):
        result._finished.table("trades")


def test_tables_of_no_fills_have_no_rows() -> None:
    result = small_backtest("null")
    assert pyarrow.table(result.fills).num_rows == 0
    assert pyarrow.table(result.orders).column_names[:3] == ["day", "entered_ns", "order_id"]
    assert result.pnl == 0 and result.sharpe is None


def test_other_libraries_take_the_tables() -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    result = small_backtest("market_maker")
    fills = result.fills  # noqa: F841 - DuckDB finds it by its name
    assert duckdb.sql("select count(*) from fills").fetchall() == [(result["fills"],)]
    assert polars.DataFrame(result.fills).height == result["fills"]


# ---- Results for people ----


def test_a_run_that_the_risk_check_stopped_says_so() -> None:
    whole = small_backtest("market_maker")
    assert whole.stops == [] and whole["traded_share"] == 1.0 and "stopped" not in repr(whole)
    stopped = small_backtest("market_maker", limits={"loss_max": 0.01})
    stop = stopped.stops[0]
    assert stop["control"] == "account_limits.loss_max" and stop["symbol"] in SYMBOLS and stop["mode"] == "reducing only"
    assert 0 < stop["traded_share"] < 1 and stopped["traded_share"] < 1
    assert stopped.verdict.startswith("Stopped by the risk check")
    assert stopped["orders"]["rejected_by_reason"]["reducing only"] > 0
    assert sum(stopped["orders"]["rejected_by_reason"].values()) == stopped["orders"]["rejected_by_risk"]
    assert "risk check stopped" in repr(stopped) and "reducing only" in stopped._repr_html_()
    days = pyarrow.table(stopped.days).to_pylist()
    assert days[0]["stopped_ns"] == round(stop["time_s"] * 1e9) and days[0]["traded_share"] == pytest.approx(stop["traded_share"])


def test_a_notebook_shows_the_verdict_and_escapes_names() -> None:
    result = small_backtest("market_maker")
    page = result._repr_html_()
    assert "market_maker" in page and "Sharpe ratio" in page and str(result.output_hash) in page
    assert repr(result).startswith("<hotpath.Result market_maker: ")
    result.summary["strategy"] = "<script>"
    assert "<script>" not in result._repr_html_()


def test_strategies_are_described() -> None:
    strategies = {each["name"]: each for each in hotpath.strategies()}
    assert {"null", "market_maker", "pairs", "momentum", "trend_following"} <= strategies.keys()
    parameters = {each["key"]: each for each in strategies["market_maker"]["parameters"]}
    assert parameters["quote_qty"] == {"key": "quote_qty", "kind": "shares", "unit": "", "meaning": "shares on each side", "default": 100, "least": 1, "most": 999_999}
    assert parameters["half_spread_dollars"]["kind"] == "dollars" and parameters["half_spread_dollars"]["default"] == 50
    assert [each["kind"] for each in strategies["pairs"]["parameters"][:2]] == ["symbol", "symbol"]
    assert hotpath.strategies([Idle])[-1] == {"name": "idle", "summary": "overrides nothing", "venues": 1, "follows_queue": False, "parameters": []}


# ---- Errors ----


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "martingale"}, "strategy.name must be .*market_maker.*, got 'martingale'"),
        ({"parameters": {"quote_qty": 0}}, "strategy.quote_qty must be .*got 0"),
        ({"parameters": {"speed": 1}}, "strategy.speed"),
        ({"fills": "hopeful"}, "fills.model must be one of exact.*got 'hopeful'"),
        ({"latency": {"feed_us": -1}}, "latency.feed_us must be .*got -1"),
        ({"symbols": []}, "trading.symbols must be .*"),
        ({"symbols": ["NASDAQ:AAPL"]}, "trading.symbols must be"),
        ({"symbols": ["ZZZZ"], "data": "market"}, "no message of ZZZZ in the recording"),
        ({"data": "missing.itch"}, "missing.itch"),
        ({"data": {"generated_days": 0}}, "data.files must be recordings, or generated_days above 0"),
        ({"limits": {"order_qty_max": 0}}, "limits.order_qty_max must be"),
        ({"threads": 0}, "run.threads must be"),
    ],
)
def test_wrong_arguments_are_one_line(options: dict[str, Any], message: str, market: Path) -> None:
    given: dict[str, Any] = {"strategy": "market_maker", "data": small_days(1), "symbols": SYMBOLS, **options}
    given["data"] = market if given["data"] == "market" else given["data"]
    with pytest.raises(hotpath.Error, match=message) as raised:
        hotpath.backtest(**given)
    assert "\n" not in str(raised.value)


def test_errors_of_a_file_name_it(tmp_path: Path) -> None:
    with pytest.raises(hotpath.Error, match="cannot read .*nothing.toml: No such file or directory"):
        hotpath.backtest(config=tmp_path / "nothing.toml")
    (tmp_path / "bad.toml").write_text("[data\n")
    with pytest.raises(hotpath.Error, match=r"bad\.toml: .*line 1"):
        hotpath.backtest(config=tmp_path / "bad.toml")
    with pytest.raises(TypeError, match="strategy.speed must be text, a number"):
        small_backtest("market_maker", parameters={"speed": object()})
    result = small_backtest("null", days=1)
    with pytest.raises(hotpath.Error, match="cannot write /nowhere/x.html: No such file or directory"):
        result.report("/nowhere/x.html")


# ---- Running ----


def test_ctrl_c_stops_a_run_within_a_block() -> None:
    """A run of many minutes is given up at once, and the next run is as if nothing had happened."""
    before = small_backtest("market_maker").to_json()
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        hotpath.backtest("market_maker", small_days(1_000, messages=300_000), symbols=SYMBOLS)
    assert time.monotonic() - begin < 30
    assert small_backtest("market_maker").to_json() == before


def test_other_threads_run_while_a_compiled_strategy_does() -> None:
    """The GIL is free: a thread counts on while a backtest is under way in this one."""
    counted = 0
    is_done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_done.is_set():
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    try:
        before = counted
        small_backtest("market_maker", days=2)
        assert counted - before > 1_000
    finally:
        is_done.set()
        counter.join()


def test_two_backtests_at_the_same_time_do_not_meet() -> None:
    expected = {name: small_backtest(name).to_json() for name in ("market_maker", "momentum")}
    results: dict[str, str] = {}
    threads = [threading.Thread(target=lambda name=name: results.update({name: small_backtest(name).to_json()})) for name in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == expected
