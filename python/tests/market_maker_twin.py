"""The strategy `market_maker` written in Python: the same decisions as hotpath/strategy/market_maker.cpp."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import hotpath
from hotpath import BooksState, OrderState, RejectedBy, Side

WHOLE_PRICE_BPS = 10_000
NANOS_OF_MS = 1_000_000
PREDECESSORS_MAX = 8
SIGNS = ((Side.Buy, 1), (Side.Sell, -1))
OPEN = {OrderState.PendingNew, OrderState.Live, OrderState.PendingReplace, OrderState.PendingReduce, OrderState.PendingCancel}


def truncated(numerator: int, denominator: int) -> int:
    """The quotient towards zero, as C++ has it."""
    quotient = abs(numerator) // abs(denominator)
    return quotient if (numerator < 0) == (denominator < 0) else -quotient


@dataclass
class Quotes:
    ids: list[int] = field(default_factory=lambda: [0, 0])
    reservation: int = 0
    paused_until: int = 0


class MarketMakerTwin(hotpath.Strategy):
    """quotes both sides around a price that leans against its inventory"""

    quote_qty = hotpath.shares(100, 1, 999_999, "shares on each side")
    inventory_max = hotpath.shares(1_000, 1, 1_000_000_000, "shares, long or short")
    half_spread_dollars = hotpath.dollars(0.005, 0, 10_000, "from the reservation price to the quote")
    inventory_skew_percent = hotpath.integer(100, 0, 1_000, "shift of the quotes at inventory_max")
    hysteresis_percent = hotpath.integer(25, 0, 1_000, "of the spread: smaller moves are ignored")
    spread_bps_max = hotpath.integer(200, 1, 10_000, "no quotes in a market wider than this")
    reject_pause_ms = hotpath.integer(1_000, 0, 86_400_000, "quotes stay out after a rejection")

    def __init__(self) -> None:
        self.quotes: dict[int, Quotes] = {}
        self.is_stale = False

    def on_instrument(self, instrument: Any) -> None:
        self.quotes.setdefault(instrument.id, Quotes())

    def on_books_state(self, state: Any, context: Any) -> None:
        self.is_stale = state == BooksState.Stale
        for quotes in self.quotes.values():
            quotes.reservation = 0

    def on_reject(self, rejection: Any, context: Any) -> None:
        quotes = self.quotes.get(rejection.instrument)
        if quotes is None or rejection.by == RejectedBy.Orders:
            return
        if not rejection.is_momentary:
            quotes.paused_until = context.now + self.reject_pause_ms * NANOS_OF_MS
        for side in range(2):
            if quotes.ids[side] == rejection.id:
                quotes.ids[side] = rejection.original

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        instrument = book.instrument
        quotes = self.quotes[instrument]
        inventory = context.position(instrument)
        own = [context.order(id) if id else None for id in quotes.ids]
        touch = [self.others_best(side, own[side], book, context) for side, _ in SIGNS]
        is_quoting = self.is_quotable(touch) and not self.is_stale and context.now >= quotes.paused_until
        if is_quoting:
            self.follow(touch, inventory, quotes)
        for side, sign in SIGNS:
            qty = price = 0
            if is_quoting:
                best = touch[side][0]
                edge = quotes.reservation - sign * self.half_spread_dollars
                behind = min(edge, best) if sign > 0 else max(edge, best)
                qty, price = self.target(sign, behind, inventory, book.tick(best))
            quotes.ids[side] = self.steer(side, qty, price, own[side], quotes.ids[side], instrument, intents)

    def others_best(self, side: Side, own: Any, book: Any, context: Any) -> tuple[int, int]:
        level = book.best_bid if side == Side.Buy else book.best_ask
        if level is None:
            return (0, 0)
        shown = self.shown_at(level.price, own, book, context)
        if level.qty > shown:
            return (level.price, level.qty - shown)
        levels = book.depth(side, 2)
        if len(levels) < 2:
            return (0, 0)
        shown = self.shown_at(levels[1].price, own, book, context)
        return (levels[1].price, levels[1].qty - shown) if levels[1].qty > shown else (0, 0)

    def shown_at(self, price: int, own: Any, book: Any, context: Any) -> int:
        for _ in range(PREDECESSORS_MAX + 1):
            if own is None:
                return 0
            shown = book.find(own.venue_id)
            if shown is not None:
                return int(shown.leaves_qty) if shown.price == price else 0
            own = context.order(own.predecessor) if own.predecessor else None
        return 0

    def is_quotable(self, touch: list[tuple[int, int]]) -> bool:
        (bid, bid_qty), (ask, ask_qty) = touch
        if not bid_qty or not ask_qty or bid <= 0:
            return False
        return 0 < ask - bid and (ask - bid) * WHOLE_PRICE_BPS <= bid * self.spread_bps_max

    def follow(self, touch: list[tuple[int, int]], inventory: int, quotes: Quotes) -> None:
        (bid, bid_qty), (ask, ask_qty) = touch
        spread = ask - bid
        ignored = truncated(spread * self.hysteresis_percent, 100)
        lean_max = truncated(spread * self.inventory_skew_percent, 100)
        microprice = (bid * ask_qty + ask * bid_qty) // (bid_qty + ask_qty)
        wanted = microprice - truncated(lean_max * inventory, self.inventory_max)
        if abs(wanted - quotes.reservation) >= ignored:
            quotes.reservation = wanted

    def target(self, sign: int, behind: int, inventory: int, tick: int) -> tuple[int, int]:
        qty = max(0, min(self.inventory_max - sign * inventory, self.quote_qty))
        if behind < tick:
            return (0, 0)
        above = behind % tick
        return (qty, behind - above if sign > 0 or above == 0 else behind + tick - above)

    def steer(self, side: Side, qty: int, price: int, order: Any, id: int, instrument: int, intents: Any) -> int:
        sent = 0
        if order is None or order.state not in OPEN:
            if qty:
                sent = intents.enter(instrument, side, qty, price)
        elif not qty:
            if not order.is_cancel_sent:
                intents.cancel(id)
        elif order.state == OrderState.Live and (order.price != price or order.leaves_qty > qty):
            sent = intents.replace(id, qty, price)
        return sent or id
