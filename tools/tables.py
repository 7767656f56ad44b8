#!/usr/bin/env python3
"""Writes the tables of figures (bench/figures/*.tsv) into the documents, between `<!-- table: NAME -->` and `<!-- end -->`.

    tools/tables.py            rewrites them in README.md, docs/ and hotpath/
    tools/tables.py --check    exits 1 and says which document differs (a CTest check)

NAME is a benchmark, BENCHMARK-TEST (or how the names of tests begin), readme, goals, instructions[-FUNCTION], or one of tools/composed.py."""

import argparse
import json
import sys

import composed
import figures
import formats
import goals
import pictures
from figures import ROOT, is_meant
from formats import markdown, number, sources

TABLE = composed.re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", composed.re.S)
# The README's rows: what a row says, and where its figure is.
README_ROWS = [
    ("decode ITCH, full market, ns a message", "feed", "decode", "time", "hotpath"),
    ("decode + every L3 book, full market, ns a message", "feed", "decode_and_books_l3", "time", "hotpath"),
    ("packet in memory → order bytes in memory, median, ns", "tick_to_order", "packet_to_order", "p50", "hotpath"),
    ("40 bytes through spsc, between two threads, ns a message", "messaging", "a_spsc_throughput", "time", "hotpath"),
    ("FIX ExecutionReport decoded to numbers, ns", "protocols", "fix_decode", "time", "hotpath"),
]
BESIDE = ("floor", "timer")
UNLIKE = ("_batch", "_bulk")  # many messages a call: not what the row is about

# The columns of a test's table, in this order; what is not here comes behind them by name.
COLUMNS = ["time", "write", "through", "min", "p50", "p90", "p95", "p99", "p99.9",
           "p99.99", "max", "mean", "sd", "sd to p99.9", "throughput", "first event", "loading", "compiling", "orders", "fills", "slots / throughput", "8 in a row p50",
           "8 in a row p99", "16 in a row p50", "16 in a row p99", "16 in a row p99.9", "alone p50", "alone p99", "alone p99.9",
           "mean of 512 p50", "mean of 512 p99", "first p50", "first p99",
           "midday", "open", "premarket", "generated_open", "updates", "levels a side p10", "levels a side p50", "levels a side p90",
           "decode p50", "decode p99", "book p50", "book p99", "decide p50", "decide p99", "risk p50", "risk p99", "encode p50", "encode p99",
           "packets", "cpu",
           "add", "reduce", "new level", "remove", "best changed", "+0", "+10", "+100", "+500", "+1000"]
# In the results and in tables beside published numbers; columns of their own would make every table wider.
HIDDEN = ["count", "min", "p95"]
# What a ratio to ours is taken of, the first that a subject has.
RATIOS = ["time", "p50"]
RATIO = "hotpath / it"
WELCH = ("welch t", "welch df", "welch p")
COLUMNS_A_KIND_MAX = 2  # with more, a kind has a line instead


def column_order(metric):
    return (COLUMNS.index(metric), "") if metric in COLUMNS else (len(COLUMNS), metric)


def is_plain(record):
    return (" / " not in record["metric"] or record["metric"] in COLUMNS) and record["metric"] not in HIDDEN


def ratio_cell(records, subject):
    """Ours divided by theirs: below 1 is faster."""
    wanted = [f"{metric} / {subject}" for metric in RATIOS]
    found = [next((r for r in records if r["metric"] == name), None) for name in wanted]
    ratio = next((r for r in found if r), None)
    return f"{ratio['value']:.2f} ({ratio['low']:.2f}–{ratio['high']:.2f})" if ratio else ""


def cell(records, subject, column):
    """Of one run."""
    if column == RATIO:
        return ratio_cell(records, subject)
    name, of = (f"{column} / {subject}", None) if column in WELCH else (column, subject)
    found = next((r for r in records if r["metric"] == name and of in (None, r["subject"])), None)
    if found is None:
        return ""
    spread = f" ({number(found['low'])}–{number(found['high'])})" if column == "time" else ""
    return number(found["value"]) + spread


def columns_of(runs):
    """Name to head."""
    plain = [record for run in runs for record in run.records if is_plain(record)]
    units = {record["metric"]: record["unit"] for record in plain}
    heads = {metric: f"{metric}, {units[metric]}" for metric in sorted(units, key=column_order)}
    subjects = dict.fromkeys(record["subject"] for record in plain)
    if any(ratio_cell(run.records, subject) for run in runs for subject in subjects):
        heads[RATIO] = RATIO
    names = [record["metric"] for run in runs for record in run.records]
    return heads | {name: name for name in WELCH if any(metric.startswith(name) for metric in names)}


def rounds_of(run):
    return next(record["pairs"] for record in run.records if is_plain(record))


def title(test, runs):
    """With the kinds, and the number of rounds where there is more than one."""
    rounds = [rounds_of(run) for run in runs]
    if len(set(rounds)) == 1:
        shown = (f"{rounds[0]} rounds, " if rounds[0] > 1 else "") + ", ".join(str(run.kind) for run in runs)
    else:
        shown = ", ".join(f"{run.kind} {count} round{'s' if count > 1 else ''}" for run, count in zip(runs, rounds))
    return f"**{test}**: {shown}\n\n"


def in_columns(runs, subjects, heads):
    """The same number of each kind side by side."""
    shown = [""] + [f"{run.kind}: {head}" if len(runs) > 1 else head for head in heads.values() for run in runs]
    return markdown(shown, [[subject, *(cell(run.records, subject, column) for column in heads for run in runs)] for subject in subjects])


