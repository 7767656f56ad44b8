#!/usr/bin/env python3
"""The table of what each host chose has the newest result of every kind, and the gain of what was chosen only."""

import json
import tempfile
import unittest
from pathlib import Path

import tune


def knob(name, chosen, confirmation=None, decided=True):
    candidates = [{"words": words, "median_ns": ns, "low_ns": ns, "high_ns": ns, "ratio": ns / 80} for words, ns in (("32 / 16", 80.0), ("64 / 32", 60.0))]
    return {"name": name, "key": "", "unit": "ns a message", "candidates": candidates, "confirmation": confirmation, "decided": decided, "chosen": chosen}


def confirmed(ratio, low, high):
    return {"candidate": 1, "rounds": 11, "default_ns": 81.0, "candidate_ns": 81.0 * ratio, "ratio": ratio, "ratio_low": low, "ratio_high": high,
            "verdict": "faster"}


def result(cpu, placement, commit, *knobs):
    return {"date": "2026-11-26.0000", "commit": commit, "host": {"cpu": cpu, "kernel": "6.1", "cores": [0, 1], "round_trip_ns": 105.0, "placement": placement},
            "market": "the first 5 messages", "knobs": list(knobs), "settings": {}}


class TuneTest(unittest.TestCase):
    def test_the_newest_of_every_kind_is_shown_in_the_order_of_kinds(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for date, cpu, placement in (("2026-11-01", "Intel Xeon", "far"), ("2026-11-02", "AMD EPYC", "near"), ("2026-11-03", "AMD EPYC", "near"),
                                         ("2026-11-04", "AMD EPYC", "far")):
                (folder / f"tune.{date}.c.json").write_text(json.dumps(result(cpu, placement, date)))
            newest = tune.newest_by_kind(folder)
        self.assertEqual([str(tune.kind_of(one)) for one in newest], ["AMD near", "AMD far", "Intel far"])
        self.assertEqual(newest[0]["commit"], "2026-11-03")

    def test_a_gain_is_that_of_the_confirming_rounds_with_its_interval(self):
        self.assertEqual(tune.cell(knob("k", 1, confirmed(0.75, 0.7, 0.8))), "64 / 32: 60.8 for 81, **gain 25.0% (20.0 to 30.0)**")

    def test_what_was_not_chosen_has_no_gain(self):
        for confirmation in (None, confirmed(0.99, 0.9, 1.1)):
            self.assertEqual(tune.cell(knob("k", 0, confirmation)), "the default: 80")
        self.assertEqual(tune.cell(knob("k", 0, decided=False)), "the default: 80 (the market fits the caches)")

    def test_a_host_that_did_not_measure_a_knob_says_so(self):
        text = tune.table([result("AMD EPYC", "near", "c", knob("first", 0), knob("second", 1, confirmed(0.75, 0.7, 0.8))),
                           result("Intel Xeon", "single", "d", knob("first", 0))])
        self.assertIn("| | default | AMD near | Intel |", text)
        self.assertIn("| first, ns a message | 32 / 16 | the default: 80 | the default: 80 |", text)
        self.assertIn("gain 25.0% (20.0 to 30.0)** | not measured |", text)
        self.assertIn("105 ns a cache line's round trip", text)

    def test_without_results_there_is_no_table(self):
        self.assertEqual(tune.table([]), "")


if __name__ == "__main__":
    unittest.main()
