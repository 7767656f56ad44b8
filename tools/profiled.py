#!/usr/bin/env python3
"""What a profile brings: two builds of hotpath-counted beside each other, for the table of docs/techniques/compiler-flags.md.

    tools/profiled.py time RELEASE PROFILED FILE [NAME...]   the time of each hot function, or of some: both run in turns, alone on this machine
    tools/profiled.py show FILE                     prints the table of FILE
    tools/profiled.py collect FILE                  keeps FILE as evidence/profiled.*.json, and writes the page
    tools/profiled.py [--check]                     writes the page's table from the newest result of every kind of host; --check: exits 1
                                                    when it differs

Both builds must give the same answers. script/profiled calls all of it."""

import json
import sys
from pathlib import Path

import evidence
import results
from two_builds import names_of, read, table_of, time

PAGE = evidence.ROOT / "docs" / "techniques" / "compiler-flags.md"


def table(result):
    return table_of(result, "by a profile")


def collect(file):
    print(table(evidence.keep("profiled", json.loads(file.read_text()))))
    return write_page(False)


def write_page(is_check):
    newest = evidence.newest("profiled", lambda result: result["host"]["cpu"])
    return evidence.write_between(PAGE, "profiled", "\n".join(table(newest[kind]) for kind in sorted(newest)), is_check)


def main(arguments):
    if len(arguments) >= 4 and arguments[0] == "time":
        builds, file, names = arguments[1:3], Path(arguments[3]), arguments[4:] or names_of(arguments[1])
        time(builds, file, names)
        return 0
    if len(arguments) == 2 and arguments[0] == "show":
        print(table({"date": "not kept", "commit": results.commit(), **read(Path(arguments[1]))}))
        return 0
    return evidence.main(__doc__, collect, write_page, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
