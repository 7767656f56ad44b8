#include "hotpath/protocols/fix/group_cursor.hpp"

#include "hotpath/protocols/fix/validator.hpp"

namespace hotpath::protocols::fix {

GroupCursor::GroupCursor(const Dictionary& dictionary, const FieldList& fields, const Where& where,
                         Tag count) noexcept
    : dictionary_(&dictionary), fields_(&fields) {
    const MemberRow* const member = dictionary.member(where.definition, count);
    const std::size_t place = fields.find(count, where.fields);
    if (member != nullptr && member->group != 0 && place < where.fields.last) {
        definition_ = dictionary.group_of(*member);
        rest_ = {place + 1, where.fields.last};
    }
}

bool GroupCursor::next(FieldRange& entry) noexcept {
    if (rest_.first == rest_.last ||
        (*fields_)[rest_.first].tag != dictionary_->members(definition_).front().tag) {
        return false;
    }
    entry = {rest_.first, end_of_entry(definition_, rest_.first, 0)};
    rest_.first = entry.last;
    return true;
}

/// Behind the entry of `group` that begins at `first`.
std::size_t GroupCursor::end_of_entry(DefinitionId group, std::size_t first,
                                      std::size_t depth) const noexcept {
    const Tag first_tag = dictionary_->members(group).front().tag;
    std::size_t place = first + 1;
    while (place < rest_.last && (*fields_)[place].tag != first_tag) {
        const Tag tag = (*fields_)[place].tag;
        const MemberRow* const member = dictionary_->member(group, tag);
        if (member == nullptr && dictionary_->field(tag) != nullptr) {
            break;
        }
        ++place;
        if (member == nullptr || member->group == 0 || depth == Validator::kDepthMax) {
            continue;
        }
        const DefinitionId inner = dictionary_->group_of(*member);
        const Tag inner_first = dictionary_->members(inner).front().tag;
        while (place < rest_.last && (*fields_)[place].tag == inner_first) {
            place = end_of_entry(inner, place, depth + 1);
        }
    }
    return place;
}

}  // namespace hotpath::protocols::fix
