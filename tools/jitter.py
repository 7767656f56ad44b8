#!/usr/bin/env python3
"""What a core does to a spinning thread and to the loop of `hotpath trade`, side by side.

    tools/jitter.py collect FOLDER   sums up the parts that script/jitter measured, writes evidence/jitter.*.json and the page
    tools/jitter.py watched FOLDER   prints the minutes that the whole parts of a folder have watched
    tools/jitter.py [--check]        writes the page's tables from the newest result of every machine; --check: exits 1 when they differ

A part is a folder with spin.json (hotpath jitter, beside the venue alone) and gaps.json (hotpath trade --gaps, beside the venue). A cause's
gaps in the loop's own code are compared with those that a spinning core would have had in the same time."""

import json
import platform
import sys
from pathlib import Path

import evidence
import results

PAGE = evidence.ROOT / "docs" / "results" / "jitter.md"
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
LONGEST_KEPT = 20


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


def longest(all_longest):
    return sorted((gap for gaps in all_longest for gap in gaps), key=lambda gap: -gap["length_ns"])[:LONGEST_KEPT]


def merged_spin(spins):
    cores = [spin["cores"][0] for spin in spins]
    return {"watched_ns": sum(core["watched_ns"] for core in cores), "reading_ns": sum(core["reading_ns"] for core in cores),
            "long_from_ns": spins[0]["long_from_ns"], "gaps": merged_lengths([core["gaps"] for core in cores]),
            "causes": merged_causes([core["causes"] for core in cores]), "longest": longest([core["longest"] for core in cores]),
            "stolen_ticks": sum(core["stolen_ticks"] for core in cores)}


def merged_loop(loops):
    parts = {}
    for part in PARTS:
        ofs = [loop["parts"][part] for loop in loops]
        parts[part] = {"total_ns": sum(of["total_ns"] for of in ofs), "lengths": merged_lengths([of["lengths"] for of in ofs]),
                       "causes": merged_causes([of["causes"] for of in ofs]), "longest": longest([of["longest"] for of in ofs])}
    work = {}
    for kind in WORK:
        ofs = [loop["work"][kind] for loop in loops]
        segments = {name: sum(of["long_segments_ns"][name] for of in ofs) for name in SEGMENTS}
        work[kind] = {"total_ns": sum(of["total_ns"] for of in ofs), "lengths": merged_lengths([of["lengths"] for of in ofs]),
                      "causes": merged_causes([of["causes"] for of in ofs]), "long_segments_ns": segments}
    sums = {key: sum(loop[key] for loop in loops)
            for key in ("watched_ns", "reading_ns", "turns", "turns_with_news", "calls_unread", "pieces_unread", "stolen_ticks")}
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


def machine():
    return {"cpu": results.processor(), "cores": Path("/proc/cpuinfo").read_text().count("processor\t:"), "kernel": platform.release()}


def collect(folder):
    parts = whole_parts(folder)
    if not parts:
        print(f"jitter: no whole part in {folder}", file=sys.stderr)
        return 1
    result = {"machine": machine(), "virtual_machine": parts[0]["gaps"]["virtual_machine"], "parts": len(parts), "core": parts[0]["gaps"]["core"],
              "executions": sum(part["trade"]["orders"]["executions"] for part in parts),
              "orders": sum(part["trade"]["orders"]["entered"] + part["trade"]["orders"]["replaced"] for part in parts),
              "settings": parts[-1]["spin"]["settings"], "spin": merged_spin([part["spin"] for part in parts]),
              "loop": merged_loop([part["gaps"] for part in parts])}
    print(tables_of(evidence.keep("jitter", result)))
    return write_page(False)


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


def tables_of(result):
    of, loop = result["machine"], result["loop"]
    kind = "a virtual machine" if result["virtual_machine"] else "a physical machine"
    head = (f"**{of['cpu']}**, {of['cores']} cores, {kind}, Linux {of['kernel']}, {result['date']}, commit {result['commit']}: "
            f"{loop['watched_ns'] / 60e9:.1f} minutes of the trader on core {result['core']}, {loop['turns_with_news']:,} turns with input of "
            f"{loop['turns']:,}, {result['orders']:,} orders, {result['executions']:,} executions; {span(result['spin']['watched_ns'])} of spinning.")
    return "\n".join([head, "", *spin_table(result), "", *loop_table(result), "", *work_table(result), "", *own_table(result), ""])


def by_processor(name, tables_of_one):
    """The tables of the newest result of every kind of processor."""
    newest = evidence.newest(name, lambda result: result["machine"]["cpu"])
    return "\n".join(tables_of_one(newest[cpu]) for cpu in sorted(newest))


def write_page(is_check):
    return evidence.write_between(PAGE, "jitter", by_processor("jitter", tables_of), is_check)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "watched":
        print(f"{sum(part['gaps']['watched_ns'] + part['gaps']['reading_ns'] for part in whole_parts(Path(arguments[1]))) / 60e9:.2f}")
        return 0
    return evidence.main(__doc__, collect, write_page, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
