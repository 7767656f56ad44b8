#!/usr/bin/env python3
"""Checks that what the documents name is there: files, tests, types, functions, configuration keys, commands, options.

    tools/document_names.py         exits 1 and prints where a document names something that does not exist (a CTest test)

Looked at are the links of all pages, and code spans and the commands of code blocks in README.md, CONTRIBUTING.md, SECURITY.md, docs/ and the
libraries' pages:

    [words](path)             the file is there, seen from the document
    `folder/file.ext`         it is there, seen from the root, from hotpath/ or from the document
    `SomeTest.ItHolds`        it is a test of that suite
    `ItHolds...`, `some_key`, `a::b`
                              each word (or, before ..., its beginning) is a word of some file that is no document
    `hotpath NAME --option`   a command of the program, and an option that the program, a script or a tool has

Every page under docs/ is linked by docs/README.md, or by a README that it links. What a page or an example includes of ours is a public header
(docs/reference/headers.md).

A name that is another project's, or a format's, is in FOREIGN."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.S | re.M)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
PATH = re.compile(r"^(?:[\w.-]+/)+[\w.-]*$|^[\w-]+\.(?:hpp|cpp|py|md|toml|sh)$")
WORDS = re.compile(r"^\w+(?:(?:::|\.)\w+)*(?:\.\.\.|…|\*|\(\))?$")
CAMEL = re.compile(r"^(?:[A-Z][a-z0-9]*){2,}$")
SNAKE = re.compile(r"^[a-z][a-z0-9]*(?:_[a-z0-9]+)+_?$")
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.M)
COMMAND = re.compile(r"(?:^|[\s/])hotpath ([a-z][\w-]+)")
INCLUDE = re.compile(r'#include ["<](hotpath/[^">]+)')
PUBLIC_HEADER = re.compile(r"^\| `(hotpath/[^`]+)`", re.M)
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*[a-z])\b")
# Folders that a build or a user makes, and roots of other systems.
MADE = (".ci/green.tsv", "build/", "shared/", "../shared", "dev/", "proc/", "sys/", "tmp/", "inputs/", "venue/")
FOREIGN = {"AnonHugePages", "ouch_model"}


class Names:
    """What is there, of one tree."""

    def __init__(self, root):
        self.root = root
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True)
        names = listed.stdout.splitlines() if listed.returncode == 0 else [str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()]
        self.files = set(names)
        texts = [root / name for name in names if Path(name).suffix in (".hpp", ".cpp", ".py", ".toml", ".txt", ".json", ".cmake", ".in", ".rs",
                                                                      ".java", ".pml", ".html", "")]
        self.text = "\n".join(path.read_text(errors="replace") for path in texts if path.is_file() and path.name != Path(__file__).name)
        self.words = set(re.findall(r"\w+", self.text)) | {part for name in names for part in re.findall(r"\w+", name)}
        self.commands = set(re.findall(r'add_subcommand\(\s*"([\w-]+)"', self.text))
        self.options = set(OPTION.findall(self.text))
        self.tests = set(TEST.findall(self.text))

        self.words |= {test for path in root.glob("bench/figures/*.tsv") for test in re.findall(r"^\w+/(\w+)\t", path.read_text(), re.M)}

    def documents(self):
        return sorted(name for name in self.files if name in ("README.md", "CONTRIBUTING.md", "SECURITY.md") or
                      (name.endswith(".md") and name.startswith(("docs/", "hotpath/"))))

    def has_file(self, name, folder):
        name = name.rstrip("/")
        near = [self.root / name, self.root / "hotpath" / name, self.root / folder / name]
        return any(path.exists() for path in near) or any(file.endswith("/" + name) for file in self.files)

    def has_word(self, word, is_beginning):
        return word in self.words or (is_beginning and any(known.startswith(word) for known in self.words))


def of_path(span, folder, names):
    if PATH.match(span) and not span.startswith(MADE) and not re.search(r"[A-Z]{3,}", span.split("/")[-1].split(".")[0]):
        # Only what begins like a folder of ours, or is one of our kinds of file: bytes/s is no path.
        top = span.split("/")[0]
        is_ours = "/" not in span or (names.root / top).is_dir() or (names.root / "hotpath" / top).is_dir()
        if is_ours and not names.has_file(span, folder):
            return f"no such file: {span}"
    return ""


def of_words(span, names):
    if not WORDS.match(span) or re.match(r"^\d", span):
        return ""
    is_beginning = span.endswith(("...", "…", "*"))
    for word in re.findall(r"\w+", span):
        is_name = CAMEL.match(word) or SNAKE.match(word)
        if is_name and word not in FOREIGN and not names.has_word(word, is_beginning):
            return f"no such name: {word}"
    pair = tuple(span.split("."))
    if len(pair) == 2 and all(CAMEL.match(word) for word in pair) and pair not in names.tests:
        return f"no such test: {span}"
    return ""


def of_command(line, names):
    found = []
    for command in COMMAND.findall(line):
        if names.commands and command not in names.commands:
            found.append(f"no such command: hotpath {command}")
    if COMMAND.search(line) or re.search(r"\b(?:script|tools)/\w+", line) or line.startswith("--"):
        found += [f"no such option: {option}" for option in OPTION.findall(line) if option not in names.options and option not in FOREIGN]
    for script in re.findall(r"(?<![\w/.-])((?:script|tools)/[\w.-]*\w)", line):
        if not names.has_file(script, ""):
            found.append(f"no such file: {script}")
    return found


def links_to_nothing(document, names):
    page = names.root / document
    links = LINK.findall(FENCE.sub("", page.read_text()))
    return [link for link in links if not re.match(r"[a-z]+:", link) and not (page.parent / link).exists()]


def problems_of(document, names):
    text = (names.root / document).read_text()
    folder = str(Path(document).parent)
    found = [f"no such file: {link}" for link in links_to_nothing(document, names)]
    for language, block in FENCE.findall(text):
        if language in ("", "sh", "bash", "console"):
            for line in block.splitlines():
                found += of_command(line, names)
    for span in SPAN.findall(FENCE.sub("", text)):
        commands = of_command(span, names)
        found += commands or [problem for problem in (of_path(span, folder, names), of_words(span, names)) if problem]
    return list(dict.fromkeys(f"{document}: {problem}" for problem in found))


def unlisted(names):
    """Pages under docs/ that neither its README nor the README of their folder, which that one links, links."""
    listed, waiting = set(), ["docs/README.md"]
    while waiting:
        page = waiting.pop()
        listed.add(page)
        if page.endswith("README.md") and page in names.files:
            links = {os.path.normpath(f"{Path(page).parent}/{link}") for link in LINK.findall((names.root / page).read_text())}
            waiting += [link for link in links if link.startswith("docs/") and link not in listed]
    return [f"docs/README.md: no link to {name}" for name in sorted(names.files) if name.startswith("docs/") and name.endswith(".md") and name not in listed]


def internal_headers(names):
    """What pages and examples show a user to include, and no installation has by a promise."""
    page = names.root / "docs/reference/headers.md"
    public = set(PUBLIC_HEADER.findall(page.read_text())) if page.exists() else set()
    shown = sorted(name for name in names.files if name.endswith(".md") or (name.startswith("docs/examples/") and name.endswith((".hpp", ".cpp"))))
    return [f"{name}: not a public header: {header}" for name in shown if (names.root / name).exists()
            for header in INCLUDE.findall((names.root / name).read_text()) if header not in public]


def run(root):
    names = Names(root)
    documents = names.documents()
    others = sorted(name for name in names.files if name.endswith(".md") and name not in documents and (names.root / name).exists())
    found = [f"{page}: no such file: {link}" for page in others for link in links_to_nothing(page, names)]
    return [problem for document in documents for problem in problems_of(document, names)] + found + unlisted(names) + internal_headers(names)


def main():
    problems = run(ROOT)
    print("\n".join(problems) if problems else "document_names: what the documents name is there")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
