"""The schema's names as the house style writes them, and the check that no two become one."""

import re

# Lower-case words that no function may have, and words that C's headers define as macros.
KEYWORDS = set("""alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const consteval
constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit
export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq
private protected public register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
xor_eq""".split())
MACROS = {"NULL", "EOF", "TRUE", "FALSE", "INFINITY", "NAN", "BUFSIZ"}
# What generated classes have anyhow: a name of the schema that is one of these gets a suffix.
RESERVED_TYPES = {"Encoder", "Message", "Bytes", "MutableBytes", "DecodeStatus", "NullListener", "Choice", "Length", "Char", "Float", "Double",
                  *(f"{kind}{bits}" for kind in ("Int", "Uint") for bits in (8, 16, 32, 64))}
RESERVED_ACCESSORS = {"open", "end", "version", "clear", "encode", "block_length_min", "for_each_field", "store_dimensions"}
RESERVED_CONSTANTS = {"TemplateId", "Name", "BlockLength", "IsFlat", "Length", "NumInGroupMax", "LengthMax", "SchemaId", "Version"}


def camel(name):
    """sunRoof: SunRoof; NEW_ORDER: NewOrder; TURBO stays."""
    parts = [part for part in name.split("_") if part]
    if name in MACROS or (len(parts) > 1 and name.upper() == name):
        parts = [part.capitalize() for part in parts]
    made = "".join(part[0].upper() + part[1:] for part in parts)
    if not made or made[0].isdigit():
        made = "N" + made
    return made + "Type" if made in RESERVED_TYPES else made


def snake(name):
    """serialNumber: serial_number; NoMDEntries: no_md_entries."""
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", text)
    return re.sub(r"_+", "_", text).strip("_").lower() or "n"


def accessor(name):
    """The function that returns a group, which no prefix sets apart from other words."""
    made = snake(name)
    return made + "_group" if made in KEYWORDS or made in RESERVED_ACCESSORS or made[0].isdigit() else made


def constant(name):
    made = camel(name)
    return f"k{made}Value" if made in RESERVED_CONSTANTS else f"k{made}"


def check_unique(things, transform, scope):
    """`things` are (name, element): two that the transformation makes one would not compile."""
    seen = {}
    for name, element in things:
        made = transform(name)
        if made in seen and seen[made][0] != name:
            other, where = seen[made]
            element.fail(f'"{name}" and "{other}" (line {where.line}) are both {made} in C++: rename one of them in {scope}')
        seen[made] = (name, element)
