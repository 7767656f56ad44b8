#!/usr/bin/env python3
"""Writes the figures (bench/figures/*.tsv) into the documents, as tables and within sentences, between a mark and `<!-- end -->`.

    tools/tables.py            rewrites them in README.md, docs/ and hotpath/
    tools/tables.py --check    exits 1 and says which document differs, or tells a measured number that nothing fills (a CTest check)

The mark is `<!-- table: NAME; OPTION; ... -->`. NAME is readme, goals, instructions[-FUNCTION], published-FILE-TABLE (bench/published), a table of
golden.py, or BENCHMARK-TEST, where TEST may be the beginning of several names (up to a `_`), or patterns: `open_*_sync|most_sync`. Options:

    metrics: A, B     these columns; without it every metric but those of HIDDEN
    subjects: A, B    these lines; without it all
    by test           a line a test, a column for each subject and metric
    growth            by test, and how each value grows from the least to the most of the numbers at the ends of their names

Within a sentence the mark is `<!-- figure: BENCHMARK-TEST; subjects: A; metrics: M -->`: the least to the most of all tests and kinds of host, with its
unit. Of `subjects: A, B` it is A over B, with `over: TEST` A over A in that test. `<!-- figure: budget-FUNCTION -->` is a budget of instructions."""

import argparse
import json
import re
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase

import figures
import goals
import golden
import prose
from pages import ROOT, markdown, number, sources

TABLE = re.compile(r"(<!-- table: (.+?) -->\n).*?(<!-- end -->)", re.S)
FIGURE = re.compile(r"(<!-- figure: (.+?) -->).*?(<!-- end -->)")
# The README's rows: label, benchmark, test, metric, our subject.
README_ROWS = [
    ("decode ITCH, full market, ns a message", "feed", "decode", "time", "hotpath"),
    ("decode + every L3 book, full market, ns a message", "feed", "decode_and_books_l3", "time", "hotpath"),
    ("packet in memory → order bytes in memory, median, ns", "tick_to_order", "packet_to_order", "p50", "hotpath"),
    ("40 bytes through spsc, between two threads, ns a message", "messaging", "a_spsc_throughput", "time", "hotpath"),
    ("FIX ExecutionReport decoded to numbers, ns", "protocols", "fix_decode", "time", "hotpath"),
]
BESIDE = ("floor", "timer")

# Metrics in this order; others follow by name.
ORDER = ["time", "write", "through", "min", "p50", "p90", "p95", "p99", "p99.9", "p99.99", "max", "mean", "sd", "sd to p99.9", "throughput", "first event",
         "loading", "compiling", "orders", "fills", "8 in a row p50", "8 in a row p99", "16 in a row p50", "16 in a row p99", "16 in a row p99.9",
         "alone p50", "alone p99", "alone p99.9", "mean of 512 p50", "mean of 512 p99", "first p50", "first p99", "midday", "open", "premarket",
         "generated_open", "updates", "levels a side p10", "levels a side p50", "levels a side p90", "decode p50", "decode p99", "book p50", "book p99",
         "decide p50", "decide p99", "risk p50", "risk p99", "encode p50", "encode p99", "packets", "cpu",
         "add", "reduce", "new level", "remove", "best changed", "+0", "+10", "+100", "+500", "+1000"]
# Shown where a mark names them.
HIDDEN = {"count", "min", "p90", "p95", "p99.99", "max", "mean", "sd", "sd to p99.9"}
COLUMNS_A_KIND_MAX = 2  # with more, each kind has a line instead
FLAT_MAX = 1.25


@dataclass(frozen=True)
class Mark:
    """What stands between `table:` and `-->`."""
    name: str
    metrics: tuple = ()
    subjects: tuple = ()
    is_by_test: bool = False
    is_growth: bool = False
    over: str = ""

    @property
    def bench(self):
        return self.name.partition("-")[0]

    @property
    def pattern(self):
        return self.name.partition("-")[2]

    def has_test(self, test):
        if any(sign in self.pattern for sign in "*?[|"):
            return any(fnmatchcase(test, pattern) for pattern in self.pattern.split("|"))
        return not self.pattern or test == self.pattern or test.startswith(f"{self.pattern}_")

    def has(self, subject, metric):
        if self.subjects and subject not in self.subjects:
            return False
        return metric in self.metrics if self.metrics else metric not in HIDDEN and " / " not in metric and not metric.startswith("welch")

    def tests(self, results):
        """Of this very name; else all that the pattern has."""
        found = [test for test in results.tests(self.bench) if self.has_test(test)]
        return [self.pattern] if self.pattern in found else found


