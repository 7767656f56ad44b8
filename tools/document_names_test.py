#!/usr/bin/env python3
"""Plants one name that is not there after another in a document of a small tree and expects exactly that one to be found."""

import tempfile
import unittest
from pathlib import Path

import document_names

SOURCES = {"hotpath/book/book.hpp": "struct OrderBook { int best_bid; };\n",
           "hotpath/book/book_test.cpp": "TEST(BookTest, AnOrderIsThere) {}\nTEST_F(OtherTest, AnotherOrderIsThere) {}\n",
           "apps/hotpath/main.cpp": 'app.add_subcommand("replay", ""); replay->add_option("--until", until); table.read("gap_patience_ms", x);\n',
           "script/bench": "#!/bin/sh\n",
           "CONTRIBUTING.md": "",
           "docs/other.md": ""}


class DocumentNamesTest(unittest.TestCase):
    def found(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, content in (SOURCES | {"docs/page.md": text}).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content)
            return [problem.removeprefix("docs/page.md: ") for problem in document_names.run(root)]

    def test_what_is_there_is_not_found(self):
        self.assertEqual(self.found("[page](other.md#part) `book/book.hpp` `BookTest.AnOrderIsThere` `AnOrder...` `OrderBook::best_bid` "
                                    "`gap_patience_ms` `hotpath replay --until 10:00` `script/bench` `std::vector` `a + b`\n"
                                    "```\nbuild/release/bin/hotpath replay --until 10:00 FILE\nscript/bench\n```\n"), [])

    def test_a_link_to_nothing(self):
        self.assertEqual(self.found("[page](others.md)"), ["no such file: others.md"])

    def test_a_file(self):
        self.assertEqual(self.found("`book/books.hpp`"), ["no such file: book/books.hpp"])

    def test_a_script(self):
        self.assertEqual(self.found("`script/tables`"), ["no such file: script/tables"])

    def test_a_script_in_a_block(self):
        self.assertEqual(self.found("```\nscript/tables --all\n```"), ["no such option: --all", "no such file: script/tables"])

    def test_a_test(self):
        self.assertEqual(self.found("`BookTest.AnOrderIsGone`"), ["no such name: AnOrderIsGone"])

    def test_a_test_of_another_suite(self):
        self.assertEqual(self.found("`OtherTest.AnotherOrderIsThere` `OtherTest.AnOrderIsThere`"), ["no such test: OtherTest.AnOrderIsThere"])

    def test_the_beginning_of_a_test(self):
        self.assertEqual(self.found("`ATrade...`"), ["no such name: ATrade"])

    def test_a_type(self):
        self.assertEqual(self.found("`PriceBook`"), ["no such name: PriceBook"])

    def test_a_key(self):
        self.assertEqual(self.found("`gap_patience_us`"), ["no such name: gap_patience_us"])

    def test_a_command(self):
        self.assertEqual(self.found("`hotpath rewind FILE`"), ["no such command: hotpath rewind"])

    def test_an_option(self):
        self.assertEqual(self.found("```\nhotpath replay --since 10:00\n```"), ["no such option: --since"])

    def test_two_of_them(self):
        self.assertEqual(self.found("`PriceBook` and `gap_patience_us`"), ["no such name: PriceBook", "no such name: gap_patience_us"])


if __name__ == "__main__":
    unittest.main()
