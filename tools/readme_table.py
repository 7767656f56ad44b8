"""The README's table: a line for each question, a column for each kind of host, in brackets the others of the same run.

Where each number is from stands in docs/results/BENCHMARKING.md (`readme-runs`); the README says which of its runs are stale."""

from citations import sources
from formats import markdown, number

# What a line says, and where its number is.
ROWS = [
    ("decode ITCH, full market, ns a message", "feed", "decode", "time"),
    ("decode + every L3 book, full market, ns a message", "feed", "decode_and_books_l3", "time"),
    ("update of one book by price, recorded mid-day, ns", "book_ladder", "level_update_midday", "time"),
    ("packet in memory → order bytes in memory, median, ns", "tick_to_order", "packet_to_order", "p50"),
    ("packet in memory → order bytes in memory, p99, ns", "tick_to_order", "packet_to_order", "p99"),
    ("40 bytes through spsc, between two threads, ns a message", "messaging", "a_spsc_throughput", "time"),
    ("40 bytes to another thread and back, median, ns", "messaging", "b_round_trip", "p50"),
    ("40 bytes written to shared memory, median with the timer's own, ns", "messaging", "c_shm_write", "p50"),
    ("73 bytes broadcast to three readers, the writer, ns a record", "messaging", "e_broadcast_3", "write"),
]
BESIDE = ("floor", "timer")
UNLIKE = ("_batch", "_bulk")  # many messages a call: not what the line is about
RUNS_PAGE = "docs/results/BENCHMARKING.md#the-runs-of-the-readme"


def best_peer(records):
    peers = [r for r in records if not r["subject"].startswith(("hotpath", *BESIDE)) and not r["subject"].endswith(UNLIKE)]
    return sorted(peers, key=lambda r: r["value"])[:1]


def cell(run, metric):
    """Ours, and in brackets the floor or the timer, and the fastest peer."""
    records = [r for r in run.records if r["metric"] == metric]
    ours = next((r for r in records if r["subject"] == "hotpath"), None)
    if ours is None:
        return ""
    others = [r for r in records if r["subject"] in BESIDE] + best_peer(records)
    shown = ", ".join(f"{r['subject'].replace('_', ' ')} {number(r['value'])}" for r in others)
    return f"**{number(ours['value'])}**" + (f" ({shown})" if shown else "")


def runs_of(results):
    """By row and kind."""
    return {row: {run.kind: run for run in results.runs(row[1], row[2])} for row in ROWS}


def table(results):
    runs = runs_of(results)
    kinds = sorted({kind for of in runs.values() for kind in of}, key=lambda kind: kind.order)
    rows = [[row[0], *(cell(of[kind], row[3]) if kind in of else "" for kind in kinds)] for row, of in runs.items() if of]
    if not rows:
        return ""
    return markdown(["", *map(str, kinds)], rows) + f"\nDate, machine, compiler, flags and commit of each: [the runs]({RUNS_PAGE}).{said_of_stale(runs, kinds)}\n"


def said_of_stale(runs, kinds):
    """Which benchmarks' code is newer than its number, by kind of host."""
    stale = {kind: dict.fromkeys(f"`{row[1]}`" for row, of in runs.items() if kind in of and of[kind].why_stale) for kind in kinds}
    said = "; ".join(f"{kind}: {', '.join(benches)}" for kind, benches in stale.items() if benches)
    return f" **Stale**, measured before the last change of what they measure: {said}." if said else ""


def runs_table(results):
    """One line for each question: the run of each kind of host that the README shows."""
    rows = [[row[0], f"{row[1]}-{row[2]}", sources(of.values()).strip()] for row, of in runs_of(results).items() if of]
    return markdown(["line of the README", "test", "runs"], rows) if rows else ""
