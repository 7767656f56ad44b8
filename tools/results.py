"""The committed results of benchmarks, by kind of host: bench/results/HOST/BENCH/*.json.

A kind of host is a vendor of processors and the placement of its two cores: KINDS. A record's `regime` is its placement, so one file
may hold tests of several kinds. Each test of each kind has one current run, the newest (by the date of its result, or of the part
that measured it); a newer result without the test takes nothing away. A test whose rounds were in changing placements, or whose
placement is not known, is of the vendor alone, and stands only where that vendor has no run of a known placement. Quick results are
never shown."""

import json
import os
import platform
import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import measured_sources

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
VENDORS = ("AMD", "Intel")
PLACEMENTS = ("near", "far")
SIMULATED = "simulated"  # the regime of what a simulator counted: the same on every host


@dataclass(frozen=True)
class Kind:
    vendor: str
    placement: str = ""  # empty: changing, or not known

    def __str__(self):
        return f"{self.vendor} {self.placement}".strip()

    @property
    def order(self):
        """For sorting: as KINDS, and the vendor alone behind its placements."""
        vendor = VENDORS.index(self.vendor) if self.vendor in VENDORS else len(VENDORS)
        placement = PLACEMENTS.index(self.placement) if self.placement else len(PLACEMENTS)
        return vendor, self.vendor, placement


KINDS = tuple(Kind(vendor, placement) for vendor in VENDORS for placement in PLACEMENTS)


def vendor_of(cpu):
    return next((vendor for vendor in VENDORS if vendor.lower() in cpu.lower()), cpu.split()[0] if cpu.split() else "unknown")


def kind_of(cpu, regime):
    if regime == SIMULATED:
        return Kind(SIMULATED)
    return Kind(vendor_of(cpu), regime if regime in PLACEMENTS else "")


def kind_named(name):
    """Of KINDS, or ValueError."""
    found = next((kind for kind in KINDS if str(kind) == name), None)
    if found is None:
        raise ValueError(f"a kind of host is one of {', '.join(map(str, KINDS))}; got {name!r}")
    return found


@dataclass(frozen=True)
class Run:
    """The records of one test of one kind in one result file, and how they were measured: of a result that was measured in parts,
    as their part was."""
    bench: str
    test: str
    kind: Kind
    path: Path
    records: tuple
    provenance: dict

    @property
    def date(self):
        return self.provenance["date"]

    @property
    def name(self):
        """The file, as documents name it."""
        return "/".join(("bench/results", *self.path.parts[-3:]))

    @cached_property
    def why_stale(self):
        return measured_sources.why_stale(self.path, self.provenance)


def part_with(test, regime, provenance):
    """The provenance of one test: KEPT of the part that measured it (tools/merge_result.py), if there are parts."""
    for part in provenance.get("parts", []):
        if test in part["tests"] and part.get("regimes", {}).get(test, regime) == regime:
            return provenance | {name: value for name, value in part.items() if name not in ("tests", "regimes")}
    return provenance


def runs_in(path):
    """Every test of a file, by kind."""
    lines = json.loads(path.read_text())
    if not isinstance(lines, list):
        return []
    provenance = measured_sources.provenance_of(lines)
    if provenance.get("quick"):
        return []
    groups = {}
    for record in lines:
        if "metric" in record:
            groups.setdefault((record["test"], record["regime"]), []).append(record)
    return [Run(provenance["bench"], test, kind_of(provenance["cpu"], regime), path, tuple(records), part_with(test, regime, provenance))
            for (test, regime), records in groups.items()]


def is_meant(test, name):
    return not name or test == name or test.startswith(f"{name}_")


class Results:
    """What is under a folder of results."""

    def __init__(self, folder=RESULTS):
        self.folder = folder
        self._current = {}

    @cached_property
    def _by_bench(self):
        """By benchmark, the newest run first."""
        runs = {}
        for path in sorted(self.folder.glob("*/*/*.json")):
            if path.parent.name in measured_sources.ENTRIES:
                for run in runs_in(path):
                    runs.setdefault(run.bench, []).append(run)
        return {bench: sorted(of, key=lambda run: run.date, reverse=True) for bench, of in runs.items()}

    def benches(self):
        return [bench for bench in measured_sources.ENTRIES if bench in self._by_bench]

    def tests(self, bench, name=""):
        """Of this name; when there is none, those whose names begin so."""
        tests = [test for test in dict.fromkeys(run.test for run in self._by_bench.get(bench, [])) if is_meant(test, name)]
        return [name] if name in tests else tests

    def current(self, bench):
        """The current run of each test and kind, of known placement or not."""
        if bench not in self._current:
            newest = self._current[bench] = {}
            for run in self._by_bench.get(bench, []):
                newest.setdefault((run.test, run.kind), run)
        return self._current[bench]

    def runs(self, bench, test):
        """By kind, in their order."""
        current = self.current(bench)
        found = sorted((run for (of, _), run in current.items() if of == test), key=lambda run: run.kind.order)
        placed = {run.kind.vendor for run in found if run.kind.placement}
        return [run for run in found if run.kind.placement or run.kind.vendor not in placed]

    def run(self, bench, test, kind):
        return self.current(bench).get((test, kind))

    def newest(self, bench, name=""):
        """The newest run with such a test, of whatever kind, or None."""
        return next((run for run in self._by_bench.get(bench, []) if is_meant(run.test, name)), None)

    def whole(self, run):
        """Every record of a run's file."""
        return [record for other in self._by_bench[run.bench] if other.path == run.path for record in other.records]

    def superseded(self):
        """The files of which every test has a newer run."""
        current = {run.path for bench in self.benches() for run in self.current(bench).values()}
        return sorted({run.path for runs in self._by_bench.values() for run in runs} - current)


def processor():
    """This machine's, as /proc/cpuinfo names it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def commit(besides=()):
    """The commit of the tree, with "-dirty" when something differs from it; `besides`: folders that may."""
    def said_by_git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()

    changed = said_by_git("status", "--porcelain", "--untracked-files=no", "--", ".", *(f":(exclude){folder}" for folder in besides))
    return said_by_git("rev-parse", "--short=12", "HEAD") + ("-dirty" if changed else "")


def machine():
    """This machine's folder."""
    model = re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-")
    return f"{model}-{os.cpu_count()}-cores"
