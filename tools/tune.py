#!/usr/bin/env python3
"""What this host chose by `hotpath tune`, and what it gained: tools/tune.py FILE writes its table in docs/results/tune.md."""

import json
import sys
from pathlib import Path

import pages


def percent(ratio):
    return f"{100 * (1 - ratio):.1f}"


def cell(knob):
    """What was chosen, its time beside the default's, and the gain with its interval."""
    again = knob["confirmation"]
    if knob["chosen"] == 0:
        return f"the default: {knob['candidates'][0]['median_ns']:.3g}" + ("" if knob["decided"] else " (the market fits the caches)")
    gain = f"{percent(again['ratio'])}% ({percent(again['ratio_high'])} to {percent(again['ratio_low'])})"
    return f"{knob['candidates'][knob['chosen']]['words']}: {again['candidate_ns']:.3g} for {again['default_ns']:.3g}, **gain {gain}**"


def kind_of(host):
    """Vendor, and how far apart its two cores are: AMD near."""
    vendor = next((vendor for vendor in ("AMD", "Intel") if vendor.lower() in host["cpu"].lower()), host["cpu"])
    return f"{vendor} {host['placement']}" if host["placement"] in ("near", "far") else vendor


def table(result):
    host = result["host"]
    lines = [f"{pages.headline(kind_of(host))}, {host['round_trip_ns']:.0f} ns a cache line's round trip; {result['market']}:", "",
             "| | default | chosen |", "|---|---|---:|"]
    lines += [f"| {knob['name']}, {knob['unit']} | {knob['candidates'][0]['words']} | {cell(knob)} |" for knob in result["knobs"]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    pages.write_block("docs/results/tune.md", "tune", table(json.loads(Path(sys.argv[1]).read_text())))
