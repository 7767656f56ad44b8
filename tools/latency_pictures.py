"""Pictures of latency distributions from the committed samples of script/bench tick_to_trade, in the form of figures 2 and 3 of Mishra's
"Deterministic High-Throughput Networking": cumulative distribution and box plot, and the tail by percentile. tools/charts.py puts them
with the other pictures; tools/tables.py checks that they are of the newest result.

A line of the samples is a run: subject, then `ns:count` for each value. All runs of a subject are taken together, as in the paper."""

import math
from bisect import bisect_left
from itertools import accumulate

import charts

DISTRIBUTION = "docs/results/tick-to-trade-distribution.svg"
TAIL = "docs/results/tick-to-trade-tail.svg"
SUBJECTS = ["hotpath", "pipelined", "mutex"]  # the first is ours; the last is what the others are compared with
COLOURS = {"hotpath": charts.OURS, "pipelined": "#58a55c", "mutex": charts.THEIRS}
PERCENTILES = [50, 95, 99, 99.9, 99.99]
BOX = (5, 25, 50, 75, 95)
GRID = "#e3e6ea"
WIDTH, PLOT_LEFT, PLOT_RIGHT = 760, 150, 730


class Samples:
    """The values of one subject, sorted, with how many each has."""

    def __init__(self, counts):
        self.values = sorted(counts)
        self.cumulative = list(accumulate(counts[value] for value in self.values))
        self.count = self.cumulative[-1]

    def at(self, index):
        return self.values[bisect_left(self.cumulative, index + 1)]

    def percentile(self, percent):
        """By linear interpolation between neighbours, as numpy's default."""
        place = (self.count - 1) * percent / 100
        below = math.floor(place)
        low, high = self.at(below), self.at(min(below + 1, self.count - 1))
        return low + (high - low) * (place - below)


def read(text):
    """By subject."""
    counts = {}
    for line in text.splitlines():
        subject, *pairs = line.split()
        of_subject = counts.setdefault(subject, {})
        for pair in pairs:
            value, _, count = pair.partition(":")
            of_subject[int(value)] = of_subject.get(int(value), 0) + int(count)
    return {subject: Samples(of_subject) for subject, of_subject in counts.items()}


def shown(ns):
    return f"{ns:,.0f} ns" if ns < 10_000 else f"{ns / 1_000:,.0f} µs" if ns < 10_000_000 else f"{ns / 1_000_000:,.0f} ms"


def share(percent):
    return f"{percent:,.0f}%" if percent >= 10 else f"{percent:.2g}%"


class LogAxis:
    """Nanoseconds to x, by logarithm, from one power of ten to another."""

    def __init__(self, samples):
        self.low = math.floor(math.log10(max(1, min(each.values[0] for each in samples))))
        self.high = math.ceil(math.log10(max(each.values[-1] for each in samples)))

    def x(self, ns):
        share = (math.log10(max(ns, 1)) - self.low) / (self.high - self.low)
        return PLOT_LEFT + share * (PLOT_RIGHT - PLOT_LEFT)

    def drawn(self, top, bottom):
        out = []
        for power in range(self.low, self.high + 1):
            x = self.x(10 ** power)
            out.append(line(x, top, x, bottom, GRID))
            out.append(charts.text(x, bottom + 15, shown(10 ** power), "middle", 11))
        return out


def line(x1, y1, x2, y2, colour, width=1):
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' stroke-width='{width}'/>"


def legend(subjects, y):
    out, x = [], PLOT_LEFT
    for subject in subjects:
        out.append(f"<rect x='{x}' y='{y}' width='12' height='12' fill='{COLOURS[subject]}'/>")
        out.append(charts.text(x + 17, y + 10, subject))
        x += 110
    return out


def steps(samples):
    """Points of the cumulative distribution, at most a few hundred, so that the file stays small."""
    percents = [percent / 2 for percent in range(0, 199)] + [99 + percent / 100 for percent in range(0, 101)]
    return [(samples.percentile(percent), percent) for percent in percents]


