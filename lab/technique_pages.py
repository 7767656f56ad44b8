#!/usr/bin/env python3
"""Fills the generated parts of the pages in docs/techniques, from the sources of lab/techniques and the figures of lab/figures.

    lab/technique_pages.py                   code and tables
    lab/technique_pages.py --instructions    the compiled instructions, too: of the objects in build/lab (`hotpath lab check` makes them)
    lab/technique_pages.py --check           exits 1 and says where a page differs from its source or its figures, lacks a section, or names a
                                   file or symbol that is not there (a CTest test)
    lab/technique_pages.py --collect STATISTICS RUN RUN    puts what two complete runs of `hotpath lab run` measured into the figures of this kind of host

The parts stand between one of these marks and `<!-- end -->`:

    <!-- code: FILE REGION -->           the lines between `// [REGION]` and `// [end]` of a source
    <!-- instructions: NAME SYMBOL CONFIGURATION... -->   what the compiler made of a function, such as gcc-O2 beside clang-O2
    <!-- lab: NAME -->                   the tables of a technique
    <!-- catalogue -->                   one line a technique
    <!-- studies -->                     the other pages of the folder
    <!-- statistics -->                  tests and effect sizes of each technique's first comparisons

lab/figures/HOST.tsv has a `#` line for each technique (host, rounds, date, commit) and a line for each variant: of the first of a comparison
its times, of others the ratio to it by compiler and level with a verdict (VERDICTS), then counts at -O2, then statistics at gcc -O2 where the pages
show them. A page has the sections of SECTIONS. Under "In Hotpath" each bullet names a symbol in backticks and the file that has it; a page
without bullets says that the technique is not used, and why."""

import argparse
import json
import re
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "techniques"
TECHNIQUES = ROOT / "lab" / "techniques"
FIGURES = ROOT / "lab" / "figures"
PART = re.compile(r"(<!-- (code|instructions|lab|catalogue|studies|statistics):? ?([^>]*?) ?-->\n).*?(<!-- end -->)", re.S)
SECTIONS = ["## The code", "## What it gains", "## When it hurts", "## In Hotpath", "## Further reading"]
TITLE = "# Technique: "
CONFIGURATIONS = [f"{compiler}-{level}" for compiler in ("gcc", "clang") for level in ("O0", "O2", "O3", "native", "pgo")]
COUNTS = {"instructions": "instructions", "branches_missed": "mispredicted branches", "first_cache_misses": "first-cache misses",
          "p99": "p99 of single ones, ns"}
STATISTICS = ("rounds", "ratio", "ratio_low", "ratio_high", "cohens_d", "shapiro_p", "welch_p", "paired_p", "mann_whitney_p", "holm_p")
COLUMNS = ["comparison", "variant", "unit", "as printed", *CONFIGURATIONS, *(f"{name} {compiler}" for name in COUNTS for compiler in ("gcc", "clang")),
           *STATISTICS]
HEAD = ("technique", "cores", "cpu", "runs", "rounds", "near", "counted by", "date", "compilers", "commit")
# Of both runs; "!": they differ, and one is undecided, or both are decided, or one is faster and the other slower.
VERDICTS = {"faster": "<", "slower": ">", "no difference": "=", "undecided": "?", "one undecided": "?!", "differ": "!", "opposite": "!!"}
NEAR = "rounds with near cores"  # a line of a comparison of two threads: how many of all
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


class Technique:
    """The figures of one technique on one kind of host."""

    def __init__(self, head):
        self.of = head  # a dictionary of HEAD
        self.rows = []  # dictionaries of COLUMNS

    def comparisons(self):
        return list(dict.fromkeys(row["comparison"] for row in self.rows))

    def variants(self, comparison):
        return [row for row in self.rows if row["comparison"] == comparison and row["variant"] != NEAR]

    def near(self, comparison):
        return next((row for row in self.rows if row["comparison"] == comparison and row["variant"] == NEAR), None)

    def headline(self, is_published):
        """Of the first comparison of its kind: the printed variant, or the one that is fastest by gcc at -O2."""
        names = [name for name in self.comparisons() if (name == "published") == is_published]
        variants = [row for row in self.variants(names[0])[1:] if row["gcc-O2"]] if names else []
        if not variants:
            return None
        return variants[0] if is_published else min(variants, key=lambda row: float(row["gcc-O2"].rstrip("<>=?!")))


