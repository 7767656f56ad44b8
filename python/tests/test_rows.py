"""Tables: exact values, selections, batches, NumPy views, errors."""

from __future__ import annotations

import datetime
import itertools
import threading
from decimal import Decimal
from pathlib import Path

import numpy
import pyarrow
import pytest

import hotpath

SECOND = 1_000_000_000


def test_messages_have_the_fields_of_their_types(market: Path) -> None:
    table = pyarrow.table(hotpath.read(market).messages())
    assert table.num_rows == 60_000
    rows = {row["message_type"]: row for row in table.to_pylist()}
    assert {"S", "R", "A", "E", "D", "U", "X"} <= rows.keys()
    assert [name for name, value in rows["D"].items() if value is None] == ["price", "qty", "match_id", "new_order_id"]
    assert rows["A"]["side"] in "BS" and rows["A"]["price"] > 0 and rows["A"]["symbol"]
    assert rows["E"]["side"] == "N" and rows["E"]["price"] is None and rows["E"]["match_id"] > 0
    assert rows["U"]["new_order_id"] > rows["U"]["order_id"]
    assert rows["S"]["symbol"] is None


def test_counts_are_those_of_the_messages(market: Path) -> None:
    from collections import Counter

    recording = hotpath.read(market)
    assert recording.counts() == Counter(pyarrow.table(recording.messages())["message_type"].to_pylist())


def test_every_message_has_its_bits_whatever_its_place(market: Path) -> None:
    """Nulls are packed eight rows at a time: the same in batches of any size."""
    recording = hotpath.read(market)
    whole = pyarrow.table(recording.messages()).to_pylist()
    for batch_rows in (1, 7, 64, 1_000, 65_537):
        rows = recording.messages(batch_rows=batch_rows)
        first = list(itertools.islice(rows, 3 if batch_rows < 64 else 10_000))
        read = [row for batch in first for row in pyarrow.record_batch(batch).to_pylist()]
        assert read == whole[: len(read)]
        assert all(len(batch) <= batch_rows for batch in first)


def test_times_are_integers_until_the_day_is_known(market: Path) -> None:
    plain = pyarrow.table(hotpath.read(market).trades())
    assert plain.schema.field("time_ns").type == pyarrow.int64()
    assert plain.schema.field("time_ns").metadata == {b"unit": b"ns since midnight of the venue's day"}
    dated = pyarrow.table(hotpath.read(market, date="2024-07-01").trades())
    assert dated.schema.field("time").type == pyarrow.timestamp("ns", "America/New_York")
    # Midnight in New York in July is 04:00 UTC.
    midnight = int(datetime.datetime(2024, 7, 1, 4, tzinfo=datetime.timezone.utc).timestamp()) * SECOND
    expected = [time + midnight for time in plain["time_ns"].to_pylist()]
    assert dated["time"].cast(pyarrow.int64()).to_pylist() == expected


def test_prices_are_exact_in_both_forms(market: Path) -> None:
    units = pyarrow.table(hotpath.read(market).quotes())
    assert units.schema.field("ask_price").type == pyarrow.int64()
    assert units.schema.field("ask_price").metadata == {b"unit": b"1/10000 dollar", b"scale": b"4"}
    decimals = pyarrow.table(hotpath.read(market, prices="decimal").quotes())
    assert decimals.schema.field("ask_price").type == pyarrow.decimal128(19, 4)
    assert decimals["ask_price"].to_pylist() == [Decimal(price) / 10_000 for price in units["ask_price"].to_pylist()]
    nulls = pyarrow.table(hotpath.read(market, prices="decimal").messages())["price"]
    assert nulls.null_count == pyarrow.table(hotpath.read(market).messages())["price"].null_count > 0


