"""The first packet after a pause, of script/bench warm_path: docs/techniques/warm-path.md."""

from bench_tables import ratio_cell
from citations import sources
from formats import markdown, number

# What the other work of a thread is in a pause, and which stages a rehearsal has in it.
PAUSES = [("spin", "polls a socket"), ("walk", "walks through 32 MB")]
LENGTHS = [("1ms", "1 ms"), ("10ms", "10 ms"), ("100ms", "100 ms"), ("1s", "1 s")]
STAGES = [("decode, book", ("decode p50", "book p50")), ("decide, risk, encode", ("decide p50", "risk p50", "encode p50"))]


# Who is measured, and what that is called.
SUBJECTS = [("never", "never"), ("orders", "orders rehearsed"), ("hotpath", "rehearsed"), ("floor", "floor"), ("no_pause", "no pause")]
STAGED = [("never", "never"), ("hotpath", "rehearsed")]
COMPARED = [("never", "never"), ("orders", "orders")]


def by_subject(records):
    """A result from before packets were rehearsed has no `orders`: its `hotpath` rehearsed orders alone."""
    is_old = all(r["subject"] != "orders" for r in records)
    return {("orders" if is_old and r["subject"] == "hotpath" else r["subject"], r["metric"]): r for r in records}


def cells(run):
    by = by_subject(run.records)
    is_rehearsed = ("hotpath", "p50") in by
    shown = [number(by[who, "p50"]["value"]) if (who, "p50") in by else "" for who, _ in SUBJECTS]
    shown += [ratio_cell(run.records, who) if is_rehearsed else "" for who, _ in COMPARED]
    shown += [number(sum(by[who, part]["value"] for part in parts)) if (who, "p50") in by else "" for _, parts in STAGES for who, _ in STAGED]
    return [*shown, f"{by['never', 'count']['value']:.0f} × {by['never', 'count']['pairs']}"]


def table(results):
    """A line for each pause and kind of host: rehearsed or not, the floor, and the same packets without a pause."""
    heads = ["", "host", *(f"{said}, p50 ns" for _, said in SUBJECTS), *(f"rehearsed / {said}" for _, said in COMPARED)]
    heads += [f"{stages}: {said}" for stages, _ in STAGES for _, said in STAGED] + ["pauses"]
    rows, shown = [], []
    for kind, label in PAUSES:
        for length, said in LENGTHS:
            runs = results.runs("warm_path", f"{kind}_{length}")
            shown += runs
            rows += [["" if n else f"{label}, {said}", str(run.kind), *cells(run)] for n, run in enumerate(runs)]
    return markdown(heads, rows, texts=2) + "\n" + sources(shown) if rows else ""
