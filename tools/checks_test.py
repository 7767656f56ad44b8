#!/usr/bin/env python3
"""What the tools that check must find is planted in small trees, one thing at a time; and a clean tree is clean."""

import tempfile
import unittest
from pathlib import Path

import clang_tidy
import document_names
import message_names
import secrets_scan
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

    def test_book_may_not_see_protocols(self):
        self.expect("hotpath/book/a.hpp", HEADER + '#include "hotpath/protocols/message.hpp"\n', "include table")

    def test_what_the_table_names_may_be_included(self):
        self.write("hotpath/gateway/a.hpp", HEADER + '#include "hotpath/book/book.hpp"\n')
        self.assertEqual(self.rules(), [])

    def test_the_venues_core_sees_no_protocol_of_order_entry(self):
        include = '#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"\n'
        self.write("docs/ARCHITECTURE.md", TABLE + "| `exchange` | the venue | core protocols |\n| `protocols` | words | core |\n| `protocols_venue` | desks | protocols |\n")
        self.write("hotpath/protocols/README.md", README.replace("book", "protocols"))
        self.write("hotpath/exchange/README.md", README.replace("book", "exchange"))
        self.write("hotpath/protocols/fix/venue/desk.hpp", HEADER + include)
        self.write("hotpath/exchange/orders/feed.hpp", HEADER + include.replace("ouch50", "itch50"))
        self.assertEqual(self.rules(), [])
        self.expect("hotpath/exchange/orders/a.hpp", HEADER + include, "include table")

    def test_a_layer_of_the_protocols_is_a_library(self):
        self.write("docs/ARCHITECTURE.md", TABLE + "| `protocols` | words | core |\n| `protocols_venue` | desks | core protocols |\n")
        self.write("hotpath/protocols/README.md", README.replace("book", "protocols"))
        self.write("hotpath/protocols/fix/venue/desk.hpp", HEADER + '#include "hotpath/protocols/fix/codes.hpp"\n')
        self.assertEqual(self.rules(), [])
        self.expect("hotpath/protocols/fix/codes.hpp", HEADER + '#include "hotpath/protocols/fix/venue/desk.hpp"\n', "include table")

    def test_a_protocols_words_are_in_its_folder(self):
        self.write("hotpath/book/a_test.cpp", "// FIX\n")
        self.assertEqual(self.rules(), [])
        for word in ("FIX", "iLink 3", "fix::Session", "Mdp3Codec", "kFixLength"):
            self.expect("hotpath/book/a.hpp", HEADER + f"// {word}\n", "protocol")
        self.write("hotpath/book/a.hpp", HEADER + "// a fixed size, a suffix_ and a prefix\n")
        self.assertEqual(self.rules(), [])

    def test_a_product_includes_neither_measurements_nor_studies_nor_the_module_the_program(self):
        self.write("python/README.md", README.replace("book", "python"))
        for path, header in (("apps/hotpath/a.hpp", "bench/runner/runner.hpp"), ("apps/hotpath/a.hpp", "lab/uring/uring.hpp"),
                             ("python/src/a.hpp", "apps/hotpath/program.hpp"), ("python/src/a.hpp", "hotpath/app/program.hpp")):
            self.expect(path, HEADER + f'#include "{header}"\n', "product")
            self.write(path, HEADER)
        self.write("bench/a.hpp", HEADER + '#include "lab/uring/uring.hpp"\n')
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

    def test_a_class_has_at_most_600_lines_and_a_reason_for_them(self):
        reason = "// long: the parts share all of their state.\n"
        self.write("hotpath/book/a.hpp", HEADER + reason + "\n" * 400)
        self.assertEqual(self.rules(), [])
        self.expect("hotpath/book/a.hpp", HEADER + reason + "\n" * 600, "size")
        self.expect("hotpath/book/a.hpp", HEADER + reason, "size")
        self.expect("hotpath/book/a.hpp", HEADER + "// long: so.\n" + "\n" * 400, "size")

    def test_prose_that_must_be_decoded_is_found(self):
        for line in ("/// Whoever asks.", "// Of the orders, the last.", "/// A ring of its own.", "/// nobody reads it"):
            self.expect("hotpath/core/a.hpp", HEADER + line.replace("Whoever", "whoever") + "\n", "prose")
        for line in ("TEST(A, LocksNobodyOut) {}", "// for whoever asks", 'of("NOBODY");'):
            self.expect("hotpath/core/a_test.cpp", line + "\n", "prose")
        self.write("hotpath/core/a_test.cpp", "TEST(A, LocksNoClientOut) {}\n")
        self.write("hotpath/core/a.hpp", HEADER + "// The last of the orders.\n")
        self.expect("docs/page.md", "The third seed says so.\n", "prose")

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



