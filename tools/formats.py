"""How numbers, tables and their sources look in documents."""


def number(value):
    if 0 < abs(value) < 0.005:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def markdown(heads, rows, texts=1):
    """Lines of a table; the first columns are `texts`, the others numbers."""
    rule = "|---" * texts + "|---:" * (len(heads) - texts) + "|"
    return "\n".join([f"| {' | '.join(heads)} |".replace("|  |", "| |", 1), rule, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def sources(runs):
    """One paragraph: date and commit of the runs of each kind of host, and what repeats them."""
    by_kind, benches = {}, {}
    for run in sorted(runs, key=lambda run: run.kind.order):
        by_kind.setdefault(run.kind, {})[f"{run.date}, {run.commit}"] = None
        benches["script/bench-python" if run.bench == "python" else f"script/bench {run.bench}"] = None
    shown = "; ".join(f"{kind}: {' and '.join(sorted(of))}" for kind, of in by_kind.items())
    return f"{shown}. Repeat with {', '.join(f'`{bench}`' for bench in benches)}.\n"
