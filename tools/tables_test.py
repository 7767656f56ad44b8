#!/usr/bin/env python3
"""Plants results that were measured with uncommitted changes, or whose sources have changed, and expects them to be marked."""

import json
import tempfile
import unittest
from pathlib import Path

import measured_sources
import merge_result
import tables


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
            text = measured_sources.without_comments((measured_sources.ROOT / change["file"]).read_text())
            self.assertIn(change["now"], text)

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


class StaleTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name).resolve() / "a-host" / "telemetry" / "r.json"
        self.path.parent.mkdir(parents=True)
        self.before = (tables.RESULTS, measured_sources.RESULTS, tables.ROOT)
        tables.RESULTS = measured_sources.RESULTS = tables.ROOT = self.path.parents[2]

    def tearDown(self):
        tables.RESULTS, measured_sources.RESULTS, tables.ROOT = self.before
        tables.CITED.clear()
        tables._loaded.clear()
        self.folder.cleanup()

    def write(self, **changed):
        provenance = {"record": "provenance", "bench": "telemetry", "date": "2026-11-22T00:00:00Z", "cores": 2, "cpu": "X", "kernel": "6",
                      "compiler": "GNU", "flags": "-O3", "commit": "abc", "dirty": False, "ping_pong_ns_before": 100.0,
                      "sources": measured_sources.digest_now("telemetry")} | changed
        record = {"test": "t", "subject": "hotpath", "metric": "time", "value": 1.0, "low": 1.0, "high": 1.0, "unit": "ns", "pairs": 9, "regime": "far"}
        self.path.write_text(json.dumps([record, provenance]))

    def test_a_result_of_these_sources_has_no_mark(self):
        self.write()
        self.assertNotIn("**its", tables.bench_table("telemetry"))

    def test_a_result_of_other_sources_is_marked(self):
        self.write(sources="0" * 32)
        self.assertIn("commit abc (**its measured sources have changed since**)", tables.bench_table("telemetry"))

    def test_a_result_of_unknown_sources_is_marked(self):
        self.write(sources=None)
        self.assertIn("(**its measured sources are not known**)", tables.bench_table("telemetry"))

    def test_a_dirty_result_is_marked_whatever_its_sources(self):
        self.write(dirty=True)
        self.assertIn("(**measured with uncommitted changes**)", tables.bench_table("telemetry"))

    def test_a_benchmark_with_a_script_of_its_own_names_it_in_a_footnote(self):
        self.write(ping_pong_ns_before=None, command="script/bench-python")
        table = tables.bench_table("telemetry")
        self.assertIn("commit abc; one thread. `", table)
        self.assertIn("repeat with `script/bench-python`.", table)
        self.assertIn("[^telemetry-1]: ", tables.with_footnotes(table.replace("`a-host", "`bench/results/a-host"), {}))

    def test_parts_of_other_sources_are_not_joined(self):
        provenance = {name: 1 for name in (*merge_result.SAME, *merge_result.KEPT_OF_A_PART)}
        old = ([], provenance | {"sources": "a", "ping_pong_ns_by_test": {}})
        new = ([], provenance | {"sources": "b", "ping_pong_ns_by_test": {}})
        with self.assertRaises(ValueError):
            merge_result.merge(old, new)


class CommittedTest(unittest.TestCase):
    def test_every_document_marks_what_is_stale(self):
        """What `tables.py --check` compares has the mark in it: without it the documents differ."""
        marks = tables.render("goals").count("(stale)")  # a column a host
        for document in tables.documents():
            for found in tables.MARK.finditer(document.read_text()):
                rendered = tables.render(found.group(2))
                stale = any(measured_sources.why_stale(path, provenance) for path, provenance in tables.CITED.items()
                            if str(path.relative_to(tables.ROOT)) in rendered)
                if stale and found.group(2) not in ("goals", "results"):
                    marks += 1
                    self.assertIn("(**", found.group(0), document)
        self.assertEqual(marks > 0, any(measured_sources.why_stale(*item) for item in tables.CITED.items()))


if __name__ == "__main__":
    unittest.main()
