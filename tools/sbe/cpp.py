"""A Schema as one C++23 header of decoders and encoders over hotpath/protocols/cme/sbe."""

import re

from names import accessor, camel, constant, snake
from schema import COUNTS, PRIMITIVES, Composite, Enum, Primitive, Set

CPP_TYPES = {"char": "char", "float": "float", "double": "double",
             **{f"{sign}int{bits}": f"std::{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)}}
ALIASES = {"char": "Char", "float": "Float", "double": "Double",
           **{f"{sign}int{bits}": f"{'U' if sign else 'I'}{'int' if sign else 'nt'}{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}


def quoted(text):
    return '"' + re.sub(r"[^ !#-\[\]-~]", lambda m: f"\\{ord(m.group()):03o}" if ord(m.group()) < 256 else "?", text) + '"'


def literal(primitive, value):
    """The value as C++ writes it."""
    if value is None:
        return f"std::numeric_limits<{primitive}>::quiet_NaN()"
    if primitive == "char":
        return f"char{{'{chr(value)}'}}" if 32 <= value < 127 and chr(value) not in "'\\" else f"static_cast<char>({value})"
    if primitive in ("float", "double"):
        return f"static_cast<{primitive}>({value!r})"
    if value == PRIMITIVES["int64"][2]:
        return "std::numeric_limits<std::int64_t>::min()"
    return f"static_cast<{CPP_TYPES[primitive]}>({value}{'U' if value > 0x7FFFFFFF else ''}{'LL' if abs(value) > 0x7FFFFFFF else ''})"


class Writer:
    def __init__(self, schema, namespace, source):
        self.schema = schema
        self.namespace = namespace
        self.source = source
        self.lines = []
        self.indent = 0
        self.taken = {camel(name) for name in schema.types} | {camel(m.name) for m in schema.messages}
        blocks = list(schema.messages)
        for block in blocks:
            blocks += block.groups
            self.taken |= {camel(g.name) for g in block.groups if any(camel(g.name) == camel(inner.name) for inner in g.groups)}

    def line(self, text=""):
        self.lines.append("    " * self.indent + text if text else "")

    def comment(self, text, deprecated=None):
        text = " ".join(text.split())
        if deprecated is not None:
            text = f"{text} (deprecated since version {deprecated})".strip()
        words, row = text.split(), "///"
        for word in words:
            if len(row) + 1 + len(word) > 96 - 4 * self.indent and row != "///":
                self.line(row)
                row = "///"
            row += " " + word
        if words:
            self.line(row)

    def label(self, access):
        self.lines.append("    " * (self.indent - 1) + f"  {access}:")

    def begin(self, text):
        self.line(text)
        self.indent += 1

    def end(self, text="}"):
        self.indent -= 1
        self.line(text)

    # Types

    def wire(self, field):
        """The wire type of a field, as hotpath/protocols/cme/sbe/fields.hpp and the aliases name it."""
        kind = field.type
        if isinstance(kind, Primitive):
            if kind.is_text:
                return f"sbe::Text<{kind.length}>"
            alias = ALIASES[kind.primitive]
            if kind.length != 1:
                return f"sbe::Array<{alias}, {kind.length}>"
            return f"sbe::Optional<{alias}, {literal(kind.primitive, kind.null)}>" if field.presence == "optional" else alias
        name = self.type_name(kind)
        if isinstance(kind, Composite):
            return f"sbe::Composite<{name}>"
        if isinstance(kind, Set):
            return f"sbe::SetField<{name}, {ALIASES[kind.primitive]}>"
        wire = f"sbe::EnumField<{name}, {ALIASES[kind.primitive]}>"
        return f"sbe::Optional<{wire}, {name}{{{literal(kind.primitive, kind.null)}}}>" if field.presence == "optional" else wire

    def type_name(self, kind):
        return camel(kind.name)

    def value(self, field):
        """The type that a field is loaded as."""
        kind = field.type
        if isinstance(kind, Primitive):
            if kind.is_text:
                return "std::string_view"
            plain = CPP_TYPES[kind.primitive]
            if kind.length != 1:
                return f"std::array<{plain}, {kind.length}>"
        elif isinstance(kind, Composite):
            return f"const {self.type_name(kind)}&"
        else:
            plain = self.type_name(kind)
        return f"std::optional<{plain}>" if field.presence == "optional" and not isinstance(kind, Set) else plain

    def enum(self, kind, is_nested=False):
        name = self.type_name(kind)
        self.begin(f"enum class {name} : {CPP_TYPES[kind.primitive]} {{")
        for value in kind.values:
            self.comment(value.description)
            self.line(f"{camel(value.name)} = {literal(kind.primitive, value.value)},")
        self.end("};")
        self.line("/// The schema's name; empty for a value without one.")
        self.begin(f"[[nodiscard]] {'friend ' if is_nested else ''}constexpr std::string_view name({name} value) noexcept {{")
        if kind.values:
            self.line("switch (value) {")
            for value in kind.values:
                self.line(f"    case {name}::{camel(value.name)}:")
                self.line(f"        return {quoted(value.name)};")
            self.line("}")
        else:
            self.line("static_cast<void>(value);")
        self.line("return {};")
        self.end()
        self.line()

    def set(self, kind):
        bits = CPP_TYPES[kind.primitive]
        self.begin(f"struct {self.type_name(kind)} : sbe::Set<{bits}> {{")
        self.begin("enum Choice : unsigned {")
        for choice in kind.values:
            self.comment(choice.description)
            self.line(f"{camel(choice.name)} = {choice.value},")
        self.end("};")
        names = ", ".join(f"{{{choice.value}, {quoted(choice.name)}}}" for choice in kind.values)
        self.line(f"static constexpr std::array<sbe::NamedChoice, {len(kind.values)}> kChoices{{{{{names}}}}};")
        self.end("};")
        self.line()

    def composite(self, kind):
        data = kind.member("varData")
        size = data.offset if data else kind.size
        name = self.type_name(kind)
        if size == 0:
            return  # constants alone: no message has it as a field
        self.comment(kind.description)
        self.begin(f"struct {name} : Message<{name}, {size}> {{")
        for nested in kind.nested:
            self.type(nested, is_nested=True)
        members = [m for m in kind.members if m is not data]
        nulls = [m for m in members if self.has_null(m)]
        if nulls:
            self.begin(f"{name}() noexcept {{")
            for member in nulls:
                self.store_null(member, "bytes_.data()")
            self.end()
            self.line()
        for member in members:
            if member.presence == "constant":
                self.constant(member)
            else:
                self.load(member, "bytes_.data()", version_parameter=True)
                self.store(member, "bytes_.data()")
        for member in members:
            if isinstance(member.type, Primitive) and member.type.primitive in COUNTS and member.name in ("numInGroup", "length"):
                what = "kNumInGroupMax" if member.name == "numInGroup" else "kLengthMax"
                largest = min(member.type.largest, PRIMITIVES[member.type.primitive][3] - 1)
                self.line(f"static constexpr std::uint64_t {what} = {largest}U;")
                if member.name == "length":
                    self.line(f"using Length = {CPP_TYPES[member.type.primitive]};")
        self.line()
        self.begin("void for_each_field(auto&& visit) const {")
        for member in members:
            if member.presence == "constant":
                self.line(f"visit({quoted(member.name)}, {constant(member.name)});")
            elif not member.since:
                self.line(f"visit({quoted(member.name)}, load_{snake(member.name)}());")
        self.end()
        self.end("};")
        self.line()

    def type(self, kind, is_nested=False):
        if isinstance(kind, Composite):
            self.composite(kind)
        elif isinstance(kind, Set):
            self.set(kind)
        elif isinstance(kind, Enum):
            self.enum(kind, is_nested)

    def types_in_order(self):
        """Every named type after those that it is made of."""
        done, order = set(), []

        def add(kind):
            if isinstance(kind, Primitive) or id(kind) in done:
                return
            done.add(id(kind))
            if isinstance(kind, Composite):
                nested = {id(n) for n in kind.nested}
                for member in kind.members:
                    if member.constant_enum:
                        add(member.constant_enum[0])
                    if id(member.type) not in nested:
                        add(member.type)
                for inner in kind.nested:
                    done.add(id(inner))
                    for member in getattr(inner, "members", []):
                        if id(member.type) not in {id(n) for n in getattr(inner, "nested", [])}:
                            add(member.type)
            order.append(kind)

        for kind in self.schema.types.values():
            add(kind)
        return [kind for kind in order if kind in list(self.schema.types.values())]

    # Fields

    def has_null(self, field):
        if field.presence == "constant":
            return False
        if isinstance(field.type, Composite):
            return any(self.has_null(m) for m in field.type.members)
        is_optional_type = isinstance(field.type, Enum) and field.type.is_optional
        return is_optional_type or field.presence == "optional" and self.wire(field).startswith("sbe::Optional")

    def store_null(self, field, at):
        value = "std::nullopt"
        if isinstance(field.type, Composite):
            value = f"{self.type_name(field.type)}()"
        elif isinstance(field.type, Enum) and field.presence != "optional":
            value = f"{self.type_name(field.type)}{{{literal(field.type.primitive, field.type.null)}}}"
        self.line(f"{self.wire(field)}::store({at} + {field.offset}, {value});")

    def constant(self, field):
        name = constant(field.name)
        self.comment(field.description, field.deprecated)
        if field.constant_enum and not isinstance(field.type, Primitive):
            enum, value = field.constant_enum
            self.line(f"static constexpr {self.type_name(enum)} {name} = {self.type_name(enum)}::{camel(value)};")
        elif isinstance(field.constant, str):
            self.line(f"static constexpr std::string_view {name} = {quoted(field.constant)};")
        else:
            primitive = field.type.primitive
            value = field.constant
            if field.constant_enum:
                enum, chosen = field.constant_enum
                value = next(v.value for v in enum.values if v.name == chosen)
            self.line(f"static constexpr {CPP_TYPES[primitive]} {name} = {literal(primitive, value)};")

    def load(self, field, at, version_parameter=False):
        """Of a field that a sender's version may lack: an optional, a pointer, or an empty text."""
        self.comment(field.description, field.deprecated)
        name, value, wire = snake(field.name), self.value(field), self.wire(field)
        version, parameter = ("version", "std::uint32_t version") if version_parameter else ("version_", "")
        if not field.since:
            self.begin(f"[[nodiscard]] {value} load_{name}() const noexcept {{")
            self.line(f"return {wire}::load({at} + {field.offset});")
        elif isinstance(field.type, Composite):
            self.line(f"/// Since version {field.since}; null before.")
            self.begin(f"[[nodiscard]] const {self.type_name(field.type)}* load_{name}({parameter}) const noexcept {{")
            self.line(f"return {version} < {field.since} ? nullptr : &{wire}::load({at} + {field.offset});")
        else:
            absent = "std::string_view{}" if value == "std::string_view" else "std::nullopt"
            if value != "std::string_view" and not value.startswith("std::optional"):
                value = f"std::optional<{value}>"
            self.line(f"/// Since version {field.since}; {'empty' if absent.endswith('{}') else 'none'} before.")
            self.begin(f"[[nodiscard]] {value} load_{name}({parameter}) const noexcept {{")
            self.line(f"if ({version} < {field.since}) {{")
            self.line(f"    return {absent};")
            self.line("}")
            self.line(f"return {wire}::load({at} + {field.offset});")
        self.end()

    def store(self, field, at):
        value = self.value(field)
        if value.startswith("std::array"):
            value = f"const {value}&"
        self.begin(f"void store_{snake(field.name)}({value} value) noexcept {{")
        self.line(f"{self.wire(field)}::store({at} + {field.offset}, value);")
        self.end()

    # Blocks: messages and the entries of groups

    def sections(self, block):
        return [(group, True) for group in block.groups] + [(data, False) for data in block.data]

    def group_name(self, group):
        """Its class, which stands within that of its message: the name of a type or of an outer class would hide that."""
        return camel(group.name) + ("Entry" if camel(group.name) in self.taken else "")

    def dimensions(self, group):
        return self.type_name(group.dimensions)

    def block(self, block, is_message):
        name = camel(block.name) if is_message else self.group_name(block)
        self.comment(block.description, block.deprecated)
        if block.since:
            self.line(f"/// Since version {block.since}.")
        self.begin(f"class {name} {{")
        self.label("public")
        if is_message:
            self.line(f"static constexpr {self.header_type('templateId')} kTemplateId = {block.id};")
        self.line(f"static constexpr std::string_view kName = {quoted(block.name)};")
        self.line(f"static constexpr std::size_t kBlockLength = {block.length};")
        self.line(f"static constexpr bool kIsFlat = {'true' if block.is_flat else 'false'};")
        self.line()
        self.line("class Encoder;")
        for group in block.groups:
            self.line()
            self.block(group, is_message=False)
            self.line(f"using {self.group_name(group)}Group = sbe::Group<{self.group_name(group)}, {self.dimensions(group)}>;")
        self.line()
        self.length_min(block)
        self.line()
        self.open(block, is_message)
        self.line()
        for field in block.fields:
            if field.presence == "constant":
                self.constant(field)
            else:
                self.load(field, "block_")
        self.load_sections(block)
        self.line()
        self.visit(block)
        self.line()
        self.line("[[nodiscard]] std::uint32_t version() const noexcept { return version_; }")
        if not block.is_flat or is_message:
            self.line("/// Behind the last part that this schema has.")
            self.line("[[nodiscard]] const std::byte* end() const noexcept { return end_; }")
        self.line()
        self.clear(block)
        if is_message:
            self.encode(block)
        else:
            self.store_dimensions(block)
        self.line()
        self.label("private")
        self.line("[[maybe_unused]] const std::byte* block_ = nullptr;")
        self.line("std::uint32_t version_ = 0;")
        if not block.is_flat or is_message:
            self.line("const std::byte* end_ = nullptr;")
        if not block.is_flat:
            self.line("const std::byte* message_end_ = nullptr;")
            self.line(f"std::array<sbe::Section, {len(self.sections(block))}> sections_{{}};")
        self.end("};")

    def length_min(self, block):
        """What a block has at least, by the version of its sender."""
        self.begin("[[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {")
        steps = block.versions()
        for step in reversed([s for s in steps if s]):
            self.line(f"if (version >= {step}) {{")
            self.line(f"    return {block.length_min(step)};")
            self.line("}")
        if not [s for s in steps if s]:
            self.line("static_cast<void>(version);")
        self.line(f"return {block.length_min(0)};")
        self.end()

    def open(self, block, is_message):
        if is_message:
            self.line("/// Views a message with its header; any status but Ok: the view is not to be used.")
            self.begin("[[nodiscard]] DecodeStatus open(Bytes message) noexcept {")
            self.line("sbe::Block block;")
            self.line("const DecodeStatus status = open_header(message, block);")
            self.line("if (status != DecodeStatus::Ok) {")
            self.line("    return status;")
            self.line("}")
            self.line("const auto type = MessageHeader::at(message.data()).load_template_id();".replace("MessageHeader", self.header_name()))
            self.line("return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;")
            self.end()
            self.line()
        self.begin("[[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {"
                   if block.is_flat else "[[nodiscard]] DecodeStatus open(const sbe::Block& block) noexcept {")
        self.line("block_ = block.at;")
        self.line("version_ = block.version;")
        if block.is_flat and not is_message:
            self.line("return DecodeStatus::Ok;  // of a group whose length was checked")
            self.end()
            return
        self.line("sbe::Walk walk;")
        self.line("DecodeStatus status = walk.open(block, block_length_min(block.version));")
        if not block.is_flat:
            self.line("message_end_ = block.end;")
        for number, (part, is_group) in enumerate(self.sections(block)):
            what = (f"group<{self.group_name(part)}, {self.dimensions(part)}>" if is_group else f"data<{self.type_name(part.type)}>")
            self.line("if (status == DecodeStatus::Ok) {")
            self.line(f"    status = walk.{what}({part.since}, sections_[{number}]);")
            self.line("}")
        self.line("end_ = walk.position();")
        self.line("return status;")
        self.end()

    def load_sections(self, block):
        for number, (part, is_group) in enumerate(self.sections(block)):
            self.comment(part.description, part.deprecated)
            if part.since:
                self.line(f"/// Since version {part.since}; empty before.")
            if is_group:
                kind = f"{self.group_name(part)}Group"
                self.begin(f"[[nodiscard]] {kind} {accessor(part.name)}() const noexcept {{")
                self.line(f"return {kind}(sections_[{number}], message_end_, version_);")
            else:
                value, what = ("std::string_view", "text_of") if part.is_text else ("Bytes", "bytes_of")
                self.begin(f"[[nodiscard]] {value} load_{snake(part.name)}() const noexcept {{")
                self.line(f"return sbe::{what}<{self.type_name(part.type)}>(sections_[{number}]);")
            self.end()

    def visit(self, block):
        self.line("/// Calls visit(name, value) for each field, group and data, in the schema's order.")
        self.begin("void for_each_field(auto&& visit) const {")
        for field in block.fields:
            value = constant(field.name) if field.presence == "constant" else f"load_{snake(field.name)}()"
            self.line(f"visit({quoted(field.name)}, {value});")
        for part, is_group in self.sections(block):
            self.line(f"visit({quoted(part.name)}, {accessor(part.name) if is_group else f'load_{snake(part.name)}'}());")
        if not block.fields and block.is_flat:
            self.line("static_cast<void>(visit);")
        self.end()

    # Encoders

    def clear(self, block):
        self.line("/// A block whose optional fields are null and whose others are zero.")
        self.begin("static void clear(std::byte* block) noexcept {")
        self.line("std::memset(block, 0, kBlockLength);")
        for field in block.fields:
            if self.has_null(field):
                self.store_null(field, "block")
        self.end()

    def counts(self, block, composite, at):
        for member, count in (("numGroups", len(block.groups)), ("numVarDataFields", len(block.data))):
            found = composite.member(member)
            if found and found.presence != "constant":
                self.line(f"{at}.store_{snake(member)}({count});")

    def store_dimensions(self, group):
        name = self.dimensions(group)
        count = group.dimensions.member("numInGroup").type.primitive
        self.begin(f"static void store_dimensions({name}& dimensions, std::size_t count) noexcept {{")
        self.line(f"dimensions = {name}();")
        self.line("dimensions.store_block_length(kBlockLength);")
        self.line(f"dimensions.store_num_in_group(static_cast<{CPP_TYPES[count]}>(count));")
        self.counts(group, group.dimensions, "dimensions")
        self.end()

    def encode(self, block):
        self.line("/// Writes a message with its header into `room`: fill(encoder) stores its fields and puts")
        self.line("/// its groups and data.")
        self.line("template <class Fill>")
        self.line("[[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);")

    def encoder(self, block, path):
        """The Encoder of a block and of its groups, behind the class that declares them."""
        for group in block.groups:
            self.encoder(group, f"{path}::{self.group_name(group)}")
        self.comment(f"Fills a {block.name}.")
        self.begin(f"class {path}::Encoder {{")
        self.label("public")
        self.line("Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}")
        self.line()
        for field in block.fields:
            if field.presence != "constant":
                self.store(field, "block_")
        for number, (part, is_group) in enumerate(self.sections(block)):
            self.line()
            if is_group:
                self.line(f"/// `count` entries; fill(encoder, index) for each.")
                self.line("template <class Fill>")
                self.begin(f"void put_{snake(part.name)}(std::size_t count, Fill&& fill) noexcept {{")
                put = f"put_group<{self.group_name(part)}, {self.dimensions(part)}>(count, fill)"
            else:
                value = "std::string_view" if part.is_text else "Bytes"
                self.begin(f"void put_{snake(part.name)}({value} value) noexcept {{")
                bytes_ = "std::as_bytes(std::span(value))" if part.is_text else "value"
                put = f"put_data<{self.type_name(part.type)}>({bytes_})"
            self.line(f"if (enter({number})) {{")
            self.line(f"    output_.{put};")
            self.line("}")
            self.end()
        self.finish(block)
        self.line()
        self.label("private")
        if not block.is_flat:
            self.enter(block)
            self.line()
        self.line("[[maybe_unused]] std::byte* block_;")
        self.line("[[maybe_unused]] sbe::Output& output_;")
        if not block.is_flat:
            self.line("unsigned next_ = 0;  ///< the first part that is not written")
        self.end("};")
        self.line()

    def finish(self, block):
        self.line()
        self.line("/// Writes the parts that are left as empty.")
        if block.is_flat:
            self.line("void finish() noexcept {}")
        else:
            self.line(f"void finish() noexcept {{ (void)enter({len(self.sections(block))}); }}")

    def enter(self, block):
        self.line("/// The parts before this one that are not written are empty.")
        self.begin("[[nodiscard]] bool enter(unsigned part) noexcept {")
        self.line("if (part < next_) {")
        self.line("    output_.refuse(sbe::EncodeStatus::OutOfOrder);")
        self.line("    return false;")
        self.line("}")
        for number, (part, is_group) in enumerate(self.sections(block)):
            self.line(f"if (next_ <= {number} && part > {number}) {{")
            if is_group:
                self.line(f"    output_.put_empty_group<{self.group_name(part)}, {self.dimensions(part)}>();")
            else:
                self.line(f"    output_.put_data<{self.type_name(part.type)}>({{}});")
            self.line("}")
        self.line("next_ = part + 1;")
        self.line("return output_.is_ok();")
        self.end()

    def encode_body(self, block):
        header = self.header_name()
        self.line("template <class Fill>")
        self.begin(f"sbe::Encoded {camel(block.name)}::encode(MutableBytes room, Fill&& fill) {{")
        self.line("sbe::Output output(room);")
        self.line(f"std::byte* const head = output.claim({header}::kLength + kBlockLength);")
        self.line("if (head == nullptr) {")
        self.line("    return output.result();")
        self.line("}")
        self.line(f"{header}& header = {header}::at(head);")
        self.line(f"header = {header}();")
        self.line("header.store_block_length(kBlockLength);")
        self.line("header.store_template_id(kTemplateId);")
        self.line("header.store_schema_id(kSchemaId);")
        self.line("header.store_version(kVersion);")
        self.counts(block, self.schema.header, "header")
        self.line(f"std::byte* const block = head + {header}::kLength;")
        self.line("clear(block);")
        self.line("Encoder encoder(block, output);")
        self.line("fill(encoder);")
        self.line("encoder.finish();")
        self.line("return output.result();")
        self.end()
        self.line()

    # The whole

    def header_name(self):
        return self.type_name(self.schema.header)

    def header_type(self, member):
        return CPP_TYPES[self.schema.header.member(member).type.primitive]

    def dispatch(self):
        names = [camel(m.name) for m in self.schema.messages]
        self.line("/// Does nothing on every message. Derive from it and redefine the functions of those wanted.")
        self.begin("struct NullListener {")
        for name, message in zip(names, self.schema.messages):
            self.line(f"void on_{snake(message.name)}(const {name}&) noexcept {{}}")
        self.end("};")
        self.line()
        self.begin("namespace detail {")
        for name, message in zip(names, self.schema.messages):
            self.line(f"void dispatch(auto& l, const {name}& m) {{ l.on_{snake(message.name)}(m); }}")
        self.line()
        self.line("template <class M>")
        self.begin("[[nodiscard, gnu::always_inline]] inline DecodeStatus deliver(const sbe::Block& block, auto& visit) {")
        self.line("M message;")
        self.line("const DecodeStatus status = message.open(block);")
        self.line("if (status == DecodeStatus::Ok) [[likely]] {")
        self.line("    visit(message);")
        self.line("}")
        self.line("return status;")
        self.end()
        self.end("}  // namespace detail")
        self.line()
        self.line("/// Calls visit(message) with a view of the message's type; not unless the result is Ok.")
        self.line("template <class Visit>")
        self.line("// NOLINTNEXTLINE(readability-function-size): a case for each message")
        self.begin("[[nodiscard, gnu::always_inline]] inline DecodeStatus visit_message(Bytes message, Visit&& visit) {")
        self.line("sbe::Block block;")
        self.line("const DecodeStatus status = open_header(message, block);")
        self.line("if (status != DecodeStatus::Ok) {")
        self.line("    return status;")
        self.line("}")
        self.line(f"switch ({self.header_name()}::at(message.data()).load_template_id()) {{")
        for name in names:
            self.line(f"    case {name}::kTemplateId:")
            self.line(f"        return detail::deliver<{name}>(block, visit);")
        self.line("    default:")
        self.line("        return DecodeStatus::UnknownType;")
        self.line("}")
        self.end()
        self.line()
        self.line("/// Calls the function of `listener` for this message; none unless the result is Ok.")
        self.line("template <class Listener>")
        self.begin("[[nodiscard, gnu::always_inline]] inline DecodeStatus decode(Bytes message, Listener& listener) {")
        self.line("return visit_message(message, [&](const auto& m) { detail::dispatch(listener, m); });")
        self.end()

    def open_header(self):
        header = self.header_name()
        self.line("/// The root block of a message with its header. A header of another schema is of unknown type.")
        self.begin("[[nodiscard, gnu::always_inline]] inline DecodeStatus open_header(Bytes message, sbe::Block& block) noexcept {")
        self.line(f"if (message.size() < {header}::kLength) {{")
        self.line("    return DecodeStatus::Truncated;")
        self.line("}")
        self.line(f"const {header}& header = {header}::at(message.data());")
        self.line("if (header.load_schema_id() != kSchemaId) {")
        self.line("    return DecodeStatus::UnknownType;")
        self.line("}")
        self.line(f"block = {{message.data() + {header}::kLength, message.data() + message.size(),")
        self.line("         header.load_block_length(), header.load_version()};")
        self.line("return DecodeStatus::Ok;")
        self.end()
        self.line()

    def text(self):
        schema = self.schema
        order = "little" if schema.byte_order == "littleEndian" else "big"
        self.line("#pragma once")
        self.line(f"/// SBE messages of {self.source}, version {schema.version}: decoders and encoders.")
        self.comment(schema.description)
        self.line("/// Made by tools/sbe from the schema; do not edit. How to read it: docs/reference/sbe.md.")
        self.line("/// Threads: values and views. Allocation: none. Complexity: a field is one load.")
        self.line()
        for header in ("array", "bit", "cstddef", "cstdint", "cstring", "limits", "optional", "span", "string_view"):
            self.line(f"#include <{header}>")
        self.line()
        for header in ("core/bytes", "protocols/decode_status", "protocols/message", "protocols/cme/sbe/encode", "protocols/cme/sbe/fields", "protocols/cme/sbe/view"):
            self.line(f'#include "hotpath/{header}.hpp"')
        self.line()
        self.line(f"namespace {self.namespace} {{")
        self.line()
        self.line("namespace sbe = ::hotpath::protocols::cme::sbe;")
        for name in ("Bytes", "MutableBytes", "protocols::DecodeStatus", "protocols::Message"):
            self.line(f"using ::hotpath::{name};")
        self.line()
        numbers_at = len(self.lines)
        self.line(f"inline constexpr {self.header_type('schemaId')} kSchemaId = {schema.id};")
        self.line(f"inline constexpr {self.header_type('version')} kVersion = {schema.version};")
        self.line()
        for kind in self.types_in_order():
            self.type(kind)
        self.open_header()
        for message in schema.messages:
            self.block(message, is_message=True)
            self.line()
            self.encoder(message, camel(message.name))
            self.encode_body(message)
        self.dispatch()
        self.line()
        self.line(f"}}  // namespace {self.namespace}")
        used = set(re.findall(r"\w+", "\n".join(self.lines)))
        numbers = [f"using {alias} = sbe::Number<{CPP_TYPES[primitive]}, std::endian::{order}>;"
                   for primitive, alias in ALIASES.items() if alias in used]
        self.lines[numbers_at:numbers_at] = [*numbers, ""]
        return "\n".join(line.rstrip() for line in self.lines) + "\n"
