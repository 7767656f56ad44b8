"""Runs the benchmarks of this folder: script/bench-python."""

from __future__ import annotations

import argparse
import importlib
import tempfile
from pathlib import Path

from runner import ROOT, print_records, records_of, write_result


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/bench-python", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the data, 3 rounds")
    parser.add_argument("--json", type=Path, help="the result as JSON")
    arguments = parser.parse_args()
    records: list[dict[str, object]] = []
    modules = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in ("main", "runner"))
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        for name in modules:
            for measurement in importlib.import_module(name).tests(Path(folder), arguments.quick):
                records += records_of(measurement)
    print_records(records)
    if arguments.json:
        write_result(arguments.json, records, arguments.quick)


if __name__ == "__main__":
    main()
