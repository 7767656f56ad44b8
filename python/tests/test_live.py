"""Channels of running traders, and journals."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import polars
import pyarrow
import pytest
from conftest import Program
from own_ports import own_port

import hotpath

VENUE = """
[venue]
symbols = ["AAPL"]
orders_max = 50000
levels_max = 50000
instruments_max = 20

[order_entry]
address = "127.0.0.1:0"

[[user]]
name = "ALICE"
password = "A"

[market_data]
line_a = "239.192.2.1:{port}"
line_b = "239.192.2.2:{port}"
requests = "127.0.0.1:0"
glimpse = "127.0.0.1:0"

[journal]
folder = "journal"
mode = "memory"
segment_mib = 1

[background]
source = "generator"
messages = 5_000
instruments = 1
pacing = "poisson"
messages_per_second = 2_000.0
"""


@pytest.fixture(scope="module")
def channels(tmp_path_factory: pytest.TempPathFactory, program: Program) -> Path:
    """A folder with the channel "demo", whose trader has ended."""
    folder = tmp_path_factory.mktemp("demo")
    program(
        *("demo", "--messages", 60_000, "--instruments", 5, "--report", folder / "report.html", "--json", folder / "demo.json"),
        *("--telemetry", "demo", "--telemetry-folder", folder),
    )
    return folder


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a venue that has run for a moment."""
    folder = tmp_path_factory.mktemp("venue")
    (folder / "exchange.toml").touch(mode=0o600)  # it has a password
    (folder / "exchange.toml").write_text(VENUE.format(port=own_port()))
    words = [sys.executable, "-m", "hotpath.program", "exchange", "-c", "exchange.toml"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as venue:
        assert venue.stdout is not None
        for line in venue.stdout:
            if line.startswith("exchange: ready"):
                break
        venue.send_signal(signal.SIGTERM)
        venue.communicate(timeout=60)
    assert venue.returncode == 0
    return folder / "journal"


def test_top_is_what_the_command_writes(channels: Path, program: Program, tmp_path: Path) -> None:
    program("top", "demo", "--folder", channels, "--once", "--json", tmp_path / "top.json")
    expected = json.loads((tmp_path / "top.json").read_text())
    state = hotpath.top("demo", folder=channels, seconds=0.05)
    for moving in ("observer", "rates"):
        state.pop(moving)
        expected.pop(moving)
    assert state == expected
    assert state["orders"]["entered"] > 0


def test_watch_yields_states(channels: Path) -> None:
    states = hotpath.watch("demo", folder=channels, every=0.01)
    first, second = next(states), next(states)
    assert first["has_state"] and second["orders"] == first["orders"]
    assert not next(hotpath.watch("none", folder=channels, every=0.01))["attached"]


def test_a_channel_that_is_not_there_is_an_error(channels: Path) -> None:
    with pytest.raises(hotpath.Error, match="none"):
        hotpath.top("none", folder=channels, seconds=0.01)


def test_a_journal_is_what_the_command_dumps(journal: Path, program: Program, tmp_path: Path) -> None:
    program("journal", "dump", journal, "--json", tmp_path / "records.json")
    expected = json.loads((tmp_path / "records.json").read_text())
    records = list(hotpath.journal(journal))
    assert len(records) == len(expected) > 10
    assert [{**record, "payload": record["payload"].hex()} for record in records] == expected
    assert any("fields" in record for record in records)


def test_a_journal_as_a_table(journal: Path) -> None:
    records = list(hotpath.journal(journal))
    table = pyarrow.table(hotpath.journal(journal))
    table.validate(full=True)
    for name in ("seq", "time_ns", "type", "flags", "epoch", "segment", "offset", "payload"):
        assert table[name].to_pylist() == [record[name] for record in records], name
    assert table["input"].to_pylist() == [record.get("input") for record in records]
    fields = [json.loads(text) if text else None for text in table["fields"].to_pylist()]
    assert fields == [record.get("fields") for record in records]
    assert polars.DataFrame(hotpath.journal(journal)).height == len(records)
    batches = [pyarrow.record_batch(batch) for batch in hotpath.journal(journal).rows(batch_rows=3)]
    assert pyarrow.Table.from_batches(batches) == table


def test_a_journal_from_a_record_on(journal: Path) -> None:
    assert next(iter(hotpath.journal(journal, first_seq=5)))["seq"] == 5


def test_no_journal_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(hotpath.Error, match="the folder holds no journal"):
        hotpath.journal(tmp_path)
    with pytest.raises(hotpath.Error, match="No such file or directory"):
        hotpath.journal(tmp_path / "missing")
