#pragma once
/// The messages, groups and fields of one FIX version, or of one venue, made to be looked up.
///
///   const auto dictionary = *Dictionary::create(kFix44);
///   const auto report = dictionary.message("8");            // ExecutionReport
///   dictionary.member(*report, tag::kOrdStatus)->is_required;
///
/// A definition is a run of members: that of the header, of the trailer, of a group, of a message.
/// Its members have places 0, 1, ... in the order of the specification; a lookup by tag is one probe
/// of a hash table, mostly.
///
/// A dictionary copies its tables and their characters: it outlives them. Threads: after create()
/// any may read. Allocation: create() alone. Complexity: lookups O(1), a field's tag above 65,535 and
/// a value O(log n).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/protocols/fix/data_fields.hpp"
#include "hotpath/protocols/fix/dictionary_tables.hpp"

namespace hotpath::protocols::fix {

/// The number of a definition: the header, the trailer, the groups, then the messages.
struct DefinitionId {
    std::uint16_t value = 0;

    friend constexpr bool operator==(DefinitionId, DefinitionId) = default;
};
inline constexpr DefinitionId kHeader{0};
inline constexpr DefinitionId kTrailer{1};

class Dictionary {
  public:
    /// The most members of a definition. FIX 5.0 SP2 has 326 in one.
    static constexpr std::size_t kMembersMax = 1024;
    static constexpr std::size_t kDefinitionsMax = 60'000;

    /// A member's place in its definition.
    struct Place {
        std::uint16_t value = 0;
        bool is_member = false;
    };

    /// Copies the tables. Fails if they contradict themselves: a member or a group's count that is
    /// no field, a tag twice in one definition, a group without members, a range outside its table.
    [[nodiscard]] static Expected<Dictionary> create(const DictionaryTables& tables);

    Dictionary(Dictionary&&) noexcept = default;
    Dictionary& operator=(Dictionary&&) noexcept = default;
    Dictionary(const Dictionary&) = delete;
    Dictionary& operator=(const Dictionary&) = delete;

    [[nodiscard]] std::string_view begin_string() const noexcept { return begin_string_; }
    [[nodiscard]] const DataFields& data_fields() const noexcept { return data_fields_; }

    /// Return a field by its tag or its name; nullptr if there is none.
    [[nodiscard]] const FieldRow* field(Tag tag) const noexcept;
    [[nodiscard]] const FieldRow* field(std::string_view name) const noexcept;
    [[nodiscard]] std::span<const ValueRow> values(const FieldRow& field) const noexcept {
        return std::span(values_).subspan(field.values.first, field.values.count);
    }
    /// Returns true if the field may have any value of its form, or this one.
    [[nodiscard]] bool may_have(const FieldRow& field, std::string_view value) const noexcept;

    /// Returns the definition of a MsgType, or nothing if the dictionary has none.
    [[nodiscard]] std::optional<DefinitionId> message(std::string_view type) const noexcept;
    [[nodiscard]] const MessageRow& message_row(DefinitionId message) const noexcept {
        return messages_[message.value - first_message()];
    }
    [[nodiscard]] std::span<const MessageRow> messages() const noexcept { return messages_; }
    [[nodiscard]] std::span<const GroupRow> groups() const noexcept { return groups_; }

    [[nodiscard]] std::span<const MemberRow> members(DefinitionId definition) const noexcept {
        return std::span(members_).subspan(definitions_[definition.value].members.first,
                                           definitions_[definition.value].members.count);
    }
    /// Returns the place of a tag in a definition; is_member is false if it has none.
    [[nodiscard]] Place place(DefinitionId definition, Tag tag) const noexcept;
    /// Returns a member of a definition; nullptr if it has none with this tag.
    [[nodiscard]] const MemberRow* member(DefinitionId definition, Tag tag) const noexcept;
    /// Returns the group that this member counts, which must be one that counts: its `group` is not
    /// 0.
    [[nodiscard]] DefinitionId group_of(const MemberRow& count) const noexcept {
        return {static_cast<std::uint16_t>(kFirstGroup + count.group - 1)};
    }
    /// Returns the required members: bit `place % 64` of word `place / 64`.
    [[nodiscard]] std::span<const std::uint64_t> required(DefinitionId definition) const noexcept {
        return std::span(required_).subspan(definitions_[definition.value].first_word,
                                            words_for(definitions_[definition.value]));
    }

  private:
    static constexpr std::uint16_t kFirstGroup = 2;
    static constexpr std::size_t kWordBits = 64;

    struct Definition {
        RowRange members;
        std::uint32_t first_slot = 0;
        std::uint32_t slot_mask = 0;  // slots - 1
        std::uint32_t first_word = 0;
    };
    /// A place in a hash table with linear probing; at least half of a definition's are empty.
    struct Slot {
        Tag tag = kNoTag;
        std::uint16_t place = 0;
    };
    struct TypeSlot {
        std::uint64_t type = 0;  // up to eight characters; 0: empty
        DefinitionId message;
    };

    Dictionary() = default;
    [[nodiscard]] static std::size_t words_for(const Definition& definition) noexcept {
        return (definition.members.count + kWordBits - 1) / kWordBits;
    }
    [[nodiscard]] std::size_t first_message() const noexcept {
        return kFirstGroup + groups_.size();
    }
    void copy(const DictionaryTables& tables);
    void sort_values();
    [[nodiscard]] std::optional<Error> index_fields();
    [[nodiscard]] std::optional<Error> add_data_fields(std::span<const DataPair> pairs);
    [[nodiscard]] std::optional<Error> define(RowRange rows, std::string_view name);
    [[nodiscard]] std::optional<Error> define_all(const DictionaryTables& tables);
    [[nodiscard]] std::optional<Error> index_messages();

    std::vector<char> text_;  // of all names and values
    std::string_view begin_string_;
    std::vector<FieldRow> fields_;
    std::vector<ValueRow> values_;  // those of a field in order
    std::vector<MemberRow> members_;
    std::vector<GroupRow> groups_;
    std::vector<MessageRow> messages_;
    DataFields data_fields_;

    std::vector<std::uint16_t> field_of_tag_;  // 1 + its index, of the tags below kDenseTags
    std::vector<Definition> definitions_;
    std::vector<Slot> slots_;
    std::vector<std::uint64_t> required_;
    std::vector<TypeSlot> types_;
};

}  // namespace hotpath::protocols::fix
