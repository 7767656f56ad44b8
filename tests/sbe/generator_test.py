#!/usr/bin/env python3
"""A wrong SBE schema gets one line with file, line, element and what is allowed: generator_test.py GOOD_SCHEMA

Each case is the good schema with one part replaced."""

import contextlib
import importlib.util
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
GOOD = Path(sys.argv[1] if len(sys.argv) > 1 else "").read_text() if len(sys.argv) > 1 else ""

# name: (part of the good schema, what stands there instead, parts of the error, in which element's line it is)
CASES = {
    "no messageSchema": ("sbe:messageSchema", "sbe:schema", ["<schema>", "<messageSchema>"]),
    "no version": (' version="3"', "", ["<messageSchema>", "needs the attribute version"]),
    "a version that is no number": (' version="3"', ' version="new"', ['version="new"', "no number"]),
    "a byte order": ('byteOrder="littleEndian"', 'byteOrder="middleEndian"', ["middleEndian", "littleEndian, bigEndian"]),
    "no header": ('<composite name="messageHeader"', '<composite name="header"', ['no type "messageHeader"']),
    "a header without a field": ('<type name="schemaId" primitiveType="uint16"/>', "", ["messageHeader", "schemaId", "uint16"]),
    "a count of 64 bits": ('<type name="numInGroup" primitiveType="uint16"/>', '<type name="numInGroup" primitiveType="uint64"/>',
                           ["numInGroup", "uint8, uint16, uint32"]),
    "an unknown element": ('<field name="symbol" id="2" type="symbol"/>', '<feild name="symbol" id="2" type="symbol"/>',
                           ['<feild name="symbol">', "data, field, group"]),
    "an unknown type": ('name="symbol" id="2" type="symbol"', 'name="symbol" id="2" type="symbl"', ['no type "symbl"', "did you mean: symbol"]),
    "an unknown primitive type": ('<type name="plainByte" primitiveType="uint8"/>', '<type name="plainByte" primitiveType="byte"/>',
                                  ["byte", "uint8", "float"]),
    "a type twice": ('<type name="plainByte" primitiveType="uint8"/>', '<type name="symbol" primitiveType="uint8"/>',
                     ["symbol", "is declared in line"]),
    "a field twice": ('name="symbol" id="2"', 'name="side" id="2"', ["side", "unique within a block"]),
    "a message id twice": ('name="Nested" id="3"', 'name="Nested" id="2"', ["id 2", "unique"]),
    "two names that are one in C++": ('name="lot" id="10"', 'name="order_id" id="10"', ["order_id", "orderID", "rename"]),
    "a name with a dash": ('name="levels" id="9"', 'name="le-vels" id="9"', ["letters, digits and underscores"]),
    "no name": ('name="levels" id="9"', 'id="9"', ["needs the attribute name"]),
    "an offset within the field before": ('type="price" offset="20"', 'type="price" offset="10"', ['offset="10"', "ends at 18"]),
    "a block that is too short": ('id="2" blockLength="96"', 'id="2" blockLength="50"', ['blockLength="50"', "need, 86"]),
    "an enumeration's value out of range": ('<validValue name="DAY">0<', '<validValue name="DAY">256<', ["256", "0 to 255"]),
    "an enumeration's value that is no number": ('<validValue name="DAY">0<', '<validValue name="DAY">x<', ['"x" is no uint8']),
    "a character of two": ('<validValue name="Sell">2<', '<validValue name="Sell">S2<', ['"S2" is no character']),
    "an enumeration of floats": ('encodingType="plainByte"', 'encodingType="double"', ["double", "uint8"]),
    "a bit beyond the set": ('<choice name="snapshot" sinceVersion="1">15<', '<choice name="snapshot" sinceVersion="1">16<', ["16", "0 to 15"]),
    "a bit twice": ('<choice name="retransmitted">3<', '<choice name="retransmitted">0<', ["is there already"]),
    "a constant without a value": ('presence="constant">100<', 'presence="constant"><', ["a constant needs its value"]),
    "a reference to no value": ('valueRef="side.Sell"', 'valueRef="side.Short"', ["side.Short", "names no value"]),
    "a version after the schema's": ('sinceVersion="3"/>', 'sinceVersion="4"/>', ['sinceVersion="4"', 'version="3"']),
    "a composite that contains itself": ('<ref name="limit" type="price"/>', '<ref name="limit" type="party"/>', ["contains itself"]),
    "a field behind a group": ('<data name="title" id="12"', '<field name="late" id="99" type="uint8"/><data name="title" id="12"',
                               ['<field name="late">', "every field, then every group, then every data"]),
    "a group behind data": ('<data name="payload" id="13" type="shortData"/>',
                            '<data name="payload" id="13" type="shortData"/><group name="late" id="99"><field name="x" id="1" type="uint8"/></group>',
                            ['<group name="late">', "every field, then every group, then every data"]),
    "an empty group": ('<data name="bytes" id="11" type="shortData"/>', "", ["at least one field, group or data"]),
    "data of a type without varData": ('id="13" type="shortData"', 'id="13" type="price"', ["length", "price"]),
    "a length of zero": ('primitiveType="int32" length="4"', 'primitiveType="int32" length="0"', ['length="0"', "varData"]),
    "a presence": ('name="optInt8" id="22" type="int8" presence="optional"', 'name="optInt8" id="22" type="int8" presence="maybe"',
                   ["maybe", "required, optional, constant"]),
    "a null value": ('nullValue="0"', 'nullValue="none"', ['"none" is no uint32']),
    "an include that is not there": ("<types>", '<include href="nowhere.xml"/><types>', ["there is no file", "nowhere.xml"]),
    "no XML": ("</sbe:messageSchema>", "", ["this is no XML"]),
    "a message of another name": ('<sbe:message name="Heartbeat" id="9" description="Nothing but its header"/>', '<sbe:mesage name="Heartbeat" id="9"/>',
                                  ['<mesage name="Heartbeat">', "message, messages"]),
}


