"""The files that each protocol needed, and how many lines each: the tables of docs/design/venues.md. Counted in the tree by
tools/tables.py, whose --check fails when they have changed.

    protocol_files-orders        order entry: OUCH 5.0, FIX, iLink 3
    protocol_files-market_data   ITCH 5.0, MDP 3"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEST_ENDINGS = ("_test.cpp", "_fuzz.cpp")
SUFFIXES = (".hpp", ".cpp", ".xml")
GENERATED = "generated"

# What a step of the page needs, by protocol: folders, or files. A folder's own files count, those of its folders do not. What is in
# a folder `generated` is counted apart.
ORDERS = {
    "layouts, values, decoder": {
        "OUCH 5.0": ["hotpath/wire/ouch50"],
        "FIX": ["hotpath/wire/fix", "hotpath/wire/fix/generated"],
        "iLink 3": ["hotpath/wire/sbe", "hotpath/wire/ilink3/messages.xml", "hotpath/wire/ilink3/frame.hpp",
                    "hotpath/wire/ilink3/frame_test.cpp", "hotpath/wire/ilink3/codes.hpp", "hotpath/wire/ilink3/codes.cpp",
                    "hotpath/wire/ilink3/generated"],
    },
    "session": {
        "OUCH 5.0": ["hotpath/wire/soupbintcp"],
        "FIX": ["hotpath/wire/fix/session"],
        "iLink 3": ["hotpath/wire/ilink3"],
    },
    "codec on the seam": {
        "OUCH 5.0": ["hotpath/venue/nasdaq"],
        "FIX": ["hotpath/venue/order_request.hpp", "hotpath/venue/fix"],
        "iLink 3": ["hotpath/venue/order_request.hpp", "hotpath/venue/ilink3"],
    },
    "our own venue": {
        "OUCH 5.0": ["hotpath/exchange/orders"],
        "FIX": ["hotpath/exchange/fix"],
        "iLink 3": ["hotpath/exchange/ilink"],
    },
}
MARKET_DATA = {
    "layouts, values, decoder": {
        "ITCH 5.0": ["hotpath/wire/itch50"],
        "MDP 3": ["hotpath/wire/sbe", "hotpath/wire/mdp3/messages.xml", "hotpath/wire/mdp3/generated"],
    },
    "packets": {
        "ITCH 5.0": ["hotpath/wire/moldudp64"],
        "MDP 3": ["hotpath/wire/mdp3"],
    },
    "codec on the seam": {
        "ITCH 5.0": ["hotpath/feed/itch"],
        "MDP 3": ["hotpath/feed/mdp3"],
    },
    "our own venue": {
        "ITCH 5.0": ["hotpath/exchange/market"],
        "MDP 3": ["hotpath/exchange/mdp3"],
    },
}
TABLES = {"orders": ORDERS, "market_data": MARKET_DATA}


def lines_of(path):
    return len(path.read_bytes().splitlines())


def files_of(places):
    """The files themselves, and those of the folders, in order."""
    found = []
    for path in (ROOT / place for place in places):
        found += sorted(path.iterdir()) if path.is_dir() else [path]
    return [path for path in found if path.is_file() and path.suffix in SUFFIXES]


def steps_of(steps, protocol):
    """By step: its files. One that several steps name is the first's."""
    taken = set()
    for step, places in steps.items():
        files = [file for file in files_of(places.get(protocol, [])) if file not in taken]
        taken.update(files)
        yield step, files


def is_generated(file):
    return file.parent.name == GENERATED


def is_test(file):
    return file.name.endswith(TEST_ENDINGS)


def counts_of(files):
    """Lines of code, of tests, and of generated files."""
    kinds = [2 if is_generated(file) else 1 if is_test(file) else 0 for file in files]
    return [sum(lines_of(file) for file, kind in zip(files, kinds) if kind == wanted) for wanted in range(3)]


def number(value):
    return f"{value:,}" if value else ""


def linked(file):
    return f"[{file.name}](../../{file.relative_to(ROOT)}) {number(lines_of(file))}"


def row(step, protocol, files, counts):
    code = [file for file in files if not is_test(file) and not is_generated(file)]
    return f"| {step} | {protocol} | {', '.join(map(linked, code))} | {' | '.join(map(number, counts))} |\n"


def table(name):
    steps = TABLES[name]
    protocols = list(next(iter(steps.values())))
    by_protocol = {protocol: dict(steps_of(steps, protocol)) for protocol in protocols}
    text = "| step | protocol | files, and lines each | lines | of tests | generated |\n|---|---|---|---|---|---|\n"
    for step in steps:
        for protocol in protocols:
            if files := by_protocol[protocol][step]:
                text += row(step, protocol, files, counts_of(files))
    for protocol in protocols:
        every = [file for files in by_protocol[protocol].values() for file in files]
        text += row("**all**", protocol, [], counts_of(every))
    return text
