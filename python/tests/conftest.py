"""What the tests share: generated recordings, the program as the package installs it, licensed data."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hotpath

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "support"))  # own_ports

# A shell starts what runs in the background with SIGINT ignored, and Python then leaves it so: no Ctrl-C would arrive, here or in the
# processes that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

Program = Callable[..., subprocess.CompletedProcess[str]]


def run_program(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`hotpath ARGUMENTS`: the program in the package under test."""
    words = [sys.executable, "-m", "hotpath.program", *map(str, arguments)]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="session")
def program() -> Program:
    def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        outcome = run_program(*arguments, cwd=cwd)
        assert outcome.returncode == 0, outcome.stderr
        return outcome

    return run


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("markets")


@pytest.fixture(scope="session")
def market(folder: Path) -> Path:
    """A generated day of ten instruments, two of them by name."""
    path = folder / "market.itch"
    hotpath.generate(path, messages=60_000, instruments=10, seed=11, symbols=["AAPL", "MSFT"])
    return path


@pytest.fixture(scope="session")
def symbols(market: Path) -> list[str]:
    books = hotpath.Books(market)
    books.step_to(None)
    return books.symbols


def licensed(name: str) -> Path:
    """A file of the licensed market data; the test is skipped where it is not."""
    folder = Path(os.environ.get("HOTPATH_DATA") or ROOT.parent / "shared" / "data")
    if not (folder / name).exists():
        pytest.skip(f"licensed data not found: {folder / name} (set HOTPATH_DATA to the folder that holds it)")
    return folder / name


def rows_of_csv(path: Path) -> list[list[str]]:
    with path.open(newline="") as file:
        return list(csv.reader(file))


def table_as_csv(rows: hotpath.Rows) -> list[list[str]]:
    """A table in the words of the program's CSV: integers as they are, booleans Y and N."""
    import pyarrow

    table = pyarrow.table(rows)
    columns = []
    for column in table.columns:
        values = column.to_pylist()
        columns.append([("Y" if value else "N") if isinstance(value, bool) else str(value) for value in values])
    return [table.column_names, *map(list, zip(*columns))]
