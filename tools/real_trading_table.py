"""The runs of tests/golden/real_trading.json, which a test makes again: docs/results/strategies-on-real-data.md."""

import json
from pathlib import Path

from formats import markdown

ROOT = Path(__file__).resolve().parent.parent
RUNS = [("market_maker_aapl", "market maker, AAPL before the open"),
        ("market_maker_goog", "market maker, GOOG for a day"),
        ("pairs_ms_gs_daily", "pairs, MS and GS at daily closes")]
COLUMNS = [("market messages", "market_messages"), ("checks", "checks"), ("orders", "orders"), ("executions", "executions"),
           ("bought", "bought_qty"), ("sold", "sold_qty"), ("largest position", "position_most")]
PRICE_UNITS_PER_DOLLAR = 10_000
SOURCE = "\n`tests/golden/real_trading.json`; made again and compared by `end_to_end_test --gtest_filter='RealTrading.*'`.\n"


def table():
    runs = json.loads((ROOT / "tests" / "golden" / "real_trading.json").read_text())
    rows = []
    for name, label in RUNS:
        run = runs[name]
        cells = [f"{run[key]:,}" for _, key in COLUMNS]
        cells.append(", ".join(f"{symbol} {held:,}" for symbol, held in run["positions"].items()))
        cells += [f"{run[key] / PRICE_UNITS_PER_DOLLAR:,.2f}" for key in ("fees", "pnl")]
        rows.append([label, *cells])
    return markdown(["", *(head for head, _ in COLUMNS), "left", "fees, $", "P&L, $"], rows) + SOURCE
