#!/usr/bin/env python3
"""Puts the comparison of real and generated market days into docs/design/market-generator.md: tools/calibration.py FOLDER

The folder has what `hotpath statistics` writes; script/calibrate makes it. Distances are LOB-Bench's: L1 is half the sum of the differences
between two histograms, from 0 (equal) to 1 (nothing in common). Wasserstein-1 is the mean distance by which one distribution must be moved to
become the other, in decades for times and quantities, else in standard deviations of the real one."""

import json
import math
import sys
from pathlib import Path

import pages

PAGE = "docs/design/market-generator.md"

COLUMNS = [
    ("real_goog_20120621", "continuous", "GOOG 2012-06-21, real"),
    ("generated_goog_like", "continuous", "1 instrument, generated"),
    ("real_aapl_20200130", "before_open", "AAPL 2020-01-30 before the open, real"),
    ("generated_market", "before_open", "8,000 instruments before the open"),
    ("generated_market", "continuous", "8,000 instruments"),
]
REAL, GENERATED = "real_goog_20120621", "generated_goog_like"

SCORES = [
    ("spread_ticks", "spread"),
    ("imbalance_1000", "imbalance of the best quantities"),
    ("inter_arrival_ns", "time between events"),
    ("time_to_cancel_ns", "time to cancel"),
    ("time_to_first_fill_ns", "time to first fill"),
    ("bid_qty_at_best", "bid quantity at the best price"),
    ("ask_qty_at_best", "ask quantity at the best price"),
    ("bid_qty_at_five", "bid quantity, five levels"),
    ("ask_qty_at_five", "ask quantity, five levels"),
    ("bid_limit_depth_half_ticks", "depth of bids entered"),
    ("ask_limit_depth_half_ticks", "depth of asks entered"),
    ("bid_limit_level", "level of bids entered"),
    ("ask_limit_level", "level of asks entered"),
    ("bid_cancel_depth_half_ticks", "depth of bids canceled"),
    ("ask_cancel_depth_half_ticks", "depth of asks canceled"),
    ("bid_cancel_level", "level of bids canceled"),
    ("ask_cancel_level", "level of asks canceled"),
    ("qty_per_minute", "traded quantity a minute"),
    ("flow_imbalance", "order flow imbalance"),
    ("flow_imbalance_before_down", "the same before the mid falls"),
    ("flow_imbalance_before_stay", "the same before the mid stays"),
    ("flow_imbalance_before_up", "the same before the mid rises"),
]
LOGARITHMIC = ("_ns", "qty_at", "qty_per")
RESPONSES = {
    "MO_0": "execution, the mid stays", "MO_1": "execution, the mid moves", "LO_0": "entry, the mid stays",
    "LO_1": "entry, the mid moves", "CA_0": "cancel, the mid stays", "CA_1": "cancel, the mid moves",
}
LAGS = ("1", "10", "50", "200")


def seconds(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}" if ns < 1e12 else f"{ns / size:.0f} {unit}"
    return f"{ns} ns"


def share(types):
    return lambda part: f"{100 * sum(part['by_type'].get(t, 0) for t in types) / part['messages']:.1f}%"


def placed(key):
    def of(part):
        total = part["adds_improving"] + part["adds_at_touch"] + part["ticks_behind"]["count"]
        return f"{100 * part[key] / total:.0f}%"
    return of


def percentiles(key, wanted, text=str):
    return lambda part: " / ".join(text(part[key][f"p{p}"]) for p in wanted)