def generate(schema, *options):
    out = schema.parent / "out.hpp"
    run = subprocess.run([sys.executable, "-B", ROOT / "tools" / "sbe", schema, "--out", out, *(options or ("--namespace", "made::here"))],
                         capture_output=True, text=True)
    return run, out


def load_main():
    """The generator's main, for the many cases: starting it takes longer than its work."""
    spec = importlib.util.spec_from_file_location("sbe_main", ROOT / "tools" / "sbe" / "__main__.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main


class GeneratorTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.schema = Path(self.folder.name) / "schema.xml"

    def test_a_good_schema_gives_the_same_header_each_time(self):
        self.schema.write_text(GOOD)
        first, out = generate(self.schema)
        self.assertEqual((first.returncode, first.stderr, first.stdout), (0, "", ""))
        text = out.read_text()
        generate(self.schema)
        self.assertEqual(text, out.read_text())
        self.assertIn("namespace made::here {", text)
        self.assertLess(max(map(len, text.splitlines())), 140)

    def test_each_error_is_one_line_with_its_place(self):
        main, out = load_main(), self.schema.parent / "out.hpp"
        for name, (part, instead, expected) in CASES.items():
            with self.subTest(name):
                self.assertIn(part, GOOD, "the good schema has changed")
                self.schema.write_text(GOOD.replace(part, instead))
                errors = io.StringIO()
                with contextlib.redirect_stderr(errors):
                    status = main([str(self.schema), "--namespace", "made::here", "--out", str(out)])
                self.assertEqual(status, 1, errors.getvalue())
                self.assertFalse(out.exists())
                self.assertEqual(errors.getvalue().count("\n"), 1, errors.getvalue())
                self.assertRegex(errors.getvalue(), r"^\S+schema\.xml:\d+: ")
                for words in expected:
                    self.assertIn(words, errors.getvalue())

    def test_the_line_is_that_of_the_element(self):
        self.schema.write_text(GOOD.replace('name="symbol" id="2" type="symbol"', 'name="symbol" id="2" type="symbl"'))
        line = next(n for n, text in enumerate(self.schema.read_text().splitlines(), 1) if "symbl" in text)
        self.assertIn(f"schema.xml:{line}: <field name=\"symbol\">", generate(self.schema)[0].stderr)

    def test_a_file_that_is_not_there(self):
        run, _ = generate(self.schema)
        self.assertEqual((run.returncode, run.stderr), (1, f"{self.schema}: No such file or directory\n"))

    def test_a_namespace_that_is_none(self):
        self.schema.write_text(GOOD)
        run, _ = generate(self.schema, "--namespace", "3x")
        self.assertEqual(run.returncode, 2)
        self.assertIn('"3x" is no C++ namespace', run.stderr)


if __name__ == "__main__":
    if not GOOD:
        sys.exit("usage: generator_test.py GOOD_SCHEMA")
    unittest.main(argv=sys.argv[:1])
