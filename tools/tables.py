#!/usr/bin/env python3
"""Puts the numbers of committed result files into the documents, between `<!-- table: NAME -->` and `<!-- end -->`.

    tools/tables.py                   rewrites the tables in README.md and docs/
    tools/tables.py --check           exits 1 and says where when a document differs from its result file (a CTest test)
    tools/tables.py --machine         prints this machine's folder name under bench/results
    tools/tables.py --stale [KIND]    what is missing or stale of each kind of host (`AMD near`), and the commands that take it
    tools/tables.py --host PLACEMENT ROUND_TRIP_NS ADDITIONS   what kind of host this is, and the commands that take what it lacks
    tools/tables.py --order PLACEMENT   every benchmark, those first that this kind of host lacks

Each test is shown with its newest run of each kind of host, the kinds beside each other: tools/results.py. A run that was measured
with uncommitted changes, or whose measured sources (tools/measured_sources.py) have changed since, is marked so beside its table:
--check fails where the mark is missing, as where a number differs.

NAME is a benchmark (all its tests), BENCHMARK-TEST (one test: `messaging-b_round_trip`, or those whose names begin so:
`exchange-matching`), or one of:

    readme, readme-runs             tools/readme_table.py
    goals                           tools/goals.py
    results                         every benchmark by kind of host, and how it stands: tools/coverage.py
    instructions[-FUNCTION]         the budgets: tools/instruction_tables.py
    published-FILE-TABLE            bench/published/FILE.json beside what was measured here: tools/published_tables.py
    ladder-..., pairs-TABLE         tools/ladder_tables.py, tools/pairs_tables.py
    oracle-RECORDING, lobster-...   tools/oracle_tables.py, tools/lobster_tables.py
    growth-DIMENSION                tools/growth_tables.py, with pictures
    backtest-growth, warm_path-pauses, real-trading"""

import argparse
import os
import re
import sys
from pathlib import Path

import backtest_tables
import bench_tables
import charts
import citations
import coverage
import goals
import disruptor_pictures
import growth_pictures
import growth_tables
import instruction_tables
import ladder_pictures
import ladder_tables
import lobster_tables
import oracle_tables
import pairs_tables
import published_tables
import readme_table
import real_trading_table
import warm_path_table
from formats import number
from results import KINDS, Results, kind_named, kind_of, machine, processor
from whole_core import shared_core

ROOT = Path(__file__).resolve().parent.parent
BUSY_MIN_NS = 2_000  # no two idle cores are so far from each other
MARK = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)


def newest_ladder(results):
    """The one run of the pairs ladder whose tables and pictures stand in its page."""
    return results.newest(ladder_tables.BENCH, "published")


def ladder_table(results, name):
    run = newest_ladder(results)
    return ladder_tables.table(name, results.whole(run) if run else [], number, citations.source_line(run) + "\n" if run else "")


def published_table(results, name):
    file, _, table = name.partition("-")
    return published_tables.table(results, file, table)


# Whole names, and what names begin with.
MAKERS = {
    "readme": lambda results: readme_table.table(results),
    "readme-runs": lambda results: readme_table.runs_table(results),
    "goals": lambda results: goals.table(results),
    "results": lambda results: coverage.table(results),
    "instructions": lambda _: instruction_tables.list_of(),
    "warm_path-pauses": lambda results: warm_path_table.table(results),
    "disruptor-boxes": lambda results: disruptor_pictures.embedded(results),
    "backtest-growth": lambda results: backtest_tables.growth_table(results),
    "real-trading": lambda _: real_trading_table.table(),
    "lobster-books": lambda _: lobster_tables.books_table(),
    "lobster-changes": lambda _: lobster_tables.changes_table(),
}
MAKERS_OF = {
    "instructions": lambda _, name: instruction_tables.table(name),
    "published": published_table,
    "ladder": ladder_table,
    "pairs": lambda _, name: pairs_tables.pairs_table(name),
    "oracle": lambda _, name: oracle_tables.oracle_table(name),
    "growth": lambda results, name: growth_tables.table(results, name),
}


def render(results, name):
    if name in MAKERS:
        return MAKERS[name](results)
    first, _, rest = name.partition("-")
    if first in MAKERS_OF:
        return MAKERS_OF[first](results, rest)
    return bench_tables.tables(results, first, rest)


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "hotpath").rglob("*.md"))]


def rendered(results):
    """By path from the root: the text now, and as it must be."""
    for document in documents():
        text = document.read_text()
        labels = {}
        yield document, text, MARK.sub(lambda m: m.group(1) + citations.with_footnotes(render(results, m.group(2)), labels) + m.group(3), text)
    for picture, drawn in (charts.pictures(results) | growth_pictures.pictures(results) | disruptor_pictures.pictures(results)).items():
        path = ROOT / picture
        yield path, path.read_text() if path.exists() else "", drawn


def refresh(results, is_check):
    """The exit code."""
    differing = [(path, fresh) for path, text, fresh in rendered(results) if text != fresh]
    for path, fresh in differing:
        if not is_check:
            path.write_text(fresh)
        print(f"{path.relative_to(ROOT)}: {'differs from its result file: run tools/tables.py' if is_check else 'updated'}")
    run = newest_ladder(results)
    stale = ladder_pictures.stale(run.name if run else "")
    for picture in stale:
        print(f"{picture}: not of the newest result: /usr/bin/python3 tools/pairs_ladder.py --draw RESULT draws it")
    return 1 if is_check and (differing or stale) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--machine", action="store_true")
    parser.add_argument("--stale", nargs="?", const="", metavar="KIND")
    parser.add_argument("--host", nargs=3, metavar=("PLACEMENT", "ROUND_TRIP_NS", "ADDITIONS"))
    parser.add_argument("--order", metavar="PLACEMENT")
    arguments = parser.parse_args()
    results = Results()
    if arguments.machine:
        print(machine())
    elif arguments.stale is not None:
        try:
            kinds = [kind_named(arguments.stale)] if arguments.stale else KINDS
        except ValueError as problem:
            parser.error(str(problem))
        print(coverage.listed(results, kinds), end="")
    elif arguments.host:
        placement, round_trip_ns, additions = arguments.host
        kind = kind_of(processor(), placement)
        busy = "; other programs are running: the placement is not certain" if float(round_trip_ns) > BUSY_MIN_NS else ""
        print(f"this host is {kind}: {os.cpu_count()} cores of {processor()}, cache-line round trip {round_trip_ns} ns{busy}")
        if said := shared_core(float(additions)):
            print(f"{said}; times are up to twice as long")
        print(coverage.advice(results, kind), end="")
    elif arguments.order:
        print("\n".join(coverage.order(results, kind_of(processor(), arguments.order))))
    else:
        return refresh(results, arguments.check)
    return 0


if __name__ == "__main__":
    sys.exit(main())
