#!/usr/bin/env python3
"""Fills the generated parts of the pages in docs/techniques, from the sources of lab/techniques and the committed results of `hotpath lab run`.

    tools/lab_pages.py                   code and tables
    tools/lab_pages.py --instructions    the compiled instructions, too: of the objects in build/lab (`hotpath lab check` makes them)
    tools/lab_pages.py --check           exits 1 and says where a page differs from its source or its result, lacks a section, or names a
                                         file or symbol that is not there (a CTest test)
    tools/lab_pages.py --stamp FOLDER NAME...   writes into new results of a run which sources they are of

The parts stand between one of these marks and `<!-- end -->`:

    <!-- code: FILE REGION -->           the lines between `// [REGION]` and `// [end]` of a source
    <!-- instructions: NAME SYMBOL CONFIGURATION... -->   what the compiler made of a function, such as gcc-O2 beside clang-O2
    <!-- lab: NAME -->                   the tables of a technique
    <!-- catalogue -->                   one line a technique
    <!-- studies -->                     the other pages of the folder
    <!-- statistics -->                  tests and effect sizes of each technique's first comparisons

Results are bench/results/MACHINE/lab/RUN/NAME.json, the complete runs run-1 and run-2 of each machine. A verdict counts where both have it. A page has
the sections of SECTIONS. Under "In Hotpath" each bullet names a symbol in backticks and the file that has it; a page without bullets says that
the technique is not used, and why."""

import argparse
import json
import re
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from statistics import median

import measured_sources

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "techniques"
TECHNIQUES = ROOT / "lab" / "techniques"
RESULTS = ROOT / "bench" / "results"
PART = re.compile(r"(<!-- (code|instructions|lab|catalogue|studies|statistics):? ?([^>]*?) ?-->\n).*?(<!-- end -->)", re.S)
SECTIONS = ["## The code", "## What it gains", "## When it hurts", "## In Hotpath", "## Further reading"]
TITLE = "# Technique: "
CONFIGURATIONS = [(compiler, level) for compiler in ("gcc", "clang") for level in ("O0", "O2", "O3", "native", "pgo")]
LEVELS = {"O0": "-O0", "O2": "-O2", "O3": "-O3", "native": "-O3 native", "pgo": "-O2 PGO"}
LEGEND = ("First line: time. Below: time / that of the first line, median of the rounds' own ratios; **bold**: faster in both runs, plain: slower in both, "
          "*=*: no difference in both, ?: the runs differ or the interval covers too much.")
INSTRUCTIONS_SHOWN = 40


class Fault(Exception):
    """A sentence: which page, and what must hold."""


def techniques():
    return sorted(folder.name for folder in TECHNIQUES.iterdir() if folder.is_dir() and list(folder.glob("*.cpp")))


def code(words):
    path, region = words
    source = ROOT / path
    if not source.is_file():
        raise Fault(f"there is no {path}")
    found = re.search(rf"^[ \t]*// \[{re.escape(region)}\]\n(.*?)^[ \t]*// \[end\]", source.read_text(), re.S | re.M)
    if not found:
        raise Fault(f"{path} has no lines between // [{region}] and // [end]")
    return f"```cpp\n{textwrap.dedent(found.group(1)).rstrip()}\n```\n"


def short_name(name):
    """Of a demangled name, without namespaces, template arguments and parameters: `accept` of `lab::accept<4>(Order const&)`."""
    name = name.replace("(anonymous namespace)", "")
    while "<" in name and (inner := re.sub(r"<[^<>]*>", "", name)) != name:
        name = inner
    return name.split("(", 1)[0].rsplit("::", 1)[-1].rsplit(" ", 1)[-1]


