#!/usr/bin/env python3
"""Planted samples: percentiles as numpy has them, and pictures that show them."""

import re
import unittest
import xml.etree.ElementTree as xml

import latency_pictures

TEXT = ("mutex 1000:1 2000:1\n" "hotpath 10:2 20:1\n" "pipelined 100:4\n" "mutex 3000:2\n" "hotpath 40:1\n")


class SamplesTest(unittest.TestCase):
    def test_the_runs_of_a_subject_are_taken_together(self):
        by_subject = latency_pictures.read(TEXT)
        self.assertEqual({subject: each.count for subject, each in by_subject.items()}, {"mutex": 4, "hotpath": 4, "pipelined": 4})
        self.assertEqual([by_subject["hotpath"].at(index) for index in range(4)], [10, 10, 20, 40])

    def test_percentiles_lie_between_neighbours(self):
        samples = latency_pictures.read(TEXT)["hotpath"]
        self.assertEqual(samples.percentile(0), 10)
        self.assertEqual(samples.percentile(50), 15)
        self.assertAlmostEqual(samples.percentile(75), 25)
        self.assertEqual(samples.percentile(100), 40)


class PicturesTest(unittest.TestCase):
    def setUp(self):
        self.pictures = latency_pictures.pictures(TEXT)

    def test_they_are_well_formed(self):
        for picture in self.pictures.values():
            xml.fromstring(picture)

    def test_the_tail_has_every_percentile_of_every_shape(self):
        tail = self.pictures[latency_pictures.TAIL]
        for percent in ("p50", "p95", "p99", "p99.9", "p99.99"):
            self.assertIn(f">{percent}<", tail)
        self.assertIn(">15 ns (0.6%)<", tail)  # of 2,500 ns
        self.assertIn(">100 ns (4%)<", tail)
        self.assertIn(">2,500 ns<", tail)

    def test_a_later_shape_is_further_right(self):
        lines = re.findall(r"points='([\d.]+),", self.pictures[latency_pictures.DISTRIBUTION])
        self.assertEqual(sorted(lines, key=float), lines)
        self.assertEqual(len(lines), 3)

    def test_a_shape_without_samples_is_left_out(self):
        pictures = latency_pictures.pictures("hotpath 10:2\nmutex 30:1\n")
        self.assertNotIn("pipelined", pictures[latency_pictures.TAIL])


if __name__ == "__main__":
    unittest.main()
