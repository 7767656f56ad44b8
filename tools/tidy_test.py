#!/usr/bin/env python3
"""Plants one violation of every rule of tools/tidy.py in a small clean tree and expects exactly that rule to fire."""

import tempfile
import unittest
from pathlib import Path

import tidy

HEADER = "#pragma once\n/// What.\n/// Threads: any.\n/// Allocation: none.\n\nnamespace hotpath {}\n"
README = "# book\n" + "".join(f"\n## {heading}\n" for heading in tidy.README_HEADINGS)
TABLE = """| library | what it is | may include |
|---|---|---|
| `core` | units and ids | – |
| `book` | the books | core |
| `gateway` | order, risk check, bytes | core book |
"""


class TidyTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name).resolve()
        self.write("docs/ARCHITECTURE.md", TABLE)
        for library in ("core", "book", "gateway"):
            self.write(f"hotpath/{library}/README.md", README)
            self.write(f"hotpath/{library}/{library}.hpp", HEADER)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def rules(self):
        return sorted({line.split(": ")[1] for line in tidy.Tidy(self.root).run()})

    def expect(self, name, text, rule):
        self.write(name, text)
        self.assertEqual(self.rules(), [rule])

    def test_a_clean_tree_is_clean(self):
        self.assertEqual(self.rules(), [])

    def test_book_may_not_see_wire(self):
        self.expect("hotpath/book/a.hpp", HEADER + '#include "hotpath/wire/message.hpp"\n', "include table")

    def test_what_the_table_names_may_be_included(self):
        self.write("hotpath/gateway/a.hpp", HEADER + '#include "hotpath/book/book.hpp"\n')
        self.assertEqual(self.rules(), [])

    def test_the_tables_first_library_sees_none(self):
        self.expect("hotpath/core/a.hpp", HEADER + '#include "hotpath/book/book.hpp"\n', "include table")

    def test_an_unknown_library_needs_a_row(self):
        self.write("hotpath/magic/README.md", README)
        self.expect("hotpath/magic/a.hpp", HEADER, "include table")

    def test_a_source_includes_its_own_header_first(self):
        self.write("hotpath/book/book.cpp", '#include "hotpath/book/book.hpp"\n\n#include <vector>\n')
        self.assertEqual(self.rules(), [])
        self.expect("hotpath/book/book.cpp", '#include <vector>\n\n#include "hotpath/book/book.hpp"\n', "own header")

    def test_a_header_needs_its_comment(self):
        self.expect("hotpath/book/a.hpp", "#pragma once\nint a;\n", "header comment")

    def test_a_header_has_at_most_400_lines(self):
        self.expect("hotpath/book/a.hpp", HEADER + "\n" * 400, "size")

    def test_prose_that_must_be_decoded_is_found(self):
        for line in ("/// Whoever asks.", "// Of the orders, the last.", "/// A ring of its own.", "/// nobody reads it"):
            self.expect("hotpath/core/a.hpp", HEADER + line.replace("Whoever", "whoever") + "\n", "prose")
        for line in ("TEST(A, LocksNobodyOut) {}", "// for whoever asks", 'of("NOBODY");'):
            self.expect("hotpath/core/a_test.cpp", line + "\n", "prose")
        self.write("hotpath/core/a_test.cpp", "TEST(A, LocksNoClientOut) {}\n")
        self.write("hotpath/core/a.hpp", HEADER + "// The last of the orders.\n")
        self.expect("docs/page.md", "The third seed says so.\n", "prose")

    def test_a_changing_member_beside_a_state_is_found(self):
        class_with = HEADER + "class A {\n    struct State {\n        int n = 0;\n    };\n    State state_{};\n%s};\n"
        self.expect("hotpath/core/a.hpp", class_with % "    bool is_new_ = false;\n", "state")
        self.write("hotpath/core/a.hpp", class_with % "    Nanos window_;\n")
        self.assertEqual(self.rules(), [])

    def test_tokens_banned_in_hot_libraries(self):
        for line in ("throw 1;", "double price;", "auto p = new Order;", "std::function<void()> f;", "std::mutex m;",
                     "std::cout << 1;", "std::chrono::steady_clock::now();", 'getenv("X");', "std::mt19937 r;",
                     "__builtin_prefetch(p);"):
            with self.subTest(line):
                self.expect("hotpath/book/a.cpp", line + "\n", "banned token")

    def test_options_are_declared_in_one_place(self):
        self.expect("apps/hotpath/a.cpp", 'command\n    ->add_option("--n", n, "help");\n', "option")
        self.write("apps/hotpath/a.cpp", 'add_integer(command, {"--n", "help"}, n, {1, 2});\n')
        self.write("apps/hotpath/config/command_options.cpp", 'command.add_option("--n", n, "help");\n')
        self.assertEqual(self.rules(), [])

    def test_words_in_comments_and_strings_are_free(self):
        self.write("hotpath/book/a.cpp", '// throw a double, new order\nconst char* s = "throw";\n')
        self.assertEqual(self.rules(), [])

    def test_placement_new_is_allowed(self):
        self.write("hotpath/book/a.cpp", "::new (p) Order{};\n")
        self.assertEqual(self.rules(), [])

    def test_a_library_needs_its_page_with_the_headings(self):
        self.expect("hotpath/book/README.md", "# book\n", "readme")

    def test_names_that_say_nothing(self):
        self.expect("hotpath/book/a.cpp", "class OrderManager {};\n", "name")

    def test_more_than_five_macros(self):
        self.expect("hotpath/book/a.cpp", "".join(f"#define HOTPATH_{i} 1\n" for i in range(6)), "macros")

    def test_unfinished_work(self):
        self.expect("hotpath/book/a.cpp", "// TO" "DO later\n", "unfinished")

    def test_dead_links(self):
        self.expect("README.md", "[x](docs/nowhere.md)\n", "link")


if __name__ == "__main__":
    unittest.main()
