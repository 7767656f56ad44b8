#!/usr/bin/env python3
"""What the pairs ladder's paper has in its tables 6 to 9 and figures 21 to 24, of the runs of script/bench pairs_ladder.

    bench/pairs_ladder/ladder.py RESULT.json SAMPLES PROGRAMS   adds the statistics and the counts to the result

SAMPLES has a line for each timed run, `TEST;SUBJECT;BUILD;NS`; PROGRAMS is where bench/pairs_ladder/build has put the programs.
Statistics: mean and standard deviation of the runs; each version against `baseline` of its test and build, run by run: a paired
t-test (SciPy), Cohen's d of the differences, and the speed-up, the geometric mean of the runs' ratios with its 95% interval (by t,
on logarithms). Instructions: callgrind, inside measured_pass alone. Cache: cachegrind, as the difference of a run with many passes
and one with few, so that the program's start is not in it. Valgrind has no AVX-512: its -O3 is for x86-64-v3."""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
from scipy import stats

BENCH = "pairs_ladder"
BASELINE = "baseline"
COUNTED = [("gcc -O0", "gcc-O0"), ("gcc -O2", "gcc-O2"), ("gcc -O3 v3", "gcc-O3-v3"),
           ("clang -O0", "clang-O0"), ("clang -O2", "clang-O2"), ("clang -O3 v3", "clang-O3-v3")]
CACHED = [("gcc -O0", "gcc-O0"), ("gcc -O2", "gcc-O2")]
PASSES, MORE_PASSES = 2, 6
INTERVAL = 0.95


def record(test, subject, metric, unit, value, low=None, high=None, runs=1):
    value = float(value)
    return {"bench": BENCH, "test": test, "subject": subject, "metric": metric, "unit": unit, "value": value,
            "low": float(value if low is None else low), "high": float(value if high is None else high), "pairs": runs, "regime": ""}


def read(path):
    """By test and build, then subject: the runs' times in ns, in their order."""
    runs = {}
    for line in Path(path).read_text(encoding="ascii").splitlines():
        test, subject, build, *times = line.split(";")
        runs.setdefault((test, build), {}).setdefault(subject, []).extend(map(float, times))
    return {key: {subject: numpy.array(times) for subject, times in of.items()} for key, of in runs.items()}


def slug(build):
    return re.sub(r"\W+", "_", build)


def speed_up(times, baseline):
    """Geometric mean of baseline / times, with its interval."""
    logs = numpy.log(baseline / times)
    half = stats.t.ppf((1 + INTERVAL) / 2, len(logs) - 1) * logs.std(ddof=1) / numpy.sqrt(len(logs))
    return tuple(numpy.exp(logs.mean() + step) for step in (0, -half, half))


def described(test, subject, times):
    rows = [record(test, subject, "mean", "ns", times.mean(), times.min(), times.max(), len(times)),
            record(test, subject, "p50", "ns", numpy.median(times), runs=len(times))]
    if len(times) > 1:
        rows.append(record(test, subject, "sd", "ns", times.std(ddof=1), runs=len(times)))
    return rows


def compared(test, subject, times, baseline):
    """Below 0 when `subject` is the faster."""
    differences = times - baseline
    paired = stats.ttest_rel(times, baseline)
    runs = len(times)
    value, low, high = speed_up(times, baseline)
    return [record(test, subject, "speed-up", "x", value, low, high, runs), record(test, subject, "paired t", "", paired.statistic, runs=runs),
            record(test, subject, "paired p", "", paired.pvalue, runs=runs),
            record(test, subject, "cohen d", "", differences.mean() / differences.std(ddof=1), runs=runs)]


def statistics(runs):
    rows = []
    for (test, build), of in runs.items():
        name = f"runs_{test}_{slug(build)}"
        for subject, times in of.items():
            rows += described(name, subject, times)
            if subject != BASELINE and len(times) > 2 and len(times) == len(of.get(BASELINE, ())):
                rows += compared(name, subject, times, of[BASELINE])
    return rows


def valgrind(tool, program, version, passes):
    """The lines that valgrind says."""
    test, subject = version
    kind, window = ("published", "8") if test == "published" else ("corrected", test.removeprefix("pass_"))
    with tempfile.TemporaryDirectory() as work:
        command = ["valgrind", f"--tool={tool}", f"--{tool}-out-file={work}/out"]
        command += ["--toggle-collect=*measured_pass*"] if tool == "callgrind" else ["--cache-sim=yes"]
        command += [str(program), "count", kind, subject, window, "1", str(passes)]
        run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"pairs_ladder: {' '.join(command)} failed:\n{run.stderr[-2000:]}")
    return run.stderr


def instructions(program, version):
    counted = int(re.search(r"Collected : (\d+)", valgrind("callgrind", program, version, PASSES)).group(1))
    if counted == 0:
        raise SystemExit("pairs_ladder: callgrind collected nothing inside measured_pass")
    return counted / PASSES


EVENTS = {"I refs": r"I\s+refs:\s+([\d,]+)", "D refs": r"D\s+refs:\s+([\d,]+)", "D1 misses": r"D1\s+misses:\s+([\d,]+)",
          "LL misses": r"LL misses:\s+([\d,]+)"}


def cache(program, version):
    """A pass's events, and the share of misses of a whole process, its start and one pass."""
    few, many = ({name: int(re.search(pattern, said).group(1).replace(",", "")) for name, pattern in EVENTS.items()}
                 for said in (valgrind("cachegrind", program, version, passes) for passes in (PASSES, MORE_PASSES)))
    a_pass = {name: (many[name] - few[name]) / (MORE_PASSES - PASSES) for name in EVENTS}
    return a_pass | {"process D1 misses": 100 * few["D1 misses"] / few["D refs"]}


CACHE_UNITS = {"process D1 misses": "%"}


def counts(versions, programs):
    """Instructions of every version by every build that is there; the simulated cache of some."""
    def job(kind, label, program, version):
        test, subject = version
        if kind == "instructions":
            return [record(f"instructions_{test}", subject, label, "instructions/pass", instructions(program, version))]
        return [record(f"cache_{test}_{slug(label)}", subject, name, CACHE_UNITS.get(name, "a pass"), value)
                for name, value in cache(program, version).items()]

    wanted = [(kind, label, programs / program, version) for kind, builds in (("instructions", COUNTED), ("cache", CACHED))
              for label, program in builds if (programs / program).exists() for version in versions]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # a count is the same whatever runs beside it
        return [row for rows in pool.map(lambda each: job(*each), wanted) for row in rows]


def is_ours(row):
    return row.get("test", "").startswith(("runs_", "instructions_", "cache_"))


def main():
    arguments = sys.argv[1:]
    if len(arguments) != 3:
        sys.exit(__doc__)
    result, samples, programs = map(Path, arguments)
    runs = read(samples)
    versions = list(dict.fromkeys((test, subject) for (test, _), of in runs.items() for subject in of))
    rows = statistics(runs) + counts(versions, programs)
    lines = [line for line in json.loads(result.read_text(encoding="utf-8")) if not is_ours(line)]
    lines[-1]["valgrind"] = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    result.write_text(json.dumps(lines[:-1] + rows + lines[-1:], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
