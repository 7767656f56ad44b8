"""How numbers, tables and their sources look in documents."""


def number(value):
    if 0 < abs(value) < 0.005:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def markdown(heads, rows, texts=1):
    """Lines of a table; the first columns are `texts`, the others numbers."""
    rule = "|---" * texts + "|---:" * (len(heads) - texts) + "|"
    return "\n".join([f"| {' | '.join(heads)} |".replace("|  |", "| |", 1), rule, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


# What repeats a benchmark whose name is not that of one of script/bench; empty where the code is removed and only its commit has it.
COMMANDS = {"python": "script/bench-python", "pipelined_engine": ""}


def sources(runs):
    """One paragraph: date and commit of the runs of each kind of host, and what repeats them."""
    by_kind, commands = {}, {}
    for run in sorted(runs, key=lambda run: run.kind.order):
        by_kind.setdefault(run.kind, {})[f"{run.date} {run.commit}"] = None
        commands[COMMANDS.get(run.bench, f"script/bench {run.bench}")] = None
    shown = "; ".join(f"{kind}: {', '.join(sorted(of))}" for kind, of in by_kind.items())
    repeat = ", ".join(f"`{command}`" for command in commands if command)
    return f"{shown}. {f'Repeat with {repeat}.' if repeat else 'The code was removed later.'}\n"
