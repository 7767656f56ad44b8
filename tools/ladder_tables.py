"""Tables of docs/techniques/pairs-ladder.md: what the paper has published (bench/published/seed1.json) beside the runs of
script/bench pairs_ladder, by the names that tools/tables.py gives them."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCH = "pairs_ladder"
BUILDS = ["gcc -O0", "gcc -O2", "gcc -O3 native", "gcc -O3 native, new prices", "clang -O0", "clang -O2", "clang -O3 native"]
COUNTED = ["gcc -O0", "gcc -O2", "gcc -O3 v3", "clang -O0", "clang -O2", "clang -O3 v3"]
OURS = "one_loop"  # of the programs as published, the one that is not the paper's
# The percentage of latency that the paper takes for a percentage of exposure, from Ende et al.
EXPOSURE_PER_LATENCY = 0.9


PICTURES = {"published": "![Box and violin plots of the runs of each program as published](pairs-ladder-published.svg)\n",
            "corrected": "![Box and violin plots of the runs of each corrected version](pairs-ladder.svg)\n"}


def slug(build):
    return re.sub(r"\W+", "_", build)


def published():
    return json.loads((ROOT / "bench" / "published" / "seed1.json").read_text())


def markdown(heads, rows):
    lines = [f"| {' | '.join(heads)} |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + "\n"


class Run:
    """The records of one result, by test, subject and metric."""

    def __init__(self, records, number):
        self.records = {(r["test"], r["subject"], r["metric"]): r for r in records}
        self.number = number

    def value(self, test, subject, metric):
        found = self.records.get((test, subject, metric))
        return found["value"] if found else None

    def shown(self, *key):
        value = self.value(*key)
        return "" if value is None else self.number(value)

    def mean(self, test, build, subject):
        return self.value(f"runs_{test}_{slug(build)}", subject, "mean")

    def improvement(self, test, build, subject):
        """Of the mean, in % of the baseline's."""
        mean, baseline = self.mean(test, build, subject), self.mean(test, build, "baseline")
        return None if mean is None or not baseline else 100 * (1 - mean / baseline)

    def builds(self, test):
        return [build for build in BUILDS if self.mean(test, build, "baseline")]

    def subjects(self, test):
        return list(dict.fromkeys(subject for tested, subject, _ in self.records if tested == test))


def percent(value):
    return "" if value is None else f"{value:.1f}%"


def share(value):
    return "" if value is None else f"{value:.2f}%"


def with_gain(shown, gain):
    return shown if gain is None else f"{shown} ({percent(gain)})"


def latencies(run):
    """Tables 3 and 7, figures 18 and 22."""
    builds = [build for build in run.builds("published") if "new prices" not in build]
    techniques = published()["techniques"]
    rows = []
    for subject in run.subjects("published")[::-1]:
        printed = techniques.get(subject, {"label": f"{subject.replace('_', ' ')} (ours)"})
        row = [printed["label"], with_gain(run.number(printed["ns"]), printed.get("improvement_percent")) if "ns" in printed else ""]
        for build in builds:
            gain = None if subject == "baseline" else run.improvement("published", build, subject)
            row.append(with_gain(run.number(run.mean("published", build, subject)), gain))
        rows.append(row)
    return markdown(["ns a pass (gain)", "published", *builds], rows)


def deviations(run):
    """Table 6, with a number of runs that the paper wanted."""
    builds = run.builds("published")
    techniques = published()["techniques"]
    heads = ["", "published: mean", "sd", "sd / mean"]
    for build in builds[:2]:
        heads += [f"{build}: mean", "sd", "sd / mean"]
    rows = []
    for subject in ("baseline", "combined"):
        printed = techniques[subject]
        mean, sd = printed["table_6_ns"], printed["table_6_sd_ns"]
        row = [printed["label"], run.number(mean), run.number(sd), percent(100 * sd / mean)]
        for build in builds[:2]:
            test = f"runs_published_{slug(build)}"
            mean, sd = run.value(test, subject, "mean"), run.value(test, subject, "sd")
            if mean is None or sd is None:
                return ""
            row += [run.number(mean), run.number(sd), percent(100 * sd / mean)]
        rows.append(row)
    return markdown(heads, rows)


