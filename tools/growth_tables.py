"""How time and memory grow, of the results of `script/bench growth` and of the days of `script/bench backtest`: docs/results/growth.md.

A dimension has a table, a line for each size and kind of host, and a picture (tools/growth_pictures.py). The last lines say by how
much the smallest and the largest size differ: `flat` within FLAT_MAX times, `linear` within that of the sizes' own ratio."""

from dataclasses import dataclass

from citations import sources
from formats import markdown, number

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


def table(results, name):
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
