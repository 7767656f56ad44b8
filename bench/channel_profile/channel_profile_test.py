#!/usr/bin/env python3
"""Names of functions as people write them, and tables that show every share."""

import unittest

import channel_profile


class ChannelProfileTest(unittest.TestCase):
    def test_a_member_keeps_its_class_and_loses_its_arguments(self):
        name = "hotpath::queue::SpscProducer<hotpath::bench::Message, unsigned long>::has_room(unsigned long) const"
        self.assertEqual(channel_profile.short(name), "SpscProducer::has_room")
        self.assertEqual(channel_profile.short("unsigned long hotpath::queue::position_after<unsigned long>(unsigned long)"), "position_after")

    def test_a_line_has_both_ways(self):
        rows = [{"way": way, "end": "write", "function": function, "instructions_a_message": count, "share": share} for way, function, count, share in
                (("single", "copy", 30.0, 75.0), ("single", "store", 10.0, 25.0), ("batch", "copy", 20.0, 100.0))]
        table = channel_profile.profile_table(rows, "write")
        self.assertIn("| `copy` | 30.00 | 75.0% | 20.00 | 100.0% |", table)
        self.assertIn("| `store` | 10.00 | 25.0% | | |", table)
        self.assertIn("| all | 40.00 | 100% | 20.00 | 100% |", table)


if __name__ == "__main__":
    unittest.main()