@pytest.mark.parametrize("table", ["messages", "trades", "quotes", "depth"])
def test_a_selection_is_a_part_of_the_whole(market: Path, symbols: list[str], table: str) -> None:
    """Symbols and times are pushed down to the decoder: the rows are those of a filter afterwards."""
    recording = hotpath.read(market)
    whole = pyarrow.table(getattr(recording, table)())
    times = whole["time_ns"].to_pylist()
    start, end = times[len(times) // 3], times[2 * len(times) // 3]
    some = {"AAPL", symbols[5]}
    selected = pyarrow.table(getattr(recording, table)(symbols=some, start=start, end=end)).to_pylist()
    of_market = {None} if table == "messages" else set()
    expected = [row for row in whole.to_pylist() if row["symbol"] in some | of_market and start <= row["time_ns"] < end]
    assert 0 < len(expected) < whole.num_rows
    assert selected == expected


def test_times_may_be_said_in_three_ways(market: Path) -> None:
    recording = hotpath.read(market)
    by_text = pyarrow.table(recording.trades(start="10:00", end="11:00:00.5"))
    by_number = pyarrow.table(recording.trades(start=36_000 * SECOND, end=39_600 * SECOND + SECOND // 2))
    by_time = pyarrow.table(recording.trades(start=datetime.time(10), end=datetime.time(11, 0, 0, 500_000)))
    assert by_text.num_rows > 0
    assert by_text == by_number == by_time


def test_numpy_shares_the_memory_of_arrow(market: Path) -> None:
    batch = next(iter(hotpath.read(market).messages()))
    arrow = pyarrow.record_batch(batch)
    for name in ("time_ns", "price", "qty", "order_id", "match_id"):
        view = batch[name]
        assert view.ctypes.data == arrow.column(name).buffers()[1].address, name
        assert not view.flags.writeable and view.dtype.kind in "iu" and view.itemsize == 8
        assert view.tolist() == arrow.column(name).cast(pyarrow.int64()).fill_null(0).to_pylist()
    places = batch["symbol"]
    assert places.ctypes.data == arrow.column("symbol").indices.buffers()[1].address
    names = numpy.array(batch.dictionary("symbol"))[places]
    known = batch.validity("symbol")
    assert names[known].tolist() == arrow.column("symbol").drop_null().to_pylist()


def test_a_view_outlives_its_batch_and_its_reading(market: Path) -> None:
    recording = hotpath.read(market)
    prices = next(iter(recording.quotes(batch_rows=500)))["ask_price"]
    kept = prices.copy()
    for _ in recording.quotes(batch_rows=500):  # other batches use their memory again, not this one's
        pass
    assert (prices == kept).all()


def test_memory_of_released_batches_is_used_again(market: Path) -> None:
    addresses = {batch["time_ns"].ctypes.data for batch in hotpath.read(market).messages(batch_rows=1_000)}
    assert len(addresses) <= 3


def test_flags_are_a_copy_because_arrow_has_them_as_bits(market: Path) -> None:
    batch = next(iter(hotpath.read(market).trades()))
    assert batch["printable"].tolist() == pyarrow.record_batch(batch).column("printable").to_pylist()


def test_what_numpy_cannot_hold_exactly_is_refused(market: Path) -> None:
    batch = next(iter(hotpath.read(market, prices="decimal").quotes()))
    with pytest.raises(TypeError, match="ask_price has no form in NumPy without a loss"):
        batch["ask_price"]
    with pytest.raises(KeyError, match="colour"):
        batch["colour"]


def test_a_table_can_be_read_any_number_of_times(market: Path) -> None:
    rows = hotpath.read(market).quotes()
    assert pyarrow.table(rows) == pyarrow.table(rows)
    assert sum(map(len, rows)) == pyarrow.table(rows).num_rows


def test_progress_is_told_and_ends_at_the_end(folder: Path) -> None:
    path = folder / "long.itch"
    hotpath.generate(path, messages=1_500_000, instruments=50, seed=2)
    seen: list[tuple[int, int, int]] = []
    recording = hotpath.read(path, progress=lambda *state: seen.append(state))
    for _ in recording.quotes():
        pass
    size = path.stat().st_size
    assert seen[-1] == (size, size, 1_500_000)
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    seen.clear()
    pyarrow.table(recording.trades())
    assert seen[-1] == (size, size, 1_500_000)


def test_progress_as_a_line_on_the_standard_error(market: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in hotpath.read(market, progress=True).trades():
        pass
    assert capfd.readouterr().err.endswith("\r100 %  60,000 messages\n")


def test_what_a_progress_function_raises_ends_the_reading(market: Path) -> None:
    def refuse(done: int, total: int, messages: int) -> None:
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        for _ in hotpath.read(market, progress=refuse).trades():
            pass
    with pytest.raises(OSError, match="enough"):
        pyarrow.table(hotpath.read(market, progress=refuse).trades())


def test_errors_are_one_line_with_the_file(tmp_path: Path, program: object) -> None:
    missing = tmp_path / "missing.itch"
    with pytest.raises(hotpath.Error) as caught:
        hotpath.read(missing)
    assert str(missing) in str(caught.value) and "\n" not in str(caught.value)
    (tmp_path / "words.txt").write_text("no market data, but some words that go on for a while\n" * 20)
    with pytest.raises(hotpath.Error, match="words.txt"):
        hotpath.read(tmp_path / "words.txt")
    with pytest.raises(hotpath.Error, match="must be a file, which can be read more than once"):
        hotpath.read(tmp_path)


@pytest.mark.parametrize("settings", ["", "orders_min = 0\n", "orders_min = 200\ntable = 7\norder = 0\nlevel = 90\n", "orders_min = 1000000000\n"])
def test_rows_are_the_same_whatever_the_host_has_chosen(market: Path, tmp_path: Path, settings: str) -> None:
    file = tmp_path / "host.toml"
    file.write_text(f"[look_ahead]\n{settings}")
    plain, chosen = hotpath.read(market), hotpath.read(market, host_settings=file)
    assert pyarrow.table(chosen.trades()) == pyarrow.table(plain.trades())
    assert pyarrow.table(chosen.depth(3)) == pyarrow.table(plain.depth(3))
    assert pyarrow.table(chosen.quotes("AAPL")) == pyarrow.table(plain.quotes("AAPL"))


def test_wrong_host_settings_are_one_line_with_the_key(market: Path, tmp_path: Path) -> None:
    file = tmp_path / "host.toml"
    file.write_text("[look_ahead]\norders_min = -1\n")
    with pytest.raises(hotpath.Error, match=r"host.toml: look_ahead.orders_min must be a whole number from 0 to 1,000,000,000, got -1$"):
        hotpath.read(market, host_settings=file)
    with pytest.raises(hotpath.Error, match="none.toml: No such file"):
        hotpath.read(market, host_settings=str(tmp_path / "none.toml"))


def test_what_was_before_the_damage_comes_first(market: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "cut.itch"
    damaged.write_bytes(market.read_bytes()[:-7])
    rows = 0
    with pytest.raises(hotpath.Error, match="cut.itch"):
        for batch in hotpath.read(damaged).messages():
            rows += len(batch)
    assert rows == 59_999
    with pytest.raises(OSError, match="cut.itch"):
        pyarrow.table(hotpath.read(damaged).messages())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"symbols": "TOOLONGNAME"}, "symbol must have 1 to 8 characters"),
        ({"symbols": []}, "symbols must name at least one instrument"),
        ({"start": "9h30"}, "time must be HH:MM"),
        ({"start": "25:00"}, "time must be within a day"),
        ({"batch_rows": 0}, "batch_rows must be 1 to"),
    ],
)
def test_wrong_arguments_are_refused(market: Path, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hotpath.read(market).trades(**arguments)  # type: ignore[arg-type]


def test_wrong_forms_are_refused(market: Path) -> None:
    with pytest.raises(ValueError, match='prices must be "units" or "decimal"'):
        hotpath.read(market, prices="float")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="time zone 'Mars/Olympus' is not known"):
        hotpath.read(market, date="2024-01-02", time_zone="Mars/Olympus")
    with pytest.raises(ValueError, match="levels must be 1 to 1000"):
        hotpath.read(market).depth(0)


def test_the_gil_is_released_while_batches_are_made(folder: Path) -> None:
    """A Python thread counts on while another reads; with the GIL held it would stand still."""
    path = folder / "long.itch"
    hotpath.generate(path, messages=1_500_000, instruments=50, seed=2)
    counted = 0
    is_over = False

    def count() -> None:
        nonlocal counted
        while not is_over:
            counted += 1

    batches = iter(hotpath.read(path).trades(symbols="NONE"))
    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    assert next(batches, None) is None  # one call through the whole file: it has no rows
    after = counted
    is_over = True
    thread.join()
    assert after - before > 10_000


def test_another_thread_is_refused_while_a_batch_is_made(folder: Path) -> None:
    path = folder / "long.itch"
    hotpath.generate(path, messages=1_500_000, instruments=50, seed=2)
    batches = iter(hotpath.read(path).trades(symbols="NONE"))
    refused: list[str] = []

    def ask() -> None:
        try:
            next(batches, None)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["another thread is reading these batches"]
