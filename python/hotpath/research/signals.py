"""The integer twin of the strategy `pairs` (hotpath/strategy/pairs_trading.cpp): the same samples give the same z-scores and stances.

    rules = PairRules(hedge_milli=640, window=30, entry_z_milli=1_500, exit_z_milli=200, stop_z_milli=3_500)
    decisions = decide(rules, first_twice_mid, second_twice_mid)
    decisions.stance             # +1 holds the spread, -1 is short of it, 0 holds nothing; a value a sample

Samples are twice the mid price in price units (1/10,000 dollar), whole numbers; of a bar, twice its close. The sample that is judged is in
the window. The strategy must sample at its timer (`sample_on_timer = 1`): then it decides at samples alone. Integers of Python have no
limit, so nothing here is rounded either: the standard deviation is that of the population, the z-score is in whole thousandths towards
zero.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

PRICE_UNITS = 10_000  # of a dollar
HEDGE_MILLI_MAX = 1_000
WINDOW_MAX = 65_536


@dataclass(frozen=True)
class PairRules:
    """The parameters of the strategy that its decisions depend on."""

    hedge_milli: int  # shares of the second for 1,000 of the first
    window: int
    entry_z_milli: int = 2_000
    exit_z_milli: int = 500
    stop_z_milli: int = 4_000

    def __post_init__(self) -> None:
        if not 1 <= self.hedge_milli <= HEDGE_MILLI_MAX:
            raise ValueError(f"hedge_milli must be 1 to {HEDGE_MILLI_MAX}: name the dearer instrument second; got {self.hedge_milli}")
        if not 2 <= self.window <= WINDOW_MAX:
            raise ValueError(f"window must be 2 to {WINDOW_MAX} samples, got {self.window}")
        if not 0 <= self.exit_z_milli < self.entry_z_milli < self.stop_z_milli:
            raise ValueError(f"thresholds must be 0 <= exit < entry < stop, got {self.exit_z_milli}, {self.entry_z_milli}, "
                             f"{self.stop_z_milli}")


class RollingStats:
    """hotpath/strategy/rolling_stats.hpp: exact sums of the last `window` values."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._values: deque[int] = deque()
        self._sum = 0
        self._squares = 0

    @property
    def is_full(self) -> bool:
        return len(self._values) == self._window

    def add(self, value: int) -> None:
        if self.is_full:
            oldest = self._values.popleft()
            self._sum -= oldest
            self._squares -= oldest * oldest
        self._values.append(value)
        self._sum += value
        self._squares += value * value

    def z_milli(self, value: int) -> int:
        count = len(self._values)
        deviation = count * value - self._sum
        spread = count * self._squares - self._sum * self._sum
        bits = 20 if spread < 1 << 78 else 0
        root = isqrt(spread << (2 * bits))
        if root == 0:
            return 0
        size = (abs(deviation) * 1_000 << bits) // root
        return size if deviation >= 0 else -size


class PairSignals:
    """The stance after each sample, one at a time."""

    def __init__(self, rules: PairRules) -> None:
        self.rules = rules
        self.z_milli = 0
        self.stance = 0
        self.is_stopped = False
        self._spreads = RollingStats(rules.window)

    def on_sample(self, first_twice_mid: int, second_twice_mid: int) -> int:
        spread = 1_000 * first_twice_mid - self.rules.hedge_milli * second_twice_mid
        self._spreads.add(spread)
        if self._spreads.is_full:
            self.z_milli = self._spreads.z_milli(spread)
            self._take_stance()
        return self.stance

    def _take_stance(self) -> None:
        rules, z = self.rules, self.z_milli
        if self.stance != 0:
            against = -self.stance * z
            self.is_stopped = against >= rules.stop_z_milli
            if self.is_stopped or against <= rules.exit_z_milli:
                self.stance = 0
        elif self.is_stopped:
            self.is_stopped = abs(z) > rules.exit_z_milli
        elif rules.entry_z_milli <= abs(z) < rules.stop_z_milli:
            self.stance = -1 if z > 0 else 1


@dataclass(frozen=True)
class Decisions:
    """A value a sample. `z_milli` is 0 until the window is full."""

    z_milli: NDArray[np.int64]
    stance: NDArray[np.int64]

    @property
    def changes(self) -> NDArray[np.intp]:
        """Samples at which the stance is another than before; before the first it is 0."""
        return np.flatnonzero(np.diff(self.stance, prepend=0))


def decide(rules: PairRules, first_twice_mid: Iterable[int], second_twice_mid: Iterable[int]) -> Decisions:
    """The decisions over all samples. ValueError: the series differ in length."""
    signals = PairSignals(rules)
    z, stance = [], []
    for first, second in zip(first_twice_mid, second_twice_mid, strict=True):
        stance.append(signals.on_sample(int(first), int(second)))
        z.append(signals.z_milli)
    return Decisions(np.array(z, dtype=np.int64), np.array(stance, dtype=np.int64))


def twice_mid(dollars: ArrayLike) -> NDArray[np.int64]:
    """Twice a price in price units. ValueError: a price that is no whole number of them."""
    exact = np.asarray(dollars, dtype=np.float64) * PRICE_UNITS
    units = np.rint(exact)
    if not np.all(np.abs(exact - units) < 1e-3):
        worst = float(np.asarray(dollars).ravel()[int(np.argmax(np.abs(exact - units)))])
        raise ValueError(f"prices must be multiples of 1/{PRICE_UNITS:,} dollar, got {worst}")
    return 2 * units.astype(np.int64)
