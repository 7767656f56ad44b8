"""Prints a Parquet file of `hotpath replay --parquet` as CSV: parquet_rows.py FILE [SYMBOL]

With SYMBOL its rows alone, without the column that says so: what the CSV exports of one instrument look like."""

import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv
import pyarrow.parquet as pq


def as_text(column):
    if pa.types.is_boolean(column.type):
        return pc.if_else(column, "Y", "N")
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column


def main():
    table = pq.read_table(sys.argv[1])
    table = pa.table({name: as_text(table[name]) for name in table.column_names})
    if len(sys.argv) > 2:
        table = table.filter(pc.equal(table["symbol"], sys.argv[2])).drop(["symbol"])
    csv.write_csv(table, sys.stdout.buffer, csv.WriteOptions(quoting_style="none", quoting_header="none"))


main()
