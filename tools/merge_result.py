#!/usr/bin/env python3
"""Puts the tests of one run into a result file of the same benchmark, which may be measured in parts and in different placements.

    tools/merge_result.py RESULT NEW

RESULT need not be there yet. A test that it has already of the same placement (`regime`) is replaced as a whole; of another placement
it stays. Of a NEW of another commit, compiler, machine, kind of run or other sources nothing is kept beside it: if it has every
test, it becomes the result; else nothing is written. RESULT's provenance is that of its first part, with when and how each part was
measured in `parts`; it has "uncommitted changes" if a part that still has a test in it does."""

import json
import sys
from pathlib import Path

SAME = ("bench", "commit", "compiler", "flags", "cpu", "cores", "kernel", "quick")
KEPT_OF_A_PART = ("date", "dirty", "ping_pong_ns_before", "ping_pong_ns_after")


def load(path):
    lines = json.loads(path.read_text())
    provenance = next(line for line in lines if line.get("record") == "provenance")
    return [line for line in lines if line is not provenance], provenance


def keys_of(records):
    """Test and placement."""
    return {(record["test"], record["regime"]) for record in records}


def part_of(records, provenance):
    keys = sorted(keys_of(records))
    return {"tests": [test for test, _ in keys], "regimes": dict(keys)} | {name: provenance[name] for name in KEPT_OF_A_PART}


def without(part, keys):
    """A part whose tests were measured again."""
    regimes = part.get("regimes", {})
    tests = [test for test in part["tests"] if (test, regimes.get(test)) not in keys]
    return part | {"tests": tests, "regimes": {test: regimes[test] for test in tests if test in regimes}}


def why_apart(provenance, new_provenance):
    """Why two runs cannot stand in one file; empty: they can."""
    for name in SAME:
        if provenance.get(name) != new_provenance.get(name):
            return f"{name} is {new_provenance.get(name)}, the result's is {provenance.get(name)}"
    if {provenance.get("sources"), new_provenance.get("sources")} - {None, provenance.get("sources")}:
        return "the measured sources of the part are not the result's"
    return ""


def with_regimes(part, records):
    """Of a part from before placements were kept."""
    if "regimes" in part:
        return part
    return part | {"regimes": {test: regime for test, regime in sorted(keys_of(records)) if test in part["tests"]}}


def merge(result, new):
    records, provenance = result
    new_records, new_provenance = new
    if why := why_apart(provenance, new_provenance):
        if {record["test"] for record in records} <= {record["test"] for record in new_records}:
            return new_records + [new_provenance]
        raise ValueError(why)
    keys = keys_of(new_records)
    parts = [without(with_regimes(part, records), keys) for part in provenance.get("parts", [part_of(records, provenance)])]
    provenance["parts"] = [part for part in parts if part["tests"]] + [part_of(new_records, new_provenance)]
    provenance["dirty"] = any(part["dirty"] for part in provenance["parts"])
    for by_test in ("ping_pong_ns_by_test", "additions_at_a_time_by_test"):
        provenance[by_test] = provenance.get(by_test, {}) | new_provenance.get(by_test, {})
    return [record for record in records if (record["test"], record["regime"]) not in keys] + new_records + [provenance]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    result, new = map(Path, sys.argv[1:])
    if not result.exists():
        result.write_text(new.read_text())
        return
    try:
        merged = merge(load(result), load(new))
    except ValueError as problem:
        sys.exit(f"merge_result: {problem}: nothing is written; the new result is {new}")
    result.write_text(json.dumps(merged, indent=1) + "\n")


if __name__ == "__main__":
    main()
