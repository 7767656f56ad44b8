#!/usr/bin/env python3
"""Long runs of tests, in portions that add up: an interrupted run goes on where it was.

    tools/long_runs.py run [OPTIONS] NAME...    portions of each in turn until the time is over; without names of those that have not reached
                                                their aim, or whose part has changed since they ran last.
                                                OPTIONS: --minutes N, --portions N, --cores N for fuzz targets
    tools/long_runs.py builds NAME...           PRESET TARGET lines: what these need built
    tools/long_runs.py list                     each run, what it has reached, and the last change of its part
    tools/long_runs.py                          writes the table of evidence/README.md

evidence/long_runs.tsv has the sums, which go on when the code changes: the table says which commit changed the part under test last, as Git
knows it. A portion that fails is not counted; its output stays in build/long/, in the file that the last line names."""

import argparse
import concurrent.futures
import dataclasses
import os
import re
import subprocess
import sys
import time

import pages

ROOT = pages.ROOT
FILE = ROOT / "evidence" / "long_runs.tsv"
PAGE = "evidence/README.md"
LOGS = ROOT / "build" / "long"
RELEASE = ROOT / "build" / "release" / "bin"
FUZZ = ROOT / "build" / "fuzz"
FUZZ_SECONDS = 60  # of a portion
SHORT_INPUT = 256  # bytes
FUZZ_SANITIZER = (  # freed memory is soon given again: a whole server touches few new pages
    "malloc_context_size=1:quarantine_size_mb=8:max_malloc_fill_size=0:allocator_release_to_os_interval_ms=-1")
WORLDS = 1_000  # of a portion


@dataclasses.dataclass(frozen=True)
class Run:
    """What runs, how its output is counted, and the folders of the part that it is about."""
    unit: str
    aim: int  # of each row
    part: tuple
    builds: tuple  # preset, target
    command: object  # number of the portion, from 1: arguments and environment
    counts: object  # output: {row: how many}; empty when it cannot be read


def counter(pattern, times=1, unnamed=""):
    """Counts by the groups `row` and `n` of every match, and `m` where there is one; a pattern without `n` counts one."""
    def counts(output):
        sums = {}
        for found in re.finditer(pattern, output, re.M):
            of = found.groupdict()
            row = of.get("row") or unnamed
            sums[row] = sums.get(row, 0) + times * (int(of.get("n") or 1) + int(of.get("m") or 0))
        return sums
    return counts


PASSED = r"(?s:.*)^\[  PASSED  \] 1 test"
COUNTS = {
    "queues": counter(r"^(?P<row>[a-z]\w*)\n(?:  (?!PASSED|FAILED).*\n)*  PASSED +(?P<n>\d+) "),
    "shm": counter(r"^(?P<row>[a-z]\w*): (?:writer )?killed (?P<n>\d+)(?:,| \([^)]*\), reader killed (?P<m>\d+) )"),
    "journal": counter(r"^(?P<row>[a-z][^:\n]*): (?P<n>\d+) ends\b"),
    "fix": counter(r"^(?P<row>\w+ by [^:\n]+): (?P<n>\d+) kills "),
    "fix-peers": counter(r"^(?P<row>test_\w+): .*?\b(?P<n>\d+) faults\b"),
    "venue": counter(r"VenueKills\w*\.UnderLoad[A-Za-z]+(?:/(?:sync_)?(?P<row>\w+))?\s+kills (?P<n>\d+),", unnamed="memory"),
    "trader": counter(r"^trader: killed (?P<n>\d+) times " + PASSED),
    "soak": counter(r"^soak: (?P<n>\d+) seconds, " + PASSED),
    "worlds": counter(r" ms a seed$", WORLDS),  # with a finding, `hotpath sim` exits with 1
    "books": counter(r"^\[  PASSED  \] (?P<n>[1-9]\d*) test", 20_000_000),
    "matcher": counter(r"^\[  PASSED  \] (?P<n>[1-9]\d*) test", 10_000_000),
    "fuzz": counter(r"^Done (?P<n>\d+) runs in "),
}


