#!/usr/bin/env python3
"""What a core does to a spinning thread and to the loop of `hotpath trade`, and what each setting of the host changes.

    tools/jitter.py loop FOLDER      sums up the parts that script/jitter measured, into docs/results/jitter.md
    tools/jitter.py watched FOLDER   prints the minutes that the whole parts of a folder have watched
    tools/jitter.py steps FOLDER     sums up what script/host-steps measured, into docs/guide/tuning-a-host.md

A part is a folder with spin.json (hotpath jitter, beside the venue alone) and gaps.json (hotpath trade --gaps, beside the venue). A cause's
gaps in the loop's own code are compared with those that a spinning core would have had in the same time. A page keeps the newest tables of
every processor."""

import json
import sys
from pathlib import Path

import pages

PARTS = {"handling": "own code, an input to its outputs", "housekeeping": "own code between inputs", "calls": "system calls, a turn"}
WORK = {"order": "input that sent an order or cancel", "packet": "packet that sent nothing", "reply": "reply that sent nothing",
        "timer": "timer that sent nothing", "status": "state for telemetry and reports", "book_sums": "step of the books' checksums",
        "rehearsal": "step of a rehearsal"}
PART_OF = {kind: "handling" if kind in ("order", "packet", "reply", "timer") else "housekeeping" for kind in WORK}
SEGMENTS = ("before", "decode", "book", "decide", "risk", "encode", "after")
CAUSES = {"page_fault": "page fault of the thread", "own_wait": "the thread waited", "another_thread": "another thread had the core",
          "stolen": "the hypervisor took the core", "device": "interrupt of a device", "page_moves": "pages moved by another core",
          "other_core": "interrupt sent by another core", "timer_tick": "timer tick", "own_call": "system call of the loop",
          "unexplained": "nothing counted: host, firmware, own code"}
STEPS = {"watchdog": "lock-up watchdog off", "statistics": "statistics every 120 s", "interrupts": "interrupts to other cores",
         "work_queues": "kernel work queues on other cores", "huge_pages": "no transparent huge pages", "governor": "governor performance",
         "all": "all of these", "priority": "the thread at real-time priority (chrt -f 1)"}


def merged_lengths(all_lengths):
    """One histogram of several: {count, max_ns, histogram_ns: [[lowest, highest, count], ...]}."""
    buckets = {}
    for lengths in all_lengths:
        for lowest, highest, count in lengths["histogram_ns"]:
            buckets[lowest] = [lowest, highest, count + buckets.get(lowest, [0, 0, 0])[2]]
    return {"count": sum(one["count"] for one in all_lengths), "max_ns": max((one["max_ns"] for one in all_lengths), default=0),
            "histogram_ns": [buckets[lowest] for lowest in sorted(buckets)]}


def percentile(lengths, percent):
    """The highest value of the bucket that has it, at most the greatest: never too short."""
    rank, seen = lengths["count"] * percent / 100, 0
    for _, highest, count in lengths["histogram_ns"]:
        seen += count
        if seen >= rank:
            return min(highest, lengths["max_ns"])
    return lengths["max_ns"]


def merged_causes(all_causes):
    merged = {}
    for causes in all_causes:
        for one in causes:
            of = merged.setdefault(one["cause"], {"cause": one["cause"], "owner": one["owner"], "count": 0, "total_ns": 0, "max_ns": 0})
            of["count"] += one["count"]
            of["total_ns"] += one["total_ns"]
            of["max_ns"] = max(of["max_ns"], one["max_ns"])
    return [merged[cause] for cause in CAUSES if cause in merged]


def merged_spin(spins):
    cores = [spin["cores"][0] for spin in spins]
    return {"watched_ns": sum(core["watched_ns"] for core in cores), "reading_ns": sum(core["reading_ns"] for core in cores),
            "long_from_ns": spins[0]["long_from_ns"], "gaps": merged_lengths([core["gaps"] for core in cores]),
            "causes": merged_causes([core["causes"] for core in cores])}


