#!/usr/bin/env python3
"""Checks that what a message names can be written: every key, option or field in the text of an error, a note or a help exists.

    tools/message_names.py          exits 1 and prints where a message names something that does not exist (a CTest test)

Looked at are the strings of hotpath/ and apps/ that are sentences, but for assertions, tests and fuzz targets. A word with underscores in
one is a key that some configuration reads, or a name in the sources; it is no field that a configuration fills under another name
(executions_per_command_max is executions_per_order_max in a file), with a unit behind it (gap_patience is gap_patience_ms) or without.

A name that is another project's, or a format's, is in FOREIGN."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SNAKE = re.compile(r"(?<![\w./%<-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w(/=]|\.\w)")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
EXACT = re.compile(r'"([a-z][a-z0-9_]*)"')
READ = re.compile(r'\.read\w*\(\s*"([a-z][a-z0-9_]*)",\s*([\w.>\-\[\]()]+)')
ASSERTION = re.compile(r"(?:HOTPATH_ASSERT\w*|static_assert|asm volatile)\(.*?\);", re.S)
COMMENT = re.compile(r"(?<![:\"])//[^\n]*")
TABLE = re.compile(r"^\s*#?\s*\[+([a-z][a-z0-9_.]*)\]+|^\s*#?\s*([a-z][a-z0-9_]*)\s*=", re.M)
UNITS = ("_ms", "_us", "_dollars", "_percent", "_mib")
FOREIGN = {"close_notify", "managed_irq", "nohz_full", "rcu_nocbs", "send_ns", "tick_to_order"}


def sources(root):
    for folder in ("hotpath", "apps"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            if not re.search(r"_(?:test|fuzz|bench)\.cpp$", path.name) and "generated" not in path.parts:
                yield path


def plain(text):
    """Without comments and assertions, each string in one piece."""
    return re.sub(r'"\s*\n\s*"', "", COMMENT.sub("", ASSERTION.sub("", text)))


class Names:
    def __init__(self, texts, root):
        self.keys, self.fields = set(), set()
        self.filled = {}  # a field, and the keys that a configuration reads into it
        for text in texts:
            self.keys |= set(EXACT.findall(text))
            self.fields |= set(re.findall(r"\w+", LITERAL.sub("", text)))
            for key, into in READ.findall(text):
                self.filled.setdefault(re.split(r"[.>]", into.rstrip("()"))[-1], set()).add(key)
        for path in root.glob("docs/examples/**/*.toml"):
            self.keys |= {name for found in TABLE.findall(path.read_text()) for part in found for name in part.split(".")}

    def fault(self, word):
        if word in self.keys or word in FOREIGN:
            return ""
        keys = self.filled.get(word, set()) or {word + unit for unit in UNITS if word + unit in self.keys}
        if keys:
            return f"{word} is {' or '.join(sorted(keys))} in a configuration"
        return "" if word in self.fields else f"no such name: {word}"


def run(root):
    texts = {path: plain(path.read_text()) for path in sources(root)}
    names = Names(texts.values(), root)
    problems = []
    for path, text in texts.items():
        sentences = (literal for literal in LITERAL.findall(text) if " " in literal)
        # The keys of a text that is JSON are in quotes of their own.
        words = (re.sub(r"\\.", " ", re.sub(r'\\"\w+\\"', "", sentence)) for sentence in sentences)
        found = {word for each in words for word in SNAKE.findall(each)}
        problems += [f"{path.relative_to(root)}: {fault}" for fault in map(names.fault, sorted(found)) if fault]
    return problems


def main():
    problems = run(ROOT)
    print("\n".join(problems) if problems else "message_names: what the messages name is there")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
