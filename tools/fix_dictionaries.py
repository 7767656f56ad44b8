#!/usr/bin/env python3
"""Generates the tables of FIX 4.2, 4.4 and 5.0 SP2 (with FIXT 1.1) from the XML of QuickFIX.

    tools/fix_dictionaries.py            fetches the XML if need be, and writes hotpath/protocols/fix/generated/
    tools/fix_dictionaries.py --check    exits 1 if the files there are not what would be written, 77 if there is no XML (a CTest test)
    tools/fix_dictionaries.py --fetch    brings the XML alone into build/fix/spec, and the acceptance scripts of sessions into
                                         build/fix/scripts; without a network it says so and exits 0

The XML is part of the Go module github.com/quickfixgo/quickfix, pinned by version and hash; its licence is in NOTICE. The tables are
those of hotpath/protocols/fix/dictionary_tables.hpp. hotpath/protocols/fix/trader/dictionary_file.cpp reads the same XML at start; a test compares the two."""

import hashlib
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "build" / "fix" / "spec"
SCRIPTS = ROOT / "build" / "fix" / "scripts"
GENERATED = ROOT / "hotpath" / "protocols" / "fix" / "generated"

MODULE = "github.com/quickfixgo/quickfix"
VERSION = "v0.9.10"
URL = f"https://proxy.golang.org/{MODULE}/@v/{VERSION}.zip"
SHA256 = "20d706ea9a38ba0a5d733a5830495eacb75c8a1a96c7e51b83f503294f4f30d5"

# file and constant: the XML, that of the transport first
VERSIONS = {
    ("fix42", "kFix42"): ["FIX42"],
    ("fix44", "kFix44"): ["FIX44"],
    ("fix50sp2", "kFix50Sp2"): ["FIXT11", "FIX50SP2"],
}

TYPES = {
    "STRING": "String", "COUNTRY": "String", "CURRENCY": "String", "EXCHANGE": "String", "LANGUAGE": "String",
    "CHAR": "Char", "BOOLEAN": "Boolean",
    "INT": "Int", "LENGTH": "Length", "NUMINGROUP": "NumInGroup", "SEQNUM": "SeqNum",
    "FLOAT": "Decimal", "PRICE": "Decimal", "PRICEOFFSET": "Decimal", "QTY": "Decimal", "QUANTITY": "Decimal", "AMT": "Decimal",
    "PERCENTAGE": "Decimal",
    "MULTIPLECHARVALUE": "MultipleChar", "MULTIPLEVALUESTRING": "MultipleString", "MULTIPLESTRINGVALUE": "MultipleString",
    "DATA": "Data", "XMLDATA": "Data",
    "DATE": "Date", "UTCDATE": "Date", "UTCDATEONLY": "Date", "LOCALMKTDATE": "Date",
    "UTCTIMEONLY": "Time", "LOCALMKTTIME": "Time", "TIME": "Timestamp", "UTCTIMESTAMP": "Timestamp",
    "MONTHYEAR": "MonthYear", "DAYOFMONTH": "DayOfMonth", "TZTIMEONLY": "TzTime", "TZTIMESTAMP": "TzTimestamp",
}


