"""Searches: the same points and results for any pool and number of workers; luck and skill distinguished."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from conftest import Program
from small_markets import SYMBOLS, Bidder, small_days

import hotpath
from hotpath import Side, TimeInForce

GRID = {"quote_qty": [100, 200, 300], "half_spread_dollars": "0.005..0.015/0.005"}


def small_sweep(strategy: Any = "market_maker", grid: Any = GRID, days: int = 2, messages: int = 10_000, **options: Any) -> hotpath.SweepResult:
    return hotpath.sweep(strategy, small_days(days, messages), grid, **{"symbols": SYMBOLS, "workers": 1, **options})


def points_of(result: hotpath.SweepResult) -> list[dict[str, Any]]:
    return pyarrow.table(result.points).to_pylist()


@pytest.fixture(scope="module")
def alone() -> hotpath.SweepResult:
    return small_sweep()


def test_a_sweep_is_the_one_of_the_command(alone: hotpath.SweepResult, program: Program, tmp_path: Path) -> None:
    """Every point of points.jsonl and the best's report."""
    config = tmp_path / "run.toml"
    config.write_text(hotpath.backtest("market_maker", small_days(2, 10_000), symbols=SYMBOLS).configuration)
    program("backtest", "sweep", "-c", config, "--param", "quote_qty=100,200,300", "--param", "half_spread_dollars=0.005..0.015/0.005",
            "--out", tmp_path / "out", "--report", tmp_path / "report.html")  # fmt: skip
    small_sweep(resume=tmp_path / "mine")
    assert lines_of(tmp_path / "mine") == lines_of(tmp_path / "out")
    assert alone.best.to_json() == (tmp_path / "out" / "summary.json").read_text()
    alone.report(tmp_path / "mine.html")
    assert (tmp_path / "mine.html").read_bytes() == (tmp_path / "report.html").read_bytes()


def lines_of(folder: Path) -> list[str]:
    return sorted((folder / "points.jsonl").read_text().splitlines())


def test_points_have_their_values_and_results(alone: hotpath.SweepResult) -> None:
    points = points_of(alone)
    assert len(points) == alone.tried == 9 and [point["point"] for point in points] == list(range(1, 10))
    assert [(point["param_quote_qty"], point["param_half_spread_dollars"]) for point in points[:4]] == [(100, 0.005), (100, 0.01), (100, 0.015), (200, 0.005)]
    best = max(points, key=lambda point: point["sharpe"])
    assert alone.parameters == {"quote_qty": best["param_quote_qty"], "half_spread_dollars": best["param_half_spread_dollars"]}
    assert round(alone.best.pnl * 10_000) == best["pnl"] and alone.best.sharpe == pytest.approx(best["sharpe"])
    by_hand = hotpath.backtest("market_maker", small_days(2, 10_000), symbols=SYMBOLS, parameters=alone.parameters)
    assert by_hand.output_hash == alone.best.output_hash
    assert alone.best.configuration.count("quote_qty") == 1


def test_workers_and_pools_make_no_difference(alone: hotpath.SweepResult) -> None:
    two = small_sweep(workers=2)
    assert points_of(two) == points_of(alone) and two.best.to_json() == alone.best.to_json()


def test_ray_makes_no_difference(alone: hotpath.SweepResult) -> None:
    """A real local Ray with two workers."""
    ray = pytest.importorskip("ray", reason='the package ray is not installed: pip install "hotpath[ray]"')
    try:
        on_ray = small_sweep(pool="ray", workers=2)
        in_python = small_sweep(Bidder, {"qty": [100, 200]}, pool="ray", workers=2)
    finally:
        ray.shutdown()
    assert points_of(on_ray) == points_of(alone) and on_ray.best.to_json() == alone.best.to_json()
    assert points_of(in_python) == points_of(small_sweep(Bidder, {"qty": [100, 200]}))


def test_a_random_search_is_its_seeds() -> None:
    grid = {"quote_qty": "100..600/100", "inventory_max": "500..2000/500"}
    one, again, other = (small_sweep(grid=grid, days=1, random=5, seed=seed) for seed in (3, 3, 4))
    assert points_of(one) == points_of(again) and one.tried == 5
    assert [point["param_quote_qty"] for point in points_of(one)] != [point["param_quote_qty"] for point in points_of(other)]
    assert any(not point["tried"] for point in points_of(one))  # neighbours of the best, which are no trials
    assert len(one.trials) == 5


def test_an_interrupted_sweep_goes_on(alone: hotpath.SweepResult, tmp_path: Path) -> None:
    """Only what is missing runs: a point of the folder that was changed stays changed."""
    folder = tmp_path / "sweep"
    small_sweep(resume=folder)
    lines = (folder / "points.jsonl").read_text().splitlines()
    kept = json.loads(lines[0])
    kept["gross"] += 1
    (folder / "points.jsonl").write_text(json.dumps(kept) + "\n" + lines[1] + "\n" + lines[2][:20])
    resumed = small_sweep(resume=folder)
    changed = {point["point"]: point for point in points_of(resumed)}
    for point in points_of(alone):
        expected = point["gross"] + (point["point"] == kept["point"] + 1)
        assert changed[point["point"]]["gross"] == expected


def test_a_folder_of_another_sweep_is_refused(tmp_path: Path) -> None:
    small_sweep(resume=tmp_path / "sweep", days=1)
    for other in ({"days": 2}, {"grid": {"quote_qty": [100, 200, 500]}}, {"random": 2}):
        with pytest.raises(hotpath.Error, match="holds a run of"):
            small_sweep(resume=tmp_path / "sweep", **{"days": 1, **other})


