#!/usr/bin/env python3
"""Where the time of a run went, by Clang XRay: each function's own time, without what it calls.

    tools/xray_self.py GRAPH.dot ACCOUNT.csv [--under PATTERN] [--top N]

GRAPH.dot is `llvm-xray-19 graph --edge-label=sum`: what the calls from each function to each other took. ACCOUNT.csv is
`llvm-xray-19 account --format=csv`: the functions, how often and how long. Own time is the difference. --under keeps what functions
of matching names call, directly or not; their times include all their calls, from any caller. Own time includes the cost of instrumentation
in it, of the function and of those that it calls."""

import argparse
import csv
import re
from collections import defaultdict
from pathlib import Path

EDGE = re.compile(r'^F(\d+) -> F(\d+) \[label="([^"]*)"')
NAME_MAX = 96


def read_calls(path):
    """calls[caller][callee] in seconds."""
    calls = defaultdict(dict)
    for line in path.read_text().splitlines():
        if edge := EDGE.match(line):
            calls[edge[1]][edge[2]] = float(edge[3])
    return calls


def reached(calls, roots):
    """The roots and everything they call."""
    found, waiting = set(), list(roots)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += calls[function]
    return found


def shorten(name):
    """The name without template arguments and parameters."""
    while (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
        name = shorter
    name = re.sub(r"\(.*", "", name.replace("(anonymous namespace)", "{anonymous}"))
    return name.split(" ")[-1][-NAME_MAX:]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("graph", type=Path)
    arguments.add_argument("account", type=Path)
    arguments.add_argument("--under", default="", help="only what functions of such names call")
    arguments.add_argument("--top", type=int, default=20)
    options = arguments.parse_args()
    calls = read_calls(options.graph)
    with options.account.open() as file:
        rows = {row["funcid"]: row for row in csv.DictReader(file)}
    roots = [function for function, row in rows.items() if re.search(options.under, row["function"])]
    if not roots:
        raise SystemExit(f"xray_self: no function's name matches {options.under}")
    kept = reached(calls, roots)
    # A function that calls itself: the inner call is in its total already.
    own = {f: float(rows[f]["sum"]) - sum(time for to, time in calls[f].items() if to != f) for f in kept if f in rows}
    whole = sum(max(time, 0) for time in own.values())
    print(f"{'own ms':>9} {'share':>6} {'calls':>9} {'ns a call':>10}  function")
    for function in sorted(own, key=own.get, reverse=True)[: options.top]:
        count = int(rows[function]["count"])
        print(f"{own[function] * 1e3:9.2f} {own[function] / whole:6.1%} {count:9,} {own[function] / count * 1e9:10,.0f}  "
              f"{shorten(rows[function]['function'])}")


if __name__ == "__main__":
    main()
