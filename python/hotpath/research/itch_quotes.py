"""The best bid and ask of a few symbols from a recording of NASDAQ ITCH 5.0 (BinaryFILE: two bytes of length, then the message).

A plain reader for checks of one pair: a dictionary of orders, a dictionary of levels a side. `hotpath replay` rebuilds whole markets.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Touch:
    """Prices in price units (1/10,000 dollar); 0: the side is empty."""

    bid: int = 0
    ask: int = 0

    @property
    def is_market(self) -> bool:
        return 0 < self.bid < self.ask

    @property
    def twice_mid(self) -> int:
        return self.bid + self.ask


@dataclass
class _Order:
    symbol: int
    side: str
    price: int
    shares: int


@dataclass
class Books:
    """Books of `symbols`; update() applies a message and says whose book it changed."""

    symbols: Sequence[str]
    _locates: dict[int, int] = field(default_factory=dict)
    _orders: dict[int, _Order] = field(default_factory=dict)
    _levels: list[dict[str, dict[int, int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._levels = [{"B": {}, "S": {}} for _ in self.symbols]

    def touch(self, symbol: int) -> Touch:
        sides = self._levels[symbol]
        return Touch(max(sides["B"], default=0), min(sides["S"], default=0))

    def update(self, message: bytes) -> int | None:
        """The index of the symbol, or nothing."""
        kind = message[:1]
        if kind == b"R":
            name = message[11:19].decode("ascii").rstrip()
            if name in self.symbols:
                self._locates[_locate(message)] = list(self.symbols).index(name)
            return None
        symbol = self._locates.get(_locate(message))
        if symbol is None or kind not in b"AFECXDU":
            return None
        (reference,) = struct.unpack_from(">Q", message, 11)
        if kind in b"AF":
            side, shares, _, price = struct.unpack_from(">cI8sI", message, 19)
            self._add(reference, _Order(symbol, side.decode("ascii"), price, shares))
        elif kind in b"ECX":
            (shares,) = struct.unpack_from(">I", message, 19)
            self._reduce(reference, shares)
        elif kind == b"D":
            self._reduce(reference, self._orders[reference].shares)
        else:
            old = self._orders[reference]
            new_reference, shares, price = struct.unpack_from(">QII", message, 19)
            self._reduce(reference, old.shares)
            self._add(new_reference, _Order(symbol, old.side, price, shares))
        return symbol

    def _add(self, reference: int, order: _Order) -> None:
        self._orders[reference] = order
        level = self._levels[order.symbol][order.side]
        level[order.price] = level.get(order.price, 0) + order.shares

    def _reduce(self, reference: int, shares: int) -> None:
        order = self._orders[reference]
        level = self._levels[order.symbol][order.side]
        order.shares -= shares
        level[order.price] -= shares
        if level[order.price] == 0:
            del level[order.price]
        if order.shares == 0:
            del self._orders[reference]


def _locate(message: bytes) -> int:
    return int.from_bytes(message[1:3], "big")


def time_of(message: bytes) -> int:
    """Nanoseconds since midnight, as the venue sent it."""
    return int.from_bytes(message[5:11], "big")


def messages(file: Path) -> Iterator[bytes]:
    """ValueError: the file ends inside a message."""
    content = file.read_bytes()
    at = 0
    while at < len(content):
        length = int.from_bytes(content[at : at + 2], "big")
        message = content[at + 2 : at + 2 + length]
        if length == 0 or len(message) != length:
            raise ValueError(f"{file}: byte {at}: the file ends inside a message, or a length is 0")
        yield message
        at += 2 + length
