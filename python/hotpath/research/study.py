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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from . import multiple_testing
from .cointegration import Criterion
from .screen import Directions, ScreenOptions, ScreenResult, pair_p_values, screen
from .universe import Universe, UniverseOptions, generate

LEVEL = 0.05
CORRECTIONS: tuple[multiple_testing.Correction, ...] = ("none", "bh", "by", "holm")
CRITERIA: tuple[Criterion, ...] = ("aic", "bic")
UNIVERSE = UniverseOptions(names=200, samples=1_250, planted=20)
SEEDS = range(1, 21)


# How a pair is judged: which directions must pass, and whether a name is in one pair at most.
RULES: tuple[tuple[Directions, bool], ...] = (("either", False), ("both", False), ("both", True))


@dataclass(frozen=True)
class Way:
    criterion: Criterion
    directions: Directions
    is_one_a_name: bool
    correction: multiple_testing.Correction


@dataclass(frozen=True)
class Found:
    """In one universe, by one way."""

    found_by_half_life: dict[float, int]
    false: int


def found_in(market: Universe, result: ScreenResult, is_one_a_name: bool) -> Found:
    planted = {frozenset((pair.dependent, pair.regressor)): pair.half_life for pair in market.planted}
    found: dict[float, int] = dict.fromkeys(sorted(set(planted.values())), 0)
    false = 0
    for row in np.flatnonzero(result.best_of_its_names if is_one_a_name else result.is_found):
        half_life = planted.get(frozenset((result.names[result.first[row]], result.names[result.second[row]])))
        if half_life is None:
            false += 1
        else:
            found[half_life] += 1
    return Found(found, false)


def judged(result: ScreenResult, way: Way) -> ScreenResult:
    """The same tests, judged another way."""
    p = pair_p_values(result.p_values, way.directions)
    return replace(result, options=replace(result.options, directions=way.directions, correction=way.correction), pair_p_values=p,
                   adjusted_p_values=multiple_testing.adjusted(p, way.correction))


def row_of(way: Way, planted: dict[float, int], runs: list[Found]) -> dict[str, Any]:
    discoveries = [sum(run.found_by_half_life.values()) + run.false for run in runs]
    return {
        "criterion": way.criterion,
        "directions": way.directions,
        "one_a_name": way.is_one_a_name,
        "correction": way.correction,
        "power": {f"{half_life:g}": sum(run.found_by_half_life[half_life] for run in runs) / (count * len(runs))
                  for half_life, count in planted.items()},
        "false_a_universe": sum(run.false for run in runs) / len(runs),
        "false_discovery_rate": float(np.mean([run.false / max(1, count) for run, count in zip(runs, discoveries, strict=True)])),
        "universes_with_a_false_one": sum(run.false > 0 for run in runs),
    }


def size_of(market: Universe, result: ScreenResult) -> float:
    """How often the test of one direction rejects between two names that no pair was planted in."""
    names = {pair.dependent for pair in market.planted} | {pair.regressor for pair in market.planted}
    is_null = np.array([name not in names for name in result.names])
    return float(np.mean(result.p_values[is_null[result.first] & is_null[result.second]] <= LEVEL))


def power(workers: int, options: UniverseOptions = UNIVERSE, seeds: range = SEEDS) -> dict[str, Any]:
    runs: dict[Way, list[Found]] = {}
    sizes: dict[Criterion, list[float]] = {criterion: [] for criterion in CRITERIA}
    planted: dict[float, int] = {}
    left_out, pairs = 0, []
    for seed in seeds:
        market = generate(replace(options, seed=seed))
        half_lives = [pair.half_life for pair in market.planted]
        planted = {half_life: half_lives.count(half_life) for half_life in sorted(set(half_lives))}
        for criterion in CRITERIA:
            result = screen(market.prices, market.names, options=ScreenOptions(criterion=criterion, level=LEVEL), workers=workers)
            for directions, is_one_a_name in RULES:
                for correction in CORRECTIONS:
                    way = Way(criterion, directions, is_one_a_name, correction)
                    runs.setdefault(way, []).append(found_in(market, judged(result, way), is_one_a_name))
            sizes[criterion].append(size_of(market, result))
            if criterion == CRITERIA[0]:
                gone = set(result.left_out)
                left_out += sum(pair.dependent in gone or pair.regressor in gone for pair in market.planted)
                pairs.append(len(result.first))
        print(f"seed {seed} of {seeds[-1]}", file=sys.stderr)
    return {
        "universe": {"names": options.names, "samples": options.samples, "planted": options.planted,
                     "half_lives": list(options.half_lives), "deviation": options.deviation, "seeds": [seeds[0], seeds[-1]]},
        "level": LEVEL,
        "pairs_tested": float(np.mean(pairs)),
        "planted_left_out": left_out / len(seeds),
        "rejected_at_level_without_cointegration": {criterion: float(np.mean(sizes[criterion])) for criterion in CRITERIA},
        "rows": [row_of(way, planted, found) for way, found in runs.items()],
        "first_universe": [found[0].false for found in runs.values()],  # of each way: a test makes them again
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
