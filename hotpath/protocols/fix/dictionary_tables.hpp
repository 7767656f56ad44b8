#pragma once
/// A FIX version as flat tables: what tools/fix_dictionaries.py generates from QuickFIX's XML, and
/// what a Dictionary is made of.
///
/// A row names others by their index. Members of the header, of the trailer, of a group or of a
/// message are a run of `members`, in the order of the specification; components are expanded where
/// they are used. The first member of a group is the one that begins each entry.
///
/// kFix42, kFix44 and kFix50Sp2 are those versions; the last has header, trailer and session
/// messages of FIXT 1.1. Threads: constants. Allocation: none. Source: the specifications as
/// QuickFIX writes them (NOTICE).

#include <cstdint>
#include <span>
#include <string_view>

#include "hotpath/protocols/fix/data_fields.hpp"
#include "hotpath/protocols/fix/field_type.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

/// A run of a table's rows: the place of the first one, and how many there are.
struct RowRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    friend constexpr bool operator==(RowRange, RowRange) = default;
};

/// A value that a field may have, and what it means.
struct ValueRow {
    std::string_view value;
    std::string_view meaning;

    friend constexpr bool operator==(const ValueRow&, const ValueRow&) = default;
};

/// Fields stand in the order of their tags. One without values may have any of its type's form.
struct FieldRow {
    Tag tag = kNoTag;
    FieldType type = FieldType::String;
    std::string_view name;
    RowRange values;

    friend constexpr bool operator==(const FieldRow&, const FieldRow&) = default;
};

struct MemberRow {
    Tag tag = kNoTag;
    bool is_required = false;
    std::uint16_t group = 0;  // 1 + the index of the group that this field counts; 0: none

    friend constexpr bool operator==(MemberRow, MemberRow) = default;
};

struct GroupRow {
    Tag count = kNoTag;  // the field that counts its entries
    RowRange members;

    friend constexpr bool operator==(const GroupRow&, const GroupRow&) = default;
};

struct MessageRow {
    std::string_view type;  // MsgType (35)
    std::string_view name;
    bool is_admin = false;  // of the session, not of the application
    RowRange members;

    friend constexpr bool operator==(const MessageRow&, const MessageRow&) = default;
};

struct DictionaryTables {
    std::string_view begin_string;  // BeginString (8)
    std::span<const FieldRow> fields;
    std::span<const ValueRow> values;
    std::span<const MemberRow> members;
    std::span<const GroupRow> groups;
    std::span<const MessageRow> messages;
    std::span<const DataPair> data_fields;
    RowRange header;
    RowRange trailer;
};

extern const DictionaryTables kFix42;
extern const DictionaryTables kFix44;
extern const DictionaryTables kFix50Sp2;

/// The version's data fields. Those of FIX 4.4 include FIX 4.2's.
[[nodiscard]] inline DataFields data_fields_of(const DictionaryTables& tables) noexcept {
    DataFields fields;
    for (const DataPair& pair : tables.data_fields) {
        static_cast<void>(fields.try_add(pair));
    }
    return fields;
}

}  // namespace hotpath::protocols::fix