def read(path):
    """By name."""
    found = {}
    for line in path.read_text().splitlines():
        cells = line.split("\t")
        if line.startswith("# "):
            of = dict(zip(HEAD, [cells[0].removeprefix("# "), *cells[1:]], strict=True))
            found[of["technique"]] = technique = Technique(of)
        elif cells != COLUMNS:
            cells += [""] * (len(COLUMNS) - len(cells))
            technique.rows.append(dict(zip(COLUMNS, cells, strict=True)))
    return found


def write(path, by_name):
    lines = ["\t".join(COLUMNS)]
    for name in sorted(by_name):
        lines.append("# " + "\t".join(str(by_name[name].of[column]) for column in HEAD))
        lines += ["\t".join(str(row.get(column, "")) for column in COLUMNS).rstrip("\t") for row in by_name[name].rows]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


@cache
def hosts():
    return {path.stem: read(path) for path in sorted(FIGURES.glob("*.tsv"))}


def compact(value):
    return f"{value:.0f}" if value >= 100_000 else f"{value:.7g}"


def verdict_of(words, runs):
    if len(words) == 1 and len(runs) > 1:
        return words.pop()
    return "one undecided" if "undecided" in words or len(runs) == 1 else "opposite" if {"faster", "slower"} <= words else "differ"


def collected(results, statistics):
    """The figures of what complete runs say of one technique; the newest is the last."""
    by_run = [{(each["name"], f"{each['compiler']}-{each['level']}"): each for each in result["comparisons"]} for result in results]
    newest, provenance = results[-1], results[-1]["provenance"]
    shares = []
    for run in by_run:
        placed = [each for each in run.values() if "near_rounds" in each]
        if placed:
            shares.append(f"{100 * sum(each['near_rounds'] for each in placed) / sum(len(each['round_trips_ns']) for each in placed):.0f}%")
    technique = Technique({"technique": newest["technique"], "cores": provenance["cores"], "cpu": provenance["cpu"], "runs": len(results),
                           "rounds": provenance["rounds"], "near": " and ".join(shares), "counted by": provenance["counted_by"].partition(":")[0],
                           "date": provenance["date"][:10], "compilers": ", ".join(provenance["compilers"].values()),
                           "commit": provenance["commit"] + ("-dirty" if provenance["dirty"] else "")})
    for comparison in dict.fromkeys(name for name, _ in by_run[-1]):
        rows, near = {}, {}
        for configuration in CONFIGURATIONS:
            of_runs = [run[comparison, configuration] for run in by_run if (comparison, configuration) in run]
            if (comparison, configuration) not in by_run[-1]:
                continue
            for i, variant in enumerate(of_runs[-1]["variants"]):
                row = rows.setdefault(variant["name"], {"comparison": comparison, "variant": variant["name"], "unit": of_runs[-1]["unit"] if i == 0 else ""})
                if i == 0:
                    row[configuration] = compact(median(variant["rounds"]))
                else:
                    same = [one for each in of_runs for one in each["variants"] if one["name"] == variant["name"]]
                    row[configuration] = compact(variant["ratio"]) + VERDICTS[verdict_of({one["verdict"] for one in same}, same)]
                    if i == 1 and "published_ratio" in of_runs[-1]:
                        row["as printed"] = compact(of_runs[-1]["published_ratio"])
                if configuration.endswith("-O2"):
                    row |= {f"{name} {configuration[:-3]}": compact(variant[name]) for name in COUNTS if name in variant}
                rows[variant["name"]] = row
            counted = [each for each in of_runs if "near_rounds" in each]
            near[configuration] = f"{sum(each['near_rounds'] for each in counted)}/{sum(len(each['round_trips_ns']) for each in counted)}"
        technique.rows += rows.values()
        pairs = [tuple(map(int, cell.split("/"))) for cell in near.values()]
        if has_two_threads(newest["technique"]) and sum(some for some, _ in pairs) not in (0, sum(all_of_them for _, all_of_them in pairs)):
            technique.rows.append({"comparison": comparison, "variant": NEAR, **near})
    for is_published in (True, False):
        for row in technique.rows:
            row.setdefault("gcc-O2", "")
        shown = technique.headline(is_published)
        for tested in statistics if shown else ():
            if [tested[key] for key in ("technique", "comparison", "variant", "compiler", "level")] == [
                    newest["technique"], shown["comparison"], shown["variant"], "gcc", "O2"]:
                shown |= {key: "" if tested[key] is None else f"{tested[key]:.4g}" for key in STATISTICS}
    return technique


