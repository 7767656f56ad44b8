"""How numbers and tables look in documents."""


def number(value):
    if 0 < abs(value) < 0.005:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def markdown(heads, rows, texts=1):
    """Lines of a table; the first columns are `texts`, the others numbers."""
    rule = "|---" * texts + "|---:" * (len(heads) - texts) + "|"
    return "\n".join([f"| {' | '.join(heads)} |".replace("|  |", "| |", 1), rule, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"
