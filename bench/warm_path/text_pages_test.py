#!/usr/bin/env python3
"""The table of huge pages for instructions has the ratio of rounds."""

import unittest

import text_pages


def text_runs(huge, *p50):
    return [(huge, ns, 2 * ns, "orders") for ns in p50]


class TextPagesTest(unittest.TestCase):
    def test_a_ratio_is_that_of_the_rounds_with_its_quarters(self):
        of = {"plain": text_runs(0, 100, 200, 400), "copied": text_runs(2048, 80, 180, 400)}
        self.assertEqual(text_pages.cell("copied", of), "180 / 360, **0.90 (0.85 to 0.95)**")
        self.assertEqual(text_pages.cell("plain", of), "200 / 400")

    def test_a_gain_that_a_quarter_of_the_rounds_do_not_have_is_not_marked(self):
        of = {"plain": text_runs(0, 100, 100, 100), "copied": text_runs(2048, 80, 90, 130)}
        self.assertEqual(text_pages.cell("copied", of), "90 / 180, 0.90 (0.85 to 1.10)")

    def test_pages_that_could_not_be_huge_have_no_time(self):
        of = {"plain": text_runs(0, 100, 100), "file": [*text_runs(2048, 80), *text_runs(0, 80)]}
        self.assertEqual(text_pages.cell("file", of), "not in huge pages here")

    def test_ways_that_send_other_orders_are_no_result(self):
        with self.assertRaises(SystemExit):
            text_pages.table({"cold": {"plain": text_runs(0, 100), "copied": [(2048, 100, 100, "others")]}})


if __name__ == "__main__":
    unittest.main()
