#!/usr/bin/env python3
"""What each setting of the host does to a spinning thread: the table of docs/guide/tuning-a-host.md.

    tools/host_steps.py collect FOLDER   sums up what script/host-steps measured, writes evidence/host-steps.*.json and the page
    tools/host_steps.py [--check]        writes the page's table from the newest result of every processor; --check: exits 1 when it differs"""

import json
import sys

import evidence
import jitter

PAGE = evidence.ROOT / "docs" / "guide" / "tuning-a-host.md"
STEPS = {"watchdog": "lock-up watchdog off", "statistics": "statistics every 120 s", "interrupts": "interrupts to other cores",
         "work_queues": "kernel work queues on other cores", "huge_pages": "no transparent huge pages", "governor": "governor performance",
         "all": "all of these", "priority": "the thread at real-time priority (chrt -f 1)"}


def summed(paths):
    """The runs of one state of the machine, together; none when it was not measured."""
    runs = [json.loads(path.read_text()) for path in paths]
    if not runs:
        return None
    spin = jitter.merged_spin(runs)
    lengths = spin["gaps"]
    return {"watched_ns": spin["watched_ns"], "gaps": lengths["count"], "long": sum(of["count"] for of in spin["causes"]),
            "p50_ns": jitter.percentile(lengths, 50), "p99_ns": jitter.percentile(lengths, 99), "max_ns": lengths["max_ns"],
            "causes": spin["causes"]}


def collect(folder):
    steps = {name: {"before": summed(sorted(folder.glob(f"before_{name}.*.json"))), "with": summed(sorted(folder.glob(f"{name}.*.json")))}
             for name in STEPS}
    one = json.loads(next(folder.glob("before_*.json")).read_text())
    result = {"machine": jitter.machine(), "virtual_machine": one["virtual_machine"], "core": one["cores"][0]["core"],
              "long_from_ns": one["long_from_ns"], "steps": steps}
    print(table(evidence.keep("host-steps", result)))
    return write_page(False)


def cells(state):
    if state is None:
        return ["not in this machine", "", "", ""]
    return [jitter.rate(state["gaps"], state["watched_ns"]), jitter.rate(state["long"], state["watched_ns"]), jitter.span(state["p99_ns"]),
            jitter.span(state["max_ns"])]


def table(result):
    of = result["machine"]
    kind = "a virtual machine" if result["virtual_machine"] else "a physical machine"
    lines = [f"**{of['cpu']}**, {of['cores']} cores, {kind}, Linux {of['kernel']}, core {result['core']}, {result['date']}, commit "
             f"{result['commit']}:", "",
             f"| setting | gaps a second | from {jitter.span(result['long_from_ns'])} | p99 | longest | with it: gaps a second "
             f"| from {jitter.span(result['long_from_ns'])} | p99 | longest |", "|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    lines += [f"| {text} | {' | '.join(cells(result['steps'][name]['before']) + cells(result['steps'][name]['with']))} |"
              for name, text in STEPS.items()]
    return "\n".join([*lines, ""])


def write_page(is_check):
    return evidence.write_between(PAGE, "host-steps", jitter.by_processor("host-steps", table), is_check)


if __name__ == "__main__":
    sys.exit(evidence.main(__doc__, collect, write_page, sys.argv[1:]))
