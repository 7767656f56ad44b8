#!/usr/bin/env python3
"""Mutation testing: changes the sources one place at a time and counts which changes the tests find.

    tools/mutate.py --list LIBRARY             the places and their changes, one a line
    tools/mutate.py LIBRARY... [--sample N] [--seed S] [--jobs J] [--page]
                                               --page: writes the table of docs/results/mutation.md
    tools/mutate.py --again                    the survivors that are explained, against the tests as they are now

A mutant is one change in one line: a comparison, an arithmetic or logical operator, a constant, a bound, or a statement left out. It is
killed when the tests fail, stop or take more than CPU_TIMES_MAX times their usual CPU time; it survives when they pass. CPU time, so that
what else runs on the machine kills none. One that does not compile, or compiles to the same object code, is no mutant. Each runs in a copy
of the tree under build/mutation/, so the working tree is not touched. Survivors are explained in evidence/mutation-survivors.txt: a line
"FILE: CODE -> CHANGED: why". Exits with 1 when one is not there."""

import argparse
import hashlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pages

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutation"
SURVIVORS = ROOT / "evidence" / "mutation-survivors.txt"
PAGE = "docs/results/mutation.md"

CPU_TIMES_MAX = 5
WALL_SECONDS_MAX = 1200  # of tests that wait instead of working
MEMORY_MAX = 8 << 30  # bytes, of a mutant that allocates without end
TIMED_OUT = "timed out"
SURVIVOR = ("file", "old", "new")  # of a line of the explanations

# The library's sources, and the test executables that must find its mutants.
SUBJECTS = {
    "risk": (["hotpath/risk"], ["risk_test", "protocols_trader_test"]),
    "oms": (["hotpath/oms"], ["oms_test", "protocols_trader_test"]),
    "fees": (["hotpath/oms/fees.hpp", "hotpath/oms/fees.cpp"], ["oms_test"]),
    "gateway": (["hotpath/gateway", "hotpath/protocols/trader", "hotpath/protocols/nasdaq/trader", "hotpath/protocols/fix/trader", "hotpath/protocols/cme/trader"], ["gateway_test", "protocols_trader_test"]),
    "match": (["hotpath/match"], ["match_test"]),
    "shm": (["hotpath/shm"], ["shm_test"]),
    "journal": (["hotpath/journal"], ["journal_test"]),
    "capture": (["hotpath/capture", "hotpath/protocols/cme/capture", "hotpath/protocols/iex/capture"], ["capture_test"]),
    "exchange": (["hotpath/exchange"], ["exchange_test"]),
    "sim": (["hotpath/sim"], ["sim_test"]),
}

# Binary operators have a space on each side (clang-format sees to it); those of templates and pointers have not.
SWAPS = [(" < ", [" <= ", " > "]), (" <= ", [" < "]), (" > ", [" >= ", " < "]), (" >= ", [" > "]), (" == ", [" != "]), (" != ", [" == "]),
         (" && ", [" || "]), (" || ", [" && "]), (" + ", [" - "]), (" - ", [" + "]), (" * ", [" + "]), (" += ", [" -= "]),
         (" -= ", [" += "]), (" & ", [" | "]), ("std::max(", ["std::min("]), ("std::min(", ["std::max("]), ("++", ["--"]),
         ("true", ["false"]), ("false", ["true"]), (" ? ", [" ? !"]), ("return !", ["return "]), ("if (!", ["if ("])]
CONSTANT = re.compile(r"(?<![\w.'])(0|1|2)(?:U|)(?![\w.'])")
STATEMENT = re.compile(r"^\s+[\w.\->\[\]()*:]+(\([^;]*\)| [+\-|&^]?= [^;]*|\+\+|--);$|^\s+(\+\+|--)[\w.\->\[\]()]+;$")
SKIPPED = re.compile(r"^\s*(#|//|\*|static_assert|HOTPATH_|using |namespace |template|friend |enum |struct |class |\[\[nodiscard\]\] static_assert)")


def code_of(line):
    """The line without its comment and with its strings blanked, of the same length up to the comment."""
    line = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: '"' + " " * (len(m.group()) - 2) + '"', line)
    return line.split("//")[0].rstrip()


