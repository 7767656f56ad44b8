#!/usr/bin/env python3
"""Figures of benchmarks: bench/figures/KIND.tsv, one line a figure, one file a kind of host (vendor, and placement of its two cores).

    tools/figures.py RESULT                          puts a result that script/bench wrote into the files of its kinds
    tools/figures.py --host PLACEMENT NS ADDITIONS   says what kind of host this is

A line has test, subject, metric, value, low, high, unit, rounds, commit and date; the `#` lines name the hosts. Only figures that a document
shows are kept (tables.py). A new run of a test replaces the figures of that test. Tests that ran while another program used half of a core are
refused."""

import json
import os
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

from pages import ROOT, processor

FOLDER = ROOT / "bench" / "figures"
VENDORS = ("AMD", "Intel")
PLACEMENTS = ("near", "far")
SIMULATED = "simulated"  # counted by a simulator: the same on every host
WHOLE_MIN = 3.0  # additions at a time of a core without other work
SPREAD = ("time", "mean", "speed-up")  # metrics whose tables show low and high
COLUMNS = ("test", "subject", "metric", "value", "low", "high", "unit", "rounds", "commit", "date")


@dataclass(frozen=True)
class Kind:
    vendor: str
    placement: str = ""  # empty: changing, or not known

    def __str__(self):
        return f"{self.vendor} {self.placement}".strip()

    @property
    def slug(self):
        return str(self).lower().replace(" ", "-")

    @property
    def order(self):
        """For sorting: near before far, a vendor without placement last."""
        vendor = VENDORS.index(self.vendor) if self.vendor in VENDORS else len(VENDORS)
        placement = PLACEMENTS.index(self.placement) if self.placement else len(PLACEMENTS)
        return vendor, self.vendor, placement


def vendor_of(cpu):
    return next((vendor for vendor in VENDORS if vendor.lower() in cpu.lower()), cpu.split()[0] if cpu.split() else "unknown")


def kind_of(cpu, regime):
    return Kind(SIMULATED) if regime == SIMULATED else Kind(vendor_of(cpu), regime if regime in PLACEMENTS else "")


def kind_of_slug(slug):
    names = {name.lower(): name for name in (*VENDORS, SIMULATED)}
    vendor, _, placement = slug.partition("-")
    return Kind(names.get(vendor, vendor), placement)


@dataclass(frozen=True)
class Run:
    """The figures of one test on one kind of host."""
    bench: str
    test: str
    kind: Kind
    records: tuple  # each with test, subject, metric, value, low, high, unit, pairs
    commit: str
    date: str


def compact(value):
    """At least one digit more than a table shows."""
    return f"{value:.6g}" if abs(value) < 1000 else f"{value:.0f}"


def line_of(run, record):
    is_spread = record["metric"] in SPREAD or " / " in record["metric"]
    low, high = (compact(record[side]) if is_spread and record[side] != record["value"] else "" for side in ("low", "high"))
    return "\t".join([f"{run.bench}/{run.test}", record["subject"], record["metric"], compact(record["value"]), low, high, record["unit"],
                      str(record["pairs"]), run.commit, run.date])


