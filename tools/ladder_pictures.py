"""Box and violin plots of the runs of script/bench pairs_ladder, in the colours of tools/charts.py: tools/pairs_ladder.py draws
them, tools/tables.py checks that they are of the newest result. A picture names its samples in a comment at its end."""

import logging
import re
from pathlib import Path

import charts

ROOT = Path(__file__).resolve().parent.parent
PUBLISHED = "docs/techniques/pairs-ladder-published.svg"
CORRECTED = "docs/techniques/pairs-ladder.svg"
PICTURES = (PUBLISHED, CORRECTED)
GOAL_NS = 2_300
OPTIMISED = "gcc -O3 native"
WINDOWS = (8, 64, 512)
SOURCE = re.compile(r"<!-- samples: (\S+) -->")


def shown(subject):
    return subject.replace("_", " ")


def colour(subject):
    return charts.OURS if subject == "hotpath" else charts.THEIRS


def plots(axes, of, is_violin):
    """A line for each version, the first on top: a box with its median, and behind it how dense the runs lie."""
    subjects = list(of)[::-1]
    places = range(1, len(subjects) + 1)
    times = [of[subject] for subject in subjects]
    if is_violin:
        for body, subject in zip(axes.violinplot(times, places, vert=False, widths=0.85, showextrema=False, points=40)["bodies"], subjects):
            body.set(facecolor=colour(subject), edgecolor="none", alpha=0.45)
    lines = {"color": charts.TEXT, "linewidth": 0.9}
    axes.boxplot(times, positions=places, vert=False, widths=0.28 if is_violin else 0.6, showfliers=True, patch_artist=True,
                 boxprops={"facecolor": "white", **lines}, whiskerprops=lines, capprops=lines, medianprops={**lines, "linewidth": 1.8},
                 flierprops={"marker": "o", "markersize": 2, "markerfacecolor": charts.TEXT, "markeredgecolor": "none"})
    axes.set_yticks(list(places), [shown(subject) for subject in subjects])
    axes.grid(axis="x", color="#e3e6ea", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)


def with_medians(axes, of):
    """In ns, behind the boxes."""
    for place, subject in enumerate(list(of)[::-1], 1):
        times = sorted(of[subject])
        axes.annotate(f"{times[len(times) // 2]:,.0f}", (times[-1], place), xytext=(7, 0), textcoords="offset points", va="center", fontsize=8)
    axes.margins(x=0.16)
    axes.xaxis.set_major_formatter(lambda ns, _: f"{ns:,.0f}")


def titled(axes, title, unit):
    axes.set_title(title, loc="left", fontsize=10, fontweight="bold", color=charts.TEXT)
    axes.set_xlabel(unit, fontsize=9)


def published_figure(pyplot, runs):
    builds = [build for build in ("gcc -O0", "gcc -O2") if ("published", build) in runs]
    figure, rows = pyplot.subplots(len(builds), 1, figsize=(8.4, 2.9 * len(builds)), squeeze=False)
    for axes, build in zip(rows[:, 0], builds):
        plots(axes, runs["published", build], True)
        with_medians(axes, runs["published", build])
        axes.set_xlim(left=0)
        titled(axes, f"As published, window 8, {build}", "ns a pass")
    return figure


def corrected_figure(pyplot, runs):
    windows = [window for window in WINDOWS if (f"pass_{window}", OPTIMISED) in runs]
    figure, rows = pyplot.subplots(len(windows), 2, figsize=(11, 3.1 * len(windows)), squeeze=False, sharey="row")
    for (left, right), window in zip(rows, windows):
        of = runs[f"pass_{window}", OPTIMISED]
        plots(left, of, False)
        left.set_xscale("log")
        with_medians(left, of)
        left.axvline(GOAL_NS, color=charts.FLOOR, linestyle="--", linewidth=1.2)
        titled(left, f"Window {window}, {OPTIMISED}", "ns a pass, by logarithm; dashed: the goal")
        plots(right, {subject: 100 * (times / sorted(times)[len(times) // 2] - 1) for subject, times in of.items()}, True)
        titled(right, "Each run", "% above or below its version's median")
    return figure


def draw(samples, runs):
    """`runs` by test and build, then subject."""
    import matplotlib
    matplotlib.use("svg")
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # the reader's browser has the fonts
    from matplotlib import pyplot
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "hotpath", "font.family": ["Helvetica", "Arial", "sans-serif"],
                                "text.color": charts.TEXT, "axes.labelcolor": charts.TEXT, "xtick.color": charts.TEXT,
                                "ytick.color": charts.TEXT, "axes.edgecolor": charts.THEIRS, "font.size": 9})
    for picture, figure in ((PUBLISHED, published_figure(pyplot, runs)), (CORRECTED, corrected_figure(pyplot, runs))):
        figure.tight_layout()
        path = ROOT / picture
        figure.savefig(path, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})
        named = Path(samples).resolve().relative_to(ROOT)
        path.write_text(re.sub(r"[ \t]+$", "", path.read_text(), flags=re.M) + f"<!-- samples: {named} -->\n")
        print(f"{picture}: drawn")


def stale(result):
    """The pictures that are not of the samples beside this result, by the name that documents give it."""
    if not result:
        return []
    wanted = result.removesuffix(".json") + ".samples.txt"
    return [picture for picture in PICTURES if not (ROOT / picture).exists() or SOURCE.findall((ROOT / picture).read_text()) != [wanted]]
