#include "hotpath/protocols/fix/accepted_shapes.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "hotpath/protocols/fix/field_type.hpp"

namespace hotpath::protocols::fix {

namespace {

/// What can be read as a number or a time has its form; what cannot may still have it: one that is
/// too large.
[[nodiscard]] bool has_form_of(FieldType type, const FieldText& value,
                               TimestampReader& times) noexcept {
    switch (type) {
        case FieldType::Int:
        case FieldType::Length:
        case FieldType::NumInGroup:
        case FieldType::SeqNum:
            return to_uint(value).has_value() || has_form(type, value);
        case FieldType::Decimal:
            return to_decimal(value).has_value() || has_form(type, value);
        case FieldType::Timestamp:
            return times.read(value).has_value() || has_form(type, value);
        default:
            return has_form(type, value);
    }
}

}  // namespace

bool AcceptedShapes::have(const FieldList& fields) noexcept {
    for (std::size_t i = 0; i < kShapes; ++i) {
        const std::size_t shape = (last_ + i) % kShapes;
        if (is_like(shapes_[shape], fields)) {
            last_ = shape;
            return are_accepted(shapes_[shape], fields);
        }
    }
    return false;
}

bool AcceptedShapes::is_like(const Shape& shape, const FieldList& fields) noexcept {
    const std::span<const Tag> tags = fields.tags();
    if (shape.size != tags.size() || shape.size == 0) {
        return false;
    }
    const FieldText type = fields.text(shape.type_place);
    return type.size() == shape.type_length &&
           digit_words::last(type.tail, type.size()) == shape.type &&
           std::memcmp(tags.data(), shape.tags.data(), tags.size_bytes()) == 0;
}

bool AcceptedShapes::are_accepted(const Shape& shape, const FieldList& fields) noexcept {
    for (std::size_t place = 0; place < shape.size; ++place) {
        const Check& check = shape.checks[place];
        const std::string_view value = fields[place].value;
        if (value.empty()) {
            return false;
        }
        if (check.kind == Check::Kind::IsOneOf) {
            const auto c = static_cast<unsigned char>(value.front());
            if (value.size() != 1 || c >= 128 || (check.characters[c / 64] >> (c % 64) & 1U) == 0) {
                return false;
            }
        } else if (check.kind == Check::Kind::HasForm &&
                   !has_form_of(check.type, fields.text(place), times_)) {
            return false;
        }
    }
    return true;
}

void AcceptedShapes::learn(const Dictionary& dictionary, const FieldList& fields,
                           const Rows& rows) noexcept {
    const std::span<const Tag> tags = fields.tags();
    const std::size_t type_place = fields.find(tag::kMsgType, fields.all());
    if (type_place == tags.size() || tags.size() > kFieldsMax ||
        !fields.text(type_place).has_short_length()) {
        return;
    }
    const FieldText type = fields.text(type_place);
    Shape& shape = shapes_[next_];
    last_ = next_;
    next_ = (next_ + 1) % kShapes;
    shape.size = tags.size();
    shape.type_place = type_place;
    shape.type = digit_words::last(type.tail, type.size());
    shape.type_length = type.size();
    std::ranges::copy(tags, shape.tags.begin());
    for (std::size_t place = 0; place < tags.size(); ++place) {
        shape.checks[place] = check_of(dictionary, rows[place]);
    }
}

/// Listed values of one character are known here; the validator looks the others up.
AcceptedShapes::Check AcceptedShapes::check_of(const Dictionary& dictionary,
                                               const FieldRow* row) noexcept {
    // A message has the type; MsgType's listed values may be another version's.
    if (row == nullptr || row->tag == tag::kMsgType) {
        return {};
    }
    if (row->values.count == 0) {
        const bool is_text = row->type == FieldType::String || row->type == FieldType::Data;
        return {.kind = is_text ? Check::Kind::HasValue : Check::Kind::HasForm, .type = row->type};
    }
    Check check{.kind = Check::Kind::IsOneOf, .type = row->type};
    for (const ValueRow& listed : dictionary.values(*row)) {
        const unsigned char c =
            listed.value.size() == 1 ? static_cast<unsigned char>(listed.value.front()) : 0;
        if (c != 0 && c < 128 && has_form(row->type, listed.value)) {
            check.characters[c / 64] |= std::uint64_t{1} << (c % 64);
        }
    }
    return check;
}

}  // namespace hotpath::protocols::fix
