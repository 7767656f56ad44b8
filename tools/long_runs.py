#!/usr/bin/env python3
"""Long runs of tests, in portions that add up: an interrupted run goes on where it was, and each sum says which code it is of.

    tools/long_runs.py run [OPTIONS] NAME...                      portions of each in turn, until its target or the time is reached;
                                                                  OPTIONS: --minutes N, --portions N, --cores N for fuzz targets
    tools/long_runs.py builds NAME...                             PRESET TARGET lines: what these need built
    tools/long_runs.py list                                       each run, what it has reached and what it is of
    tools/long_runs.py [--check]                                  writes the table of evidence/README.md; --check: exits 1 when it differs

evidence/long/NAME.json has the sums: portions in a row of the same code, commit and host are one entry. A portion that fails is not
counted; its output stays in build/long/, in the file that the last line names. The sources of a run are those of tools/measured_sources.py: what its entries include.
A sum counts for the code as it is while the sources are the same; after a change the table says so, or --check fails."""

import argparse
import concurrent.futures
import dataclasses
import datetime
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import evidence
import measured_sources
import results

ROOT = evidence.ROOT
FOLDER = evidence.FOLDER / "long"
PAGE = evidence.FOLDER / "README.md"
LOGS = ROOT / "build" / "long"
RELEASE = ROOT / "build" / "release" / "bin"
FUZZ = ROOT / "build" / "fuzz"
FUZZ_SECONDS = 60  # of a portion
SHORT_INPUT = 256  # bytes
WORLDS = 1_000  # of a portion


@dataclasses.dataclass(frozen=True)
class Subject:
    """What runs, and how its output is counted."""
    unit: str
    target: int  # of each row
    entries: tuple  # of its sources
    builds: tuple  # preset, target
    command: object  # number of the portion, from 1: arguments and environment
    counts: object  # output: {row: how many}; empty when it cannot be read


def counts_of_queues(output):
    """`hotpath-stress`: a queue's name, its forms, PASSED and what was sent; a queue may come again with more forms."""
    counts, queue = {}, ""
    for line in output.splitlines():
        if re.fullmatch(r"[a-z]\w*", line):
            queue = line
        elif passed := re.match(r"  PASSED +(\d+) ", line):
            counts[queue] = counts.get(queue, 0) + int(passed.group(1))
    return counts


def counts_of_ends(output):
    """The crash test of the journal: WORDS: N ends."""
    return {words: int(number) for words, number in re.findall(r"^([a-z][^:\n]*): (\d+) ends\b", output, re.M)}


def counts_of_fix(output):
    """The crash test of FIX sessions: ROLE by MODE: N kills."""
    return {words: int(number) for words, number in re.findall(r"^(\w+ by [^:\n]+): (\d+) kills ", output, re.M)}


def counts_of_fix_peers(output):
    """The test with QuickFIX/J and Artio: TEST: FACTS, with its faults among them."""
    return {words: int(number) for words, number in re.findall(r"^(test_\w+): .*?\b(\d+) faults\b", output, re.M)}


def counts_of_kills(output):
    """The crash test of shared memory: a creator, or a writer and a reader."""
    counts = {words: int(number) for words, number in re.findall(r"^([a-z]\w*): killed (\d+),", output, re.M)}
    for words, writers, readers in re.findall(r"^([a-z]\w*): writer killed (\d+) \([^)]*\), reader killed (\d+) ", output, re.M):
        counts[words] = int(writers) + int(readers)
    return counts


def counts_of_venue(output):
    """One line of kills for each mode and way to commit, after the line that replays it."""
    kills = re.findall(r"VenueKills\w*\.UnderLoad\w+(?:/(?:sync_)?(\w+))?\s+kills (\d+),", output)
    return {way or "memory": int(number) for way, number in kills}


def counts_of_line(row, line):
    """The number in a line that a test prints at its end, when the test has passed."""
    def counts(output):
        said = re.search(rf"^{line}.*^\[  PASSED  \] 1 test", output, re.M | re.S)
        return {row: int(said.group(1))} if said else {}
    return counts


counts_of_soak = counts_of_line("seconds", r"soak: (\d+) seconds, ")
counts_of_trader = counts_of_line("kills", r"trader: killed (\d+) times ")


def counts_of_worlds(output):
    """Worlds without a finding: with one, `hotpath sim` exits with 1."""
    return {"worlds": WORLDS} if re.search(r" ms a seed$", output, re.M) else {}


