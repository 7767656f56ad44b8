#!/usr/bin/env python3
"""Leaves those tests out of a result during which another program used the other hardware thread of a core.

    tools/whole_core.py RESULT

A core does WHOLE_MIN additions at a time or more when it has no other work; the runner writes down how many before and after each round
(bench/runner/machine.hpp). A test most of whose rounds had fewer is taken out of RESULT and named: its times are up to twice as long, and
no other sign of the machine says so. Exits with 1 when no test is left. Results of processors where it is not known stay."""

import json
import statistics
import sys
from pathlib import Path

from merge_result import load

WHOLE_MIN = 3.0


def shared_core(additions):
    """What is said of a core that does so many; empty of a whole one, and where it is not known."""
    if not 0 < additions < WHOLE_MIN:
        return ""
    return f"another program uses half of a core: {additions:.1f} additions at a time, a whole core does {WHOLE_MIN:.0f} or more"


def shared_tests(provenance):
    """By name, what is said of its core."""
    seen = provenance.get("additions_at_a_time_by_test", {})
    return {test: said for test, additions in seen.items() if additions and (said := shared_core(statistics.median(additions)))}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    path = Path(sys.argv[1])
    records, provenance = load(path)
    shared = shared_tests(provenance)
    kept = [record for record in records if record["test"] not in shared]
    for test, said in shared.items():
        print(f"{test}: not saved: {said}")
    if not kept:
        return 1
    path.write_text(json.dumps([*kept, provenance], indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
