#!/usr/bin/env python3
"""The house rules that no compiler checks, as one test: docs/ARCHITECTURE.md's include table, sizes, header comments,
banned tokens in hot libraries, the single call of the risk check, library READMEs.

    tools/tidy.py [ROOT]      prints one line a violation, FILE:LINE: RULE: what; exits 1 if there is any

tools/checks_test.py plants each violation in a small tree and expects it to be found."""

import re
import sys
from pathlib import Path

# Libraries on the path from packet to order: no exceptions, no locks, no clocks, no floating point, no environment.
HOT_LIBRARIES = set("core timing queue journal protocols book risk feed match oms strategy gateway engine exchange trader".split())

BANNED_TOKENS = {
    r"\bthrow\b": "hot libraries do not throw",
    r"\b(float|double)\b": "integers for money and time",
    r"(?<!operator )\bnew\s+(?!\()[A-Za-z_:]": "no raw new: memory comes from an arena at construction",
    r"\bstd::(function|mutex|condition_variable|shared_ptr)\b": "nothing that locks or allocates implicitly",
    r"\bstd::(cout|cerr|clog)\b|\bprintf\b": "libraries do not print",
    r"\bstd::chrono::\w*_clock\b|\bclock_gettime\b|\brdtscp?\b": "time is handed in",
    r"\b(getenv|setenv)\b": "libraries do not read the environment",
    r"\bstd::(rand|random_device|mt19937)\b": "randomness is seeded and handed in",
    r"\b__builtin_prefetch\b": "prefetch_for_write: compilers delete calls that only prefetch",
}

# (library or file prefix, token pattern): each exception has its reason.
ALLOWED = [
    ("hotpath/core/assert.cpp", r"printf"),  # an assertion prints before it aborts
    ("hotpath/core/prefetch.hpp", r"__builtin_prefetch"),  # the place where it is kept from being deleted
    ("hotpath/timing/", r"clock_gettime|_clock|rdtscp?|double"),  # the one library that reads clocks; calibration is set-up
    ("hotpath/strategy/", r"double"),  # a strategy's mathematics (docs/ARCHITECTURE.md, principle 4)
    ("hotpath/journal/memory_storage", r"shared_ptr"),  # a disk for tests: a file outlives its name
    ("hotpath/journal/", r"new"),  # set-up alone: constructors that only open() may call
    ("hotpath/core/random.hpp", r"double"),  # unit_double, for simulations only
]

LONG = re.compile(r"// long: \S+ \S+ .*\.$")  # why a class is in one file of more lines: a sentence
CLASS_LINES_MAX = 600
LINES_MAX = {"header": 400, "source": 500, "test": 600, "readme": 120}
README_HEADINGS = ["What it is", "What it is not", "Example", "Guarantees", "Files", "Depends on"]
BANNED_NAMES = re.compile(r"\b(?:class|struct|enum class)\s+\w*(Manager|Helper|Util|Utils|Impl|Processor)\b")
MACROS_MAX = 5
INCLUDE_ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", re.M)
BANNED_PROSE = re.compile(r"\b(anew|of its own|of their own|to be had|stands behind|as it likes|[Tt]he (?:third|fourth|fifth) seed)\b|^\s*//+ Of ")
BANNED_ACTORS = re.compile(r"nobody|whoever", re.I)  # in names, too: SilentConnectionsLockNoClientOut
OPTION_CALL = re.compile(r"(?:\.|->)\s*add_option(?:_function|_no_stream)?\s*[<(]")


LAYERS = ("by_hand", "capture", "config", "feed", "login", "numbers", "recorded", "sim", "store", "trader", "venue", "words")  # of protocols/, each a library and a row of the table; the rest is on the wire
COLD_LAYERS = {f"protocols_{part}" for part in ("by_hand", "capture", "config", "login", "recorded", "sim", "words")}  # of libraries that are cold
# The words of FIX, iLink 3 and MDP 3.0 are in hotpath/protocols and in tests alone.
WITH_PROTOCOL_WORDS = "hotpath/protocols/"
PROTOCOL_WORDS = re.compile(r"(?i:ilink)|[mM]dp3|MDP\b|\bFIX\b|\bfix(?:::|_\w|/)|\bFix[A-Z]\w*|\bkFix[A-Z]\w*")
INSTANTIATIONS = ("hotpath/feed/line_arbiter.cpp", "hotpath/feed/gap_requests.cpp")  # templates, compiled once for each protocol's packets
ORDER_ENTRY = re.compile(r"hotpath/protocols/(nasdaq/ouch50|fix|cme/ilink3)/")


def without_comments(text):
    """The code alone, line numbers kept: comments and the insides of string literals become blanks."""
    blank = lambda m: re.sub(r"[^\n]", " ", m.group())
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    keep_include = lambda m: m.group() if m.group().startswith('"') and m.group().endswith('.hpp"') else blank(m)
    return re.sub(pattern, keep_include, text, flags=re.S)


def include_table(document):
    """The libraries that each library of hotpath/ may include, besides itself, from docs/ARCHITECTURE.md's table."""
    return {library: set(re.findall(r"\w+", others)) for library, others in INCLUDE_ROW.findall(document)}


