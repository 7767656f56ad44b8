"""Box plots of the disruptor beside a locked queue, N events at once, from the rounds in a committed result of script/bench messaging: in
the form of figures 26 and 27 of Bilokon and Gunduz, "C++ Design Patterns for Low-Latency Applications Including High-Frequency
Trading". tools/charts.py puts them with the other pictures. Of the newest run whose tests have rounds; without one there is no picture."""

import math

import charts
from latency_pictures import GRID, line

PICTURE = "docs/techniques/disruptor-or-locked-queue.svg"
TESTS = [("f_disruptor_", "the consumer is there"), ("f_disruptor_whole_", "as published, thread and ring included")]
EVENTS = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
SUBJECTS = {"hotpath": charts.OURS, "hotpath_packed": "#58a55c", "mutex_queue": charts.THEIRS, "lmax_disruptor": charts.FLOOR}
WIDTH, PLOT_LEFT, PLOT_RIGHT, LINE = 760, 230, 730, 18


def rounds_of(run):
    """Of each subject that has them."""
    return {r["subject"]: sorted(r["rounds"]) for r in run.records if r["metric"] == "time" and r["subject"] in SUBJECTS and r.get("rounds")}


def percentile(values, percent):
    """By linear interpolation between neighbours."""
    place = (len(values) - 1) * percent / 100
    below = math.floor(place)
    return values[below] + (values[min(below + 1, len(values) - 1)] - values[below]) * (place - below)


def groups(results):
    """For each kind of test: by number of events, the rounds of its subjects. Of the newest run that has rounds."""
    found = []
    for prefix, said in TESTS:
        by_events = {}
        for events in EVENTS:
            runs = [run for run in results.runs("messaging", f"{prefix}{events}") if rounds_of(run)]
            if runs:
                by_events[events] = rounds_of(max(runs, key=lambda run: run.provenance["date"]))
        if by_events:
            found.append((said, by_events))
    return found


def box(values, x, middle, colour):
    low, first, median, third, high = (x(percentile(values, percent)) for percent in (0, 25, 50, 75, 100))
    half = LINE * 0.32
    return [line(low, middle, high, middle, charts.TEXT), *(line(end, middle - half / 2, end, middle + half / 2, charts.TEXT) for end in (low, high)),
            f"<rect x='{first:.1f}' y='{middle - half:.1f}' width='{max(third - first, 1):.1f}' height='{2 * half:.1f}' fill='{colour}' "
            f"stroke='{charts.TEXT}'/>", line(median, middle - half, median, middle + half, charts.TEXT, 2)]


def plot(top, said, by_events):
    """SVG elements and the height they took."""
    every = [value for subjects in by_events.values() for values in subjects.values() for value in values]
    low, high = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)))

    def x(ns):
        return PLOT_LEFT + (math.log10(ns) - low) / max(high - low, 1) * (PLOT_RIGHT - PLOT_LEFT)

    rows = [(events, subject, values) for events, subjects in by_events.items() for subject, values in subjects.items()]
    head, bottom = top + 44, top + 44 + LINE * len(rows)
    out = [charts.text(8, top + 16, f"ns an event, {said}", size=14, weight="bold"),
           charts.text(8, top + 32, "Box: 25% to 75% of the rounds, median; whiskers: the least and the greatest; by logarithm", size=11)]
    for power in range(low, high + 1):
        out.append(line(x(10 ** power), head, x(10 ** power), bottom, GRID))
        out.append(charts.text(x(10 ** power), bottom + 14, f"{10 ** power:,g}", "middle", 11))
    shown = None
    for n, (events, subject, values) in enumerate(rows):
        middle = head + LINE * (n + 0.5)
        if events != shown:
            out.append(charts.text(8, middle + 4, f"{events:,} events", weight="bold"))
            shown = events
        out.append(charts.text(PLOT_LEFT - 8, middle + 4, subject.replace("_", " "), "end", 11))
        out += box(values, x, middle, SUBJECTS[subject])
    return out, bottom - top + 30


def pictures(results):
    body, top = [], 0
    for said, by_events in groups(results):
        drawn, height = plot(top, said, by_events)
        body += drawn
        top += height
    if not body:
        return {}
    return {PICTURE: "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {top:.0f}' width='{WIDTH}' height='{top:.0f}' {charts.FONT}>",
                                f"<rect width='{WIDTH}' height='{top:.0f}' fill='white'/>", *body, "</svg>"]) + "\n"}


def embedded(results):
    """What the page says in its place."""
    name = PICTURE.rpartition("/")[2]
    return f"![Box plots of the rounds, by number of events]({name})\n" if groups(results) else ""
