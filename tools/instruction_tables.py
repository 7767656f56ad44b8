"""The instruction budgets (bench/budgets.json), by GCC: the same on every host."""

import json
from pathlib import Path

from bench_tables import column_order
from formats import markdown, number

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "\n`bench/budgets.json`; repeat with `script/bench --instructions`.\n"


def budgets():
    """The compiler and its counts."""
    by_compiler = json.loads((ROOT / "bench" / "budgets.json").read_text())
    compiler = max(name for name in by_compiler if name.startswith("GNU"))
    return compiler, by_compiler[compiler]


def list_of(prefix=""):
    """Of the budgets that have no kinds, those whose names begin so: one line a function."""
    compiler, counted = budgets()
    rows = [[name, number(count)] for name, count in counted.items() if "." not in name and name.startswith(prefix)]
    return markdown(["", f"instructions, {compiler}"], rows) + SOURCE


def table(function):
    """Of the budgets of FUNCTION.THIS.KIND: one line a THIS, one column a KIND."""
    compiler, budgeted = budgets()
    if function in budgeted:
        return list_of(function)
    counted = {}
    for name, instructions in budgeted.items():
        if name.startswith(function + "."):
            _, subject, kind = name.split(".")
            counted.setdefault(subject, {})[kind.replace("_", " ")] = instructions
    kinds = sorted({kind for of_subject in counted.values() for kind in of_subject}, key=column_order)
    subjects = sorted(counted, key=lambda subject: (subject != "hotpath", subject == "floor", subject))
    rows = [[subject, *(number(counted[subject][kind]) for kind in kinds)] for subject in subjects]
    return f"Instructions, {compiler}\n\n" + markdown(["", *kinds], rows) + SOURCE
