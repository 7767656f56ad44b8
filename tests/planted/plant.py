#!/usr/bin/env python3
"""Makes a copy of a source with one line changed: plant.py ROOT BUG COPY

A bug file says which source, which line (it must be there exactly once) and what it becomes:

    # what is wrong with it
    file hotpath/oms/orders.cpp
    - the line, with its spaces
    + the line that takes its place
"""
import pathlib
import sys


def main(root: str, bug: str, copy: str) -> None:
    rows = pathlib.Path(bug).read_text().splitlines()
    [source] = [row.removeprefix("file ") for row in rows if row.startswith("file ")]
    [before] = [row.removeprefix("- ") for row in rows if row.startswith("- ")]
    [after] = [row.removeprefix("+ ") for row in rows if row.startswith("+ ")]
    lines = (pathlib.Path(root) / source).read_text().splitlines()
    if lines.count(before) != 1:
        sys.exit(f"{bug}: the line to change stands {lines.count(before)} times in {source}: write the bug again")
    lines[lines.index(before)] = after
    path = pathlib.Path(copy)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
