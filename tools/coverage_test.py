#!/usr/bin/env python3
"""Plants results of some kinds of host, and expects the others to be named with the command that takes them."""

import unittest

import coverage
import measured_sources
from planted_results import PlantedResults, record
from results import KINDS, Kind

NEAR, FAR = Kind("AMD", "near"), Kind("AMD", "far")


class GapTest(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)

    def gap(self, kind, bench="telemetry"):
        return coverage.gap(self.planted.results(), bench, kind)

    def test_a_kind_with_every_test_lacks_nothing(self):
        self.planted.add([record("a"), record("b")])
        self.assertIsNone(self.gap(NEAR))

    def test_a_kind_without_a_result_needs_the_whole_benchmark(self):
        self.planted.add([record("a"), record("b")])
        gap = self.gap(FAR)
        self.assertEqual((str(gap), gap.command), ("missing", "script/bench telemetry --save"))

    def test_a_benchmark_without_any_result_is_missing(self):
        self.assertEqual((str(self.gap(NEAR)), self.gap(NEAR).missing > 0), ("missing", True))

    def test_tests_that_share_a_beginning_are_taken_alone(self):
        self.planted.add([record("a_1"), record("b_1", regime="far"), record("b_2", regime="far")])
        gap = self.gap(NEAR)
        self.assertEqual((str(gap), gap.command), ("2 of 3 tests missing", "script/bench telemetry --save --only b_"))

    def test_others_that_begin_so_are_there(self):
        self.planted.add([record("a_1"), record("a_2", regime="far")])
        self.assertEqual(self.gap(NEAR).command, "script/bench telemetry --save --only a_2")
        self.planted.add([record("b"), record("b_more", regime="far"), record("c", regime="far")], name="2")
        self.assertEqual(self.gap(NEAR).command, "script/bench telemetry --save")

    def test_a_stale_kind_says_why_and_since_when(self):
        self.planted.add([record("a")], sources="0" * 32)
        self.planted.add([record("a", regime="far")], name="2")
        self.assertEqual(str(self.gap(NEAR)), "stale: its measured sources have changed since (2026-11-22)")
        self.assertIsNone(self.gap(FAR))

    def test_what_changed_its_placement_is_missing_of_both(self):
        self.planted.add([record("a", regime="changed")])
        self.assertEqual([str(self.gap(kind)) for kind in (NEAR, FAR)], ["missing", "missing"])

    def test_numbers_worked_out_of_others_are_not_wanted(self):
        self.planted.add([record("a"), record("a_statistics", regime="")])
        self.assertIsNone(self.gap(NEAR))

    def test_one_process_has_no_placement(self):
        self.planted.add([record("a", regime="as they come")], bench="python")
        self.assertIsNone(self.gap(Kind("AMD"), "python"))
        self.assertEqual(self.gap(Kind("Intel"), "python").command, "script/bench-python --save")


class ListTest(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)
        self.planted.add([record("a")], bench="feed")
        self.planted.add([record("a")], sources="0" * 32)
        self.results = self.planted.results()

    def test_missing_ones_come_first(self):
        order = coverage.order(self.results, NEAR)
        self.assertEqual(sorted(order), sorted(measured_sources.ENTRIES))
        self.assertEqual(order[-2:], ["telemetry", "feed"])  # stale, then complete

    def test_who_measures_is_told_what_to_take_first(self):
        advice = coverage.advice(self.results, NEAR)
        self.assertIn("AMD near lacks results; take these first:\n  script/bench tick_to_order --save\n", advice)
        self.assertTrue(advice.endswith("stale results of AMD near; take these again:\n  script/bench telemetry --save\n"))
        self.assertNotIn("bench feed", advice)

    def test_each_kind_is_listed_with_reasons(self):
        listed = coverage.listed(self.results)
        for kind in KINDS:
            self.assertIn(f"{kind}:\n", listed)
        self.assertIn("  script/bench feed --save    # feed: missing\n", coverage.listed(self.results, [FAR]))

    def test_a_file_that_nothing_shows_can_go(self):
        self.planted.add([record("a")], bench="feed", name="2", date="2026-11-23T00:00:00Z")
        self.assertIn("git rm bench/results/a-host/feed/r.json", coverage.listed(self.planted.results(), [NEAR]))

    def test_the_table_has_every_benchmark_and_kind(self):
        rows = coverage.table(self.results).splitlines()
        self.assertEqual(rows[0], "| | AMD near | AMD far | Intel near | Intel far | AMD | Intel |")
        self.assertIn("| `feed` | 2026-11-22 | missing | missing | missing |  |  |", rows)
        self.assertIn("| `telemetry` | 2026-11-22; stale | missing | missing | missing |  |  |", rows)
        self.assertIn("| `python` |  |  |  |  | missing | missing |", rows)


if __name__ == "__main__":
    unittest.main()
