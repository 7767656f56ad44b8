#!/usr/bin/env python3
"""A session whose instructions lie in pages of 4 KiB or 2 MiB: the table of docs/techniques/huge-pages.md.

    tools/text_pages.py measure PROGRAM FILE   runs text-pages in turns, alone on this machine; the result goes to FILE
    tools/text_pages.py show FILE              prints its table
    tools/text_pages.py collect FILE           keeps it as evidence/text-pages.*.json, and writes the page
    tools/text_pages.py [--check]              writes the page's table from the newest result of every processor; --check: exits 1 when it
                                               differs

script/text-pages calls all of it."""

import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import evidence
import results

PAGE = evidence.ROOT / "docs" / "techniques" / "huge-pages.md"
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
    """By way: a file of its own each, so that one is in the page cache in huge pages and the others are not."""
    by_way = {}
    for way in WAYS:
        by_way[way] = program.with_name(f"{program.name}.{way}")
        shutil.copy2(program, by_way[way])
    subprocess.run([program, "advise", by_way["file"]], check=True)
    return by_way


def measure(program, file, rounds=ROUNDS):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    by_way = programs(program)
    runs = {situation: {way: [] for way in WAYS} for situation in SITUATIONS}
    for at in range(rounds):
        order = list(WAYS) if at % 2 == 0 else list(WAYS)[::-1]
        for situation, of_ways in runs.items():
            for way in order:
                of_ways[way].append(run(by_way[way], "copied" if way == "copied" else "plain", situation))
    file.write_text(json.dumps({"host": host(program), "rounds": rounds, "situations": {name: summed(of) for name, of in runs.items()}}, indent=1) + "\n")


def host(program):
    folder = subprocess.run(["stat", "-f", "-c", "%T", program.parent], capture_output=True, text=True, check=True).stdout.strip()
    return {"cpu": results.processor(), "kernel": platform.release(), "file_system": folder}


def summed(of_ways):
    """By way: medians, and the rounds' own ratios to plain pages."""
    if len({orders for runs in of_ways.values() for *_, orders in runs}) != 1:
        raise SystemExit("text_pages: what was sent differs between the ways")
    summary = {}
    for way, runs in of_ways.items():
        ratios = sorted(mine[1] / plain[1] for mine, plain in zip(runs, of_ways["plain"]))
        summary[way] = {"huge_kib": min(huge for huge, *_ in runs), "p50_ns": statistics.median(p50 for _, p50, *_ in runs),
                        "p90_ns": statistics.median(p90 for *_, p90, _ in runs), "ratios": ratios}
    return summary


def cell(way, of):
    """Median times; of another way than plain pages its ratio to them, with the quarters between which half of the rounds lie."""
    if way != "plain" and of["huge_kib"] == 0:
        return "not in huge pages here"
    times = f"{of['p50_ns']:,.0f} / {of['p90_ns']:,.0f}"
    if way == "plain":
        return times
    low, middle, high = statistics.quantiles(of["ratios"], n=4, method="inclusive")
    ratio = f"{middle:.2f} ({low:.2f} to {high:.2f})"
    return f"{times}, {f'**{ratio}**' if high < 1 else ratio}"


def table(result):
    of_host = result["host"]
    lines = [f"| ns p50 / p90, ratio of the medians | {' | '.join(WAYS.values())} |", f"|---|{'---:|' * len(WAYS)}"]
    lines += [f"| {SITUATIONS[name]} | {' | '.join(cell(way, of[way]) for way in WAYS)} |" for name, of in result["situations"].items()]
    lines += ["", f"{of_host['cpu']}, Linux {of_host['kernel']}, {of_host['file_system']}, {result['rounds']} rounds, {result['date']}, commit "
              f"{result['commit']}.", ""]
    return "\n".join(lines)


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "measure":
        measure(Path(arguments[1]), Path(arguments[2]))
        return 0
    return evidence.Results("text-pages", PAGE, table).main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
