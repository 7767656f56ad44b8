#include "hotpath/protocols/fix/validator.hpp"

#include <algorithm>
#include <bit>

#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::uint16_t kWordBits = 64;
constexpr Verdict kAccepted{};

bool is_accepted(const Verdict& verdict) noexcept {
    return verdict.reason == SessionRejectReason::Accepted;
}

bool is_seen(std::span<const std::uint64_t> places, std::uint16_t place) noexcept {
    return (places[place / kWordBits] >> (place % kWordBits) & 1U) != 0;
}

}  // namespace

std::string_view name(SessionRejectReason reason) noexcept {
    constexpr std::array<std::string_view, 20> kNames = {
        "Accepted",
        "Invalid tag number",
        "Required tag missing",
        "Tag not defined for this message type",
        "Undefined tag",
        "Tag specified without a value",
        "Value is incorrect (out of range) for this tag",
        "Incorrect data format for value",
        "Decryption problem",
        "Signature problem",
        "CompID problem",
        "SendingTime accuracy problem",
        "Invalid MsgType",
        "XML validation error",
        "Tag appears more than once",
        "Tag specified out of required order",
        "Repeating group fields out of order",
        "Incorrect NumInGroup count for repeating group",
        "Non-data value includes field delimiter",
        "Invalid or unsupported application version"};
    const std::size_t index = static_cast<std::size_t>(static_cast<int>(reason)) + 1;
    return index < kNames.size() ? kNames[index] : "Other";
}

Verdict Validator::check(const FieldList& fields) noexcept {
    const bool is_split = fields.status() == SplitStatus::Ok;
    if (is_split && accepted_.have(fields)) [[likely]] {
        ++counts_[static_cast<std::size_t>(index_of(Reason::Accepted))];
        return kAccepted;
    }
    has_groups_ = false;
    const Verdict verdict = judge(fields);
    ++counts_[static_cast<std::size_t>(index_of(verdict.reason))];
    if (is_split && is_accepted(verdict) && !has_groups_ &&
        fields.size() <= AcceptedShapes::kFieldsMax) {
        accepted_.learn(*dictionary_, fields, rows_);
    }
    return verdict;
}

/// What the value at this place is held to; nullptr: it must not be empty.
void Validator::note_row(std::size_t at, const FieldRow* row) noexcept {
    if (at < rows_.size()) {
        rows_[at] = row;
    }
}

Verdict Validator::judge(const FieldList& fields) noexcept {
    const std::size_t type = fields.find(tag::kMsgType, fields.all());
    if (type == fields.size()) {
        return {Reason::RequiredTagMissing, tag::kMsgType};
    }
    const auto message = dictionary_->message(fields[type].value);
    if (!message) {
        const bool is_empty = fields[type].value.empty();
        return {is_empty ? Reason::TagWithoutValue : Reason::InvalidMsgType, tag::kMsgType};
    }
    depth_ = 0;
    section_ = Section::Header;
    open(sections_[0], kHeader);
    open(sections_[1], *message);
    open(sections_[2], kTrailer);
    const bool is_malformed = fields.status() != SplitStatus::Ok;
    const std::size_t end = is_malformed ? fields.malformed_place() : fields.size();
    for (std::size_t at = 0; at < end; ++at) {
        if (const Verdict verdict = put(fields, at); !is_accepted(verdict)) {
            return verdict;
        }
    }
    if (is_malformed) {
        return judge_malformed(fields);
    }
    if (const Verdict verdict = close_groups(0); !is_accepted(verdict)) {
        return verdict;
    }
    for (const Level& level : sections_) {
        if (const Verdict verdict = judge_missing(level); !is_accepted(verdict)) {
            return verdict;
        }
    }
    return kAccepted;
}

Verdict Validator::judge_malformed(const FieldList& fields) const noexcept {
    const std::size_t place = fields.malformed_place();
    const Field field = place < fields.size() ? fields[place] : Field{};
    switch (fields.status()) {
        case SplitStatus::InvalidTag:
            return {Reason::InvalidTagNumber, kNoTag, field.value.substr(0, field.value.find('='))};
        case SplitStatus::NoEqualSign:
        case SplitStatus::Unterminated:
            return {Reason::DelimiterInValue, place == 0 ? kNoTag : fields[place - 1].tag};
        case SplitStatus::DataLength:
            return {Reason::IncorrectFormat, field.tag};
        case SplitStatus::TooManyFields:
        case SplitStatus::Ok:
            break;
    }
    return {Reason::Other, place == 0 ? kNoTag : fields[place - 1].tag};
}