def program(name, *arguments, **environment):
    return [str(RELEASE / name), *map(str, arguments)], {key: str(value) for key, value in environment.items()}


def gtest(name, tests, **environment):
    """Portion N is the tests with seed N."""
    return lambda number: program(name, "--gtest_brief=1", f"--gtest_filter={tests}", HOTPATH_SEED=number, **environment)


def fuzz_command(target):
    """Seven portions of eight are of short inputs, which are tried many times as often; the eighth of inputs of any length."""
    def command(number):
        corpus = FUZZ / "corpus" / target
        corpus.mkdir(parents=True, exist_ok=True)
        (FUZZ / "crashes").mkdir(exist_ok=True)
        lengths = [f"-max_len={SHORT_INPUT}"] if number % 8 else []
        return [str(FUZZ / "bin" / target), *lengths, f"-max_total_time={FUZZ_SECONDS}", f"-seed={number}", "-timeout=10", "-rss_limit_mb=2048", "-reload=10",
                f"-artifact_prefix={FUZZ / 'crashes'}/{target}-", str(corpus)], {"ASAN_OPTIONS": FUZZ_SANITIZER}
    return command


def fix_peers_command(number):
    arguments = ["tests/fix_peers/fix_peers_test.py", RELEASE / "hotpath", RELEASE / "fix_end", "build/peers/fix", "build/fix/spec"]
    return [sys.executable, *map(str, arguments)], {"HOTPATH_SEED": str(number), "HOTPATH_FIX_ROUNDS": "10"}


def release(*targets):
    return tuple(("release", target) for target in targets)


JOURNAL = ("hotpath/journal", "tests/crash"), release("journal_crash_test", "journal_crash_worker")
FIX = ("hotpath/protocols/fix",)
VENUE = ("hotpath/exchange", "hotpath/match", "hotpath/journal", "apps/hotpath/exchange", "tests/venue")
VENUE_TEST = release("venue_crash_test", "hotpath")
TRADER = (*VENUE, "hotpath/trader", "hotpath/gateway", "hotpath/feed", "hotpath/oms", "hotpath/risk", "hotpath/live", "hotpath/process",
          "apps/hotpath/trade")
RUNS = {
    "queues": Run("messages", 10**9, ("hotpath/queue", "hotpath/shm", "tests/stress"), release("hotpath-stress"),
                  lambda number: program("hotpath-stress", "--long", "--seed", number), COUNTS["queues"]),
    "kills-shm": Run("kills", 1_000, ("hotpath/shm", "hotpath/queue", "tests/crash"), release("crash_test", "crash_worker"),
                     gtest("crash_test", "*", HOTPATH_KILLS=50), COUNTS["shm"]),
    "kills-journal": Run("kills", 1_000, *JOURNAL, gtest("journal_crash_test", "*Killed*", HOTPATH_KILLS=50), COUNTS["journal"]),
    "power-cuts": Run("power cuts", 200, *JOURNAL, gtest("journal_crash_test", "*WithoutPower*", HOTPATH_POWER_CUTS=10), COUNTS["journal"]),
    "kills-fix": Run("kills", 1_000, (*FIX, "hotpath/journal", "tests/crash"), release("fix_crash_test", "fix_crash_worker"),
                     gtest("fix_crash_test", "*", HOTPATH_KILLS=50), COUNTS["fix"]),
    "fix-peers": Run("faults", 100, (*FIX, "hotpath/exchange", "apps/hotpath/exchange", "tests/fix_peers"),
                     (("peers", "fix"), *release("hotpath", "fix_end")), fix_peers_command, COUNTS["fix-peers"]),
    "kills-venue": Run("kills", 1_000, VENUE, VENUE_TEST, gtest("venue_crash_test", "*UnderLoad*/sync*", HOTPATH_KILLS=25), COUNTS["venue"]),
    "kills-venue-unsynced": Run("kills", 1_000, VENUE, VENUE_TEST,
                                gtest("venue_crash_test", "*UnderLoad*/pagecache*:*InMemory.UnderLoad*", HOTPATH_KILLS=25), COUNTS["venue"]),
    "kills-trader": Run("kills", 1_000, TRADER, release("trader_crash_test", "hotpath"), gtest("trader_crash_test", "*", HOTPATH_KILLS=25),
                        COUNTS["trader"]),
    "soak": Run("seconds", 3_600, TRADER, release("soak_test", "hotpath"), gtest("soak_test", "*", HOTPATH_SOAK_SECONDS=600), COUNTS["soak"]),
    "twins-books": Run("events", 10**8, ("hotpath/book",), release("book_test"),
                       gtest("book_test", "*OrderBooksProperty.FastBooksAndTheirTwin*", HOTPATH_LONG_TESTS=1), COUNTS["books"]),
    "twins-matcher": Run("commands", 10**8, ("hotpath/match",), release("match_test"),
                         gtest("match_test", "VenueMatcherProperty.RandomOperations*", HOTPATH_LONG_TESTS=1), COUNTS["matcher"]),
    "worlds": Run("worlds", 100_000, ("hotpath/sim", "hotpath/exchange", "hotpath/trader"), release("hotpath"),
                  lambda number: program("hotpath", "sim", "--seed", 1 + WORLDS * (number - 1), "--seeds", WORLDS), COUNTS["worlds"]),
}
for path in sorted((ROOT / "hotpath").rglob("*_fuzz.cpp")) + sorted((ROOT / "apps").rglob("*_fuzz.cpp")):
    RUNS[f"fuzz-{path.stem.removesuffix('_fuzz')}"] = Run("executions", 10**8, (str(path.parent.relative_to(ROOT)),), (("fuzz", path.stem),),
                                                          fuzz_command(path.stem), COUNTS["fuzz"])