def collect(statistics, folders):
    found = {}
    for path in sorted(path for folder in folders for path in Path(folder).glob("*.json")):
        found.setdefault(path.stem, []).append(path)
    tested = json.loads(Path(statistics).read_text())
    for name, paths in found.items():
        if len(paths) != len(folders):
            raise Fault(f"{name} is not in all of {', '.join(folders)}")
        results = [json.loads(path.read_text()) for path in sorted(paths, key=lambda path: folders.index(str(path.parent)))]
        if any(result["provenance"]["quick"] for result in results):
            raise Fault(f"{name} was measured with --quick, which is to see that it works")
        technique = collected(results, tested)
        host = re.sub(r"[^a-z0-9]+", "-", f"{technique.of['cpu']} {technique.of['cores']} cores".lower()).strip("-")
        path = FIGURES / f"{host}.tsv"
        write(path, (read(path) if path.exists() else {}) | {name: technique})


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def has_two_threads(name):
    return any(re.search(r"two_threads\.hpp|SecondThread|std::j?thread", path.read_text()) for path in (TECHNIQUES / name).glob("*.[ch]pp"))


def ratio_text(cell):
    """A ratio with its verdict, as the pages show it."""
    if not cell:
        return ""
    ratio, mark = re.match(r"([\d.e+-]+)(.*)", cell).groups()
    text = f"{float(ratio):.2f}" if float(ratio) < 10 else f"{float(ratio):.0f}"
    return {"<": f"**{text}**", ">": text, "=": f"*=* {text}"}.get(mark, f"{text} ?")


def time_table(technique, comparison):
    first, *others = technique.variants(comparison)
    columns = [configuration for configuration in CONFIGURATIONS if first[configuration]]
    is_published = any(row["as printed"] for row in others)
    heads = [c.partition("-")[0] + " " + LEVELS[c.partition("-")[2]] for c in columns]
    lines = [f"| {comparison.replace('_', ' ')}, {first['unit']} |" + (" as printed |" if is_published else "") + "".join(f" {head} |" for head in heads),
             "|---|" + "---:|" * (len(columns) + is_published)]
    for row in (first, *others):
        printed = [f"{float(row['as printed']):.2f}" if row["as printed"] else ""] if is_published else []
        cells = [number(float(row[c])) if row is first else ratio_text(row[c]) for c in columns]
        lines.append(f"| {row['variant'].replace('_', ' ')} | " + " | ".join(printed + cells) + " |")
    if near := technique.near(comparison):
        lines.append(f"| {NEAR} |" + (" |" if is_published else "") + "".join(f" {near[c].replace('/', ' of ')} |" for c in columns))
    return "\n".join(lines)