def mark_of(text):
    name, *options = text.split("; ")
    found = {}
    for option in options:
        key, _, values = option.partition(": ")
        if key in ("metrics", "subjects") and values:
            found[key] = tuple(values.split(", "))
        elif key == "over" and values:
            found["over"] = values
        elif option in ("by test", "growth"):
            found["is_by_test"] = True
            found["is_growth"] = found.get("is_growth", False) or option == "growth"
        else:
            raise ValueError(f"<!-- table: {text} -->: unknown option {option!r}")
    return Mark(name, **found)


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "hotpath").rglob("*.md"))]


def column_order(metric, named=()):
    """In the order of the mark that names them, else of ORDER, others by name."""
    order = named or ORDER
    return (order.index(metric), "") if metric in order else (len(order), metric)


def natural(name):
    """Numbers by their value."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def find(records, subject, metric):
    return next((r for r in records if (r["subject"], r["metric"]) == (subject, metric)), None)


def cell(records, subject, metric):
    found = find(records, subject, metric)
    if found is None:
        return ""
    spread = f" ({number(found['low'])}–{number(found['high'])})" if found["low"] != found["high"] else ""
    return number(found["value"]) + spread


def head(metric, unit):
    return f"{metric}, {unit}" if unit else metric


def rounds_of(run):
    return run.records[0]["pairs"]


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
    shown = [""] + [f"{run.kind}: {said}" if len(runs) > 1 else said for said in heads.values() for run in runs]
    return markdown(shown, [[subject, *(cell(run.records, subject, metric) for metric in heads for run in runs)] for subject in subjects])


def in_lines(runs, subjects, heads):
    """Each subject's kinds one below the other."""
    rows = []
    for subject in subjects:
        kinds = {}
        for run in runs:
            cells = tuple(cell(run.records, subject, metric) for metric in heads)
            if any(cells):
                kinds.setdefault(cells, []).append(str(run.kind))
        rows += [["" if n else subject, ", ".join(of), *cells] for n, (cells, of) in enumerate(kinds.items())]
    return markdown(["", "host", *heads.values()], rows, texts=2)


def shown_runs(results, mark, test):
    """The runs of a test with the records that the mark has."""
    for run in results.runs(mark.bench, test):
        if records := tuple(r for r in run.records if mark.has(r["subject"], r["metric"])):
            yield figures.Run(run.bench, run.test, run.kind, records, run.commit, run.date)


def test_table(mark, test, runs):
    """One line a subject, one column a metric, medians of the rounds."""
    units = {record["metric"]: record["unit"] for run in runs for record in run.records}
    heads = {metric: head(metric, units[metric]) for metric in sorted(units, key=lambda metric: column_order(metric, mark.metrics))}
    subjects = list(dict.fromkeys(record["subject"] for run in runs for record in run.records))
    is_wide = len(runs) > 1 and len(heads) > COLUMNS_A_KIND_MAX
    return title(test, runs) + (in_lines if is_wide else in_columns)(runs, subjects, heads)


def size_of(test):
    """The number at the end of a name."""
    return int(re.search(r"(\d*)$", test).group() or 0)


def verdict(first, last, sizes):
    """By how much a value grows while the size grows from the first to the last of `sizes`."""
    if not first:
        return ""
    factor, of_sizes = last / first, sizes[1] / sizes[0]
    if factor <= FLAT_MAX:
        return f"{factor:.2f} ×: {'flat' if factor >= 1 / FLAT_MAX else 'falls'}"
    word = "linear" if of_sizes / FLAT_MAX <= factor <= of_sizes * FLAT_MAX else "less than linear" if factor < of_sizes else "**more than linear**"
    return f"{factor:,.2f} ×: {word}"


def growth_rows(by_test, keys):
    """A line a kind: each column's last value over its first."""
    kinds = sorted({run.kind for runs in by_test.values() for run in runs}, key=lambda kind: kind.order)
    rows = []
    for kind in kinds:
        runs = {size_of(test): run for test, of in by_test.items() for run in of if run.kind == kind}
        sizes = min(runs), max(runs)
        pairs = [(find(runs[sizes[0]].records, *key), find(runs[sizes[1]].records, *key)) for key in keys]
        if sizes[0] < sizes[1]:
            cells = ["" if None in pair else verdict(pair[0]["value"], pair[1]["value"], sizes) for pair in pairs]
            rows.append([f"{sizes[1]:,} / {sizes[0]:,}", str(kind), *cells])
    return rows


