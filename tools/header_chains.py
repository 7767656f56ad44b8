"""Public headers in chains, in which each header includes the one before it, directly or not.

A header must compile as the first of a source. In one source, after a header that it includes anyway, it finds nothing that it would
not find alone: so a chain is checked by one run of the compiler, and the standard library is read once."""

import re
from functools import cache

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.M)
CONDITION = re.compile(r"^\s*#\s*if", re.M)


def includes(text):
    """What a header includes whatever the options are: the lines before its first condition."""
    return INCLUDE.findall(CONDITION.split(text, maxsplit=1)[0])


def chains(headers, text_of):
    """Every one of `headers` (as #include names them) in one list, after those of it that it includes. `text_of(header)` is the text of
    any header, empty when the project has no such file."""

    @cache
    def reached(header):
        found, waiting = set(), [header]
        while waiting:
            new = set(includes(text_of(waiting.pop()))) - found
            found |= new
            waiting += new
        return found

    left = dict.fromkeys(sorted(headers, key=lambda header: (-len(reached(header)), header)))
    while left:
        chain, header = [], next(iter(left))
        while header is not None:
            del left[header]
            chain.insert(0, header)
            header = next((each for each in left if each in reached(header)), None)
        yield chain
