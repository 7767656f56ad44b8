#!/usr/bin/env python3
"""The goals are the stated ones, word for word; each is met, missed or not measured on each kind of host, and on all."""

import unittest
from pathlib import Path

import goals
from planted_results import PlantedResults, record
from results import Kind

STATED = Path(__file__).resolve().parents[2] / "shared" / "PERFORMANCE.md"


def rows_of(text, heading, columns):
    """Subject and last column of the table with this number of columns that follows the heading."""
    lines = text[text.index(heading):].splitlines()
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [(row[0].strip(), row[-1].strip()) for row in cells if len(row) == columns and row[-1] != "goal"]


XEON = "Intel(R) Xeon(R) Processor"


def decoded(value, floor=10.0, regime="far"):
    return [record("decode", value=value, regime=regime), record("decode", "floor", value=floor, regime=regime)]


class GoalsTest(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)

    def rows(self):
        return [line for line in goals.table(self.planted.results()).splitlines() if line.startswith("|")]

    def decode(self):
        """Everything after the figure."""
        row = next(row for row in self.rows() if row.startswith("| ITCH decode only"))
        return row.split("at most 1.1 | ")[1]

    @unittest.skipUnless(STATED.exists(), f"{STATED} is not here")
    def test_they_are_the_stated_ones_word_for_word(self):
        text = STATED.read_text()
        targets = text[text.index("## Targets"):text.index("## How to measure")]
        stated = rows_of(targets, "## Targets", 3) + rows_of(text[text.index("Goals are the ones"):], "Added:", 2)
        ours = list(dict.fromkeys((goal.subject, goal.words) for goal in goals.GOALS))
        self.assertEqual(ours, stated)

    def test_met_where_every_kind_with_a_result_meets_it(self):
        self.planted.add(decoded(10.5) + decoded(11.0, regime="near"), bench="feed")
        self.assertEqual(self.decode(), "1.10 × met | 1.05 × met | met |")

    def test_missed_where_one_kind_misses_it(self):
        self.planted.add(decoded(10.5), bench="feed")
        self.planted.add(decoded(11.5), bench="feed", name="2", cpu=XEON)
        self.assertEqual(self.decode(), "1.05 × met | 1.15 × **missed** | **missed** |")

    def test_a_kind_without_a_value_says_nothing_about_it(self):
        self.planted.add(decoded(10.5) + [record("decode_and_books_few")], bench="feed")
        self.assertEqual(self.decode(), " | 1.05 × met | met |")

    def test_no_result_at_all_is_not_measured(self):
        self.assertEqual(self.decode(), " | not measured yet on any host |")

    def test_without_a_test_the_reason_is_given(self):
        goal = goals.Goal("s", "w", "f", missing="there is no recording of it")
        self.assertEqual(goals.verdict(goal, {}), "not measured: there is no recording of it")

    def test_memory_is_of_a_vendor_whatever_the_placements(self):
        self.planted.add([record("days_1", metric="peak memory", value=100.0, regime="near"), record("days_4", metric="peak memory", value=120.0, regime="far")],
                         bench="backtest")
        goal = next(goal for goal in goals.GOALS if goal.any_placement)
        found = goals.values_of(goal, self.planted.results())
        self.assertEqual({str(kind): value.value for kind, value in found.items()}, {"AMD": 1.2})

    def test_a_stale_result_says_so(self):
        self.planted.add(decoded(10.5), bench="feed", sources="0" * 32)
        self.assertEqual(self.decode(), "1.05 × met (stale) | met, stale |")

    def test_a_newer_part_takes_no_value_away(self):
        self.planted.add(decoded(10.5), bench="feed")
        self.planted.add([record("decode_and_books_few", value=20.0, regime="far")], bench="feed", name="2", date="2026-11-23T00:00:00Z")
        self.assertEqual(self.decode(), "1.05 × met | met |")

    def test_numbers_of_two_kinds_make_no_ratio(self):
        self.planted.add([record("e_broadcast_1", metric="write", value=4.0), record("e_broadcast_3", metric="write", value=8.0, regime="far")],
                         bench="messaging")
        goal = next(goal for goal in goals.GOALS if goal.figure.startswith("the writer's time, three readers"))
        self.assertEqual(goals.values_of(goal, self.planted.results()), {})

    def test_a_changing_placement_counts_for_a_vendor_without_another(self):
        self.planted.add(decoded(12.0, regime="changed"), bench="feed")
        self.assertEqual(self.decode(), "1.20 × **missed** | **missed** |")
        self.planted.add(decoded(10.0, regime="near"), bench="feed", name="2")
        self.assertEqual(self.decode(), "1.00 × met | met |")

    def test_a_goal_of_one_placement_is_of_its_kinds_alone(self):
        self.planted.add([record("a_spsc_throughput", value=3.0, regime=regime) for regime in ("near", "far")], bench="messaging")
        goal = next(goal for goal in goals.GOALS if goal.figure.startswith("near, a line a slot"))
        self.assertEqual(list(goals.values_of(goal, self.planted.results())), [Kind("AMD", "near")])

    def test_todays_result_is_held_against_its_own_kind(self):
        for name, cpu in (("1", "AMD EPYC"), ("2", XEON)):
            self.planted.add([record("walk_10ms", metric="p50", value=1.0, regime="far")], bench="warm_path", name=name, cpu=cpu)
        goal = next(goal for goal in goals.GOALS if goal.figure.startswith("10 ms, walking"))
        found = goals.values_of(goal, self.planted.results())
        self.assertEqual([str(kind) for kind in found], ["Intel far"])
        self.assertEqual(found[Kind("Intel", "far")].value, goals.find(goals.records_of_today()[0], ("walk_10ms", "hotpath", "p50")))

    def test_figures_are_counted_by_kind_and_overall(self):
        self.planted.add(decoded(10.5), bench="feed")
        self.planted.add(decoded(11.5), bench="feed", name="2", cpu=XEON)
        figures = len(goals.GOALS + goals.AREAS)
        heads, _, met, missed, none, *_ = self.rows()
        self.assertEqual(heads, "| figures | AMD far | Intel far | every kind with a result |")
        self.assertTrue(met.startswith("| met | 1 | 0 | ") and missed.startswith("| missed | 0 | 1 | "), (met, missed))
        overall = [int(row.split("|")[-2]) for row in (met, missed, none)]
        self.assertEqual(sum(overall), figures)

    def test_the_limit_itself_misses_what_must_be_below(self):
        goal = goals.Goal("s", "w", "f", limit=15, below=True)
        self.assertFalse(goals.is_met(15, goal))
        self.assertTrue(goals.is_met(14.9, goal))

    def test_the_best_peer_is_none_of_ours_and_sends_one_a_call(self):
        records = [record(subject=subject, value=value) for subject, value in (("hotpath_packed", 1), ("floor", 1), ("a_batch", 2), ("a", 9), ("b", 8))]
        self.assertEqual(goals.best_of_peers(records, "t", "time"), 8)

    def test_the_worst_needs_every_value_or_one_that_misses(self):
        goal = goals.Goal("s", "w", "f", value=(("t", "hotpath", "time"), ("t", "floor", "time")), worst=True, limit=5)
        self.assertEqual(goals.first_value([record(value=3.0), record(subject="floor", value=4.0)], goal), 4.0)
        self.assertIsNone(goals.first_value([record(value=3.0)], goal))
        self.assertEqual(goals.first_value([record(value=7.0)], goal), 7.0)


if __name__ == "__main__":
    unittest.main()
