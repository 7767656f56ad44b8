"""Results of tests: files in a temporary folder, as script/bench writes them."""

import json
import tempfile
from pathlib import Path

import measured_sources
from results import Results


def record(test="t", subject="hotpath", metric="time", value=1.0, regime="near", unit="ns", pairs=9):
    return {"test": test, "subject": subject, "metric": metric, "value": value, "low": value, "high": value, "unit": unit, "pairs": pairs,
            "regime": regime}


def provenance(bench="telemetry", **changed):
    return {"record": "provenance", "bench": bench, "date": "2026-11-22T00:00:00Z", "cores": 2, "cpu": "AMD EPYC", "kernel": "6", "compiler": "GNU",
            "flags": "-O3", "commit": "abc", "dirty": False, "quick": False, "ping_pong_ns_before": 100.0, "ping_pong_ns_after": 100.0,
            "sources": measured_sources.digest_now(bench)} | changed


class PlantedResults:
    """A folder of results that lives as long as a test case."""

    def __init__(self, case):
        temporary = tempfile.TemporaryDirectory()
        case.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name).resolve()

    def add(self, records, host="a-host", name="r", **changed):
        of = provenance(**changed)
        path = self.folder / host / of["bench"] / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([*records, of]))
        return path

    def results(self):
        return Results(self.folder)
