#!/usr/bin/env python3
"""Planted counts: names of functions as people write them, and tables that show every share."""

import unittest

import channel_profile


class Names(unittest.TestCase):
    def test_a_member_keeps_its_class_and_loses_its_arguments(self):
        name = "hotpath::queue::SpscProducer<hotpath::bench::Message, unsigned long>::has_room(unsigned long) const"
        self.assertEqual(channel_profile.short(name), "SpscProducer::has_room")

    def test_a_free_function_is_itself(self):
        self.assertEqual(channel_profile.short("unsigned long hotpath::queue::position_after<unsigned long>(unsigned long)"), "position_after")


class Tables(unittest.TestCase):
    def setUp(self):
        def row(way, function, count, share):
            return {"way": way, "end": "write", "function": function, "instructions_a_message": count, "share": share}
        self.profile = {"provenance": {"date": "2026-11-26", "compiler": "GNU 12", "flags": "-O3", "counted_by": "valgrind-3", "commit": "abc"},
                        "rows": [row("single", "copy", 30.0, 75.0), row("single", "store", 10.0, 25.0), row("batch", "copy", 20.0, 100.0)]}

    def test_a_line_has_both_ways(self):
        table = channel_profile.profile_table(self.profile, "write")
        self.assertIn("| `copy` | 30.00 | 75.0% | 20.00 | 100.0% |", table)
        self.assertIn("| `store` | 10.00 | 25.0% | | |", table)
        self.assertIn("| all | 40.00 | 100% | 20.00 | 100% |", table)

    def test_the_document_gets_it_with_its_source(self):
        text = channel_profile.with_tables("a\n<!-- channel: write -->\nold\n<!-- end -->\nb\n", {"profile": self.profile})
        self.assertNotIn("old", text)
        self.assertIn("commit abc", text)
        self.assertTrue(text.endswith("<!-- end -->\nb\n"))


if __name__ == "__main__":
    unittest.main()
