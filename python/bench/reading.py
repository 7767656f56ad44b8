"""A recorded day into Arrow, beside the same reading in C++, in the same module; the import of the package.

The question: what do Arrow's columns cost on top of decoding (messages) and of the books (trades, quotes)? A regression means that
a row became dearer, or that memory is no longer used again. Not shown: decompression (the file is plain and in the page cache), and
consumers that keep what they read.

    messages   into Arrow; C++: every message decoded and counted
    trades, quotes, depth   into Arrow; C++: `hotpath replay`, the books alone, the time that it reports, which begins when the
                            books' memory is there: ours has that in it
    import_hotpath   a process that imports the package, beside one that does not
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from runner import Measurement

import hotpath
from hotpath import _core

NANOS = 1e9


def day(folder: Path, messages: int) -> Path:
    """A generated market of many instruments, as the C++ benchmarks have it."""
    path = folder / "day.itch"
    if not path.exists():
        hotpath.generate(path, messages=messages, instruments=1_000, seed=1)
    return path


def drained(rows: hotpath.Rows, messages: int) -> float:
    """Every batch is made and released; ns a message of the recording."""
    begun = time.perf_counter()
    total = sum(len(batch) for batch in rows)
    elapsed = time.perf_counter() - begun
    assert total > 0
    return elapsed * NANOS / messages


def counted(path: Path, messages: int) -> float:
    begun = time.perf_counter()
    counts = _core.count_messages(str(path))
    elapsed = time.perf_counter() - begun
    assert sum(counts.values()) == messages
    return elapsed * NANOS / messages


def replayed(path: Path) -> float:
    result = path.with_suffix(".json")
    words = [sys.executable, "-m", "hotpath.program", "replay", str(path), "--json", str(result)]
    subprocess.run(words, check=True, capture_output=True)
    return float(json.loads(result.read_text())["ns_per_message"])


def process_ms(code: str) -> float:
    """A process from its start to its end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""})
    return (time.perf_counter() - begun) * 1e3


def tests(folder: Path, quick: bool) -> list[Measurement]:
    messages = 2_000_000 if quick else 20_000_000
    path = day(folder, messages)
    recording = hotpath.read(path)
    rounds = 3 if quick else 9
    found = [
        Measurement(
            "messages_to_arrow",
            "ns/message",
            {"hotpath": lambda: drained(recording.messages(), messages), "decoder": lambda: counted(path, messages)},
            rounds,
        )
    ]
    tables: dict[str, Callable[[], hotpath.Rows]] = {
        "trades": recording.trades,
        "quotes": recording.quotes,
        "depth": recording.depth,
    }
    for name, table in tables.items():
        subjects = {"hotpath": lambda table=table: drained(table(), messages), "replay": lambda: replayed(path)}
        found.append(Measurement(f"{name}_to_arrow", "ns/message", subjects, rounds))
    imports = {
        "hotpath": lambda: process_ms("import hotpath"),
        "with module": lambda: process_ms("import hotpath; hotpath.read"),
        "python alone": lambda: process_ms("pass"),
    }
    found.append(Measurement("import_hotpath", "ms", imports, 5 if quick else 21))
    return found
