"""The tables about LOBSTER's books: how right they are, and what changed when the order book file was read (docs/guide/replay.md).

From bench/results/calibration/: lobster_rows.json (tools/lobster_rows.py), real_goog_20120621.json (script/calibrate) and, as they
were when the book was made of the message file alone, real_goog_20120621_before.json and real_trading_before.json; the same
runs of trading at the commit that read the order book file, real_trading_with_book_file.json."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "calibration"
PRICE_UNITS_PER_DOLLAR = 10_000


def load(name):
    return json.loads((RESULTS / f"{name}.json").read_text())


def table(heads, rows):
    lines = [f"| | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + "\n"


def books_table():
    result = load("lobster_rows")
    alone, both = (result["books"][name] for name in ("messages_alone", "order_book_file"))

    def row(label, key, text):
        return [label, text(alone[key]), text(both[key])]

    rows = [
        row("best bid and ask are those published, % of time stamps", "best_prices_agree_percent", "{:.1f}".format),
        row("where they are not: off by, cents, median", "wrong_best_price_off_cents_p50", "{:.0f}".format),
        row(f"all {result['levels']} levels with their sizes are those published, % of time stamps", "all_levels_agree_percent", "{:.1f}".format),
        row("spread, cents, median", "spread_cents_p50", "{:.0f}".format),
        row("orders open at the end", "open_orders", "{:,}".format),
        row("ITCH messages", "messages", "{:,}".format),
    ]
    source = (f"{result['file']}: {result['rows']:,} rows at {result['time_stamps']:,} time stamps; the published median spread is "
              f"{result['spread_cents_p50']:.0f} cents. Measured by `script/calibrate` (tools/lobster_rows.py).\n")
    return table(["message file alone", "with the order book file"], rows) + "\n" + source


def adds_placed(part, key):
    total = part["adds_improving"] + part["adds_at_touch"] + part["ticks_behind"]["count"]
    return f"{100 * part[key] / total:.0f}"


def percentiles(part, key, wanted, divisor=1):
    return " / ".join(f"{part[key][f'p{p}'] / divisor:,.6g}" for p in wanted)


def changes_table():
    parts = [load(name)["continuous"] for name in ("real_goog_20120621_before", "real_goog_20120621")]
    trades = [load("real_trading_before"), load("real_trading_with_book_file")]
    trades = [run["market_maker_goog"] for run in trades]

    def of_parts(label, text):
        return [label, *(text(part) for part in parts)]

    def of_trades(label, text):
        return [label, *(text(run) for run in trades)]

    rows = [
        of_parts("generator: spread at an add, ticks, p10 / p50 / p90", lambda p: percentiles(p, "spread_ticks", (10, 50, 90))),
        of_parts("generator: adds that improve the best price, %", lambda p: adds_placed(p, "adds_improving")),
        of_parts("generator: adds at the best price, %", lambda p: adds_placed(p, "adds_at_touch")),
        of_parts("generator: ticks behind it, the others, p25 / p50 / p90", lambda p: percentiles(p, "ticks_behind", (25, 50, 90))),
        of_parts("generator: lifetime of deleted orders, ms, p50 / p95", lambda p: percentiles(p, "deleted_lifetime_ns", (50, 95), 1e6)),
        of_parts("generator: lifetime of executed orders, ms, p50 / p95", lambda p: percentiles(p, "executed_lifetime_ns", (50, 95), 1e6)),
        of_parts("generator: time between order messages, ms, p10 / p50", lambda p: percentiles(p, "gap_ns", (10, 50), 1e6)),
        of_parts("generator: mid after a trade, % of the spread, 1 s / 10 s",
                 lambda p: " / ".join(f"{m['percent_of_spread']:.0f}" for m in p["markout"].values())),
        of_trades("market maker in GOOG: executions", lambda r: f"{r['executions']:,}"),
        of_trades("market maker in GOOG: orders", lambda r: f"{r['orders']:,}"),
        of_trades("market maker in GOOG: P&L, $", lambda r: f"{r['pnl'] / PRICE_UNITS_PER_DOLLAR:,.2f}"),
    ]
    return table(["before: message file alone", "now: with the order book file"], rows)
