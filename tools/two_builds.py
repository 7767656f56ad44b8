"""Two builds of hotpath-counted beside each other: the same answers, and the time of each hot function in turns."""

import json
import os
import platform
import re
import statistics
import subprocess

import instructions
import results

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
        raise SystemExit(f"{executable} {name} failed:\n{ran.stderr[-2000:]}")
    return tuple(map(int, RUN.search(ran.stdout).groups()))


def names_of(executable):
    names = [name for name in instructions.names_of(executable)[1] if not name.startswith(LEFT_OUT)]
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
                raise SystemExit(f"{name} does not give the same in both builds")
    keep(file, {name: {"ns": [statistics.median(of_build) for of_build in of_both], "ratios": sorted(b / a for a, b in zip(*of_both))}
                for name, of_both in taken.items()})


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


def table_of(result, second):
    """Release beside the other build, which is called so."""
    of_host, functions = result["host"], result["functions"]
    is_counted = all("instructions" in of for of in functions.values())
    heads = (["instructions: release", second, "change"] if is_counted else []) + ["ns: release", second, "change"]
    lines = [f"| an item of | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    lines += [f"| {name} | {' | '.join(columns(of))} |" for name, of in functions.items()]
    means = [statistics.geometric_mean([statistics.median(of["ratios"]) for of in functions.values()])]
    if is_counted:
        means.insert(0, statistics.geometric_mean([of["instructions"][1] / of["instructions"][0] for of in functions.values()]))
    lines += [f"| geometric mean | {' | '.join(f'| | {change(1, mean)}' for mean in means)} |", "",
              f"{of_host['cpu']}, Linux {of_host['kernel']}, {of_host['compiler']}, {result['date']}, commit {result['commit']}.", ""]
    return "\n".join(lines)