def count_table(technique, comparison):
    variants = technique.variants(comparison)
    compilers = [compiler for compiler in ("gcc", "clang") if variants[0][f"{compiler}-O2"]]
    if not compilers:
        return ""
    names = [name for name in COUNTS if name != "p99" or any(row[f"p99 {compiler}"] for row in variants for compiler in compilers)]
    head = f"| {comparison.replace('_', ' ')}, an item at -O2 |" + "".join(f" {COUNTS[name]}, {compiler} |" for name in names for compiler in compilers)
    lines = [head, "|---|" + "---:|" * (len(names) * len(compilers))]
    for row in variants:
        cells = [number(float(row[f"{name} {compiler}"] or 0)) for name in names for compiler in compilers]
        lines.append(f"| {row['variant'].replace('_', ' ')} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def tables(words):
    (name,) = words
    text = ""
    for technique in (of_host[name] for of_host in hosts().values() if name in of_host):
        of = technique.of
        placement = f", cores near in {of['near']} of the rounds" if of["near"] else ", all rounds of a run in one process"
        text += f"**{of['cores']} cores of {of['cpu']}**, {of['runs']} complete runs of {of['rounds']} rounds{placement}. {LEGEND}\n\n"
        for comparison in technique.comparisons():
            text += time_table(technique, comparison) + "\n\n"
        text += f"Counted by {of['counted by']} in a simulated processor:\n\n"
        for counted in filter(None, (count_table(technique, comparison) for comparison in technique.comparisons())):
            text += counted + "\n\n"
        text += f"{of['date']}, {of['compilers']}, commit {of['commit']}; repeat with `script/bench lab {name}`.\n\n"
    return text.rstrip("\n") + "\n" if text else "Not measured yet.\n"


def title_of(page):
    first = page.read_text().split("\n", 1)[0]
    return first.removeprefix(TITLE).removeprefix("# ")


def catalogue(_words):
    lines = []
    for name in techniques():
        page = PAGES / f"{name}.md"
        cells = [f"[{title_of(page) if page.exists() else name}]({name}.md)"]
        technique = next((of_host[name] for of_host in hosts().values() if name in of_host), None)
        if technique is None:
            cells += ["", "", "not measured yet", "", "", ""]
        else:
            printed, honest = technique.headline(True), technique.headline(False)
            cells += [f"{float(printed['as printed']):.2f}" if printed["as printed"] else "", ratio_text(printed["gcc-O2"])] if printed else ["", ""]
            cells += [f"{honest['variant']} ({honest['comparison']})".replace("_", " "),
                      *(ratio_text(honest[c]) for c in ("gcc-O2", "gcc-native", "clang-O2"))] if honest else [""] * 4
        lines.append("| " + " | ".join(cells) + " |")
    head = ("| technique | as printed | the same, rebuilt, gcc -O2 | measured honestly: the best variant | gcc -O2 | gcc -O3 native | clang -O2 |\n"
            "|---|---:|---:|---|---:|---:|---:|\n")
    return head + "\n".join(lines) + "\n\n" + agreement()


def agreement():
    """How often the complete runs of a kind of host have different verdicts."""
    text = ""
    for of_host in hosts().values():
        marks = [row[c].lstrip("0123456789.e+-") for technique in of_host.values() for name in technique.comparisons()
                 for row in technique.variants(name)[1:] for c in CONFIGURATIONS if row[c]]
        of = next(iter(of_host.values())).of
        text += (f"{of['cores']} cores of {of['cpu']}: {len(marks):,} comparisons; in {sum('!' in mark for mark in marks)} of them the two runs have different "
                 f"verdicts: in {marks.count('?!')} one of them is undecided, in {marks.count('!')} one says no difference, in {marks.count('!!')} they are opposite.\n")
    return text


def studies(_words):
    pages = [page for page in sorted(PAGES.glob("*.md")) if page.stem not in techniques() and page.stem != "README"]
    return "".join(f"- [{title_of(page)}]({page.name})\n" for page in pages)


def small(text):
    return "" if not text else f"{float(text):.3f}" if float(text) >= 0.001 else "0" if float(text) == 0 else f"{float(text):.0e}"


def statistics(_words):
    """By GCC at -O2: the headline comparison of each technique, and the seed's own."""
    text = ""
    for of_host in hosts().values():
        lines = []
        for name in filter(of_host.get, techniques()):
            for row in filter(None, (of_host[name].headline(True), of_host[name].headline(False))):
                if row["ratio"]:
                    ratio, low, high = (f"{float(row[key]):.3f}" for key in ("ratio", "ratio_low", "ratio_high"))
                    effect = f"{float(row['cohens_d']):.1f}" if row["cohens_d"] else ""
                    tests = [small(row[key]) for key in ("shapiro_p", "welch_p", "paired_p", "mann_whitney_p", "holm_p")]
                    what = f"{row['variant']} ({row['comparison']})".replace("_", " ")
                    lines.append(f"| [{name}]({name}.md) | {what} | {row['rounds']} | {ratio} ({low}–{high}) | {effect} | " + " | ".join(tests) + " |")
        of = next(iter(of_host.values())).of
        text += (f"**{of['cores']} cores of {of['cpu']}**, gcc -O2; p-values, Holm's over all comparisons, compilers and levels.\n\n"
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--collect", nargs="+", metavar=("STATISTICS", "RUN"))
    arguments = parser.parse_args()
    if arguments.collect:
        try:
            collect(arguments.collect[0], arguments.collect[1:])
        except Fault as fault:
            sys.exit(f"technique_pages: {fault}")
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
                faults.append(f"{page.relative_to(ROOT)}: differs from its sources or figures: run lab/technique_pages.py")
            else:
                page.write_text(text)
                print(f"{page.relative_to(ROOT)}: updated")
        faults += faults_of_form(page)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