def cumulative(by_subject, axis, top, height):
    bottom = top + height
    out = [charts.text(8, top - 12, "Share of all samples at most so late; by logarithm", size=14, weight="bold"), *axis.drawn(top, bottom)]
    for percent in (0, 25, 50, 75, 100):
        y = bottom - height * percent / 100
        out.append(line(PLOT_LEFT, y, PLOT_RIGHT, y, GRID))
        out.append(charts.text(PLOT_LEFT - 8, y + 4, f"{percent}%", "end", 11))
    for subject, samples in by_subject.items():
        points = " ".join(f"{axis.x(ns):.1f},{bottom - height * percent / 100:.1f}" for ns, percent in steps(samples))
        out.append(f"<polyline points='{points}' fill='none' stroke='{COLOURS[subject]}' stroke-width='2'/>")
    return out


def boxes(by_subject, axis, top, height):
    out = [charts.text(8, top - 12, "Box: 25% to 75%, median; whiskers: 5% and 95%; dot: the latest", size=14, weight="bold"),
           *axis.drawn(top, top + height)]
    room = height / len(by_subject)
    for place, (subject, samples) in enumerate(by_subject.items()):
        middle = top + room * (place + 0.5)
        low, first, median, third, high = (axis.x(samples.percentile(percent)) for percent in BOX)
        half = room * 0.28
        out.append(charts.text(PLOT_LEFT - 8, middle + 4, subject, "end"))
        out.append(line(low, middle, high, middle, charts.TEXT))
        out += [line(x, middle - half / 2, x, middle + half / 2, charts.TEXT) for x in (low, high)]
        out.append(f"<rect x='{first:.1f}' y='{middle - half:.1f}' width='{max(third - first, 1):.1f}' height='{2 * half:.1f}' "
                   f"fill='{COLOURS[subject]}' stroke='{charts.TEXT}'/>")
        out.append(line(median, middle - half, median, middle + half, charts.TEXT, 2))
        out.append(f"<circle cx='{axis.x(samples.values[-1]):.1f}' cy='{middle:.1f}' r='2.5' fill='{charts.TEXT}'/>")
    return out


def svg(body, height):
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}' {charts.FONT}>",
                      f"<rect width='{WIDTH}' height='{height}' fill='white'/>", *body, "</svg>"]) + "\n"


def chosen(by_subject):
    return {subject: by_subject[subject] for subject in SUBJECTS if subject in by_subject}


def distribution(by_subject):
    """Figure 2: (a) the cumulative distribution, (b) the box plot."""
    of = chosen(by_subject)
    axis = LogAxis(list(of.values()))
    return svg(legend(of, 8) + cumulative(of, axis, 62, 230) + boxes(of, axis, 366, 130), 524)


def tail(by_subject):
    """Figure 3: a group of bars for each percentile, and beside a bar how much it is of the last subject's."""
    of = chosen(by_subject)
    reference = of[list(of)[-1]]
    longest = max(math.log10(max(each.percentile(PERCENTILES[-1]), 10)) for each in of.values())
    bar, head, top = 17, 24, 62
    title = f"Latency by percentile, bars by logarithm from 1 ns; in brackets: as a share of {list(of)[-1]}'s"
    out = legend(of, 8) + [charts.text(8, 50, title, size=14, weight="bold")]
    for percent in PERCENTILES:
        out.append(charts.text(PLOT_LEFT - 8, top + head + bar, f"p{percent:g}", "end", weight="bold"))
        for place, (subject, samples) in enumerate(of.items()):
            ns, y = samples.percentile(percent), top + head - 12 + place * bar
            width = (PLOT_RIGHT - PLOT_LEFT - 150) * math.log10(max(ns, 1.0)) / longest
            out.append(f"<rect x='{PLOT_LEFT}' y='{y}' width='{max(width, 1):.1f}' height='{bar - 4}' fill='{COLOURS[subject]}'/>")
            against = "" if samples is reference else f" ({share(100 * ns / reference.percentile(percent))})"
            out.append(charts.text(PLOT_LEFT + max(width, 1) + 5, y + 10, shown(ns) + against, size=11))
        top += head + bar * len(of)
    return svg(out, top + 16)


def pictures(samples_text):
    """By path: what each picture must be."""
    by_subject = read(samples_text)
    return {DISTRIBUTION: distribution(by_subject), TAIL: tail(by_subject)}