def merged_loop(loops):
    parts = {}
    for part in PARTS:
        ofs = [loop["parts"][part] for loop in loops]
        parts[part] = {"total_ns": sum(of["total_ns"] for of in ofs), "lengths": merged_lengths([of["lengths"] for of in ofs]),
                       "causes": merged_causes([of["causes"] for of in ofs])}
    work = {}
    for kind in WORK:
        ofs = [loop["work"][kind] for loop in loops]
        segments = {name: sum(of["long_segments_ns"][name] for of in ofs) for name in SEGMENTS}
        work[kind] = {"total_ns": sum(of["total_ns"] for of in ofs), "lengths": merged_lengths([of["lengths"] for of in ofs]),
                      "causes": merged_causes([of["causes"] for of in ofs]), "long_segments_ns": segments}
    sums = {key: sum(loop[key] for loop in loops)
            for key in ("watched_ns", "reading_ns", "turns", "turns_with_news", "calls_unread", "pieces_unread")}
    return {"own_from_ns": loops[0]["own_from_ns"], "calls_from_ns": loops[0]["calls_from_ns"], **sums, "parts": parts, "work": work}


def whole_parts(folder):
    """Only those that went to their end: the trader writes its gaps last, and they may be cut off."""
    parts = []
    for part in sorted(folder.glob("part-*")):
        try:
            parts.append({name: json.loads((part / f"{name}.json").read_text()) for name in ("spin", "gaps", "trade")})
        except (OSError, ValueError):
            continue
    return parts


def summed(parts):
    """What the tables show of all parts."""
    return {"virtual_machine": parts[0]["gaps"]["virtual_machine"], "core": parts[0]["gaps"]["core"],
            "executions": sum(part["trade"]["orders"]["executions"] for part in parts),
            "orders": sum(part["trade"]["orders"]["entered"] + part["trade"]["orders"]["replaced"] for part in parts),
            "spin": merged_spin([part["spin"] for part in parts]), "loop": merged_loop([part["gaps"] for part in parts])}


def span(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.0f} ns"


def rate(count, ns):
    return f"{count / (ns / 1e9):.3g}" if ns else "-"


def expected(result, cause, ns):
    """Gaps of this cause that a spinning core has in that time."""
    spin = result["spin"]
    count = sum(of["count"] for of in spin["causes"] if of["cause"] == cause)
    return count * ns / spin["watched_ns"] if spin["watched_ns"] else 0.0


def owned(causes, owner):
    return sum(of["count"] for of in causes if of["owner"] == owner)


def spin_table(result):
    spin = result["spin"]
    lines = [f"| a spinning thread, gaps from {span(spin['long_from_ns'])} | whose | a second | longest |", "|---|---|---:|---:|"]
    lines += [f"| {CAUSES[of['cause']]} | {of['owner']} | {rate(of['count'], spin['watched_ns'])} | {span(of['max_ns'])} |" for of in spin["causes"]]
    return lines