def mutants_of(path):
    """(line number, original line, changed line) of every place in the file."""
    lines = path.read_text().splitlines()
    depth_asserts = False
    for number, line in enumerate(lines):
        code = code_of(line)
        if "HOTPATH_ASSERT" in code or depth_asserts:  # what must hold: a change of it finds no error of ours
            depth_asserts = not code.endswith(";")
            continue
        if SKIPPED.match(code) or not code.strip():
            continue
        for old, news in SWAPS:
            for found in re.finditer(re.escape(old), code):
                for new in news:
                    yield number, line, line[: found.start()] + new + line[found.end():]
        if not re.search(r"\bcase\b|constexpr|\{\}|static_cast<.*>\(\d\)", code):
            for found in CONSTANT.finditer(code):
                yield number, line, line[: found.start(1)] + str(int(found.group(1)) + 1) + line[found.end(1):]
        if STATEMENT.match(code) and "return" not in code and not re.match(r"\s+(const |auto |\w+ \w+ =)", code):
            yield number, line, "    static_cast<void>(0);"


def all_mutants(library):
    for subject in SUBJECTS[library][0]:
        whole = ROOT / subject
        for path in [whole] if whole.is_file() else sorted(whole.rglob("*.?pp")):
            if path.name.endswith(("_test.cpp", "_fuzz.cpp")):
                continue
            for number, old, new in mutants_of(path):
                yield {"library": library, "file": str(path.relative_to(ROOT)), "line": number + 1, "old": old.strip(), "new": new.strip(),
                       "text": new}


