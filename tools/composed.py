"""Tables that are composed of several tests, or of figures beside published ones: for tools/tables.py, by the first word of a table's name.

    published-FILE-TABLE    bench/published/FILE.json beside what was measured here
    growth-DIMENSION        how time and memory grow; backtest-growth of a backtest; warm_path-pauses
    ladder-TABLE            the pairs ladder: docs/techniques/pairs-ladder.md
    oracle-RECORDING, real-trading    of tests/golden"""

import json
import re
from dataclasses import dataclass

from figures import ROOT
from formats import markdown, number, sources

ORACLE = ROOT / "tests" / "golden" / "order_oracle"


def ratio_of(records, subject):
    """Our p50 divided by theirs: below 1 is faster."""
    ratio = next((r for r in records if r["metric"] == f"p50 / {subject}"), None)
    return f"{ratio['value']:.2f} ({ratio['low']:.2f}–{ratio['high']:.2f})" if ratio else ""


def shown_value(run, subject, metric):
    record = next((r for r in run.records if (r["subject"], r["metric"]) == (subject, metric)), None) if run else None
    return number(record["value"]) if record else ""


def published_table(results, file, name):
    """A line names the subject it is compared with, or the table the subjects that have a column each."""
    published = json.loads((ROOT / "bench" / "published" / f"{file}.json").read_text())
    wanted = published["tables"][name]
    runs = {line["test"]: {run.kind: run for run in results.runs(published["bench"], line["test"])} for line in wanted["lines"]}
    kinds = sorted({kind for of in runs.values() for kind in of}, key=lambda kind: kind.order)
    columns = [(subject, kind) for subject in wanted["subjects"] or [""] for kind in kinds]
    rows = []
    for line in wanted["lines"]:
        cells = [shown_value(runs[line["test"]].get(kind), line.get("subject", subject), line["metric"]) for subject, kind in columns]
        rows.append([line["label"], line["published"], *cells])
    heads = ["", "published", *(f"{subject}, {kind}" if subject else str(kind) for subject, kind in columns)]
    here = sources(run for of in runs.values() for run in of.values()) if kinds else "not measured yet.\n"
    return f"{markdown(heads, rows)}\nPublished: {published['source']}, “{wanted['section']}”; {published['machine']}. Here: {here}"


FLAT_MAX = 1.25


@dataclass(frozen=True)
class Line:
    """One number of every size."""
    label: str
    subject: str
    metric: str


@dataclass(frozen=True)
class Dimension:
    bench: str
    tests: str  # their names are this and a size
    times: tuple
    memories: tuple
    items: str  # what the size counts

    @property
    def lines(self):
        return self.times + self.memories

    def sizes(self, results):
        """Size to test."""
        tests = {int(size): test for test in results.tests(self.bench) for head, _, size in [test.rpartition("_")] if head == self.tests and size.isdigit()}
        return dict(sorted(tests.items()))


def lines_of(subjects, *metrics):
    return tuple(Line(label, subject, metric) for label, subject in subjects for metric in metrics)


BOOKS = (("by order", "hotpath"), ("by price", "hotpath_by_price"))
IDS = (("ids by hash", "hotpath"), ("ids by array", "hotpath_dense"))
WHOLE = (("whole system", "hotpath"),)
WRITER = (Line("whole", "hotpath", "time"), Line("writer alone", "hotpath", "write"))

DIMENSIONS = {
    "messages": Dimension("growth", "messages", lines_of(BOOKS, "time"), lines_of(BOOKS, "memory"), "messages"),
    "instruments": Dimension("growth", "instruments", lines_of(BOOKS, "time"), lines_of(BOOKS, "memory"), "instruments"),
    "strategies": Dimension("growth", "strategies", lines_of(WHOLE, "time"), lines_of(WHOLE, "peak memory"), "strategies"),
    "readers": Dimension("growth", "readers", WRITER, (Line("ring", "hotpath", "memory"),), "readers"),
    "open_orders": Dimension("growth", "open_orders", lines_of(IDS, "time"), lines_of(IDS, "memory"), "open orders"),
    "days": Dimension("backtest", "days", lines_of(WHOLE, "time"), lines_of(WHOLE, "peak memory"), "days"),
    "backtest_instruments": Dimension("backtest", "instruments", lines_of(WHOLE, "time"), lines_of(WHOLE, "peak memory"), "instruments"),
}