def by_test_table(mark, by_test):
    """A line for each test and kind, a column for each subject and metric."""
    units = {(r["subject"], r["metric"]): r["unit"] for runs in by_test.values() for run in runs for r in run.records}
    metrics, subjects = {metric for _, metric in units}, list(dict.fromkeys(subject for subject, _ in units))
    keys = sorted(units, key=lambda key: (column_order(key[1], mark.metrics), subjects.index(key[0])))
    said = (lambda key: head(key[1], units[key])) if len(subjects) == 1 else lambda key: key[0] if len(metrics) == 1 else f"{key[0]}: {head(key[1], units[key])}"
    tests = sorted(by_test, key=natural)
    labels = {test: f"{size_of(test):,}" if mark.is_growth else test for test in tests}
    rows = []
    for test in tests:
        rows += [["" if n else labels[test], str(run.kind), *(cell(run.records, *key) for key in keys)] for n, run in enumerate(by_test[test])]
    if mark.is_growth:
        rows += growth_rows(by_test, keys)
    whole = f"**{head(*metrics, units[keys[0]])}**\n\n" if len(metrics) == 1 and len(subjects) > 1 else ""
    return whole + markdown(["", "host", *map(said, keys)], rows, texts=2)


def bench_table(results, mark):
    by_test = {test: runs for test in mark.tests(results) if (runs := list(shown_runs(results, mark, test)))}
    if not by_test:
        return f"Not measured yet: `script/bench {mark.bench} --save`.\n"
    shown = by_test_table(mark, by_test) if mark.is_by_test else "\n".join(test_table(mark, test, runs) for test, runs in by_test.items())
    return shown + "\n" + sources(run for runs in by_test.values() for run in runs)


def ratio_of(results, mark, run):
    """Of a figure in a sentence: the value in one run, as it is or over another; None where one of both is missing."""
    (metric,), (subject, *others) = mark.metrics, mark.subjects
    other = results.run(mark.bench, mark.over, run.kind) if mark.over else run
    divisor = find(other.records, *others or [subject], metric) if other and (others or mark.over) else None
    value = find(run.records, subject, metric)
    if value is None or not (others or mark.over):
        return value and value["value"]
    key = (run.test, subject, metric), (other.test if other else "", others[0] if others else subject, metric)
    return divisor and (goals.ratio_of_rounds(run.records, *key) or value["value"] / divisor["value"])


def figure(results, mark):
    """The least to the most value of a figure in a sentence."""
    if mark.bench == "budget":
        return number(goals.budgets()[1][mark.pattern])
    runs = [run for test in mark.tests(results) for run in results.runs(mark.bench, test)]
    values = [value for run in runs if (value := ratio_of(results, mark, run)) is not None]
    if not values:
        raise ValueError(f"<!-- figure: {mark.name} -->: there is no such figure")
    least, most = number(min(values)), number(max(values))
    is_ratio = len(mark.subjects) > 1 or mark.over
    unit = "" if is_ratio else " " + next(record["unit"] for run in runs if (record := find(run.records, mark.subjects[0], mark.metrics[0])))
    return (least if least == most else f"{least} to {most}") + unit


def published(file):
    return json.loads((ROOT / "bench" / "published" / f"{file}.json").read_text())


def published_keys(file):
    """Test, subject and metric of every figure beside published ones."""
    for table in published(file)["tables"].values():
        for line in table["lines"]:
            yield from ((line["test"], line.get("subject", subject), line["metric"]) for subject in table["subjects"] or [""])


def published_table(results, file, name):
    """Published figures beside ours: a line names its subject, or the table names the subjects that have a column each."""
    whole = published(file)
    wanted = whole["tables"][name]
    runs = {line["test"]: {run.kind: run for run in results.runs(whole["bench"], line["test"])} for line in wanted["lines"]}
    kinds = sorted({kind for of in runs.values() for kind in of}, key=lambda kind: kind.order)
    columns = [(subject, kind) for subject in wanted["subjects"] or [""] for kind in kinds]

    def shown(line, subject, kind):
        run = runs[line["test"]].get(kind)
        record = run and find(run.records, line.get("subject", subject), line["metric"])
        return number(record["value"]) if record else ""

    rows = [[line["label"], line["published"], *(shown(line, *column) for column in columns)] for line in wanted["lines"]]
    heads = ["", "published", *(f"{subject}, {kind}" if subject else str(kind) for subject, kind in columns)]
    here = sources(run for of in runs.values() for run in of.values()) if kinds else "not measured yet.\n"
    return f"{markdown(heads, rows)}\nPublished: {whole['source']}, “{wanted['section']}”; {whole['machine']}. Here: {here}"


