"""Generated prices of many names, some pairs of which are cointegrated by construction: what a screen should find, and nothing else.

    market = generate(UniverseOptions(names=200, samples=1_250, planted=20, seed=7))
    market.prices            # samples x names, dollars
    market.planted[0]        # PlantedPair(dependent=..., regressor=..., hedge_ratio=..., half_life=...)

A name's log price is a random walk with a part that all names share, so that any two are correlated and none are cointegrated. The
dependent name of a planted pair is `intercept + hedge_ratio * regressor` plus a deviation that returns to its mean: an
Ornstein-Uhlenbeck process at its samples. The same options give the same prices, whatever the machine.
"""

from __future__ import annotations

import csv
import datetime
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .regression import Floats


@dataclass(frozen=True)
class UniverseOptions:
    names: int = 100
    samples: int = 1_250
    planted: int = 10  # pairs: of the first names, two each
    half_lives: tuple[float, ...] = (5.0, 10.0, 20.0, 40.0)  # samples; the planted pairs take them in turn
    deviation: float = 0.03  # standard deviation of a planted pair's deviation, of the dependent's first price
    market_volatility: float = 0.008  # a sample, shared by all names
    own_volatility: float = 0.012
    seed: int = 1


@dataclass(frozen=True)
class PlantedPair:
    dependent: str
    regressor: str
    hedge_ratio: float
    intercept: float
    half_life: float


@dataclass(frozen=True)
class Universe:
    names: tuple[str, ...]
    prices: Floats  # samples x names
    planted: tuple[PlantedPair, ...]

    def price(self, name: str) -> Floats:
        return np.asarray(self.prices[:, self.names.index(name)])


def symbol(n: int) -> str:
    """AAAA, AAAB, ...: at most four letters, as exchanges have them."""
    letters = []
    for _ in range(4):
        n, letter = divmod(n, 26)
        letters.append(chr(ord("A") + letter))
    return "".join(reversed(letters))


def generate(options: UniverseOptions) -> Universe:
    """ValueError: fewer names than the planted pairs need, or options out of range."""
    if options.names < 2 * options.planted or options.names < 2 or options.samples < 2 or options.planted < 0:
        raise ValueError("names must be 2 or more, and two for each planted pair; samples 2 or more")
    if options.planted and (not options.half_lives or min(options.half_lives) <= 0 or options.deviation <= 0):
        raise ValueError("half_lives and deviation must be above 0")
    random = np.random.Generator(np.random.PCG64(options.seed))
    market = random.normal(0, options.market_volatility, options.samples)
    own = random.normal(0, options.own_volatility, (options.samples, options.names))
    start = np.exp(random.uniform(np.log(20), np.log(200), options.names))
    steps = market[:, None] * random.uniform(0.5, 1.5, options.names) + own
    steps[0] = 0
    prices = start * np.exp(np.cumsum(steps, axis=0))
    names = tuple(symbol(n) for n in range(options.names))
    planted = []
    for n in range(options.planted):
        half_life = options.half_lives[n % len(options.half_lives)]
        dependent, regressor = 2 * n, 2 * n + 1
        level = float(start[dependent])
        # The dependent's first price is as drawn; this share of it moves with the regressor.
        share = float(random.uniform(0.5, 0.9))
        hedge_ratio = share * level / float(start[regressor])
        intercept = (1 - share) * level
        prices[:, dependent] = (intercept + hedge_ratio * prices[:, regressor]
                                + _deviation(random, options.samples, half_life, options.deviation * level))
        planted.append(PlantedPair(names[dependent], names[regressor], hedge_ratio, intercept, half_life))
    if prices.min() <= 0:
        raise ValueError("a price fell to zero: choose a smaller deviation or volatility, or another seed")
    return Universe(names, prices, tuple(planted))


def _deviation(random: np.random.Generator, samples: int, half_life: float, deviation: float) -> Floats:
    kept = 0.5 ** (1 / half_life)
    shocks = random.normal(0, deviation * np.sqrt(1 - kept * kept), samples)
    values = np.empty(samples)
    value = random.normal(0, deviation)
    for t in range(samples):
        value = kept * value + shocks[t]
        values[t] = value
    return values


def in_cents(market: Universe) -> Universe:
    """The same universe with prices of whole cents, as bars and quotes have them."""
    return Universe(market.names, np.round(market.prices * 100) / 100, market.planted)


def write_minute_bars(market: Universe, file: Path, *, day: datetime.date = datetime.date(2024, 1, 2), minutes_a_day: int = 390,
                      begin: datetime.time = datetime.time(9, 30)) -> None:
    """The samples as bars of one minute (`data.bars = "minutes"`), day after day: a bar opens where the one before has closed."""
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["time", "symbol", "open", "high", "low", "close", "volume"])
        before = market.prices[0]
        for t, closes in enumerate(market.prices):
            days, minute = divmod(t, minutes_a_day)
            time = datetime.datetime.combine(day + datetime.timedelta(days), begin) + datetime.timedelta(minutes=minute)
            for name, opened, closed in zip(market.names, before, closes, strict=True):
                prices = [opened, max(opened, closed), min(opened, closed), closed]
                writer.writerow([time.strftime("%Y-%m-%d %H:%M:%S"), name, *(f"{price:.2f}" for price in prices), 1_000_000])
            before = closes
