#!/usr/bin/env python3
"""The statistics of the pairs ladder on planted runs."""

import json
import math
import tempfile
import unittest
from pathlib import Path

try:
    import ladder
    import numpy
except ImportError:
    ladder = None


@unittest.skipUnless(ladder, "SciPy is not installed: script/bench pairs_ladder --save installs it")
class StatisticsTest(unittest.TestCase):
    def test_a_constant_ratio_has_no_interval(self):
        baseline = numpy.array([100.0, 120.0, 90.0])
        for value in ladder.speed_up(baseline / 4, baseline):
            self.assertAlmostEqual(value, 4)

    def test_the_paired_test_is_of_the_differences(self):
        baseline, times = numpy.array([10.0, 20.0, 30.0, 40.0]), numpy.array([8.0, 19.0, 27.0, 38.0])
        rows = {row["metric"]: row["value"] for row in ladder.compared("t", "s", times, baseline)}
        mean, deviation = -2.0, math.sqrt(2 / 3)  # of -2, -1, -3, -2
        self.assertAlmostEqual(rows["paired t"], mean / (deviation / 2))
        self.assertAlmostEqual(rows["cohen d"], mean / deviation)
        self.assertAlmostEqual(rows["paired p"], 0.0163, places=4)

    def test_every_version_is_held_against_the_baseline_of_its_build(self):
        with tempfile.TemporaryDirectory() as folder:
            raw = Path(folder) / "raw"
            raw.write_text("".join(f"{test};{subject};gcc -O2;{ns + run}\n" for run in range(5) for test in ("pass_8", "pass_64")
                                   for subject, ns in (("hotpath", 10), ("baseline", 100))))
            runs = ladder.read(raw)
        rows = ladder.statistics(runs)
        values = {(row["test"], row["subject"], row["metric"]): row for row in rows}
        self.assertEqual(values["runs_pass_8_gcc_O2", "hotpath", "mean"]["value"], 12)
        self.assertEqual(values["runs_pass_64_gcc_O2", "baseline", "mean"]["high"], 104)
        self.assertEqual(values["runs_pass_8_gcc_O2", "hotpath", "speed-up"]["pairs"], 5)
        self.assertNotIn(("runs_pass_8_gcc_O2", "baseline", "speed-up"), values)
        self.assertTrue(json.dumps(rows))


if __name__ == "__main__":
    unittest.main()
