#!/usr/bin/env python3
"""clang-tidy-19 over source files, and public headers compiled as if alone (chains()). What costs is the
headers that sources share (each check also walks the standard library), so up to TOGETHER_MAX neighbours are read as one
file, and only when their preprocessed text, the checks or the tool changed.

    tools/clang_tidy.py BUILD_FOLDER FILE...     sources and headers; prints the findings; exits 1 if there are any

The folder has compile_commands.json of Clang, with the header checks of CMAKE_VERIFY_INTERFACE_HEADER_SETS. What was clean
is remembered for every clone in ~/.cache/hotpath/clang-tidy, an empty file each; headers go through ccache when it is
there. A source that does not compile with its neighbours (both have a
function of one name to themselves) is looked at after them."""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

TIDY = "clang-tidy-19"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hotpath" / "clang-tidy"
CCACHE = [path] if (path := shutil.which("ccache")) else []
ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / ".clang-tidy"
TOGETHER_MAX = 24
NOT_ANALYSED = ROOT / "bench"  # reason: .clang-tidy
HEADERS_ALONE = "_verify_interface_header_sets/"

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.M)
CONDITION = re.compile(r"^\s*#\s*if", re.M)


def includes(text):
    """What a header includes whatever the options are: the lines before its first condition."""
    return INCLUDE.findall(CONDITION.split(text, maxsplit=1)[0])


def chains(headers, text_of):
    """Every one of `headers` (as #include names them) in one list, after those of it that it includes. `text_of(header)` is the text of
    any header, empty when the project has no such file.

    A header must compile as the first of a source. In one source, after a header that it includes anyway, it finds nothing that it would
    not find alone: so a chain is checked by one run of the compiler, and the standard library is read once."""

    @cache
    def reached(header):
        found, waiting = set(), [header]
        while waiting:
            new = set(includes(text_of(waiting.pop()))) - found
            found |= new
            waiting += new
        return found

    left = dict.fromkeys(sorted(headers, key=lambda header: (-len(reached(header)), header)))
    while left:
        chain, header = [], next(iter(left))
        while header is not None:
            del left[header]
            chain.insert(0, header)
            header = next((each for each in left if each in reached(header)), None)
        yield chain


def text_of(header):
    path = ROOT / header
    return path.read_text() if path.is_file() else ""


