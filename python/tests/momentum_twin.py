"""The strategy `momentum` written in Python: the same decisions as hotpath/strategy/momentum.cpp, line by line."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import hotpath
from hotpath import Side, TimeInForce

WHOLE_PRICE_BPS = 10_000
NANOS_OF_MS = 1_000_000


@dataclass
class Seeker:
    """Brings one instrument to a target position with one immediate order at a time."""

    order_id: int = 0
    paused_until: int = 0


@dataclass
class Watch:
    seeker: Seeker = field(default_factory=Seeker)
    direction: int = 0
    next_sample: int = 0
    twice_mids: deque[int] = field(default_factory=deque)


class MomentumTwin(hotpath.Strategy):
    """follows a move until it fades"""

    qty = hotpath.shares(100, 1, 999_999, "shares of a position")
    lookback = hotpath.integer(60, 1, 86_400, "samples that a move is measured over")
    sample_every_ms = hotpath.integer(1_000, 1, 86_400_000, "between samples")
    entry_bps = hotpath.integer(20, 1, 10_000, "a move that is followed")
    exit_bps = hotpath.integer(5, 0, 10_000, "a move below this has faded")
    order_qty_max = hotpath.shares(500, 1, 999_999, "shares of one order")
    slippage_ticks = hotpath.integer(1, 0, 1_000, "beyond the touch, the worst price of an order")
    reject_pause_ms = hotpath.integer(1_000, 0, 86_400_000, "no orders after a rejection")

    def __init__(self) -> None:
        if self.entry_bps <= self.exit_bps:
            raise ValueError("entry_bps must be above exit_bps")
        self.watches: dict[int, Watch] = {}

    def on_instrument(self, instrument: Any) -> None:
        self.watches[instrument.id] = Watch()

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        bid, _, ask, _ = book.touch
        if not 0 < bid < ask:
            return
        watch = self.watches[book.instrument]
        now = context.now
        if now >= watch.next_sample:
            watch.next_sample = now + self.sample_every_ms * NANOS_OF_MS
            twice_mid = bid + ask
            if len(watch.twice_mids) == self.lookback:
                watch.direction = self.direction(watch.direction, twice_mid, watch.twice_mids.popleft())
            watch.twice_mids.append(twice_mid)
        self.seek(watch.seeker, watch.direction * self.qty, book, context, intents)

    def on_reject(self, rejection: Any, context: Any) -> None:
        watch = self.watches.get(rejection.instrument)
        if watch is not None and watch.seeker.order_id == rejection.id and not rejection.is_momentary:
            watch.seeker.paused_until = context.now + self.reject_pause_ms * NANOS_OF_MS

    def direction(self, held: int, now: int, ago: int) -> int:
        moved = (now - ago) * WHOLE_PRICE_BPS
        if moved >= self.entry_bps * ago:
            return 1
        if moved <= -self.entry_bps * ago:
            return -1
        return held if held * moved >= self.exit_bps * ago else 0

    def seek(self, seeker: Seeker, target: int, book: Any, context: Any, intents: Any) -> None:
        missing = target - context.position(book.instrument)
        if missing == 0 or context.now < seeker.paused_until or context.is_open(seeker.order_id):
            return
        side = Side.Buy if missing > 0 else Side.Sell
        sign = 1 if missing > 0 else -1
        touch = book.ask_price if missing > 0 else book.bid_price
        price = touch + sign * self.slippage_ticks * book.tick(book.bid_price)
        order_id = intents.enter(book.instrument, side, min(abs(missing), self.order_qty_max), price, TimeInForce.Ioc)
        seeker.order_id = order_id or seeker.order_id
