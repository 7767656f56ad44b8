#!/usr/bin/env python3
"""compare.py PLAIN OFF ON: the traced function of three objects. OFF has the instructions of PLAIN, no more and no other; ON
reads the tick counter, or the comparison would prove nothing."""

import re
import subprocess
import sys

FUNCTION = "traced_function"


def instructions(path):
    """The function's instructions and relocations as objdump prints them, without the addresses' padding."""
    listing = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", path], capture_output=True, text=True, check=True).stdout
    found, inside = [], False
    for line in listing.splitlines():
        if line.endswith(">:"):
            inside = FUNCTION in line
        elif inside and line.strip():
            found.append(re.sub(r"\s+", " ", line.strip()))
    if not found:
        sys.exit(f"{path}: there is no {FUNCTION}")
    return found


def main(plain, off, on):
    plain_code, off_code, on_code = instructions(plain), instructions(off), instructions(on)
    if plain_code != off_code:
        different = next((pair for pair in zip(plain_code, off_code) if pair[0] != pair[1]), ("(its end)", "(its end)"))
        sys.exit(f"a trace that is compiled out changes the code: '{different[0]}' became '{different[1]}'")
    reads = [line for line in on_code if re.search(r"\brdtsc\b|cntvct", line)]
    if len(reads) < 2:
        sys.exit("a trace that is compiled in does not read the counter twice: what is compared is no trace")
    print(f"{len(plain_code)} instructions without the line, {len(off_code)} compiled out, {len(on_code)} compiled in")


if __name__ == "__main__":
    main(*sys.argv[1:])