class Tidy:
    def __init__(self, build):
        self.together = build / "tidy"  # the files that join sources
        for folder in (self.together, CACHE):
            folder.mkdir(parents=True, exist_ok=True)
        version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
        self.settings = version + SETTINGS.read_bytes() + Path(__file__).read_bytes()
        entries = json.loads((build / "compile_commands.json").read_text())
        self.commands = {Path(entry["file"]).resolve(): self.flags(entry) for entry in entries}

    @staticmethod
    def flags(entry):
        """The compiler and its options, without input and output."""
        arguments = shlex.split(entry["command"])
        if Path(arguments[0]).name == "ccache":
            del arguments[0]
        flags = []
        for argument in arguments[: arguments.index("-o")]:
            if flags and flags[-1] == "-isystem":  # one flag with its folder: flags_of() keeps one of those that are equal
                flags[-1] += argument
            else:
                flags.append(argument)
        return tuple(flags)

    def headers(self):
        """What CMake's checks compile: the header to the file that includes it alone."""
        files = [file for file in self.commands if HEADERS_ALONE in str(file)]
        return {includes(file.read_text())[0]: file for file in files}

    def batches(self, sources):
        """Neighbours of one top folder whose options differ in macros only, of which each then gets all."""
        groups = {}
        for source in sorted(sources):
            options = [flag for flag in self.commands[source] if not flag.startswith("-D")]
            options.append(source.relative_to(ROOT).parts[0])
            groups.setdefault(tuple(options), []).append(source)
        for group in groups.values():
            count = -(-len(group) // TOGETHER_MAX)
            size = -(-len(group) // count)
            yield from (group[at : at + size] for at in range(0, len(group), size))

    def flags_of(self, sources):
        return tuple(dict.fromkeys(flag for source in sources for flag in self.commands[source]))

    def check_headers(self, chain, file):
        """The compiler's complaints about a chain of headers, with the options of the last one's file."""
        joined = self.together / "headers_{}.cpp".format("_".join(file.relative_to(ROOT).with_suffix("").parts))
        joined.write_text("".join(f"#include <{header}>\n" for header in chain))
        command = [*CCACHE, *self.commands[file], "-O0", "-c", "-o", joined.with_suffix(".o"), joined]
        run = subprocess.run(command, capture_output=True, text=True)
        return run.stderr if run.returncode != 0 else ""

    def check(self, sources):
        """The findings in these; nothing when there are none."""
        flags = self.flags_of(sources)
        text = "".join(f'#include "{source}"\n' for source in sources)
        seen = self.compile(flags, text, "-E", "-C", "-P").stdout
        anywhere = (" ".join(flags).encode() + seen).replace(bytes(ROOT), b".")
        name = hashlib.sha256(self.settings + anywhere).hexdigest()
        clean = CACHE / name
        if clean.exists():
            return ""
        together, later = sources, []
        while clashing := self.clashing(flags, together):  # the compiler blames one of three of a name, not two
            together = [each for each in together if each not in clashing]
            later += clashing
        findings = self.tidy(self.together / f"{name}.cpp", together)
        if later:
            findings += self.check(later)
        if not findings:
            clean.touch()
        return findings

    def clashing(self, flags, sources):
        """Those of the sources that do not compile after the others; never all."""
        if len(sources) == 1:
            return []
        text = "".join(f'#include "{source}"\n' for source in sources)
        run = self.compile(flags, text, "-fsyntax-only", "-ferror-limit=0")
        if run.returncode == 0:
            return []
        blamed = set(re.findall(r"^(.+?):\d+:\d+: (?:fatal )?error:", run.stderr.decode(), re.M))
        later = [source for source in sources if str(source) in blamed]
        return later if 0 < len(later) < len(sources) else sources[1:]

    @staticmethod
    def compile(flags, text, *how):
        return subprocess.run([*flags, *how, "-x", "c++", "-"], input=text.encode(), capture_output=True)

    def tidy(self, together, sources):
        command = [TIDY, "--quiet", "--warnings-as-errors=*", f"--config-file={SETTINGS}"]
        without = "-clang-analyzer-*" if sources[0].is_relative_to(NOT_ANALYSED) else ""
        if len(sources) == 1:
            command += [f"--checks={without}", sources[0]]
        else:
            together.write_text("".join(f'#include "{source}"\n' for source in sources))
            without += ",-bugprone-suspicious-include"
            command += ["--header-filter=(hotpath|apps|bench|lab|python/src)/.*[ch]pp$", f"--checks={without.lstrip(',')}", together]
        run = subprocess.run([*command, "--", *self.flags_of(sources)], cwd=ROOT, capture_output=True, text=True)
        together.unlink(missing_ok=True)
        return (run.stdout or run.stderr) if run.returncode != 0 else ""


def main():
    tidy = Tidy(Path(sys.argv[1]).resolve())
    files = [Path(file).resolve() for file in sys.argv[2:]]
    sources = [file for file in files if file.suffix == ".cpp"]
    headers = tidy.headers()
    findings = [f"{source}: no target compiles it\n" for source in sources if source not in tidy.commands]
    if not headers:
        findings += ["no header is compiled alone: CMAKE_VERIFY_INTERFACE_HEADER_SETS is off\n"]
    headers = {header: file for header, file in headers.items() if ROOT / header in files}
    batches = list(tidy.batches([source for source in sources if source in tidy.commands]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        of_sources = pool.map(tidy.check, batches)
        of_headers = pool.map(lambda chain: tidy.check_headers(chain, headers[chain[-1]]), chains(headers, text_of))
        findings += [each for each in (*of_sources, *of_headers) if each]
    print("".join(findings), end="")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