def record_of(run, line):
    return next((r for r in run.records if (r["subject"], r["metric"]) == (line.subject, line.metric)), None) if run else None


def picture_of(name):
    return f"growth-{name.replace('_', '-')}.svg"


def verdict(first, last, sizes):
    """By how much a value grew while the size grew from the first to the last of `sizes`."""
    if not first:
        return ""
    factor, of_sizes = last / first, sizes[1] / sizes[0]
    if factor <= FLAT_MAX:
        return f"{factor:.2f} ×: {'flat' if factor >= 1 / FLAT_MAX else 'falls'}"
    word = "linear" if of_sizes / FLAT_MAX <= factor <= of_sizes * FLAT_MAX else "less than linear" if factor < of_sizes else "**more than linear**"
    return f"{factor:,.2f} ×: {word}"


def values_on(dimension, kind, results):
    """Size to the values of each line, None where one is missing."""
    found = {}
    for size, test in dimension.sizes(results).items():
        run = results.run(dimension.bench, test, kind)
        if run:
            records = [record_of(run, line) for line in dimension.lines]
            found[size] = [record and record["value"] for record in records]
    return found


def kinds_of(dimension, results):
    """Those that the tests are shown for: tools/results.py."""
    kinds = {run.kind for test in dimension.sizes(results).values() for run in results.runs(dimension.bench, test)}
    return sorted(kinds, key=lambda kind: kind.order)


def growth_row(by_size, lines):
    sizes = (min(by_size), max(by_size))
    pairs = [(by_size[sizes[0]][n], by_size[sizes[1]][n]) for n in range(lines)]
    return sizes, ["" if None in pair else verdict(*pair, sizes) for pair in pairs]


def growth_table(results, name):
    """The picture, the table, and what they are of."""
    dimension = DIMENSIONS[name]
    kinds = kinds_of(dimension, results)
    if not kinds:
        return f"Not measured yet: `script/bench {dimension.bench} --save`.\n"
    runs = [run for test in dimension.sizes(results).values() for run in results.runs(dimension.bench, test)]
    units = [next((record["unit"] for run in runs if (record := record_of(run, line))), "") for line in dimension.lines]
    heads = [dimension.items, "host", *(f"{line.label}: {line.metric}, {unit}" for line, unit in zip(dimension.lines, units))]
    values = {kind: values_on(dimension, kind, results) for kind in kinds}
    rows = []
    for size in dimension.sizes(results):
        of_size = [(kind, values[kind][size]) for kind in kinds if size in values[kind]]
        rows += [["" if n else f"{size:,}", str(kind), *("" if value is None else number(value) for value in of)] for n, (kind, of) in enumerate(of_size)]
    for kind in kinds:
        (least, most), cells = growth_row(values[kind], len(dimension.lines))
        if most > least:
            rows.append([f"{most:,} / {least:,}", str(kind), *cells])
    return f"![Time and memory by {dimension.items}]({picture_of(name)})\n\n{markdown(heads, rows, texts=2)}\n{sources(runs)}"


BACKTEST = "backtest"
SIDES = [("hotpath", "hotpath"), ("hftbacktest", "hftbacktest"), ("nautilus", "NautilusTrader")]
AMOUNTS = ["days", "instruments", "strategies", "threads"]
BACKTEST_COLUMNS = [("time", "ns/event"), ("peak memory", "MiB")]


def tests_by_number(kind, results):
    """By number."""
    return sorted(results.tests(BACKTEST, kind), key=lambda name: int(name.rpartition("_")[2]))


def label_of(kind, test):
    count = test.rpartition("_")[2]
    return f"{count} {kind if count != '1' else {'strategies': 'strategy'}.get(kind, kind.removesuffix('s'))}"


