#!/usr/bin/env python3
"""Programs that are compiled without one protection each: hardened.py names it. And one with all, where it finds nothing."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import hardened

PROGRAM = """
#include <cstdio>
#include <cstring>
int main(int argc, char** argv) {
    char text[16];
    std::strcpy(text, argv[argc - 1]);
    std::puts(text);
}
"""
HARDENED = ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-fstack-protector-strong", "-fPIE", "-pie", "-Wl,-z,relro", "-Wl,-z,now",
       "-Wl,-z,noexecstack"]
# What is left out, and by which other flag; what is then missing.
WEAKER = [({}, []),
         ({"-fPIE": "-fno-pie", "-pie": "-no-pie"}, ["-fPIE"]),
         ({"-Wl,-z,relro": "-Wl,-z,norelro"}, ["-z relro"]),
         ({"-Wl,-z,now": "-Wl,-z,lazy"}, ["-z now"]),
         ({"-Wl,-z,noexecstack": "-Wl,-z,execstack"}, ["-z noexecstack"]),
         ({"-fstack-protector-strong": "-fno-stack-protector", "-D_FORTIFY_SOURCE=3": "-D_FORTIFY_SOURCE=0"},
          ["-fstack-protector-strong", "_FORTIFY_SOURCE"])]


class HardenedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_each_missing_protection_is_named(self):
        source, program = self.folder / "main.cpp", self.folder / "program"
        source.write_text(PROGRAM)
        for changes, missing in WEAKER:
            flags = [changes.get(flag, flag) for flag in HARDENED]
            with self.subTest(flags):
                subprocess.run(["g++", "-w", *flags, "-o", program, source], check=True)
                found = hardened.lacks(program)
                self.assertEqual(len(found), len(missing), found)
                self.assertTrue(all(any(name in text for text in found) for name in missing), found)

    def test_a_source_without_a_flag_is_named(self):
        commands, command = self.folder / "commands.json", f"c++ {' '.join(hardened.FLAGS)} -c"
        commands.write_text(json.dumps([{"file": "/x/hotpath/a.cpp", "command": f"{command} -fcf-protection=full"},
                                        {"file": "/x/hotpath/b.cpp", "command": command},
                                        {"file": "/x/hotpath/c_test.cpp", "command": "c++"},
                                        {"file": "/x/lab/d.cpp", "command": "c++"}]))
        self.assertEqual(hardened.without_flags(commands, "x86_64"), [("/x/hotpath/b.cpp", "-fcf-protection=full")])

    def test_a_text_is_refused(self):
        refused = subprocess.run([sys.executable, hardened.__file__, __file__], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("must be an ELF file", refused.stderr)


if __name__ == "__main__":
    unittest.main()
