#!/usr/bin/env python3
"""Puts the numbers of committed result files into the documents, between `<!-- table: NAME -->` and `<!-- end -->`.

    tools/tables.py             rewrites the tables in README.md and docs/
    tools/tables.py --check     exits 1 and says where when a document differs from its result file (a CTest test)
    tools/tables.py --machine   prints this machine's folder name under bench/results
    tools/tables.py --stale     the cited results that are to be taken again, and why

A cited result that was measured with uncommitted changes, or whose measured sources (tools/measured_sources.py) have changed
since, is marked so beside its table: --check fails where the mark is missing, as where a number differs.

NAME is `readme`, `goals` (tools/goals.py), `results` (every cited result and how it stands), `real-trading` (what a test makes again),
`lobster-books` and `lobster-changes` (tools/lobster_tables.py), oracle-RECORDING (tools/oracle_tables.py), pairs-TABLE (tools/pairs_tables.py), `ladder-...`
(tools/ladder_tables.py), backtest-growth (tools/backtest_tables.py), a benchmark (all its tests), BENCHMARK-TEST (one test: `messaging-b_round_trip`, or
those whose names begin so: `exchange-matching`), `instructions` (every function's), instructions-FUNCTION, or
published-FILE-TABLE: what somebody else has published (bench/published/FILE.json) beside what was measured here. The newest result of each benchmark (by its provenance date) that
has the test is the one that is shown."""

import argparse
import json
import os
import platform
import re
import sys
from pathlib import Path

import backtest_tables
import charts
import goals
import ladder_pictures
import ladder_tables
import lobster_tables
import measured_sources
import oracle_tables
import pairs_tables

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
MARK = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.S)


def machine():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = re.sub(r"[^a-z0-9]+", "-", line.split(":")[1].strip().lower()).strip("-")
            return f"{model}-{os.cpu_count()}-cores"
    return platform.machine()


def hosts():
    """The folders that have results of benchmarks."""
    return sorted({path.parts[-3] for path in RESULTS.glob("*/*/*.json")})


def is_meant(test, name):
    return test == name or test.startswith(f"{name}_")


CITED = {}  # path -> provenance, of the results that this run has put somewhere
_loaded = {}


def load(path):
    if path not in _loaded:
        lines = json.loads(path.read_text())
        _loaded[path] = ([line for line in lines if "metric" in line], measured_sources.provenance_of(lines))
    return _loaded[path]


def newest(bench, test="", host="*"):
    """The records and the provenance of a benchmark's newest result file, of those with such a test if one is named, or None."""
    runs = []
    for path in RESULTS.glob(f"{host}/{bench}/*.json"):
        records, provenance = load(path)
        if not test or any(is_meant(record["test"], test) for record in records):
            runs.append((provenance["date"], path, records, provenance))
    if not runs:
        return None
    _, path, records, provenance = max(runs, key=lambda run: run[0])
    CITED[path] = provenance
    return path, records, provenance


def number(value):
    if 0 < abs(value) < 0.005:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def source_line(path, provenance, tests=None):
    """Of a result that was measured in parts: as the parts were that have these tests."""
    parts = [part for part in provenance.get("parts", []) if set(part["tests"]) & set(tests or part["tests"])]
    if parts:
        provenance = provenance | parts[0] | {"dirty": any(part["dirty"] for part in parts)}
    stale = measured_sources.why_stale(path, provenance)
    stale = f" (**{stale}**)" if stale else ""
    bench, ping_pong = provenance["bench"], provenance.get("ping_pong_ns_before")
    round_trip = "one thread" if ping_pong is None else f"cache-line round trip {ping_pong:.0f} ns"
    return (f"{provenance['date'][:10]}, {provenance['cores']} cores of {provenance['cpu']}, Linux {provenance['kernel']}, "
            f"{provenance['compiler']} `{provenance['flags'].strip()}`, commit {provenance['commit']}{stale}; {round_trip}. "
            f"`{path.relative_to(ROOT)}`; repeat with `{provenance.get('command', f'script/bench {bench}')}`.\n")


