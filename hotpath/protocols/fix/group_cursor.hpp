#pragma once
/// The entries of a repeating group, one after the other, and of the groups within them.
///
///   GroupCursor parties(dictionary, fields, {report, fields.all()}, tag::kNoPartyIds);
///   for (FieldRange party; parties.next(party);) {
///       const auto id = fields.value(tag::kPartyId, party);
///       GroupCursor sub_ids(dictionary, fields, {parties.definition(), party}, tag::kNoPartySubIds);
///
/// An entry begins with the first field of the group and goes on over the group's fields, those of
/// groups within it and those that no dictionary has. The cursor counts what is there; a Validator
/// says whether that is as much as the group's count. Threads: a view of the dictionary and the
/// list. Allocation: none. Complexity: O(fields of the entry).

#include <cstddef>

#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"

namespace hotpath::protocols::fix {

class GroupCursor {
  public:
    /// The fields in which the group's count stands: those of a message, or of an entry.
    struct Where {
        DefinitionId definition;
        FieldRange fields;
    };

    /// No entries when the definition has no such group, or its fields no such count.
    GroupCursor(const Dictionary& dictionary, const FieldList& fields, const Where& where,
                Tag count) noexcept;

    /// The next entry; false after the last.
    [[nodiscard]] bool next(FieldRange& entry) noexcept;

    /// The group's; meaningful when there is an entry.
    [[nodiscard]] DefinitionId definition() const noexcept { return definition_; }

  private:
    [[nodiscard]] std::size_t end_of_entry(DefinitionId group, std::size_t first,
                                           std::size_t depth) const noexcept;

    const Dictionary* dictionary_;
    const FieldList* fields_;
    DefinitionId definition_;
    FieldRange rest_;  // entries not handed out, and what is behind them
};

}  // namespace hotpath::protocols::fix
