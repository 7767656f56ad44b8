"""The pictures of the documents, drawn from committed result files by tools/tables.py: bars in a grid, one line a subject,
one column a test or a recording, every column to its own scale, the value at the bar's end."""

import math

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


def tick_to_trade(results):
    """Open loop, 100,000 packets a second: by number of strategies, a bar each shape of the engine."""
    runs = newest_of(results, "tick_to_trade", [f"open_100000_{strategies}" for strategies in (1, 8, 64)])
    values = values_of(runs)
    lines = ["hotpath", "pipelined", "pipelined_split", "mutex", "floor"]
    heads = {test: f"{n} strateg{'y' if n == '1' else 'ies'}, {run.kind}" for test, run in runs.items() for n in [test.rpartition("_")[2]]}

    def value(metric):
        return lambda line, test: values.get((test, line, metric))

    def shown(ns):
        return f"{ns:,.0f} ns" if ns < 10_000 else f"{ns / 1_000:,.0f} µs" if ns < 10_000_000 else f"{ns / 1_000_000:,.0f} ms"

    title = "{} from the moment a packet was due; bars by logarithm, from 1 ns"
    return svg([(title.format(metric), lines, value(metric), shown) for metric in ("p50", "p99")], heads, math.log10)


def pictures(results):
    """By path: what each picture must be, of the benchmarks that have results."""
    drawn = {"docs/techniques/order-book.svg": ("book_ladder", order_book), "docs/results/tick-to-trade.svg": ("tick_to_trade", tick_to_trade)}
    return {path: draw(results) for path, (bench, draw) in drawn.items() if bench in results.benches()} | distributions(results)


def distributions(results):
    """Of the newest samples beside a result of tick_to_trade; none without."""
    import latency_pictures  # which draws with this file's elements
    found = results.newest("tick_to_trade", "seed5_table1")
    samples = found and found.path.with_name(found.path.stem + ".samples.txt")
    return latency_pictures.pictures(samples.read_text(encoding="ascii")) if samples and samples.exists() else {}
