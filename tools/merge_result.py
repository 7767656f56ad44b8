#!/usr/bin/env python3
"""Puts the tests of one run into a result file of the same benchmark: for a benchmark that is measured in parts.

    tools/merge_result.py RESULT PART

RESULT need not be there yet. A test that it has already is replaced as a whole. Both must be of the same commit, compiler,
machine and kind of run, else nothing is written. RESULT's provenance is that of its first part, with when and how each part was
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


def part_of(records, provenance):
    tests = sorted({record["test"] for record in records})
    return {"tests": tests} | {name: provenance[name] for name in KEPT_OF_A_PART}


def merge(result, part):
    records, provenance = result
    new_records, new_provenance = part
    for name in SAME:
        if provenance.get(name) != new_provenance.get(name):
            raise ValueError(f"{name} is {new_provenance.get(name)}, the result's is {provenance.get(name)}")
    if {provenance.get("sources"), new_provenance.get("sources")} - {None, provenance.get("sources")}:
        raise ValueError("the measured sources of the part are not the result's")
    new = part_of(new_records, new_provenance)
    parts = provenance.get("parts", [part_of(records, provenance)])
    parts = [old | {"tests": [test for test in old["tests"] if test not in new["tests"]]} for old in parts]
    provenance["parts"] = [old for old in parts if old["tests"]] + [new]
    provenance["dirty"] = any(one["dirty"] for one in provenance["parts"])
    provenance["ping_pong_ns_by_test"] |= new_provenance["ping_pong_ns_by_test"]
    return [record for record in records if record["test"] not in new["tests"]] + new_records + [provenance]


def main():
    result, part = map(Path, sys.argv[1:3])
    if not result.exists():
        result.write_text(part.read_text())
        return
    try:
        merged = merge(load(result), load(part))
    except ValueError as problem:
        sys.exit(f"merge_result: {problem}: nothing is written")
    result.write_text(json.dumps(merged, indent=1) + "\n")


if __name__ == "__main__":
    main()
