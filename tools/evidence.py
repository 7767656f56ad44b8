"""Results that a tool keeps in evidence/ and shows between two marks of a page: what tools/jitter.py, host_steps.py and tune.py share."""

import datetime
import json
import re
import sys
from pathlib import Path

import results

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "evidence"


def keep(name, result):
    """Writes the result, with its date and commit first, as evidence/NAME.*.json; what was written."""
    whole = {"date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d.%H%M}", "commit": results.commit(), **result}
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.{whole['date']}.{whole['commit']}.json"
    path.write_text(json.dumps(whole, indent=1) + "\n")
    print(f"{name}: {path.relative_to(ROOT)}\n")
    return whole


def newest(name, kind_of, folder=FOLDER):
    """The newest result of every kind that kind_of(result) gives, by kind."""
    by_kind = {}
    for path in sorted(folder.glob(f"{name}.*.json")):
        result = json.loads(path.read_text())
        by_kind[kind_of(result)] = result
    return by_kind


def write_between(page, name, text, is_check):
    """The text between <!-- NAME --> and <!-- end --> of the page; a check writes nothing, and is 1 when the page has another."""
    now = page.read_text()
    wanted = re.sub(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", lambda _: text, now, count=1, flags=re.S)
    if is_check and now != wanted:
        print(f"{name}: the tables of {page.relative_to(ROOT)} are not those of the results in evidence/: tools/{name.replace('-', '_')}.py")
        return 1
    if not is_check:
        page.write_text(wanted)
    return 0


class Results:
    """Those of a tool that one file has whole: kept as evidence/NAME.*.json, the newest of each processor on a page."""

    def __init__(self, name, page, table):
        self.name, self.page, self.table = name, page, table

    def collect(self, file):
        print(self.table(keep(self.name, json.loads(file.read_text()))))
        return self.write_page(False)

    def write_page(self, is_check):
        of_each = newest(self.name, lambda result: result["host"]["cpu"])
        return write_between(self.page, self.name, "\n".join(self.table(of_each[cpu]) for cpu in sorted(of_each)), is_check)

    def main(self, usage, arguments):
        """show PATH, or as main()."""
        if len(arguments) == 2 and arguments[0] == "show":
            print(self.table({"date": "not kept", "commit": results.commit(), **json.loads(Path(arguments[1]).read_text())}))
            return 0
        return main(usage, self.collect, self.write_page, arguments)


def main(usage, collect, write_page, arguments):
    """collect PATH, nothing, or --check."""
    if len(arguments) == 2 and arguments[0] == "collect":
        return collect(Path(arguments[1]))
    if arguments in ([], ["--check"]):
        return write_page(arguments == ["--check"])
    print(usage, file=sys.stderr)
    return 2