NO_PART = (":(exclude)*.md", ":(exclude)*CMakeLists.txt", ":(exclude)hotpath/*_test.cpp")  # what may change without a change of what runs
COLUMNS = ("run", "row", "count", "unit", "portions", "first commit", "last commit", "last date")


class Sums:
    """The file of the sums: by run and row, a dictionary of the columns."""

    def __init__(self, file=None):
        self.file = file or FILE
        lines = self.file.read_text().splitlines()[1:] if self.file.exists() else []
        self.rows = {(of["run"], of["row"]): of for of in (dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines)}

    def of(self, name):
        return [of for (run, _), of in self.rows.items() if run == name]

    def reached(self, name):
        """Of the row that has the least."""
        return min((int(of["count"]) for of in self.of(name)), default=0)

    def next_portion(self, name):
        return 1 + max((int(of["portions"]) for of in self.of(name)), default=0)

    def add(self, name, counts, commit, date):
        portion = self.next_portion(name)
        for row, count in counts.items():
            of = self.rows.setdefault((name, row), {"run": name, "row": row, "count": 0, "unit": RUNS[name].unit, "first commit": commit})
            of.update({"count": int(of["count"]) + count, "portions": portion, "last commit": commit, "last date": date})
        lines = ["\t".join(str(of[column]) for column in COLUMNS) for of in self.rows.values()]
        self.file.write_text("\n".join(["\t".join(COLUMNS), *lines]) + "\n")


def changed_last(name, after=""):
    """The commit that changed the run's part last, and its day; empty where Git does not know, or it was not after that commit."""
    if pages.git("rev-parse", "--is-shallow-repository") != "false":
        return ""
    return pages.git("log", "-1", "--format=%h %cs", "--abbrev=12", f"{after}..HEAD" if after else "HEAD", "--", *RUNS[name].part, *NO_PART)


def has_changed(name, sums):
    """The part was changed after the commit that ran last."""
    rows = sums.of(name)
    return bool(rows) and bool(changed_last(name, rows[0]["last commit"].removesuffix("-dirty")))


def run_portion(name, number, log):
    """The counts; None when it failed."""
    arguments, environment = RUNS[name].command(number)
    LOGS.mkdir(parents=True, exist_ok=True)
    with log.open("w") as output:
        code = subprocess.run(arguments, cwd=ROOT, env=os.environ | environment, stdout=output, stderr=subprocess.STDOUT).returncode
    counts = RUNS[name].counts(log.read_text(errors="replace"))
    return counts if code == 0 and counts else None


