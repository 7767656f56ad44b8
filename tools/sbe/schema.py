"""An SBE schema (FIX SBE 1.0, and the forms of 2.0-rc) read and checked: every offset, length and presence worked out.

read_schema(path) returns a Schema or raises SchemaError with one line: file, line, element, what is wrong, what is allowed.
Types may stand in any order and in included files (XInclude). Only the standard library is used."""

import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

# name: (bytes, default null value, smallest, largest); characters are their codes, and of floating point the null is NaN.
PRIMITIVES = {"char": (1, 0, 0, 255), "float": (4, None, None, None), "double": (8, None, None, None)}
for _bits in (8, 16, 32, 64):
    PRIMITIVES[f"int{_bits}"] = (_bits // 8, -(1 << (_bits - 1)), -(1 << (_bits - 1)), (1 << (_bits - 1)) - 1)
    PRIMITIVES[f"uint{_bits}"] = (_bits // 8, (1 << _bits) - 1, 0, (1 << _bits) - 1)
COUNTS = ("uint8", "uint16", "uint32")  # what a length or a count may be
SYMBOL = re.compile(r"[A-Za-z_][0-9A-Za-z_]{0,63}$")
PRESENCES = ("required", "optional", "constant")
HEADER_FIELDS = ("blockLength", "templateId", "schemaId", "version")
COMPOSITES_DEPTH_MAX = 8


class SchemaError(Exception):
    """One line that says where, what, and what is allowed."""


@dataclass
class Element:
    tag: str
    attributes: dict
    file: str
    line: int
    children: list = field(default_factory=list)
    text: str = ""

    def fail(self, what):
        name = f' name="{self.attributes["name"]}"' if "name" in self.attributes else ""
        raise SchemaError(f"{self.file}:{self.line}: <{self.tag}{name}>: {what}")

    def get(self, attribute, default=None):
        return self.attributes.get(attribute, default)

    def need(self, attribute):
        if not self.attributes.get(attribute):
            self.fail(f"needs the attribute {attribute}")
        return self.attributes[attribute]

    def name(self):
        if not SYMBOL.match(self.need("name")):
            self.fail("a name is at most 64 letters, digits and underscores, the first no digit")
        return self.attributes["name"]

    def number(self, attribute, default=None, largest=0xFFFFFFFF):
        text = self.attributes.get(attribute)
        if text is None:
            return default
        if not re.fullmatch(r"\s*\d+\s*", text) or int(text) > largest:
            self.fail(f'{attribute}="{text}" is no number from 0 to {largest}')
        return int(text)

    def one_of(self, attribute, allowed, default):
        value = self.attributes.get(attribute, default)
        if value not in allowed:
            self.fail(f'{attribute}="{value}" is not one of: {", ".join(allowed)}')
        return value


def read_xml(path, seen=()):
    """The tree of a file; prefixes of names are dropped, included files are put where their <include> stands."""
    path = Path(path)
    if path.resolve() in seen:
        raise SchemaError(f"{path}:1: the file includes itself")
    root, stack = None, []
    parser = expat.ParserCreate()

    def begin(tag, attributes):
        nonlocal root
        local = {key.rpartition(":")[2]: value for key, value in attributes.items() if not key.startswith("xmlns")}
        element = Element(tag.rpartition(":")[2], local, str(path), parser.CurrentLineNumber)
        if stack and element.tag == "include":
            included = path.parent / element.need("href")
            if not included.is_file():
                element.fail(f"there is no file {included}")
            stack[-1].children.append(read_xml(included, (*seen, path.resolve())))
        elif stack:
            stack[-1].children.append(element)
        root = root or element
        stack.append(element)

    def text(characters):
        stack[-1].text += characters

    parser.StartElementHandler, parser.CharacterDataHandler = begin, text
    parser.EndElementHandler = lambda tag: stack.pop()
    try:
        parser.Parse(path.read_bytes(), True)
    except OSError as error:
        raise SchemaError(f"{path}: {error.strerror}") from None
    except expat.ExpatError as error:
        raise SchemaError(f"{path}:{error.lineno}: this is no XML: {expat.ErrorString(error.code)}") from None
    return root


@dataclass
class Primitive:
    """A number, a character, an array of them, or a text of characters."""
    primitive: str
    length: int = 1
    presence: str = "required"
    null: object = None
    constant: object = None  # a number, or a text of characters
    constant_enum: tuple = None  # (Enum, its value's name)
    largest: int = 0
    is_text: bool = False

    @property
    def size(self):
        return 0 if self.presence == "constant" else PRIMITIVES[self.primitive][0] * self.length


@dataclass
class Choice:
    name: str
    value: int
    description: str = ""


@dataclass
class Enum:
    name: str
    primitive: str
    null: int
    values: list
    line: int = 0
    is_optional: bool = False  # its encoding type is: what is left out is null

    @property
    def size(self):
        return PRIMITIVES[self.primitive][0]


@dataclass
class Set(Enum):
    pass


@dataclass
class Field:
    """A field of a block or a member of a composite."""
    name: str
    type: object
    offset: int
    presence: str
    since: int = 0
    deprecated: int = None
    description: str = ""
    constant: object = None
    constant_enum: tuple = None
    element: Element = None

    @property
    def size(self):
        return 0 if self.presence == "constant" else self.type.size

    def end(self, version):
        """Where it ends in a block of that version; 0 if it is not in it."""
        if self.since > version or self.presence == "constant":
            return 0
        return self.offset + (self.type.size_at(version) if isinstance(self.type, Composite) else self.size)


@dataclass
class Composite:
    name: str
    members: list
    nested: list  # types that are declared in it
    size: int = 0
    line: int = 0
    description: str = ""

    def member(self, name):
        return next((m for m in self.members if m.name == name), None)

    def size_at(self, version):
        return self.size if all(m.since <= version for m in self.members) else max(m.end(version) for m in self.members)


@dataclass
class Data:
    name: str
    type: Composite
    since: int
    deprecated: int
    description: str
    is_text: bool


@dataclass
class Block:
    """A message or a group: its fields, then its groups, then its data."""
    name: str
    id: int
    fields: list
    groups: list
    data: list
    length: int
    since: int
    deprecated: int
    description: str
    element: Element
    dimensions: Composite = None  # of a group

    def versions(self):
        """The versions at which the fields of the block become more."""
        return sorted({f.since for f in self.fields if f.presence != "constant"} |
                      {m.since for f in self.fields if isinstance(f.type, Composite) for m in f.type.members})

    def length_min(self, version):
        return max((f.end(version) for f in self.fields), default=0)

    @property
    def is_flat(self):
        return not self.groups and not self.data


@dataclass
class Schema:
    package: str
    id: int
    version: int
    byte_order: str
    description: str
    types: dict
    header: Composite
    messages: list


def parse_value(element, primitive, text):
    """The value that `text` says for a primitive type."""
    size, _, smallest, largest = PRIMITIVES[primitive]
    if primitive == "char":
        if len(text) == 1 and ord(text) < 256:
            return ord(text)
        if re.fullmatch(r"\d{1,3}|0x[0-9a-fA-F]{1,2}", text) and int(text, 0) < 256:
            return int(text, 0)
        element.fail(f'"{text}" is no character')
    try:
        if primitive in ("float", "double"):
            value = float(text)
            return struct.unpack("<f", struct.pack("<f", value))[0] if primitive == "float" else value
        value = int(text, 0) if re.match(r"\s*-?0x", text) else int(text)
    except (ValueError, OverflowError):
        element.fail(f'"{text}" is no {primitive}')
    if not smallest <= value <= largest:
        element.fail(f"{value} is not in the range of {primitive}, {smallest} to {largest}")
    return value


class Reader:
    """Resolves the elements of one file's tree."""

    def __init__(self, root):
        self.root = root
        self.version = 0
        self.declared = {}
        self.types = {}
        self.resolving = []

    def children(self, element, allowed):
        for child in element.children:
            if child.tag not in allowed:
                child.fail(f"an element <{element.tag}> has none of this name, only: {', '.join(sorted(allowed))}")
            yield child

    def schema(self):
        root = self.root
        if root.tag != "messageSchema":
            root.fail("the first element of an SBE schema is <messageSchema>")
        self.version = root.number("version")
        if self.version is None:
            root.need("version")
        schema_id = root.number("id", 0, 0xFFFF)
        byte_order = root.one_of("byteOrder", ("littleEndian", "bigEndian"), "littleEndian")
        found = []
        for part in self.children(root, {"types", "message", "messages", "metadata", "documentation"}):
            if part.tag == "types":
                for declared in self.children(part, {"type", "composite", "enum", "set"}):
                    self.declare(declared)
            elif part.tag == "message":
                found.append(part)
            elif part.tag == "messages":
                found += self.children(part, {"message"})
        for name in self.declared:
            self.named(name, self.declared[name])
        header = self.header(root)
        messages = [self.message(element) for element in found]
        if not messages:
            root.fail("has no <message>")
        self.unique(messages, "id", lambda m: m.id)
        self.unique(messages, "name", lambda m: m.name)
        return Schema(root.get("package", ""), schema_id, self.version, byte_order, root.get("description", ""), self.types, header, messages)

    def unique(self, blocks, what, key):
        seen = {}
        for block in blocks:
            if key(block) in seen:
                block.element.fail(f"its {what} {key(block)} is that of line {seen[key(block)].element.line}, too: it must be unique")
            seen[key(block)] = block

    def declare(self, element):
        name = element.name()
        if name in PRIMITIVES:
            element.fail("is the name of a primitive type")
        if name in self.declared:
            element.fail(f"a type of this name is declared in line {self.declared[name].line}")
        self.declared[name] = element

    def named(self, name, element):
        """The type of this name: declared, or a primitive."""
        if name in self.types:
            return self.types[name]
        if name not in self.declared:
            if name in PRIMITIVES:
                return Primitive(name, null=PRIMITIVES[name][1], largest=PRIMITIVES[name][3])
            near = ", ".join(sorted(n for n in self.declared if n.lower()[:3] == name.lower()[:3])[:5])
            element.fail(f'there is no type "{name}"' + (f"; did you mean: {near}" if near else ": declare it in <types>, or use a primitive type"))
        if name in self.resolving:
            element.fail(f'the composite "{name}" contains itself')
        self.resolving.append(name)
        self.types[name] = self.resolve(self.declared[name])
        self.resolving.pop()
        return self.types[name]

    def resolve(self, element):
        return {"type": self.simple, "composite": self.composite, "enum": self.enum, "set": self.set}[element.tag](element)

    def simple(self, element, is_var_data=False):
        primitive = element.one_of("primitiveType", tuple(PRIMITIVES), element.need("primitiveType"))
        presence = element.one_of("presence", PRESENCES, "required")
        length = element.number("length", 1)
        text = element.text.strip()
        null, largest = PRIMITIVES[primitive][1], PRIMITIVES[primitive][3]
        if element.get("nullValue"):
            null = parse_value(element, primitive, element.get("nullValue"))
        if element.get("maxValue") and primitive in COUNTS:
            largest = parse_value(element, primitive, element.get("maxValue"))
        made = Primitive(primitive, length, presence, null, largest=largest, is_text=primitive == "char" and length != 1)
        if presence == "constant":
            if element.get("valueRef"):
                made.constant_enum = self.value_ref(element)
                made.constant = next(v.value for v in made.constant_enum[0].values if v.name == made.constant_enum[1])
            elif primitive == "char" and len(text) > 1:
                if "length" in element.attributes and length < len(text):
                    element.fail(f'the constant "{text}" is longer than length="{length}"')
                made.constant, made.length, made.is_text = text, len(text), True
            elif text:
                made.constant = parse_value(element, primitive, text)
            else:
                element.fail("a constant needs its value as text, or a valueRef")
        elif length == 0 and not is_var_data:
            element.fail('length="0" is only for the varData of a composite that is the type of a <data>')
        return made

    def encoding(self, element, allowed):
        """The primitive type, and the null value, of an enumeration or set."""
        encoding = self.named(element.need("encodingType"), element)
        if not isinstance(encoding, Primitive) or encoding.length != 1 or encoding.primitive not in allowed:
            element.fail(f'encodingType="{element.get("encodingType")}" is not one of: {", ".join(allowed)}, or a <type> of one of them')
        return encoding

    def enum(self, element):
        encoding = self.encoding(element, ("char", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"))
        null = encoding.null
        if element.get("nullValue"):
            null = parse_value(element, encoding.primitive, element.get("nullValue"))
        values = []
        for child in self.children(element, {"validValue"}):
            value = parse_value(child, encoding.primitive, child.text.strip())
            self.check_since(child)
            if any(value == other.value or child.name() == other.name for other in values):
                child.fail("a value of this name or number is there already")
            values.append(Choice(child.name(), value, child.get("description", "")))
        return Enum(element.name(), encoding.primitive, null, values, element.line, encoding.presence == "optional")

    def set(self, element):
        encoding = self.encoding(element, ("uint8", "uint16", "uint32", "uint64"))
        choices = []
        for child in self.children(element, {"choice"}):
            self.check_since(child)
            text = child.text.strip()
            bits = PRIMITIVES[encoding.primitive][0] * 8
            if not text.isdigit() or int(text) >= bits:
                child.fail(f'"{text}" is no bit of {encoding.primitive}, 0 to {bits - 1}')
            if any(int(text) == other.value or child.name() == other.name for other in choices):
                child.fail("a choice of this name or bit is there already")
            choices.append(Choice(child.name(), int(text), child.get("description", "")))
        return Set(element.name(), encoding.primitive, 0, choices, element.line)

    def composite(self, element):
        if len(self.resolving) > COMPOSITES_DEPTH_MAX:
            element.fail(f"composites are nested deeper than {COMPOSITES_DEPTH_MAX}")
        made = Composite(element.name(), [], [], line=element.line, description=element.get("description", ""))
        position = 0
        for child in self.children(element, {"type", "composite", "enum", "set", "ref"}):
            name = child.name()
            if child.tag == "ref":
                kind = self.named(child.need("type"), child)
            elif child.tag == "type":
                kind = self.simple(child, is_var_data=name == "varData")
            else:
                kind = self.resolve(child)
                made.nested.append(kind)
            if made.member(name):
                child.fail("a member of this name is there already")
            member = self.as_field(child, name, kind, position)
            made.members.append(member)
            position = max(position, member.offset + member.size)
        made.size = position
        if not made.members:
            element.fail("needs at least one member")
        return made

    def check_since(self, element):
        since = element.number("sinceVersion", 0)
        if since > self.version:
            element.fail(f'sinceVersion="{since}" is after the schema\'s version="{self.version}"')
        return since

    def value_ref(self, element):
        enum_name, _, value = element.need("valueRef").partition(".")
        enum = self.named(enum_name, element)
        if type(enum) is not Enum or value not in [v.name for v in enum.values]:
            element.fail(f'valueRef="{element.get("valueRef")}" names no value of an <enum>, as Side.Buy')
        return enum, value

    def as_field(self, element, name, kind, position):
        presence = element.one_of("presence", PRESENCES, kind.presence if isinstance(kind, Primitive) else "required")
        made = Field(name, kind, element.number("offset", position), presence, self.check_since(element), element.number("deprecated"),
                     element.get("description", ""), element=element)
        if presence == "constant":
            if element.get("valueRef"):
                made.constant_enum = self.value_ref(element)
            elif isinstance(kind, Primitive) and kind.constant is not None:
                made.constant, made.constant_enum = kind.constant, kind.constant_enum
            else:
                element.fail("a constant needs a valueRef, or a type that is constant")
        elif isinstance(kind, Primitive) and kind.presence == "constant":
            element.fail(f'presence="{presence}" contradicts its type, which is constant')
        elif made.offset < position:
            element.fail(f'offset="{made.offset}" is within the field before it, which ends at {position}')
        elif isinstance(kind, Composite) and kind.size == 0:
            element.fail("its composite has no bytes: every member is constant")
        return made

    def count_member(self, element, composite, name):
        member = composite.member(name) if isinstance(composite, Composite) else None
        if member is None or not isinstance(member.type, Primitive) or member.type.primitive not in COUNTS or member.presence == "constant":
            element.fail(f'the composite "{getattr(composite, "name", "")}" needs a member {name} of one of: {", ".join(COUNTS)}')
        return member

    def header(self, root):
        name = root.get("headerType", "messageHeader")
        header = self.named(name, root)
        for member in HEADER_FIELDS:
            self.count_member(root, header, member)
        return header

    def message(self, element):
        return self.block(element, 0)

    def block(self, element, outer_since):
        block = Block(element.name(), element.number("id", None, 0xFFFFFFFF), [], [], [], 0, self.check_since(element),
                      element.number("deprecated"), element.get("description", ""), element)
        if block.id is None:
            element.need("id")
        position, names = 0, {}
        for child in self.children(element, {"field", "group", "data"}):
            name = child.name()
            if name in names:
                child.fail(f"an element of this name is in line {names[name].line}: names are unique within a block")
            names[name] = child
            if child.tag == "field":
                if block.groups or block.data:
                    child.fail("the order is: every field, then every group, then every data")
                made = self.as_field(child, name, self.named(child.need("type"), child), position)
                if isinstance(made.type, Primitive) and made.type.length == 0:
                    child.fail("its type has no length: only a <data> has a type with varData")
                block.fields.append(made)
                position = max(position, made.offset + made.size)
            elif child.tag == "group":
                if block.data:
                    child.fail("the order is: every field, then every group, then every data")
                block.groups.append(self.group(child))
            else:
                block.data.append(self.data(child))
        block.length = element.number("blockLength", position)
        if block.length < position:
            element.fail(f'blockLength="{block.length}" is less than its fields need, {position}')
        return block

    def group(self, element):
        group = self.block(element, 0)
        if not group.fields and group.is_flat:
            element.fail("a group needs at least one field, group or data")
        group.dimensions = self.named(element.get("dimensionType", "groupSizeEncoding"), element)
        for name in ("blockLength", "numInGroup"):
            self.count_member(element, group.dimensions, name)
        largest = PRIMITIVES[group.dimensions.member("blockLength").type.primitive][3]
        if group.length > largest:
            element.fail(f"its block of {group.length} bytes is longer than blockLength can say, {largest}")
        return group

    def data(self, element):
        kind = self.named(element.need("type"), element)
        self.count_member(element, kind, "length")
        last = kind.members[-1]
        if last.name != "varData" or not isinstance(last.type, Primitive) or PRIMITIVES[last.type.primitive][0] != 1:
            element.fail(f'the last member of "{kind.name}" must be varData, of one of: char, uint8, int8')
        text = last.type.primitive == "char" or bool(last.element.get("characterEncoding"))
        return Data(element.name(), kind, self.check_since(element), element.number("deprecated"), element.get("description", ""), text)


def read_schema(path):
    return Reader(read_xml(path)).schema()
