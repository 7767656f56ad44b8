"""A callback of a strategy in Python, beside the same in other packages' backtesters.

The question: what does an event cost from the recording to a decision in Python? One generated day, one instrument. Every subject
is shown the changes of the best bid and ask and makes the same decision in Python: it reads both quantities and counts the events
in which one is three times the other. None sends an order, so what is measured is the delivery of an event with the book and the
clock that each backtester keeps for it. Each run is a process, pinned to the last core. Ours is timed with everything:
configuration, decoding of the recording of every order, books, statistics; the peers from their engine's start, with arrays or
objects of quotes in memory.

A regression means that an event costs more between the engine and Python. Not shown: matching, and what a decision itself costs.
Peers that are not installed are named as missing.

    hotpath            hotpath.Strategy.on_book, by order
    hotpath_compiled   the same engine and recording with the compiled strategy `null`: what is left without Python
    hftbacktest        wait_next_feed() and the depth, called from the interpreter
    hftbacktest jit    the same loop compiled by Numba: no Python at all
    nautilus_trader    Strategy.on_quote_tick
    lrvx               Strategy.on_trade: its backtests have trades only
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy
from runner import ROOT, Measurement

import hotpath

SYMBOL = "AAPL"
SIDES = Path(__file__).resolve().parent / "peers"
#: Their environments in build/peers, which script/bench-python installs.
PEERS = {
    "hftbacktest": ("hftbacktest", "hftbacktest_side.py", ["python"]),
    "hftbacktest jit": ("hftbacktest", "hftbacktest_side.py", ["jit"]),
    "nautilus_trader": ("nautilus", "nautilus_side.py", []),
    "lrvx": ("lrvx", "lrvx_side.py", []),
}


def side(python: str | Path, name: str, *words: object) -> float:
    """What a side prints."""
    command = [str(python), str(SIDES / name), *map(str, words)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"{name}: {ran.stderr.strip()}")
    return float(ran.stdout)


def write_quotes(day: Path, path: Path) -> None:
    names = ("time_ns", "bid_price", "bid_qty", "ask_price", "ask_qty")
    parts = [numpy.stack([batch[name] for name in names], axis=1) for batch in hotpath.read(day).quotes(SYMBOL)]
    rows = numpy.concatenate(parts).astype(numpy.int64)
    numpy.save(path, rows[(rows[:, 1] > 0) & (rows[:, 3] > rows[:, 1])])


def tests(folder: Path, quick: bool) -> list[Measurement]:
    day, quotes = folder / "callbacks.itch", folder / "quotes.npy"
    hotpath.generate(day, messages=50_000 if quick else 500_000, instruments=1, seed=1, symbols=[SYMBOL])
    write_quotes(day, quotes)
    events = int(side(sys.executable, "hotpath_side.py", day, "count"))
    subjects: dict[str, Callable[[], float]] = {
        "hotpath": lambda: side(sys.executable, "hotpath_side.py", day, "python"),
        "hotpath_compiled": lambda: side(sys.executable, "hotpath_side.py", day, "compiled", events),
    }
    for name, (environment, script, words) in PEERS.items():
        python = ROOT / "build" / "peers" / environment / "bin" / "python3"
        if not python.exists():
            print(f"{name} is not measured: {python} is not installed", file=sys.stderr)
            continue
        subjects[name] = lambda python=python, script=script, words=words: side(python, script, quotes, *words)
    return [Measurement("python_callback", "ns/event", subjects, 3 if quick else 9)]