def loop_table(result):
    loop = result["loop"]
    lines = ["| the trader's loop | pieces | time | p50 | p99.9 | longest | long | host | kernel | ours |", "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for part, text in PARTS.items():
        of = loop["parts"][part]
        start = loop["calls_from_ns" if part == "calls" else "own_from_ns"]
        counts = [owned(of["causes"], owner) for owner in ("host", "kernel", "ours")]
        lines.append(f"| {text} | {of['lengths']['count']:,} | {span(of['total_ns'])} | {span(percentile(of['lengths'], 50))} "
                     f"| {span(percentile(of['lengths'], 99.9))} | {span(of['lengths']['max_ns'])} | {sum(counts):,} from {span(start)} "
                     f"| {counts[0]:,} | {counts[1]:,} | {counts[2]:,} |")
    if loop["calls_unread"]:
        lines += ["", f"{loop['calls_unread']:,} more turns had long system calls; their counters were not read, to leave the loop its time."]
    return lines


def share_text(segments):
    """The stages in which the time of the long pieces went, the most first: "book 40%, before 30%"."""
    total = sum(segments.values())
    shares = sorted(((ns / total, name) for name, ns in segments.items() if ns), reverse=True) if total else []
    return ", ".join(f"{name} {share:.0%}" for share, name in shares[:3] if share >= 0.05)


def work_table(result):
    loop = result["loop"]
    lines = [f"| own code, by what it did | pieces | p50 | p99.9 | longest | from {span(loop['own_from_ns'])} | host | kernel | ours | longest of ours "
             "| where ours went |", "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|"]
    for kind, text in WORK.items():
        of = loop["work"][kind]
        counts = [owned(of["causes"], owner) for owner in ("host", "kernel", "ours")]
        ours = max((one["max_ns"] for one in of["causes"] if one["owner"] == "ours"), default=0)
        where = share_text(of["long_segments_ns"]) if PART_OF[kind] == "handling" else ""
        lines.append(f"| {text} | {of['lengths']['count']:,} | {span(percentile(of['lengths'], 50))} | {span(percentile(of['lengths'], 99.9))} "
                     f"| {span(of['lengths']['max_ns'])} | {sum(counts):,} | {counts[0]:,} | {counts[1]:,} | {counts[2]:,} "
                     f"| {span(ours) if ours else '-'} | {where} |")
    if loop["pieces_unread"]:
        lines += ["", f"{loop['pieces_unread']:,} more pieces were long, in turns with more of them than are kept."]
    return lines


def own_table(result):
    loop = result["loop"]
    lines = [f"| own code from {span(loop['own_from_ns'])}, by cause | an input to its outputs | a spinning core in that time | between inputs "
             "| a spinning core in that time |", "|---|---:|---:|---:|---:|"]
    for cause, text in CAUSES.items():
        cells, is_there = [], False
        for part in ("handling", "housekeeping"):
            of = loop["parts"][part]
            count = sum(one["count"] for one in of["causes"] if one["cause"] == cause)
            is_there = is_there or count > 0
            cells += [f"{count:,}", f"{expected(result, cause, of['total_ns']):,.1f}"]
        if is_there:
            lines.append(f"| {text} | {' | '.join(cells)} |")
    return lines


def kind_of(result):
    return "a virtual machine" if result["virtual_machine"] else "a physical machine"


def tables_of(result):
    loop = result["loop"]
    head = (f"{pages.headline()}, {kind_of(result)}: {loop['watched_ns'] / 60e9:.1f} minutes of the trader on core {result['core']}, "
            f"{loop['turns_with_news']:,} turns with input of {loop['turns']:,}, {result['orders']:,} orders, {result['executions']:,} executions; "
            f"{span(result['spin']['watched_ns'])} of spinning.")
    return "\n".join([head, "", *spin_table(result), "", *loop_table(result), "", *work_table(result), "", *own_table(result), ""])


def cells(paths):
    """Of the runs of one state of the machine, together."""
    runs = [json.loads(path.read_text()) for path in paths]
    if not runs:
        return ["not in this machine", "", "", ""]
    spin = merged_spin(runs)
    lengths, watched = spin["gaps"], spin["watched_ns"]
    return [rate(lengths["count"], watched), rate(sum(of["count"] for of in spin["causes"]), watched), span(percentile(lengths, 99)), span(lengths["max_ns"])]


def steps_table(folder):
    one = json.loads(next(folder.glob("before_*.json")).read_text())
    long_from = span(one["long_from_ns"])
    lines = [f"{pages.headline()}, {kind_of(one)}, core {one['cores'][0]['core']}:", "",
             f"| setting | gaps a second | from {long_from} | p99 | longest | with it: gaps a second | from {long_from} | p99 | longest |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    lines += [f"| {text} | {' | '.join(cells(sorted(folder.glob(f'before_{name}.*.json'))) + cells(sorted(folder.glob(f'{name}.*.json'))))} |"
              for name, text in STEPS.items()]
    return "\n".join(lines) + "\n"


def main(arguments):
    match arguments:
        case ["watched", folder]:
            print(f"{sum(part['gaps']['watched_ns'] + part['gaps']['reading_ns'] for part in whole_parts(Path(folder))) / 60e9:.2f}")
        case ["loop", folder]:
            parts = whole_parts(Path(folder))
            if not parts:
                sys.exit(f"jitter: no whole part in {folder}")
            pages.write_block("docs/results/jitter.md", "jitter", tables_of(summed(parts)))
        case ["steps", folder]:
            pages.write_block("docs/guide/tuning-a-host.md", "host-steps", steps_table(Path(folder)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
