#!/usr/bin/env python3
"""Each header is in one chain, after one that it includes; a header that needs another without including it is never hidden by it."""

import unittest

from header_chains import chains, includes

TEXTS = {
    "a.hpp": "#pragma once\n#include <vector>\n",
    "b.hpp": '#include "a.hpp"\n',
    "c.hpp": '#include <string>\n#include "b.hpp"\n',
    "other.hpp": '#include "a.hpp"\n',
    "alone.hpp": "int f(std::vector<int>);\n",
    "sometimes.hpp": '#if X\n#include "c.hpp"\n#endif\n',
}


def found(headers):
    return list(chains(headers, lambda header: TEXTS.get(header, "")))


class Chains(unittest.TestCase):
    def test_each_header_is_in_one_chain(self):
        self.assertEqual(sorted(header for chain in found(TEXTS) for header in chain), sorted(TEXTS))

    def test_the_longest_chain_comes_first_and_begins_with_what_the_others_include(self):
        self.assertEqual(found(TEXTS)[0], ["a.hpp", "b.hpp", "c.hpp"])

    def test_a_header_stands_after_another_only_if_it_includes_it(self):
        self.assertIn(["alone.hpp"], found(TEXTS))
        self.assertIn(["other.hpp"], found(TEXTS))

    def test_what_is_included_under_a_condition_does_not_count(self):
        self.assertEqual(includes(TEXTS["sometimes.hpp"]), [])
        self.assertIn(["sometimes.hpp"], found(TEXTS))

    def test_headers_that_include_each_other_end(self):
        texts = {"x.hpp": '#include "y.hpp"', "y.hpp": '#include "x.hpp"'}
        self.assertEqual(list(chains(texts, texts.get)), [["y.hpp", "x.hpp"]])

    def test_a_header_between_two_need_not_be_asked_for(self):
        self.assertEqual(found(["a.hpp", "c.hpp"]), [["a.hpp", "c.hpp"]])


if __name__ == "__main__":
    unittest.main()
