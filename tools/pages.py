"""What tools that measure share: where and when they measured, how numbers and tables look, and the tables that they write between two marks of a page."""

import datetime
import os
import platform
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
END = "<!-- end -->"


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def commit():
    """The commit of the tree, with "-dirty" when a source differs from it."""
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude)docs", ":(exclude)*.md", ":(exclude)*.tsv", ":(exclude)evidence")
    return git("rev-parse", "--short=12", "HEAD") + ("-dirty" if changed else "")


def today():
    return f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}"


def processor():
    """This machine's, as /proc/cpuinfo names it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def headline(kind=""):
    """The first line of a table: the processor (or kind of host), and where and when it was measured."""
    return f"**{kind or processor()}**: {os.cpu_count()} cores of {processor()}, Linux {platform.release()}, {today()}, commit {commit()}"


def between(text, mark):
    """What stands between <!-- MARK --> and the end."""
    found = re.search(rf"<!-- {re.escape(mark)} -->\n(.*?){END}", text, re.S)
    if not found:
        raise SystemExit(f"the page must have <!-- {mark} --> and {END}")
    return found.group(1)


def with_block(text, block):
    """A block begins with **KIND**: and replaces the one of this kind, in its place; others stay."""
    blocks = re.split(r"^(?=\*\*[^*\n]+\*\*)", text, flags=re.M)
    kind = block.split("**")[1]
    at = next((at for at, of in enumerate(blocks) if of.startswith(f"**{kind}**")), len(blocks))
    return "".join([*blocks[:at], block.rstrip("\n") + "\n" + ("\n" if blocks[at + 1:] else ""), *blocks[at + 1:]])


def write(page, mark, text):
    """In place of what stands between the marks."""
    path = ROOT / page
    whole = path.read_text()
    path.write_text(whole.replace(f"<!-- {mark} -->\n{between(whole, mark)}{END}", f"<!-- {mark} -->\n{text}{END}", 1))
    print(f"{page}: the tables of {mark} are written")


def write_block(page, mark, block):
    write(page, mark, with_block(between((ROOT / page).read_text(), mark), block))


def number(value):
    if 0 < abs(value) < 0.005:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def markdown(heads, rows, texts=1):
    """Lines of a table; the first columns are `texts`, the others numbers."""
    rule = "|---" * texts + "|---:" * (len(heads) - texts) + "|"
    return "\n".join([f"| {' | '.join(heads)} |".replace("|  |", "| |", 1), rule, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


# What repeats a benchmark whose name is not that of one of script/bench; empty where the code is removed and only its commit has it.
COMMANDS = {"python": "script/bench-python", "pipelined_engine": ""}


def sources(runs):
    """One paragraph: date and commit of the runs of each kind of host, and what repeats them."""
    by_kind, commands = {}, {}
    for run in sorted(runs, key=lambda run: run.kind.order):
        by_kind.setdefault(run.kind, {})[f"{run.date} {run.commit}"] = None
        commands[COMMANDS.get(run.bench, f"script/bench {run.bench}")] = None
    shown = "; ".join(f"{kind}: {', '.join(sorted(of))}" for kind, of in by_kind.items())
    repeat = ", ".join(f"`{command}`" for command in commands if command)
    return f"{shown}. {f'Repeat with {repeat}.' if repeat else 'The code was removed later.'}\n"
