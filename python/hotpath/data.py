"""Recorded markets as Arrow tables.

    recording = hotpath.read("12302019.NASDAQ_ITCH50.gz", date="2019-12-30")
    trades = polars.DataFrame(recording.trades(symbols="AAPL,MSFT", start="09:30", end="16:00"))

A table is read on request, in batches, in memory that does not grow with the file. Times are integers of
nanoseconds or Arrow timestamps; prices are integers of 1/10,000 of the currency or decimals; none is ever a float.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable
from typing import Literal

from . import _core
from ._arguments import Progress, Symbols, TimeOfDay, midnight_ns, progress_function, symbol_list, time_ns, use_this_python
from .books import Books

Prices = Literal["units", "decimal"]

BATCH_ROWS = 65_536


class Recording:
    """A recorded market: what it is, and its tables. `hotpath.read` makes one.

    Tables take these arguments:

    symbols     the instruments: "AAPL", "AAPL,MSFT" or a list; None: all. Messages of the others are not decoded.
    start, end  rows at `start` and later, and before `end`: nanoseconds since midnight of the venue's day (int),
                "09:30:00.5", or a datetime.time. Reading stops at `end`; books before `start` are built all the same.
    batch_rows  the most rows of a batch, and so the memory: about 60 bytes a row of trades or messages.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        date: datetime.date | str | None,
        time_zone: str,
        prices: Prices,
        progress: Progress,
        host_settings: str | os.PathLike[str] | None,
    ) -> None:
        if prices not in ("units", "decimal"):
            raise ValueError(f'prices must be "units" or "decimal", got {prices!r}')
        self._path = os.fspath(path)
        self._midnight_ns = midnight_ns(date, time_zone)
        self._time_zone = time_zone
        self._decimal_prices = prices == "decimal"
        self._progress = progress_function(progress)
        if os.path.exists(self._path) and not os.path.isfile(self._path):
            raise _core.Error(f"{self._path}: must be a file, which can be read more than once")
        use_this_python()
        self._host = _core.HostSettings("" if host_settings is None else os.fspath(host_settings))
        self._info = _core.look_at(self._path)

    @property
    def path(self) -> str:
        """The file."""
        return self._path

    @property
    def format(self) -> str:
        """What the file is by its first bytes: "ITCH 5.0 file", "pcap", "pcapng", "LOBSTER message file", "Databento DBN",
        "quotes and trades" or "bars"."""
        return self._info.format

    @property
    def book_basis(self) -> str:
        """The source of the books: "every order", "published levels", "by price" or "estimate"; "" where there are none."""
        return self._info.book_basis

    def counts(self) -> dict[str, int]:
        """How many messages of each type the recording has, by ITCH's letter. Reads all of it; no books are built."""
        self._need_messages()
        return _core.count_messages(self._path, self._progress)

    def messages(self, symbols: Symbols = None, start: TimeOfDay = None, end: TimeOfDay = None, *, batch_rows: int = BATCH_ROWS) -> _core.Rows:
        """A row a message, in the order of the recording; formats other than ITCH 5.0 are translated to it.

        time_ns (or time)  symbol  message_type  order_id  side  price  qty  match_id  new_order_id

        `message_type` is ITCH's letter. A field that the type does not have is null, and `side` is N: executions (E),
        cancels (X) and deletes (D) name an order, whose side and price are those of its add (A, F) or replace (U).
        """
        return self._table(_core.MarketTable.MESSAGES, symbols, start, end, batch_rows)

    def trades(self, symbols: Symbols = None, start: TimeOfDay = None, end: TimeOfDay = None, *, batch_rows: int = BATCH_ROWS) -> _core.Rows:
        """A row an execution, visible or not.

        time_ns (or time)  symbol  message_type  side  price  qty  match_id  printable

        `message_type`: E and C executions of displayed orders, P of hidden ones, Q crosses. `side`: that of the resting
        order, B or S; N where the venue does not publish it. `printable` is False where the shares are counted elsewhere.
        A row B says that the trade with its `match_id` is broken, and has neither price nor quantity. The same rows as
        `hotpath replay --trades`.
        """
        return self._table(_core.MarketTable.TRADES, symbols, start, end, batch_rows)

    def quotes(self, symbols: Symbols = None, start: TimeOfDay = None, end: TimeOfDay = None, *, batch_rows: int = BATCH_ROWS) -> _core.Rows:
        """A row after each message that changes an instrument's best bid or ask.

        time_ns (or time)  symbol  ask_price  ask_qty  bid_price  bid_qty

        An empty side is price 0, quantity 0. The same rows as bbo.parquet of `hotpath replay --parquet`.
        """
        return self._table(_core.MarketTable.QUOTES, symbols, start, end, batch_rows)

    def depth(self, levels: int = 5, symbols: Symbols = None, start: TimeOfDay = None, end: TimeOfDay = None, *, batch_rows: int = BATCH_ROWS) -> _core.Rows:
        """A row after each message that changes an instrument's first `levels` levels (1 to 1,000).

        time_ns (or time)  symbol  ask_price_1  ask_qty_1  bid_price_1  bid_qty_1  ask_price_2 ...

        A level that is not there is price 0, quantity 0. The same rows as depth.parquet of `hotpath replay --parquet`.
        """
        if not 1 <= levels <= 1_000:
            raise ValueError(f"levels must be 1 to 1000, got {levels}")
        return self._table(_core.MarketTable.DEPTH, symbols, start, end, batch_rows, levels)

    def bars(self, symbols: Symbols = None, *, minutes: int = 0, time_is_end: bool = False, tick: int = 0, batch_rows: int = BATCH_ROWS) -> _core.Rows:
        """The rows of a table of bars.

        begin  end  symbol  open  high  low  close  volume

        Times are timestamps by the exchange's clock, without a zone. `minutes`: the length of a bar; 0: daily bars, which
        are of 09:30 to 16:00. `time_is_end`: the file's time is a bar's end. `tick`: prices are rounded to multiples of it,
        in 1/10,000 of the currency; 0: a price that is not exact is refused.
        """
        if self.format != "bars":
            raise _core.Error(f"{self._path}: is {self.format}, not a table of bars; read its messages, trades, quotes or depth")
        if minutes < 0 or tick < 0:
            raise ValueError("minutes and tick must not be below 0")
        selection = _core.Selection(self._path, symbol_list(symbols), None, None, self._host)
        return _core.bar_rows(selection, _core.BarForm(minutes, time_is_end, tick), self._form(batch_rows), self._progress)

    def books(self, symbols: Symbols = None) -> Books:
        """The books before the first message, to be stepped and looked at."""
        self._need_messages()
        return Books(self._path, symbols)

    def _table(self, table: _core.MarketTable, symbols: Symbols, start: TimeOfDay, end: TimeOfDay, batch_rows: int, levels: int = 1) -> _core.Rows:
        self._need_messages()
        form = self._form(batch_rows, levels)
        selection = _core.Selection(self._path, symbol_list(symbols), time_ns(start), time_ns(end), self._host)
        return _core.market_rows(table, selection, form, self._progress)

    def _form(self, batch_rows: int, levels: int = 1) -> _core.RowForm:
        if not 1 <= batch_rows <= 1 << 24:
            raise ValueError(f"batch_rows must be 1 to {1 << 24}, got {batch_rows}")
        return _core.RowForm(levels, batch_rows, self._decimal_prices, self._midnight_ns, self._time_zone)

    def _need_messages(self) -> None:
        if self.format == "bars":
            raise _core.Error(f"{self._path}: is a table of bars, which has no messages: read bars()")

    def __repr__(self) -> str:
        return f"<hotpath.Recording {self._path!r}: {self.format}>"