def backtest_cells(run):
    values = {(r["subject"], r["metric"]): r["value"] for r in run.records}
    found = [values.get((side, metric)) for metric, _ in BACKTEST_COLUMNS for side, _ in SIDES]
    return ["" if value is None else number(value) for value in found]


def backtest_table(results):
    """A line for each number of days, instruments, strategies, threads and kind of host; a column for each side and metric."""
    heads = ["", "host", *(f"{label}: {metric}, {unit}" for metric, unit in BACKTEST_COLUMNS for _, label in SIDES)]
    rows, shown = [], []
    for kind in AMOUNTS:
        for test in tests_by_number(kind, results):
            runs = results.runs(BACKTEST, test)
            shown += runs
            rows += [["" if n else label_of(kind, test), str(run.kind), *backtest_cells(run)] for n, run in enumerate(runs)]
    return markdown(heads, rows, texts=2) + "\n" + sources(shown) if rows else ""


# What the other work of a thread is in a pause, and which stages a rehearsal has in it.
PAUSES = [("spin", "polls a socket"), ("walk", "walks through 32 MB")]
LENGTHS = [("1ms", "1 ms"), ("10ms", "10 ms"), ("100ms", "100 ms"), ("1s", "1 s")]
STAGES = [("decode, book", ("decode p50", "book p50")), ("decide, risk, encode", ("decide p50", "risk p50", "encode p50"))]


# Who is measured, and what that is called.
SUBJECTS = [("never", "never"), ("orders", "orders rehearsed"), ("hotpath", "rehearsed"), ("floor", "floor"), ("no_pause", "no pause")]
STAGED = [("never", "never"), ("hotpath", "rehearsed")]
COMPARED = [("never", "never"), ("orders", "orders")]


def by_subject(records):
    """A result from before packets were rehearsed has no `orders`: its `hotpath` rehearsed orders alone."""
    is_old = all(r["subject"] != "orders" for r in records)
    return {("orders" if is_old and r["subject"] == "hotpath" else r["subject"], r["metric"]): r for r in records}


def pause_cells(run):
    by = by_subject(run.records)
    is_rehearsed = ("hotpath", "p50") in by
    shown = [number(by[who, "p50"]["value"]) if (who, "p50") in by else "" for who, _ in SUBJECTS]
    shown += [ratio_of(run.records, who) if is_rehearsed else "" for who, _ in COMPARED]
    shown += [number(sum(by[who, part]["value"] for part in parts)) if (who, "p50") in by else "" for _, parts in STAGES for who, _ in STAGED]
    return [*shown, f"{by['never', 'count']['value']:.0f} × {by['never', 'count']['pairs']}"]


def pauses_table(results):
    """A line for each pause and kind of host: rehearsed or not, the floor, and the same packets without a pause."""
    heads = ["", "host", *(f"{said}, p50 ns" for _, said in SUBJECTS), *(f"rehearsed / {said}" for _, said in COMPARED)]
    heads += [f"{stages}: {said}" for stages, _ in STAGES for _, said in STAGED] + ["pauses"]
    rows, shown = [], []
    for kind, label in PAUSES:
        for length, said in LENGTHS:
            runs = results.runs("warm_path", f"{kind}_{length}")
            shown += runs
            rows += [["" if n else f"{label}, {said}", str(run.kind), *pause_cells(run)] for n, run in enumerate(runs)]
    return markdown(heads, rows, texts=2) + "\n" + sources(shown) if rows else ""


ORACLE_HEADS = ["executions given back", "another quantity", "missed", "invented", "orders exact", "shares filled", "time to fill, ms, p50",
         "Brier score"]