void Validator::open(Level& level, DefinitionId definition) const noexcept {
    level.definition = definition;
    level.last = 0;
    std::ranges::fill_n(level.seen.begin(),
                        static_cast<std::ptrdiff_t>(dictionary_->required(definition).size()), 0);
}

/// Puts the field into the innermost open definition that has it and can take it now; into the
/// innermost that has it at all when none can.
Verdict Validator::put(const FieldList& fields, std::size_t at) noexcept {
    const Tag tag = fields[at].tag;
    std::size_t having = 0;  // 1 + the index of the group that has it
    Dictionary::Place had;
    for (std::size_t depth = depth_; depth > 0; --depth) {
        const Dictionary::Place place = dictionary_->place(groups_[depth - 1].definition, tag);
        if (place.is_member && (having == 0 || can_take(groups_[depth - 1], place))) {
            had = place;
            having = depth;
            if (can_take(groups_[depth - 1], place)) {
                break;
            }
        }
    }
    const bool is_taken = having > 0 && can_take(groups_[having - 1], had);
    const Dictionary::Place place =
        is_taken ? Dictionary::Place{} : dictionary_->place(section().definition, tag);
    if (place.is_member && (having == 0 || !is_seen(section().seen, place.value))) {
        const Verdict verdict = close_groups(0);
        return is_accepted(verdict) ? put_into(section(), place.value, fields, at) : verdict;
    }
    if (having == 0) {
        return put_elsewhere(fields, at);
    }
    const Verdict verdict = close_groups(having);
    return is_accepted(verdict) ? put_into(groups_[having - 1], had.value, fields, at) : verdict;
}

/// The field continues an entry of this group, or begins one.
bool Validator::can_take(const Level& level, Dictionary::Place place) const noexcept {
    if (place.value == 0) {
        return true;
    }
    const bool is_in_order = place.value > level.last || !options_.rejects_other_order_in_groups;
    return level.entries > 0 && !is_seen(level.seen, place.value) && is_in_order;
}

/// A field that the section at hand does not have: of a later section, of an earlier one, or of
/// none.
Verdict Validator::put_elsewhere(const FieldList& fields, std::size_t at) noexcept {
    const Field field = fields[at];
    for (std::size_t other = 0; other < sections_.size(); ++other) {
        const Dictionary::Place place = dictionary_->place(sections_[other].definition, field.tag);
        if (!place.is_member) {
            continue;
        }
        if (other < static_cast<std::size_t>(section_)) {
            return {Reason::TagOutOfOrder, field.tag};
        }
        if (const Verdict verdict = close_groups(0); !is_accepted(verdict)) {
            return verdict;
        }
        section_ = static_cast<Section>(other);
        return put_into(section(), place.value, fields, at);
    }
    const bool is_known = dictionary_->field(field.tag) != nullptr;
    if (is_known && options_.rejects_fields_of_other_messages) {
        return {Reason::TagNotDefinedForMessage, field.tag};
    }
    if (!is_known && options_.rejects_unknown_tags) {
        return {Reason::InvalidTagNumber, field.tag};
    }
    note_row(at, nullptr);
    return field.value.empty() ? Verdict{Reason::TagWithoutValue, field.tag} : kAccepted;
}

Verdict Validator::put_into(Level& level, std::uint16_t place, const FieldList& fields,
                            std::size_t at) noexcept {
    const Field field = fields[at];
    if (level.count_tag != kNoTag) {
        if (const Verdict verdict = put_first_of_group(level, place, field.tag);
            !is_accepted(verdict)) {
            return verdict;
        }
    }
    std::uint64_t& word = level.seen[place / kWordBits];
    const std::uint64_t bit = std::uint64_t{1} << (place % kWordBits);
    if ((word & bit) != 0) {
        return {Reason::TagRepeated, field.tag};
    }
    word |= bit;
    level.last = place;
    const MemberRow& member = dictionary_->members(level.definition)[place];
    if (const Verdict verdict = judge_value(member, fields, at); !is_accepted(verdict)) {
        return verdict;
    }
    note_row(at, dictionary_->field(field.tag));
    return member.group == 0 ? kAccepted : open_group(member, field.value);
}