SOURCES = {"hotpath/book/book.hpp": "struct OrderBook { int best_bid; };\n",
           "hotpath/book/book_test.cpp": "TEST(BookTest, AnOrderIsThere) {}\nTEST_F(OtherTest, AnotherOrderIsThere) {}\n",
           "apps/hotpath/main.cpp": 'app.add_subcommand("replay", ""); replay->add_option("--until", until); table.read("gap_patience_ms", x);\n',
           "script/bench": "#!/bin/sh\n",
           "CONTRIBUTING.md": "",
           "docs/README.md": "[a page](page.md) [another](other.md) [a folder](more/README.md)\n",
           "docs/more/README.md": "[one](one.md)\n", "docs/more/one.md": "",
           "docs/other.md": ""}


class MessageNamesTest(unittest.TestCase):
    def found(self, message):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, content in {
                    "apps/hotpath/config.cpp": 'table.read("orders_max", venue.book_orders); table.read_ms("wait_max_ms", venue.wait_max);\n',
                    "docs/examples/venue.toml": "[first_table]\nkey_of_it = 1\n",
                    "hotpath/trader/venue.cpp": f'int other_field; HOTPATH_ASSERT(x, "no_such is asserted"); // "no_such of a comment"\n{message}\n'}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content)
            return [problem.removeprefix("hotpath/trader/venue.cpp: ") for problem in message_names.run(root)]

    def test_what_is_there_is_not_found(self):
        self.assertEqual(self.found('fail("orders_max, wait_max_ms, key_of_it, other_field and [first_table]: raise them");'), [])
        self.assertEqual(self.found(r'print("{{\n  \"no_such\": {}}}");'), [])

    def test_a_name_that_is_nowhere(self):
        self.assertEqual(self.found('fail("raise order_max");'), ["no such name: order_max"])
        self.assertEqual(self.found('fail("a stream has "\n     "no room: raise order_max");'), ["no such name: order_max"])

    def test_a_field_with_another_key(self):
        self.assertEqual(self.found('fail("lower book_orders");'), ["book_orders is orders_max in a configuration"])

    def test_a_key_without_its_unit(self):
        self.assertEqual(self.found('fail("lower wait_max");'), ["wait_max is wait_max_ms in a configuration"])


class DocumentNamesTest(unittest.TestCase):
    def found(self, text, **more):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, content in (SOURCES | {"docs/page.md": text} | more).items():
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

    def test_a_page_that_no_readme_lists(self):
        self.assertEqual(self.found("", **{"docs/more/two.md": ""}), ["docs/README.md: no link to docs/more/two.md"])

    def test_a_link_of_any_page(self):
        self.assertEqual(self.found("", **{"bench/notes.md": "[x](nowhere.md)\n"}), ["bench/notes.md: no such file: nowhere.md"])

    def test_a_header_that_is_not_public(self):
        shown = '```cpp\n#include "hotpath/book/book.hpp"\n```\n'
        self.assertEqual(self.found(shown), ["not a public header: hotpath/book/book.hpp"])
        page = {"docs/reference/headers.md": "| `hotpath/book/book.hpp` | book | books |\n", "docs/README.md": SOURCES["docs/README.md"] + "[h](reference/headers.md)\n"}
        self.assertEqual(self.found(shown, **page), [])

    def test_two_of_them(self):
        self.assertEqual(self.found("`PriceBook` and `gap_patience_us`"), ["no such name: PriceBook", "no such name: gap_patience_us"])