class Tables:
    """A version's rows, in the order of the XML."""

    def __init__(self, documents):
        self.transport = documents[0]
        self.fields = {}  # tag: (type, name, values)
        for document in documents:
            for field in document.find("fields"):
                values = [(value.get("enum").strip(" "), value.get("description")) for value in field]
                self.fields[int(field.get("number"))] = (type_of(field.get("type"), values), field.get("name"), values)
        self.tags = {name: tag for tag, (_, name, _) in self.fields.items()}
        self.members = []  # (tag, required, group)
        self.groups = []  # (count, (first, count))
        self.group_of = {}  # (count, members): its index
        self.messages = []  # (type, name, admin, (first, count))
        self.data = {}  # data: length
        self.components = {}  # of the document at hand
        self.open(self.transport)
        self.header = self.define(self.transport.find("header"))
        self.trailer = self.define(self.transport.find("trailer"))
        for document in documents:
            self.open(document)
            for message in document.find("messages"):
                self.messages.append((message.get("msgtype"), message.get("name"), message.get("msgcat") == "admin", self.define(message)))

        for tag, (kind, name, _) in self.fields.items():  # those of no message, by their names
            length = self.tags.get(name + "Len", self.tags.get(name + "Length"))
            if kind == "Data" and tag not in self.data and length and self.fields[length][0] == "Length":
                self.data[tag] = length

    def open(self, document):
        components = document.find("components")
        self.components = {component.get("name"): component for component in ([] if components is None else components)}

    def begin_string(self):
        root = self.transport
        return f"{root.get('type')}.{root.get('major')}.{root.get('minor')}"

    def define(self, element):
        """Rows of the members of this element: their range."""
        return self.append(self.expand(element, True))

    def append(self, members):
        for (length, *_), (tag, *_) in zip(members, members[1:]):
            if self.fields[tag][0] == "Data" and self.fields[length][0] == "Length":
                if self.data.setdefault(tag, length) != length:
                    raise SystemExit(f"fix_dictionaries: data field {tag} has the length fields {self.data[tag]} and {length}")
        first = len(self.members)
        self.members += members
        return first, len(members)

    def expand(self, element, required):
        """The members of an element, components expanded: those of an optional one are optional."""
        members = []
        for child in element:
            is_required = required and child.get("required") == "Y"
            if child.tag == "component":
                members += self.expand(self.components[child.get("name")], is_required)
            elif child.tag == "group":
                members.append((self.tags[child.get("name")], is_required, self.group(child)))
            else:
                members.append((self.tags[child.get("name")], is_required, 0))
        return members

    def group(self, element):
        """1 + the index of the group; equal groups are one."""
        count = self.tags[element.get("name")]
        members = self.expand(element, True)
        key = (count, tuple(members))
        if key not in self.group_of:
            self.groups.append((count, self.append(members)))
            self.group_of[key] = len(self.groups)
        return self.group_of[key]


def type_of(name, values):
    """CHAR with a value of several characters is a string."""
    kind = TYPES[name]
    return "String" if kind == "Char" and any(len(value) > 1 for value, _ in values) else kind


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def wrapped(items):
    """Items with commas in lines of up to 120 characters."""
    lines, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > 120:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return lines + [line]


def source(tables, constant, files):
    names = " and ".join(f"{file}.xml" for file in files)
    lines = [
        f"// Generated by tools/fix_dictionaries.py from {names} of {MODULE} {VERSION}; not edited by hand.",
        "// The specification as QuickFIX writes it: copyright and licence are in NOTICE.",
        "// clang-format off",
        "",
        '#include "hotpath/protocols/fix/dictionary_tables.hpp"',
        "",
        "namespace hotpath::protocols::fix {",
        "",
        "namespace {",
        "",
        f"constexpr FieldRow {constant}Fields[] = {{",
    ]
    first = 0
    for tag, (kind, name, values) in sorted(tables.fields.items()):
        lines.append(f"    {{{tag}, FieldType::{kind}, {quoted(name)}, {{{first if values else 0}, {len(values)}}}}},")
        first += len(values)
    lines += ["};", "", f"constexpr ValueRow {constant}Values[] = {{"]
    for tag, (_, name, values) in sorted(tables.fields.items()):
        if values:
            lines += [f"    // {tag} {name}"] + wrapped(f"{{{quoted(value)}, {quoted(meaning)}}}" for value, meaning in values)
    lines += ["};", "", f"constexpr MemberRow {constant}Members[] = {{"]
    lines += members(tables)
    lines += ["};", "", f"constexpr GroupRow {constant}Groups[] = {{"]
    lines += [f"    {{{count}, {{{begin}, {number}}}}},  // {index} {tables.fields[count][1]}"
              for index, (count, (begin, number)) in enumerate(tables.groups, 1)]
    lines += ["};", "", f"constexpr MessageRow {constant}Messages[] = {{"]
    lines += [f"    {{{quoted(kind)}, {quoted(name)}, {str(admin).lower()}, {{{begin}, {number}}}}},"
              for kind, name, admin, (begin, number) in tables.messages]
    lines += ["};", "", f"constexpr DataPair {constant}DataFields[] = {{"]
    lines += wrapped(f"{{{length}, {data}}}" for data, length in sorted(tables.data.items()))
    lines += ["};", "", "}  // namespace", ""]
    lines += [f"constexpr DictionaryTables {constant} = {{"]
    lines += [f'    .begin_string = "{tables.begin_string()}",']
    lines += [f"    .{name} = {constant}{name.title().replace('_', '')}," for name in
              ("fields", "values", "members", "groups", "messages", "data_fields")]
    lines += [f"    .{name} = {{{begin}, {number}}}," for name, (begin, number) in (("header", tables.header), ("trailer", tables.trailer))]
    lines += ["};", "", "}  // namespace hotpath::protocols::fix"]
    return "\n".join(lines) + "\n"