def cpu_seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Tree:
    """A copy of the sources with its own build, in which one mutant at a time lives."""

    def __init__(self, number):
        self.root = WORK / f"tree{number}"
        self.build = self.root / "build"
        self.log = WORK / f"tree{number}.log"

    def prepare(self, targets):
        self.root.mkdir(parents=True, exist_ok=True)
        self.copy_sources()
        if not (self.build / "build.ninja").exists():
            if self.run(["cmake", "-S", str(self.root), "-B", str(self.build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                         "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON"],
                        300) != 0:
                sys.exit(f"mutate: the unchanged tree cannot be configured: {self.log}")
        if self.run(["cmake", "--build", str(self.build), "--target", *targets], 3600) != 0:
            sys.exit(f"mutate: the unchanged tree does not build: {self.log}")
        begin = cpu_seconds_of_children()
        if self.verdict_of_tests(targets, 600) != "survived":
            sys.exit(f"mutate: the unchanged tests fail: {self.log}")
        self.cpu_seconds_max = round(10 + CPU_TIMES_MAX * (cpu_seconds_of_children() - begin))
        self.objects = self.digest(targets)

    def copy_sources(self):
        """Files that are the same stay as they are, so that only what changed since the last run is built."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
        wanted = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
        for old in [p for p in self.root.rglob("*") if p.is_file() and self.build not in p.parents]:
            if str(old.relative_to(self.root)) not in wanted:
                old.unlink()
        for name in wanted:
            source, target = ROOT / name, self.root / name
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)

    def run(self, command, seconds):
        with open(self.log, "wb") as log:
            try:
                return subprocess.run(command, cwd=self.root, stdout=log, stderr=log, timeout=seconds).returncode
            except subprocess.TimeoutExpired:
                return TIMED_OUT

    def binary(self, target):
        return next(p for p in self.build.rglob(target) if p.is_file())

    def digest(self, targets):
        return [hashlib.sha256(self.binary(target).read_bytes()).hexdigest() for target in targets]

    def verdict_of_tests(self, targets, cpu_seconds_max):
        for target in targets:
            limits = ["prlimit", f"--cpu={cpu_seconds_max}:{cpu_seconds_max + 5}", f"--as={MEMORY_MAX}"]
            code = self.run([*limits, str(self.binary(target)), "--gtest_brief=1", "--gtest_fail_fast"], WALL_SECONDS_MAX)
            if code in (-signal.SIGXCPU, TIMED_OUT):
                return "killed by time"
            if code != 0:
                return "killed"
        return "survived"

    def judge(self, mutant):
        targets = SUBJECTS[mutant["library"]][1]
        path = self.root / mutant["file"]
        original = path.read_text()
        lines = original.splitlines(keepends=True)
        lines[mutant["line"] - 1] = mutant["text"] + "\n"
        path.write_text("".join(lines))
        try:
            if self.run(["cmake", "--build", str(self.build), "--target", *targets], 900) != 0:
                return "does not compile"
            if self.digest(targets) == self.objects:
                return "same program"
            return self.verdict_of_tests(targets, self.cpu_seconds_max)
        finally:
            path.write_text(original)


def judge_all(mutants, jobs):
    targets = sorted({target for mutant in mutants for target in SUBJECTS[mutant["library"]][1]})
    todo = list(reversed(mutants))
    lock = threading.Lock()
    done = []
    trees = [Tree(number) for number in range(jobs)]
    for tree in trees:
        tree.prepare(targets)

    def work(tree):
        # The digest is of the mutant's own targets.
        whole = {library: tree.digest(SUBJECTS[library][1]) for library in {m["library"] for m in mutants}}
        while True:
            with lock:
                if not todo:
                    return
                mutant = todo.pop()
            tree.objects = whole[mutant["library"]]
            mutant["verdict"] = tree.judge(mutant)
            with lock:
                done.append(mutant)
                print(f"{len(done)}/{len(mutants)} {mutant['verdict']:16} {mutant['file']}:{mutant['line']}: {mutant['old']} -> {mutant['new']}",
                      flush=True)

    threads = [threading.Thread(target=work, args=(tree,)) for tree in trees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def explained():
    if not SURVIVORS.exists():
        return {}
    found = {}
    for line in SURVIVORS.read_text().splitlines():
        match = re.match(r"(\S+): (.*) -> (.*): ([^:]+)$", line)
        if match:
            found[match.group(1), match.group(2), match.group(3)] = match.group(4)
    return found


def summary(done):
    libraries = {}
    for library in sorted({m["library"] for m in done}):
        of = [m for m in done if m["library"] == library]
        by_time = sum(m["verdict"] == "killed by time" for m in of)
        killed = sum(m["verdict"] == "killed" for m in of) + by_time
        survived = sum(m["verdict"] == "survived" for m in of)
        libraries[library] = {"places": sum(1 for _ in all_mutants(library)), "sampled": len(of), "no_mutant": len(of) - killed - survived,
                              "killed": killed, "killed_by_time": by_time, "survived": survived,
                              "score_percent": round(100 * killed / (killed + survived), 1) if killed + survived else None}
    return libraries


def table(libraries, seed):
    lines = ["| library | tests that must find it | places | sampled | mutants | killed | survived | score |", "|---|---|---|---|---|---|---|---|"]
    for name, of in libraries.items():
        tests = ", ".join(f"`{test}`" for test in SUBJECTS[name][1])
        lines.append(f"| {name} | {tests} | {of['places']:,} | {of['sampled']} | {of['killed'] + of['survived']} | {of['killed']} "
                     f"| {of['survived']} | {of['score_percent']} % |")
    by_time = sum(of["killed_by_time"] for of in libraries.values())
    return "\n".join([*lines, "", f"{pages.headline().split('**: ')[1]}, seed {seed}; {by_time} of the killed ran out of CPU time.", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", choices=[*SUBJECTS, []], help="of: " + " ".join(SUBJECTS))
    parser.add_argument("--list", choices=SUBJECTS, help="print the places of a library")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each library, chosen at random (100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="trees built and tested at once (2)")
    parser.add_argument("--page", action="store_true", help="write the table of docs/results/mutation.md")
    parser.add_argument("--again", action="store_true", help="judge the explained survivors again")
    arguments = parser.parse_args()
    if arguments.list:
        for m in all_mutants(arguments.list):
            print(f"{m['file']}:{m['line']}: {m['old']} -> {m['new']}")
        return 0
    chosen = []
    if arguments.again:
        mutants = {tuple(m[k] for k in SURVIVOR): m for library in reversed(SUBJECTS) for m in all_mutants(library)}
        chosen = [mutants[s] for s in explained() if s in mutants]
    for library in [] if arguments.again else arguments.libraries or SUBJECTS:
        places = list(all_mutants(library))
        chosen += random.Random(f"{arguments.seed} {library}").sample(places, min(arguments.sample, len(places)))
    done = judge_all(chosen, arguments.jobs)
    libraries = summary(done)
    for library, of in libraries.items():
        print(f"{library}: {of['killed']} of {of['killed'] + of['survived']} killed ({of['score_percent']} %); {of['no_mutant']} are no mutants")
    if arguments.page:
        pages.write(PAGE, "mutation", table(libraries, arguments.seed))
    reasons = explained()
    missing = [m for m in done if m["verdict"] == "survived" and tuple(m[k] for k in SURVIVOR) not in reasons]
    for m in missing:
        print(f"mutate: no explanation in {SURVIVORS.relative_to(ROOT)}: {m['file']}: {m['old']} -> {m['new']}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
