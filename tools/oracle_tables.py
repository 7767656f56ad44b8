"""The tables of docs/results/order-oracle.md, from bench/results/calibration/oracle_*.json (script/calibrate --oracle)."""

import json
from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "bench" / "results" / "calibration"
HEADS = ["executions given back", "another quantity", "missed", "invented", "orders exact", "shares filled", "time to fill, ms, p50",
         "Brier score"]


def percent(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "-"


def milliseconds(quantiles):
    return "-" if quantiles["p50_ns"] is None else f"{quantiles['p50_ns'] / 1e6:,.1f}"


def row(model, calibrated):
    name = model["model"].replace("_", " ")
    cells = [percent(model["exact"], model["executions"]), f"{model['partial']:,}", f"{model['missed']:,}", f"{model['invented']:,}",
             percent(model["orders_exact"], model["orders"]), f"{100 * model['fill_ratio']:.2f}%", milliseconds(model["time_to_fill"]),
             f"{model['brier_score']:.5f}"]
    return f"| {f'**{name}**' if name == f'power {calibrated:g}' else name} | {' | '.join(cells)} |"


def oracle_table(name):
    """A line for each model; the calibrated exponent of power in bold."""
    result = json.loads((RESULTS / f"oracle_{name}.json").read_text())
    first = result["models"][0]
    recorded = result["recorded"]
    lines = [f"{first['orders']:,} orders, {first['executions']:,} executions; of the shares {100 * recorded['fill_ratio']:.2f}% executed, "
             f"the first of an order after {milliseconds(recorded['time_to_fill'])} ms (median). Out of account: {first['late']:,} orders shown "
             f"late, {first['halted']:,} canceled by a halt, {first['refused']:,} refused; {first['crossed']:,} executions of crosses and at "
             f"other prices, {first['out_of_turn']:,} out of turn.\n",
             f"| | {' | '.join(HEADS)} |", "|---" + "|---:" * len(HEADS) + "|"]
    lines += [row(model, result["calibrated_exponent"]) for model in result["models"]]
    source = (f"`bench/results/calibration/oracle_{name}.json`; repeat with `hotpath backtest oracle {result['file']} "
              f"--one-in {result['one_in']} --runs {result['runs']}`.\n")
    return "\n".join(lines) + f"\n\n{source}"
