"""`python -m hotpath`: what a new user runs first; and the program that is installed with the package."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import hotpath


def run(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "hotpath", *map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)


def test_ten_seconds_offline(tmp_path: Path) -> None:
    begun = time.monotonic()
    outcome = run(cwd=tmp_path)
    elapsed = time.monotonic() - begun
    assert outcome.returncode == 0, outcome.stderr
    page = (tmp_path / "hotpath-sample" / "report.html").read_text()
    assert "market_maker" in page and not re.search(r'(?:src|href)="https?:', page)
    fills = int(re.search(r"([\d,]+) fills", outcome.stdout).group(1).replace(",", ""))  # type: ignore[union-attr]
    assert fills > 0
    assert elapsed < 60, "ten seconds on an idle machine of two cores"


def test_the_printed_line_repeats_the_run(tmp_path: Path) -> None:
    outcome = run(tmp_path / "sample", "--messages", 30_000, "--seed", 3, cwd=tmp_path)
    line = outcome.stdout.splitlines()[-1]
    assert line.startswith("repeat it: ")
    assert eval(line.removeprefix("repeat it: "), {"hotpath": hotpath}) is True


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = run(tmp_path / "file", cwd=tmp_path)
    assert outcome.returncode == 1 and outcome.stderr.count("\n") == 1
    assert outcome.stderr.startswith("python -m hotpath: ")


def test_the_program_is_installed(tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "hotpath"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith(f"hotpath {hotpath.__version__} (commit ") and version.endswith(")\n")
    wrong = subprocess.run([program, "nothing"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and wrong.stderr.startswith("hotpath: unknown subcommand nothing")
