"""Published results (bench/published/FILE.json) beside what was measured here, a column for each kind of host."""

import json
from pathlib import Path

from citations import sources
from formats import markdown, number

ROOT = Path(__file__).resolve().parent.parent


def value(run, subject, metric):
    record = next((r for r in run.records if (r["subject"], r["metric"]) == (subject, metric)), None) if run else None
    return number(record["value"]) if record else ""


def table(results, file, name):
    """A line names the subject it is compared with, or the table the subjects that have a column each."""
    published = json.loads((ROOT / "bench" / "published" / f"{file}.json").read_text())
    wanted = published["tables"][name]
    runs = {line["test"]: {run.kind: run for run in results.runs(published["bench"], line["test"])} for line in wanted["lines"]}
    kinds = sorted({kind for of in runs.values() for kind in of}, key=lambda kind: kind.order)
    columns = [(subject, kind) for subject in wanted["subjects"] or [""] for kind in kinds]
    rows = []
    for line in wanted["lines"]:
        cells = [value(runs[line["test"]].get(kind), line.get("subject", subject), line["metric"]) for subject, kind in columns]
        rows.append([line["label"], line["published"], *cells])
    heads = ["", "published", *(f"{subject}, {kind}" if subject else str(kind) for subject, kind in columns)]
    here = sources(run for of in runs.values() for run in of.values()) if kinds else "not measured yet.\n"
    return f"{markdown(heads, rows)}\nPublished: {published['source']}, “{wanted['section']}”; {published['machine']}. Here: {here}"
