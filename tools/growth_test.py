#!/usr/bin/env python3
"""Planted sizes: what is flat, linear or worse is named so, and drawn on axes that show it."""

import re
import unittest
import xml.etree.ElementTree as xml

import growth_pictures
import growth_tables
from planted_results import PlantedResults, record

SIZES = (1_000, 10_000, 100_000)


def orders(time, memory, regime="near"):
    """By size."""
    return [record(f"open_orders_{size}", metric=metric, value=of(size), unit=unit, regime=regime)
            for size in SIZES for metric, of, unit in (("time", time, "ns/command"), ("memory", memory, "MiB"))]


class VerdictTest(unittest.TestCase):
    def test_what_hardly_changes_is_flat(self):
        self.assertEqual(growth_tables.verdict(40, 50, (1, 100)), "1.25 ×: flat")
        self.assertEqual(growth_tables.verdict(50, 40, (1, 100)), "0.80 ×: flat")

    def test_what_gets_cheaper_falls(self):
        self.assertEqual(growth_tables.verdict(50, 20, (1, 100)), "0.40 ×: falls")

    def test_what_grows_as_the_size_is_linear(self):
        self.assertEqual(growth_tables.verdict(2, 200, (1, 100)), "100.00 ×: linear")
        self.assertEqual(growth_tables.verdict(2, 161, (1, 100)), "80.50 ×: linear")

    def test_between_and_beyond(self):
        self.assertEqual(growth_tables.verdict(2, 20, (1, 100)), "10.00 ×: less than linear")
        self.assertEqual(growth_tables.verdict(2, 300, (1, 100)), "150.00 ×: **more than linear**")

    def test_nothing_has_no_ratio(self):
        self.assertEqual(growth_tables.verdict(0, 5, (1, 2)), "")


class TableTest(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)

    def rows(self):
        return [line for line in growth_tables.table(self.planted.results(), "open_orders").splitlines() if line.startswith("|")]

    def test_a_line_for_each_size_in_order_and_what_grew(self):
        self.planted.add(orders(lambda size: 50.0, lambda size: size / 1_000), bench="growth")
        self.assertEqual(self.rows()[2:], ["| 1,000 | AMD near | 50.0 |  | 1.00 |  |", "| 10,000 | AMD near | 50.0 |  | 10.0 |  |",
                                           "| 100,000 | AMD near | 50.0 |  | 100 |  |",
                                           "| 100,000 / 1,000 | AMD near | 1.00 ×: flat |  | 100.00 ×: linear |  |"])

    def test_kinds_stand_below_each_other(self):
        self.planted.add(orders(lambda size: 50.0, lambda size: 1.0) + orders(lambda size: 70.0, lambda size: 1.0, "far"), bench="growth")
        self.assertEqual(self.rows()[2:4], ["| 1,000 | AMD near | 50.0 |  | 1.00 |  |", "|  | AMD far | 70.0 |  | 1.00 |  |"])
        self.assertEqual(len(self.rows()), 2 + 2 * len(SIZES) + 2)

    def test_without_a_result_it_says_what_to_run(self):
        self.assertEqual(growth_tables.table(self.planted.results(), "messages"), "Not measured yet: `script/bench growth --save`.\n")
        self.assertEqual(growth_pictures.pictures(self.planted.results()), {})

    def test_other_tests_that_begin_alike_are_no_sizes(self):
        self.planted.add([record("days_1"), record("days_2"), record("days_of_rain")], bench="backtest")
        self.assertEqual(list(growth_tables.DIMENSIONS["days"].sizes(self.planted.results())), [1, 2])


class PictureTest(unittest.TestCase):
    def setUp(self):
        planted = PlantedResults(self)
        planted.add(orders(lambda size: 50.0, lambda size: size / 1_000) + orders(lambda size: 80.0, lambda size: size / 500, "far"), bench="growth")
        self.pictures = growth_pictures.pictures(planted.results())
        self.svg = self.pictures["docs/results/growth-open-orders.svg"]

    def heights(self):
        """Of the points of each line drawn."""
        return [[float(place.split(",")[1]) for place in points.split()] for points in re.findall(r"polyline points='([^']+)'", self.svg)]

    def test_one_for_each_dimension_with_results(self):
        self.assertEqual(list(self.pictures), ["docs/results/growth-open-orders.svg"])
        xml.fromstring(self.svg)

    def test_flat_lies_level_and_linear_rises_evenly(self):
        time_near, time_far, memory_near, _ = self.heights()
        self.assertEqual(len(set(time_near)), 1)
        self.assertLess(time_far[0], time_near[0])  # higher is less
        steps = [above - below for below, above in zip(memory_near, memory_near[1:])]
        self.assertLess(steps[0], 0)
        self.assertAlmostEqual(steps[0], steps[1], delta=0.2)

    def test_kinds_have_dashes_and_names(self):
        self.assertIn(">AMD near<", self.svg)
        self.assertIn(">AMD far<", self.svg)
        self.assertEqual(len(re.findall(r"<polyline[^>]+stroke-dasharray", self.svg)), 2)

    def test_sizes_are_marked(self):
        for size in ("1k", "10k", "100k"):
            self.assertIn(f">{size}<", self.svg)


if __name__ == "__main__":
    unittest.main()