def run_at_once(name, first, count):
    """Portions from `first` on, side by side: a log and the counts of each."""
    logs = [LOGS / f"{name}{f'.{place}' if place else ''}.log" for place in range(count)]
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(zip(logs, pool.map(run_portion, [name] * count, range(first, first + count), logs)))


def run(names, minutes, portions, cores):
    """Exits with 1 when a portion failed. A fuzz target has a portion on each of the cores."""
    until = time.monotonic() + 60 * minutes
    sums = Sums()
    left = list(names) or [name for name in RUNS if sums.reached(name) < RUNS[name].aim or has_changed(name, sums)]
    made = dict.fromkeys(left, 0)
    while left and time.monotonic() < until:
        for name in list(left):
            at_once = cores if name.startswith("fuzz-") else 1
            ran = run_at_once(name, sums.next_portion(name), at_once if portions is None else min(at_once, portions - made[name]))
            for _, counts in ran:
                if counts is not None:
                    sums.add(name, counts, pages.commit(), pages.today())
            if failed := [str(log.relative_to(ROOT)) for log, counts in ran if counts is None]:
                print(f"{name}: a portion FAILED: see {', '.join(failed)}")
                return 1
            made[name] += len(ran)
            print(f"{name}: {described(name, sums)}", flush=True)
            if made[name] == portions or (not names and sums.reached(name) >= RUNS[name].aim):
                left.remove(name)
            if time.monotonic() >= until:
                break
    return 0


def described(name, sums):
    rows = len(sums.of(name))
    return f"{sums.reached(name):,} of {RUNS[name].aim:,} {RUNS[name].unit}" + (f", each of {rows}" if rows > 1 else "")


def table(sums, last_changes):
    lines = ["", "| `script/evidence` | reached | portions | commits | last run | part unchanged since |", "|---|---:|---:|---|---|---|"]
    for name in RUNS:
        rows = sums.of(name)
        if not rows:
            lines.append(f"| {name} | nothing yet | | | | |")
            continue
        first, last = rows[0]["first commit"], rows[0]["last commit"]
        commits = first if first == last else f"{first} to {last}"
        lines.append(f"| {name} | {described(name, sums)} | {rows[0]['portions']} | {commits} | {rows[0]['last date']} | {last_changes.get(name, '')} |")
    return "\n".join([*lines, "", f"Written {pages.today()}, commit {pages.commit()}.", ""])


def write_table():
    """Where Git does not know the last change, the table keeps what it says."""
    cells = [line.split(" | ") for line in pages.between((ROOT / PAGE).read_text(), "long-runs").splitlines() if line.startswith("| ")]
    written = {row[0].removeprefix("| "): row[-1].removesuffix(" |") for row in cells}
    pages.write(PAGE, "long-runs", table(Sums(), {name: changed_last(name) or written.get(name, "") for name in RUNS}))


def main():
    if not sys.argv[1:]:
        return write_table()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("run", "builds", "list"))
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--portions", type=int)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    arguments = parser.parse_intermixed_args()
    names = arguments.names
    for name in names:
        if name not in RUNS:
            parser.error(f"there is no run {name!r}; there are {', '.join(RUNS)}")
    if arguments.minutes <= 0 or arguments.cores <= 0 or (arguments.portions is not None and arguments.portions <= 0):
        parser.error("--minutes, --portions and --cores must be above 0")
    if arguments.what == "builds":
        print("\n".join(sorted({" ".join(build) for name in names or RUNS for build in RUNS[name].builds})))
    elif arguments.what == "list":
        for name in names or RUNS:
            print(f"{name}: {described(name, Sums())}; its part is unchanged since {changed_last(name) or 'a commit that Git does not know here'}")
    else:
        return run(names, arguments.minutes, arguments.portions, arguments.cores)
    return 0


if __name__ == "__main__":
    sys.exit(main())
