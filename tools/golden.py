"""Tables of golden files, tests/golden/*.json, for tools/tables.py: results that are the same on every host, and that tests make again where their
data is. oracle-*: docs/results/order-oracle.md; pairs-*: docs/results/pairs-trading.md; lobster-books: docs/guide/replay.md."""

import json

from pages import ROOT, markdown

GOLDEN = ROOT / "tests" / "golden"


def load(name):
    return json.loads((GOLDEN / f"{name}.json").read_text())


ORACLE_HEADS = ["executions given back", "another quantity", "missed", "invented", "orders exact", "shares filled", "time to fill, ms, p50",
                "Brier score"]


def share_of(part, whole):
    """With more decimals where some are missing of what would round to all."""
    text = f"{100 * part / whole:.1f}%" if whole else "-"
    return f"{100 * part / whole:.3f}%" if text == "100.0%" and part != whole else text


def milliseconds(quantiles):
    return "-" if quantiles["p50_ns"] is None else f"{quantiles['p50_ns'] / 1e6:,.1f}"


def oracle_row(model, calibrated):
    name = model["model"].replace("_", " ")
    return [f"**{name}**" if name == f"power {calibrated:g}" else name, share_of(model["exact"], model["executions"]), f"{model['partial']:,}",
            f"{model['missed']:,}", f"{model['invented']:,}", share_of(model["orders_exact"], model["orders"]), f"{100 * model['fill_ratio']:.2f}%",
            milliseconds(model["time_to_fill"]), f"{model['brier_score']:.5f}"]


def refused(counts):
    reasons = ", ".join(f"{orders:,} {reason}" for reason, orders in counts["refused_for"].items())
    return f"{sum(counts['refused_for'].values()):,} refused" + (f" ({reasons})" if reasons else "")


def recordings_table():
    """A line for each recording of which an order can be given back."""
    recordings = load("order_oracle/recordings")
    rows = [[f"`{row['file']}`", f"{row['orders']:,}", f"{row['executions']:,}", share_of(row["exact"], row["executions"]), f"{row['invented']:,}",
             f"{row['late']:,} published late, {refused(row)}"] for row in recordings if "error" not in row]
    none = sum("error" in row for row in recordings)
    below = (f"\nOf {none} others no order can be given back: they show none, end inside a message, or name instruments that ITCH has no room "
             "for. `tests/golden/order_oracle/recordings.json`; repeat with `script/calibrate --oracle`.\n")
    return markdown(["recording", "orders", "executions", "given back by `exact`", "invented", "not counted"], rows) + below


def oracle_table(name):
    """A line for each model; the calibrated exponent of power in bold."""
    if name == "recordings":
        return recordings_table()
    result = load(f"order_oracle/{name}")
    first, recorded = result["models"][0], result["recorded"]
    above = (f"{first['orders']:,} orders, {first['executions']:,} executions; of the shares {100 * recorded['fill_ratio']:.2f}% executed, "
             f"the first of an order after {milliseconds(recorded['time_to_fill'])} ms (median); {first['out_of_turn']:,} executions are written "
             f"out of turn. Not counted: {first['late']:,} orders published late, {first['halted']:,} canceled by a halt, {refused(first)}; "
             f"{first['crossed']:,} executions of crosses and at other prices.\n\n")
    below = (f"\n`tests/golden/order_oracle/{name}.json`; repeat with `hotpath backtest oracle {result['file']} --one-in {result['one_in']} "
             f"--runs {result['runs']}`.\n")
    return above + markdown(["", *ORACLE_HEADS], [oracle_row(model, result["calibrated_exponent"]) for model in result["models"]]) + below


REAL_RUNS = [("market_maker_aapl", "market maker, AAPL before the open"), ("market_maker_goog", "market maker, GOOG for a day"),
             ("pairs_ms_gs_daily", "pairs, MS and GS at daily closes")]
REAL_COLUMNS = [("market messages", "market_messages"), ("checks", "checks"), ("orders", "orders"), ("executions", "executions"),
                ("bought", "bought_qty"), ("sold", "sold_qty"), ("largest position", "position_most")]
PRICE_UNITS_PER_DOLLAR = 10_000


def real_trading_table():
    runs = load("real_trading")
    rows = []
    for name, label in REAL_RUNS:
        run = runs[name]
        left = ", ".join(f"{symbol} {held:,}" for symbol, held in run["positions"].items())
        rows.append([label, *(f"{run[key]:,}" for _, key in REAL_COLUMNS), left,
                     *(f"{run[key] / PRICE_UNITS_PER_DOLLAR:,.2f}" for key in ("fees", "pnl"))])
    source = "\n`tests/golden/real_trading.json`; made again and compared by `end_to_end_test --gtest_filter='RealTrading.*'`.\n"
    return markdown(["", *(head for head, _ in REAL_COLUMNS), "left", "fees, $", "P&L, $"], rows) + source


LOBSTER_ROWS = [("best bid and ask are those published, % of time stamps", "best_prices_agree_percent", ".1f"),
                ("where they are not: off by, cents, median", "wrong_best_price_off_cents_p50", ".0f"),
                ("all {levels} levels with their sizes are those published, % of time stamps", "all_levels_agree_percent", ".1f"),
                ("spread, cents, median", "spread_cents_p50", ".0f"), ("orders open at the end", "open_orders", ","), ("ITCH messages", "messages", ",")]


