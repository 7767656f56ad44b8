"""Ten seconds with the package, offline: `python -m hotpath [FOLDER]`.

Generates a market day, reads it, and backtests a market maker in it; the report is one HTML file in FOLDER.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

SYMBOL = "AAPL"


def main(words: list[str] | None = None) -> int:
    """Returns the exit code: 1 with one line when something cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m hotpath", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("hotpath-sample"), help="made if it is not there; default: hotpath-sample")
    parser.add_argument("--messages", type=int, default=300_000, help="of the generated day; default: 300,000")
    parser.add_argument("--seed", type=int, default=1, help="another one makes another day; default: 1")
    arguments = parser.parse_args(words)

    import hotpath

    try:
        _run(arguments.folder, arguments.messages, arguments.seed)
    except (hotpath.Error, OSError) as error:
        print(f"python -m hotpath: {error}", file=sys.stderr)
        return 1
    return 0


def _run(folder: Path, messages: int, seed: int) -> None:
    import hotpath

    folder.mkdir(parents=True, exist_ok=True)
    market, report = folder / "market.itch", folder / "report.html"
    made = hotpath.generate(market, messages=messages, instruments=10, seed=seed, symbols=[SYMBOL])
    trades = [batch["qty"] for batch in hotpath.read(market).trades()]
    executions, shares = sum(map(len, trades)), sum(int(qty.sum()) for qty in trades)
    print(f"{market}: a generated day, {made:,} messages, {executions:,} executions of {shares:,} shares")

    result = hotpath.backtest("market_maker", market, symbols=SYMBOL)
    result.report(report)
    orders, fills = result["orders"]["entered"], result["fills"]
    print(f"market_maker in {SYMBOL}: {orders:,} orders, {fills:,} fills, ${result.pnl:,.2f} after fees (of a market that is invented)")
    print(f"{report}: the report; open it in a browser")
    print(f"repeat it: hotpath.backtest('market_maker', '{market}', symbols='{SYMBOL}').output_hash == '{result.output_hash}'")


if __name__ == "__main__":
    sys.exit(main())