TEXTS = {
    "a.hpp": "#pragma once\n#include <vector>\n",
    "b.hpp": '#include "a.hpp"\n',
    "c.hpp": '#include <string>\n#include "b.hpp"\n',
    "other.hpp": '#include "a.hpp"\n',
    "alone.hpp": "int f(std::vector<int>);\n",
    "sometimes.hpp": '#if X\n#include "c.hpp"\n#endif\n',
}


def chains_of(headers):
    return list(clang_tidy.chains(headers, lambda header: TEXTS.get(header, "")))


class HeaderChainsTest(unittest.TestCase):
    def test_each_header_is_in_one_chain(self):
        self.assertEqual(sorted(header for chain in chains_of(TEXTS) for header in chain), sorted(TEXTS))

    def test_the_longest_chain_comes_first_and_begins_with_what_the_others_include(self):
        self.assertEqual(chains_of(TEXTS)[0], ["a.hpp", "b.hpp", "c.hpp"])

    def test_a_header_stands_after_another_only_if_it_includes_it(self):
        self.assertIn(["alone.hpp"], chains_of(TEXTS))
        self.assertIn(["other.hpp"], chains_of(TEXTS))

    def test_what_is_included_under_a_condition_does_not_count(self):
        self.assertEqual(clang_tidy.includes(TEXTS["sometimes.hpp"]), [])
        self.assertIn(["sometimes.hpp"], chains_of(TEXTS))

    def test_headers_that_include_each_other_end(self):
        texts = {"x.hpp": '#include "y.hpp"', "y.hpp": '#include "x.hpp"'}
        self.assertEqual(list(clang_tidy.chains(texts, texts.get)), [["y.hpp", "x.hpp"]])

    def test_a_header_between_two_need_not_be_asked_for(self):
        self.assertEqual(chains_of(["a.hpp", "c.hpp"]), [["a.hpp", "c.hpp"]])


PLANTED = {
    "a private key": "-----BEGIN " + "PRIVATE KEY-----",
    "an access key of AWS": "AKIA" + "A1" * 8,
    "a token of GitHub": "ghp_" + "aB3" * 12,
    "a token of GitLab": "glpat-" + "aB3x" * 5,
    "a token of PyPI": "pypi-" + "aB3x" * 15,
    "a token of Slack": "xoxb-" + "1234567890-ab",
    "a key of a model provider": "sk-" + "aB3x" * 10,
    "a key of Google": "AIza" + "aB3xY" * 7,
    "a key of Databento": "db-" + "a" * 29,
    "a signed token": "eyJ" + "a" * 12 + ".eyJ" + "b" * 12 + "." + "c" * 12,
    "a password in an address": "https://" + "user:secret@example.com/",
    "a password that is no example's": 'drop_copy_password = "' + 'REAL"',
}
FINE = ['password = "WONDERLAND"', 'password_env = "HOTPATH_PASSWORD"', "https://example.com/a:b@c", "-----BEGIN PUBLIC KEY-----",
        "sk-short", "the password is in the file"]


class SecretsTest(unittest.TestCase):
    def test_each_kind_is_found_with_its_line_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as work:
            root = Path(work)
            (root / "fine.toml").write_text("\n".join(FINE) + "\n")
            (root / "binary").write_bytes(b"\0" + PLANTED["a private key"].encode())
            self.assertEqual(secrets_scan.run(root), [])
            for n, (what, text) in enumerate(PLANTED.items()):
                (root / f"{n}.toml").write_text(f"first line\n{text}\n")
                self.assertIn(f"{n}.toml:2: {what}", secrets_scan.run(root))
        self.assertEqual(set(PLANTED) - {"a password that is no example's"}, set(secrets_scan.PATTERNS))


if __name__ == "__main__":
    unittest.main()
