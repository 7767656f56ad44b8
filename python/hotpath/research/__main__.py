"""Screens a table of prices for cointegrated pairs, and writes the best one as configuration.

    python -m hotpath.research FILE --correction by --workers 2
    python -m hotpath.research FILE --backtest backtest.toml --minutes 1 --trade trader.toml --base my-trader.toml

FILE is a table of bars (date or time, symbol, close), or a table with one column of prices per name. Prints the pairs found, smallest p-value first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .live import DAY_MS, PairPlan, backtest_toml, trader_toml
from .prices import PriceTable, read_prices
from .screen import FoundPair, ScreenOptions, screen


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m hotpath.research", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("file", type=Path)
    made.add_argument("--criterion", choices=["aic", "bic"], default="aic", help="criterion that chooses the number of lags (default: aic)")
    made.add_argument("--correction", choices=["by", "bh", "holm", "none"], default="by", help="correction for the number of tests (default: by)")
    made.add_argument("--level", type=float, default=0.05, help="highest adjusted p-value of a pair (default: 0.05)")
    made.add_argument("--last", type=int, help="number of samples at the end of the table that the screen leaves out")
    made.add_argument("--workers", type=int, default=1, help="number of processes (default: 1)")
    made.add_argument("--backtest", type=Path, help="write a configuration of hotpath backtest with the best pair over FILE's bars")
    made.add_argument("--minutes", type=int, help="length of the bars in minutes (default: daily bars)")
    made.add_argument("--trade", type=Path, help="write a configuration of hotpath trade with the best pair, based on --base")
    made.add_argument("--base", type=Path, help="configuration of a trader")
    made.add_argument("--window", type=int, help="number of samples of the z-score (default: four half-lives, at least 20)")
    made.add_argument("--entry", type=float, default=2.0, help="z-score to enter, in standard deviations (default: 2)")
    made.add_argument("--exit", type=float, default=0.5, help="z-score to exit (default: 0.5)")
    made.add_argument("--stop", type=float, default=4.0, help="z-score to stop with a loss (default: 4)")
    made.add_argument("--qty", type=int, default=100, help="shares of the first leg (default: 100)")
    return made


def describe(pair: FoundPair) -> str:
    return (f"{pair.dependent} = {pair.intercept:.4f} + {pair.hedge_ratio:.4f} {pair.regressor}    half-life {pair.half_life:.1f} samples, "
            f"p-value {pair.p_value:.2e}, adjusted {pair.adjusted_p_value:.2e}, Johansen {'agrees' if pair.relations == 1 else 'does not agree'}")


def plan_of(pair: FoundPair, chosen: argparse.Namespace) -> PairPlan:
    window = chosen.window or max(20, round(4 * pair.half_life))
    every = DAY_MS if chosen.minutes is None else chosen.minutes * 60_000
    return PairPlan.of(pair, window=window, entry_z=chosen.entry, exit_z=chosen.exit, stop_z=chosen.stop, first_qty=chosen.qty,
                       sample_every_ms=every)


def run(chosen: argparse.Namespace) -> int:
    if (chosen.trade is None) != (chosen.base is None):
        raise ValueError("--trade and --base must be given together")
    table: PriceTable = read_prices(chosen.file)
    if chosen.last is not None and not 0 < chosen.last < len(table.times):
        raise ValueError(f"--last must be 1 to {len(table.times) - 1}, got {chosen.last}")
    seen = table.prices[: len(table.times) - (chosen.last or 0)]
    options = ScreenOptions(criterion=chosen.criterion, correction=chosen.correction, level=chosen.level)
    result = screen(seen, table.names, options=options, workers=chosen.workers)
    for why, names in (("not in every sample", table.left_out), ("stationary or constant", result.left_out)):
        if names:
            print(f"left out, {why}: {', '.join(names)}")
    pairs = result.pairs()
    print(f"{len(result.first):,} pairs of {len(result.tested)} names in {len(seen):,} samples, {len(pairs)} found")
    for pair in pairs:
        print(describe(pair))
    if (chosen.backtest or chosen.trade) and not pairs:
        raise ValueError("no pair was found: no configuration is written")
    if chosen.backtest:
        chosen.backtest.write_text(backtest_toml(plan_of(pairs[0], chosen), chosen.file.resolve(), minutes=chosen.minutes))
    if chosen.trade:
        chosen.trade.write_text(trader_toml(plan_of(pairs[0], chosen), chosen.base.read_text()))
    return 0


def main(arguments: list[str] | None = None) -> int:
    try:
        return run(parser().parse_args(arguments))
    except (ValueError, OSError) as error:
        print(f"hotpath.research: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
