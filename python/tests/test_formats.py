"""Every format that the C++ side reads: the same rows as the program's own exports, bit for bit."""

from __future__ import annotations

import gzip
from pathlib import Path

import formats
import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
from conftest import Program, licensed, rows_of_csv, table_as_csv

import hotpath

ITCH_SUFFIXES = [".itch", ".itch.gz", ".itch.zst", ".pcap"]


def make(kind: str, folder: Path) -> Path:
    if kind in ITCH_SUFFIXES:
        path = folder / f"day{kind}"
        hotpath.generate(path, messages=20_000, instruments=5, seed=5)
        return path
    if kind == "pcapng":
        return formats.pcapng_of(make(".pcap", folder), folder / "day.pcapng")
    if kind == "lobster":
        return formats.lobster_zip(folder)
    return formats.dbn_trades(folder) if kind == "dbn" else formats.quotes_gz(folder)


NAMES = {
    ".itch": "ITCH 5.0 file",
    ".itch.gz": "ITCH 5.0 file",
    ".itch.zst": "ITCH 5.0 file",
    ".pcap": "pcap",
    "pcapng": "pcapng",
    "lobster": "LOBSTER message file",
    "dbn": "Databento DBN",
    "quotes": "quotes and trades",
}


@pytest.mark.parametrize("kind", NAMES)
def test_trades_are_those_of_the_program(kind: str, tmp_path: Path, program: Program) -> None:
    path = make(kind, tmp_path)
    recording = hotpath.read(path)
    assert recording.format == NAMES[kind]
    program("replay", path, "--trades", tmp_path / "trades.csv")
    expected = rows_of_csv(tmp_path / "trades.csv")
    assert len(expected) > 1
    assert table_as_csv(recording.trades()) == expected


def test_iex_deep_has_the_trades_and_books_of_its_day(tmp_path: Path, program: Program) -> None:
    path = licensed("iex/iex_deep_20231002_5000_packets.pcap.gz")
    recording = hotpath.read(path, date="2023-10-02")
    assert recording.format == "pcap"
    program("replay", path, "--trades", tmp_path / "trades.csv")
    assert table_as_csv(hotpath.read(path).trades()) == rows_of_csv(tmp_path / "trades.csv")
    trades = pyarrow.table(recording.trades())
    assert sum(trades["qty"].to_pylist()) == 2_947
    second = trades["time"][0].cast(pyarrow.int64()).as_py() // 1_000_000_000
    assert second == 1_696_248_001, "08:00:01 in New York"


@pytest.mark.parametrize("kind", [".itch", "pcapng", "lobster", "quotes"])
def test_depth_is_that_of_the_program(kind: str, tmp_path: Path, program: Program) -> None:
    path = make(kind, tmp_path)
    recording = hotpath.read(path)
    symbol = pyarrow.table(recording.trades())["symbol"][0].as_py()
    program("replay", path, "--symbol", symbol, "--levels", 3, "--out", tmp_path / "depth.csv")
    depth = pyarrow.table(recording.depth(3, symbols=symbol)).drop_columns(["symbol"])
    expected = pyarrow.csv.read_csv(tmp_path / "depth.csv")
    assert expected.num_rows > 1
    assert depth.column_names == expected.column_names
    assert depth.to_pylist() == expected.to_pylist()


def test_all_tables_are_those_of_the_parquet_export(market: Path, tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setenv("HOTPATH_PYTHON", sys.executable)
    program("replay", market, "--levels", 4, "--parquet", tmp_path)
    recording = hotpath.read(market)
    tables = {"trades": recording.trades(), "bbo": recording.quotes(), "depth": recording.depth(4)}
    for name, rows in tables.items():
        expected = pyarrow.parquet.read_table(tmp_path / f"{name}.parquet")
        assert expected.num_rows > 0
        table = pyarrow.table(rows)
        assert table.column_names == expected.column_names
        assert table.to_pylist() == expected.to_pylist()
        for mine, theirs in zip(table.schema, expected.schema):
            assert mine.type == theirs.type or pyarrow.types.is_dictionary(mine.type)
            assert {k: v for k, v in (mine.metadata or {}).items() if k == b"unit"} == {
                k: v for k, v in (theirs.metadata or {}).items() if k == b"unit"
            }


def test_bars_have_exact_prices_and_the_exchanges_times(tmp_path: Path) -> None:
    recording = hotpath.read(formats.bars_csv(tmp_path))
    assert recording.format == "bars"
    table = pyarrow.table(recording.bars("ACME"))
    assert table["open"].to_pylist() == [499_000, 499_600]
    assert table["volume"].to_pylist() == [249_000, 238_000]
    assert [str(time) for time in table["begin"].to_pylist()] == ["2024-01-02 09:30:00", "2024-01-03 09:30:00"]
    assert [str(time) for time in table["end"].to_pylist()] == ["2024-01-02 16:00:00", "2024-01-03 16:00:00"]
    with pytest.raises(hotpath.Error, match="is a table of bars, which has no messages"):
        recording.trades()


def test_bars_and_quotes_are_read_from_parquet(tmp_path: Path) -> None:
    bars = pyarrow.csv.read_csv(formats.bars_csv(tmp_path))
    pyarrow.parquet.write_table(bars, tmp_path / "bars.parquet")
    assert pyarrow.table(hotpath.read(tmp_path / "bars.parquet").bars()).num_rows == 3
    text = gzip.decompress(formats.quotes_gz(tmp_path).read_bytes())
    (tmp_path / "quotes.csv").write_bytes(text)
    strings = pyarrow.csv.ConvertOptions(column_types={"time": pyarrow.string()})
    quotes = pyarrow.csv.read_csv(tmp_path / "quotes.csv", convert_options=strings)
    pyarrow.parquet.write_table(quotes, tmp_path / "quotes.parquet")
    expected = table_as_csv(hotpath.read(tmp_path / "quotes.csv").quotes())
    assert table_as_csv(hotpath.read(tmp_path / "quotes.parquet").quotes()) == expected
    assert len(expected) > 3


@pytest.mark.parametrize(
    "name",
    [
        "itch50/aapl_20200130_premarket/aapl_20200130_first10k.itch",
        "lobster/LOBSTER_SampleFile_GOOG_2012-06-21_5.zip",
        "pcap/Nasdaq.Equities.TotalView.Itch.v5.0.20230822/NonCrossTrade.pcap",
    ],
)
def test_real_recordings_give_the_programs_trades(name: str, tmp_path: Path, program: Program) -> None:
    path = licensed(name)
    program("replay", path, "--trades", tmp_path / "trades.csv")
    assert table_as_csv(hotpath.read(path).trades()) == rows_of_csv(tmp_path / "trades.csv")