def library_of(parts):
    """The library of a path, in parts, and its row of the include table: each layer of hotpath/protocols is one."""
    if parts[1] == "protocols":
        of_traders = "trader" if parts[2] == "all.hpp" else ""
        return next((f"protocols_{part}" for part in (of_traders, *parts[2:-1]) if part in LAYERS), "protocols")
    return "exchange_server" if parts[1:3] == ("exchange", "server") else parts[1]


def is_venue_core(relative):
    """Orders, market and days of the venue, and the exchange itself; desks, ports and publishers are folders of their own."""
    return relative.parts[1] == "exchange" and (len(relative.parts) == 3 or relative.parts[2] in ("orders", "market", "day"))


def kind_of(path):
    if path.name.endswith(("_test.cpp", "_fuzz.cpp")) or "tests" in path.parts:
        return "test"
    return "header" if path.suffix == ".hpp" else "source"


class Tidy:
    def __init__(self, root):
        self.root = root
        self.include_table = include_table((root / "docs" / "ARCHITECTURE.md").read_text())
        self.violations = []

    def report(self, path, line, rule, what):
        self.violations.append(f"{path.relative_to(self.root)}:{line}: {rule}: {what}")

    def code_files(self):
        for folder in ("hotpath", "apps", "bench", "lab", "tests", "python"):
            for suffix in ("*.hpp", "*.cpp"):
                yield from sorted((self.root / folder).rglob(suffix))

    def run(self):
        macros = []
        for path in self.code_files():
            text = path.read_text()
            code = without_comments(text)
            self.check_includes(path, code)
            self.check_own_header(path, code)
            self.check_size(path, text)
            self.check_header_comment(path, text)
            self.check_tokens(path, code)
            self.check_names(path, text, code)
            self.check_options(path, code)
            self.check_actors(path, text)
            self.check_protocols(path, text)
            self.check_products(path, code)
            if kind_of(path) != "test":
                self.check_prose(path, text)
            macros += [(path, m) for m in re.findall(r"^#define\s+(\w+)", code, re.M)]
        self.check_macros(macros)
        for document in [*self.root.glob("*.md"), *self.root.glob("docs/**/*.md"), *self.root.glob("hotpath/**/*.md"),
                         *self.root.glob("python/*.md")]:
            self.check_actors(document, document.read_text())
            self.check_prose(document, document.read_text())
        self.check_readmes()
        return self.violations

    def check_includes(self, path, code):
        relative = path.relative_to(self.root)
        if relative.parts[0] != "hotpath" or kind_of(path) == "test":
            return
        library = library_of(relative.parts)
        if library not in self.include_table:
            self.report(path, 1, "include table", f"library {library} has no row in docs/ARCHITECTURE.md")
            return
        allowed = {library, *self.include_table[library]}
        for number, line in enumerate(code.splitlines(), 1):
            match = re.match(r'\s*#include\s+"([^"]+)"', line)
            if not match:
                continue
            parts = tuple(match.group(1).split("/"))
            if parts[0] != "hotpath" or len(parts) < 3:
                self.report(path, number, "include table", f'"{match.group(1)}" is not "hotpath/<library>/..."')
            elif library_of(parts) not in allowed:
                self.report(path, number, "include table", f"{library} may not include {library_of(parts)}")
            elif is_venue_core(relative) and (entry := ORDER_ENTRY.match(match.group(1))):
                self.report(path, number, "include table", f"the venue's core speaks its own words, not those of {entry.group(1)}: a desk translates")

    def check_products(self, path, code):
        """What is installed includes neither measurements nor studies, and the Python module no part of the program."""
        relative = path.relative_to(self.root)
        if relative.parts[0] not in ("hotpath", "apps", "python") or kind_of(path) == "test":
            return
        foreign = ("bench/", "lab/") + (("apps/", "hotpath/app/") if relative.parts[0] == "python" else ())
        for match in re.finditer(r'#include\s+"([^"]+)"', code):
            if match.group(1).startswith(foreign):
                line = code[: match.start()].count("\n") + 1
                self.report(path, line, "product", f'{relative.parts[0]} may not include "{match.group(1)}"')

    def check_protocols(self, path, text):
        """A protocol is a folder: nothing else knows its words, in comments neither."""
        relative = path.relative_to(self.root)
        if relative.parts[0] not in ("hotpath", "apps") or kind_of(path) == "test" or str(relative).startswith(WITH_PROTOCOL_WORDS):
            return
        for number, line in enumerate(text.splitlines(), 1):
            found = PROTOCOL_WORDS.search(line)
            if found and str(relative) not in INSTANTIATIONS:
                self.report(path, number, "protocol", f"{found.group()} is a word of hotpath/protocols alone")

    def check_own_header(self, path, code):
        """A source that includes its own header first proves that the header compiles alone."""
        if path.suffix != ".cpp" or kind_of(path) == "test" or not path.with_suffix(".hpp").exists():
            return
        first = re.search(r'^\s*#\s*include\s+[<"]([^">]+)[">]', code, re.M)
        if not first or not str(path.with_suffix(".hpp")).endswith("/" + first.group(1)):
            self.report(path, 1, "own header", f"the first #include is {path.stem}.hpp")

    def check_size(self, path, text):
        if "generated" in path.parts:  # by a tool, which has the limit
            return
        lines = text.count("\n")
        limit = LINES_MAX[kind_of(path)]
        reasons = [number for number, line in enumerate(text.splitlines(), 1) if LONG.match(line)]
        if limit < lines <= CLASS_LINES_MAX and len(reasons) == 1:
            return
        if lines > limit:
            self.report(path, lines, "size", f"{lines} lines, at most {limit}, or {CLASS_LINES_MAX} with a line // long: and the reason")
        for number in reasons:
            self.report(path, number, "size", f"{lines} lines need no reason, and more than {CLASS_LINES_MAX} have none" if len(reasons) == 1 else "one reason is enough")

    def check_header_comment(self, path, text):
        if path.suffix != ".hpp":
            return
        lines = text.splitlines()
        if not lines or lines[0] != "#pragma once":
            self.report(path, 1, "header comment", "the first line is #pragma once")
            return
        comment = 0
        while comment + 1 < len(lines) and lines[comment + 1].startswith("///"):
            comment += 1
        if comment < 3:
            self.report(path, 2, "header comment", f"{comment} lines of /// after #pragma once, at least 3")

    def check_tokens(self, path, code):
        relative = path.relative_to(self.root)
        if relative.parts[0] != "hotpath" or kind_of(path) == "test":
            return
        if relative.parts[1] not in HOT_LIBRARIES or library_of(relative.parts) in COLD_LAYERS:
            return
        exceptions = [pattern for prefix, pattern in ALLOWED if str(relative).startswith(prefix)]
        for number, line in enumerate(code.splitlines(), 1):
            for token, why in BANNED_TOKENS.items():
                found = re.search(token, line)
                if found and not any(re.search(pattern, found.group()) for pattern in exceptions):
                    self.report(path, number, "banned token", f"{found.group().strip()}: {why}")

    def check_names(self, path, text, code):
        for number, line in enumerate(code.splitlines(), 1):
            found = BANNED_NAMES.search(line)
            if found:
                self.report(path, number, "name", f"{found.group(1)} is not descriptive: see docs/reference/GLOSSARY.md")
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r"\b(TODO|FIXME|XXX)\b", line):
                self.report(path, number, "unfinished", "an issue, not a comment, holds what is left to do")

    def check_options(self, path, code):
        """command_options.hpp declares every option: kinds, ranges and empty values are checked there."""
        relative = path.relative_to(self.root)
        if relative.parts[0] not in ("apps", "lab") or kind_of(path) == "test" or path.stem == "command_options":
            return
        for match in OPTION_CALL.finditer(code):
            line = code[: match.start()].count("\n") + 1
            self.report(path, line, "option", "declare it with a function of command_options.hpp")

    def check_prose(self, path, text):
        """Words that a native reader must decode, in what is not a test: comments, texts and documents."""
        relative = path.relative_to(self.root)
        if relative.parts[0] in ("bench", "tests") or relative.name in ("GOALS.md", "CHANGELOG.md"):
            return
        for number, line in enumerate(text.splitlines(), 1):
            found = BANNED_PROSE.search(line)
            if found:
                self.report(path, number, "prose", f'"{found.group().strip()}": say it in plain words, the subject first')

    def check_actors(self, path, text):
        """The client, session, order or process that does a thing, in tests and their names, too."""
        for number, line in enumerate(text.splitlines(), 1):
            found = BANNED_ACTORS.search(line)
            if found:
                self.report(path, number, "prose", f'"{found.group()}": name the client, session, order or process')

    def check_macros(self, macros):
        names = {name for _, name in macros}  # one that is defined in two ways is one
        if len(names) > MACROS_MAX:
            path, name = macros[-1]
            self.report(path, 1, "macros", f"{len(names)} macros, at most {MACROS_MAX}; the last is {name}")
        for path, name in macros:
            if not name.startswith("HOTPATH_"):
                self.report(path, 1, "macros", f"{name} is not HOTPATH_UPPER")

    def check_readmes(self):
        libraries = [library for library in sorted((self.root / "hotpath").iterdir()) if library.is_dir()]
        for library in [*libraries, *filter(Path.is_dir, [self.root / "python"])]:
            readme = library / "README.md"
            if not readme.exists():
                self.report(readme, 1, "readme", "every library has a page")
                continue
            text = readme.read_text()
            if text.count("\n") > LINES_MAX["readme"]:
                self.report(readme, text.count("\n"), "size", f"a library README has at most {LINES_MAX['readme']} lines")
            headings = re.findall(r"^## (.+)$", text, re.M)
            if headings != README_HEADINGS:
                self.report(readme, 1, "readme", f"headings are {README_HEADINGS}, found {headings}")


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    violations = Tidy(root).run()
    print("\n".join(violations) if violations else "tidy: every house rule holds")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
