"""Benchmarks of the Python package: subjects in turn, in rounds; medians, and ratios of the pairs of a round.

A module of this folder with a function tests(folder, quick), which returns Measurements, is a part of the benchmark. Results have the
form of `script/bench`: a record a subject and metric, then the provenance.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_MEASURED = (":!docs", ":!*.md", ":!bench/figures")  # changes there make no result one of uncommitted changes


@dataclass
class Measurement:
    """What one test measures: each subject returns one value a call; the first is ours."""

    test: str
    unit: str  # "ns/message", "ms"
    subjects: dict[str, Callable[[], float]]
    rounds: int = 9


def records_of(measurement: Measurement) -> list[dict[str, object]]:
    """Rounds of all subjects in turn, after one that does not count."""
    values: dict[str, list[float]] = {subject: [] for subject in measurement.subjects}
    for round_number in range(measurement.rounds + 1):
        for subject, measure in measurement.subjects.items():
            value = measure()
            if round_number > 0:
                values[subject].append(value)
    ours, *others = values
    records = [_record(measurement, subject, "time", measurement.unit, series) for subject, series in values.items()]
    for other in others:
        ratios = [mine / theirs for mine, theirs in zip(values[ours], values[other])]
        records.append(_record(measurement, ours, f"time / {other}", "ratio", ratios))
    return records


def _record(measurement: Measurement, subject: str, metric: str, unit: str, series: list[float]) -> dict[str, object]:
    return {
        "bench": "python",
        "test": measurement.test,
        "subject": subject,
        "metric": metric,
        "unit": unit,
        "value": statistics.median(series),
        "low": min(series),
        "high": max(series),
        "pairs": len(series),
        "regime": "as they come",
    }


def provenance(quick: bool) -> dict[str, object]:
    """The machine, the Python, the commit."""
    cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    return {
        "record": "provenance",
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "cpu": cpu.group(1) if cpu else platform.machine(),
        "cores": os.cpu_count(),
        "kernel": platform.release(),
        "load_average_1m": f"{os.getloadavg()[0]:.2f}",
        "compiler": f"GNU {_output('g++', '-dumpfullversion')}",
        "flags": f"-O3 -DNDEBUG -fPIC, CPython {platform.python_version()}",
        "command": "script/bench-python",
        "commit": _output("git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"),
        "dirty": bool(_output("git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no", "--", ".", *NOT_MEASURED)),
        "bench": "python",
        "question": "what an event, a recorded day in Arrow and the import of the package cost in Python",
        "quick": quick,
    }


def _output(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def write_result(path: Path, records: list[dict[str, object]], quick: bool) -> None:
    path.write_text(json.dumps([*records, provenance(quick)], indent=1) + "\n")


def print_records(records: list[dict[str, object]]) -> None:
    print(f"{'test':<24}{'subject':<20}{'metric':<22}{'median':>12}{'low':>12}{'high':>12}  unit")
    for record in records:
        numbers = "".join(f"{float(str(record[name])):>12.4g}" for name in ("value", "low", "high"))
        print(f"{record['test']:<24}{record['subject']:<20}{record['metric']:<22}{numbers}  {record['unit']}")