def share_of(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "-"


def milliseconds(quantiles):
    return "-" if quantiles["p50_ns"] is None else f"{quantiles['p50_ns'] / 1e6:,.1f}"


def oracle_row(model, calibrated):
    name = model["model"].replace("_", " ")
    cells = [share_of(model["exact"], model["executions"]), f"{model['partial']:,}", f"{model['missed']:,}", f"{model['invented']:,}",
             share_of(model["orders_exact"], model["orders"]), f"{100 * model['fill_ratio']:.2f}%", milliseconds(model["time_to_fill"]),
             f"{model['brier_score']:.5f}"]
    return f"| {f'**{name}**' if name == f'power {calibrated:g}' else name} | {' | '.join(cells)} |"


def oracle_table(name):
    """A line for each model; the calibrated exponent of power in bold."""
    result = json.loads((ORACLE / f"{name}.json").read_text())
    first = result["models"][0]
    recorded = result["recorded"]
    lines = [f"{first['orders']:,} orders, {first['executions']:,} executions; of the shares {100 * recorded['fill_ratio']:.2f}% executed, "
             f"the first of an order after {milliseconds(recorded['time_to_fill'])} ms (median). Out of account: {first['late']:,} orders shown "
             f"late, {first['halted']:,} canceled by a halt, {first['refused']:,} refused; {first['crossed']:,} executions of crosses and at "
             f"other prices, {first['out_of_turn']:,} out of turn.\n",
             f"| | {' | '.join(ORACLE_HEADS)} |", "|---" + "|---:" * len(ORACLE_HEADS) + "|"]
    lines += [oracle_row(model, result["calibrated_exponent"]) for model in result["models"]]
    source = (f"`tests/golden/order_oracle/{name}.json`; repeat with `hotpath backtest oracle {result['file']} "
              f"--one-in {result['one_in']} --runs {result['runs']}`.\n")
    return "\n".join(lines) + f"\n\n{source}"


REAL_RUNS = [("market_maker_aapl", "market maker, AAPL before the open"),
        ("market_maker_goog", "market maker, GOOG for a day"),
        ("pairs_ms_gs_daily", "pairs, MS and GS at daily closes")]
REAL_COLUMNS = [("market messages", "market_messages"), ("checks", "checks"), ("orders", "orders"), ("executions", "executions"),
           ("bought", "bought_qty"), ("sold", "sold_qty"), ("largest position", "position_most")]
PRICE_UNITS_PER_DOLLAR = 10_000
REAL_SOURCE = "\n`tests/golden/real_trading.json`; made again and compared by `end_to_end_test --gtest_filter='RealTrading.*'`.\n"


def real_trading_table():
    runs = json.loads((ROOT / "tests" / "golden" / "real_trading.json").read_text())
    rows = []
    for name, label in REAL_RUNS:
        run = runs[name]
        cells = [f"{run[key]:,}" for _, key in REAL_COLUMNS]
        cells.append(", ".join(f"{symbol} {held:,}" for symbol, held in run["positions"].items()))
        cells += [f"{run[key] / PRICE_UNITS_PER_DOLLAR:,.2f}" for key in ("fees", "pnl")]
        rows.append([label, *cells])
    return markdown(["", *(head for head, _ in REAL_COLUMNS), "left", "fees, $", "P&L, $"], rows) + REAL_SOURCE


LADDER = "pairs_ladder"
BUILDS = ["gcc -O0", "gcc -O2", "gcc -O3 native", "gcc -O3 native, new prices", "clang -O0", "clang -O2", "clang -O3 native"]
COUNTED = ["gcc -O0", "gcc -O2", "gcc -O3 v3", "clang -O0", "clang -O2", "clang -O3 v3"]
OURS = "one_loop"  # of the programs as published, the one that is not the paper's
# The percentage of latency that the paper takes for a percentage of exposure, from Ende et al.
EXPOSURE_PER_LATENCY = 0.9


PICTURES = {"published": "![Box and violin plots of the runs of each program as published](pairs-ladder-published.svg)\n",
            "corrected": "![Box and violin plots of the runs of each corrected version](pairs-ladder.svg)\n"}


def slug(build):
    return re.sub(r"\W+", "_", build)


def published():
    return json.loads((ROOT / "bench" / "published" / "seed1.json").read_text())


class Ladder:
    """The records of one result, by test, subject and metric."""

    def __init__(self, records):
        self.records = {(r["test"], r["subject"], r["metric"]): r for r in records}

    def value(self, test, subject, metric):
        found = self.records.get((test, subject, metric))
        return found["value"] if found else None

    def shown(self, *key):
        value = self.value(*key)
        return "" if value is None else number(value)

    def mean(self, test, build, subject):
        return self.value(f"runs_{test}_{slug(build)}", subject, "mean")

    def improvement(self, test, build, subject):
        """Of the mean, in % of the baseline's."""
        mean, baseline = self.mean(test, build, subject), self.mean(test, build, "baseline")
        return None if mean is None or not baseline else 100 * (1 - mean / baseline)

    def builds(self, test):
        return [build for build in BUILDS if self.mean(test, build, "baseline")]

    def subjects(self, test):
        return list(dict.fromkeys(subject for tested, subject, _ in self.records if tested == test))


def percent(value):
    return "" if value is None else f"{value:.1f}%"


def share(value):
    return "" if value is None else f"{value:.2f}%"


def with_gain(shown, gain):
    return shown if gain is None else f"{shown} ({percent(gain)})"


def latencies(run):
    """Tables 3 and 7, figures 18 and 22."""
    builds = [build for build in run.builds("published") if "new prices" not in build]
    techniques = published()["techniques"]
    rows = []
    for subject in run.subjects("published")[::-1]:
        printed = techniques.get(subject, {"label": f"{subject.replace('_', ' ')} (ours)"})
        row = [printed["label"], with_gain(number(printed["ns"]), printed.get("improvement_percent")) if "ns" in printed else ""]
        for build in builds:
            gain = None if subject == "baseline" else run.improvement("published", build, subject)
            row.append(with_gain(number(run.mean("published", build, subject)), gain))
        rows.append(row)
    return markdown(["ns a pass (gain)", "published", *builds], rows)


def deviations(run):
    """Table 6, with a number of runs that the paper wanted."""
    builds = run.builds("published")
    techniques = published()["techniques"]
    heads = ["", "published: mean", "sd", "sd / mean"]
    for build in builds[:2]:
        heads += [f"{build}: mean", "sd", "sd / mean"]
    rows = []
    for subject in ("baseline", "combined"):
        printed = techniques[subject]
        mean, sd = printed["table_6_ns"], printed["table_6_sd_ns"]
        row = [printed["label"], number(mean), number(sd), percent(100 * sd / mean)]
        for build in builds[:2]:
            test = f"runs_published_{slug(build)}"
            mean, sd = run.value(test, subject, "mean"), run.value(test, subject, "sd")
            if mean is None or sd is None:
                return ""
            row += [number(mean), number(sd), percent(100 * sd / mean)]
        rows.append(row)
    return markdown(heads, rows)


def statistics(run, test, build):
    """Figure 24: each version against the baseline, run by run."""
    name = f"runs_{test}_{slug(build)}"
    heads = [build, "mean, ns", "sd, ns", "min–max, ns", "speed-up (95%)", "paired t", "p", "Cohen's d"]
    rows = []
    for subject in run.subjects(name):
        mean = run.records[name, subject, "mean"]
        row = [subject, number(mean["value"]), run.shown(name, subject, "sd"), f"{number(mean['low'])}–{number(mean['high'])}"]
        ratio = run.records.get((name, subject, "speed-up"))
        row.append(f"{ratio['value']:.2f} ({ratio['low']:.2f}–{ratio['high']:.2f})" if ratio else "")
        row += [run.shown(name, subject, metric) for metric in ("paired t", "paired p", "cohen d")]
        rows.append(row)
    return markdown(heads, rows)


def instructions(run, test):
    """Table 8."""
    name = f"instructions_{test}"
    builds = [build for build in COUNTED if any(run.value(name, subject, build) for subject in run.subjects(name))]
    techniques = published()["techniques"] if test == "published" else {}
    heads = ["", *(["published, billion a process"] if techniques else []), *(f"{build}, a pass" for build in builds)]
    rows = []
    for subject in run.subjects(name):
        printed = [str(techniques.get(subject, {}).get("instructions_billion", ""))] if techniques else []
        rows.append([subject, *printed, *(run.shown(name, subject, build) for build in builds)])
    return markdown(heads, rows)


def cache(run, test, build):
    """Table 9."""
    name = f"cache_{test}_{slug(build)}"
    techniques = published()["techniques"] if test == "published" else {}
    heads = [f"{build}, a pass", *(["published, cache misses"] if techniques else []), "reads and writes", "misses of the first level",
             "of the last", "a process: misses of the first level"]
    rows = []
    for subject in run.subjects(name):
        printed = techniques.get(subject, {}).get("cache_misses_percent")
        rows.append([subject, *([f"{printed}%" if printed else ""] if techniques else []),
                     *(run.shown(name, subject, metric) for metric in ("D refs", "D1 misses", "LL misses")),
                     share(run.value(name, subject, "process D1 misses"))])
    return markdown(heads, rows)


def exposure(run):
    """Table 10: nine tenths of the gains, as published and as measured here."""
    builds = run.builds("published")
    heads = ["", "published", "0.9 x its gain", *(f"0.9 x ours, {build}" for build in builds[:2])]
    rows = []
    for subject, printed in published()["techniques"].items():
        if "exposure_percent" in printed:
            ours = [run.improvement("published", build, subject) for build in builds[:2]]
            rows.append([printed["label"], f"{printed['exposure_percent']}%", percent(EXPOSURE_PER_LATENCY * printed["improvement_percent"]),
                         *("" if gain is None else percent(EXPOSURE_PER_LATENCY * gain) for gain in ours)])
    return markdown(heads, rows)


def ladder_table(results, name):
    """`latencies`, `deviations`, `exposure`; `picture-published`, `picture-corrected`; `statistics-TEST-BUILD`, `cache-TEST-BUILD` (BUILD as in gcc_O2),
    `instructions-TEST`: of one whole run, since its tables are of the same timed passes."""
    newest = results.newest(LADDER, "published")
    if newest is None:
        return ""
    runs = [run for (bench, _, kind), run in results.runs_by_key.items() if bench == LADDER and kind.vendor == newest.kind.vendor and run.commit == newest.commit]
    records = [record for run in runs for record in run.records]
    source = sources(runs)
    run = Ladder(records)
    kind, *of = name.split("-")
    if kind == "picture":
        return PICTURES[of[0]]
    if kind in ("statistics", "cache"):
        build = next(build for build in BUILDS if slug(build) == of[1])
        text = {"statistics": statistics, "cache": cache}[kind](run, of[0], build)
    else:
        text = {"latencies": latencies, "deviations": deviations, "exposure": exposure, "instructions": instructions}[kind](run, *of)
    printed = published()
    is_beside = kind in ("latencies", "deviations", "exposure") or of[:1] == ["published"]
    beside = f"Published: {printed['source']}; {printed['machine']}. Here: " if is_beside and kind != "statistics" else ""
    return f"{text}\n{beside}{source}"


PUBLISHED = ("seed2", "seed4", "seed5")


def published_tests():
    for file in PUBLISHED:
        printed = json.loads((ROOT / "bench" / "published" / f"{file}.json").read_text())
        yield from ((printed["bench"], line["test"]) for table in printed["tables"].values() for line in table["lines"])


def is_shown(bench, test):
    """One of these tables has this test."""
    if bench == LADDER:
        return test.startswith(("published", "runs_", "instructions_", "cache_", "pass_"))
    head, _, size = test.rpartition("_")
    is_of_growth = size.isdigit() and any((one.bench, one.tests) == (bench, head) for one in DIMENSIONS.values())
    is_of_backtest = bench == BACKTEST and size.isdigit() and head in AMOUNTS
    is_pause = bench == "warm_path" and test in {f"{kind}_{length}" for kind, _ in PAUSES for length, _ in LENGTHS}
    return is_of_growth or is_of_backtest or is_pause or (bench, test) in set(published_tests())


def render(results, first, rest):
    """Empty when there is no such table."""
    if f"{first}-{rest}" in ("backtest-growth", "warm_path-pauses", "real-trading"):
        return {"backtest": backtest_table, "warm_path": pauses_table, "real": lambda _: real_trading_table()}[first](results)
    if first == "published":
        return published_table(results, *rest.split("-", 1))
    makers = {"growth": growth_table, "ladder": ladder_table, "oracle": lambda _, name: oracle_table(name)}
    return makers[first](results, rest) if first in makers and rest else ""
