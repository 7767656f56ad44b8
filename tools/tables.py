#!/usr/bin/env python3
"""Puts the numbers of committed result files into the documents, between `<!-- table: NAME -->` and `<!-- end -->`.

    tools/tables.py             rewrites the tables in README.md and docs/
    tools/tables.py --check     exits 1 and says where when a document differs from its result file (a CTest test)
    tools/tables.py --machine   prints this machine's folder name under bench/results

The newest result of each benchmark (by its provenance date) is the one that is shown."""

import argparse
import json
import os
import platform
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
MARK = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)


def machine():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = re.sub(r"[^a-z0-9]+", "-", line.split(":")[1].strip().lower()).strip("-")
            return f"{model}-{os.cpu_count()}-cores"
    return platform.machine()


def newest(bench):
    """The records and the provenance of a benchmark's newest result file, or None."""
    runs = []
    for path in RESULTS.glob(f"*/{bench}/*.json"):
        lines = json.loads(path.read_text())
        provenance = next(line for line in lines if line.get("record") == "provenance")
        runs.append((provenance["date"], path, [line for line in lines if "metric" in line], provenance))
    if not runs:
        return None
    _, path, records, provenance = max(runs, key=lambda run: run[0])
    return path, records, provenance


def number(value):
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def source_line(path, provenance):
    dirty = ", uncommitted changes" if provenance["dirty"] else ""
    return (f"{provenance['date'][:10]}, {provenance['cores']} cores of {provenance['cpu']}, Linux {provenance['kernel']}, "
            f"{provenance['compiler']} `{provenance['flags'].strip()}`, commit {provenance['commit']}{dirty}; "
            f"cache-line round trip {provenance['ping_pong_ns_before']:.0f} ns. "
            f"`{path.relative_to(ROOT)}`; repeat with `script/bench {provenance['bench']}`.\n")


def bench_table(bench):
    """Every record of a benchmark."""
    found = newest(bench)
    if not found:
        return ""
    path, records, provenance = found
    rows = ["| test | subject | metric | median | lowest | highest | unit |", "|---|---|---|---:|---:|---:|---|"]
    rows += [f"| {r['test']} | {r['subject']} | {r['metric']} | {number(r['value'])} | {number(r['low'])} | "
             f"{number(r['high'])} | {r['unit']} |" for r in records if r["metric"] != "count"]
    return "\n".join(rows) + f"\n\n{source_line(path, provenance)}"


# The lines of the README's table: what it says, where the number is.
README_ROWS = [
    ("decode ITCH, full market", "feed", "decode", "time"),
    ("decode + every L3 book, full market", "feed", "decode_and_books_l3", "time"),
    ("packet in memory → order bytes in memory, median", "tick_to_order", "packet_to_order", "p50"),
    ("packet in memory → order bytes in memory, p99", "tick_to_order", "packet_to_order", "p99"),
]


def readme_table():
    rows = ["| | Hotpath | others in the same run |", "|---|---:|---|"]
    sources = {}
    for label, bench, test, metric in README_ROWS:
        found = newest(bench)
        if not found:
            continue
        path, records, provenance = found
        matching = [r for r in records if r["test"] == test and r["metric"] == metric]
        ours = next((r for r in matching if r["subject"] == "hotpath"), None)
        if ours is None:
            continue
        unit = "ns" if ours["unit"] == "ns" else "ns a message"
        others = ", ".join(f"{r['subject'].replace('_', ' ')} {number(r['value'])}" for r in matching if r is not ours)
        rows.append(f"| {label} | {number(ours['value'])} {unit} | {others} |")
        sources[bench] = source_line(path, provenance)
    if len(rows) == 2:
        return ""
    return "\n".join(rows) + "\n\n" + "\n".join(sources.values())


def render(name):
    return readme_table() if name == "readme" else bench_table(name)


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "hotpath").rglob("*.md"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--machine", action="store_true")
    arguments = parser.parse_args()
    if arguments.machine:
        print(machine())
        return 0
    stale = []
    for document in documents():
        text = document.read_text()
        fresh = MARK.sub(lambda m: m.group(1) + render(m.group(2)) + m.group(3), text)
        if fresh != text:
            stale.append(document.relative_to(ROOT))
            if not arguments.check:
                document.write_text(fresh)
    for document in stale:
        print(f"{document}: {'differs from its result file: run tools/tables.py' if arguments.check else 'updated'}")
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
