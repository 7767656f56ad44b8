#!/usr/bin/env python3
"""What each kind of host chose by `hotpath tune`, and what it gained: the table of docs/results/tune.md.

    tools/tune.py collect FILE   keeps what script/tune measured as evidence/tune.*.json, and writes the page
    tools/tune.py [--check]      writes the page's table from the newest result of every kind of host; --check: exits 1 when it differs"""

import json
import sys

import evidence
import results

PAGE = evidence.ROOT / "docs" / "results" / "tune.md"


def kind_of(result):
    return results.kind_of(result["host"]["cpu"], result["host"]["placement"])


def collect(file):
    print(table([evidence.keep("tune", json.loads(file.read_text()))]))
    return write_page(False)


def newest_by_kind(folder):
    newest = evidence.newest("tune", kind_of, folder)
    return [newest[kind] for kind in sorted(newest, key=lambda kind: kind.order)]


def percent(ratio):
    return f"{100 * (1 - ratio):.1f}"


def cell(knob):
    """What was chosen, its time beside the default's, and the gain with its interval."""
    again = knob["confirmation"]
    if knob["chosen"] == 0:
        return f"the default: {knob['candidates'][0]['median_ns']:.3g}" + ("" if knob["decided"] else " (the market fits the caches)")
    gain = f"{percent(again['ratio'])}% ({percent(again['ratio_high'])} to {percent(again['ratio_low'])})"
    return f"{knob['candidates'][knob['chosen']]['words']}: {again['candidate_ns']:.3g} for {again['default_ns']:.3g}, **gain {gain}**"


def table(all_results):
    """A row a knob, a column a kind of host; the default's words stand beside the knob's name."""
    if not all_results:
        return ""
    knobs = {}
    for result in all_results:
        for knob in result["knobs"]:
            knobs.setdefault(knob["name"], knob)
    lines = [f"| | default | {' | '.join(str(kind_of(result)) for result in all_results)} |", f"|---|---|{'---:|' * len(all_results)}"]
    for name, first in knobs.items():
        cells = []
        for result in all_results:
            knob = next((knob for knob in result["knobs"] if knob["name"] == name), None)
            cells.append(cell(knob) if knob else "not measured")
        lines.append(f"| {name}, {first['unit']} | {first['candidates'][0]['words']} | {' | '.join(cells)} |")
    lines.append("")
    for result in all_results:
        host = result["host"]
        lines.append(f"{kind_of(result)}: {host['cpu']}, {host['round_trip_ns']:.0f} ns a cache line's round trip, Linux {host['kernel']}, {result['date']}, "
                     f"commit {result['commit']}; {result['market']}.")
        lines.append("")
    return "\n".join(lines)


def write_page(is_check):
    return evidence.write_between(PAGE, "tune", table(newest_by_kind(evidence.FOLDER)), is_check)


if __name__ == "__main__":
    sys.exit(evidence.main(__doc__, collect, write_page, sys.argv[1:]))
