#!/usr/bin/env python3
"""Checks what compiler and linker added against memory errors (cmake/hardening.cmake), from the file itself, by readelf.

    packaging/hardened.py FILE...                          exits 1 and prints what a program or library lacks
    packaging/hardened.py --commands compile_commands.json FILE...    and which sources were compiled without the flags

A program must be position-independent; its tables of addresses read-only after the start (RELRO, all bound at once); its stack not
executable; it must call the functions of libc that check sizes, and the one that reports an overwritten stack. Flags that leave no mark
in the file (-fstack-clash-protection, -fcf-protection in a program whose start files lack it) are looked up in the commands."""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

FLAGS = ("-D_FORTIFY_SOURCE=3", "-fstack-protector-strong", "-fstack-clash-protection")
FLAGS_OF = {"x86_64": "-fcf-protection=full", "aarch64": "-mbranch-protection=standard"}
OURS = ("/hotpath/", "/apps/", "/python/")


def readelf(file, *options):
    run = subprocess.run(["readelf", "--wide", *options, str(file)], capture_output=True, text=True)
    if run.returncode != 0 or "Error" in run.stderr:
        raise SystemExit(f"hardened: {file}: must be an ELF file: {run.stderr.strip().splitlines()[0] if run.stderr else ''}")
    return run.stdout


def lacks(file):
    """What an ELF file lacks, in words."""
    header, segments, dynamic = readelf(file, "-h"), readelf(file, "-l"), readelf(file, "-d")
    symbols = readelf(file, "--dyn-syms")
    missing = []
    if not re.search(r"Type:\s+DYN", header):
        missing.append("a position-independent form (-fPIE -pie)")
    if "GNU_RELRO" not in segments:
        missing.append("read-only relocations (-z relro)")
    if not re.search(r"\(BIND_NOW\)|FLAGS.*\bNOW\b", dynamic):
        missing.append("binding at the start (-z now)")
    stack = re.search(r"GNU_STACK(.*)", segments)
    if stack is None or "E" in re.sub(r"0x[0-9a-f]+", "", stack.group(1)):
        missing.append("a stack that is not executable (-z noexecstack)")
    if "__stack_chk_fail" not in symbols:
        missing.append("a stack protector (-fstack-protector-strong)")
    if not re.search(r"__\w+_chk\b", symbols.replace("__stack_chk_fail", "")):
        missing.append("checked functions of libc (_FORTIFY_SOURCE)")
    return missing


def without_flags(commands, machine):
    """Our sources, not their tests', that were compiled without a flag: (file, flag)."""
    wanted = [*FLAGS, FLAGS_OF[machine]] if machine in FLAGS_OF else list(FLAGS)
    found = []
    for entry in json.loads(commands.read_text()):
        words = entry["command"].split() if "command" in entry else entry["arguments"]
        if any(part in entry["file"] for part in OURS) and "_test" not in entry.get("output", entry["file"]):
            found += [(entry["file"], flag) for flag in wanted if flag not in words]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--commands", type=Path, metavar="JSON")
    arguments = parser.parse_args()
    failed = False
    for file in arguments.files:
        missing = lacks(file)
        failed = failed or bool(missing)
        print(f"{file}: " + ("lacks " + ", ".join(missing) if missing else "is hardened"))
    if arguments.commands:
        machine = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}.get(
            re.search(r"Machine:\s+(.*)", readelf(arguments.files[0], "-h")).group(1).strip(), "")
        for file, flag in without_flags(arguments.commands, machine):
            failed = True
            print(f"{file}: compiled without {flag}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
