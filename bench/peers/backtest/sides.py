"""What the Python sides of `script/bench backtest` share: their arguments, the days, the line of JSON.

A day is STEM.npy, rows of events, and STEM.json, its instruments (bench/backtest/peer_rows.hpp). The answer is that of
bench/backtest/best_prices.hpp: answer = answer * 31 + bid + 7 * ask, modulo 2**64, in price units, after each event of a book with
both sides."""

import argparse
import json
import math
import os
import time
from pathlib import Path

import numpy as np

LATENCY_NS = 10_000  # of feed, orders and answers, as ours
NS_IN_DAY = 86_400_000_000_000
PRICE_UNITS = 10_000  # of a dollar
QUOTE_QTY = 100
ADD, UPDATE, DELETE, TRADE = range(4)
MASK = (1 << 64) - 1


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--day", action="append", required=True)
    parser.add_argument("--by-price", action="store_true")
    parser.add_argument("--quote", action="store_true")
    parser.add_argument("--strategies", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    # As ours does: one core, not the one that takes interrupts first.
    os.sched_setaffinity(0, {os.cpu_count() - 1})
    return parser.parse_args()


def instruments_of(stems):
    """The first, the second ... instrument of the days: the tick, the lowest and the highest price of all days."""
    days = [json.loads(Path(f"{stem}.json").read_text())["instruments"] for stem in stems]
    return [{"symbol": each[0]["symbol"], "tick": math.gcd(*(one["tick"] for one in each)), "low": min(one["low"] for one in each),
             "high": max(one["high"] for one in each)} for each in zip(*days)]


def rows_of(stem, day):
    """The rows of the day, each day a day later than the one before."""
    rows = np.load(f"{stem}.npy")
    rows["time"] += day * NS_IN_DAY
    return rows


def peak_memory_kib():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def say(answer, reads, played_ns, first_event_ns, orders=0, fills=0, **parts):
    """`parts`: loading_ns, compiling_ns."""
    print(json.dumps({"answer": f"{answer:016x}", "reads": reads, "played_ns": played_ns, "whole_ns": played_ns,
                      "first_event_ns": first_event_ns, "peak_memory_kib": peak_memory_kib(), "orders": orders, "fills": fills, **parts}))


def now_ns():
    return time.monotonic_ns()
