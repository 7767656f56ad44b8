#!/usr/bin/env python3
"""Plants changes in a benchmark's sources, and expects those that change what is compiled to change its digest, and no others."""

import unittest

import measured_sources


class Tree(measured_sources.Tree):
    """Files of a test."""

    def __init__(self, files):
        self.files = files

    def names(self):
        return list(self.files)

    def text(self, name):
        return self.files.get(name)


BENCH = '#include "hotpath/a.hpp"\nint main() { return 1; }\n'
FILES = {"bench/telemetry/telemetry_bench.cpp": BENCH,
         "hotpath/a.hpp": '#pragma once\n#include "bench/runner/runner.hpp"\nint a(const char* text = "//no_comment");\n',
         "hotpath/a.cpp": "int a(const char*) { return 1'000; }\n",
         "hotpath/b.hpp": "int b();\n",
         "bench/runner/runner.hpp": "int run();\n"}


class DigestTest(unittest.TestCase):
    def digest(self, **changed):
        return measured_sources.digest("telemetry", Tree(FILES | {name.replace("__", "/").replace("_pp", ".cpp"): text for name, text in changed.items()}))

    def test_the_sources_are_what_is_included_and_the_file_beside_it(self):
        self.assertEqual(measured_sources.sources_of("telemetry", Tree(FILES)),
                         ["bench/telemetry/telemetry_bench.cpp", "hotpath/a.cpp", "hotpath/a.hpp"])

    def test_comments_and_white_space_do_not_count(self):
        self.assertEqual(self.digest(hotpath__a_pp="// Other words.\nint a( const char * )\n{\n    return /* here */ 1'000;\n}\n"), self.digest())

    def test_a_changed_number_counts(self):
        self.assertNotEqual(self.digest(hotpath__a_pp="int a(const char*) { return 1'001; }\n"), self.digest())

    def test_the_words_of_an_assertion_do_not_count(self):
        def digest(words):
            text = f'int a() {{ HOTPATH_ASSERT(x > 0, "{words}" "; got 0"); return f("b"); }}'
            return measured_sources.digest("telemetry", Tree(FILES | {"hotpath/a.cpp": text}))
        self.assertEqual(digest("x is positive"), digest("x must be above 0"))
        self.assertNotEqual(digest("x"), measured_sources.digest("telemetry", Tree(FILES)))

    def test_a_neutral_change_can_be_undone(self):
        before = "enum class T{A,B};\n"
        now = {"hotpath/a.cpp": "enum class T { A, B, C };\n"}
        changes = ({"file": "hotpath/a.cpp", "now": "enum class T{A,B,C};", "before": "enum class T{A,B};"},)
        measured = measured_sources.digest("telemetry", Tree(FILES | {"hotpath/a.cpp": before}))
        self.assertNotEqual(measured_sources.digest("telemetry", Tree(FILES | now)), measured)
        self.assertEqual(measured_sources.digest("telemetry", Tree(FILES | now), changes), measured)
        used = now | {"hotpath/a.cpp": now["hotpath/a.cpp"] + "T last() { return T::C; }\n"}
        self.assertNotEqual(measured_sources.digest("telemetry", Tree(FILES | used), changes), measured)

    def test_neutral_changes_are_there_with_a_reason(self):
        for change in measured_sources.neutral_changes():
            self.assertTrue(change["why"])
            if "words" in change:
                for place in change["in"]:
                    self.assertTrue((measured_sources.ROOT / place).exists(), place)
                continue
            self.assertIn(change["now"], measured_sources.TREE.bare(change["file"]))

    def test_a_renaming_can_be_undone_where_it_was_made(self):
        before = "struct Place { int at; }; int placed();\n"
        now = FILES | {"hotpath/a.cpp": "struct Cursor { int at; }; int placed();\n"}
        measured = measured_sources.digest("telemetry", Tree(FILES | {"hotpath/a.cpp": before}))
        for folder, is_undone in (("hotpath/", True), ("lab/", False)):
            changes = ({"words": {"Cursor": "Place"}, "in": [folder]},)
            self.assertEqual(measured_sources.digest("telemetry", Tree(now), changes) == measured, is_undone, folder)
        other = now | {"hotpath/a.cpp": "struct Cursor { long at; }; int placed();\n"}
        self.assertNotEqual(measured_sources.digest("telemetry", Tree(other), ({"words": {"Cursor": "Place"}, "in": ["hotpath/"]},)), measured)

    def test_what_looks_like_a_comment_in_a_string_counts(self):
        other = FILES | {"hotpath/a.hpp": FILES["hotpath/a.hpp"].replace("//no_comment", "//no__comment")}
        self.assertNotEqual(measured_sources.digest("telemetry", Tree(other)), self.digest())

    def test_what_is_not_measured_does_not_count(self):
        other = FILES | {"hotpath/b.hpp": "int c();\n", "bench/runner/runner.hpp": "int walk();\n"}
        self.assertEqual(measured_sources.digest("telemetry", Tree(other)), self.digest())

    def test_words_are_not_joined(self):
        self.assertNotEqual(measured_sources.without_comments("unsigned int"), measured_sources.without_comments("unsignedint"))

    def test_a_benchmark_has_sources_that_are_there(self):
        for bench in measured_sources.ENTRIES:
            for name in measured_sources.ENTRIES[bench]:
                self.assertTrue((measured_sources.ROOT / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