def statistics(run, test, build):
    """Figure 24: each version against the baseline, run by run."""
    name = f"runs_{test}_{slug(build)}"
    heads = [build, "mean, ns", "sd, ns", "min–max, ns", "speed-up (95%)", "paired t", "p", "Cohen's d"]
    rows = []
    for subject in run.subjects(name):
        mean = run.records[name, subject, "mean"]
        row = [subject, run.number(mean["value"]), run.shown(name, subject, "sd"), f"{run.number(mean['low'])}–{run.number(mean['high'])}"]
        ratio = run.records.get((name, subject, "speed-up"))
        row.append(f"{ratio['value']:.2f} ({ratio['low']:.2f}–{ratio['high']:.2f})" if ratio else "")
        row += [run.shown(name, subject, metric) for metric in ("paired t", "paired p", "cohen d")]
        rows.append(row)
    return markdown(heads, rows)


def instructions(run, test):
    """Table 8."""
    name = f"instructions_{test}"
    builds = [build for build in COUNTED if any(run.value(name, subject, build) for subject in run.subjects(name))]
    techniques = published()["techniques"] if test == "published" else {}
    heads = ["", *(["published, billion a process"] if techniques else []), *(f"{build}, a pass" for build in builds)]
    rows = []
    for subject in run.subjects(name):
        printed = [str(techniques.get(subject, {}).get("instructions_billion", ""))] if techniques else []
        rows.append([subject, *printed, *(run.shown(name, subject, build) for build in builds)])
    return markdown(heads, rows)


def cache(run, test, build):
    """Table 9."""
    name = f"cache_{test}_{slug(build)}"
    techniques = published()["techniques"] if test == "published" else {}
    heads = [f"{build}, a pass", *(["published, cache misses"] if techniques else []), "reads and writes", "misses of the first level",
             "of the last", "a process: misses of the first level"]
    rows = []
    for subject in run.subjects(name):
        printed = techniques.get(subject, {}).get("cache_misses_percent")
        rows.append([subject, *([f"{printed}%" if printed else ""] if techniques else []),
                     *(run.shown(name, subject, metric) for metric in ("D refs", "D1 misses", "LL misses")),
                     share(run.value(name, subject, "process D1 misses"))])
    return markdown(heads, rows)


def exposure(run):
    """Table 10: nine tenths of the gains, as published and as measured here."""
    builds = run.builds("published")
    heads = ["", "published", "0.9 x its gain", *(f"0.9 x ours, {build}" for build in builds[:2])]
    rows = []
    for subject, printed in published()["techniques"].items():
        if "exposure_percent" in printed:
            ours = [run.improvement("published", build, subject) for build in builds[:2]]
            rows.append([printed["label"], f"{printed['exposure_percent']}%", percent(EXPOSURE_PER_LATENCY * printed["improvement_percent"]),
                         *("" if gain is None else percent(EXPOSURE_PER_LATENCY * gain) for gain in ours)])
    return markdown(heads, rows)


def table(name, records, number, source):
    """`latencies`, `deviations`, `exposure`; `picture-published`, `picture-corrected`; `statistics-TEST-BUILD`, `cache-TEST-BUILD` (BUILD as in gcc_O2),
    `instructions-TEST`: of one whole run, since its tables are of the same timed passes."""
    if not records:
        return ""
    run = Run(records, number)
    kind, *of = name.split("-")
    if kind == "picture":
        return PICTURES[of[0]]
    if kind in ("statistics", "cache"):
        build = next(build for build in BUILDS if slug(build) == of[1])
        text = {"statistics": statistics, "cache": cache}[kind](run, of[0], build)
    else:
        text = {"latencies": latencies, "deviations": deviations, "exposure": exposure, "instructions": instructions}[kind](run, *of)
    printed = published()
    is_beside = kind in ("latencies", "deviations", "exposure") or of[:1] == ["published"]
    beside = f"Published: {printed['source']}; {printed['machine']}. Here: " if is_beside and kind != "statistics" else ""
    return f"{text}\n{beside}{source}"
