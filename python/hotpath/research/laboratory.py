"""The statistics of the laboratory: is a variant of a technique faster, by how much, and how sure is it?

    python -m hotpath.research.laboratory FOLDER... --json FILE

Each FOLDER is a complete run that `hotpath lab run --out` wrote, all of one machine. Of each variant beside its comparison's first one, by each
compiler and level, over the rounds of all runs together: Shapiro-Wilk of the rounds' differences, Welch's and the paired t-test, the
Mann-Whitney U test, Cohen's d (pooled), the mean ratio with a bootstrap interval (percentiles of 2,000 resamples of the rounds, by a fixed
seed), and the p-value of the paired test corrected by Holm over the whole catalogue. Times are in the comparison's unit.
Source: SciPy; Cohen, Statistical Power Analysis (1988); Efron and Tibshirani, An Introduction to the Bootstrap (1993).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from . import multiple_testing

RESAMPLES = 2_000
SEED = 1
ROUNDS_MIN = 3  # Shapiro-Wilk's own


@dataclass(frozen=True)
class Key:
    technique: str
    comparison: str
    compiler: str
    level: str
    variant: str


@dataclass(frozen=True)
class Statistics:
    """Of one variant beside the first; p-values are two-sided."""

    technique: str
    comparison: str
    compiler: str
    level: str
    variant: str
    rounds: int
    ratio: float
    ratio_low: float
    ratio_high: float
    cohens_d: float  # below 0: faster
    shapiro_p: float
    welch_p: float
    paired_p: float
    mann_whitney_p: float
    holm_p: float = 1.0


def read_runs(folders: list[Path]) -> dict[Key, list[tuple[float, float]]]:
    """The rounds of every variant, each with the first variant's time in the same round."""
    rounds: dict[Key, list[tuple[float, float]]] = {}
    for folder in folders:
        paths = sorted(folder.glob("*.json"))
        if not paths:
            raise SystemExit(f"laboratory: FOLDER must have results of hotpath lab run --out; got {folder}")
        for path in paths:
            for key, pairs in _rounds_of(json.loads(path.read_text())):
                rounds.setdefault(key, []).extend(pairs)
    return rounds


def _rounds_of(result: dict[str, Any]) -> Iterator[tuple[Key, list[tuple[float, float]]]]:
    for comparison in result["comparisons"]:
        first, *others = comparison["variants"]
        for variant in others:
            key = Key(result["technique"], comparison["name"], comparison["compiler"], comparison["level"], variant["name"])
            yield key, list(zip(variant["rounds"], first["rounds"], strict=True))


def cohens_d(times: np.ndarray, base: np.ndarray) -> float:
    """The difference of the means in pooled standard deviations; 0 where nothing varies and nothing differs."""
    pooled = float(np.sqrt((times.var(ddof=1) + base.var(ddof=1)) / 2))
    difference = float(times.mean() - base.mean())
    if pooled == 0:
        return 0.0 if difference == 0 else float(np.copysign(np.inf, difference))
    return difference / pooled


def bootstrap_interval(times: np.ndarray, base: np.ndarray) -> tuple[float, float]:
    """Of the mean of the rounds' ratios, 95%."""
    ratios = times / base
    random = np.random.default_rng(SEED)
    means = ratios[random.integers(0, len(ratios), (RESAMPLES, len(ratios)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def _p(value: float) -> float:
    """A test of values that are all the same has no p-value: it shows nothing."""
    return 1.0 if np.isnan(value) else float(value)


def statistics_of(key: Key, pairs: list[tuple[float, float]]) -> Statistics:
    if len(pairs) < ROUNDS_MIN:
        raise SystemExit(f"laboratory: {key.technique} must have {ROUNDS_MIN} rounds or more, got {len(pairs)}")
    times, base = np.array(pairs).T
    low, high = bootstrap_interval(times, base)
    differences = times - base
    is_constant = bool(np.all(differences == differences[0]))
    alike = is_constant and differences[0] == 0
    return Statistics(
        **asdict(key),
        rounds=len(pairs),
        ratio=float((times / base).mean()),
        ratio_low=low,
        ratio_high=high,
        cohens_d=cohens_d(times, base),
        shapiro_p=1.0 if is_constant else _p(stats.shapiro(differences).pvalue),
        welch_p=1.0 if alike else _p(stats.ttest_ind(times, base, equal_var=False).pvalue),
        paired_p=1.0 if alike else 0.0 if is_constant else _p(stats.ttest_rel(times, base).pvalue),
        mann_whitney_p=_p(stats.mannwhitneyu(times, base).pvalue),
    )


def catalogue_statistics(rounds: dict[Key, list[tuple[float, float]]]) -> list[Statistics]:
    """All of them, with Holm's correction over all."""
    found = [statistics_of(key, pairs) for key, pairs in rounds.items()]
    corrected = multiple_testing.holm([one.paired_p for one in found])
    return [Statistics(**{**asdict(one), "holm_p": float(p)}) for one, p in zip(found, corrected, strict=True)]


def _shown(value: Any) -> Any:
    """Four digits; None for the infinite d of rounds that do not vary, for which JSON has no number."""
    if not isinstance(value, float):
        return value
    return float(f"{value:.4g}") if np.isfinite(value) else None


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="hotpath.research.laboratory", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--json", type=Path, required=True, metavar="FILE")
    arguments = parser.parse_args(words)
    found = catalogue_statistics(read_runs(arguments.folders))
    rows = [{key: _shown(value) for key, value in asdict(one).items()} for one in found]
    arguments.json.write_text(json.dumps(rows, indent=0) + "\n")
    sure = sum(one.holm_p < 0.05 for one in found)
    print(f"{len(found)} comparisons, {sure} with a difference after Holm's correction, {sum(one.shapiro_p < 0.05 for one in found)} not normal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
