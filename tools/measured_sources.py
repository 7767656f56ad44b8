#!/usr/bin/env python3
"""Which sources a benchmark measures, and their digest: a result is stale when its sources are others now.

    tools/measured_sources.py BENCH           the digest of the sources as they are in the tree
    tools/measured_sources.py --list BENCH    those sources, one a line
    tools/measured_sources.py --stamp FILE DIGEST   writes the digest into a new result's provenance
    tools/measured_sources.py --adopt         digests of committed results that have none, from their commits, into
                                              bench/results/sources.json; afterwards no git history is needed

The sources of a benchmark are its files of ENTRIES, every header of this repository that they include, directly or not, and
the source file beside each of those headers: what is compiled into what is timed, what makes its inputs, and the floors. Not
followed is what UNMEASURED names. Comments, white space, texts for people (strings with a space in them), the names
of files and the lines that include them do not count: other words or a moved file stale nothing. Peers of other languages and the
list of pinned peers are in PEERS.

A change of a header that everything includes, and that changes no code which does not name it (one more enumerator), is in
bench/results/neutral_changes.json with its reason, oldest first: text of the file without comments, now and before. A result is current, too, when
undoing the newest of these gives its digest. What names the new word has changed as well, and is stale all the same.
A renaming of identifiers is there too: words now and before, and the folders and files in which they were renamed. It compiles to
the same instructions; undone, it must give the text that was measured, to the letter."""

import hashlib
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
ADOPTED = RESULTS / "sources.json"
NEUTRAL = RESULTS / "neutral_changes.json"

PEERS = ["bench/peers/fetch.py", "bench/peers/build-children", "bench/peers/java/", "bench/peers/java-exchange/", "bench/peers/rust/"]
ENTRIES = {
    "feed": ["bench/feed/feed_bench.cpp", "bench/peers/fetch.py"],
    "tick_to_order": ["bench/tick_to_order/tick_to_order_bench.cpp"],
    "messaging": ["bench/messaging/", *PEERS],
    "book_ladder": ["bench/book_ladder/"],
    "exchange": ["bench/exchange/", *PEERS],
    "journal": ["bench/journal/"],
    "telemetry": ["bench/telemetry/telemetry_bench.cpp"],
    "tick_to_trade": ["bench/tick_to_trade/tick_to_trade_bench.cpp"],
    "warm_path": ["bench/warm_path/warm_path_bench.cpp"],
    "pairs_ladder": ["bench/pairs_ladder/"],
    "growth": ["bench/growth/"],
    "xdp": ["bench/xdp/"],
    # The SBE tool's code comes of the schema, by the build of its peer.
    "protocols": ["bench/protocols/", "bench/peers/java-fix/", "bench/peers/quickfix.cpp", "bench/peers/quickfix_engine.cpp", "bench/peers/mdp3_reference.cpp", "hotpath/wire/mdp3/messages.xml"],
    "venue": ["bench/venue/", "apps/hotpath/exchange/run.cpp"],
    "backtest": ["bench/backtest/", "bench/peers/backtest/"],
    "python": ["python/bench/", "python/CMakeLists.txt", "python/hotpath/__init__.py", "python/src/arrow/", "python/src/data.cpp", "python/src/market/",
               "python/src/rows.cpp", "python/src/strategy/"],
}
# Of what is no benchmark, by the name that its tool gives it: tools/long_runs.py.
OTHERS = {}
FOLDERS = ("bench", "hotpath", "lab", "tests", "apps", "python")
# Prefixes of what is compiled in and not timed: how results are computed and written, and the list of benchmarks.
UNMEASURED = ("bench/runner/", "bench/benches.hpp", "python/bench/main.py", "python/bench/runner.py")

INCLUDE = re.compile(r'^\s*#\s*include\s+"((?:hotpath|bench|lab|tests|apps|python)/[^"]+)"', re.M)
INCLUDE_LINE = re.compile(r'^\s*#\s*include\s+"[^"\n]*"[^\n]*$', re.M)
# Strings and characters first: what looks like a comment inside them is none.
TOKEN = re.compile(r'(R"([^()\\\s]{0,16})\(.*?\)\2"|"(?:\\.|[^"\\\n])*"|\'(?:\\[^\n][0-9a-fA-F]*|[^\'\\\n])\')|(//[^\n]*|/\*.*?\*/)|(\s+)', re.S)
ASSERTION = re.compile(r'HOTPATH_ASSERT\((?:[^;"]|"(?:\\.|[^"\\\n])*")*\)\s*;')
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
C_LIKE = (".hpp", ".cpp", ".h", ".java", ".rs")


def without_comments(text):
    """The same program without comments, words for people (texts with a space), and white space that separates nothing."""
    text = ASSERTION.sub(lambda call: STRING.sub('" "', call.group()), text)
    kept = []

    def keep(match):
        literal = match.group(1)
        if literal and literal.startswith('"') and " " in literal:
            return "\1"
        if literal:
            kept.append(literal)
            return "\0"
        return " "

    bare = TOKEN.sub(keep, text)
    bare = re.sub(r" ?([^\w ]) ?", r"\1", re.sub(r" +", " ", bare)).strip()
    bare = re.sub("\1+", "\1", bare)  # neighbouring literals are one text
    return bare + "\n" + "\n".join(kept)