def read(
    path: str | os.PathLike[str],
    *,
    date: datetime.date | str | None = None,
    time_zone: str = "America/New_York",
    prices: Prices = "units",
    progress: Progress = None,
    host_settings: str | os.PathLike[str] | None = None,
) -> Recording:
    """Opens a recorded market: ITCH 5.0, pcap, pcapng, Databento DBN, LOBSTER, tables of quotes or bars; plain, .gz, .zst or .zip.

    The format is found by the file's first bytes, never by its name. Nothing more is read until a table is requested.

    date, time_zone  the recording's day, a date or "2019-12-30": tables then have `time`, a timestamp in that zone, in place of
                     `time_ns`, nanoseconds since midnight. Recordings of ITCH have no date in them.
    prices           "units": int64 in 1/10,000 of the currency, which the field's metadata say (scale 4);
                     "decimal": decimal128(19, 4).
    progress         True: a line on the standard error while a table is read; or a function of the bytes read, the bytes in all
                     (0: not known) and the messages read.
    host_settings    a file of `hotpath tune`, for tables of all instruments; no row depends on it. None: the defaults.

    Raises hotpath.Error for a file that is missing or is no recording, with what is wrong and what to do in one line.
    """
    return Recording(path, date=date, time_zone=time_zone, prices=prices, progress=progress, host_settings=host_settings)


def generate(path: str | os.PathLike[str], *, messages: int = 1_000_000, instruments: int = 100, seed: int = 1, symbols: Iterable[str] = ()) -> int:
    """Writes a generated market day as an ITCH 5.0 file (or packets: .pcap), compressed by .gz and .zst; returns its messages.

    The same arguments write the same bytes. `symbols` are names for the first instruments; the others' are invented.
    Raises hotpath.Error where the file cannot be written or the day would be too short for its instruments.
    """
    return _core.generate(os.fspath(path), messages, instruments, seed, list(symbols))
