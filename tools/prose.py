"""Measured numbers in sentences: they are filled from bench/figures (tables.py), or the sentence has none.

A sentence that tells a measurement is known by its words (`12 times as fast`, `about 20 ms`, `2 to 5 ns`, `takes 40 ns`, `by a third`, `twice as late`).
Numbers that were chosen (a rate, a size, a bound, a step) are not told in such words. What others published is, so sentences and sections about it are
left out, and so are those about goals, code and tables."""

import re

from pages import ROOT

COUNT = r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twenty|several)"
TIME = r"(?:ns|[µu]s|ms|s|seconds|milliseconds|microseconds|nanoseconds)\b"
UNIT = rf"(?:{TIME}|[KMG]i?B\b|M/s|instructions\b|cycles\b)"
PART = r"(?:half|third|quarter|fifth|sixth|seventh|eighth|tenth)s?\b"
TOLD = re.compile(
    rf"\b{COUNT} times (?:as|ahead|faster|slower|longer|cheaper|dearer|ours|theirs|that of|what|while)\b|\b(?:twice|half) as (?:fast|slow|late|long|much|many)\b"
    rf"|\b\d[\d,.]*% (?:less|more|fewer|faster|slower|longer)\b|\b(?:by|about|nearly|level to) (?:about )?a {PART}|\ba {PART} (?:less|more|fewer|faster|slower|longer)\b"
    rf"|\b(?:about|some|around|nearly|almost|roughly) \d[\d,.]* ?{UNIT}|\b\d[\d,.]* to \d[\d,.]* ?{TIME}"
    rf"|\b(?:takes?|took|costs?|needs?|needed) (?:about |some )?\d[\d,.]*(?: to \d[\d,.]*)? ?{UNIT}")
OTHERS = re.compile(r"\b(?:goals?|published|another study|[Tt]he (?:report|paper) (?:finds|says|gives|has|reports))\b")
OTHERS_SECTION = re.compile(r"^#+ (?:As published|What was published|What others published|Beside what others measured)\n.*?(?=^#|\Z)", re.S | re.M)
LEFT_OUT = re.compile(r'<!-- (?!end)[^\n]*? -->.*?<!-- end -->|```.*?```|`[^`\n]*`|\]\([^)]*\)|"[^"\n]*"|^#.*?$|^\|.*?$', re.S | re.M)
SENTENCE = re.compile(r"(?:[^.!?]|[.!?](?![\s*)]))+[.!?]?")


def pages():
    """What tells results: README, docs/results, docs/design, and techniques but those of the catalogue, whose words follow two runs of lab/."""
    of_lab = {folder.name for folder in (ROOT / "lab" / "techniques").iterdir()}
    techniques = (page for page in (ROOT / "docs" / "techniques").glob("*.md") if page.stem not in of_lab)
    return sorted([ROOT / "README.md", *(ROOT / "docs" / "results").rglob("*.md"), *(ROOT / "docs" / "design").rglob("*.md"), *techniques])


def told(text):
    """The sentences of a page that tell a measured number which nothing fills."""
    prose = LEFT_OUT.sub(lambda left: " … " if "\n" not in left.group() else "\n\n", OTHERS_SECTION.sub("", text))
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", prose):
        for sentence in SENTENCE.findall(" ".join(paragraph.split())):
            if TOLD.search(sentence) and not OTHERS.search(sentence):
                yield sentence.strip()
