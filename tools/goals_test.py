#!/usr/bin/env python3
"""The goals are the stated ones, word for word; each is marked met, missed, stale or not measured."""

import unittest
from pathlib import Path

import goals

STATED = Path(__file__).resolve().parents[2] / "shared" / "PERFORMANCE.md"


def rows_of(text, heading, columns):
    """Subject and last column of the table with this number of columns that follows the heading."""
    lines = text[text.index(heading):].splitlines()
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [(row[0].strip(), row[-1].strip()) for row in cells if len(row) == columns and row[-1] != "goal"]


def number(value):
    return f"{value:.1f}"


def result(value, subject="hotpath"):
    return [{"test": "decode", "subject": subject, "metric": "time", "value": value, "regime": "far"}]


class GoalsTest(unittest.TestCase):
    def table(self, by_host, stale=""):
        def newest(bench, test, host):
            return (Path(host), by_host[host] + result(10.0, "floor"), {}) if bench == "feed" and host in by_host else None
        return goals.table(newest, number, sorted(by_host), lambda path, provenance: stale).splitlines()[2]

    @unittest.skipUnless(STATED.exists(), f"{STATED} is not here")
    def test_they_are_the_stated_ones_word_for_word(self):
        text = STATED.read_text()
        targets = text[text.index("## Targets"):text.index("## How to measure")]
        stated = rows_of(targets, "## Targets", 3) + rows_of(text[text.index("Goals are the ones"):], "Added:", 2)
        ours = list(dict.fromkeys((goal.subject, goal.words) for goal in goals.GOALS))
        self.assertEqual(ours, stated)

    def test_met_where_every_host_with_a_result_meets_it(self):
        self.assertTrue(self.table({"a": result(10.5), "b": result(11.0)}).endswith("| 1.05 × | 1.10 × | met |"))

    def test_missed_where_one_host_misses_it(self):
        self.assertTrue(self.table({"a": result(10.5), "b": result(11.5)}).endswith("| 1.05 × | 1.15 × | **missed** |"))

    def test_a_host_without_a_result_says_nothing_about_it(self):
        self.assertTrue(self.table({"a": result(10.5), "b": []}).endswith("| 1.05 × |  | met |"))

    def test_no_result_at_all_is_not_measured(self):
        self.assertTrue(self.table({"a": [], "b": []}).endswith("|  |  | not measured |"))

    def test_a_stale_result_says_so(self):
        self.assertTrue(self.table({"a": result(10.5)}, "old").endswith("| 1.05 × (stale) | met, stale |"))

    def test_the_limit_itself_misses_what_must_be_below(self):
        goal = goals.Goal("s", "w", "f", limit=15, below=True)
        self.assertFalse(goals.is_met(15, goal))
        self.assertTrue(goals.is_met(14.9, goal))

    def test_the_best_peer_is_none_of_ours_and_sends_one_a_call(self):
        records = [r for subject, value in (("hotpath_packed", 1), ("floor", 1), ("a_batch", 2), ("a", 9), ("b", 8)) for r in result(value, subject)]
        self.assertEqual(goals.best_of_peers(records, "decode", "time", "far"), 8)
        self.assertIsNone(goals.best_of_peers(records, "decode", "time", "near"))

    def test_the_worst_needs_every_value(self):
        goal = goals.Goal("s", "w", "f", value=(("decode", "hotpath", "time"), ("decode", "floor", "time")), worst=True)
        self.assertEqual(goals.first_value(result(3.0) + result(7.0, "floor"), goal), 7.0)
        self.assertIsNone(goals.first_value(result(3.0), goal))


if __name__ == "__main__":
    unittest.main()