def counts_of_fuzzing(output):
    done = re.search(r"^Done (\d+) runs in ", output, re.M)
    return {"executions": int(done.group(1))} if done else {}


def counts_of_passed(row, number):
    """Tests whose long forms have so many each."""
    def counts(output):
        passed = re.search(r"^\[  PASSED  \] ([1-9]\d*) test", output, re.M)
        return {row: number * int(passed.group(1))} if passed else {}
    return counts


def program(name, *arguments, **environment):
    return [str(RELEASE / name), *map(str, arguments)], {key: str(value) for key, value in environment.items()}


def fuzz_command(target):
    """Seven portions of eight are of short inputs, which are tried many times as often; the eighth of inputs of any length."""
    def command(number):
        corpus = FUZZ / "corpus" / target
        corpus.mkdir(parents=True, exist_ok=True)
        (FUZZ / "crashes").mkdir(exist_ok=True)
        lengths = [f"-max_len={SHORT_INPUT}"] if number % 8 else []
        return [str(FUZZ / "bin" / target), *lengths, f"-max_total_time={FUZZ_SECONDS}", f"-seed={number}", "-timeout=10", "-rss_limit_mb=2048", "-reload=10",
                f"-artifact_prefix={FUZZ / 'crashes'}/{target}-", str(corpus)], {"ASAN_OPTIONS": "malloc_context_size=1"}
    return command


def fix_peers_command(number):
    arguments = ["tests/fix_peers/fix_peers_test.py", RELEASE / "hotpath", RELEASE / "fix_end", "build/peers/fix", "build/fix/spec"]
    return [sys.executable, *map(str, arguments)], {"HOTPATH_SEED": str(number), "HOTPATH_FIX_ROUNDS": "10"}


def release(*targets):
    return tuple(("release", target) for target in targets)


def crash_entries(name):
    return f"tests/crash/{name}.cpp", "tests/crash/"


def gtest(name, tests, **environment):
    """Portion N is the tests with seed N."""
    return lambda number: program(name, "--gtest_brief=1", f"--gtest_filter={tests}", HOTPATH_SEED=number, **environment)


JOURNAL = crash_entries("journal_crash_test"), release("journal_crash_test", "journal_crash_worker")
SUBJECTS = {
    "queues": Subject("messages", 10**9, ("tests/stress/",), release("hotpath-stress"),
                      lambda number: program("hotpath-stress", "--long", "--seed", number), counts_of_queues),
    "kills-shm": Subject("kills", 1_000, crash_entries("crash_test"), release("crash_test", "crash_worker"),
                         gtest("crash_test", "*", HOTPATH_KILLS=50), counts_of_kills),
    "kills-journal": Subject("kills", 1_000, *JOURNAL, gtest("journal_crash_test", "*Killed*", HOTPATH_KILLS=50), counts_of_ends),
    "power-cuts": Subject("power cuts", 200, *JOURNAL, gtest("journal_crash_test", "*WithoutPower*", HOTPATH_POWER_CUTS=10), counts_of_ends),
    "kills-fix": Subject("kills", 1_000, crash_entries("fix_crash_test"), release("fix_crash_test", "fix_crash_worker"),
                         gtest("fix_crash_test", "*", HOTPATH_KILLS=50), counts_of_fix),
    "fix-peers": Subject("faults", 100, ("tests/fix_peers/", "apps/hotpath/exchange/"), (("peers", "fix"), *release("hotpath", "fix_end")),
                         fix_peers_command, counts_of_fix_peers),
    "kills-venue": Subject("kills", 1_000, ("tests/venue/venue_crash_test.cpp", "apps/hotpath/exchange/"),
                           release("venue_crash_test", "hotpath"),
                           gtest("venue_crash_test", "*UnderLoad*/sync*", HOTPATH_KILLS=25), counts_of_venue),
    "kills-venue-unsynced": Subject("kills", 1_000, ("tests/venue/venue_crash_test.cpp", "apps/hotpath/exchange/"),
                                    release("venue_crash_test", "hotpath"),
                                    gtest("venue_crash_test", "*UnderLoad*/pagecache*:*InMemory.UnderLoad*", HOTPATH_KILLS=25), counts_of_venue),
    "kills-trader": Subject("kills", 1_000, ("tests/venue/trader_crash_test.cpp", "apps/hotpath/exchange/", "apps/hotpath/trade/"),
                            release("trader_crash_test", "hotpath"), gtest("trader_crash_test", "*", HOTPATH_KILLS=25), counts_of_trader),
    "soak": Subject("seconds", 3_600, ("tests/venue/soak_test.cpp", "apps/hotpath/exchange/", "apps/hotpath/trade/"),
                    release("soak_test", "hotpath"), gtest("soak_test", "*", HOTPATH_SOAK_SECONDS=600), counts_of_soak),
    "twins-books": Subject("events", 10**8, ("hotpath/book/order_books_property_test.cpp",), release("book_test"),
                           gtest("book_test", "*OrderBooksProperty.FastBooksAndTheirTwin*", HOTPATH_LONG_TESTS=1),
                           counts_of_passed("events", 20_000_000)),
    "twins-matcher": Subject("commands", 10**8, ("hotpath/match/venue_matcher_property_test.cpp",), release("match_test"),
                             gtest("match_test", "VenueMatcherProperty.RandomOperations*", HOTPATH_LONG_TESTS=1),
                             counts_of_passed("commands", 10_000_000)),
    "worlds": Subject("worlds", 100_000, ("hotpath/sim/world/",), release("hotpath"),
                      lambda number: program("hotpath", "sim", "--seed", 1 + WORLDS * (number - 1), "--seeds", WORLDS), counts_of_worlds),
}