def in_lines(runs, subjects, heads):
    """Each subject's kinds one below the other."""
    rows = []
    for subject in subjects:
        kinds = {}
        for run in runs:
            cells = tuple(cell(run.records, subject, column) for column in heads)
            if any(cells):
                kinds.setdefault(cells, []).append(str(run.kind))
        rows += [["" if n else subject, ", ".join(of), *cells] for n, (cells, of) in enumerate(kinds.items())]
    return markdown(["", "host", *heads.values()], rows, texts=2)


def test_table(results, bench, test):
    """One line a subject, one column a metric, medians of the rounds; empty without a number to show."""
    runs = [run for run in results.runs(bench, test) if any(map(is_plain, run.records))]
    if not runs:
        return ""
    heads = columns_of(runs)
    subjects = list(dict.fromkeys(record["subject"] for run in runs for record in run.records if is_plain(record)))
    is_wide = len(runs) > 1 and len(heads) > COLUMNS_A_KIND_MAX
    return title(test, runs) + (in_lines if is_wide else in_columns)(runs, subjects, heads)


def bench_tables(results, bench, name=""):
    """Of a benchmark's tests of this name, or of all."""
    tests = results.tests(bench, name)
    shown = [table for table in (test_table(results, bench, test) for test in tests) if table]
    return "\n".join(shown) + "\n" + sources(run for test in tests for run in results.runs(bench, test)) if shown else ""


BUDGETS = "\n`bench/budgets.json`; repeat with `script/bench --instructions`.\n"


def budgets():
    """The compiler and its counts."""
    by_compiler = json.loads((ROOT / "bench" / "budgets.json").read_text())
    compiler = max(name for name in by_compiler if name.startswith("GNU"))
    return compiler, by_compiler[compiler]


def instructions_list(prefix=""):
    """Of the budgets that have no kinds, those whose names begin so: one line a function."""
    compiler, counted = budgets()
    rows = [[name, number(count)] for name, count in counted.items() if "." not in name and name.startswith(prefix)]
    return markdown(["", f"instructions, {compiler}"], rows) + BUDGETS


def instructions_table(function):
    """Of the budgets of FUNCTION.THIS.KIND: one line a THIS, one column a KIND."""
    compiler, budgeted = budgets()
    if function in budgeted:
        return instructions_list(function)
    counted = {}
    for name, instructions in budgeted.items():
        if name.startswith(function + "."):
            _, subject, kind = name.split(".")
            counted.setdefault(subject, {})[kind.replace("_", " ")] = instructions
    kinds = sorted({kind for of_subject in counted.values() for kind in of_subject}, key=column_order)
    subjects = sorted(counted, key=lambda subject: (subject != "hotpath", subject == "floor", subject))
    rows = [[subject, *(number(counted[subject][kind]) for kind in kinds)] for subject in subjects]
    return f"Instructions, {compiler}\n\n" + markdown(["", *kinds], rows) + BUDGETS


def best_peer(records):
    peers = [r for r in records if not r["subject"].startswith(("hotpath", *BESIDE)) and not r["subject"].endswith(UNLIKE)]
    return min(peers, key=lambda r: r["value"], default=None)


def readme_table(results):
    """Five rows: our figure and the fastest peer's on each kind of host, with date and commit."""
    rows = []
    for said, bench, test, metric, subject in README_ROWS:
        for n, run in enumerate(results.runs(bench, test)):
            records = [r for r in run.records if r["metric"] == metric]
            ours = next((r for r in records if r["subject"] == subject), None)
            if ours is None:
                continue
            beside = next((r for r in records if r["subject"] in BESIDE), None)
            others = [f"{r['subject'].replace('_', ' ')} {number(r['value'])}" if r else "" for r in (beside, best_peer(records))]
            rows.append(["" if n else said, str(run.kind), f"**{number(ours['value'])}**", *others, f"{run.date}, {run.commit}"])
    return markdown(["", "host", "Hotpath", "floor or timer", "fastest peer", "measured"], rows, texts=2)


# Whole names, and what names begin with.
MAKERS = {
    "readme": readme_table,
    "goals": goals.table,
    "instructions": lambda _: instructions_list(),
}


def render(results, name):
    first, _, rest = name.partition("-")
    if name in MAKERS:
        return MAKERS[name](results)
    if first == "instructions":
        return instructions_table(rest)
    return composed.render(results, first, rest) or bench_tables(results, first, rest)


def is_shown(bench, test):
    """A document, the README or a goal shows this test."""
    marked = any(first == bench and is_meant(test, rest) for first, rest in figures.marks())
    return marked or (bench, test) in goals.tests() or any((bench, test) == row[1:3] for row in README_ROWS) or composed.is_shown(bench, test)


def rendered(results):
    """Path, its text now, and as it must be."""
    for page in figures.documents():
        text = page.read_text()
        yield page, text, TABLE.sub(lambda m: m.group(1) + render(results, m.group(2)) + m.group(3), text)
    for name, drawn in pictures.pictures(results).items():
        path = ROOT / name
        yield path, path.read_text() if path.exists() else "", drawn


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args().check
    differing = [(path, fresh) for path, text, fresh in rendered(figures.Figures()) if text != fresh]
    for path, fresh in differing:
        if not is_check:
            path.write_text(fresh)
        print(f"{path.relative_to(ROOT)}: {'differs from bench/figures: run tools/tables.py' if is_check else 'updated'}")
    return 1 if is_check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
