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
    for c, column in enumerate(columns):
        left = LABEL + c * COLUMN
        out.append(text(left, top + HEAD - 6, column.replace("_", " "), weight="bold"))
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


def order_book(records):
    """Costs of an update, and how far from the best the updates fall."""
    values = {(r["test"], r["subject"], r["metric"]): r["value"] for r in records}
    flows = [r["subject"] for r in records if r["test"] == "recordings" and r["metric"] == "updates"]
    timed = f"level_update_{flows[0]}"
    books = ["map", "vector_best_first", "vector_best_last", "branchless", "linear", "eight_at_once", "hotpath", "floor"]
    distances = list(dict.fromkeys(r["subject"] for r in records if r["test"] == "distance_in_levels"))
    grids = [
        ("ns an update, back to back", books, lambda line, flow: values[timed.replace(flows[0], flow), line, "time"], "{:.1f}".format),
        ("ns an update, p99 of means of 16 in a row", books,
         lambda line, flow: values[timed.replace(flows[0], flow), line, "16 in a row p99"], "{:.0f}".format),
        ("% of updates by levels better than theirs", distances,
         lambda line, flow: values["distance_in_levels", line, flow], "{:.1f}".format),
    ]
    return svg(grids, flows)


def svg(grids, columns, length=float):
    """A picture of grids, one below the other."""
    top, body = 8, []
    for title, lines, value, shown in grids:
        elements, height = grid(top, title, columns, lines, value, shown, length)
        body += elements
        top += height
    width = LABEL + len(columns) * COLUMN
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {top}' width='{width}' height='{top}' {FONT}>",
                      f"<rect width='{width}' height='{top}' fill='white'/>", *body, "</svg>"]) + "\n"


def tick_to_trade(records):
    """Open loop, 100,000 packets a second: by number of strategies, a bar each shape of the engine."""
    values = {(r["test"], r["subject"], r["metric"]): r["value"] for r in records}
    lines = ["hotpath", "pipelined", "pipelined_split", "mutex", "floor"]
    columns = ["1 strategy", "8 strategies", "64 strategies"]

    def value(metric):
        return lambda line, column: values.get((f"open_100000_{column.split()[0]}", line, metric))

    def shown(ns):
        return f"{ns:,.0f} ns" if ns < 10_000 else f"{ns / 1_000:,.0f} µs" if ns < 10_000_000 else f"{ns / 1_000_000:,.0f} ms"

    title = "{} from the moment a packet was due; bars by logarithm, from 1 ns"
    return svg([(title.format(metric), lines, value(metric), shown) for metric in ("p50", "p99")], columns, math.log10)


def pictures(newest):
    """By path: what each picture must be."""
    drawn = {"docs/techniques/order-book.svg": ("book_ladder", order_book), "docs/results/tick-to-trade.svg": ("tick_to_trade", tick_to_trade)}
    return {path: draw((newest(bench) or (None, []))[1]) for path, (bench, draw) in drawn.items()} | distributions(newest)


def distributions(newest):
    """Of the samples beside the newest result of tick_to_trade; none without."""
    import latency_pictures  # which draws with this file's elements
    found = newest("tick_to_trade")
    samples = found and found[0].with_name(found[0].stem + ".samples.txt")
    return latency_pictures.pictures(samples.read_text(encoding="ascii")) if samples and samples.exists() else {}
