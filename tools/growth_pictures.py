"""The pictures of docs/results/growth.md: time at the left, memory at the right, against one dimension, both axes by logarithm, so
that what is flat lies level and what is linear rises as the grey line does. In the colours of tools/charts.py."""

import math

import charts
from growth_tables import DIMENSIONS, kinds_of, picture_of, record_of

WIDTH, HEIGHT, TOP, BOTTOM = 760, 268, 56, 216
PANELS = ((62, 366), (440, 744))  # left and right edges
COLOURS = (charts.OURS, charts.FLOOR)
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
        out = [charts.text(self.left - 40, TOP - 30, title, size=14, weight="bold"), charts.text(self.right, BOTTOM + 32, items, "end", 11)]
        for power in range(self.across[0], self.across[1] + 1):
            x = self.x(10 ** power)
            out += [line((x, TOP), (x, BOTTOM), GRID), charts.text(x, BOTTOM + 15, shown(power), "middle", 11)]
        for power in range(self.up[0], self.up[1] + 1):
            y = self.y(10 ** power)
            out += [line((self.left, y), (self.right, y), GRID), charts.text(self.left - 6, y + 4, shown(power), "end", 11)]
        return out

    def linear(self, size, value):
        """From a point upwards, as what is linear grows, to the edge."""
        factor = min(10 ** self.across[1] / size, 10 ** self.up[1] / value)
        return line((self.x(size), self.y(value)), (self.x(size * factor), self.y(value * factor)), charts.THEIRS)

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
        out += [f"<rect x='{x:.0f}' y='{TOP - 19}' width='10' height='10' fill='{colour}'/>", charts.text(x + 14, TOP - 10, label, size=11)]
        x += 24 + 6.2 * len(label)
    for kind, dash in zip(kinds, DASHES):
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        out += [f"<line x1='{x:.0f}' y1='{TOP - 14}' x2='{x + 22:.0f}' y2='{TOP - 14}' stroke='{charts.TEXT}' stroke-width='2'{dashed}/>",
                charts.text(x + 26, TOP - 10, str(kind), size=11)]
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
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' {charts.FONT}>",
                      f"<rect width='{WIDTH}' height='{HEIGHT}' fill='white'/>", *body, "</svg>"]) + "\n"


def pictures(results):
    """By path: what each picture must be, of the dimensions that have results."""
    return {f"docs/results/{picture_of(name)}": picture(dimension, results) for name, dimension in DIMENSIONS.items() if kinds_of(dimension, results)}
