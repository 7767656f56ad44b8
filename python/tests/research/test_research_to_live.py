"""The whole way on a generated universe: a screen finds the planted pair, its plan becomes configuration, `hotpath backtest` over bars
takes the research's signals, `hotpath trade` at `hotpath exchange` takes those of the samples that it saw, order for order."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from places import ROOT
from itch_market import HALF_SPREAD, Recording
from own_ports import own_port

from hotpath.research.live import PairPlan, Samples, backtest_toml, decisions_of, orders_of, session_samples, trader_toml
from hotpath.research.screen import ScreenOptions, screen
from hotpath.research.signals import twice_mid
from hotpath.research.universe import UniverseOptions, generate, in_cents, write_minute_bars

STUDIED = 700  # samples that the screen sees
TRADED = 160  # those after them
WINDOW = 20
STEP_MS = 60  # between two bars of the live market
TAIL_MS = 3_000  # between its last bar and a step that marks its end: meanwhile the trader stops
BEGIN_NS = 34_200 * 10**9  # 09:30
MINUTE_NS = 60 * 10**9


@pytest.fixture(scope="module")
def market():
    return in_cents(generate(UniverseOptions(names=16, samples=STUDIED + TRADED, planted=2, half_lives=(4.0, 6.0), deviation=0.004,
                                             market_volatility=0.001, own_volatility=0.0012, seed=12)))


@pytest.fixture(scope="module")
def plan(market):
    result = screen(market.prices[:STUDIED], market.names, options=ScreenOptions(correction="by"))
    pairs = result.pairs()
    assert {frozenset((pair.dependent, pair.regressor)) for pair in pairs} == {
        frozenset((pair.dependent, pair.regressor)) for pair in market.planted}
    return replace(PairPlan.of(pairs[0], window=WINDOW, entry_z=1.2, exit_z=0.3, stop_z=4.0), slippage_ticks=100)


def samples_of_bars(market, plan):
    """The closes that were not studied, at the timer after each close."""
    times = [BEGIN_NS + minute * MINUTE_NS + 59_500_000_000 for minute in range(TRADED)]
    first, second = (twice_mid(market.price(name)[STUDIED:]) for name in (plan.first, plan.second))
    return Samples(*(np.asarray(values) for values in (times, first, second)))


def run(executable, *words, cwd):
    done = subprocess.run([executable, *map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=120, check=False,
                          env=os.environ | {"HOTPATH_PYTHON": sys.executable})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_backtest_over_bars_takes_the_signals_of_the_research(market, plan, executable, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    bars = replace(market, prices=market.prices[STUDIED:])
    write_minute_bars(bars, tmp_path / "bars.csv")
    (tmp_path / "backtest.toml").write_text(backtest_toml(plan, tmp_path / "bars.csv", minutes=1))
    run(executable, "backtest", "-c", "backtest.toml", "--out", "out", "--json", "result.json", cwd=tmp_path)
    rows = parquet.read_table(tmp_path / "out" / "days" / "orders.parquet").to_pylist()
    wanted = orders_of(plan, samples_of_bars(market, plan))
    assert len(wanted) > 20
    assert [(row["entered_ns"], row["symbol"], row["side"], row["qty"]) for row in rows] == [
        (order.time, order.symbol, order.side, order.qty) for order in wanted]
    assert all(row["filled_qty"] == row["qty"] for row in rows[:-2]), "at the next open; the last close has none after it"


class Process:
    """A subcommand of hotpath that says when it is ready."""

    def __init__(self, executable, folder, ready, *words):
        self.log = folder / f"{words[0]}.log"
        self._out = self.log.open("w")
        self._process = subprocess.Popen([executable, *words], cwd=folder, stdout=self._out, stderr=subprocess.STDOUT)
        self.wait_for(ready)

    @property
    def said(self):
        return self.log.read_text()

    def wait_for(self, text, seconds=60):
        until = time.monotonic() + seconds
        while text not in self.said:
            assert self._process.poll() is None and time.monotonic() < until, f"no {text!r}: {self.said}"
            time.sleep(0.02)

    def stop(self):
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(60)
        self._out.close()
        return code

    def kill(self):
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def wait_for_quotes(file, prices, seconds=120):
    """Until the reported books stand at these prices."""
    until = time.monotonic() + seconds
    bids = None
    while bids != [price - HALF_SPREAD for price in prices]:
        assert time.monotonic() < until, f"{file.name}: bids at {bids}, not around {prices}"
        time.sleep(0.02)
        if file.exists():
            bids = [(book["bid"] or {"price": None})["price"] for book in json.loads(file.read_text())["books"]]


def write_exchange(folder, ports):
    (folder / "exchange.toml").write_text(f"""health_every_ms = 100
