#!/usr/bin/env python3
"""What hardening costs: two builds of hotpath-counted beside each other, for the table of docs/design/hardening.md.

    tools/hardening.py measure RELEASE HARDENED FILE   instructions and time of each hot function: both run in turns, alone on this machine
    tools/hardening.py show FILE                       prints the table of FILE
    tools/hardening.py collect FILE                    keeps FILE as evidence/hardening.*.json, and writes the page
    tools/hardening.py [--check]                       writes the page's table from the newest result of every kind of host; --check: exits
                                                       1 when it differs

Both builds must give the same answers. script/hardened calls all of it."""

import sys
from pathlib import Path

import evidence
import instructions
from two_builds import keep, names_of, table_of, time

PAGE = evidence.ROOT / "docs" / "design" / "hardening.md"


def table(result):
    return table_of(result, "hardened")


def measure(builds, file):
    names = names_of(builds[0])
    time(builds, file, names)
    counted = [instructions.count_all(build, names) for build in builds]
    keep(file, {name: {"instructions": [of_build[name] for of_build in counted]} for name in names})


def main(arguments):
    if len(arguments) == 4 and arguments[0] == "measure":
        measure([Path(name).resolve() for name in arguments[1:3]], Path(arguments[3]))
        return 0
    return evidence.Results("hardening", PAGE, table).main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
