#!/usr/bin/env python3
"""Is the code of a technique of lab/techniques the same at two levels of optimisation?

    tools/same_code.py NAME [LEVEL LEVEL]     by default -O3 and -Ofast; exits 1 when a compiler makes different code

Compiles the technique's sources by both compilers of the laboratory, with its flags (lab/program/objects.cpp), and compares what
objdump shows of each object: every instruction and every relocation."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TECHNIQUES = ROOT / "lab" / "techniques"
COMPILERS = ("g++", "clang++-19")
FLAGS = ["-std=c++23", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden", "-ffp-contract=off", "-I", str(ROOT), "-c"]


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"same_code: {' '.join(command)} failed:\n{done.stderr[-1500:]}")
    return done.stdout


def code_of(compiler, level, source, folder):
    made = Path(folder) / "made.o"
    output_of([compiler, *FLAGS, level, str(source), "-o", str(made)])
    shown = output_of(["objdump", "-dr", "--no-show-raw-insn", str(made)])
    return [line for line in shown.splitlines() if "file format" not in line]


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    sources = sorted((TECHNIQUES / sys.argv[1]).glob("*.cpp"))
    if not sources:
        sys.exit(f"same_code: {TECHNIQUES / sys.argv[1]} has no source")
    levels = [f"-{level.lstrip('-')}" for level in sys.argv[2:]] or ["-O3", "-Ofast"]
    is_same = True
    with tempfile.TemporaryDirectory() as folder:
        for compiler in COMPILERS:
            for source in sources:
                before, after = (code_of(compiler, level, source, folder) for level in levels)
                is_same = is_same and before == after
                outcome = "the same code" if before == after else "different code"
                print(f"{compiler} {' and '.join(levels)}: {source.name}: {outcome}, {len(before)} and {len(after)} lines of it")
    sys.exit(0 if is_same else 1)


if __name__ == "__main__":
    main()
