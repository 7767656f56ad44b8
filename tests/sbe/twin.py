"""The obvious twin of the generated SBE code: an interpreter that walks the XML of a schema at run time, for every message again.

It shares nothing with tools/sbe: it reads the schema by itself, places the fields by itself, and yields the same text as
tests/sbe/print.cpp does with the generated decoders. It also makes random messages of any version of a schema."""

import json
import math
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path

FORMATS = {"char": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q",
           "float": "f", "double": "d"}
SIZES = {name: struct.calcsize(letter) for name, letter in FORMATS.items()}


class Refused(Exception):
    """The status of a message that is not delivered."""


def local(element):
    return element.tag.rpartition("}")[2]


def default_null(primitive):
    bits = SIZES[primitive] * 8
    return {"c": 0, "u": (1 << bits) - 1, "i": -(1 << (bits - 1))}.get(primitive[0])


class Twin:
    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        for included in [e for e in root if local(e) == "include"]:
            root.append(ElementTree.parse(Path(path).parent / included.get("href")).getroot())
        self.order = "<" if root.get("byteOrder", "littleEndian") == "littleEndian" else ">"
        self.id, self.version = int(root.get("id")), int(root.get("version"))
        self.types, self.messages = {}, {}
        for part in root:
            for child in (part if local(part) in ("types", "messages") else [part]):
                if local(child) == "message":
                    self.messages[int(child.get("id"))] = child
                elif local(part) == "types":
                    self.types[child.get("name")] = child
        self.header = self.types[root.get("headerType", "messageHeader")]

    # Types

    def kind(self, name):
        return self.types.get(name)

    def primitive_of(self, name):
        """A type's primitive, length, and null value."""
        found = self.kind(name)
        if found is None:
            return name, 1, default_null(name)
        return self.simple(found)

    def simple(self, element):
        primitive = element.get("primitiveType")
        null = element.get("nullValue")
        return primitive, int(element.get("length", "1")), default_null(primitive) if null is None else int(null)

    def resolved(self, element):
        """The declaration behind a field, a member or a reference; None: a primitive type."""
        if local(element) in ("field", "ref"):
            return self.kind(element.get("type"))
        return element

    def is_constant(self, element):
        found = self.resolved(element)
        return "constant" in (element.get("presence"), found.get("presence") if found is not None else None)

    def size(self, element):
        if self.is_constant(element):
            return 0
        found = self.resolved(element)
        if found is None:
            return SIZES[element.get("type")]
        if local(found) == "composite":
            return max(offset + self.size(member) for member, offset in self.places(found))
        if local(found) == "type":
            primitive, length, _ = self.simple(found)
            return SIZES[primitive] * length
        return SIZES[self.primitive_of(found.get("encodingType"))[0]]

    def places(self, block):
        """The fields or members of a block or composite, each with its offset."""
        placed, position = [], 0
        for child in block:
            if local(child) in ("field", "type", "ref", "enum", "set", "composite"):
                offset = position if self.is_constant(child) else int(child.get("offset", position))
                placed.append((child, offset))
                position = max(position, offset + self.size(child))
        return placed

    def block_length(self, block):
        return max([int(block.get("blockLength", "0"))] + [offset + self.size(field) for field, offset in self.places(block)])

    # Reading

    def number(self, primitive, data, at):
        return struct.unpack_from(self.order + FORMATS[primitive], data, at)[0]

    def plain(self, value):
        if isinstance(value, float) and not math.isfinite(value):
            return "nan" if math.isnan(value) else "inf"
        return value

    def value(self, element, data, at):
        found = self.resolved(element)
        if self.is_constant(element):
            return self.constant(element, found)
        is_optional = "optional" in (element.get("presence"), found.get("presence") if found is not None and local(found) == "type" else None)
        if found is not None and local(found) == "composite":
            return {m.get("name"): self.value(m, data, at + offset) for m, offset in self.places(found)}
        if found is not None and local(found) in ("enum", "set"):
            primitive, _, null = self.primitive_of(found.get("encodingType"))
            number = self.number(primitive, data, at)
            if local(found) == "set":
                return {"bits": number, "names": [c.get("name") for c in found if number >> int(c.text) & 1]}
            if is_optional and number == null:
                return None
            return self.enum_name(found, primitive, number)
        primitive, length, null = (element.get("type"), 1, default_null(element.get("type"))) if found is None else self.simple(found)
        if primitive == "char" and length > 1:
            return bytes(data[at:at + length]).split(b"\0")[0].decode("latin-1")
        if length > 1:
            return [self.number(primitive, data, at + i * SIZES[primitive]) for i in range(length)]
        number = self.number(primitive, data, at)
        if is_optional and (number == null or isinstance(number, float) and math.isnan(number)):
            return None
        return self.plain(number)

    def enum_name(self, enum, primitive, number):
        for value in enum:
            if (ord(value.text.strip()) if primitive == "char" else int(value.text)) == number:
                return value.get("name")
        return number

    def constant(self, element, found):
        reference = element.get("valueRef") or found.get("valueRef")
        if reference:
            enum, name = reference.split(".")
            if found is not None and local(found) == "enum":
                return name
            return next(int(v.text) for v in self.kind(enum) if v.get("name") == name)
        if found.get("primitiveType") == "char":
            return found.text if len(found.text) > 1 else ord(found.text)
        return int(found.text)

    def take(self, data, at, length):
        if len(data) - at < length:
            raise Refused("truncated")
        return at + length

    def composite_value(self, composite, data, at, name):
        member, offset = next((m, o) for m, o in self.places(composite) if m.get("name") == name)
        return self.number(member.get("primitiveType"), data, at + offset)

    def head_length(self, data_type):
        return next(offset for member, offset in self.places(data_type) if member.get("name") == "varData")

    def fields_end(self, block, version):
        """What a block of that version has at least."""
        return max([offset + self.size(f) for f, offset in self.places(block) if int(f.get("sinceVersion", "0")) <= version and self.size(f)],
                   default=0)

    def block(self, block, data, at, length, version):
        """The fields of a block, what is behind it, and where that ends."""
        end = self.take(data, at, length)
        if length < self.fields_end(block, version):
            raise Refused("malformed")
        tree = {}
        for field, offset in self.places(block):
            is_there = int(field.get("sinceVersion", "0")) <= version
            found = self.resolved(field)
            is_text = found is not None and local(found) == "type" and found.get("primitiveType") == "char" and found.get("length")
            tree[field.get("name")] = self.value(field, data, at + offset) if is_there else ("" if is_text else None)
        at = end
        for part in block:
            if local(part) not in ("group", "data"):
                continue
            is_there = int(part.get("sinceVersion", "0")) <= version
            if local(part) == "group":
                tree[part.get("name")], at = self.group(part, data, at, version) if is_there else ([], at)
            else:
                tree[part.get("name")], at = self.data(part, data, at) if is_there else ("", at)
        return tree, at

    def group(self, group, data, at, version):
        dimensions = self.kind(group.get("dimensionType", "groupSizeEncoding"))
        begin, at = at, self.take(data, at, self.size(dimensions))
        length = self.composite_value(dimensions, data, begin, "blockLength")
        entries = []
        for _ in range(self.composite_value(dimensions, data, begin, "numInGroup")):
            if length < self.fields_end(group, version):
                raise Refused("malformed")
            entry, at = self.block(group, data, at, length, version)
            entries.append(entry)
        return entries, at

    def data(self, part, data, at):
        kind = self.kind(part.get("type"))
        begin, at = at, self.take(data, at, self.head_length(kind))
        length = self.composite_value(kind, data, begin, "length")
        at = self.take(data, at, length)
        held = bytes(data[at - length:at])
        var = list(kind)[-1]
        is_text = var.get("primitiveType") == "char" or var.get("characterEncoding")
        return held.decode("latin-1") if is_text else held.hex(), at

    def line(self, data):
        """What print.cpp prints for the message."""
        try:
            at = self.take(data, 0, self.size(self.header))
            fields = {name: self.composite_value(self.header, data, 0, name) for name in ("blockLength", "templateId", "schemaId", "version")}
            if fields["schemaId"] != self.id or fields["templateId"] not in self.messages:
                raise Refused("unknown type")
            message = self.messages[fields["templateId"]]
            tree, _ = self.block(message, data, at, fields["blockLength"], fields["version"])
        except Refused as refused:
            return str(refused)
        return f"{message.get('name')} {json.dumps(tree)}"

    # Random messages

    def random_composite(self, composite, values, random):
        made = bytearray(self.size(composite))
        for member, offset in self.places(composite):
            if self.size(member) and member.get("name") in values:
                struct.pack_into(self.order + FORMATS[member.get("primitiveType")], made, offset, values[member.get("name")])
        return bytes(made)

    def random_block(self, block, version, extra, random, is_tame):
        """Bytes of a block as a sender of `version` has it, and of what is behind it."""
        length = self.block_length(block)
        if version < self.version:
            length = self.fields_end(block, version)
        made = bytearray(length + extra)
        for field, offset in self.places(block):
            if int(field.get("sinceVersion", "0")) <= version:
                self.random_value(field, made, offset, random, is_tame)
        if not is_tame and extra:
            made[length:] = random.randbytes(extra)
        behind = b""
        for part in block:
            if local(part) not in ("group", "data") or int(part.get("sinceVersion", "0")) > version:
                continue
            behind += (self.random_group if local(part) == "group" else self.random_data)(part, version, extra, random, is_tame)
        return bytes(made), behind

    def random_value(self, element, made, at, random, is_tame):
        """A tame value has a name if its type is an enumeration, and is no special number."""
        found = self.resolved(element)
        if self.is_constant(element):
            return
        if found is not None and local(found) == "composite":
            for member, offset in self.places(found):
                self.random_value(member, made, at + offset, random, is_tame)
            return
        size = self.size(element)
        primitive, length = element.get("type"), 1
        if found is not None:
            primitive = found.get("primitiveType") or self.primitive_of(found.get("encodingType"))[0]
            length = int(found.get("length", "1")) if local(found) == "type" else 1
        if found is not None and local(found) == "enum" and (is_tame or random.random() < 0.7):
            text = random.choice(list(found)).text.strip()
            made[at:at + size] = struct.pack(self.order + FORMATS[primitive], ord(text) if primitive == "char" else int(text))
        elif primitive == "char":
            made[at:at + size] = bytes(random.choice(b"ABCxyz019 ") for _ in range(random.randint(1, length))).ljust(size, b"\0")
        elif primitive in ("float", "double"):
            made[at:at + size] = struct.pack(self.order + FORMATS[primitive], random.randint(-9999, 9999) / 4)
        elif is_tame or random.random() < 0.7:
            made[at:at + size] = random.randbytes(size)
        else:
            made[at:at + size] = random.choice([b"\0", b"\xff"]) * size if random.random() < 0.5 else struct.pack(
                self.order + FORMATS[primitive] * length, *[default_null(primitive)] * length)

    def random_group(self, group, version, extra, random, is_tame):
        dimensions = self.kind(group.get("dimensionType", "groupSizeEncoding"))
        count = random.choice([0, 1, 1, 2, 3, 5])
        entries = [self.random_block(group, version, extra, random, is_tame) for _ in range(count)]
        length = len(self.random_block(group, version, extra, random, is_tame)[0])
        parts = [local(part) for part in group]
        head = self.random_composite(dimensions, {"blockLength": length, "numInGroup": count, "numGroups": parts.count("group"),
                                                  "numVarDataFields": parts.count("data")}, random)
        return head + b"".join(block + behind for block, behind in entries)

    def random_data(self, part, version, extra, random, is_tame):
        kind = self.kind(part.get("type"))
        text = bytes(random.choice(b'abc "\\/\n\xe9') if not is_tame else random.choice(b"abc ") for _ in range(random.choice([0, 1, 3, 20])))
        head = self.random_composite(kind, {"length": len(text)}, random)
        return head[:self.head_length(kind)] + text

    def random_message(self, random, version=None, is_tame=False):
        """A message of a version up to two after the schema's, with longer blocks if it is after."""
        version = random.randint(0, self.version + 2) if version is None else version
        extra = random.choice([0, 2, 8]) if version > self.version else 0
        message_id = random.choice(sorted(self.messages))
        block, behind = self.random_block(self.messages[message_id], version, extra, random, is_tame)
        parts = [local(part) for part in self.messages[message_id]]
        head = self.random_composite(self.header, {"blockLength": len(block), "templateId": message_id, "schemaId": self.id, "version": version,
                                                   "numGroups": parts.count("group"), "numVarDataFields": parts.count("data")}, random)
        return head + block + behind
