"""A recording of NASDAQ ITCH 5.0 in which two symbols' quotes step from one close to the next."""

import struct
from pathlib import Path

SHARES = 90_000
HALF_SPREAD = 100  # price units: a cent each way


class Recording:
    def __init__(self, symbols):
        self.symbols = symbols
        self._messages = []
        self._reference = 0
        self._quotes = {}

    def _put(self, kind, locate, time, body):
        message = kind + struct.pack(">HH", locate, 0) + time.to_bytes(6, "big") + body
        self._messages.append(struct.pack(">H", len(message)) + message)

    def open(self, time):
        """Names the symbols, which trade from here on."""
        for locate, symbol in enumerate(self.symbols, 1):
            name = symbol.ljust(8).encode()
            self._put(b"R", locate, time, name + b"QN" + struct.pack(">I", 100) + b"NCZ PN 1N" + struct.pack(">I", 0) + b"N")
            self._put(b"H", locate, time, name + b"T " + b"    ")

    def event(self, time, code):
        self._put(b"S", 0, time, code)

    def step(self, time, prices):
        """The quotes of each symbol stand around its price, in price units: the side that gives way moves first."""
        for locate, price in enumerate(prices, 1):
            before = self._quotes.get(locate)
            sides = {"B": price - HALF_SPREAD, "S": price + HALF_SPREAD}
            order = "BS" if before is None or price < before[0] else "SB"
            references = {}
            for side in order:
                self._reference += 2
                references[side] = self._reference
                if before is None:
                    self._put(b"A", locate, time, struct.pack(">QcI8sI", self._reference, side.encode(), SHARES,
                                                              self.symbols[locate - 1].ljust(8).encode(), sides[side]))
                else:
                    self._put(b"U", locate, time, struct.pack(">QQII", before[1][side], self._reference, SHARES, sides[side]))
            self._quotes[locate] = price, references

    def write(self, file: Path):
        file.write_bytes(b"".join(self._messages))
