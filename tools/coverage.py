"""Which benchmark has results of which kind of host, which are stale, and the commands that take them (again)."""

from dataclasses import dataclass

import measured_sources
from formats import markdown
from results import KINDS, VENDORS, Kind

# Benchmarks whose records have no placement: one thread by the process's own clock.
WITHOUT_PLACEMENT = ("python",)
COMMANDS = {"python": "script/bench-python"}


@dataclass(frozen=True)
class Gap:
    """What a kind of host lacks of one benchmark."""
    bench: str
    kind: Kind
    command: str
    missing: int
    tests: int
    stale: str = ""  # why the oldest stale run is

    def __str__(self):
        missing = "missing" if self.missing == self.tests else f"{self.missing} of {self.tests} tests missing" if self.missing else ""
        return "; ".join(part for part in (missing, self.stale) if part)


def kinds_of(bench):
    """The kinds of host that a benchmark is to have results of."""
    return tuple(map(Kind, VENDORS)) if bench in WITHOUT_PLACEMENT else KINDS


def placed_tests(results, bench):
    """The tests that depend on the host, and are not worked out of others."""
    current = results.current(bench)
    if bench in WITHOUT_PLACEMENT:
        return results.tests(bench)
    depends = {record["test"] for run in current.values() for record in run.records if record["regime"] in ("near", "far", "changed")}
    return [test for test in results.tests(bench) if test in depends]


def command(bench, lacking=(), there=()):
    """The shortest that takes the lacking tests alone, or the whole benchmark."""
    whole = f"{COMMANDS.get(bench, f'script/bench {bench}')} --save"
    prefix = common_prefix(lacking)
    if bench in COMMANDS or not there or not prefix or any(test.startswith(prefix) for test in there):
        return whole
    return f"{whole} --only {prefix}"


def common_prefix(names):
    first, last = (min(names), max(names)) if names else ("", "")
    size = next((n for n, (a, b) in enumerate(zip(first, last)) if a != b), min(len(first), len(last)))
    return first[:size]


def gap(results, bench, kind):
    """Or None."""
    tests = placed_tests(results, bench)
    runs = {test: run for test in tests if (run := results.run(bench, test, kind))}
    stale = [test for test, run in runs.items() if run.why_stale]
    missing = [test for test in tests if test not in runs]
    if not runs:
        tests_count = max(1, len(tests))
        return Gap(bench, kind, command(bench), tests_count, tests_count)
    wanted = [*missing, *stale]
    if not wanted:
        return None
    oldest = min((runs[test] for test in stale), key=lambda run: run.date, default=None)
    why = f"stale: {oldest.why_stale} ({oldest.date[:10]})" if oldest else ""
    return Gap(bench, kind, command(bench, wanted, [test for test in tests if test not in wanted]), len(missing), len(tests), why)


def gaps(results, kind):
    """Of every benchmark, missing ones first."""
    kinds = (kind, Kind(kind.vendor))
    found = [gap(results, bench, of) for bench in measured_sources.ENTRIES for of in kinds if of in kinds_of(bench)]
    return sorted((one for one in found if one), key=lambda one: not one.missing)


def order(results, kind):
    """Every benchmark, those first that this kind lacks, then stale ones."""
    first = [one.bench for one in gaps(results, kind)]
    return first + [bench for bench in measured_sources.ENTRIES if bench not in first]


def advice(results, kind):
    """For a person who is about to measure on such a host; empty if nothing is lacking."""
    found = gaps(results, kind)
    lines = []
    for is_missing, said in ((True, f"{kind} lacks results; take these first"), (False, f"stale results of {kind}; take these again")):
        commands = [one.command for one in found if bool(one.missing) == is_missing]
        lines += [f"{said}:", *(f"  {command}" for command in commands)] if commands else []
    return "".join(f"{line}\n" for line in lines)


def listed(results, kinds=KINDS):
    """The commands for each kind, and the files that nothing shows any more."""
    lines = []
    for kind in kinds:
        found = gaps(results, kind)
        lines += [f"{kind}:", *(f"  {one.command}    # {one.bench}: {one}" for one in found)] if found else []
    superseded = [f"  git rm {'/'.join(('bench/results', *path.parts[-3:]))}" for path in results.superseded()]
    lines += ["every test has a newer run:", *superseded] if superseded else []
    return "".join(f"{line}\n" for line in lines)


def cell(results, bench, kind):
    """Date and state of a benchmark's runs of one kind."""
    if kind not in kinds_of(bench):
        return ""
    dates = sorted({run.date[:10] for test in placed_tests(results, bench) if (run := results.run(bench, test, kind))})
    if not dates:
        return "missing"
    of = gap(results, bench, kind)
    parts = [dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"]
    parts += [f"{of.missing} of {of.tests} tests missing"] if of and of.missing else []
    return "; ".join(parts + (["stale"] if of and of.stale else []))


def table(results):
    """A line for each benchmark, a column for each kind."""
    kinds = (*KINDS, *map(Kind, VENDORS))
    rows = [[f"`{bench}`", *(cell(results, bench, kind) for kind in kinds)] for bench in measured_sources.ENTRIES]
    return markdown(["", *map(str, kinds)], rows, texts=len(kinds) + 1) + "\n`tools/tables.py --stale` lists the commands that take what is missing or stale.\n"