SOURCE_LINE = re.compile(r"\d{4}-\d\d-\d\d, \d+ cores of .+?; (?:one thread|cache-line round trip \d+ ns)\. "
                         r"`bench/results/([\w-]+)/(\w+)/[^`]+`; repeat with `script/bench[ -]\w+`\.")


def with_footnotes(table, labels):
    """Where a result is from is said once a page: each table names footnotes, the first table to name one defines it. `labels` are
    those of the page."""
    definitions = []

    def note(found):
        line = found.group()
        if line not in labels:
            labels[line] = f"[^{found.group(2)}-{len(labels) + 1}]"
            definitions.append(f"{labels[line]}: {line}\n")
        stale = re.search(r" \(\*\*.+?\*\*\)", line)
        return labels[line] + (stale.group() if stale else "")

    named = re.sub(r"(\[\^[\w-]+\](?: \(\*\*.+?\*\*\))?)\n\n(?=\[\^)", r"\1 ", SOURCE_LINE.sub(note, table))
    return named + "".join(f"\n{definition}" for definition in definitions)


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


def column_order(metric):
    return (COLUMNS.index(metric), "") if metric in COLUMNS else (len(COLUMNS), metric)


def ratio_cell(records, subject):
    """Ours divided by theirs: below 1 is faster."""
    wanted = [f"{metric} / {subject}" for metric in RATIOS]
    found = [next((r for r in records if r["metric"] == name), None) for name in wanted]
    ratio = next((r for r in found if r), None)
    return f"{ratio['value']:.2f} ({ratio['low']:.2f}–{ratio['high']:.2f})" if ratio else ""


def cell(record, metric):
    if record is None:
        return ""
    spread = f" ({number(record['low'])}–{number(record['high'])})" if metric == "time" else ""
    return number(record["value"]) + spread


