"""The books of a recording, stepped message by message or to a time, and looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TypedDict

from . import _core
from ._arguments import Symbols, TimeOfDay, symbol_list, time_ns


class Message(TypedDict):
    """One message; fields that its type does not have are None (side: N). The names of Recording.messages()."""

    time_ns: int
    symbol: str | None
    message_type: str
    order_id: int | None
    side: str
    price: int | None
    qty: int | None
    match_id: int | None
    new_order_id: int | None


class Trade(TypedDict):
    """One execution, with the names of Recording.trades()."""

    time_ns: int
    symbol: str
    message_type: str
    side: str
    price: int
    qty: int
    match_id: int
    printable: bool


class Books:
    """The order books of a recording while it is replayed by hand.

        books = hotpath.Books("day.itch.gz", symbols="AAPL")
        books.step_to("10:00")
        bid, ask = books.best("AAPL")
        for message in books:                     # the rest, a message at a time
            ...

    With symbols, only their messages count and are seen. Prices are in 1/10,000 of the currency, quantities in shares, times
    in nanoseconds since midnight of the venue's day. Errors of the recording are raised by the step that meets them.
    """

    def __init__(self, path: str | os.PathLike[str], symbols: Symbols = None) -> None:
        self._walk = _core.open_books(os.fspath(path), symbol_list(symbols))

    def step(self, messages: int = 1) -> int:
        """Applies the next messages; returns how many there were: fewer at the end of the recording."""
        if messages < 0:
            raise ValueError(f"messages must not be below 0, got {messages}")
        return self._walk.step(messages)

    def step_to(self, time: TimeOfDay) -> int:
        """Applies all messages before this time; returns how many there were."""
        end = time_ns(time)
        return self._walk.step() if end is None else self._walk.step(end_ns=end)

    def __iter__(self) -> Iterator[Message]:
        """Steps, and yields each message after the books have it."""
        while self._walk.step(1):
            message = self.message
            assert message is not None
            yield message

    @property
    def message(self) -> Message | None:
        """The last message; None before the first."""
        return self._walk.last_message()  # type: ignore[return-value]

    @property
    def trade(self) -> Trade | None:
        """The execution in the last message; None if it is none."""
        return self._walk.last_trade()  # type: ignore[return-value]

    @property
    def time_ns(self) -> int:
        """The time of the last message; 0 before the first."""
        return self._walk.time_ns

    @property
    def messages(self) -> int:
        """How many messages were applied."""
        return self._walk.messages

    @property
    def is_at_end(self) -> bool:
        """The recording is at its end."""
        return self._walk.is_at_end

    @property
    def symbols(self) -> list[str]:
        """The instruments that the recording has named so far."""
        return self._walk.symbols

    def best(self, symbol: str) -> tuple[_core.Level | None, _core.Level | None]:
        """The best bid and the best ask; None for an empty side. KeyError for a symbol not named so far."""
        return self._walk.best(symbol)

    def depth(self, symbol: str, levels: int = 5) -> tuple[list[_core.Level], list[_core.Level]]:
        """The first levels of the bids and of the asks, best first."""
        return self._walk.depth(symbol, levels)

    def queue(self, symbol: str, side: str, price: int | None = None) -> list[_core.Order]:
        """The open orders of a side ("buy" or "sell"), best price first and in the order in which they trade; of one price, or of all."""
        return self._walk.queue(symbol, side, price)

    def order(self, order_id: int) -> _core.Order | None:
        """An open order; None when there is none of this number."""
        return self._walk.order(order_id)

    def queue_position(self, order_id: int) -> _core.QueuePosition | None:
        """An open order's place in the queue of its price; None when there is none of this number."""
        return self._walk.queue_position(order_id)

    def trading_state(self, symbol: str) -> str:
        """ "trading", "halted", "paused", "quotation only", or "unknown" before the venue has said it."""
        return self._walk.trading_state(symbol)

    @property
    def open_orders(self) -> int:
        """How many orders are open, in all books."""
        return self._walk.open_orders

    def checksum(self) -> str:
        """The checksum of all books, as `hotpath replay` prints it."""
        return f"0x{self._walk.checksum():016x}"