/// Begins an entry when this is the first field of one; otherwise the field must go on in order.
Verdict Validator::put_first_of_group(Level& level, std::uint16_t place, Tag tag) const noexcept {
    if (place == 0) {
        if (const Verdict verdict = judge_missing(level);
            level.entries > 0 && !is_accepted(verdict)) {
            return verdict;
        }
        if (level.entries == level.entries_said) {
            return {Reason::IncorrectCount, level.count_tag};
        }
        ++level.entries;
        open(level, level.definition);
        return kAccepted;
    }
    const bool is_out_of_order = options_.rejects_other_order_in_groups && place < level.last;
    if (level.entries == 0 || (is_out_of_order && !is_seen(level.seen, place))) {
        return {Reason::GroupOutOfOrder, tag};
    }
    return kAccepted;
}

Verdict Validator::judge_value(const MemberRow& member, const FieldList& fields,
                               std::size_t at) const noexcept {
    const Field field = fields[at];
    if (field.value.empty()) {
        return {Reason::TagWithoutValue, field.tag};
    }
    const FieldRow& row = *dictionary_->field(field.tag);
    const FieldType type = member.group == 0 ? row.type : FieldType::NumInGroup;
    if (!has_form(type, field.value)) {
        return {Reason::IncorrectFormat, field.tag};
    }
    if (type == FieldType::Data) {
        const Tag length = fields.data_fields().length_tag(field.tag);
        const bool has_length = length == kNoTag || (at > 0 && fields[at - 1].tag == length);
        return has_length ? kAccepted : Verdict{Reason::RequiredTagMissing, length};
    }
    // A message of this type was found; MsgType's values may be of another version.
    if (row.values.count == 0 || field.tag == tag::kMsgType) {
        return kAccepted;
    }
    const bool has_words = type == FieldType::MultipleChar || type == FieldType::MultipleString;
    for (std::string_view rest = field.value; !rest.empty();) {
        const std::string_view word = rest.substr(0, has_words ? rest.find(' ') : rest.size());
        if (!dictionary_->may_have(row, word)) {
            return {Reason::ValueIncorrect, field.tag};
        }
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return kAccepted;
}

Verdict Validator::open_group(const MemberRow& count, std::string_view value) noexcept {
    has_groups_ = true;
    const auto entries = to_uint(value);
    if (!entries) {
        return {Reason::IncorrectCount, count.tag};  // beyond 2^64
    }
    if (depth_ == kDepthMax) {
        return {Reason::Other, count.tag};
    }
    Level& group = groups_[depth_++];
    open(group, dictionary_->group_of(count));
    group.count_tag = count.tag;
    group.entries_said = *entries;
    group.entries = 0;
    return kAccepted;
}

/// Closes the groups within the outer `kept` ones.
Verdict Validator::close_groups(std::size_t kept) noexcept {
    for (; depth_ > kept; --depth_) {
        const Level& group = groups_[depth_ - 1];
        if (group.entries != group.entries_said) {
            return {Reason::IncorrectCount, group.count_tag};
        }
        if (const Verdict verdict = judge_missing(group);
            group.entries > 0 && !is_accepted(verdict)) {
            return verdict;
        }
    }
    return kAccepted;
}

Verdict Validator::judge_missing(const Level& level) const noexcept {
    const auto required = dictionary_->required(level.definition);
    for (std::size_t word = 0; word < required.size(); ++word) {
        const std::uint64_t missing = required[word] & ~level.seen[word];
        if (missing != 0) {
            const std::size_t place =
                word * kWordBits + static_cast<std::size_t>(std::countr_zero(missing));
            return {Reason::RequiredTagMissing, dictionary_->members(level.definition)[place].tag};
        }
    }
    return kAccepted;
}

}  // namespace hotpath::protocols::fix