def test_table(records, test):
    """One line a subject, one column a metric, medians of the rounds."""
    mine = [r for r in records if r["test"] == test]
    plain = [r for r in mine if (" / " not in r["metric"] or r["metric"] in COLUMNS) and r["metric"] not in HIDDEN]
    if not plain:
        return ""
    metrics = sorted({r["metric"] for r in plain}, key=column_order)
    units = {r["metric"]: r["unit"] for r in plain}
    extra = [name for name in ("welch t", "welch df", "welch p") if any(r["metric"].startswith(name) for r in mine)]
    subjects = dict.fromkeys(r["subject"] for r in plain)
    ratios = ["hotpath / it"] if any(ratio_cell(mine, subject) for subject in subjects) else []
    heads = [f"{m}, {units[m]}" for m in metrics] + ratios + extra
    rounds = plain[0]["pairs"]
    rows = [f"**{test}**" + (f": {rounds} rounds, cores {plain[0]['regime']}\n" if rounds > 1 else "\n"),
            f"| | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    for subject in subjects:
        of_subject = {r["metric"]: r for r in plain if r["subject"] == subject}
        cells = [cell(of_subject.get(m), m) for m in metrics] + [ratio_cell(mine, subject) for _ in ratios]
        for name in extra:
            found = next((r for r in mine if r["metric"] == f"{name} / {subject}"), None)
            cells.append(number(found["value"]) if found else "")
        rows.append(f"| {subject} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def bench_table(bench):
    """Every test of a benchmark."""
    found = newest(bench)
    if not found:
        return ""
    path, records, provenance = found
    tests = dict.fromkeys(r["test"] for r in records)
    return "\n".join(test_table(records, test) for test in tests) + f"\n{source_line(path, provenance)}"


def some_tests(bench, name):
    """The test of this name; when there is none, those whose names begin so."""
    found = newest(bench, name)
    if not found:
        return ""
    path, records, provenance = found
    tests = [test for test in dict.fromkeys(r["test"] for r in records) if is_meant(test, name)]
    tests = [name] if name in tests else tests
    tables = [table for table in (test_table(records, test) for test in tests) if table]
    return "\n".join(tables) + f"\n{source_line(path, provenance, tests)}" if tables else ""


# The lines of the README's table: what it says, where the number is.
README_ROWS = [
    ("decode ITCH, full market", "feed", "decode", "time"),
    ("decode + every L3 book, full market", "feed", "decode_and_books_l3", "time"),
    ("update of one book by price, recorded mid-day", "book_ladder", "level_update_midday", "time"),
    ("packet in memory → order bytes in memory, median", "tick_to_order", "packet_to_order", "p50"),
    ("packet in memory → order bytes in memory, p99", "tick_to_order", "packet_to_order", "p99"),
    ("40 bytes through spsc, between two threads", "messaging", "a_spsc_throughput", "time"),
    ("40 bytes to another thread and back, median", "messaging", "b_round_trip", "p50"),
    ("40 bytes written to shared memory, median with the timer's own", "messaging", "c_shm_write", "p50"),
    ("73 bytes broadcast to three readers, the writer", "messaging", "e_broadcast_3", "write"),
]
# A line names the floor and this many peers, the fastest first.
README_PEERS_MAX = 3


def readme_others(matching):
    beside = [r for r in matching if r["subject"] in ("floor", "timer")]
    unlike = ("_batch", "_bulk")  # many messages a call: not what the line is about
    peers = [r for r in matching if r not in beside and not r["subject"].startswith(("hotpath", "timer")) and not r["subject"].endswith(unlike)]
    return beside + sorted(peers, key=lambda r: r["value"])[:README_PEERS_MAX]


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
        unit = re.sub("/(?=[aeiou])", " an ", ours["unit"]).replace("/", " a ")
        others = ", ".join(f"{r['subject'].replace('_', ' ')} {number(r['value'])}" for r in readme_others(matching))
        rows.append(f"| {label} | {number(ours['value'])} {unit} | {others} |")
        tests = [row[2] for row in README_ROWS if row[1] == bench]
        sources[bench] = source_line(path, provenance, tests)
    if len(rows) == 2:
        return ""
    return "\n".join(rows) + "\n\n" + "\n".join(sources.values())


INSTRUCTIONS_SOURCE = "`bench/budgets.json`; repeat with `script/bench --instructions`.\n"


def budgets():
    by_compiler = json.loads((ROOT / "bench" / "budgets.json").read_text())
    compiler = max(name for name in by_compiler if name.startswith("GNU"))
    return compiler, by_compiler[compiler]


def instructions_list(prefix=""):
    """Of the budgets that have no kinds, those whose names begin so: one line a function."""
    compiler, counted = budgets()
    rows = [f"| | instructions, {compiler} |", "|---|---:|"]
    rows += [f"| {name} | {number(count)} |" for name, count in counted.items() if "." not in name and name.startswith(prefix)]
    return "\n".join(rows) + f"\n\n{INSTRUCTIONS_SOURCE}"


def instructions_table(function):
    """Of the budgets of FUNCTION.THIS.KIND, by GCC: one line a THIS, one column a KIND."""
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
    rows = [f"Instructions, {compiler}\n", f"| | {' | '.join(kinds)} |", "|---" + "|---:" * len(kinds) + "|"]
    rows += [f"| {subject} | {' | '.join(number(counted[subject][kind]) for kind in kinds)} |" for subject in subjects]
    return "\n".join(rows) + f"\n\n{INSTRUCTIONS_SOURCE}"


def published_table(name):
    """Somebody else's numbers, as they published them, and ours of the same test: a line names the subject it is compared with,
    or the table the subjects that have a column each."""
    file, _, table = name.partition("-")
    published = json.loads((ROOT / "bench" / "published" / f"{file}.json").read_text())
    wanted = published["tables"][table]
    found = newest(published["bench"], wanted["lines"][0]["test"])
    subjects = wanted["subjects"] or ["here"]
    rows = [f"| | published | {' | '.join(subjects)} |", "|---" + "|---:" * (len(subjects) + 1) + "|"]
    for line in wanted["lines"]:
        cells = [line["published"]]
        for subject in [line["subject"]] if "subject" in line else subjects:
            keys = {"test": line["test"], "subject": subject, "metric": line["metric"]}
            record = next((r for r in found[1] if all(r[k] == v for k, v in keys.items())), None) if found else None
            cells.append(number(record["value"]) if record else "")
        rows.append(f"| {line['label']} | {' | '.join(cells)} |")
    source = f"Published: {published['source']}, “{wanted['section']}”; {published['machine']}. Here: "
    tests = {line["test"] for line in wanted["lines"]}
    return "\n".join(rows) + "\n\n" + source + (source_line(found[0], found[2], tests) if found else "not measured yet.\n")


# The runs of tests/golden/real_trading.json, which a test makes again: what each is, and the price units of a dollar.
REAL_TRADING = [("market_maker_aapl", "market maker, AAPL before the open"),
                ("market_maker_goog", "market maker, GOOG for a day"),
                ("pairs_ms_gs_daily", "pairs, MS and GS at daily closes")]
REAL_TRADING_COLUMNS = [("market messages", "market_messages"), ("checks", "checks"), ("orders", "orders"), ("executions", "executions"),
                        ("bought", "bought_qty"), ("sold", "sold_qty"), ("largest position", "position_most")]
PRICE_UNITS_PER_DOLLAR = 10_000


def real_trading_table():
    runs = json.loads((ROOT / "tests" / "golden" / "real_trading.json").read_text())
    heads = [head for head, _ in REAL_TRADING_COLUMNS] + ["left", "fees, $", "P&L, $"]
    rows = [f"| | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    for name, label in REAL_TRADING:
        run = runs[name]
        cells = [f"{run[key]:,}" for _, key in REAL_TRADING_COLUMNS]
        cells.append(", ".join(f"{symbol} {held:,}" for symbol, held in run["positions"].items()))
        cells += [f"{run[key] / PRICE_UNITS_PER_DOLLAR:,.2f}" for key in ("fees", "pnl")]
        rows.append(f"| {label} | {' | '.join(cells)} |")
    source = "`tests/golden/real_trading.json`; made again and compared by `end_to_end_test --gtest_filter='RealTrading.*'`.\n"
    return "\n".join(rows) + "\n\n" + source


# What the other work of a thread is in a pause, and which stages a rehearsal has in it.
WARM_PAUSES = [("spin", "polls a socket"), ("walk", "walks through 32 MB")]
WARM_LENGTHS = [("1ms", "1 ms"), ("10ms", "10 ms"), ("100ms", "100 ms"), ("1s", "1 s")]
WARM_STAGES = [("decode, book", ("decode p50", "book p50")), ("decide, risk, encode", ("decide p50", "risk p50", "encode p50"))]


def warm_path_table():
    """A line for each pause: without rehearsals, with them, and the same packets without a pause."""
    found = newest("warm_path")
    if not found:
        return ""
    path, records, provenance = found
    heads = ["never, p50 ns", "rehearsed, p50 ns", "no pause, p50 ns", "rehearsed / never"]
    heads += [f"{stages}: {who}" for stages, _ in WARM_STAGES for who in ("never", "rehearsed")] + ["pauses"]
    rows = [f"| | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    for kind, label in WARM_PAUSES:
        for length, said in WARM_LENGTHS:
            mine = [r for r in records if r["test"] == f"{kind}_{length}"]
            by = {(r["subject"], r["metric"]): r for r in mine}
            cells = [number(by[who, "p50"]["value"]) for who in ("never", "hotpath", "no_pause")] + [ratio_cell(mine, "never")]
            cells += [number(sum(by[who, part]["value"] for part in parts)) for _, parts in WARM_STAGES for who in ("never", "hotpath")]
            cells.append(f"{by['never', 'count']['value']:.0f} × {by['never', 'count']['pairs']}")
            rows.append(f"| {label}, {said} | {' | '.join(cells)} |")
    return "\n".join(rows) + f"\n\n{source_line(path, provenance)}"


def backtest_growth_table():
    found = newest("backtest")
    return f"{backtest_tables.growth_table(found[1], number)}\n{source_line(found[0], found[2])}" if found else ""


def results_table():
    """Every result that a table or a picture cites, and whether it is of the sources as they are."""
    rows = ["| result | date | commit | |", "|---|---|---|---|"]
    for path, provenance in sorted(cited().items()):
        stale = measured_sources.why_stale(path, provenance)
        host = path.relative_to(RESULTS).parts[0]
        rows.append(f"| `{provenance['bench']}`, {host} | {provenance['date'][:10]} | {provenance['commit']} | {stale or 'of these sources'} |")
    return "\n".join(rows) + "\n\n`tools/tables.py --stale` lists those to be taken again.\n"


def cited():
    """By rendering everything but this."""
    for document in documents():
        for _, name, _ in MARK.findall(document.read_text()):
            if name != "results":
                render(name)
    charts.pictures(newest)
    return CITED


def render(name):
    if name == "results":
        return results_table()
    if name == "warm_path-pauses":
        return warm_path_table()
    if name == "backtest-growth":
        return backtest_growth_table()
    if name == "real-trading":
        return real_trading_table()
    if name.startswith("oracle-"):
        return oracle_tables.oracle_table(name.partition("-")[2])
    if name.startswith("pairs-"):
        return pairs_tables.pairs_table(name.partition("-")[2])
    if name.startswith("ladder-"):
        return ladder_tables.table(name.partition("-")[2], newest, number, source_line)
    if name == "lobster-books":
        return lobster_tables.books_table()
    if name == "lobster-changes":
        return lobster_tables.changes_table()
    if name == "readme":
        return readme_table()
    if name == "goals":
        return goals.table(newest, number, hosts(), measured_sources.why_stale)
    if name.startswith("published-"):
        return published_table(name.partition("-")[2])
    if name == "instructions":
        return instructions_list()
    if name.startswith("instructions-"):
        return instructions_table(name.partition("-")[2])
    bench, _, test = name.partition("-")
    return some_tests(bench, test) if test else bench_table(bench)


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "hotpath").rglob("*.md"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--machine", action="store_true")
    parser.add_argument("--stale", action="store_true")
    arguments = parser.parse_args()
    if arguments.machine:
        print(machine())
        return 0
    if arguments.stale:
        for path, provenance in sorted(cited().items()):
            if why := measured_sources.why_stale(path, provenance):
                print(f"script/bench {provenance['bench']} --save    # {path.relative_to(ROOT)}: {why}")
        return 0
    stale = []
    for document in documents():
        text = document.read_text()
        labels = {}
        fresh = MARK.sub(lambda m: m.group(1) + with_footnotes(render(m.group(2)), labels) + m.group(3), text)
        if fresh != text:
            stale.append(document.relative_to(ROOT))
            if not arguments.check:
                document.write_text(fresh)
    for picture, drawn in charts.pictures(newest).items():
        path = ROOT / picture
        if not path.exists() or path.read_text() != drawn:
            stale.append(picture)
            if not arguments.check:
                path.write_text(drawn)
    for picture in ladder_pictures.stale(newest):
        print(f"{picture}: not of the newest result: /usr/bin/python3 tools/pairs_ladder.py --draw RESULT draws it")
    for document in stale:
        print(f"{document}: {'differs from its result file: run tools/tables.py' if arguments.check else 'updated'}")
    return 1 if arguments.check and (stale or ladder_pictures.stale(newest)) else 0


if __name__ == "__main__":
    sys.exit(main())
