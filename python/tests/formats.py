"""Small recordings in the formats that `hotpath generate` does not write."""

from __future__ import annotations

import gzip
import struct
import zipfile
from pathlib import Path

_NANOS = 1_000_000_000


def pcapng_of(pcap: Path, path: Path) -> Path:
    """The packets of a big-endian nanosecond pcap, which `hotpath generate` writes, as a pcapng."""

    def block(kind: int, body: bytes) -> bytes:
        body += bytes(-len(body) % 4)
        return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)

    data = pcap.read_bytes()
    magic, link_type = struct.unpack_from(">I16xI", data)
    assert magic == 0xA1B23C4D, "a pcap of nanoseconds"
    out = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    nanoseconds = struct.pack("<HHBxxxHH", 9, 1, 9, 0, 0)  # if_tsresol
    out += block(1, struct.pack("<HHI", link_type & 0xFFFF, 0, 65_535) + nanoseconds)
    at = 24
    while at < len(data):
        seconds, nanos, kept, length = struct.unpack_from(">IIII", data, at)
        time = seconds * _NANOS + nanos
        body = struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, kept, length)
        out += block(6, body + data[at + 16 : at + 16 + kept])
        at += 16 + kept
    path.write_bytes(out)
    return path


# Time, type, order id, size, price, side: an add on each side, a partial cancel, an execution, a deletion.
_LOBSTER = """\
34200.000000001,1,11,100,1000000,1
34200.000000002,1,12,200,1000200,-1
34200.000000003,2,12,50,1000200,-1
34200.000000004,4,11,40,1000000,1
34200.000000005,1,13,10,1000100,-1
34200.000000006,3,13,10,1000100,-1
34200.000000007,5,0,5,1000100,1
"""
# Best ask and bid after each of them.
_LOBSTER_BOOK = """\
9999999999,0,1000000,100
1000200,200,1000000,100
1000200,150,1000000,100
1000200,150,1000000,60
1000100,10,1000000,60
1000200,150,1000000,60
1000200,150,1000000,60
"""


def lobster_zip(folder: Path) -> Path:
    path = folder / "LOBSTER_XYZ.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("XYZ_2024-01-02_34200000_57600000_message_1.csv", _LOBSTER)
        archive.writestr("XYZ_2024-01-02_34200000_57600000_orderbook_1.csv", _LOBSTER_BOOK)
    return path


_QUOTES = """\
time,symbol,bid,bid_size,ask,ask_size,price,size
2024-01-02 09:30:00.000000001,ACME,49.99,300,50.01,200,,
2024-01-02 09:30:00.000000002,BETA,10.0001,100,10.0003,100,,
2024-01-02 09:30:00.000000003,ACME,49.99,300,50.01,150,50.01,50
"""


def quotes_gz(folder: Path) -> Path:
    path = folder / "quotes.csv.gz"
    path.write_bytes(gzip.compress(_QUOTES.encode()))
    return path


def bars_csv(folder: Path) -> Path:
    path = folder / "bars.csv"
    path.write_text(
        "date,symbol,open,high,low,close,volume\n"
        "2024-01-02,ACME,49.90,50.20,49.43,49.89,249000\n"
        "2024-01-02,BETA,119.74,120.98,119.63,120.59,574000\n"
        "2024-01-03,ACME,49.96,50.33,49.65,49.83,238000\n"
    )
    return path


def dbn_trades(folder: Path) -> Path:
    """A DBN recording, version 1, schema trades: two trades of the instrument 7, ABC."""
    day = 1_704_153_600 * _NANOS  # 2024-01-02, UTC; New York is five hours behind

    def text(word: str) -> bytes:
        return word.encode().ljust(22, b"\0")

    metadata = b"XNAS.ITCH".ljust(16, b"\0")
    metadata += struct.pack("<HQQQQBBB", 4, day, day + 86_400 * _NANOS, 0, 0, 1, 0, 0) + bytes(47)
    metadata += struct.pack("<I", 0)  # schema definition
    metadata += struct.pack("<I", 1) + text("ABC")  # symbols
    metadata += struct.pack("<I", 0) + struct.pack("<I", 0)  # partial, not found
    metadata += struct.pack("<I", 1) + text("ABC") + struct.pack("<III", 1, 20240102, 20240103) + text("7")
    records = b""
    for second, price, size, sequence in ((52_200, 100_010_000_000, 30, 1), (52_201, 100_020_000_000, 40, 2)):
        at = day + second * _NANOS
        header = struct.pack("<BBHIQ", 12, 0, 2, 7, at)
        records += header + struct.pack("<qIccBBQiI", price, size, b"T", b"B", 128, 0, at, 0, sequence)
    path = folder / "trades.dbn"
    path.write_bytes(b"DBN\x01" + struct.pack("<I", len(metadata)) + metadata + records)
    return path
