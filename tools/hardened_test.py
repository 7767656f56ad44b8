#!/usr/bin/env python3
"""Programs that are compiled without one protection each: tools/hardened.py names it. And one with all, where it finds nothing."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import hardened

SOURCE = """
#include <cstdio>
#include <cstring>
int main(int argc, char** argv) {
    char text[16];
    std::strcpy(text, argv[argc - 1]);
    std::puts(text);
}
"""
ALL = ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-fstack-protector-strong", "-fPIE", "-pie", "-Wl,-z,relro", "-Wl,-z,now",
       "-Wl,-z,noexecstack"]
# What is left out, and by which other flag; what is then missing.
CASES = [({}, []),
         ({"-fPIE": "-fno-pie", "-pie": "-no-pie"}, ["-fPIE"]),
         ({"-Wl,-z,relro": "-Wl,-z,norelro"}, ["-z relro"]),
         ({"-Wl,-z,now": "-Wl,-z,lazy"}, ["-z now"]),
         ({"-Wl,-z,noexecstack": "-Wl,-z,execstack"}, ["-z noexecstack"]),
         ({"-fstack-protector-strong": "-fno-stack-protector", "-D_FORTIFY_SOURCE=3": "-D_FORTIFY_SOURCE=0"},
          ["-fstack-protector-strong", "_FORTIFY_SOURCE"])]


def check(condition, what):
    if not condition:
        raise SystemExit(f"hardened_test: {what}")


def main():
    with tempfile.TemporaryDirectory() as work:
        source, program = Path(work) / "main.cpp", Path(work) / "program"
        source.write_text(SOURCE)
        for changes, missing in CASES:
            flags = [changes.get(flag, flag) for flag in ALL]
            subprocess.run(["c++", "-w", *flags, "-o", program, source], check=True)
            found = hardened.lacks(program)
            check(len(found) == len(missing) and all(any(name in text for text in found) for name in missing),
                  f"with {flags}: expected {missing}, found {found}")
        commands = Path(work) / "commands.json"
        command = f"c++ {' '.join(hardened.FLAGS)} -c"
        commands.write_text(json.dumps([{"file": "/x/hotpath/a.cpp", "command": f"{command} -fcf-protection=full"},
                                        {"file": "/x/hotpath/b.cpp", "command": command},
                                        {"file": "/x/hotpath/c_test.cpp", "command": "c++"},
                                        {"file": "/x/lab/d.cpp", "command": "c++"}]))
        check(hardened.without_flags(commands, "x86_64") == [("/x/hotpath/b.cpp", "-fcf-protection=full")], "a source without a flag")
        refused = subprocess.run([sys.executable, hardened.__file__, source], capture_output=True, text=True)
        check(refused.returncode == 1 and "must be an ELF file" in refused.stderr, f"a text: {refused}")
    print("hardened_test: every missing protection is found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