class Tree:
    """The files of the working tree, each read once."""

    @cache
    def names(self):
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *FOLDERS], cwd=ROOT,
                                capture_output=True, text=True)
        if listed.returncode == 0:
            return listed.stdout.splitlines()
        return [str(p.relative_to(ROOT)) for top in FOLDERS for p in (ROOT / top).rglob("*") if p.is_file()]

    @cache
    def text(self, name):
        path = ROOT / name
        return path.read_text(errors="replace") if path.is_file() else None

    @cache
    def included(self, name):
        return INCLUDE.findall(self.text(name))

    @cache
    def bare(self, name):
        """What counts of a file."""
        text = self.text(name)
        return without_comments(INCLUDE_LINE.sub("", text)) if name.endswith(C_LIKE) else " ".join(text.split())


TREE = Tree()


class Commit(Tree):
    """The files of one commit."""

    def __init__(self, commit):
        self.commit = commit

    def names(self):
        return git("ls-tree", "-r", "--name-only", self.commit, *FOLDERS).splitlines()

    @cache
    def text(self, name):
        shown = subprocess.run(["git", "show", f"{self.commit}:{name}"], cwd=ROOT, capture_output=True)
        return shown.stdout.decode(errors="replace") if shown.returncode == 0 else None


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def is_source(name):
    return not name.endswith("_test.cpp") and "/target/" not in name and Path(name).suffix in (*C_LIKE, ".py", ".toml", ".lock", ".xml", ".txt", "")


def entries_of(bench):
    """A technique of the laboratory, lab/NAME, has its own."""
    if bench.startswith("lab/"):
        return [f"lab/techniques/{bench.removeprefix('lab/')}/"]
    return ENTRIES.get(bench) or OTHERS.get(bench)


@cache
def sources_of(bench, tree):
    """Sorted names."""
    names = None
    found, waiting = set(), []
    for entry in entries_of(bench):
        if entry.endswith("/"):
            names = names or tree.names()
            waiting += [name for name in names if name.startswith(entry) and is_source(name)]
        else:
            waiting.append(entry)
    while waiting:
        name = waiting.pop()
        if name in found or name.startswith(UNMEASURED) or tree.text(name) is None:
            continue
        found.add(name)
        if name.endswith((".hpp", ".cpp")):
            waiting += tree.included(name)
        if name.endswith(".hpp"):
            waiting.append(name[:-4] + ".cpp")
    return sorted(found)


def before(change, name, text):
    """The text of a file before a neutral change."""
    if "words" in change:
        if name.startswith(tuple(change["in"])):
            return re.sub(r"\b(" + "|".join(change["words"]) + r")\b", lambda word: change["words"][word.group()], text)
    elif change["file"] == name:
        return text.replace(change["now"], change["before"])
    return text


def digest(bench, tree, undone=()):
    """`undone`: neutral changes to take back first."""
    def plain(name):
        bare = tree.bare(name)
        for change in reversed(undone):
            bare = before(change, name, bare)
        return bare

    each = sorted(hashlib.sha256(plain(name).encode()).hexdigest() for name in sources_of(bench, tree))
    return hashlib.sha256("".join(each).encode()).hexdigest()[:32]


@cache
def digest_now(bench):
    return digest(bench, TREE) if entries_of(bench) else None


@cache
def neutral_changes():
    return json.loads(NEUTRAL.read_text()) if NEUTRAL.exists() else []


@cache
def current_digests(bench):
    """Of the sources as they are, and with the newest neutral changes undone, one by one."""
    if not entries_of(bench):
        return set()
    changes = neutral_changes()
    return {digest_now(bench)} | {digest(bench, TREE, tuple(changes[first:])) for first in range(len(changes))}


@cache
def adopted():
    return json.loads(ADOPTED.read_text()) if ADOPTED.exists() else {}


def provenance_of(lines):
    return next(line for line in lines if line.get("record") == "provenance")


def key_of(path):
    return str(path.relative_to(RESULTS))


def why_stale(path, provenance):
    """Words, or an empty string of a result that is of the sources as they are."""
    if provenance["dirty"]:
        return "measured with uncommitted changes"
    measured = provenance.get("sources") or adopted().get(key_of(path))
    if measured is None:
        return "its measured sources are not known"
    return "" if measured in current_digests(provenance["bench"]) else "its measured sources have changed since"


def results():
    return sorted(path for path in RESULTS.glob("*/*/*.json"))


def adopt():
    known = dict(adopted())
    for path in results():
        provenance = provenance_of(json.loads(path.read_text()))
        if "sources" in provenance or key_of(path) in known or provenance["bench"] not in ENTRIES:
            continue
        if subprocess.run(["git", "cat-file", "-e", provenance["commit"]], cwd=ROOT, capture_output=True).returncode != 0:
            print(f"{key_of(path)}: commit {provenance['commit']} is not in this history: left without a digest")
            continue
        known[key_of(path)] = digest(provenance["bench"], Commit(provenance["commit"]))
    ADOPTED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
    print(f"{ADOPTED.relative_to(ROOT)}: {len(known)} digests")


def stamp(path, value):
    lines = json.loads(path.read_text())
    provenance_of(lines)["sources"] = value
    path.write_text(json.dumps(lines, indent=1) + "\n")


def main():
    arguments = sys.argv[1:]
    if arguments == ["--adopt"]:
        adopt()
    elif len(arguments) == 3 and arguments[0] == "--stamp":
        stamp(Path(arguments[1]).resolve(), arguments[2])
    elif len(arguments) == 2 and arguments[0] == "--list" and arguments[1] in ENTRIES:
        print("\n".join(sources_of(arguments[1], TREE)))
    elif len(arguments) == 1 and arguments[0] in ENTRIES:
        print(digest_now(arguments[0]))
    else:
        sys.exit(f"{__doc__}\nBENCH is one of {', '.join(ENTRIES)}.")


if __name__ == "__main__":
    main()
