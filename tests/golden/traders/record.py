#!/usr/bin/env python3
"""Records the journals of this folder again: a trader of each strategy at a venue, over loopback.

    build/release/bin/hotpath must be there;  tests/golden/traders/record.py

Each run is another one (it is live), so the checksums beside the journals change with them. The market is generated, no licensed
data is in it. The trader of market_maker.journal.zst is killed once and started again. What a strategy trades is made eager, so
that a second has orders."""

import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
HOTPATH = HERE.parents[2] / "build/release/bin/hotpath"

VENUE = """
[venue]
session = "GOLDEN"
instruments_max = 10
orders_max = 20_000
levels_max = 20_000
[order_entry]
address = "127.0.0.1:36400"
[[user]]
name = "ALICE"
password = "WONDERLAND"
[drop_copy]
address = "127.0.0.1:36401"
[[drop_copy_user]]
name = "RISK"
password = "EVERYTHING"
[market_data]
line_a = "239.192.11.1:36477"
line_b = "239.192.11.2:36477"
requests = "127.0.0.1:36478"
glimpse = "127.0.0.1:36479"
[journal]
folder = "venue"
mode = "pagecache"
segment_mib = 1
[background]
source = "generator"
messages = 6_000
instruments = 2
pacing = "poisson"
messages_per_second = 400.0
"""

# Line A alone: with both, every packet would be here twice.
TRADER = """
[account]
user = "ALICE"
password = "WONDERLAND"
[venue]
order_entry = "127.0.0.1:36400"
glimpse = "127.0.0.1:36479"
drop_copy = "127.0.0.1:36401"
drop_copy_user = "RISK"
drop_copy_password = "EVERYTHING"
[market_data]
line_a = "239.192.11.1:36477"
requests = "127.0.0.1:36478"
[trading]
symbols = ["{first}", "{second}"]
orders_max = 20_000
levels_max = 20_000
instruments_max = 10
open_orders_max = 64
orders_remembered = 1_024
executions_remembered = 1_024
[journal]
folder = "trader"
segment_mib = 1
channel_mib = 4
[thread]
idle = "wait"
{limits}
[strategy]
{strategy}
"""

STRATEGIES = {
    "market_maker": 'name = "market_maker"\nquote_qty = 100\nhalf_spread = 100',
    "pairs": 'name = "pairs"\nfirst = "{first}"\nsecond = "{second}"\nfirst_qty = 10\nwindow = 8\nsample_every_ms = 20\n'
             "entry_z_milli = 1_000\nexit_z_milli = 200\nstop_z_milli = 9_000",
    "momentum": 'name = "momentum"\nqty = 10\nlookback = 5\nsample_every_ms = 10\nentry_bps = 1\nexit_bps = 0',
    "trend_following": 'name = "trend_following"\nqty = 10\nfast = 2\nslow = 5\nsample_every_ms = 10\nband_bps = 0',
}


def limits():
    """Those of the example."""
    text = (HERE.parents[2] / "docs/examples/trader.toml").read_text()
    return text[text.index("[limits]"):text.index("[strategy]")]


def symbols(folder):
    day = folder / "day.itch"
    subprocess.run([HOTPATH, "generate", "--messages", "6000", "--instruments", "2", day], check=True, capture_output=True)
    data, at, found = day.read_bytes(), 0, []
    while len(found) < 2:
        length = int.from_bytes(data[at:at + 2], "big")
        if data[at + 2:at + 3] == b"R":
            found.append(data[at + 13:at + 21].decode().strip())
        at += 2 + length
    return dict(zip(("first", "second"), found))


def start(folder, command, config):
    process = subprocess.Popen([HOTPATH, command, "-c", config], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert "ready" in process.stdout.readline(), command
    return process


def trade(folder, seconds, end):
    trader = start(folder, "trade", "trader.toml")
    time.sleep(seconds)
    trader.send_signal(end)
    trader.communicate()


def is_closed(folder):
    said = subprocess.run([HOTPATH, "journal", "verify", folder / "trader"], capture_output=True, text=True)
    return "sealed: the journal was closed" in said.stdout


def record(name, folder, names):
    for config in ("venue.toml", "trader.toml"):
        (folder / config).touch(mode=0o600)  # it has passwords
    (folder / "venue.toml").write_text(VENUE)
    (folder / "trader.toml").write_text(TRADER.format(limits=limits(), strategy=STRATEGIES[name].format(**names), **names))
    venue = start(folder, "exchange", "venue.toml")
    if name == "market_maker":
        trade(folder, 0.8, signal.SIGKILL)
    trade(folder, 1.2, signal.SIGTERM)
    venue.send_signal(signal.SIGTERM)
    venue.communicate()
    while not is_closed(folder):
        time.sleep(0.1)


def main():
    checksums = {}
    for name in STRATEGIES:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            record(name, folder, symbols(folder))
            replay = folder / "replay.json"
            subprocess.run([HOTPATH, "journal", "replay", folder / "trader", "--json", replay], check=True)
            checksums[name] = json.loads(replay.read_text())
            segments = sorted((folder / "trader").glob("*.journal"))
            for segment in [s for s in segments if not s.name.startswith("spare")]:
                packed = HERE / f"{name}.{segment.name}.zst"
                subprocess.run(["zstd", "-19", "-q", "-f", segment, "-o", packed], check=True)
                packed.chmod(0o644)
    (HERE / "checksums.json").write_text(json.dumps(checksums, indent=2) + "\n")


for old in HERE.glob("*.zst"):
    old.unlink()
main()
