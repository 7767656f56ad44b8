"""Tables of a benchmark's tests, the kinds of host beside each other.

A test with few numbers a subject has a column for each kind, one with many a line; kinds whose numbers are the same (those of the data
alone) share it."""

from citations import sources
from formats import markdown, number

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


def tables(results, bench, name=""):
    """Of a benchmark's tests of this name, or of all."""
    tests = results.tests(bench, name)
    shown = [table for table in (test_table(results, bench, test) for test in tests) if table]
    return "\n".join(shown) + "\n" + sources(run for test in tests for run in results.runs(bench, test)) if shown else ""
