#!/usr/bin/env python3
"""Figures of planted runs: what both runs say counts, what they say differently is counted, and the tables show it."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import technique_pages as pages


def variant(name, ratio, verdict, time=2.0):
    return {"name": name, "rounds": [time, time + 1, time + 2], "ratio": ratio, "verdict": verdict, "instructions": 7.0}


def result(*verdicts, near=3, quick=False):
    """One comparison at two levels; the verdicts of its variants at -O2, and of one more at -O3."""
    others = [variant(f"v{i}", 0.5 + i, verdict) for i, verdict in enumerate(verdicts)]
    comparisons = [{"name": "search_keys", "unit": "ns/key", "compiler": "gcc", "level": level, "near_rounds": near, "round_trips_ns": [1, 1, 1, 1],
                    "variants": [variant("plain", 1.0, "no difference"), *of]} for level, of in (("O2", others), ("O3", others[:1]))]
    provenance = {"cores": 2, "cpu": "AMD EPYC", "rounds": 4, "counted_by": "valgrind: no counters", "date": "2026-01-01T00:00:00Z", "dirty": False,
                  "compilers": {"gcc": "g++ 12"}, "commit": "abc", "quick": quick}
    return {"technique": "planted", "comparisons": comparisons, "provenance": provenance}


TESTED = [{"technique": "planted", "comparison": "search_keys", "variant": "v0", "compiler": "gcc", "level": "O2",
           **{key: 0.25 for key in pages.STATISTICS}, "cohens_d": None}]


class TechniquePagesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, value in (("FIGURES", self.folder / "figures"), ("techniques", lambda: ["planted"]), ("has_two_threads", lambda _: True)):
            patched = mock.patch.object(pages, name, value)
            patched.start()
            self.addCleanup(patched.stop)
        pages.hosts.cache_clear()
        self.addCleanup(pages.hosts.cache_clear)

    def collect(self, *results):
        (self.folder / "statistics.json").write_text(json.dumps(TESTED))
        for n, of in enumerate(results):
            (self.folder / f"run-{n}").mkdir()
            (self.folder / f"run-{n}" / "planted.json").write_text(json.dumps(of))
        pages.collect(self.folder / "statistics.json", [str(self.folder / f"run-{n}") for n in range(len(results))])

    def test_a_verdict_is_that_of_both_runs(self):
        self.collect(result("faster", "slower", "no difference", "undecided"), result("faster", "slower", "no difference", "undecided"))
        text = pages.tables(["planted"])
        self.assertIn("| search keys, ns/key | gcc -O2 | gcc -O3 |\n|---|---:|---:|\n| plain | 3.00 | 3.00 |\n| v0 | **0.50** | **0.50** |\n"
                      "| v1 | 1.50 |  |\n| v2 | *=* 2.50 |  |\n| v3 | 3.50 ? |  |\n| rounds with near cores | 6 of 8 | 6 of 8 |\n", text)
        self.assertIn("| v0 | 7.00 |", text)
        self.assertIn("2026-01-01, g++ 12, commit abc;", text)
        self.assertIn("5 comparisons; in 0 of them", pages.agreement())

    def test_different_verdicts_count_however_they_differ(self):
        self.collect(result("faster", "faster", "faster"), result("undecided", "no difference", "slower"))
        self.assertIn("| v2 | 2.50 ? |  |", pages.tables(["planted"]))
        # v0 twice: at -O2 and at -O3.
        self.assertIn("4 comparisons; in 4 of them the two runs have different verdicts: in 2 one of them is undecided, in 1 one says no "
                      "difference, in 1 they are opposite.",
                      pages.agreement())

    def test_the_best_variant_has_its_statistics(self):
        self.collect(result("faster", "slower"), result("faster", "slower"))
        self.assertIn("| v0 (search keys) | **0.50** |  | ", pages.catalogue([]))
        self.assertIn("| [planted](planted.md) | v0 (search keys) | 0.25 | 0.250 (0.250–0.250) |  | 0.250 |", pages.statistics([]))

    def test_a_quick_run_and_a_lone_run_are_no_figures(self):
        for results in ([result("faster"), result("faster", quick=True)],):
            with self.assertRaises(pages.Fault):
                self.collect(*results)
        (self.folder / "run-0" / "other.json").write_text(json.dumps(result("faster")))
        with self.assertRaises(pages.Fault):
            pages.collect(self.folder / "statistics.json", [str(self.folder / "run-0"), str(self.folder / "run-1")])


if __name__ == "__main__":
    unittest.main()