def function_of(path, symbol):
    """The lines of objdump about the function that has this name; where it was inlined, about the one that has it as an argument."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-C", "-M", "intel", "--no-addresses", path], capture_output=True, text=True,
                          check=True).stdout
    functions = re.findall(r"^<(.*)>:\n((?:.+\n)*)", text, re.M)
    named = [(name, body) for name, body in functions if re.search(rf"\b{re.escape(symbol)}\b", name) and "[clone" not in name and "@plt" not in name]
    if not named:
        raise Fault(f"{path} has no function {symbol}: it was inlined")
    return min(named, key=lambda each: (short_name(each[0]) != symbol, len(each[0])))[1]


def instructions_of(path, symbol):
    """Mnemonics and operands; what a jump jumps to by its distance from the function's begin."""
    lines = []
    for line in function_of(path, symbol).splitlines():
        instruction = re.sub(r"\s*#.*$", "", line.strip())
        instruction = re.sub(r"<.*\+(0x[0-9a-f]+)>", r"+\1", instruction)
        instruction = re.sub(r"<.*::([\w~]+)\(.*>|<.*?([\w:~]+)(\(.*\))?>", lambda m: m.group(1) or m.group(2), instruction)
        if instruction and not instruction.startswith(("nop", "data16", "cs nop", "xchg   ax,ax", "endbr64", "int3")):
            lines.append(re.sub(r"\s+", " ", instruction.replace(" PTR ", " ")))
    if len(lines) > INSTRUCTIONS_SHOWN:
        lines = lines[:INSTRUCTIONS_SHOWN] + [f"... {len(lines) - INSTRUCTIONS_SHOWN} more"]
    return lines


