#!/usr/bin/env python3
"""A session whose instructions lie in pages of 4 KiB or 2 MiB: the table of docs/techniques/huge-pages.md.

    bench/warm_path/text_pages.py PROGRAM [--save]   runs text-pages in turns, alone on this machine, and prints the table; --save: into the page, too"""

import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import pages

WAYS = {"plain": "pages of 4 KiB", "copied": "copied into anonymous huge pages", "file": "the file in huge pages"}
SITUATIONS = {"at_once": "packets at once", "spin": "after 1 ms of polling a socket", "other_code": "after code on 2,048 other pages",
              "cold": "after that and 32 MiB of other memory"}
ROUNDS = 11
RUN = re.compile(r"huge (\d+) p50 (\d+) p90 (\d+) orders (\w+) walked \d+")


def run(program, way, situation):
    """KiB in huge pages, p50, p90, and what was sent."""
    ran = subprocess.run([program, way, situation], capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"text_pages: {program} {way} {situation} failed:\n{ran.stderr[-2000:]}")
    huge, p50, p90, orders = RUN.search(ran.stdout).groups()
    return int(huge), int(p50), int(p90), orders


def programs(program):
    """By way: a copy of the file for each, so that one is in the page cache in huge pages and the others are not."""
    by_way = {way: program.with_name(f"{program.name}.{way}") for way in WAYS}
    for copy in by_way.values():
        shutil.copy2(program, copy)
    subprocess.run([program, "advise", by_way["file"]], check=True)
    return by_way


def measured(program):
    """By situation and way: the runs."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    by_way = programs(program)
    runs = {situation: {way: [] for way in WAYS} for situation in SITUATIONS}
    for at in range(ROUNDS):
        for situation, of_ways in runs.items():
            for way in list(WAYS)[:: -1 if at % 2 else 1]:
                of_ways[way].append(run(by_way[way], "copied" if way == "copied" else "plain", situation))
    return runs


def cell(way, of_ways):
    """Median times; of another way than plain pages the rounds' ratio to them, with the quarters between which half of the rounds lie."""
    runs = of_ways[way]
    if way != "plain" and min(huge for huge, *_ in runs) == 0:
        return "not in huge pages here"
    times = f"{statistics.median(p50 for _, p50, *_ in runs):,.0f} / {statistics.median(p90 for *_, p90, _ in runs):,.0f}"
    if way == "plain":
        return times
    low, middle, high = statistics.quantiles([mine[1] / plain[1] for mine, plain in zip(runs, of_ways["plain"])], n=4, method="inclusive")
    ratio = f"{middle:.2f} ({low:.2f} to {high:.2f})"
    return f"{times}, {f'**{ratio}**' if high < 1 else ratio}"


def table(by_situation):
    for of_ways in by_situation.values():
        if len({orders for runs in of_ways.values() for *_, orders in runs}) != 1:
            raise SystemExit("text_pages: what was sent differs between the ways")
    lines = [f"{pages.headline()}, {ROUNDS} rounds:", "", f"| ns p50 / p90, ratio of the medians | {' | '.join(WAYS.values())} |",
             f"|---|{'---:|' * len(WAYS)}"]
    lines += [f"| {SITUATIONS[name]} | {' | '.join(cell(way, of_ways) for way in WAYS)} |" for name, of_ways in by_situation.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[2:] not in ([], ["--save"]) or len(sys.argv) < 2:
        sys.exit(__doc__)
    text = table(measured(Path(sys.argv[1])))
    print(text)
    if sys.argv[2:]:
        pages.write_block("docs/techniques/huge-pages.md", "text-pages", text)
