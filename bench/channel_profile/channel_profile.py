#!/usr/bin/env python3
"""Where the instructions of a message in a named channel go, and which of its lines the tests run: tables of docs/results/messaging.md.

    bench/channel_profile/channel_profile.py profile     compiles bench/channel_profile/messages_at.cpp, counts with callgrind, writes the tables
    bench/channel_profile/channel_profile.py coverage    builds build/coverage, runs the tests of shm and of its queue, counts with gcov, writes the table

An instruction belongs to the innermost function that the compiler put there (addr2line -i), so that functions which no longer exist have
their share. A line counts when it has code, once, however many templates it is in."""

import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import pages

ROOT = pages.ROOT
PAGE = "docs/results/messaging.md"

MESSAGES = 1_024 * 200
WAYS = {"single": "one by one", "batch": "64 at once"}
ENDS = {"write": "measured_write_{}", "read": "measured_read_{}"}
FLAGS = ["-std=c++23", "-O3", "-DNDEBUG", "-g", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden"]
LIBRARIES = ["shm", "core"]
SHARE_MIN = 0.5  # per cent: functions below are one line together

COVERED = {"hotpath/shm": r"hotpath/shm/[\w]+\.(hpp|cpp)$", "hotpath/queue, one reader": r"hotpath/queue/(spsc|spsc_ring|slot|slot_consumer|layout)\.(hpp|cpp)$"}
COVERAGE_LIBRARIES = "core;timing;queue;shm"
TESTS = {"shm_test": "*", "queue_test": "*Spsc*:*SlotQueues*:*Packed/SlotQueues*:Positions*:AtomicWords*:ReadmeExample*"}
COVERAGE_FLAGS = "-O0 --coverage"


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT, **options)
    if done.returncode != 0:
        raise SystemExit(f"channel_profile: {' '.join(map(str, command))} failed:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


def compiled(folder):
    program = folder / "channel-messages"
    sources = [path for library in LIBRARIES for path in sorted((ROOT / "hotpath" / library).glob("*.cpp"))
               if not re.search(r"_(test|fuzz)\.cpp$", path.name)]
    run(["g++", *FLAGS, "-I", ROOT, ROOT / "bench/channel_profile/messages_at.cpp", *sources, "-no-pie", "-o", program, "-lpthread"])  # where its addresses are the file's
    return program


def counts_by_address(program, way, function, folder):
    """Instructions at each address, inside the function and what it calls."""
    out = folder / f"{function}.callgrind"
    run(["valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no", "--compress-strings=no", "--collect-atstart=no",
         f"--toggle-collect=*{function}*", f"--callgrind-out-file={out}", program, way, MESSAGES])
    counts = collections.Counter()
    is_call = False
    for line in out.read_text().splitlines():
        if line.startswith("calls="):
            is_call = True  # the next line is the callee's cost, which its own lines have
        elif match := re.match(r"(0x[0-9a-f]+) \d+ (\d+)$", line):
            if not is_call:
                counts[match.group(1)] += int(match.group(2))
            is_call = False
    if not counts:
        raise SystemExit(f"channel_profile: callgrind counted nothing in {function}")
    return counts


def innermost(program, addresses):
    """The function whose inlined code is at each address."""
    text = "".join(f"{address}\n" for address in addresses)
    output = run(["addr2line", "-C", "-f", "-i", "-a", "-e", program], input=text).splitlines()
    names, wanted = {}, None
    for i, line in enumerate(output):
        if line.startswith("0x"):
            wanted = int(line, 16)
            names[wanted] = output[i + 1]
    return names


def short(name):
    """try_push of hotpath::queue::SpscProducer<...>::try_push(...)."""
    name = re.sub(r"\(.*", "", name.replace("operator()", "call").replace("(anonymous namespace)", ""))
    depth, kept = 0, ""
    for letter in name:
        depth += letter == "<"
        kept += letter if depth == 0 else ""
        depth -= letter == ">"
    parts = [part for part in kept.split("::") if part]
    return "::".join(parts[-2:]) if len(parts) > 1 and parts[-2][:1].isupper() else parts[-1].split()[-1] if parts else "?"


def profile(folder):
    program = compiled(folder)
    rows = []
    for way in WAYS:
        for end, pattern in ENDS.items():
            function = pattern.format(way)
            counts = counts_by_address(program, way, function, folder)
            names = innermost(program, counts)
            by_name = collections.Counter()
            for address, count in counts.items():
                by_name[short(names.get(int(address, 16), "?"))] += count
            total = sum(by_name.values())
            for name, count in by_name.most_common():
                rows.append({"way": way, "end": end, "function": name, "instructions_a_message": round(count / MESSAGES, 3),
                             "share": round(100 * count / total, 2)})
    return rows


def coverage():
    build = ROOT / "build" / "coverage"
    run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_CXX_FLAGS={COVERAGE_FLAGS}",
         f"-DHOTPATH_LIBRARIES={COVERAGE_LIBRARIES}", "-DHOTPATH_TESTED_LIBRARIES=queue;shm", "-DHOTPATH_WHOLE_TESTS=libraries",
         "-DHOTPATH_APPS=OFF", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"])
    run(["ninja", "-C", build, "-j2", "shm_test", "queue_test"])
    for data in build.rglob("*.gcda"):
        data.unlink()
    for test, chosen in TESTS.items():
        run([next(build.rglob(test)), "--gtest_brief=1", f"--gtest_filter={chosen}"])
    lines = collections.defaultdict(dict)  # file -> line -> was run
    for data in build.rglob("*.gcda"):
        report = json.loads(run(["gcov", "--json-format", "--stdout", data]))
        for file in report["files"]:
            path = (Path(report["current_working_directory"]) / file["file"]).resolve()
            if not path.is_relative_to(ROOT):
                continue
            path = path.relative_to(ROOT)
            for line in file["lines"]:
                seen = lines[str(path)]
                seen[line["line_number"]] = seen.get(line["line_number"], False) or line["count"] > 0
    rows = []
    for group, pattern in COVERED.items():
        for path in sorted(name for name in lines if re.match(pattern, name) and not re.search(r"_(test|fuzz)\.cpp$", name)):
            rows.append({"group": group, "file": path, "lines": len(lines[path]), "run": sum(lines[path].values())})
    if not rows:
        raise SystemExit("channel_profile: gcov found no file of the channels")
    return rows


def profile_table(all_rows, end):
    rows = [row for row in all_rows if row["end"] == end]
    names = [row["function"] for row in rows if row["share"] >= SHARE_MIN]
    names = list(dict.fromkeys(names))
    found = {(row["way"], row["function"]): row for row in rows}
    text = "| | " + " | ".join(f"{said}: instructions a message | share" for said in WAYS.values()) + " |\n"
    text += "|---" + "|---:|---:" * len(WAYS) + "|\n"
    for name in names:
        cells = [found.get((way, name)) for way in WAYS]
        text += f"| `{name}` | " + " | ".join(f"{c['instructions_a_message']:.2f} | {c['share']:.1f}%" if c else "|" for c in cells) + " |\n"
    totals = [sum(row["instructions_a_message"] for row in rows if row["way"] == way) for way in WAYS]
    return text + "| all | " + " | ".join(f"{total:.2f} | 100%" for total in totals) + " |\n"


def coverage_table(all_rows):
    text = "| | lines with code | run by the tests | share |\n|---|---:|---:|---:|\n"
    for group in COVERED:
        rows = [row for row in all_rows if row["group"] == group]
        for row in rows:
            text += f"| `{row['file']}` | {row['lines']} | {row['run']} | {100 * row['run'] / row['lines']:.0f}% |\n"
        lines, ran = sum(row["lines"] for row in rows), sum(row["run"] for row in rows)
        text += f"| **{group}** | {lines} | {ran} | {100 * ran / lines:.1f}% |\n"
    return text


def write(name, table, flags, counted_by, what):
    compiler = run(["g++", "-dumpfullversion"]).strip()
    pages.write(PAGE, f"channel: {name}", f"{table}\n{pages.today()}, GNU {compiler} `{flags}`, {counted_by}, commit {pages.commit()}; "
                f"repeat with `bench/channel_profile/channel_profile.py {what}`.\n")


def main():
    match sys.argv[1:]:
        case ["profile"]:
            with tempfile.TemporaryDirectory() as folder:
                rows = profile(Path(folder))
            for end in ENDS:
                write(end, profile_table(rows, end), " ".join(FLAGS), run(["valgrind", "--version"]).strip(), "profile")
        case ["coverage"]:
            write("coverage", coverage_table(coverage()), COVERAGE_FLAGS, run(["gcov", "--version"]).splitlines()[0], "coverage")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
