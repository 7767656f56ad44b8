#!/usr/bin/env python3
"""A recorded green run stands while no file that the step reads has changed, and not longer."""

import importlib.machinery
import importlib.util
import subprocess
import tempfile
import unittest
from pathlib import Path


def loaded(root):
    """.ci/green as of a tree of its own."""
    loader = importlib.machinery.SourceFileLoader("green", str(Path(__file__).with_name("green")))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("green", loader))
    loader.exec_module(module)
    module.ROOT, module.RECORDS = root, root / ".ci" / "green.tsv"
    module.STEPS = {"studies": (["lab"], None, ["cmake"], ["true"])}
    module.LINTED, module.LINT = ("hotpath", "lab"), [".clang-tidy"]
    module.output = lambda *command, folder=root: (
        "" if command[0] in ("true", "clang-tidy-19") else subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)
    return module


class Green(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in {
            "lab/study.cpp": "#include <hotpath/queue/ring.hpp>\n",
            "lab/CMakeLists.txt": "add_executable(study study.cpp)\n",
            "hotpath/queue/ring.hpp": '#include "hotpath/core/assert.hpp"\n#include <vector>\n',
            "hotpath/core/assert.hpp": "",
            "hotpath/core/assert.cpp": "#include <hotpath/core/words.hpp>\n",
            "hotpath/core/words.hpp": "",
            "hotpath/core/CMakeLists.txt": "",
            "hotpath/book/book.hpp": "",
            "hotpath/book/CMakeLists.txt": "",
            "cmake/rules.cmake": "",
            "docs/page.md": "",
            ".clang-tidy": "",
            ".ci/green.tsv": "step\n",
        }.items():
            self.change(name, text)
        subprocess.run(["git", "-c", "init.defaultBranch=main", "init", "-q", self.root], check=True)

    def change(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def hash(self):
        green = loaded(self.root)
        return green.hash_of(green.inputs_of("studies"), ["true"])

    def test_its_inputs_are_what_it_includes_and_the_sources_beside(self):
        self.assertEqual(
            loaded(self.root).inputs_of("studies"),
            ["cmake/rules.cmake", "hotpath/core/CMakeLists.txt", "hotpath/core/assert.cpp", "hotpath/core/assert.hpp",
             "hotpath/core/words.hpp", "hotpath/queue/ring.hpp", "lab/CMakeLists.txt", "lab/study.cpp"])

    def test_every_input_changes_the_hash_and_nothing_else_does(self):
        before = self.hash()
        for name in loaded(self.root).inputs_of("studies"):
            text = (self.root / name).read_text()
            self.change(name, text + "// another\n")
            self.assertNotEqual(self.hash(), before, name)
            self.change(name, text)
        for name in ("hotpath/book/book.hpp", "docs/page.md"):
            self.change(name, "// another\n")
        self.assertEqual(self.hash(), before)

    def test_a_new_file_of_the_steps_folder_changes_it(self):
        before = self.hash()
        self.change("lab/second.cpp", "")
        self.assertNotEqual(self.hash(), before)

    def test_lint_reads_the_folders_that_changed_or_include_what_did(self):
        before = loaded(self.root).lint_hashes()
        self.change("hotpath/core/words.hpp", "// another\n")
        after = loaded(self.root).lint_hashes()
        self.assertEqual({name for name in after if after[name] != before[name]}, {"lint hotpath/core", "lint hotpath/queue", "lint lab/study.cpp"})
        self.change(".clang-tidy", "Checks: '*'\n")
        last = loaded(self.root).lint_hashes()
        self.assertTrue(all(last[name] != after[name] for name in last))


if __name__ == "__main__":
    unittest.main()
