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


def main(usage, collect, write_page, arguments):
    """collect PATH, nothing, or --check."""
    if len(arguments) == 2 and arguments[0] == "collect":
        return collect(Path(arguments[1]))
    if arguments in ([], ["--check"]):
        return write_page(arguments == ["--check"])
    print(usage, file=sys.stderr)
    return 2
