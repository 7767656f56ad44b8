#!/usr/bin/env python3
"""Compares the books that `hotpath replay` makes of a LOBSTER day with the order book file that LOBSTER published.

    tests/golden/lobster_rows.py ZIP HOTPATH RESULT.json

Twice: with the order book file, as the zip holds it, and of the message file alone, which is an estimate. At every time stamp of the
message file the last row of each is compared: the best prices, and all levels with their sizes. Only counts and percentiles are
written, never a row: the data is licensed."""

import json
import statistics
import subprocess
import sys
import tempfile
import zipfile
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

NANOS = Decimal(10**9)
EMPTY = 9_999_999_999
UNITS_PER_CENT = 100


def nanos(seconds):
    return int((Decimal(seconds) * NANOS).to_integral_value(ROUND_HALF_UP))


def published(messages, rows):
    """The last row at each time stamp; an empty level is 0, 0 as in hotpath's CSV."""
    result = {}
    for message, row in zip(messages, rows, strict=True):
        cells = [int(cell) for cell in row.split(",")]
        result[nanos(message.split(",")[0])] = [0 if abs(cell) == EMPTY else cell for cell in cells]
    return result


def replayed(hotpath, file, levels, scratch):
    """The same of a replay, and its statistics."""
    out, statistics_file = scratch / "book.csv", scratch / "replay.json"
    symbol = Path(file).name.split("_")[0] if file.suffix == ".csv" else zip_members(file)[0].split("_")[0]
    subprocess.run([hotpath, "replay", file, "--symbol", symbol, "--levels", str(levels), "--out", out, "--json", statistics_file],
                   check=True, stdout=subprocess.DEVNULL)
    with open(out) as lines:
        next(lines)
        rows = {int(line.split(",", 1)[0]): [int(cell) for cell in line.split(",")[1:]] for line in lines}
    return rows, json.loads(statistics_file.read_text())


def compare(rows, truth):
    """A time stamp without a row has the row of the previous one."""
    empty = [0] * len(next(iter(truth.values())))
    best = whole = 0
    off, spreads, last = [], [], empty
    for time, expected in truth.items():
        last = rows.get(time, last)
        best += last[0] == expected[0] and last[2] == expected[2]
        whole += last == expected
        if (last[0], last[2]) != (expected[0], expected[2]):
            off.append(max(abs(last[0] - expected[0]), abs(last[2] - expected[2])) / UNITS_PER_CENT)
        spreads.append((last[0] - last[2]) / UNITS_PER_CENT)
    return {"best_prices_agree_percent": round(100 * best / len(truth), 1), "all_levels_agree_percent": round(100 * whole / len(truth), 1),
            "wrong_best_price_off_cents_p50": statistics.median(off) if off else 0.0, "spread_cents_p50": statistics.median(spreads)}


def zip_members(file):
    names = zipfile.ZipFile(file).namelist()
    return [next(name for name in names if f"_{kind}_" in name) for kind in ("message", "orderbook")]


def main(file, hotpath, result):
    message_name, book_name = zip_members(file)
    with zipfile.ZipFile(file) as archive, tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        archive.extract(message_name, scratch)
        rows = archive.read(book_name).decode().split()
        truth = published((scratch / message_name).read_text().split(), rows)
        levels = len(next(iter(truth.values()))) // 4
        books = {}
        for name, source in (("order_book_file", Path(file)), ("messages_alone", scratch / message_name)):
            replay, counted = replayed(hotpath, source, levels, scratch)
            books[name] = {"book_basis": counted["book_basis"], "messages": counted["messages"], "open_orders": counted["open_orders"],
                           **compare(replay, truth)}
    spreads = [(row[0] - row[2]) / UNITS_PER_CENT for row in truth.values()]
    Path(result).write_text(json.dumps({"file": Path(file).name, "rows": len(rows), "time_stamps": len(truth), "levels": levels,
                                        "spread_cents_p50": statistics.median(spreads), "books": books}, indent=2) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
