"""The package is typed: its stubs are those of the module, and callers' mistakes are found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import hotpath

GOOD = """
import hotpath
recording = hotpath.read("day.itch", date="2024-01-02", prices="decimal")
rows: hotpath.Rows = recording.trades(["AAPL"], start="09:30", end=12)
for batch in rows:
    names: list[str] = batch.names
books = recording.books("AAPL")
bid, ask = books.best("AAPL")
price: int = bid.price if bid else 0
position = books.queue_position(7)
ahead: int = position.queue_ahead_qty if position else 0
for record in hotpath.journal("folder"):
    print(record["seq"])
"""
BAD = """
import hotpath
hotpath.read("day.itch", prices="float")
hotpath.Books("day.itch").step("one")
price: str = hotpath.Books("day.itch").queue("AAPL", "buy")[0].price
hotpath.read("day.itch").nothing()
"""


# Libraries of hotpath.research: without types, or not installed here.
UNTYPED = "[mypy-arch.*,matplotlib.*,ray.*,scipy.*,statsmodels.*]\nignore_missing_imports = true\n"


def mypy(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """On the installed package, away from its sources."""
    (cwd / "mypy.ini").write_text("[mypy]\n" + UNTYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *map(str, words)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_the_package_passes_mypy(tmp_path: Path) -> None:
    outcome = mypy("-p", "hotpath", cwd=tmp_path)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_a_caller_passes_and_mistakes_are_found(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    good = mypy("good.py", cwd=tmp_path)
    assert good.returncode == 0, good.stdout
    bad = mypy("bad.py", cwd=tmp_path)
    found = [int(line.split(":")[1]) for line in bad.stdout.splitlines() if ": error:" in line]
    assert sorted(set(found)) == [3, 4, 5, 6], bad.stdout


def test_the_stubs_are_installed_with_the_module() -> None:
    package = Path(hotpath.__file__).parent
    assert (package / "py.typed").exists()
    stub = (package / "_core.pyi").read_text()
    for name in ("class Rows", "class Batch", "class Level", "def market_rows"):
        assert name in stub
