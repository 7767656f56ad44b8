#!/usr/bin/env python3
"""Counts the instructions of the hot functions with callgrind and holds them to bench/budgets.json.

    tools/instructions.py EXECUTABLE            exits 1 when a function needs over 2% more than its budget
    tools/instructions.py EXECUTABLE --update   moves the budgets to what is counted now
    tools/instructions.py EXECUTABLE --beside OTHER    counts of both, no budgets: what a build of other flags brings

Each function runs on a small fixed input (`hotpath-counted NAME`); only what happens inside `measured_NAME` is counted,
so set-up is free; FUNCTION.THIS and FUNCTION.THAT are both counted in `measured_FUNCTION`. The count is the same on every
run of the same binary. Budgets are kept per compiler: a function may take other instructions from another compiler, and a
compiler without a budget is reported, not failed.

Of the functions in BRANCHY the mispredicted branches are counted, too, as valgrind's predictor sees them (FUNCTION.mispredicted). It is
simpler than any processor's, and two links of the same code differ by a quarter: their budget finds branches that have become
unpredictable, and the count is no forecast of a processor's."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUDGETS = Path(__file__).resolve().parent.parent / "bench" / "budgets.json"
TOLERANCE = 1.02
BRANCHY = ("packet_to_order", "risk_check")
BRANCH_TOLERANCE = 1.5
MISPREDICTED = ".mispredicted"


def count(executable, name):
    """Instructions an item of one hot function, and mispredicted branches of a branchy one, by name."""
    function = name.partition(".")[0]  # measured_FUNCTION serves FUNCTION.THIS and FUNCTION.THAT
    with tempfile.TemporaryDirectory() as work:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={work}/out",
                   f"--toggle-collect=*measured_{function}*", *(["--branch-sim=yes"] if name in BRANCHY else []), str(executable), name]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"instructions: {' '.join(command)} failed:\n{run.stderr[-2000:]}")
        items = int(re.search(r"items (\d+)", run.stdout).group(1))
        total, *branches = map(int, re.search(r"Collected : ([\d ]+)", run.stderr).group(1).split())
    if total == 0:
        raise SystemExit(f"instructions: nothing was collected in measured_{function}; was it inlined?")
    counts = {name: total / items}
    if branches:
        _, conditional, _, indirect = branches + [0] * (4 - len(branches))  # callgrind leaves out zeros at the end
        counts[name + MISPREDICTED] = (conditional + indirect) / items
    return counts


def names_of(executable):
    """The compiler, and the functions that it has."""
    listing = subprocess.run([executable, "list"], capture_output=True, text=True, check=True)
    compiler, *lines = listing.stdout.split("\n")
    return compiler, [name for name in lines if name]


def count_all(executable, names):
    """The counts by name."""
    counts = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # a count is the same whatever runs beside it
        for of_one in pool.map(lambda name: count(executable, name), names):
            counts.update(of_one)
    return counts


def limit(name, budget):
    return budget * (BRANCH_TOLERANCE if name.endswith(MISPREDICTED) else TOLERANCE)


def unit(name):
    return "mispredicted branches" if name.endswith(MISPREDICTED) else "instructions"


def compare(executable, other):
    counts, others = (count_all(build, names_of(executable)[1]) for build in (executable, other))
    for name, counted in counts.items():
        print(f"{name:<40} {others[name]:8.1f} -> {counted:8.1f} {unit(name)} an item ({counted / others[name] - 1:+.1%})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable", type=Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--beside", type=Path, metavar="OTHER")
    arguments = parser.parse_args()

    if arguments.beside:
        compare(arguments.executable, arguments.beside)
        return 0
    compiler, names = names_of(arguments.executable)
    counts = count_all(arguments.executable, names)
    budgets = json.loads(BUDGETS.read_text()) if BUDGETS.exists() else {}
    mine = budgets.setdefault(compiler, {})
    failed = False
    for name, counted in counts.items():
        budget = mine.get(name)
        verdict = "no budget for this compiler" if budget is None else f"budget {budget:.1f}"
        if budget is not None and counted > limit(name, budget) and not arguments.update:
            failed = True
            verdict += f": {counted / budget - 1:+.1%}, over the {limit(name, 1) - 1:.0%} it may grow"
        print(f"{name:<24} {counted:8.1f} {unit(name)} an item, {verdict}")
        mine[name] = round(counted, 1)
    if arguments.update:
        BUDGETS.write_text(json.dumps(budgets, indent=1, sort_keys=True) + "\n")
        print(f"updated {BUDGETS.name}")
        subprocess.run([sys.executable, Path(__file__).with_name("tables.py")], check=True)  # documents show budgets, too
    if failed:
        print("To move a budget on purpose: script/bench --instructions --update, and say why in the commit.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
