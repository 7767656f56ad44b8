#!/usr/bin/env python3
"""The statistics of Mishra's "Deterministic High-Throughput Networking" (table 1, appendix C) on the latencies of script/bench tick_to_trade.

    tools/seed5.py RESULT.json SAMPLES.txt     adds them to the result, as the test seed5_table1

SAMPLES has a line for each run: subject, then `ns:count` for each value. As there: percentiles by linear interpolation, Welch's
t-test and Cohen's d on the runs' p99.9, the bootstrap (1,000 resamplings, 95%) of p99.9 on all samples. Mean, deviation and
percentiles are of all runs' samples together. SciPy does the statistics."""

import json
import sys

import numpy
from scipy import stats

PERCENTILES = {"p50": 50, "p95": 95, "p99": 99, "p99.9": 99.9, "p99.99": 99.99, "max": 100}
RESAMPLINGS, SEED = 1000, 2026
OURS, OTHER = "pipelined", "mutex"


def read(path):
    """By subject: an array for each run."""
    runs = {}
    with open(path, encoding="ascii") as file:
        for line in file:
            subject, *pairs = line.split()
            values, counts = zip(*(map(int, pair.split(":")) for pair in pairs))
            runs.setdefault(subject, []).append(numpy.repeat(numpy.array(values), counts))
    return runs


def record(subject, metric, unit, value, low=None, high=None, rounds=1):
    value = float(value)
    return {"bench": "tick_to_trade", "test": "seed5_table1", "subject": subject, "metric": metric, "unit": unit, "value": value,
            "low": float(value if low is None else low), "high": float(value if high is None else high), "pairs": rounds, "regime": ""}


def described(subject, runs):
    together = numpy.concatenate(runs)
    mean, deviation = together.mean(), together.std(ddof=1)
    rows = [record(subject, "mean", "ns", mean), record(subject, "sd", "ns", deviation), record(subject, "cv", "", deviation / mean)]
    for name, percent in PERCENTILES.items():
        of_runs = [numpy.percentile(run, percent) for run in runs]
        rows.append(record(subject, name, "ns", numpy.percentile(together, percent), min(of_runs), max(of_runs), len(runs)))
    interval = stats.bootstrap((together,), lambda x, axis: numpy.percentile(x, 99.9, axis=axis), n_resamples=RESAMPLINGS, batch=50,
                               method="percentile", random_state=numpy.random.default_rng(SEED)).confidence_interval
    rows.append(record(subject, "bootstrap low", "ns", interval.low))
    rows.append(record(subject, "bootstrap high", "ns", interval.high))
    return rows


def cohen_d(a, b):
    pooled = numpy.sqrt((a.var(ddof=1) * (len(a) - 1) + b.var(ddof=1) * (len(b) - 1)) / (len(a) + len(b) - 2))
    return (a.mean() - b.mean()) / pooled


def compared(subject, runs, others):
    """On the runs' p99.9; below 0 when `subject` is the lower."""
    a, b = (numpy.array([numpy.percentile(run, 99.9) for run in each]) for each in (runs, others))
    test = stats.ttest_ind(a, b, equal_var=False)
    return [record(subject, "welch t", "", test.statistic), record(subject, "welch p", "", test.pvalue),
            record(subject, "cohen d", "", cohen_d(a, b))]


def main():
    result, samples = sys.argv[1:]
    runs = read(samples)
    rows = [row for subject, each in runs.items() for row in described(subject, each)]
    for subject, each in runs.items():
        if subject != OTHER and OTHER in runs and len(each) > 1:
            rows += compared(subject, each, runs[OTHER])
    with open(result, encoding="utf-8") as file:
        lines = json.load(file)
    lines = [line for line in lines if line.get("test") != "seed5_table1"]
    with open(result, "w", encoding="utf-8") as file:
        file.write(json.dumps(lines[:-1] + rows + lines[-1:], indent=1) + "\n")


if __name__ == "__main__":
    main()
