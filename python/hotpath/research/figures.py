"""The figures of docs/results/pairs-trading.md, drawn with matplotlib.

    python -m hotpath.research.figures FOLDER      figures 12 to 17 of the paper from the licensed prices, the screen's from its result

A figure is a picture: of the licensed prices nothing else is published. Axes show days as the paper's do.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import published_case

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, RED, GREY = "#2f6fb3", "#d9822b", "#2e8b57", "#c23b3b", "#8a8a8a"
RESULTS = Path(__file__).resolve().parents[3] / "tests" / "golden" / "research"


def new_figure(height: float = 3.2) -> tuple[Figure, Axes]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), dpi=90, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    return figure, axes


def _in_dollars(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def spread(prices: published_case.Prices) -> Figure:
    figure, axes = new_figure()
    axes.plot(prices.spread, color=BLUE, linewidth=1)
    axes.set(xlabel="day", ylabel="GS - MS, dollars", title="Spread")
    return figure


def z_score(trading: published_case.Trading, rules: published_case.Rules = published_case.Rules()) -> Figure:
    figure, axes = new_figure()
    axes.plot(trading.z, color=BLUE, linewidth=0.7)
    for level, colour, label in ((rules.entry, RED, "opens beyond"), (rules.exit, GREEN, "closes within")):
        axes.axhline(level, color=colour, linewidth=1, linestyle="--", label=f"{label} {level:g}")
        axes.axhline(-level, color=colour, linewidth=1, linestyle="--")
    axes.set(xlabel="day", ylabel="z-score", ylim=(-3.2, 4.2), title=f"z-score of the spread in {rules.window} days")
    axes.legend(loc="upper right", frameon=False, ncols=2)
    return figure


def actions(prices: published_case.Prices, trading: published_case.Trading) -> Figure:
    figure, axes = new_figure(3.8)
    axes.plot(prices.gs, color=BLUE, linewidth=1, label="GS")
    axes.plot(prices.ms, color=ORANGE, linewidth=1, label="MS")
    for side, marker, colour, label in ((1, "^", GREEN, "opens: GS bought, MS sold"), (-1, "v", RED, "opens: GS sold, MS bought")):
        days = trading.opened[np.sign(trading.held[trading.opened]) == side]
        axes.plot(days, prices.gs[days], marker, color=colour, markersize=4, linestyle="none", label=label)
    axes.set(xlabel="day", ylabel="adjusted close, dollars", title="Prices with the days on which a position is opened")
    axes.legend(loc="upper left", frameon=False, ncols=2)
    return figure


def cash_of(prices: published_case.Prices, trading: published_case.Trading) -> np.ndarray:
    """What the paper calls the portfolio's balance: cash alone, without the shares that are held."""
    return np.asarray(published_case.CAPITAL - np.cumsum(trading.change * prices.spread))


def balance(prices: published_case.Prices, trading: published_case.Trading) -> Figure:
    figure, axes = new_figure()
    axes.plot(cash_of(prices, trading), color=BLUE, linewidth=0.8)
    axes.set(xlabel="day", ylabel="dollars", title="Cash: it jumps by the value of the spread when a position opens or closes")
    _in_dollars(axes)
    return figure


def balance_when_flat(prices: published_case.Prices, trading: published_case.Trading) -> Figure:
    figure, axes = new_figure()
    cash = cash_of(prices, trading)
    days = np.flatnonzero(trading.held == 0)
    axes.plot(days, cash[days], color=BLUE, linewidth=1.2, label="long the spread when it is high, as traded")
    other = published_case.trade(prices, published_case.Rules(follows=False))
    flat = np.flatnonzero(other.held == 0)
    axes.plot(flat, cash_of(prices, other)[flat], color=GREY, linewidth=1, linestyle="--", label="short it, as the text says")
    axes.set(xlabel="day", ylabel="dollars", title="Cash on days without a position")
    axes.legend(loc="upper left", frameon=False)
    _in_dollars(axes)
    return figure


def profits_of_trades(trading: published_case.Trading) -> Figure:
    figure, axes = new_figure()
    profits = trading.profits_of_positions
    axes.bar(np.arange(len(profits)), profits, color=np.where(profits >= 0, GREEN, RED), width=0.9)
    axes.set(xlabel="closed position", ylabel="dollars", title="Profit and loss of each position")
    _in_dollars(axes)
    return figure


def power(result: dict[str, Any]) -> Figure:
    figure, axes = new_figure(3.6)
    styles = {"none": GREY, "bh": ORANGE, "by": BLUE, "holm": GREEN}
    names = {"none": "none", "bh": "Benjamini-Hochberg", "by": "Benjamini-Yekutieli", "holm": "Holm"}
    for row in result["rows"]:
        if row["criterion"] == "aic" and row["one_a_name"]:
            half_lives = [float(key) for key in row["power"]]
            axes.plot(half_lives, [100 * value for value in row["power"].values()], marker="o", color=styles[row["correction"]],
                      label=f"{names[row['correction']]}: {row['false_a_universe']:.2g} false a universe")
    axes.set(xlabel="half-life of the planted pair, days", ylabel="found, %", ylim=(0, 105),
             title=f"Planted pairs found among {result['pairs_tested']:,.0f}: both directions, one pair a name")
    axes.legend(loc="upper right", frameon=False)
    return figure


def published_figures(prices: published_case.Prices) -> dict[str, Figure]:
    trading = published_case.trade(prices)
    return {"figure-12-spread": spread(prices), "figure-13-z-score": z_score(trading), "figure-14-actions": actions(prices, trading),
            "figure-15-balance": balance(prices, trading), "figure-16-balance-flat": balance_when_flat(prices, trading),
            "figure-17-trades": profits_of_trades(trading)}


def save(figures: dict[str, Figure], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in figures.items():
        figure.savefig(folder / f"{name}.png", metadata={"Software": None})


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=published_case.data_folder())
    chosen = parser.parse_args(arguments)
    figures = {"screen-power": power(json.loads((RESULTS / "screen_power.json").read_text()))}
    try:
        figures |= published_figures(published_case.load(chosen.data))
    except FileNotFoundError as missing:
        print(f"figures: {missing.filename} is not there: figures 12 to 17 are left as they are", file=sys.stderr)
    save(figures, chosen.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
