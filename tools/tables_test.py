#!/usr/bin/env python3
"""Plants results of several kinds of host, and those that are stale: tables show the kinds beside each other, and mark the stale."""

import unittest

import bench_tables
import citations
import published_tables
import readme_table
import tables
from planted_results import PlantedResults, record
from results import Results

XEON = "Intel(R) Xeon(R) Processor"


class LayoutTest(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)

    def rows(self, test="t"):
        return bench_tables.test_table(self.planted.results(), "telemetry", test).splitlines()

    def test_few_numbers_have_a_column_for_each_kind(self):
        self.planted.add([record(value=1.0), record(subject="peer", value=2.0)])
        self.planted.add([record(value=3.0, regime="far"), record(subject="other", value=4.0, regime="far")], name="2", cpu=XEON)
        self.assertEqual(self.rows(), ["**t**: 9 rounds, AMD near, Intel far", "", "| | AMD near: time, ns | Intel far: time, ns |", "|---|---:|---:|",
                                       "| hotpath | 1.00 (1.00–1.00) | 3.00 (3.00–3.00) |", "| peer | 2.00 (2.00–2.00) |  |",
                                       "| other |  | 4.00 (4.00–4.00) |"])

    def test_many_numbers_have_a_line_for_each_kind(self):
        for name, cpu, regime in (("1", "AMD EPYC", "near"), ("2", XEON, "far")):
            self.planted.add([record(metric=metric, value=float(name), regime=regime) for metric in ("p50", "p90", "p99")], name=name, cpu=cpu)
        self.assertEqual(self.rows()[2:], ["| | host | p50, ns | p90, ns | p99, ns |", "|---|---|---:|---:|---:|",
                                           "| hotpath | AMD near | 1.00 | 1.00 | 1.00 |", "|  | Intel far | 2.00 | 2.00 | 2.00 |"])

    def test_kinds_with_the_same_numbers_share_a_line(self):
        for name, cpu in (("1", "AMD EPYC"), ("2", XEON)):
            self.planted.add([record(metric=metric) for metric in ("p50", "p90", "p99")], name=name, cpu=cpu)
        self.assertEqual(self.rows()[4:], ["| hotpath | AMD near, Intel near | 1.00 | 1.00 | 1.00 |"])

    def test_rounds_that_differ_are_told_by_kind(self):
        self.planted.add([record(pairs=9), record(regime="far", pairs=5)])
        self.assertEqual(self.rows()[0], "**t**: AMD near 9 rounds, AMD far 5 rounds")

    def test_a_newer_part_takes_no_test_from_the_page(self):
        self.planted.add([record("a"), record("b", value=7.0)])
        self.planted.add([record("a", value=2.0)], name="2", date="2026-11-23T00:00:00Z")
        shown = bench_tables.tables(self.planted.results(), "telemetry")
        self.assertIn("| hotpath | 2.00", shown)
        self.assertIn("| hotpath | 7.00", shown)
        self.assertEqual(shown.count("repeat with"), 2)  # both files are named

    def test_the_readme_names_floor_and_fastest_peer_of_each_kind(self):
        values = {"hotpath": 2.0, "floor": 1.0, "slow": 9.0, "fast": 3.0, "fast_batch": 0.5}
        self.planted.add([record("decode", subject, value=value) for subject, value in values.items()], bench="feed")
        self.planted.add([record("decode", value=4.0, regime="far")], bench="feed", name="2")
        rows = readme_table.table(self.planted.results()).splitlines()
        self.assertEqual(rows[0], "| | AMD near | AMD far |")
        self.assertIn("| **2.00** (floor 1.00, fast 3.00) | **4.00** |", rows[2])

    def test_published_numbers_stand_beside_every_kind(self):
        self.planted.add([record("c_shm_write", metric="mean", value=50.0), record("c_shm_write", metric="mean", value=60.0, regime="far")], bench="messaging")
        shown = published_tables.table(self.planted.results(), "seed2", "write")
        self.assertIn("hotpath, AMD near | hotpath, AMD far |", shown)
        self.assertIn("| 50.0 | 60.0 |", shown)

    def test_nothing_measured_says_so(self):
        self.assertIn("not measured yet", published_tables.table(self.planted.results(), "seed2", "write"))
        self.assertEqual(bench_tables.tables(self.planted.results(), "telemetry"), "")
        self.assertEqual(readme_table.table(self.planted.results()), "")


class StaleTest(unittest.TestCase):
    def shown(self, **changed):
        planted = PlantedResults(self)
        planted.add([record()], **changed)
        return bench_tables.tables(planted.results(), "telemetry")

    def test_a_result_of_these_sources_has_no_mark(self):
        self.assertNotIn("**its", self.shown())

    def test_a_result_of_other_sources_is_marked(self):
        self.assertIn("commit abc (**its measured sources have changed since**)", self.shown(sources="0" * 32))

    def test_the_readme_names_the_benchmarks_that_are_stale(self):
        planted = PlantedResults(self)
        planted.add([record("decode")], bench="feed", sources="0" * 32)
        planted.add([record("packet_to_order", metric="p50")], bench="tick_to_order")
        self.assertIn("of what they measure: AMD near: `feed`.\n", readme_table.table(planted.results()))
        self.assertIn("| tick_to_order-packet_to_order | AMD near: 2026", readme_table.runs_table(planted.results()))

    def test_a_dirty_result_is_marked_whatever_its_sources(self):
        self.assertIn("(**measured with uncommitted changes**)", self.shown(dirty=True))

    def test_a_benchmark_with_a_script_of_its_own_names_it_in_a_footnote(self):
        table = self.shown(ping_pong_ns_before=None, command="script/bench-python")
        self.assertIn("commit abc; one thread. `", table)
        self.assertIn("repeat with `script/bench-python`.", table)
        self.assertIn("AMD near: [^telemetry-1]\n\n[^telemetry-1]: ", citations.with_footnotes(table, {}))

    def test_a_page_defines_a_footnote_once(self):
        labels = {}
        first, second = (citations.with_footnotes(self.shown(dirty=True), labels) for _ in range(2))
        self.assertEqual((first.count("[^telemetry-1]: "), second.count("[^telemetry-1]: ")), (1, 0))
        self.assertIn("[^telemetry-1] (**measured with uncommitted changes**)", second)


class CommittedTest(unittest.TestCase):
    def test_every_document_marks_what_is_stale(self):
        """What `tables.py --check` compares has the mark in it: without it the documents differ."""
        results = Results()
        stale = [run for bench in results.benches() for run in results.current(bench).values() if run.why_stale]
        marks = 0
        for document in tables.documents():
            for found in tables.MARK.finditer(document.read_text()):
                rendered = tables.render(results, found.group(2))
                if any(run.name in rendered and citations.source_line(run) in rendered for run in stale):
                    marks += 1
                    self.assertIn("(**", found.group(0), document)
        self.assertEqual(marks > 0, bool(stale))
        self.assertEqual("(stale)" in tables.render(results, "goals"), bool(stale))


if __name__ == "__main__":
    unittest.main()