BUDGETS = "\n`bench/budgets.json`; repeat with `script/bench --instructions`.\n"


def instructions_table(function):
    """Of the budgets of FUNCTION.THIS.KIND a line a THIS, a column a KIND; of those without kinds whose names begin with FUNCTION a line each."""
    compiler, budgeted = goals.budgets()
    if not function or function in budgeted:
        rows = [[name, number(count)] for name, count in budgeted.items() if "." not in name and name.startswith(function)]
        return markdown(["", f"instructions, {compiler}"], rows) + BUDGETS
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
    return min((r for r in records if goals.is_peer(r["subject"])), key=lambda r: r["value"], default=None)


def readme_table(results):
    """Five rows: the newest figures of ours, of the floor or timer, and of the fastest peer."""
    rows = []
    for label, bench, test, metric, subject in README_ROWS:
        run = results.newest(bench, test)
        records = [r for r in run.records if r["metric"] == metric]
        beside = next((r for r in records if r["subject"] in BESIDE), None)
        ours, peer = find(records, subject, metric)["value"], best_peer(records)
        others = [f"{r['subject'].replace('_', ' ')} {number(r['value'])}" if r else "" for r in (beside, peer)]
        rows.append([label, f"**{number(ours)}**", *others, f"{peer['value'] / ours:.1f} ×" if peer else "", f"{run.kind}, {run.date}, {run.commit[:8]}"])
    return markdown(["", "Hotpath", "floor or timer", "fastest peer", "peer / Hotpath", "host, date, commit"], rows)


def render(results, mark):
    first, _, rest = mark.name.partition("-")
    if mark.name in ("readme", "goals"):
        return (readme_table if first == "readme" else goals.table)(results)
    if first == "instructions":
        return instructions_table(rest)
    if first == "published":
        return published_table(results, *rest.split("-", 1))
    return golden.TABLES[mark.name]() if mark.name in golden.TABLES else bench_table(results, mark)


def marks():
    """Of all documents; the test that a figure is `over` has a mark, too."""
    found = [mark_of(text) for page in documents() for pattern in (TABLE, FIGURE) for _, text, _ in pattern.findall(page.read_text())]
    return found + [Mark(f"{mark.bench}-{mark.over}", mark.metrics, mark.subjects) for mark in found if mark.over]


def is_shown():
    """Whether a document shows a figure: a function of benchmark, test, subject and metric."""
    of_documents = marks()
    files = [mark.name.split("-")[1] for mark in of_documents if mark.name.startswith("published-")]
    keys = {(published(file)["bench"], *key) for file in set(files) for key in published_keys(file)}
    wholes = {(bench, test, metric) for _, bench, test, metric, _ in README_ROWS}
    goal_keys = goals.keys()

    def shown(bench, test, subject, metric):
        return (bench, test, subject, metric) in keys | goal_keys or {(bench, test, metric), (bench, test, metric, "peers")} & (wholes | goal_keys) or any(
            mark.bench == bench and mark.has_test(test) and mark.has(subject, metric) for mark in of_documents)
    return shown


def rendered(results):
    """Path, its text now, and as it must be."""
    for page in documents():
        text = page.read_text()
        filled = TABLE.sub(lambda m: m.group(1) + render(results, mark_of(m.group(2))) + m.group(3), text)
        yield page, text, FIGURE.sub(lambda m: m.group(1) + figure(results, mark_of(m.group(2))) + m.group(3), filled)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args().check
    differing = [(path, fresh) for path, text, fresh in rendered(figures.Figures()) if text != fresh]
    for path, fresh in differing:
        if not is_check:
            path.write_text(fresh)
        print(f"{path.relative_to(ROOT)}: {'differs from bench/figures: run tools/tables.py' if is_check else 'updated'}")
    loose = [f"{page.relative_to(ROOT)}: a measured number in a sentence must be filled (<!-- figure: ... -->) or leave: {sentence}"
             for page in prose.pages() for sentence in prose.told(page.read_text())]
    print("\n".join(loose), end="\n" if loose else "")
    return 1 if is_check and (differing or loose) else 0


if __name__ == "__main__":
    sys.exit(main())
