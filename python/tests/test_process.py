"""The package in a process: how fast it is imported, that Ctrl-C ends a run, that nothing leaks."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import hotpath


def run_python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)


def test_importing_loads_neither_the_module_nor_numpy() -> None:
    """What keeps `import hotpath` under 100 ms; python/bench measures it."""
    loaded = run_python("import sys, hotpath; print(*sorted(sys.modules))").stdout.split()
    assert "hotpath" in loaded
    assert not {"hotpath._core", "numpy", "json", "pyarrow", "inspect"} & set(loaded)


def test_every_name_of_the_package_is_there() -> None:
    for name in hotpath.__all__:
        assert getattr(hotpath, name).__doc__, name
    assert set(hotpath.__all__) <= set(dir(hotpath))
    with pytest.raises(AttributeError, match="module 'hotpath' has no attribute 'nothing'"):
        hotpath.nothing


def test_a_submodule_does_not_take_the_place_of_its_function() -> None:
    code = "import hotpath.live; from hotpath import live, journal; import hotpath.data; print(callable(hotpath.journal), callable(hotpath.read))"
    assert run_python(code).stdout.split() == ["True", "True"]


ITERATE = """
    import sys, hotpath
    print("begun", flush=True)
    while True:
        for batch in hotpath.read(sys.argv[1]).trades(symbols="NONE"):
            pass
"""
STREAM = """
    import sys, hotpath, pyarrow
    print("begun", flush=True)
    try:
        while True:
            pyarrow.table(hotpath.read(sys.argv[1]).trades(symbols="NONE"))
    except OSError as error:  # what a stream can say; the exception comes as soon as Python runs
        assert "interrupted" in str(error)
    while True:
        pass
"""
STEP = """
    import sys, hotpath
    print("begun", flush=True)
    while True:
        hotpath.Books(sys.argv[1]).step_to(None)
"""
WATCH = """
    import sys, hotpath
    print("begun", flush=True)
    hotpath.top("none", folder="/tmp", seconds=1_000)
"""


@pytest.mark.parametrize("code", [ITERATE, STREAM, STEP, WATCH], ids=["iterate", "stream", "step", "watch"])
def test_ctrl_c_ends_a_run(code: str, folder: Path) -> None:
    """Within a read that would go on for seconds, and with the exception that Python programs expect."""
    path = folder / "long.itch"
    hotpath.generate(path, messages=1_500_000, instruments=50, seed=2)
    words = [sys.executable, "-c", textwrap.dedent(code), str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors.rstrip().endswith("KeyboardInterrupt"), errors
    assert process.returncode == -signal.SIGINT


def resident_bytes() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_runs_leak_nothing(folder: Path) -> None:
    """Every way of reading in turn, its errors too: the memory after a thousand of them is that after the first two hundred."""
    import pyarrow

    path = folder / "small.itch"
    hotpath.generate(path, messages=2_000, instruments=3, seed=1)
    damaged = folder / "damaged.itch"
    damaged.write_bytes(path.read_bytes()[:-3])
    recording = hotpath.read(path, prices="decimal", date="2024-01-02", progress=lambda *_: None)

    def leave_early() -> None:
        pyarrow.RecordBatchReader.from_stream(recording.quotes(batch_rows=100)).read_next_batch()
        next(iter(recording.depth(2, batch_rows=100))).__arrow_c_array__()

    def step() -> None:
        books = hotpath.Books(path)
        books.step(1_000)
        books.queue(books.symbols[0], "buy")
        with pytest.raises(KeyError):
            books.best("NONE")

    def fail() -> None:
        with pytest.raises(hotpath.Error):
            list(hotpath.read(damaged).messages())
        with pytest.raises(hotpath.Error):
            hotpath.read(folder / "none")

    ways = [
        lambda: pyarrow.table(recording.messages()),
        lambda: pyarrow.table(recording.trades()),
        lambda: pyarrow.table(recording.depth(3)),
        leave_early,
        step,
        fail,
    ]
    for run in range(200):
        ways[run % len(ways)]()
    gc.collect()
    before = resident_bytes()
    for run in range(1_000):
        ways[run % len(ways)]()
    gc.collect()
    grown = resident_bytes() - before
    assert grown < 8 << 20, f"{grown:,} bytes more after 1,000 runs"


def test_a_progress_function_that_refers_to_its_table_is_collected(market: Path) -> None:
    import weakref

    class Bar:
        rows: hotpath.Rows | None = None

        def __call__(self, *state: int) -> None:
            pass

    bar = Bar()
    bar.rows = hotpath.read(market, progress=bar).trades()
    gone = weakref.ref(bar)
    del bar
    gc.collect()
    assert gone() is None
