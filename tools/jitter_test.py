#!/usr/bin/env python3
"""The parts of a watch add up, and a broken part is no part."""

import json
import tempfile
import unittest
from pathlib import Path

import jitter


def lengths(*buckets):
    return {"count": sum(count for _, _, count in buckets), "max_ns": max(highest for _, highest, _ in buckets),
            "histogram_ns": [list(bucket) for bucket in buckets]}


def causes(**counts):
    return [{"cause": name, "owner": "kernel", "count": count, "total_ns": 10 * count, "max_ns": count} for name, count in counts.items()]


def spin(watched_ns, **counts):
    core = {"core": 1, "watched_ns": watched_ns, "reading_ns": 5, "gaps": lengths((10, 11, 3)), "causes": causes(**counts), "longest": [],
            "stolen_ticks": 1}
    return {"long_from_ns": 3000, "settings": [], "cores": [core]}


def gaps(watched_ns, **counts):
    part = {"total_ns": watched_ns // 4, "lengths": lengths((100, 101, 9)), "causes": causes(**counts), "longest": []}
    work = {"total_ns": watched_ns // 8, "lengths": lengths((100, 101, 9)), "causes": causes(**counts),
            "long_segments_ns": {name: 300 if name == "book" else 100 if name == "risk" else 0 for name in jitter.SEGMENTS}}
    return {"virtual_machine": True, "core": 1, "own_from_ns": 3000, "calls_from_ns": 10000, "watched_ns": watched_ns, "reading_ns": 0,
            "turns": 10, "turns_with_news": 2, "calls_unread": 7, "pieces_unread": 3, "stolen_ticks": 0,
            "parts": {name: part for name in jitter.PARTS}, "work": {name: work for name in jitter.WORK}}


TRADE = {"orders": {"executions": 4, "entered": 2, "replaced": 3}}


class JitterTest(unittest.TestCase):
    def write(self, folder, name, **files):
        (folder / name).mkdir()
        for file, content in files.items():
            (folder / name / f"{file}.json").write_text(content if isinstance(content, str) else json.dumps(content))

    def test_histograms_of_parts_are_one(self):
        merged = jitter.merged_lengths([lengths((1, 1, 2), (8, 9, 1)), lengths((4, 5, 3), (8, 9, 4))])
        self.assertEqual(merged["histogram_ns"], [[1, 1, 2], [4, 5, 3], [8, 9, 5]])
        self.assertEqual((merged["count"], merged["max_ns"]), (10, 9))
        self.assertEqual([jitter.percentile(merged, percent) for percent in (10, 20, 50, 51, 100)], [1, 1, 5, 9, 9])

    def test_causes_of_parts_are_summed_in_one_order(self):
        merged = jitter.merged_causes([causes(unexplained=1, timer_tick=5), causes(timer_tick=7, stolen=2)])
        self.assertEqual([(of["cause"], of["count"], of["max_ns"]) for of in merged],
                         [("stolen", 2, 2), ("timer_tick", 12, 7), ("unexplained", 1, 1)])

    def test_a_part_that_was_cut_off_does_not_count(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.write(folder, "part-0001", spin=spin(100, timer_tick=1), gaps=gaps(60_000_000_000), trade=TRADE)
            self.write(folder, "part-0002", spin=spin(100, timer_tick=1), trade=TRADE)
            self.write(folder, "part-0003", spin=spin(100, timer_tick=1), gaps='{"watched_ns": 1', trade=TRADE)
            self.assertEqual(len(jitter.whole_parts(folder)), 1)

    def test_the_loop_is_compared_with_as_much_time_of_spinning(self):
        result = {"spin": jitter.merged_spin([spin(1_000, timer_tick=8), spin(3_000, timer_tick=12)])}
        self.assertEqual(jitter.expected(result, "timer_tick", 400), 2.0)
        self.assertEqual(jitter.expected(result, "stolen", 400), 0.0)

    def test_the_tables_have_every_cause_that_own_code_has(self):
        result = {"date": "d", "commit": "c", "machine": {"cpu": "p", "cores": 2, "kernel": "k"}, "virtual_machine": True, "core": 1,
                  "executions": 4, "orders": 5, "spin": jitter.merged_spin([spin(10**9, timer_tick=100)]),
                  "loop": jitter.merged_loop([gaps(4 * 10**9, timer_tick=90), gaps(4 * 10**9, unexplained=1234)])}
        text = jitter.tables_of(result)
        self.assertIn("14 more turns", text)
        self.assertIn("| timer tick | 90 | 200.0 | 90 | 200.0 |", text)
        self.assertIn(f"| {jitter.CAUSES['unexplained']} | 1,234 | 0.0 | 1,234 | 0.0 |", text)
        self.assertNotIn(jitter.CAUSES["stolen"], text)
        self.assertIn("| packet that sent nothing | 18 | 101 ns | 101 ns | 101 ns | 1,324 | 0 | 1,324 | 0 | - | book 75%, risk 25% |", text)
        self.assertIn("6 more pieces were long", text)


if __name__ == "__main__":
    unittest.main()
