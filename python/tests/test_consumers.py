"""The libraries that take Arrow streams: all read the same values, without a copy where their own layout allows it."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pytest

import hotpath

TABLES = ["messages", "trades", "quotes", "depth"]


@pytest.fixture(scope="module", params=TABLES)
def rows(request: pytest.FixtureRequest, market: Path) -> hotpath.Rows:
    return getattr(hotpath.read(market, date="2024-01-02"), request.param)(batch_rows=10_000)


def test_pyarrow(rows: hotpath.Rows) -> None:
    reader = pyarrow.RecordBatchReader.from_stream(rows)
    assert reader.schema == pyarrow.schema(rows)
    table = reader.read_all()
    table.validate(full=True)
    assert table.num_rows == sum(map(len, rows)) > 1_000
    assert table.column_names == rows.names


def test_polars(rows: hotpath.Rows) -> None:
    frame = polars.DataFrame(rows)
    expected = pyarrow.table(rows)
    assert frame.height == expected.num_rows
    assert frame["time"].dtype == polars.Datetime("ns", "America/New_York")
    assert frame["time"].to_physical().to_list() == expected["time"].cast(pyarrow.int64()).to_pylist()
    for name in rows.names[1:]:
        is_text = pyarrow.types.is_dictionary(expected.schema.field(name).type)
        values = frame[name].cast(polars.String) if is_text else frame[name]
        assert values.to_list() == expected[name].to_pylist(), name


def test_duckdb(rows: hotpath.Rows) -> None:
    expected = pyarrow.table(rows)
    counts = duckdb.sql("select count(*), count(distinct symbol) from rows").fetchall()
    assert counts == [(expected.num_rows, len(set(expected["symbol"].drop_null().to_pylist())))]
    symbols = [row[0] for row in duckdb.sql("select symbol from rows").fetchall()]
    assert symbols == expected["symbol"].to_pylist()


def test_pandas(rows: hotpath.Rows) -> None:
    frame = pandas.DataFrame.from_arrow(rows)
    expected = pyarrow.table(rows)
    assert list(frame.columns) == expected.column_names and len(frame) == expected.num_rows
    assert frame["symbol"].astype(object).where(frame["symbol"].notna(), None).tolist() == expected["symbol"].to_pylist()
    assert frame["time"].astype("int64").tolist() == expected["time"].cast(pyarrow.int64()).to_pylist()


def test_prices_are_never_floats(market: Path) -> None:
    for prices, kind in (("units", polars.Int64), ("decimal", polars.Decimal(19, 4))):
        frame = polars.DataFrame(hotpath.read(market, prices=prices).quotes())  # type: ignore[arg-type]
        assert frame["ask_price"].dtype == kind
    decimals = hotpath.read(market, prices="decimal").quotes()
    assert duckdb.sql("select distinct typeof(ask_price) from decimals").fetchall() == [("DECIMAL(19,4)",)]
    assert decimals.names[0] == "time_ns"


def test_a_stream_that_is_left_early_is_released(market: Path) -> None:
    reader = pyarrow.RecordBatchReader.from_stream(hotpath.read(market).messages(batch_rows=1_000))
    first = reader.read_next_batch()
    del reader
    first.validate(full=True)


def test_an_unused_capsule_is_released(market: Path) -> None:
    rows = hotpath.read(market).trades()
    for _ in range(100):
        rows.__arrow_c_stream__()
        rows.__arrow_c_schema__()
        next(iter(rows)).__arrow_c_array__()