def add_fuzz_targets(root=ROOT):
    """One subject a target: fuzz-NAME of hotpath/.../NAME_fuzz.cpp."""
    for path in sorted((root / "hotpath").rglob("*_fuzz.cpp")) + sorted((root / "apps").rglob("*_fuzz.cpp")):
        SUBJECTS[f"fuzz-{path.stem.removesuffix('_fuzz')}"] = Subject(
            "executions", 10**8, (str(path.relative_to(root)),), (("fuzz", path.stem),), fuzz_command(path.stem), counts_of_fuzzing)


add_fuzz_targets()
measured_sources.OTHERS.update({f"long/{name}": list(subject.entries) for name, subject in SUBJECTS.items()})


def digest_of(name):
    return measured_sources.digest_now(f"long/{name}")


def is_current(name, entry):
    """The sources of this entry are those of the tree, neutral changes aside."""
    return entry["sources"] == digest_of(name) or entry["sources"] in measured_sources.current_digests(f"long/{name}")


class Sums:
    """The file of one run."""

    def __init__(self, name, folder=FOLDER, is_current_entry=is_current):
        self.name = name
        self.path = folder / f"{name}.json"
        self.is_current_entry = is_current_entry
        self.entries = json.loads(self.path.read_text())["entries"] if self.path.exists() else []

    def of_now(self):
        """The entries of the code as it is."""
        return [entry for entry in self.entries if self.is_current_entry(self.name, entry)]

    @staticmethod
    def total(entries):
        sums = {}
        for entry in entries:
            for row, count in entry["counts"].items():
                sums[row] = sums.get(row, 0) + count
        return sums

    def next_portion(self):
        return 1 + sum(entry["portions"] for entry in self.of_now())

    def is_reached(self, target):
        sums = self.total(self.of_now())
        return bool(sums) and min(sums.values()) >= target

    def add(self, portion):
        """`portion` has sources, commit, host, date, seconds, counts."""
        last = self.entries[-1] if self.entries else None
        if last is not None and all(last[key] == portion[key] for key in ("sources", "commit", "host")):
            last["counts"] = self.total([last, portion])
            last["portions"] += 1
            last["seconds"] = round(last["seconds"] + portion["seconds"], 1)
            last["last"] = portion["date"]
        else:
            entry = {key: portion[key] for key in ("sources", "commit", "host", "counts", "seconds")}
            self.entries.append({"first": portion["date"], "last": portion["date"], "portions": 1, **entry})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({"run": self.name, "entries": self.entries}, indent=1) + "\n")


def host():
    return f"{os.cpu_count()} cores of {results.processor()}, Linux {os.uname().release}"


def run_portion(name, number, log):
    """The counts; None when it failed."""
    subject = SUBJECTS[name]
    arguments, environment = subject.command(number)
    LOGS.mkdir(parents=True, exist_ok=True)
    with log.open("w") as output:
        code = subprocess.run(arguments, cwd=ROOT, env=os.environ | environment, stdout=output, stderr=subprocess.STDOUT).returncode
    counts = subject.counts(log.read_text(errors="replace"))
    return counts if code == 0 and counts else None


