#!/usr/bin/env python3
"""What each kind of host chose by `hotpath tune`, and what it gained: the table of docs/results/tune.md.

    tools/tune.py collect FILE   keeps what script/tune measured as evidence/tune.*.json, and writes the page
    tools/tune.py [--check]      writes the page's table from the newest result of every kind of host; --check: exits 1 when it differs"""

import datetime
import json
import re
import sys
from pathlib import Path

import jitter
import results

EVIDENCE = jitter.EVIDENCE
PAGE = jitter.ROOT / "docs" / "results" / "tune.md"


def kind_of(result):
    return results.kind_of(result["host"]["cpu"], result["host"]["placement"])


def collect(file):
    result = {"date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d.%H%M}", "commit": results.commit(), **json.loads(file.read_text())}
    EVIDENCE.mkdir(exist_ok=True)
    path = EVIDENCE / f"tune.{result['date']}.{result['commit']}.json"
    path.write_text(json.dumps(result, indent=1) + "\n")
    print(f"tune: {path.relative_to(jitter.ROOT)}\n\n{table([result])}")
    return write_page(False)


def newest_by_kind(folder):
    newest = {}
    for path in sorted(folder.glob("tune.*.json")):
        result = json.loads(path.read_text())
        newest[kind_of(result)] = result
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
    text = PAGE.read_text()
    wanted = re.sub(r"(?<=<!-- tune -->\n).*?(?=<!-- end -->)", lambda _: table(newest_by_kind(EVIDENCE)), text, flags=re.S)
    if is_check and text != wanted:
        print(f"tune: the table of {PAGE.relative_to(jitter.ROOT)} is not that of the results in evidence/: tools/tune.py")
        return 1
    if not is_check:
        PAGE.write_text(wanted)
    return 0


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "collect":
        return collect(Path(arguments[1]))
    if arguments in ([], ["--check"]):
        return write_page(arguments == ["--check"])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
