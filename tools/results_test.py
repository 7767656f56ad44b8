#!/usr/bin/env python3
"""Plants results of several kinds of host, and expects each test's newest run of each kind."""

import json
import unittest

import merge_result
from planted_results import PlantedResults, provenance, record
from results import KINDS, Kind, kind_named, kind_of

NEAR, FAR, INTEL_FAR = Kind("AMD", "near"), Kind("AMD", "far"), Kind("Intel", "far")
XEON = "Intel(R) Xeon(R) Processor"
LATER = "2026-11-23T00:00:00Z"


class KindTest(unittest.TestCase):
    def test_a_kind_is_a_vendor_and_a_placement(self):
        self.assertEqual([str(kind_of(cpu, regime)) for cpu in ("AMD EPYC", XEON) for regime in ("near", "far")],
                         ["AMD near", "AMD far", "Intel near", "Intel far"])

    def test_a_placement_that_changed_or_is_not_known_leaves_the_vendor(self):
        for regime in ("changed", "as they come", "single", ""):
            self.assertEqual(str(kind_of(XEON, regime)), "Intel")

    def test_what_is_simulated_is_of_no_host(self):
        self.assertEqual(kind_of("AMD EPYC", "simulated"), kind_of(XEON, "simulated"))

    def test_kinds_are_named_as_they_are_shown(self):
        self.assertEqual([kind_named(str(kind)) for kind in KINDS], list(KINDS))
        with self.assertRaisesRegex(ValueError, "one of AMD near, .*; got 'AMD'"):
            kind_named("AMD")


class NewestTest(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)

    def value(self, test, kind):
        run = self.planted.results().run("telemetry", test, kind)
        return run and run.records[0]["value"]

    def test_a_file_of_two_placements_is_divided_record_by_record(self):
        self.planted.add([record("a", value=1.0), record("b", value=2.0, regime="far")])
        self.assertEqual([self.value("a", NEAR), self.value("b", NEAR)], [1.0, None])
        self.assertEqual([self.value("a", FAR), self.value("b", FAR)], [None, 2.0])

    def test_the_newest_run_of_each_kind_stands_whatever_the_others_are(self):
        self.planted.add([record(value=1.0)], name="1")
        self.planted.add([record(value=2.0, regime="far")], name="2", date=LATER)
        self.planted.add([record(value=3.0, regime="far")], name="3", host="b-host", cpu=XEON)
        self.planted.add([record(value=0.0)], name="0", date="2026-11-21T00:00:00Z")
        self.assertEqual([self.value("t", kind) for kind in (NEAR, FAR, INTEL_FAR)], [1.0, 2.0, 3.0])

    def test_a_newer_partial_result_takes_no_other_test_away(self):
        self.planted.add([record("a", value=1.0), record("b", value=1.0)], name="1")
        self.planted.add([record("a", value=2.0)], name="2", date=LATER)
        self.assertEqual([self.value("a", NEAR), self.value("b", NEAR)], [2.0, 1.0])
        self.assertEqual(self.planted.results().tests("telemetry"), ["a", "b"])

    def test_the_date_of_a_test_is_that_of_its_part(self):
        parts = [{"tests": ["a"], "regimes": {"a": "near"}, "date": "2026-11-24T00:00:00Z", "dirty": True}]
        self.planted.add([record("a", value=2.0), record("a", value=4.0, regime="far")], name="1", parts=parts, dirty=True, date="2026-11-20T00:00:00Z")
        self.planted.add([record("a", value=1.0), record("a", value=3.0, regime="far")], name="2")
        self.assertEqual([self.value("a", NEAR), self.value("a", FAR)], [2.0, 3.0])

    def test_a_quick_result_is_none(self):
        self.planted.add([record()], quick=True)
        self.assertEqual(self.planted.results().benches(), [])

    def test_a_changing_placement_stands_where_the_vendor_has_no_other(self):
        self.planted.add([record("a", regime="changed"), record("b", regime="changed")], name="1", date=LATER)
        self.planted.add([record("a")], name="2")
        shown = self.planted.results()
        self.assertEqual([str(run.kind) for run in shown.runs("telemetry", "a")], ["AMD near"])
        self.assertEqual([str(run.kind) for run in shown.runs("telemetry", "b")], ["AMD"])

    def test_a_file_is_superseded_when_every_test_has_a_newer_run_of_its_kind(self):
        old = self.planted.add([record("a"), record("b")], name="1")
        self.planted.add([record("a")], name="2", date=LATER)
        self.assertEqual(self.planted.results().superseded(), [])
        self.planted.add([record("b")], name="3", date=LATER)
        self.assertEqual(self.planted.results().superseded(), [old])


class MergeTest(unittest.TestCase):
    @staticmethod
    def result(records, **changed):
        return records, provenance(ping_pong_ns_by_test={}, **changed)

    def test_a_test_of_the_same_placement_is_replaced(self):
        merged = merge_result.merge(self.result([record("a", value=1.0), record("b", value=1.0)]), self.result([record("a", value=2.0)], date=LATER))
        self.assertEqual([(r["test"], r["value"]) for r in merged[:-1]], [("b", 1.0), ("a", 2.0)])
        self.assertEqual([(part["tests"], part["date"]) for part in merged[-1]["parts"]], [(["b"], provenance()["date"]), (["a"], LATER)])

    def test_a_test_of_another_placement_stays(self):
        merged = merge_result.merge(self.result([record("a", value=1.0)]), self.result([record("a", value=2.0, regime="far")], date=LATER))
        self.assertEqual([(r["regime"], r["value"]) for r in merged[:-1]], [("near", 1.0), ("far", 2.0)])
        planted = PlantedResults(self)
        path = planted.add([], name="merged")
        path.write_text(json.dumps(merged))
        runs = planted.results().runs("telemetry", "a")
        self.assertEqual([(str(run.kind), run.date) for run in runs], [("AMD near", provenance()["date"]), ("AMD far", LATER)])

    def test_a_part_is_dirty_for_its_own_tests(self):
        merged = merge_result.merge(self.result([record("a")], dirty=True), self.result([record("b")]))
        self.assertEqual([part["dirty"] for part in merged[-1]["parts"]], [True, False])
        again = merge_result.merge((merged[:-1], merged[-1]), self.result([record("a", value=2.0)]))
        self.assertFalse(again[-1]["dirty"])

    def test_parts_of_other_sources_are_not_joined(self):
        old = self.result([record("a"), record("b")], sources="a")
        with self.assertRaisesRegex(ValueError, "sources"):
            merge_result.merge(old, self.result([record("a")], sources="b"))

    def test_a_whole_result_of_other_sources_stands_alone(self):
        merged = merge_result.merge(self.result([record("a", value=1.0)], sources="a"), self.result([record("a", value=2.0)], sources="b"))
        self.assertEqual([line["value"] for line in merged[:-1]], [2.0])
        self.assertNotIn("parts", merged[-1])


if __name__ == "__main__":
    unittest.main()
