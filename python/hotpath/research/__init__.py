"""Pairs trading from research to live: cointegration tests, a screen of a whole universe, signals that the live trader takes, too.

    from hotpath.research import cointegration, screen, universe
    found = screen.screen(prices, names, workers=2)

The modules need numpy and scipy; `cointegration` takes critical values from statsmodels, `published_case` bootstraps with arch, `figures`
draws with matplotlib. None of them needs the compiled core. Each module is imported by its name:

    cointegration      Engle-Granger, ADF, Johansen, half-life of one pair
    kalman             a hedge ratio that moves
    multiple_testing   Holm, Benjamini-Hochberg, Benjamini-Yekutieli
    universe           generated prices with planted cointegrated pairs
    screen             every pair of a universe, on processes
    signals            the integer twin of the strategy `pairs`: same samples, same decisions
    live               a pair as configuration of `hotpath backtest` and `hotpath trade`; what a live session decided
    performance        Sharpe ratio, drawdown, costs of a series of positions
    published_case     GS and MS as a paper published them: what reproduces, what does not, what is left
    study              power, false discoveries and speed of the screen
    figures            the figures of docs/results/pairs-trading.md
"""

__all__ = ["cointegration", "figures", "kalman", "live", "multiple_testing", "performance", "screen", "published_case", "signals", "study",
           "universe"]