[venue]
session = "RESEARCH"
instruments_max = 10
orders_max = 20_000
levels_max = 20_000
[order_entry]
address = "127.0.0.1:{ports[0]}"
[[user]]
name = "ALICE"
password = "WONDERLAND"
[drop_copy]
address = "127.0.0.1:{ports[1]}"
[[drop_copy_user]]
name = "RISK"
password = "EVERYTHING"
[market_data]
line_a = "239.192.18.1:{ports[2]}"
line_b = "239.192.18.2:{ports[2]}"
requests = "127.0.0.1:{ports[3]}"
glimpse = "127.0.0.1:{ports[4]}"
[journal]
folder = "venue"
mode = "pagecache"
[background]
source = "recording"
recording = "market.itch"
""")


def base_configuration(ports):
    """docs/examples/trader.toml at this venue, without what only one process of a machine can have."""
    text = (ROOT / "docs" / "examples" / "trader.toml").read_text()
    for old, port in (("127.0.0.1:26400", ports[0]), ("127.0.0.1:26401", ports[1]), ("239.192.1.1:26477", ports[2]),
                      ("239.192.1.2:26477", ports[2]), ("127.0.0.1:26478", ports[3]), ("127.0.0.1:26479", ports[4]),
                      ("127.0.0.1:26403", ports[5])):
        text = text.replace(f'"{old}"', f'"{old.split(":")[0].replace("192.1.", "192.18.")}:{port}"')
    text = text.replace('channel = "ALICE"', f'channel = "RESEARCH{os.getpid()}"').replace('idle = "yield"', 'idle = "wait"')
    text = text.replace("health_every_ms = 1_000", "health_every_ms = 100")
    return re.sub(r"^jump_bps = 1_000 ", "jump_bps = 9_999 ", text, flags=re.M)


def test_a_live_session_takes_the_signals_of_the_research(market, plan, executable, tmp_path):
    ports = [own_port() for _ in range(6)]
    recording = Recording([plan.first, plan.second])
    recording.open(BEGIN_NS - 10**9)
    recording.event(BEGIN_NS, b"Q")
    begin = BEGIN_NS + 4 * 10**9  # the trader starts in these seconds; its samples are its own in any case
    closes = [market.price(name)[STUDIED:] for name in (plan.first, plan.second)]
    for n, prices in enumerate(zip(*closes, strict=True)):
        recording.step(begin + n * STEP_MS * 10**6, [round(price * 10_000) for price in prices])
    last = [round(close[-1] * 10_000) for close in closes]
    end = [price + 10_000 for price in last]
    recording.step(begin + (TRADED * STEP_MS + TAIL_MS) * 10**6, end)  # a backtest ends with its market
    recording.write(tmp_path / "market.itch")
    write_exchange(tmp_path, ports)
    live = replace(plan, sample_every_ms=STEP_MS)
    (tmp_path / "exchange.toml").chmod(0o600)  # passwords are in both
    (tmp_path / "trader.toml").touch(mode=0o600)
    (tmp_path / "trader.toml").write_text(trader_toml(live, base_configuration(ports)))
    venue = trader = None
    try:
        venue = Process(executable, tmp_path, "exchange: ready", "exchange", "-c", "exchange.toml", "--json", "exchange.json")
        trader = Process(executable, tmp_path, "trade: ready", "trade", "-c", "trader.toml", "--json", "trader.json")
        wait_for_quotes(tmp_path / "trader.json", last)
        assert trader.stop() == 0, trader.said
        wait_for_quotes(tmp_path / "exchange.json", end)
        assert venue.stop() == 0, venue.said
    finally:
        for process in (trader, venue):
            if process is not None:
                process.kill()
    run(executable, "backtest", "record", "inputs", "session", "--venue", "venue", cwd=tmp_path)
    samples = session_samples(tmp_path / "session", live)
    assert len(samples.times) > WINDOW + TRADED // 2
    wanted = orders_of(live, samples)
    assert len(wanted) > 10
    # The same session as a backtest, with the times that its messages took: its JSON has every live order.
    run(executable, "backtest", "compare", "session/backtest.toml", "inputs", "--time-us", "0", "--json", "compared.json", cwd=tmp_path)
    compared = json.loads((tmp_path / "compared.json").read_text())
    assert compared["agree"] is True
    sent = sorted((pair["live"] for pair in compared["pairs"] if pair["live"]), key=lambda order: order["id"])
    assert [(order["sent_ns"], order["symbol"], order["side"], order["qty"]) for order in sent] == [
        (order.time, order.symbol, {"B": "buy", "S": "sell"}[order.side], order.qty) for order in wanted]
    assert all(sum(fill["qty"] for fill in order["fills"]) == order["qty"] for order in sent)
    # What it saw are the closes of the universe, or two neighbours of them while the quotes changed.
    known = [set(twice_mid(close).tolist()) for close in closes]
    share = sum(int(a) in known[0] and int(b) in known[1]
                for a, b in zip(samples.first_twice_mid, samples.second_twice_mid, strict=True)) / len(samples.times)
    assert share > 0.5
    assert (decisions_of(live, samples).stance != 0).any()
