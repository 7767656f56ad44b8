#!/usr/bin/env python3
"""script/profiled compiles by what its training ran, on a small project in the place of ours."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
include(profile)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
add_compile_options(-Wall -Wextra -Werror)
add_library(never_linked STATIC never_linked.cpp)
add_executable(hotpath-counted counted.cpp)
add_executable(hotpath hotpath.cpp)
target_link_libraries(hotpath never_linked)
"""
# Nothing but a profile says which side of the branch is the rare one.
PROGRAM = """#include <cstdio>
#include <cstring>
[[gnu::noinline]] int trained(int of) {
    if (of % 2 == 1) { std::puts("odd"); std::puts("and what"); std::puts("belongs to it"); return 3; }
    return of + 2;
}
[[gnu::noinline]] int untrained(int of) {
    int sum = 0;
    for (int i = 0; i < of; ++i) { sum += i ^ of; }
    return sum;
}
int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "list") == 0) { std::puts("GNU\\nfunction\\nlevel_update.map.add"); return 0; }
    if (argc > 1 && std::strcmp(argv[1], "function") != 0 && std::strcmp(argv[1], "demo") != 0 && std::strcmp(argv[1], "sim") != 0) { return 1; }
    int sum = argc > 9 ? untrained(argc) : 0;
    for (int i = 0; i < 2000; i += 2) { sum += trained(i); }
    std::printf("%d\\n", sum);
    return FAILS;
}
"""


def symbols_of(program):
    listed = subprocess.run(["nm", str(program)], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in listed.split("\n") if line}


@unittest.skipUnless(shutil.which("g++"), "a profile is GCC's")
class ProfiledScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("script/common.sh", "script/profiled", "cmake/profile.cmake", "CMakePresets.json"):
            (self.root / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "CMakeLists.txt").write_text(PROJECT)
        (self.root / "never_linked.cpp").write_text("int never_linked(int of) { return of + 1; }\n")
        self.write_program("0")

    def write_program(self, fails):
        for name in ("counted.cpp", "hotpath.cpp"):
            (self.root / name).write_text(PROGRAM.replace("FAILS", fails))

    def run_script(self, *arguments):
        return subprocess.run([self.root / "script" / "profiled", *arguments], capture_output=True, text=True)

    def test_code_that_the_training_never_ran_is_moved_away(self):
        ran = self.run_script()
        self.assertEqual(ran.returncode, 0, ran.stderr)
        program = self.root / "build" / "profiled" / "bin" / "hotpath"
        symbols = symbols_of(program)
        self.assertIn("_Z7trainedi.cold", symbols)
        self.assertIn("_Z9untrainedi", symbols)
        self.assertNotIn("_Z9untrainedi.cold", symbols)
        self.assertEqual(subprocess.run([program], capture_output=True, text=True).stdout, "1001000\n")
        self.assertIn("HOTPATH_PROFILE:STRING=use", (self.root / "build" / "profiled" / "CMakeCache.txt").read_text())

    def test_a_training_run_that_fails_is_an_error(self):
        self.write_program("1")
        ran = self.run_script("hotpath-counted")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("a training run failed", ran.stderr)

    def test_wrong_arguments_are_named(self):
        for arguments, words in ((["--fast"], "unknown option --fast"), (["--save"], "--save needs --measure"),
                                 (["--measure", "hotpath"], "--measure takes no target")):
            with self.subTest(arguments=arguments):
                ran = self.run_script(*arguments)
                self.assertNotEqual(ran.returncode, 0)
                self.assertIn(words, ran.stderr)


if __name__ == "__main__":
    unittest.main()
