"""The pictures of the documents, drawn from the figures by tools/tables.py: bars of the order book and of tick to trade (one column a test, every
column to its own scale), and time and memory against one dimension by logarithm: what is flat lies level, what is linear rises as the grey line."""

import math
from dataclasses import dataclass

LABEL, COLUMN, LINE, HEAD = 150, 175, 19, 40
OURS, THEIRS, FLOOR, TEXT = "#1769aa", "#9aa5b1", "#c9a227", "#333"
FONT = "font-family='Helvetica,Arial,sans-serif'"


def text(x, y, words, anchor="start", size=12, weight="normal"):
    return f"<text x='{x:.0f}' y='{y:.0f}' text-anchor='{anchor}' font-size='{size}' font-weight='{weight}' fill='{TEXT}'>{words}</text>"


def colour(line):
    return {"hotpath": OURS, "floor": FLOOR}.get(line, THEIRS)


def grid(top, title, columns, lines, value, shown, length=float):
    """SVG elements of one grid and the height it took; `length` maps a value to the length of its bar."""
    out = [text(8, top + 16, title, size=14, weight="bold")]
    for c, (column, head) in enumerate(columns.items()):
        left = LABEL + c * COLUMN
        out.append(text(left, top + HEAD - 6, head.replace("_", " "), weight="bold"))
        longest = max(length(value(line, column) or 1) for line in lines) or 1
        for n, line in enumerate(lines):
            if value(line, column) is None:  # not of this column
                continue
            y = top + HEAD + n * LINE
            width = (COLUMN - 65) * length(value(line, column)) / longest
            out.append(f"<rect x='{left}' y='{y}' width='{max(width, 1):.1f}' height='{LINE - 5}' fill='{colour(line)}'/>")
            out.append(text(left + max(width, 1) + 4, y + 11, shown(value(line, column)), size=11))
    out += [text(LABEL - 8, top + HEAD + n * LINE + 11, line.replace("_", " "), "end") for n, line in enumerate(lines)]
    return out, HEAD + len(lines) * LINE + 18


def newest_of(results, bench, tests):
    """The newest run of each of these tests, of whatever kind of host."""
    return {test: run for test in tests if (run := results.newest(bench, test))}


def values_of(runs):
    return {(r["test"], r["subject"], r["metric"]): r["value"] for run in runs.values() for r in run.records}


def order_book(results):
    """Costs of an update, and how far from the best the updates fall."""
    runs = newest_of(results, "book_ladder", results.tests("book_ladder"))
    values, records = values_of(runs), [record for run in runs.values() for record in run.records]
    flows = [r["subject"] for r in records if r["test"] == "recordings" and r["metric"] == "updates"]
    timed = f"level_update_{flows[0]}"
    heads = {flow: f"{flow}, {runs[timed.replace(flows[0], flow)].kind}" for flow in flows}
    books = ["map", "vector_best_first", "vector_best_last", "branchless", "linear", "eight_at_once", "hotpath", "floor"]
    distances = list(dict.fromkeys(r["subject"] for r in records if r["test"] == "distance_in_levels"))
    grids = [
        ("ns an update, back to back", books, lambda line, flow: values[timed.replace(flows[0], flow), line, "time"], "{:.1f}".format),
        ("ns an update, p99 of means of 16 in a row", books,
         lambda line, flow: values[timed.replace(flows[0], flow), line, "16 in a row p99"], "{:.0f}".format),
        ("% of updates by levels better than theirs", distances,
         lambda line, flow: values["distance_in_levels", line, flow], "{:.1f}".format),
    ]
    return svg(grids, heads)


def svg(grids, columns, length=float):
    """A picture of grids, one below the other; `columns` to their heads."""
    top, body = 8, []
    for title, lines, value, shown in grids:
        elements, height = grid(top, title, columns, lines, value, shown, length)
        body += elements
        top += height
    width = LABEL + len(columns) * COLUMN
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {top}' width='{width}' height='{top}' {FONT}>",
                      f"<rect width='{width}' height='{top}' fill='white'/>", *body, "</svg>"]) + "\n"


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


def kinds_of(dimension, results):
    """Those that have such tests."""
    kinds = {run.kind for test in dimension.sizes(results).values() for run in results.runs(dimension.bench, test)}
    return sorted(kinds, key=lambda kind: kind.order)



WIDTH, HEIGHT, TOP, BOTTOM = 760, 268, 56, 216
PANELS = ((62, 366), (440, 744))  # left and right edges
COLOURS = (OURS, FLOOR)
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 5")  # by kind of host
GRID = "#e3e6ea"


def decades(values):
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def shown(power):
    value = 10 ** power
    return f"{value:g}" if value < 1_000 else f"{value // 1_000:,}k" if value < 1_000_000 else f"{value // 1_000_000:,}M"