def test_a_changed_strategy_is_another_sweep(tmp_path: Path) -> None:
    module = tmp_path / "changing.py"
    source = "import hotpath\nclass Changing(hotpath.Strategy):\n    qty = hotpath.shares(1, 1, 9, 'of no use')\n"
    module.write_text(source)
    script = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
import changing, hotpath
hotpath.sweep(changing.Changing, hotpath.generated(messages=2_000), {{"qty": [1, 2]}}, symbols="AAPL", workers=1, resume={str(tmp_path / "out")!r})
"""
    command = [sys.executable, "-B", "-c", script]
    assert subprocess.run(command, check=False).returncode == 0
    assert subprocess.run(command, check=False).returncode == 0
    module.write_text(source + "    def on_timer(self, context, intents): pass\n")
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 1 and "holds a run of another configuration" in again.stderr


def test_points_that_the_strategy_refuses_are_left_out() -> None:
    result = small_sweep("trend_following", {"fast": [5, 10, 20], "slow": [10, 15]}, days=1)
    assert result.tried + result.refused == 6 and result.refused > 0
    assert all(point["param_fast"] < point["param_slow"] for point in points_of(result))


@pytest.mark.parametrize(
    ("grid", "options", "message"),
    [
        ({}, {}, "grid must name at least one parameter"),
        ({"speed": [1]}, {}, "speed"),
        ({"quote_qty": [0]}, {}, "quote_qty.*0"),
        ({"quote_qty": "1..20001"}, {}, "20,000|10,000"),
        (GRID, {"pool": "cloud"}, "pool must be one of process, ray, got 'cloud'"),
        (GRID, {"workers": 0}, "workers must be at least 1, got 0"),
    ],
)
def test_wrong_searches_are_one_line(grid: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((hotpath.Error, ValueError), match=message) as raised:
        small_sweep(grid=grid, **options)
    assert "\n" not in str(raised.value)


def test_what_a_callback_raises_in_a_worker_is_raised_here() -> None:
    class Fails(hotpath.Strategy):
        qty = hotpath.shares(1, 1, 9, "of no use")

        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            raise ZeroDivisionError(f"at {self.qty}")

    with pytest.raises(ZeroDivisionError, match="at "):
        small_sweep(Fails, {"qty": [1, 2]}, workers=2)


def test_ctrl_c_ends_the_workers(tmp_path: Path) -> None:
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        small_sweep(messages=20_000_000, workers=2, resume=tmp_path / "sweep")
    assert time.monotonic() - begin < 60
    assert not [each for each in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()]


# ---- Luck and skill ----


class Flips(hotpath.Strategy):
    """holds a side all day that a checksum of its number and the first price picks: worth nothing"""

    number = hotpath.integer(1, 1, 1_000, "of the coin")

    def __init__(self) -> None:
        self.is_done: set[int] = set()

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        if book.instrument in self.is_done or not 0 < book.bid_price < book.ask_price:
            return
        self.is_done.add(book.instrument)
        is_buy = zlib.crc32(f"{self.number} {book.instrument} {book.bid_price}".encode()) % 2
        side, price = (Side.Buy, book.ask_price + 200) if is_buy else (Side.Sell, book.bid_price - 200)
        intents.enter(book.instrument, side, 100, price, TimeInForce.Ioc)


class OneEarns(Flips):
    """the same coins, but number 13 buys and sells at once all day, for the rebate on each share"""

    def __init__(self) -> None:
        super().__init__()
        self.sent = 0

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        if self.number != 13:
            return super().on_book(book, context, intents)
        is_narrow = 0 < book.bid_price < book.ask_price <= book.bid_price + 1_000
        if context.open_orders or not is_narrow or self.sent == 60:
            return None
        self.sent += 1
        if context.position(book.instrument) <= 0:
            intents.enter(book.instrument, Side.Buy, 100, book.ask_price, TimeInForce.Ioc)
        else:
            intents.enter(book.instrument, Side.Sell, context.position(book.instrument), book.bid_price, TimeInForce.Ioc)
        return None


@pytest.fixture(scope="module")
def luck() -> hotpath.SweepResult:
    # The rebate pays for the spread: what is left is the coin's.
    return small_sweep(Flips, {"number": "1..40"}, days=16, messages=4_000, workers=2, fees={"removed": -0.2})


@pytest.fixture(scope="module")
def skill() -> hotpath.SweepResult:
    return small_sweep(OneEarns, {"number": "1..20"}, days=16, messages=4_000, workers=2, fees={"removed": -0.3})


def test_a_planted_overfit_is_flagged(luck: hotpath.SweepResult) -> None:
    """The best of forty coins has earned, by luck alone."""
    assert luck.best.pnl > 0
    assert luck.is_overfit is True
    assert luck.deflated_sharpe is not None and luck.deflated_sharpe.probability < 0.95
    assert luck.overfitting is not None and luck.overfitting.probability > 0.2
    assert "may be luck" in luck.verdict


def test_a_planted_edge_is_not_flagged(skill: hotpath.SweepResult) -> None:
    assert skill.parameters == {"number": 13}
    assert skill.is_overfit is False
    assert skill.deflated_sharpe is not None and skill.deflated_sharpe.probability > 0.95
    assert skill.overfitting is not None and skill.overfitting.probability < 0.1
    assert "more than luck" in skill.verdict


def test_superior_predictive_ability_agrees(luck: hotpath.SweepResult, skill: hotpath.SweepResult) -> None:
    pytest.importorskip("arch", reason='the package arch is not installed: pip install "hotpath[statistics]"')
    assert luck.spa is not None and luck.spa.consistent > 0.05
    assert skill.spa is not None and skill.spa.consistent < 0.01
