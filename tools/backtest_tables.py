"""The table of how a backtest grows, of the results of `script/bench backtest`: docs/results/backtest-speed.md."""

from citations import sources
from formats import markdown, number

BENCH = "backtest"
SIDES = [("hotpath", "hotpath"), ("hftbacktest", "hftbacktest"), ("nautilus", "NautilusTrader")]
KINDS = ["days", "instruments", "strategies", "threads"]
COLUMNS = [("time", "ns/event"), ("peak memory", "MiB")]


def tests_of(kind, results):
    """By number."""
    return sorted(results.tests(BENCH, kind), key=lambda name: int(name.rpartition("_")[2]))


def label_of(kind, test):
    count = test.rpartition("_")[2]
    return f"{count} {kind if count != '1' else {'strategies': 'strategy'}.get(kind, kind.removesuffix('s'))}"


def cells(run):
    values = {(r["subject"], r["metric"]): r["value"] for r in run.records}
    found = [values.get((side, metric)) for metric, _ in COLUMNS for side, _ in SIDES]
    return ["" if value is None else number(value) for value in found]


def growth_table(results):
    """A line for each number of days, instruments, strategies, threads and kind of host; a column for each side and metric."""
    heads = ["", "host", *(f"{label}: {metric}, {unit}" for metric, unit in COLUMNS for _, label in SIDES)]
    rows, shown = [], []
    for kind in KINDS:
        for test in tests_of(kind, results):
            runs = results.runs(BENCH, test)
            shown += runs
            rows += [["" if n else label_of(kind, test), str(run.kind), *cells(run)] for n, run in enumerate(runs)]
    return markdown(heads, rows, texts=2) + "\n" + sources(shown) if rows else ""
