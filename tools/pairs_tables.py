"""The tables of docs/results/pairs-trading.md, from bench/results/research/*.json (python -m hotpath.research.published_case, .study)."""

import json
from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "bench" / "results" / "research"
CORRECTIONS = {"none": "none", "bh": "Benjamini-Hochberg", "by": "Benjamini-Yekutieli", "holm": "Holm"}
CASE_SOURCE = ("`bench/results/research/published_case.json`; repeat with `python -m hotpath.research.published_case FILE` (needs the licensed "
               "prices).\n")


def load(name):
    return json.loads((RESULTS / f"{name}.json").read_text())


def table(heads, rows, source):
    lines = [f"| {' | '.join(heads)} |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + f"\n\n{source}"


def dollars(value, decimals=0):
    return f"{'-' if value < 0 else ''}${abs(value):,.{decimals}f}"


def published_table():
    """What the paper and its repository say, and what their rules give here."""
    case = load("published_case")
    test = next(row for row in case["cointegration"]["engle_granger"] if row["dependent"] == "MS" and row["criterion"] == "aic")
    trading, sheet = case["trading"], case["trading"]["tear_sheet"]
    base, text, positions = trading["as_published"], trading["as_the_text_says"], trading["positions"]
    rows = [
        ("Engle-Granger statistic", "-3.7684", f"{test['statistic']:.4f}", "the same: MS on GS, lags by AIC"),
        ("its p-value", "0.0149", f"{test['p_value']:.4f}", "the same"),
        ("final balance", "$1,328,581", dollars(base["final"], 2), "the same, with 1,000 x the z-score's size in shares of each leg, which the paper "
         "does not say, and the last position at its value"),
        ("long when cheap, as the text says", "", dollars(text["final"], 2), "the code buys GS when the z-score is above 1; the text sells it"),
        ("Sharpe ratio", "1.09", f"{base['sharpe']:.2f}", f"not reproduced: daily returns, 252 days; with 365 days {base['sharpe_365']:.2f}, with a "
         f"fixed number of shares {trading['unscaled']['sharpe']:.2f}"),
        ("tear sheet: return", "164.53%", f"{100 * sheet['cumulative_return']:.2f}%", "the same: the repository's report has six times the shares"),
        ("tear sheet: Sharpe ratio", "0.98", f"{sheet['sharpe']:.2f}", "the same"),
        ("tear sheet: drawdown", "27.93%", f"{100 * sheet['drawdown']:.2f}%", "the same"),
        ("sum of the closed positions, figure 17", "", dollars(positions["profit"]),
         f"the repository's script draws bars that sum to {dollars(positions['as_drawn'])}: it has the sign of the {positions['short']} short ones "
         "reversed"),
    ]
    return table(["", "published", "here", "where they differ, and why"], rows, CASE_SOURCE).replace("|---:|---:|---:|", "|---:|---:|---|", 1)


def tests_table():
    case = load("published_case")
    found = case["cointegration"]
    rows = [(f"{row['dependent']} on {row['regressor']}, lags by {row['criterion'].upper()}", f"{row['statistic']:.4f}", f"{row['p_value']:.4f}",
             str(row["lags"]), f"{row['hedge_ratio']:.4f}", f"{row['half_life']:.0f}") for row in found["engle_granger"]]
    rows += [(f"MS on GS, {row['begin']} to {row['end']}", f"{row['statistic']:.4f}", f"{row['p_value']:.4f}", "", f"{row['hedge_ratio']:.4f}",
              f"{row['half_life']:.0f}") for row in found["halves"]]
    one = found["one_to_one"]
    rows.append(("GS - MS, the spread that was traded: ADF", f"{one['statistic']:.4f}", f"{one['p_value']:.4f}", "", "1", f"{one['half_life']:.0f}"))
    johansen = found["johansen"]
    rows.append(("Johansen, no relation: trace", f"{johansen['trace'][0]:.2f}", f"95%: {johansen['critical_95'][0]:.2f}", "1",
                 f"{johansen['hedge_ratio']:.4f}", ""))
    return table(["", "statistic", "p-value", "lags", "hedge ratio", "half-life, days"], rows, CASE_SOURCE)


def selection_table():
    chosen = load("published_case")["selection"]
    rows = [("names, pairs tested", f"{chosen['names']}, {chosen['pairs']:,}"),
            ("pairs with p-value up to 0.05, no correction", f"{chosen['below_5_percent']:,} ({100 * chosen['below_5_percent'] / chosen['pairs']:.1f}%)"),
            ("rank of GS and MS", f"{chosen['rank']}"),
            ("its p-value", f"{chosen['p_value']:.4f}"),
            ("adjusted: Benjamini-Hochberg, Benjamini-Yekutieli, Holm", ", ".join(f"{chosen['adjusted'][c]:.2f}" for c in ("bh", "by", "holm"))),
            ("pairs left at 0.05 by each", ", ".join(str(chosen["found"][c]) for c in ("bh", "by", "holm")))]
    return table(["", ""], rows, CASE_SOURCE)


def left_table():
    trading = load("published_case")["trading"]

    def row(label, found):
        return (label, dollars(found["final"] - 1_000_000), f"{found['sharpe']:.2f}", dollars(found["drawdown"]))

    rows = [row("as published: filled at the close that it decides on", trading["as_published"]),
            row("filled at the next open", trading["next_open"]), row("filled at the next close", trading["next_close"])]
    rows += [row(f"the same, with costs of {found['bps']:g} basis points", found) for found in trading["costs_next_close"] if found["bps"]]
    return table(["", "profit", "Sharpe ratio", "largest drawdown"], rows, CASE_SOURCE)


def chance_table():
    trading = load("published_case")["trading"]
    rows = []
    for label, key in (("shares by z-score, as published", "grid"), ("a fixed number of shares", "grid_unscaled")):
        found = trading[key]
        rows.append((label, f"{found['published']:.2f}", f"{found['rank']} of {found['points']}",
                     f"{found['best']:.2f}, {found['median']:.2f}, {found['worst']:.2f}", f"{found['by_chance']:.2f}", f"{found['deflated']:.2f}",
                     f"{found['superior_p_value']:.2f}"))
    return table(["", "Sharpe ratio", "rank", "best, median, worst", "best of as many worthless ones", "deflated Sharpe", "SPA p-value"], rows,
                 CASE_SOURCE)


def forward_table():
    rows = [(f"{found['train']} days", "the next close" if found["delay"] else "the same close", f"{found['bps']:g}", f"{found['days']:,}",
             dollars(found["profit"]), f"{found['sharpe']:.2f}", f"{found['follows']} of {found['periods']}",
             dollars(found["published_profit"]), f"{found['published_sharpe']:.2f}") for found in load("published_case")["trading"]["walk_forward"]]
    return table(["chosen on the last", "filled at", "cost, bp", "days traded", "profit", "Sharpe ratio", "periods that chose long when high",
                  "published rules: profit", "Sharpe ratio"], rows, CASE_SOURCE)


def screen_table():
    study = load("screen_power")
    rows = []
    for found in study["rows"]:
        if found["criterion"] != "aic":
            continue
        rule = {"either": "either direction", "both": "both directions"}[found["directions"]] + (", one pair a name" if found["one_a_name"] else "")
        rows.append((rule, CORRECTIONS[found["correction"]], *(f"{100 * power:.0f}%" for power in found["power"].values()),
                     f"{found['false_a_universe']:,.1f}", f"{100 * found['false_discovery_rate']:.1f}%"))
    market = study["universe"]
    half_lives = [f"found, half-life {half_life:g}" for half_life in market["half_lives"]]
    seeds = market["seeds"]
    source = (f"{seeds[1] - seeds[0] + 1} universes of {market['names']} names and {market['samples']:,} days, {market['planted']} planted pairs each; "
              f"{study['pairs_tested']:,.0f} pairs tested on average, level {study['level']:g}, lags by AIC. A single test of two unrelated random "
              f"walks rejects {100 * study['rejected_at_level_without_cointegration']['aic']:.1f}% of the time. In {study['planted_left_out']:.1f} "
              "planted pairs a universe one price looks stationary, and is left out. `bench/results/research/screen_power.json`; repeat with "
              "`python -m hotpath.research.study power FILE`.\n")
    return table(["a pair passes in", "correction", *half_lives, "false a universe", "false discovery rate"], rows, source).replace(
        "|---|---:|", "|---|---|", 1)


def speed_table():
    if not (RESULTS / "screen_speed.json").exists():
        return "Not measured yet: `python -m hotpath.research.study speed bench/results/research/screen_speed.json` on an idle machine.\n"
    study = load("screen_speed")
    rows = [(found["what"], str(found["workers"]), f"{found['pairs']:,}", f"{found['pairs_a_second']:,.0f}") for found in study["rows"]]
    machine = study["machine"]
    source = (f"{machine['date']}, {machine['cores']} cores of {machine['cpu']}, Linux {machine['kernel']}, Python {study['versions']['python']}, numpy "
              f"{study['versions']['numpy']}, statsmodels {study['versions']['statsmodels']}; {study['samples']:,} days a name, median of "
              f"{len(study['rows'][0]['seconds'])} runs. `bench/results/research/screen_speed.json`; repeat with `python -m hotpath.research.study speed "
              "FILE` on an idle machine.\n")
    return table(["", "processes", "pairs", "pairs a second"], rows, source)


def pairs_table(name):
    return {"published": published_table, "tests": tests_table, "selection": selection_table, "left": left_table, "chance": chance_table,
            "forward": forward_table, "screen": screen_table, "speed": speed_table}[name]()