def lobster_table():
    """How right a book of LOBSTER's message file alone is, and one of both files."""
    result = load("lobster_rows")
    books = [result["books"][name] for name in ("messages_alone", "order_book_file")]
    rows = [[label.format(levels=result["levels"]), *(format(book[key], text) for book in books)] for label, key, text in LOBSTER_ROWS]
    source = (f"\n{result['file']}: {result['rows']:,} rows at {result['time_stamps']:,} time stamps; the published median spread is "
              f"{result['spread_cents_p50']:.0f} cents. Measured by `script/calibrate` (tests/golden/lobster_rows.py).\n")
    return markdown(["", "message file alone", "with the order book file"], rows) + source


CORRECTIONS = {"none": "none", "bh": "Benjamini-Hochberg", "by": "Benjamini-Yekutieli", "holm": "Holm"}
CASE_SOURCE = ("`tests/golden/research/published_case.json`; repeat with `python -m hotpath.research.published_case FILE` (needs the licensed "
               "prices).\n")


def case():
    return load("research/published_case")


def table(heads, rows, source, texts=1):
    return markdown(heads, rows, texts) + f"\n{source}"


def dollars(value, decimals=0):
    return f"{'-' if value < 0 else ''}${abs(value):,.{decimals}f}"


def published_table():
    """What the paper and its repository say, and what their rules give here."""
    whole = case()
    test = next(row for row in whole["cointegration"]["engle_granger"] if row["dependent"] == "MS" and row["criterion"] == "aic")
    trading, sheet = whole["trading"], whole["trading"]["tear_sheet"]
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
    found = case()["cointegration"]
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
    chosen = case()["selection"]
    rows = [("names, pairs tested", f"{chosen['names']}, {chosen['pairs']:,}"),
            ("pairs with p-value up to 0.05, no correction", f"{chosen['below_5_percent']:,} ({100 * chosen['below_5_percent'] / chosen['pairs']:.1f}%)"),
            ("rank of GS and MS", f"{chosen['rank']}"),
            ("its p-value", f"{chosen['p_value']:.4f}"),
            ("adjusted: Benjamini-Hochberg, Benjamini-Yekutieli, Holm", ", ".join(f"{chosen['adjusted'][c]:.2f}" for c in ("bh", "by", "holm"))),
            ("pairs left at 0.05 by each", ", ".join(str(chosen["found"][c]) for c in ("bh", "by", "holm")))]
    return table(["", ""], rows, CASE_SOURCE)


def left_table():
    trading = case()["trading"]

    def row(label, found):
        return (label, dollars(found["final"] - 1_000_000), f"{found['sharpe']:.2f}", dollars(found["drawdown"]))

    rows = [row("as published: filled at the close that it decides on", trading["as_published"]),
            row("filled at the next open", trading["next_open"]), row("filled at the next close", trading["next_close"])]
    rows += [row(f"the same, with costs of {found['bps']:g} basis points", found) for found in trading["costs_next_close"] if found["bps"]]
    return table(["", "profit", "Sharpe ratio", "largest drawdown"], rows, CASE_SOURCE)


def chance_table():
    trading = case()["trading"]
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
             dollars(found["published_profit"]), f"{found['published_sharpe']:.2f}") for found in case()["trading"]["walk_forward"]]
    return table(["chosen on the last", "filled at", "cost, bp", "days traded", "profit", "Sharpe ratio", "periods that chose long when high",
                  "published rules: profit", "Sharpe ratio"], rows, CASE_SOURCE)


def screen_table():
    study = load("research/screen_power")
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
              "planted pairs a universe one price looks stationary, and is left out. `tests/golden/research/screen_power.json`; repeat with "
              "`python -m hotpath.research.study power FILE`.\n")
    return table(["a pair passes in", "correction", *half_lives, "false a universe", "false discovery rate"], rows, source).replace(
        "|---|---:|", "|---|---|", 1)


def speed_table():
    study = load("research/screen_speed")
    rows = [(found["what"], str(found["workers"]), f"{found['pairs']:,}", f"{found['pairs_a_second']:,.0f}") for found in study["rows"]]
    machine = study["machine"]
    source = (f"{machine['date']}, {machine['cores']} cores of {machine['cpu']}, Linux {machine['kernel']}, Python {study['versions']['python']}, numpy "
              f"{study['versions']['numpy']}, statsmodels {study['versions']['statsmodels']}; {study['samples']:,} days a name, median of "
              f"{len(study['rows'][0]['seconds'])} runs. `tests/golden/research/screen_speed.json`; repeat with `python -m hotpath.research.study speed "
              "FILE` on an idle machine.\n")
    return table(["", "processes", "pairs", "pairs a second"], rows, source)


TABLES = {f"oracle-{path.stem}": lambda name=path.stem: oracle_table(name) for path in sorted((GOLDEN / "order_oracle").glob("*.json"))} | {
    "real-trading": real_trading_table, "lobster-books": lobster_table,
    "pairs-published": published_table, "pairs-tests": tests_table, "pairs-selection": selection_table, "pairs-left": left_table,
    "pairs-chance": chance_table, "pairs-forward": forward_table, "pairs-screen": screen_table, "pairs-speed": speed_table}
