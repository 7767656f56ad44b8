#!/usr/bin/env python3
"""The statistics of the pairs ladder on planted runs, its tables from planted records, and its pictures' sources."""

import json
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import ladder_pictures
import ladder_tables

try:
    import numpy
    import pairs_ladder
except ImportError:
    pairs_ladder = None


def number(value):
    return f"{value:.2f}"


def record(test, subject, metric, value, low=None, high=None):
    return {"test": test, "subject": subject, "metric": metric, "value": value, "low": low or value, "high": high or value}


PLANTED = [record("published", "combined", "gcc -O0", 10), record("published", "baseline", "gcc -O0", 40),
           record("runs_published_gcc_O0", "combined", "mean", 10, 9, 12), record("runs_published_gcc_O0", "combined", "sd", 1),
           record("runs_published_gcc_O0", "combined", "speed-up", 4, 3.5, 4.5), record("runs_published_gcc_O0", "combined", "paired t", -30),
           record("runs_published_gcc_O0", "baseline", "mean", 40, 39, 42), record("runs_published_gcc_O0", "baseline", "sd", 2),
           record("instructions_published", "combined", "gcc -O0", 500), record("instructions_published", "baseline", "gcc -O0", 900),
           record("cache_published_gcc_O0", "combined", "D refs", 70), record("cache_published_gcc_O0", "combined", "D1 misses", 0),
           record("cache_published_gcc_O0", "combined", "process D1 misses", 2.5)]


def table(name, records=PLANTED):
    return ladder_tables.table(name, records, number, "from the result\n")


class TablesTest(unittest.TestCase):
    def test_published_and_measured_stand_beside_each_other(self):
        text = table("latencies")
        self.assertIn("| combined | 65580.00 (87.3%) | 10.00 (75.0%) |", text)
        self.assertIn("| without optimisation | 517559.00 | 40.00 |", text)
        self.assertTrue(text.endswith("from the result\n"))

    def test_the_deviation_is_given_in_percent_of_the_mean_too(self):
        self.assertIn("| combined | 65588.00 | 400.00 | 0.6% | 10.00 | 1.00 | 10.0% |", table("deviations"))

    def test_a_speed_up_has_its_interval(self):
        self.assertIn("| combined | 10.00 | 1.00 | 9.00–12.00 | 4.00 (3.50–4.50) | -30.00 |", table("statistics-published-gcc_O0"))

    def test_exposure_is_nine_tenths_of_the_gain(self):
        self.assertIn("| combined | 78.59% | 78.6% | 67.5% |", table("exposure"))

    def test_counts(self):
        self.assertIn("| combined | 3.27 | 500.00 |", table("instructions-published"))
        self.assertIn("| combined | 33.879% | 70.00 | 0.00 |  | 2.50% |", table("cache-published-gcc_O0"))

    def test_every_row_has_as_many_cells_as_the_head(self):
        for name in ("latencies", "deviations", "statistics-published-gcc_O0", "exposure", "instructions-published", "cache-published-gcc_O0"):
            rows = [line for line in table(name).splitlines() if line.startswith("|")]
            self.assertEqual({row.count("|") for row in rows}, {rows[0].count("|")}, name)

    def test_without_a_result_there_is_no_table(self):
        self.assertEqual(ladder_tables.table("latencies", [], number, ""), "")

    def test_the_published_exposure_is_the_published_gain_times_the_factor(self):
        for told in ladder_tables.published()["techniques"].values():
            if "exposure_percent" in told:
                self.assertAlmostEqual(told["exposure_percent"], ladder_tables.EXPOSURE_PER_LATENCY * told["improvement_percent"], delta=0.01)


class PicturesTest(unittest.TestCase):
    def stale(self, named):
        with tempfile.TemporaryDirectory() as root, mock.patch.object(ladder_pictures, "ROOT", Path(root)):
            for picture in ladder_pictures.PICTURES:
                path = Path(root) / picture
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"<svg/>\n<!-- samples: {named} -->\n")
            return ladder_pictures.stale("bench/results/host/new.gcc-12.2.0.json")

    def test_a_picture_of_an_older_result_is_stale(self):
        self.assertEqual(self.stale("bench/results/host/new.gcc-12.2.0.samples.txt"), [])
        self.assertEqual(self.stale("bench/results/host/old.gcc-12.2.0.samples.txt"), list(ladder_pictures.PICTURES))

    def test_without_a_result_no_picture_is_stale(self):
        self.assertEqual(ladder_pictures.stale(""), [])


@unittest.skipUnless(pairs_ladder, "SciPy is not installed: script/bench pairs_ladder --save installs it")
class StatisticsTest(unittest.TestCase):
    def test_a_constant_ratio_has_no_interval(self):
        baseline = numpy.array([100.0, 120.0, 90.0])
        for value in pairs_ladder.speed_up(baseline / 4, baseline):
            self.assertAlmostEqual(value, 4)

    def test_the_paired_test_is_of_the_differences(self):
        baseline, times = numpy.array([10.0, 20.0, 30.0, 40.0]), numpy.array([8.0, 19.0, 27.0, 38.0])
        rows = {row["metric"]: row["value"] for row in pairs_ladder.compared("t", "s", times, baseline)}
        mean, deviation = -2.0, math.sqrt(2 / 3)  # of -2, -1, -3, -2
        self.assertAlmostEqual(rows["paired t"], mean / (deviation / 2))
        self.assertAlmostEqual(rows["cohen d"], mean / deviation)
        self.assertAlmostEqual(rows["paired p"], 0.0163, places=4)

    def test_every_version_is_held_against_the_baseline_of_its_build(self):
        with tempfile.TemporaryDirectory() as folder:
            raw = Path(folder) / "raw"
            raw.write_text("".join(f"{test};{subject};gcc -O2;{ns + run}\n" for run in range(5) for test in ("pass_8", "pass_64")
                                   for subject, ns in (("hotpath", 10), ("baseline", 100))))
            runs = pairs_ladder.read(raw)
            pairs_ladder.write(Path(folder) / "kept", runs)
            kept = pairs_ladder.read(Path(folder) / "kept")
        rows = pairs_ladder.statistics(kept)
        values = {(row["test"], row["subject"], row["metric"]): row for row in rows}
        self.assertEqual(values["runs_pass_8_gcc_O2", "hotpath", "mean"]["value"], 12)
        self.assertEqual(values["runs_pass_64_gcc_O2", "baseline", "mean"]["high"], 104)
        self.assertEqual(values["runs_pass_8_gcc_O2", "hotpath", "speed-up"]["pairs"], 5)
        self.assertNotIn(("runs_pass_8_gcc_O2", "baseline", "speed-up"), values)
        self.assertTrue(json.dumps(rows))


if __name__ == "__main__":
    unittest.main()