def read(path):
    """The `#` lines and the runs of one file."""
    hosts, runs = [], {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#"):
            hosts.append(line)
            continue
        cells = line.split("\t")
        if cells == list(COLUMNS):
            continue
        if len(cells) != len(COLUMNS):
            raise ValueError(f"{path}:{number}: a figure has {len(COLUMNS)} columns, this line {len(cells)}")
        test, subject, metric, value, low, high, unit, rounds, commit, date = cells
        record = {"test": test.partition("/")[2], "subject": subject, "metric": metric, "value": float(value), "low": float(low or value),
                  "high": float(high or value), "unit": unit, "pairs": int(rounds)}
        runs.setdefault((test, commit, date), []).append(record)
    kind = kind_of_slug(path.stem)
    return hosts, [Run(*test.split("/", 1), kind, tuple(records), commit, date) for (test, commit, date), records in runs.items()]


def write(path, hosts, runs):
    lines = [*hosts, "\t".join(COLUMNS)]
    for run in sorted(runs, key=lambda run: run.bench):
        lines += [line_of(run, record) for record in run.records]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


class Figures:
    """All figures of a folder."""

    def __init__(self, folder=FOLDER):
        self.runs_by_key = {}
        for path in sorted(folder.glob("*.tsv")):
            for run in read(path)[1]:
                self.runs_by_key[run.bench, run.test, run.kind] = run

    def tests(self, bench):
        return list(dict.fromkeys(test for of, test, _ in self.runs_by_key if of == bench))

    def run(self, bench, test, kind):
        return self.runs_by_key.get((bench, test, kind))

    def kinds(self, bench):
        return sorted({kind for of, _, kind in self.runs_by_key if of == bench}, key=lambda kind: kind.order)

    def runs(self, bench, test):
        """By kind, in their order; a vendor without placement only where it has no other."""
        found = [run for kind in self.kinds(bench) if (run := self.run(bench, test, kind))]
        placed = {run.kind.vendor for run in found if run.kind.placement}
        return [run for run in found if run.kind.placement or run.kind.vendor not in placed]

    def newest(self, bench, test):
        """The newest run of a test, of whatever kind, or None."""
        return max((run for (of, name, _), run in self.runs_by_key.items() if (of, name) == (bench, test)), key=lambda run: run.date, default=None)


def shared_core(additions):
    """A warning about a core that does so many additions at a time; empty for a whole core, and where the number is not known."""
    if not 0 < additions < WHOLE_MIN:
        return ""
    return f"another program uses half of a core: {additions:.1f} additions at a time, a whole core does {WHOLE_MIN:.0f} or more"


def load(path):
    """Records and provenance of a result of the runner."""
    lines = json.loads(path.read_text())
    return [line for line in lines if "metric" in line], next(line for line in lines if line.get("record") == "provenance")


def runs_of(records, provenance):
    """The figures of a result by test and kind."""
    groups = {}
    for record in records:
        groups.setdefault((record["test"], record["regime"]), []).append(record)
    commit_of = provenance["commit"] + ("-dirty" if provenance["dirty"] and not provenance["commit"].endswith("-dirty") else "")
    return [Run(provenance["bench"], test, kind_of(provenance["cpu"], regime), tuple(of), commit_of, provenance["date"][:10])
            for (test, regime), of in groups.items()]


def described(provenance):
    return f"# {provenance['cores']} cores of {provenance['cpu']}, Linux {provenance['kernel']}, {provenance['compiler']} {provenance['flags'].strip()}"


def merged(runs, new):
    """A new run of a test takes the place of the old one; others follow."""
    by_test = {(run.bench, run.test): run for run in runs}
    return list((by_test | {(run.bench, run.test): run for run in new}).values())


def save(records, provenance, is_shown, folder=FOLDER):
    """Writes the figures of a result that is_shown(bench, test, subject, metric) keeps; returns their tests."""
    there = Figures(folder)
    shown = [record for record in records if is_shown(provenance["bench"], record["test"], record["subject"], record["metric"])]

    def has_placed(run):
        return any(run.kind.vendor == other.kind.vendor and other.kind.placement for other in there.runs(run.bench, run.test))

    kept = [run for run in runs_of(shown, provenance) if run.kind.placement or not has_placed(run)]
    for kind in {run.kind for run in kept}:
        path = folder / f"{kind.slug}.tsv"
        hosts, runs = read(path) if path.exists() else ([], [])
        host_line = described(provenance)
        write(path, hosts if host_line in hosts else [*hosts, host_line], merged(runs, [run for run in kept if run.kind == kind]))
    return sorted({run.test for run in kept})


def say_host(placement, ping_pong_ns, additions):
    print(f"{Kind(vendor_of(processor()), placement)}: {os.cpu_count()} cores of {processor()}, cache-line round trip {ping_pong_ns} ns")
    if warning := shared_core(float(additions)):
        print(f"Not now: {warning}. --save refuses such tests.")


def main():
    if sys.argv[1:2] == ["--host"] and len(sys.argv) == 5:
        return say_host(*sys.argv[2:])
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    import tables  # which imports this file
    records, provenance = load(Path(sys.argv[1]))
    if provenance.get("quick"):
        sys.exit("figures: a quick result is not saved")
    shared = {test: said for test, additions in provenance.get("additions_at_a_time_by_test", {}).items()
              if additions and (said := shared_core(statistics.median(additions)))}
    for test, said in shared.items():
        print(f"{test}: not saved: {said}")
    kept = save([record for record in records if record["test"] not in shared], provenance, tables.is_shown())
    print(f"saved in bench/figures: {', '.join(kept) or 'nothing'}")
    return 0 if kept and not shared else 1


if __name__ == "__main__":
    sys.exit(main())
