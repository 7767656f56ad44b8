#!/usr/bin/env python3
"""clang-tidy-19 over source files: sources of one folder together, so that the headers that they share are read once, and
each set of them once, until its preprocessed text, the checks or the tool change.

    tools/clang_tidy.py BUILD_FOLDER SOURCE...     prints the findings; exits 1 if there are any

The folder has compile_commands.json; what was clean is remembered in its folder tidy/, an empty file each. Sources that
do not compile together (two of them have a function of one name to themselves) are looked at one by one."""

import hashlib
import itertools
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TIDY = "clang-tidy-19"
ROOT = Path(__file__).resolve().parent.parent
TOGETHER_MAX = 6


class Tidy:
    def __init__(self, build):
        self.build = build
        self.memory = build / "tidy"
        self.memory.mkdir(exist_ok=True)
        version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
        self.settings = version + (ROOT / ".clang-tidy").read_bytes() + Path(__file__).read_bytes()
        entries = json.loads((build / "compile_commands.json").read_text())
        self.commands = {Path(entry["file"]).resolve(): self.flags(entry) for entry in entries}

    @staticmethod
    def flags(entry):
        """The compiler and its options, without input and output."""
        arguments = shlex.split(entry["command"])
        if Path(arguments[0]).name == "ccache":
            del arguments[0]
        at = arguments.index("-o")
        return tuple(arguments[:at])

    def batches(self, sources):
        key = lambda source: (str(source.parent), self.commands[source])
        for _, group in itertools.groupby(sorted(sources, key=key), key):
            group = list(group)
            count = -(-len(group) // TOGETHER_MAX)
            yield from (group[i::count] for i in range(count))

    def check(self, sources):
        """The findings in these; nothing when there are none."""
        flags = self.commands[sources[0]]
        text = "".join(f'#include "{source}"\n' for source in sources)
        if len(sources) > 1 and self.compile(flags, text, "-fsyntax-only").returncode != 0:
            return self.check(sources[::2]) + self.check(sources[1::2])
        seen = self.compile(flags, text, "-E", "-C", "-P").stdout
        name = hashlib.sha256(self.settings + " ".join(flags).encode() + seen).hexdigest()
        clean = self.memory / name
        if clean.exists():
            return ""
        findings = self.tidy(sources, self.memory / f"{name}.cpp", text)
        if not findings:
            clean.touch()
        return findings

    @staticmethod
    def compile(flags, text, *how):
        return subprocess.run([*flags, *how, "-x", "c++", "-"], input=text.encode(), capture_output=True)

    def tidy(self, sources, together, text):
        command = [TIDY, "--quiet", "--warnings-as-errors=*"]
        if len(sources) == 1:
            command += [sources[0]]
        else:
            together.write_text(text)
            command += ["--header-filter=(hotpath|apps|bench)/.*[ch]pp$", "--checks=-bugprone-suspicious-include", together]
        run = subprocess.run([*command, "--", *self.commands[sources[0]]], cwd=ROOT, capture_output=True, text=True)
        together.unlink(missing_ok=True)
        return (run.stdout or run.stderr) if run.returncode != 0 else ""


def main():
    tidy = Tidy(Path(sys.argv[1]).resolve())
    sources = [Path(source).resolve() for source in sys.argv[2:]]
    unknown = [source for source in sources if source not in tidy.commands]
    batches = list(tidy.batches([source for source in sources if source in tidy.commands]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [each for each in pool.map(tidy.check, batches) if each]
    findings += [f"{source}: no target compiles it\n" for source in unknown]
    print("".join(findings), end="")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
