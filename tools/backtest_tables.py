"""The table of how a backtest grows, of a result of `script/bench backtest`: docs/results/backtest-speed.md."""

SIDES = [("hotpath", "hotpath"), ("hftbacktest", "hftbacktest"), ("nautilus", "NautilusTrader")]
KINDS = ["days", "instruments", "strategies", "threads"]
COLUMNS = [("time", "ns/event"), ("peak memory", "MiB")]


def tests_of(kind, records):
    """By number."""
    names = dict.fromkeys(record["test"] for record in records if record["test"].startswith(f"{kind}_"))
    return sorted(names, key=lambda name: int(name.rpartition("_")[2]))


def growth_table(records, number):
    """A line for each number of days, instruments, strategies, threads; a column for each side and metric."""
    values = {(r["test"], r["subject"], r["metric"]): r["value"] for r in records}
    heads = [f"{label}: {metric}, {unit}" for metric, unit in COLUMNS for _, label in SIDES]
    rows = [f"| | {' | '.join(heads)} |", "|---" + "|---:" * len(heads) + "|"]
    for kind in KINDS:
        for test in tests_of(kind, records):
            found = [values.get((test, side, metric)) for metric, _ in COLUMNS for side, _ in SIDES]
            cells = ["" if value is None else number(value) for value in found]
            count = test.rpartition("_")[2]
            label = kind if count != "1" else {"strategies": "strategy"}.get(kind, kind.removesuffix("s"))
            rows.append(f"| {count} {label} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"