def instructions(words):
    name, symbol, *configurations = words
    columns = []
    for configuration in configurations:
        path = ROOT / "build" / "lab" / name / f"{configuration}.so"
        if not path.exists():
            raise Fault(f"there is no build/lab/{name}/{configuration}.so: build/release/bin/hotpath lab check {name} makes it")
        columns.append([configuration.replace("-", " -"), ""] + instructions_of(path, symbol))
    height = max(map(len, columns))
    widths = [max(map(len, column)) + 3 for column in columns]
    rows = [[column[i] if i < len(column) else "" for column in columns] for i in range(height)]
    body = "\n".join("".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
    return f"```asm\n{body}\n```\n"


@cache
def runs():
    """machine -> {technique -> its results, one a run}."""
    found = {}
    for path in sorted(RESULTS.glob("*/lab/*/*.json")):
        machine = path.parts[-4]
        found.setdefault(machine, {}).setdefault(path.stem, []).append(json.loads(path.read_text()))
    return found


def comparison_of(result, *where):
    """By name, compiler and level; empty where it was not measured."""
    return next((each for each in result["comparisons"] if (each["name"], each["compiler"], each["level"]) == where), {})


def variants_of(result, comparison, compiler, level):
    return comparison_of(result, comparison, compiler, level).get("variants", [])


def verdict(results, comparison, compiler, level, variant):
    """The median ratio of the newest run, and the verdict of all of them."""
    found = [one for result in results for one in variants_of(result, comparison, compiler, level) if one["name"] == variant]
    if not found:
        return None, ""
    words = {one["verdict"] for one in found}
    return found[-1]["ratio"], words.pop() if len(words) == 1 and len(found) == len(results) else "undecided"


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio_text(ratio, word):
    if ratio is None:
        return ""
    text = f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"
    return {"faster": f"**{text}**", "slower": text, "no difference": f"*=* {text}"}.get(word, f"{text} ?")


def near_row(results, comparison, columns, published):
    """How many rounds had both cores near, by column; nothing where all or none had."""
    counted = []
    for c, l in columns:
        found = [one for one in (comparison_of(result, comparison, c, l) for result in results) if "near_rounds" in one]
        counted.append((sum(one["near_rounds"] for one in found), sum(len(one["round_trips_ns"]) for one in found)))
    if sum(near for near, _ in counted) in (0, sum(total for _, total in counted)):
        return ""
    return "\n| rounds with near cores |" + (" |" if published else "") + "".join(f" {near} of {total} |" for near, total in counted)


def placement(results):
    """The share of rounds in which the cores were near, by run."""
    shares = []
    for result in results:
        placed = [each for each in result["comparisons"] if "near_rounds" in each]
        if placed:
            rounds = sum(len(each["round_trips_ns"]) for each in placed)
            shares.append(f"{100 * sum(each['near_rounds'] for each in placed) / rounds:.0f}%")
    return f", cores near in {' and '.join(shares)} of the rounds" if shares else ", all rounds of a run in one process"


def has_two_threads(name):
    return any(re.search(r"two_threads\.hpp|SecondThread|std::j?thread", path.read_text()) for path in (TECHNIQUES / name).glob("*.[ch]pp"))


def time_table(results, comparison):
    newest = results[-1]
    unit = next(each["unit"] for each in newest["comparisons"] if each["name"] == comparison)
    published = next((each.get("published_ratio") for each in newest["comparisons"] if each["name"] == comparison), None)
    columns = [(c, l) for c, l in CONFIGURATIONS if variants_of(newest, comparison, c, l)]
    head = f"| {comparison.replace('_', ' ')}, {unit} |" + (" as printed |" if published else "")
    head += "".join(f" {c} {LEVELS[l]} |" for c, l in columns)
    lines = [head, "|---|" + "---:|" * (len(columns) + bool(published))]
    for i, variant in enumerate(variants_of(newest, comparison, *columns[0])):
        cells = [] if not published else [f"{published:.2f}" if i == 1 else ""]
        for c, l in columns:
            if i == 0:
                cells.append(number(median(variants_of(newest, comparison, c, l)[0]["rounds"])))
            else:
                cells.append(ratio_text(*verdict(results, comparison, c, l, variant["name"])))
        lines.append(f"| {variant['name'].replace('_', ' ')} | " + " | ".join(cells) + " |")
    near = near_row(results, comparison, columns, published) if has_two_threads(newest["technique"]) else ""
    return "\n".join(lines) + near


def count_table(newest, comparison):
    rows = []
    compilers = [c for c in ("gcc", "clang") if variants_of(newest, comparison, c, "O2")]
    for i, variant in enumerate(variants_of(newest, comparison, compilers[0], "O2") if compilers else []):
        cells = []
        for key in ("instructions", "branches_missed", "first_cache_misses"):
            cells += [number(variants_of(newest, comparison, c, "O2")[i].get(key, 0)) for c in compilers]
        if any("p99" in variants_of(newest, comparison, c, "O2")[i] for c in compilers):
            cells += [number(variants_of(newest, comparison, c, "O2")[i].get("p99", 0)) for c in compilers]
        rows.append(f"| {variant['name'].replace('_', ' ')} | " + " | ".join(cells) + " |")
    if not rows:
        return ""
    what = ["instructions", "mispredicted branches", "first-cache misses"]
    if rows[0].count("|") - 2 > 3 * len(compilers):
        what.append("p99 of single ones, ns")
    head = f"| {comparison.replace('_', ' ')}, an item at -O2 |" + "".join(f" {words}, {c} |" for words in what for c in compilers)
    return "\n".join([head, "|---|" + "---:|" * (len(what) * len(compilers)), *rows])


def is_stale(name, result):
    return result["provenance"].get("sources") not in measured_sources.current_digests(f"lab/{name}") or result["provenance"]["dirty"]


def tables(words):
    (name,) = words
    text = ""
    for machine, by_technique in sorted(runs().items()):
        results = by_technique.get(name)
        if not results:
            continue
        provenance = results[-1]["provenance"]
        comparisons = list(dict.fromkeys(each["name"] for each in results[-1]["comparisons"]))
        text += f"**{provenance['cores']} cores of {provenance['cpu']}**, {len(results)} complete runs of {provenance['rounds']} rounds"
        text += ", *its sources have changed since*" if any(is_stale(name, result) for result in results) else ""
        text += f"{placement(results)}. {LEGEND}\n\n"
        for comparison in comparisons:
            text += time_table(results, comparison) + "\n\n"
        text += f"Counted by {provenance['counted_by'].partition(':')[0]} in a simulated processor:\n\n"
        for comparison in comparisons:
            counted = count_table(results[-1], comparison)
            text += counted + "\n\n" if counted else ""
        text += (f"{provenance['date'][:10]}, {', '.join(provenance['compilers'].values())}, commit {provenance['commit']}; "
                 f"repeat with `script/bench lab {name}`.\n\n")
    return text.rstrip("\n") + "\n" if text else "Not measured yet.\n"


def title_of(page):
    first = page.read_text().split("\n", 1)[0]
    return first.removeprefix(TITLE).removeprefix("# ")


def headline(results, published):
    """Of the comparison that is not the seed's own: the variant that is fastest by gcc at -O2, as (comparison, variant)."""
    newest = results[-1]
    names = [each["name"] for each in newest["comparisons"] if (each["name"] == "published") == published]
    if not names:
        return None
    variants = variants_of(newest, names[0], "gcc", "O2")[1:]
    if not variants:
        return None
    return names[0], variants[0]["name"] if published else min(variants, key=lambda one: one["ratio"])["name"]


def catalogue(_words):
    machines = sorted(runs())
    lines = []
    for name in techniques():
        page = PAGES / f"{name}.md"
        cells = [f"[{title_of(page) if page.exists() else name}]({name}.md)"]
        results = next((runs()[machine][name] for machine in machines if name in runs()[machine]), None)
        if results is None:
            lines.append("| " + " | ".join([*cells, "", "", "not measured yet", "", "", ""]) + " |")
            continue
        seed = headline(results, True)
        if seed:
            printed = next((each.get("published_ratio") for each in results[-1]["comparisons"] if each["name"] == "published"), None)
            cells += [f"{printed:.2f}" if printed else "", ratio_text(*verdict(results, seed[0], "gcc", "O2", seed[1]))]
        else:
            cells += ["", ""]
        honest = headline(results, False)
        if honest:
            cells.append(f"{honest[1].replace('_', ' ')} ({honest[0].replace('_', ' ')})")
            cells += [ratio_text(*verdict(results, honest[0], c, l, honest[1])) for c, l in (("gcc", "O2"), ("gcc", "native"), ("clang", "O2"))]
        else:
            cells += ["", "", "", ""]
        lines.append("| " + " | ".join(cells) + " |")
    head = ("| technique | as printed | the same, rebuilt, gcc -O2 | measured honestly: the best variant | gcc -O2 | gcc -O3 native | clang -O2 |\n"
            "|---|---:|---:|---|---:|---:|---:|\n")
    return head + "\n".join(lines) + "\n\n" + agreement()


def agreement():
    """How often the complete runs of a machine have different verdicts."""
    text = ""
    for machine, by_technique in sorted(runs().items()):
        compared = differing = opposite = 0
        for results in by_technique.values():
            for each in results[-1]["comparisons"]:
                for variant in each["variants"][1:]:
                    where = (each["name"], each["compiler"], each["level"])
                    words = {one["verdict"] for r in results for one in variants_of(r, *where) if one["name"] == variant["name"]} - {"undecided"}
                    compared += 1
                    differing += len(words) > 1
                    opposite += {"faster", "slower"} <= words
        provenance = next(iter(by_technique.values()))[-1]["provenance"]
        text += (f"{provenance['cores']} cores of {provenance['cpu']}: {compared:,} comparisons; in {differing} of them the two runs have different verdicts, in "
                 f"{opposite} opposite ones.\n")
    return text


def studies(_words):
    pages = [page for page in sorted(PAGES.glob("*.md")) if page.stem not in techniques() and page.stem != "README"]
    return "".join(f"- [{title_of(page)}]({page.name})\n" for page in pages)


def small(value):
    return "" if value is None else f"{value:.3f}" if value >= 0.001 else "0" if value == 0 else f"{value:.0e}"


def statistics(_words):
    """By GCC at -O2: the headline comparison of each technique, and the seed's own."""
    text = ""
    for path in sorted(RESULTS.glob("*/lab/statistics.json")):
        machine = path.parts[-3]
        rows = {(r["technique"], r["comparison"], r["variant"]): r for r in json.loads(path.read_text()) if (r["compiler"], r["level"]) == ("gcc", "O2")}
        lines = []
        for name in techniques():
            results = runs()[machine].get(name)
            for head in (headline(results, True), headline(results, False)) if results else ():
                row = rows.get((name, *head)) if head else None
                if row:
                    ratio = f"{row['ratio']:.3f} ({row['ratio_low']:.3f}–{row['ratio_high']:.3f})"
                    effect = "" if row["cohens_d"] is None else f"{row['cohens_d']:.1f}"
                    tests = [small(row[key]) for key in ("shapiro_p", "welch_p", "paired_p", "mann_whitney_p", "holm_p")]
                    what = f"{head[1]} ({head[0]})".replace("_", " ")
                    lines.append(f"| [{name}]({name}.md) | {what} | {row['rounds']} | {ratio} | {effect} | " + " | ".join(tests) + " |")
        provenance = next(iter(runs()[machine].values()))[-1]["provenance"]
        text += (f"**{provenance['cores']} cores of {provenance['cpu']}**, gcc -O2; p-values, Holm's over all comparisons, compilers and levels.\n\n"
                 "| technique | variant | rounds | mean ratio (bootstrap, 95%) | Cohen's d | Shapiro-Wilk | Welch | paired t | Mann-Whitney | paired, Holm |\n"
                 "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n" + "\n".join(lines) + "\n\n")
    return text.rstrip("\n") + "\n" if text else "Not measured yet.\n"


MAKERS = {"code": code, "instructions": instructions, "lab": tables, "catalogue": catalogue, "studies": studies, "statistics": statistics}


def filled(page, kinds):
    def replace(part):
        begin, kind, words, end = part.groups()
        if kind not in kinds:
            return part.group()
        return begin + MAKERS[kind](words.split()) + end

    return PART.sub(replace, page.read_text())


def faults_of_form(page):
    """Sections that are missing, and bullets under "In Hotpath" that name what is not there."""
    text = page.read_text()
    found = []
    if page.stem in techniques():
        if not text.startswith(TITLE):
            found.append(f"its first line must be {TITLE}...")
        found += [f"there is no section {section}" for section in SECTIONS if f"\n{section}\n" not in text]
        if f"<!-- lab: {page.stem} -->" not in text:
            found.append(f"there is no <!-- lab: {page.stem} -->")
        if f"<!-- code: lab/techniques/{page.stem}/" not in text:
            found.append("there is no <!-- code: ... --> of its sources")
    for section in re.findall(r"\n## In Hotpath\n(.*?)(?=\n## |\Z)", text, re.S):
        bullets = re.findall(r"^- .*(?:\n  .*)*", section, re.M)
        for bullet in bullets:
            named = re.match(r"- `([^`]+)`(?:[^(]*)\[[^\]]+\]\(([^)#]+)\)", bullet.replace("\n", " "))
            if not named:
                found.append(f"a bullet of In Hotpath must begin with a symbol in backticks and link its file: {bullet[:70]}")
                continue
            symbol, link = named.groups()
            target = (page.parent / link).resolve()
            if not target.is_file():
                found.append(f"there is no {link}")
            elif not re.search(rf"\b{re.escape(re.split(r'[(<]', symbol)[0].rsplit('::', 1)[-1])}\b", target.read_text()):
                found.append(f"{link} has no {symbol}")
    return [f"{page.relative_to(ROOT)}: {fault}" for fault in found]


def stamp(folder, *names):
    for name in names:
        path = Path(folder) / f"{name}.json"
        result = json.loads(path.read_text())
        result["provenance"]["sources"] = measured_sources.digest_now(f"lab/{name}")
        path.write_text(json.dumps(result, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--stamp", nargs="+", metavar=("FOLDER", "NAME"))
    arguments = parser.parse_args()
    if arguments.stamp:
        return stamp(*arguments.stamp)
    kinds = set(MAKERS) - {"instructions"} | ({"instructions"} if arguments.instructions else set())
    faults = [f"docs/techniques/{name}.md: there is no such page" for name in techniques() if not (PAGES / f"{name}.md").exists()]
    for page in sorted(PAGES.glob("*.md")):
        try:
            text = filled(page, kinds)
        except Fault as fault:
            faults.append(f"{page.relative_to(ROOT)}: {fault}")
            continue
        if text != page.read_text():
            if arguments.check:
                faults.append(f"{page.relative_to(ROOT)}: differs from its sources or results: run tools/lab_pages.py")
            else:
                page.write_text(text)
                print(f"{page.relative_to(ROOT)}: updated")
        faults += faults_of_form(page)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