ROWS = [
    ("messages measured", lambda part: f"{part['messages']:,}"),
    ("adds (A F)", share("AF")),
    ("deletes (D)", share("D")),
    ("executions (E C)", share("EC")),
    ("replaces (U)", share("U")),
    ("partial cancels (X)", share("X")),
    ("hidden trades (P)", share("P")),
    ("adds that improve the best price", placed("adds_improving")),
    ("adds at the best price", placed("adds_at_touch")),
    ("ticks behind it, the others: p25 / p50 / p90 / p99", percentiles("ticks_behind", (25, 50, 90, 99))),
    ("shares added: p10 / p50 / p90 / p99 / mean",
     lambda part: percentiles("add_qty", (10, 50, 90, 99))(part) + f" / {part['add_qty']['mean']}"),
    ("shares executed: p10 / p50 / p90 / p99", percentiles("executed_qty", (10, 50, 90, 99))),
    ("lifetime of deleted orders: p10 / p25 / p50 / p75 / p95",
     percentiles("deleted_lifetime_ns", (10, 25, 50, 75, 95), seconds)),
    ("lifetime of executed orders: p10 / p25 / p50 / p75 / p95",
     percentiles("executed_lifetime_ns", (10, 25, 50, 75, 95), seconds)),
    ("time between an instrument's order messages: p10 / p25 / p50 / p75 / p90",
     percentiles("gap_ns", (10, 25, 50, 75, 90), seconds)),
    ("index of dispersion of the busiest instrument in windows of 10 ms / 100 ms / 1 s / 10 s",
     lambda part: " / ".join(f"{value:.1f}" for value in part["busiest"]["dispersion"].values())),
    ("spread in ticks: p10 / p50 / p90 / p99", percentiles("spread_ticks", (10, 50, 90, 99))),
    ("spread in basis points: p10 / p50 / p90",
     percentiles("spread_bp_100", (10, 50, 90), lambda value: f"{value / 100:.1f}")),
    ("mid after a trade, the taker's way, in % of the spread: 1 s / 10 s",
     lambda part: " / ".join(f"{markout['percent_of_spread']:.0f}" for markout in part["markout"].values())),
]


def table(header, lines):
    rule = "|---" * len(header) + "|"
    return "\n".join(["| " + " | ".join(header) + " |", rule] + ["| " + " | ".join(line) + " |" for line in lines]) + "\n"


def calibration_table(load):
    runs = [load(name) for name, _, _ in COLUMNS]
    parts = [run[part] for run, (_, part, _) in zip(runs, COLUMNS)]
    lines = [[name] + [of(part) for part in parts] for name, of in ROWS]
    lines.append(["orders alive at the peak of the whole file"] + [f"{run['live_orders_max']:,}" for run in runs])
    return table([""] + [title for _, _, title in COLUMNS], lines)


def distances(real, generated, is_logarithmic):
    """L1 and Wasserstein-1 of two histograms, lists of [number, count]."""
    def place(number):
        return math.log10(max(number, 1)) if is_logarithmic else float(number)

    weights = {}
    for i, bins in enumerate((real, generated)):
        total = sum(count for _, count in bins)
        for number, count in bins:
            weights.setdefault(number, [0.0, 0.0])[i] += count / total
    l1 = sum(abs(a - b) for a, b in weights.values()) / 2
    mean = sum(place(number) * a for number, (a, _) in weights.items())
    deviation = math.sqrt(sum((place(number) - mean) ** 2 * a for number, (a, _) in weights.items()))
    numbers = sorted(weights)
    w1 = ahead = 0.0
    for number, following in zip(numbers, numbers[1:]):
        ahead += weights[number][0] - weights[number][1]
        w1 += abs(ahead) * (place(following) - place(number))
    return l1, w1 if is_logarithmic else w1 / (deviation or 1)


def lob_bench_table(load):
    real, generated = (load(name)["continuous"]["lob_bench"] for name in (REAL, GENERATED))
    lines, sums = [], [0.0, 0.0]
    for key, title in SCORES:
        is_logarithmic = any(mark in key for mark in LOGARITHMIC)
        values = distances(real[key]["bins"], generated[key]["bins"], is_logarithmic)
        sums = [total + value for total, value in zip(sums, values)]
        lines.append([title, f"{values[0]:.2f}", f"{values[1]:.2f} {'dec' if is_logarithmic else 'sd'}"])
    lines.append(["mean of all"] + [f"{total / len(SCORES):.2f}" for total in sums])
    return table(["", "L1", "W1"], lines)


def response_table(load):
    runs = [load(name)["continuous"]["response_percent_of_spread"] for name in (REAL, GENERATED)]
    lines = [[f"{title} ({key})"] + [" / ".join(f"{run[key][lag]:.0f}" for lag in LAGS) for run in runs]
             for key, title in RESPONSES.items()]
    return table(["after " + " / ".join(LAGS) + " events", "GOOG, real", "generated"], lines)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for mark, make in (("calibration", calibration_table), ("lob-bench", lob_bench_table), ("responses", response_table)):
        made = make(lambda name: json.loads((Path(sys.argv[1]) / f"{name}.json").read_text()))
        pages.write(PAGE, mark, made + (f"\n{pages.today()}, commit {pages.commit()}.\n" if mark == "calibration" else ""))


if __name__ == "__main__":
    main()
