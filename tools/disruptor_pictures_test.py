#!/usr/bin/env python3
"""Planted rounds: the box plots show them, and nothing is drawn without rounds."""

import unittest
import xml.etree.ElementTree as xml

import disruptor_pictures
from planted_results import PlantedResults, record


class DisruptorPictures(unittest.TestCase):
    def setUp(self):
        self.planted = PlantedResults(self)

    def add(self, rounds):
        records = [record("f_disruptor_10", subject, value=10.0) | rounds(subject) for subject in ("hotpath", "mutex_queue", "timer")]
        self.planted.add(records, bench="messaging")
        return self.planted.results()

    def test_there_is_no_picture_without_rounds(self):
        results = self.add(lambda _: {})
        self.assertEqual(disruptor_pictures.pictures(results), {})
        self.assertEqual(disruptor_pictures.embedded(results), "")

    def test_each_subject_has_a_box(self):
        results = self.add(lambda subject: {"rounds": [10.0, 20.0, 40.0] if subject == "hotpath" else [100.0, 1000.0]})
        picture = disruptor_pictures.pictures(results)[disruptor_pictures.PICTURE]
        xml.fromstring(picture)
        self.assertEqual(picture.count("<rect"), 3)  # the ground and two boxes: a subject that is not listed has none
        self.assertIn(">mutex queue<", picture)
        self.assertIn(">10 events<", picture)
        self.assertIn(disruptor_pictures.PICTURE.rpartition("/")[2], disruptor_pictures.embedded(results))

    def test_percentiles_lie_between_neighbours(self):
        self.assertEqual(disruptor_pictures.percentile([10.0, 20.0, 40.0], 50), 20.0)
        self.assertEqual(disruptor_pictures.percentile([10.0, 20.0, 40.0], 75), 30.0)


if __name__ == "__main__":
    unittest.main()
