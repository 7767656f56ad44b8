#!/usr/bin/env python3
"""Two builds of hotpath-counted beside each other: the same answers, and the time of each hot function in turns, alone on this machine.

    tools/two_builds.py profiled RELEASE OTHER [--save]    what a profile brings: prints the table; --save: into docs/techniques/compiler-flags.md, too
    tools/two_builds.py hardening RELEASE OTHER [--save]   what hardening costs, with counted instructions: into docs/design/hardening.md

script/profiled and script/hardened make the builds and call it."""

import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

import instructions
import pages

LEFT_OUT = ("level_update.", "fix_validate", "trace_scope")  # containers that Hotpath does not use; functions of many or no calls to time
HELD_OUT = "packet_to_order.recorded"  # runs where its recording is: no profile is made of it
ROUNDS = 11
RUN = re.compile(r"items (\d+) answer (\d+) ns (\d+)")
# Name, words and page of the other build, and whether its instructions are counted.
BUILDS = {"profiled": ("by a profile", "docs/techniques/compiler-flags.md", False), "hardening": ("hardened", "docs/design/hardening.md", True)}


def run(executable, name):
    """Items, answer and nanoseconds of one run; none where the input is missing."""
    ran = subprocess.run([executable, name], capture_output=True, text=True)
    if ran.returncode != 0 and name == HELD_OUT:
        return None
    if ran.returncode != 0:
        raise SystemExit(f"{executable} {name} failed:\n{ran.stderr[-2000:]}")
    return tuple(map(int, RUN.search(ran.stdout).groups()))


def names_of(executable):
    names = [name for name in instructions.names_of(executable)[1] if not name.startswith(LEFT_OUT)]
    return names + [HELD_OUT] if run(executable, HELD_OUT) else names


def timed(builds, names):
    """By name: median ns of each build, and the rounds' ratios. Every round runs both; the order changes from round to round."""
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
                raise SystemExit(f"{name} does not give the same in both builds")
    return {name: {"ns": [statistics.median(of_build) for of_build in of_both], "ratios": [b / a for a, b in zip(*of_both)]}
            for name, of_both in taken.items()}


def change(before, now):
    return f"{100 * (now / before - 1):+.1f}%"


def interval(ratios):
    """The change of the median and of the quarters: half of the rounds lie between these."""
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    words = f"{change(1, middle)} ({change(1, low)} to {change(1, high)})"
    return f"**{words}**" if high < 1 else words


def columns(of):
    """Of one function: instructions where they were counted, then the time."""
    counted = of.get("instructions")
    counts = [f"{counted[0]:,.1f}", f"{counted[1]:,.1f}", change(*counted)] if counted else []
    return [*counts, *(f"{ns:.3g}" for ns in of["ns"]), interval(of["ratios"])]


def table(functions, second):
    """Release beside the other build, which is called so."""
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    is_counted = all("instructions" in of for of in functions.values())
    heads = (["instructions: release", second, "change"] if is_counted else []) + ["ns: release", second, "change"]
    lines = [f"{pages.headline()}, {compiler}:", "", f"| an item of | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    lines += [f"| {name} | {' | '.join(columns(of))} |" for name, of in functions.items()]
    means = [statistics.geometric_mean([statistics.median(of["ratios"]) for of in functions.values()])]
    if is_counted:
        means.insert(0, statistics.geometric_mean([of["instructions"][1] / of["instructions"][0] for of in functions.values()]))
    lines += [f"| geometric mean | {' | '.join(f'| | {change(1, mean)}' for mean in means)} |"]
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) < 3 or arguments[0] not in BUILDS or arguments[3:] not in ([], ["--save"]):
        sys.exit(__doc__)
    words, page, is_counted = BUILDS[arguments[0]]
    builds = [Path(name).resolve() for name in arguments[1:3]]
    names = names_of(builds[0])
    functions = timed(builds, names)
    if is_counted:
        counted = [instructions.count_all(build, names) for build in builds]
        functions = {name: of | {"instructions": [of_build[name] for of_build in counted]} for name, of in functions.items()}
    text = table(functions, words)
    print(text)
    if arguments[3:]:
        pages.write_block(page, arguments[0], text)


if __name__ == "__main__":
    main(sys.argv[1:])