class Panel:
    """One pair of axes."""

    def __init__(self, edges, sizes, values):
        self.left, self.right = edges
        self.across, self.up = decades(sizes), decades(values)

    def x(self, size):
        low, high = self.across
        return self.left + (math.log10(size) - low) / (high - low) * (self.right - self.left)

    def y(self, value):
        low, high = self.up
        return BOTTOM - (math.log10(value) - low) / (high - low) * (BOTTOM - TOP)

    def axes(self, title, items):
        out = [text(self.left - 40, TOP - 30, title, size=14, weight="bold"), text(self.right, BOTTOM + 32, items, "end", 11)]
        for power in range(self.across[0], self.across[1] + 1):
            x = self.x(10 ** power)
            out += [line((x, TOP), (x, BOTTOM), GRID), text(x, BOTTOM + 15, shown(power), "middle", 11)]
        for power in range(self.up[0], self.up[1] + 1):
            y = self.y(10 ** power)
            out += [line((self.left, y), (self.right, y), GRID), text(self.left - 6, y + 4, shown(power), "end", 11)]
        return out

    def linear(self, size, value):
        """From a point upwards, as what is linear grows, to the edge."""
        factor = min(10 ** self.across[1] / size, 10 ** self.up[1] / value)
        return line((self.x(size), self.y(value)), (self.x(size * factor), self.y(value * factor)), THEIRS)

    def drawn(self, points, colour, dash):
        places = " ".join(f"{self.x(size):.1f},{self.y(value):.1f}" for size, value in points)
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        return [f"<polyline points='{places}' fill='none' stroke='{colour}' stroke-width='2'{dashed}/>",
                *(f"<circle cx='{self.x(size):.1f}' cy='{self.y(value):.1f}' r='2.5' fill='{colour}'/>" for size, value in points)]


def line(begin, end, colour):
    return f"<line x1='{begin[0]:.1f}' y1='{begin[1]:.1f}' x2='{end[0]:.1f}' y2='{end[1]:.1f}' stroke='{colour}' stroke-width='1'/>"


def points_of(dimension, results, wanted, kind):
    """Size and value of one line, nothing below what a logarithm has."""
    found = []
    for size, test in dimension.sizes(results).items():
        record = record_of(results.run(dimension.bench, test, kind), wanted)
        if record and record["value"] > 0:
            found.append((size, record["value"]))
    return found


def legend(labels, kinds, left):
    """Colours of the lines; dashes of the kinds where there are several."""
    out, x = [], left
    for label, colour in zip(labels, COLOURS):
        out += [f"<rect x='{x:.0f}' y='{TOP - 19}' width='10' height='10' fill='{colour}'/>", text(x + 14, TOP - 10, label, size=11)]
        x += 24 + 6.2 * len(label)
    for kind, dash in zip(kinds, DASHES):
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        out += [f"<line x1='{x:.0f}' y1='{TOP - 14}' x2='{x + 22:.0f}' y2='{TOP - 14}' stroke='{TEXT}' stroke-width='2'{dashed}/>",
                text(x + 26, TOP - 10, str(kind), size=11)]
        x += 36 + 6.2 * len(str(kind))
    return out


def panel(dimension, results, lines, edges):
    kinds = kinds_of(dimension, results)
    series = [(n, k, points) for n, wanted in enumerate(lines) for k, kind in enumerate(kinds) if (points := points_of(dimension, results, wanted, kind))]
    if not series:
        return []
    sizes, values = zip(*(point for _, _, points in series for point in points))
    drawn = Panel(edges, sizes, values)
    runs = [results.run(dimension.bench, test, kind) for test in dimension.sizes(results).values() for kind in kinds]
    unit = next(record["unit"] for run in runs if (record := record_of(run, lines[0])))
    out = drawn.axes(f"{'memory' if 'memory' in lines[0].metric else 'time'}, {unit}", dimension.items) + [drawn.linear(*series[0][2][0])]
    for n, k, points in series:
        out += drawn.drawn(points, COLOURS[n], DASHES[k])
    return out + legend([wanted.label for wanted in lines], kinds, edges[0] - 40)


def picture(dimension, results):
    body = [element for lines, edges in zip((dimension.times, dimension.memories), PANELS) for element in panel(dimension, results, lines, edges)]
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' {FONT}>",
                      f"<rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>", *body, "</svg>"]) + "\n"


def pictures(results):
    """By path: what each picture must be, of the benchmarks that have figures."""
    drawn = {f"docs/results/{picture_of(name)}": picture(dimension, results) for name, dimension in DIMENSIONS.items() if kinds_of(dimension, results)}
    bars = {"docs/techniques/order-book.svg": ("book_ladder", order_book)}
    return drawn | {path: draw(results) for path, (bench, draw) in bars.items() if results.tests(bench)}