def run_at_once(name, first, count):
    """Portions from `first` on, side by side: a log and the counts of each."""
    logs = [LOGS / f"{name}{f'.{place}' if place else ''}.log" for place in range(count)]
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(zip(logs, pool.map(run_portion, [name] * count, range(first, first + count), logs)))


def run(names, minutes, portions, cores):
    """Exits with 1 when a portion failed. A fuzz target has a portion on each of the cores."""
    until = time.monotonic() + 60 * minutes
    made = dict.fromkeys(names, 0)
    left = [name for name in names if not Sums(name).is_reached(SUBJECTS[name].target)]
    while left and time.monotonic() < until:
        for name in list(left):
            sums = Sums(name)
            begin = time.monotonic()
            at_once = cores if name.startswith("fuzz-") else 1
            ran = run_at_once(name, sums.next_portion(), at_once if portions is None else min(at_once, portions - made[name]))
            portion = {"sources": digest_of(name), "commit": results.commit(besides=["evidence"]), "host": host(),
                       "seconds": round(time.monotonic() - begin, 1), "date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}"}
            for _, counts in ran:
                if counts is not None:
                    sums.add(portion | {"counts": counts})
            if failed := [str(log.relative_to(ROOT)) for log, counts in ran if counts is None]:
                print(f"{name}: a portion FAILED: see {', '.join(failed)}")
                return 1
            made[name] += len(ran)
            print(f"{name}: {described(name, sums)}", flush=True)
            if sums.is_reached(SUBJECTS[name].target) or made[name] == portions:
                left.remove(name)
            if time.monotonic() >= until:
                break
    return 0


def described(name, sums):
    total = sums.total(sums.of_now())
    if not total:
        return "nothing of the code as it is"
    return f"{min(total.values()):,} of {SUBJECTS[name].target:,} {SUBJECTS[name].unit}" + (f" in each of {len(total)}" if len(total) > 1 else "")


def dates(entries):
    first, last = entries[0]["first"], entries[-1]["last"]
    return first if first == last else f"{first} to {last}"


def table_row(name, entries, note):
    subject = SUBJECTS[name]
    total = Sums.total(entries)
    rows = f", each of {len(total)}" if len(total) > 1 else ""
    commits = list(dict.fromkeys(entry["commit"] for entry in entries))
    commit = commits[0] if len(commits) == 1 else f"{commits[0]} to {commits[-1]}"
    portions = sum(entry["portions"] for entry in entries)
    return f"| {name} | {min(total.values()):,} of {subject.target:,} {subject.unit}{rows} | {portions:,} | {dates(entries)} | {commit} | {note} |"


def table(folder=FOLDER, is_current_entry=is_current):
    """A row for the sums of the code as it is; without any, for the newest that are of other code."""
    lines = ["", "| run | reached | portions | when | commit | sources |", "|---|---:|---:|---|---|---|"]
    missing = []
    for name in SUBJECTS:
        sums = Sums(name, folder, is_current_entry)
        current = sums.of_now()
        if current:
            lines.append(table_row(name, current, "as they are"))
        elif sums.entries:
            newest = [entry for entry in sums.entries if entry["sources"] == sums.entries[-1]["sources"]]
            lines.append(table_row(name, newest, "**changed since**"))
        else:
            missing.append(name)
    if missing:
        lines += ["", "Without a portion so far: " + ", ".join(missing) + "."]
    return "\n".join(lines) + "\n\n"


def main():
    if sys.argv[1:] in ([], ["--check"]):
        return evidence.write_between(PAGE, "long-runs", table(), sys.argv[1:] == ["--check"])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("run", "builds", "list"))
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--portions", type=int)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    arguments = parser.parse_intermixed_args()
    names = arguments.names or list(SUBJECTS)
    for name in names:
        if name not in SUBJECTS:
            parser.error(f"there is no run {name!r}; there are {', '.join(SUBJECTS)}")
    if arguments.minutes <= 0 or arguments.cores <= 0 or (arguments.portions is not None and arguments.portions <= 0):
        parser.error("--minutes, --portions and --cores must be above 0")
    if arguments.what == "builds":
        print("\n".join(sorted({" ".join(build) for name in names for build in SUBJECTS[name].builds})))
    elif arguments.what == "list":
        for name in names:
            print(f"{name}: {described(name, Sums(name))}")
    else:
        return run(names, arguments.minutes, arguments.portions, arguments.cores)
    return 0


if __name__ == "__main__":
    sys.exit(main())
