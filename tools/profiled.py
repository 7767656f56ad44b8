#!/usr/bin/env python3
"""What a profile brings: two builds of hotpath-counted beside each other, for the table of docs/techniques/compiler-flags.md.

    tools/profiled.py time RELEASE PROFILED FILE [NAME...]   the time of each hot function, or of some: both run in turns, alone on this machine
    tools/profiled.py show FILE                     prints the table of FILE
    tools/profiled.py collect FILE                  keeps FILE as evidence/profiled.*.json, and writes the page
    tools/profiled.py [--check]                     writes the page's table from the newest result of every kind of host; --check: exits 1
                                                    when it differs

Both builds must give the same answers. script/profiled calls all of it."""

import json
import os
import platform
import re
import statistics
import subprocess
import sys
from pathlib import Path

import evidence
import results

PAGE = evidence.ROOT / "docs" / "techniques" / "compiler-flags.md"
LEFT_OUT = ("level_update.", "fix_validate", "trace_scope")  # containers that Hotpath does not use; functions of many or no calls to time
HELD_OUT = "packet_to_order.recorded"  # runs where its recording is: no profile is made of it
ROUNDS = 11
RUN = re.compile(r"items (\d+) answer (\d+) ns (\d+)")


def run(executable, name):
    """Items, answer and nanoseconds of one run; none where the input is missing."""
    ran = subprocess.run([executable, name], capture_output=True, text=True)
    if ran.returncode != 0 and name == HELD_OUT:
        return None
    if ran.returncode != 0:
        raise SystemExit(f"profiled: {executable} {name} failed:\n{ran.stderr[-2000:]}")
    return tuple(map(int, RUN.search(ran.stdout).groups()))


def names_of(executable):
    listing = subprocess.run([executable, "list"], capture_output=True, text=True, check=True).stdout.split("\n")[1:]
    names = [name for name in listing if name and not name.startswith(LEFT_OUT)]
    return names + [HELD_OUT] if run(executable, HELD_OUT) else names


def read(file):
    return json.loads(file.read_text()) if file.exists() else {"host": host(), "functions": {}}


def host():
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    return {"cpu": results.processor(), "kernel": platform.release(), "compiler": compiler}


def keep(file, counts):
    """Into the file, to what is there."""
    result = read(file)
    for name, of_one in counts.items():
        result["functions"].setdefault(name, {}).update(of_one)
    file.write_text(json.dumps(result, indent=1) + "\n")


def time(builds, file, names):
    """Every round runs both builds; the order changes from round to round."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    taken = {name: ([], []) for name in names}
    for at in range(ROUNDS):
        for name in names:
            answers = set()
            for which in ((0, 1), (1, 0))[at % 2]:
                items, answer, ns = run(builds[which], name)
                answers.add((items, answer))
                taken[name][which].append(ns / items)
            if len(answers) != 1:
                raise SystemExit(f"profiled: {name} does not give the same in both builds")
    keep(file, {name: {"ns": [statistics.median(of_build) for of_build in of_both], "ratios": sorted(b / a for a, b in zip(*of_both))}
                for name, of_both in taken.items()})


def change(before, now):
    return f"{100 * (now / before - 1):+.1f}%"


def interval(ratios):
    """The change of the median and of the quarters: half of the rounds lie between these."""
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    words = f"{change(1, middle)} ({change(1, low)} to {change(1, high)})"
    return f"**{words}**" if high < 1 else words


def row(name, of):
    return [name, *(f"{ns:.3g}" for ns in of["ns"]), interval(of["ratios"])]


def table(result):
    of_host, functions = result["host"], result["functions"]
    lines = ["| ns an item of | release | by a profile | change |", "|---|---:|---:|---:|"]
    lines += [f"| {' | '.join(row(name, of))} |" for name, of in functions.items()]
    whole = statistics.geometric_mean([statistics.median(of["ratios"]) for of in functions.values()])
    lines += [f"| geometric mean | | | {change(1, whole)} |", "",
              f"{of_host['cpu']}, Linux {of_host['kernel']}, {of_host['compiler']}, {result['date']}, commit {result['commit']}.", ""]
    return "\n".join(lines)


def collect(file):
    print(table(evidence.keep("profiled", json.loads(file.read_text()))))
    return write_page(False)


def write_page(is_check):
    newest = evidence.newest("profiled", lambda result: result["host"]["cpu"])
    return evidence.write_between(PAGE, "profiled", "\n".join(table(newest[kind]) for kind in sorted(newest)), is_check)


def main(arguments):
    if len(arguments) >= 4 and arguments[0] == "time":
        builds, file, names = arguments[1:3], Path(arguments[3]), arguments[4:] or names_of(arguments[1])
        time(builds, file, names)
        return 0
    if len(arguments) == 2 and arguments[0] == "show":
        print(table({"date": "not kept", "commit": results.commit(), **read(Path(arguments[1]))}))
        return 0
    return evidence.main(__doc__, collect, write_page, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