def members(tables):
    """The rows of all definitions, each under its name."""
    names = {tables.header[0]: "header", tables.trailer[0]: "trailer"}
    names.update({begin: f"group {tables.fields[count][1]}" for count, (begin, _) in tables.groups})
    names.update({begin: name for _, name, _, (begin, number) in tables.messages if number})
    begins = sorted(names) + [len(tables.members)]
    lines = []
    for begin, end in zip(begins, begins[1:]):
        rows = (f"{{{tag}, {str(required).lower()}, {group}}}" for tag, required, group in tables.members[begin:end])
        lines += [f"    // {names[begin]}"] + wrapped(rows)
    return lines


def fetch():
    """The XML in build/fix/spec and the scripts beside it; False when they cannot be brought."""
    wanted = sorted({file for files in VERSIONS.values() for file in files})
    stamp = SPEC / "module.txt"
    if stamp.exists() and stamp.read_text() == SHA256 and SCRIPTS.exists():
        return True
    try:
        with urllib.request.urlopen(URL, timeout=60) as answer:
            archive = answer.read()
    except OSError as error:
        print(f"fix_dictionaries: {URL}: {error}", file=sys.stderr)
        return False
    found = hashlib.sha256(archive).hexdigest()
    if found != SHA256:
        raise SystemExit(f"fix_dictionaries: {URL} has sha256 {found}, expected {SHA256}")
    SPEC.mkdir(parents=True, exist_ok=True)
    file = SPEC / "module.zip"
    file.write_bytes(archive)
    with zipfile.ZipFile(file) as module:
        for name in wanted:
            (SPEC / f"{name}.xml").write_bytes(module.read(f"{MODULE}@{VERSION}/spec/{name}.xml"))
        folder = f"{MODULE}@{VERSION}/_test/definitions/"
        for name in module.namelist():
            if name.startswith(folder) and name.endswith(".def"):
                script = SCRIPTS / name.removeprefix(folder)
                script.parent.mkdir(parents=True, exist_ok=True)
                script.write_bytes(module.read(name))
    file.unlink()
    stamp.write_text(SHA256)
    return True


def generate():
    """The files to write: path and text."""
    for (name, constant), files in VERSIONS.items():
        tables = Tables([ElementTree.parse(SPEC / f"{file}.xml").getroot() for file in files])
        yield GENERATED / f"{name}.cpp", source(tables, constant, files)


def main(arguments):
    if arguments not in ([], ["--check"], ["--fetch"]):
        raise SystemExit(__doc__)
    if not fetch():
        print("fix_dictionaries: without the XML the tables are not checked")
        return 77 if arguments == ["--check"] else 0 if arguments == ["--fetch"] else 1
    if arguments == ["--fetch"]:
        return 0
    stale = 0
    for path, text in generate():
        if path.exists() and path.read_text() == text:
            continue
        stale = 1
        if arguments == ["--check"]:
            print(f"{path.relative_to(ROOT)} is not what tools/fix_dictionaries.py writes: run it")
            continue
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        print(f"wrote {path.relative_to(ROOT)}")
    return stale if arguments == ["--check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
