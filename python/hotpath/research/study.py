"""What the screen finds and what it costs, measured; each command writes one result file, from which the page is made.

    python -m hotpath.research.study power FILE     power and false discoveries on generated universes; the same file every time
    python -m hotpath.research.study speed FILE     pairs a second, with statsmodels' coint() beside it; run it on an idle machine

`power` takes universes of `UniverseOptions` with planted pairs, seed by seed. A pair that is found counts as true when it was planted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from . import multiple_testing
from .cointegration import Criterion
from .screen import ScreenOptions, ScreenResult, screen
from .universe import Universe, UniverseOptions, generate

LEVEL = 0.05
CORRECTIONS: tuple[multiple_testing.Correction, ...] = ("none", "bh", "by", "holm")
CRITERIA: tuple[Criterion, ...] = ("aic", "bic")
UNIVERSE = UniverseOptions(names=200, samples=1_250, planted=20)
SEEDS = range(1, 21)


@dataclass(frozen=True)
class Found:
    """Of one universe, one criterion and one correction."""

    planted_by_half_life: dict[float, int]
    found_by_half_life: dict[float, int]
    false: int
    tested: int


def found_in(market: Universe, result: ScreenResult, correction: multiple_testing.Correction) -> Found:
    is_found = multiple_testing.adjusted(result.pair_p_values, correction) <= LEVEL
    planted = {frozenset((pair.dependent, pair.regressor)): pair.half_life for pair in market.planted}
    found: dict[float, int] = dict.fromkeys(sorted(set(planted.values())), 0)
    false = 0
    for row in np.flatnonzero(is_found):
        half_life = planted.get(frozenset((result.names[result.first[row]], result.names[result.second[row]])))
        if half_life is None:
            false += 1
        else:
            found[half_life] += 1
    counts = {half_life: list(planted.values()).count(half_life) for half_life in found}
    return Found(counts, found, false, len(is_found))


def results_of(options: UniverseOptions, workers: int) -> Iterator[tuple[Criterion, ScreenResult, Universe]]:
    market = generate(options)
    for criterion in CRITERIA:
        yield criterion, screen(market.prices, market.names, options=ScreenOptions(criterion=criterion), workers=workers), market


def row_of(criterion: Criterion, correction: multiple_testing.Correction, runs: list[Found]) -> dict[str, Any]:
    discoveries = [sum(run.found_by_half_life.values()) + run.false for run in runs]
    half_lives = runs[0].planted_by_half_life
    return {
        "criterion": criterion,
        "correction": correction,
        "power": {f"{half_life:g}": sum(run.found_by_half_life[half_life] for run in runs)
                  / sum(run.planted_by_half_life[half_life] for run in runs) for half_life in half_lives},
        "false_a_universe": sum(run.false for run in runs) / len(runs),
        "false_discovery_rate": float(np.mean([run.false / max(1, count) for run, count in zip(runs, discoveries, strict=True)])),
        "universes_with_a_false_one": sum(run.false > 0 for run in runs),
    }


def power(workers: int, options: UniverseOptions = UNIVERSE, seeds: range = SEEDS) -> dict[str, Any]:
    runs: dict[tuple[Criterion, multiple_testing.Correction], list[Found]] = {}
    sizes: dict[Criterion, list[float]] = {criterion: [] for criterion in CRITERIA}
    for seed in seeds:
        for criterion, result, market in results_of(replace(options, seed=seed), workers):
            for correction in CORRECTIONS:
                runs.setdefault((criterion, correction), []).append(found_in(market, result, correction))
            names = {pair.dependent for pair in market.planted} | {pair.regressor for pair in market.planted}
            is_null = [result.names[n] not in names for n in range(len(result.names))]
            null = np.array([is_null[a] and is_null[b] for a, b in zip(result.first, result.second, strict=True)])
            sizes[criterion].append(float(np.mean(result.p_values[null] <= LEVEL)))
        print(f"seed {seed} of {seeds[-1]}", file=sys.stderr)
    return {
        "universe": {"names": options.names, "samples": options.samples, "planted": options.planted,
                     "half_lives": list(options.half_lives), "deviation": options.deviation, "seeds": [seeds[0], seeds[-1]]},
        "level": LEVEL,
        "pairs_tested": runs[CRITERIA[0], "none"][0].tested,
        "rejected_at_level_without_cointegration": {criterion: float(np.mean(sizes[criterion])) for criterion in CRITERIA},
        "rows": [row_of(criterion, correction, found) for (criterion, correction), found in runs.items()],
    }


def _seconds(run: Any, rounds: int) -> list[float]:
    taken = []
    for _ in range(rounds):
        begin = time.perf_counter()
        run()
        taken.append(time.perf_counter() - begin)
    return taken


def speed(rounds: int = 5, compared: int = 100) -> dict[str, Any]:
    import statsmodels
    from statsmodels.tsa.stattools import coint

    market = generate(replace(UNIVERSE, names=300))
    pairs = 300 * 299 // 2
    rows = []
    for workers in sorted({1, os.cpu_count() or 1}):
        taken = _seconds(lambda count=workers: screen(market.prices, market.names, workers=count), rounds)
        rows.append({"what": "hotpath.research.screen", "workers": workers, "pairs": pairs, "seconds": taken,
                     "pairs_a_second": pairs / float(np.median(taken))})

    def one_by_one() -> None:
        for n in range(compared):
            first, second = market.prices[:, n], market.prices[:, n + 1]
            coint(first, second)
            coint(second, first)

    taken = _seconds(one_by_one, rounds)
    rows.append({"what": "statsmodels coint(), both directions", "workers": 1, "pairs": compared, "seconds": taken,
                 "pairs_a_second": compared / float(np.median(taken))})
    return {"machine": _machine(), "samples": UNIVERSE.samples, "names": 300, "rows": rows,
            "versions": {"python": platform.python_version(), "numpy": np.__version__, "statsmodels": statsmodels.__version__}}


def _machine() -> dict[str, Any]:
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")),
                 platform.machine())
    return {"cpu": model, "cores": os.cpu_count(), "kernel": platform.release(), "date": time.strftime("%Y-%m-%d", time.gmtime())}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", choices=["power", "speed"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    result = power(chosen.workers) if chosen.study == "power" else speed()
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
