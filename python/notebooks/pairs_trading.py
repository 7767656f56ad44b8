# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Pairs trading: a published case, and a screen
#
# The first part repeats Goldman Sachs and Morgan Stanley as a paper traded them; it needs the licensed prices, and says so without them. The
# second part runs on a generated universe. `docs/results/pairs-trading.md` has the results and what they mean.
#
# As a notebook: `jupytext --to ipynb python/notebooks/pairs_trading.py`. It is executed by a test.

# %%
import io

import numpy as np

from hotpath.research import cointegration, figures, multiple_testing, performance, published_case
from hotpath.research.live import PairPlan, Samples, decisions_of, strategy_toml
from hotpath.research.screen import ScreenOptions, screen
from hotpath.research.signals import twice_mid
from hotpath.research.universe import UniverseOptions, generate, in_cents

try:
    prices = published_case.load(published_case.data_folder())
    print(f"{len(prices.dates):,} days, {prices.dates[0]} to {prices.dates[-1]}")
except FileNotFoundError as missing:
    prices = None
    print(f"SKIPPED: {missing.filename} is not there; HOTPATH_DATA names the folder with the licensed prices")

# %% [markdown]
# ## Are they cointegrated?
#
# It depends on the direction of the regression and on how the number of lags is chosen.

# %%
if prices is not None:
    for row in published_case.cointegration_rows(prices):
        print(f"{row['dependent']} on {row['regressor']}, lags by {row['criterion']}: t = {row['statistic']:.4f}, p = {row['p_value']:.4f}")
    print(f"GS - MS, the spread that is traded: ADF p = {cointegration.adf(prices.spread).p_value:.2f}")
    relation = cointegration.johansen(np.column_stack([prices.gs, prices.ms]))
    print(f"Johansen's trace {relation.trace[0]:.2f}, 95% is {relation.trace_critical[0, 1]:.2f}")

# %% [markdown]
# ## The published rules

# %%
if prices is not None:
    published = published_case.trade(prices)
    begin = published_case.Rules().window
    for label, trading in (("as published", published), ("as the text says", published_case.trade(prices, published_case.Rules(follows=False))),
                           ("filled at the next close", published_case.trade(prices, published_case.Rules(delay=1)))):
        found = published_case.summary(trading, begin)
        print(f"{label}: ${found['final']:,.0f}, Sharpe ratio {found['sharpe']:.2f}")
    interval = performance.sharpe_interval(published.profits[begin:], repetitions=1_000)
    print(f"the first one's Sharpe ratio with 95%: {interval.low:.2f} to {interval.high:.2f}")

# %% [markdown]
# ## Figures 12 to 17

# %%
for name, figure in (figures.published_figures(prices) if prices is not None else {}).items():
    picture = io.BytesIO()
    figure.savefig(picture)
    print(f"{name}: {len(picture.getvalue()):,} bytes")
    if "get_ipython" in globals():  # in a notebook
        from IPython.display import Image, display

        display(Image(picture.getvalue()))

# %% [markdown]
# ## What costs and choosing beforehand leave

# %%
if prices is not None:
    for bps in published_case.COSTS_BPS:
        found = published_case.summary(published_case.trade(prices, published_case.Rules(delay=1), cost_bps=bps), begin)
        print(f"next close, {bps:g} basis points: Sharpe ratio {found['sharpe']:.2f}")
    forward = published_case.walk_forward(prices, delay=1)
    print(f"rules chosen on the two years before: profit ${forward.profits.sum():,.0f} in {len(forward.profits)} days, Sharpe ratio "
          f"{performance.sharpe(forward.profits):.2f}")

# %% [markdown]
# ## A screen of a generated universe
#
# Forty names, four pairs of them cointegrated by construction.

# %%
market = in_cents(generate(UniverseOptions(names=40, samples=900, planted=4, half_lives=(4.0, 6.0), seed=5)))
studied = 700
result = screen(market.prices[:studied], market.names, options=ScreenOptions(correction="by"))
print(f"{len(result.first)} pairs; without a correction {int((result.pair_p_values <= 0.05).sum())} would be found, with one "
      f"{int((multiple_testing.adjusted(result.pair_p_values, 'by') <= 0.05).sum())}")
for pair in result.pairs():
    print(f"{pair.dependent} = {pair.intercept:.2f} + {pair.hedge_ratio:.4f} {pair.regressor}, half-life {pair.half_life:.1f}")
print("planted:", ", ".join(f"{pair.dependent} {pair.regressor}" for pair in market.planted))
assert {frozenset((pair.dependent, pair.regressor)) for pair in result.pairs()} <= {
    frozenset((pair.dependent, pair.regressor)) for pair in market.planted}

# %% [markdown]
# ## The pair, live
#
# The plan in integers, and what the strategy decides on the days that the screen has not seen. `hotpath backtest` and `hotpath trade` decide
# the same.

# %%
plan = PairPlan.of(result.pairs()[0], window=30, entry_z=1.5, exit_z=0.3)
print(strategy_toml(plan))
rest = [twice_mid(market.price(name)[studied:]) for name in (plan.first, plan.second)]
decisions = decisions_of(plan, Samples(np.arange(len(rest[0])), *rest))
print(f"{len(decisions.changes)} changes of stance in {len(rest[0])} samples")
assert len(decisions.changes) > 0
