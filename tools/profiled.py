#!/usr/bin/env python3
"""What a profile brings: two builds of hotpath-counted beside each other, for the table of docs/techniques/compiler-flags.md.

    tools/profiled.py time RELEASE PROFILED FILE [NAME...]   the time of each hot function, or of some: both run in turns, alone on this machine
    tools/profiled.py show FILE                     prints the table of FILE
    tools/profiled.py collect FILE                  keeps FILE as evidence/profiled.*.json, and writes the page
    tools/profiled.py [--check]                     writes the page's table from the newest result of every kind of host; --check: exits 1
                                                    when it differs

Both builds must give the same answers. script/profiled calls all of it."""

import sys
from pathlib import Path

import evidence
from two_builds import names_of, table_of, time

PAGE = evidence.ROOT / "docs" / "techniques" / "compiler-flags.md"


def table(result):
    return table_of(result, "by a profile")


def main(arguments):
    if len(arguments) >= 4 and arguments[0] == "time":
        builds, file, names = arguments[1:3], Path(arguments[3]), arguments[4:] or names_of(arguments[1])
        time(builds, file, names)
        return 0
    return evidence.Results("profiled", PAGE, table).main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
