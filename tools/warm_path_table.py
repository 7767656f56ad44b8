"""The first packet after a pause, of script/bench warm_path: docs/techniques/warm-path.md."""

from bench_tables import ratio_cell
from citations import sources
from formats import markdown, number

# What the other work of a thread is in a pause, and which stages a rehearsal has in it.
PAUSES = [("spin", "polls a socket"), ("walk", "walks through 32 MB")]
LENGTHS = [("1ms", "1 ms"), ("10ms", "10 ms"), ("100ms", "100 ms"), ("1s", "1 s")]
STAGES = [("decode, book", ("decode p50", "book p50")), ("decide, risk, encode", ("decide p50", "risk p50", "encode p50"))]


def cells(run):
    by = {(r["subject"], r["metric"]): r for r in run.records}
    shown = [number(by[who, "p50"]["value"]) for who in ("never", "hotpath", "no_pause")] + [ratio_cell(run.records, "never")]
    shown += [number(sum(by[who, part]["value"] for part in parts)) for _, parts in STAGES for who in ("never", "hotpath")]
    return [*shown, f"{by['never', 'count']['value']:.0f} × {by['never', 'count']['pairs']}"]


def table(results):
    """A line for each pause and kind of host: without rehearsals, with them, and the same packets without a pause."""
    heads = ["", "host", "never, p50 ns", "rehearsed, p50 ns", "no pause, p50 ns", "rehearsed / never"]
    heads += [f"{stages}: {who}" for stages, _ in STAGES for who in ("never", "rehearsed")] + ["pauses"]
    rows, shown = [], []
    for kind, label in PAUSES:
        for length, said in LENGTHS:
            runs = results.runs("warm_path", f"{kind}_{length}")
            shown += runs
            rows += [["" if n else f"{label}, {said}", str(run.kind), *cells(run)] for n, run in enumerate(runs)]
    return markdown(heads, rows, texts=2) + "\n" + sources(shown) if rows else ""
