#!/usr/bin/env python3
"""Makes a C++23 header of decoders and encoders from an SBE schema (FIX SBE 1.0 and the forms of 2.0-rc).

    python3 tools/sbe SCHEMA.xml --namespace mdp3 --out mdp3.hpp

Prints nothing. A schema that is wrong: one line with file, line, element and what is allowed, exit status 1; nothing is
written. CMake's hotpath_sbe_library runs it. docs/reference/sbe.md says what the header contains."""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cpp import Writer  # noqa: E402
from names import KEYWORDS, camel, check_unique, snake  # noqa: E402
from schema import Composite, Enum, Primitive, SchemaError, read_schema, read_xml  # noqa: E402


def check_block(block):
    members = [(f.name, f.element) for f in block.fields]
    members += [(g.name, g.element) for g in block.groups]
    members += [(d.name, block.element) for d in block.data]
    check_unique(members, snake, f"<{block.element.tag}> {block.name}")
    for group in block.groups:
        check_block(group)


def check_type(kind, root):
    if isinstance(kind, Composite):
        check_unique([(m.name, m.element) for m in kind.members], snake, f"<composite> {kind.name}")
        for nested in kind.nested:
            check_type(nested, root)
    elif isinstance(kind, Enum):
        check_unique([(v.name, root) for v in kind.values], camel, f"<enum> or <set> {kind.name}")


def check_names(schema, root):
    """Every two names of one scope of the header differ."""
    declared = [(m.name, m.element) for m in schema.messages]
    named = {name for name, kind in schema.types.items() if not isinstance(kind, Primitive)}
    for message in schema.messages:
        if any(camel(message.name) == camel(name) for name in named):
            message.element.fail("a type has this name, too: in C++ both would be one class; rename one of them")
        check_block(message)
    check_unique(declared + [(name, root) for name in sorted(named)], camel, "<messageSchema>")
    check_unique(declared, snake, "<messageSchema>")
    for kind in schema.types.values():
        check_type(kind, root)


def cpp_namespace(text):
    parts = text.split("::")
    if not all(re.fullmatch(r"[A-Za-z_]\w*", part) and part not in KEYWORDS for part in parts):
        raise argparse.ArgumentTypeError(f'"{text}" is no C++ namespace, as venue::mdp3')
    return text


def main(argv=None):
    parser = argparse.ArgumentParser(prog="sbe", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("schema", type=Path)
    parser.add_argument("--namespace", type=cpp_namespace, required=True, help="of the generated code")
    parser.add_argument("--out", type=Path, required=True, help="the header to write")
    parser.add_argument("--check", action="store_true", help="compare the header instead: is it what the schema makes?")
    arguments = parser.parse_args(argv)
    try:
        schema = read_schema(arguments.schema)
        check_names(schema, read_xml(arguments.schema))
    except SchemaError as error:
        print(error, file=sys.stderr)
        return 1
    text = Writer(schema, arguments.namespace, arguments.schema.name).text()
    if arguments.check:
        if arguments.out.is_file() and arguments.out.read_text() == text:
            return 0
        print(f"{arguments.out} is not what {arguments.schema} makes: run the generator without --check", file=sys.stderr)
        return 1
    try:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(text)
    except OSError as error:
        print(f"{arguments.out}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
