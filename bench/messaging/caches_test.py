#!/usr/bin/env python3
"""What valgrind and the program say is read, divided and put into a result; what they do not say stops the tool."""

import unittest
from unittest import mock

import caches

CACHEGRIND = """==1== I   refs:      {refs}
==1== D   refs:        1,000  (600 rd   + 400 wr)
==1== D1  misses:        {misses}  ( 21 rd   +  20 wr)
==1== LLd misses:           10  (  7 rd   +   3 wr)
"""


def said(stderr="", stdout=""):
    return mock.Mock(stderr=stderr, stdout=stdout)


def counts(instructions, references, misses, last_level):
    return {"instructions": instructions, "D refs": references, "D1 misses": misses, "L2 misses": last_level}


class ReadTest(unittest.TestCase):
    def test_cachegrind(self):
        with mock.patch.object(caches, "run", return_value=said(CACHEGRIND.format(refs="2,468,795", misses="41"))) as run:
            self.assertEqual(caches.counted("program", "turns", "hotpath", 10, 3), counts(2_468_795, 1_000, 41, 10))
        self.assertIn("--D1=32768,8,64", run.call_args.args[0])

    def test_the_kernel(self):
        with mock.patch.object(caches, "run", return_value=said(stdout="page_faults 66\nthread_changes 1\n")):
            self.assertEqual(caches.by_kernel("program", "turns", "hotpath", 10, 3), {"page faults": 66, "thread changes": 1})

    def test_what_is_missing_is_named(self):
        with mock.patch.object(caches, "run", return_value=said("==1== nothing\n")):
            with self.assertRaisesRegex(SystemExit, "cachegrind says nothing of instructions, D refs"):
                caches.counted("program", "turns", "hotpath", 10, 3)


class CountsTest(unittest.TestCase):
    def test_an_event_is_a_difference(self):
        each = caches.an_event(counts(1_100, 510, 60, 8), counts(100, 10, 10, 8), 100)
        self.assertEqual(each, {"instructions": 10, "D refs": 5, "D1 misses": 0.5, "L2 misses": 0, "D1 miss rate": 10})

    def test_turns_leave_out_the_first_laps(self):
        asked = []

        def counted(program, way, queue, events, bursts):
            asked.append(bursts)
            return counts(*(bursts * events * each for each in (70, 30, 2, 0)))
        with mock.patch.object(caches, "counted", counted):
            (each,) = caches.turns("program", "hotpath", 1_000)
        self.assertGreaterEqual(asked[0] * 1_000, 2 * caches.RING_EVENTS)
        self.assertEqual(each["instructions"], 70)

    def test_threads_leave_out_the_start_of_the_program(self):
        with mock.patch.object(caches, "counted", lambda *_: counts(500 + 80 * _[3] * _[4], 100 + 30 * _[3] * _[4], 7, 7)), \
                mock.patch.object(caches, "by_kernel", return_value={"page faults": 4, "thread changes": 2}):
            runs = caches.threads("program", "hotpath", 10_000)
        self.assertEqual(len(runs), caches.THREADS_RUNS)
        self.assertEqual((runs[0]["instructions"], runs[0]["page faults"]), (80, 0.4))


class ResultTest(unittest.TestCase):
    PROVENANCE = {"record": "provenance"}

    def test_earlier_counts_are_replaced_and_the_provenance_stays_last(self):
        lines = [{"test": "f_disruptor_10"}, {"test": "cache_disruptor_turns", "value": 1}, self.PROVENANCE]
        rows = caches.records("cache_disruptor_turns", "hotpath_10", [{"instructions": 70.0}, {"instructions": 72.0}, {"instructions": 75.0}])
        self.assertEqual(caches.with_counts(lines, rows), [lines[0], *rows, self.PROVENANCE])
        self.assertEqual((rows[0]["value"], rows[0]["low"], rows[0]["high"], rows[0]["pairs"]), (72, 70, 75, 3))

    def test_a_part_without_the_disruptor_gets_none(self):
        self.assertFalse(caches.has_disruptor([{"test": "a_spsc_throughput"}, self.PROVENANCE]))
        self.assertTrue(caches.has_disruptor([{"test": "f_disruptor_10"}, self.PROVENANCE]))


if __name__ == "__main__":
    unittest.main()
