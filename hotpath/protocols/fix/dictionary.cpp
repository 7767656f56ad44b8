#include "hotpath/protocols/fix/dictionary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace hotpath::protocols::fix {

namespace {

constexpr Tag kDenseTags = 65'536;
constexpr std::size_t kTypeLengthMax = 8;

std::size_t hash_of(std::uint64_t key) noexcept {
    constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(key * kGoldenRatio >> 40U);
}

/// The characters of a MsgType as one number; 0 when there are none, too many, or a 0 among them.
std::uint64_t key_of(std::string_view type) noexcept {
    std::uint64_t key = 0;
    if (type.size() <= kTypeLengthMax && !type.contains('\0')) {
        std::memcpy(&key, type.data(), type.size());
    }
    return key;
}

bool is_within(RowRange rows, std::size_t size) noexcept {
    return rows.first <= size && rows.count <= size - rows.first;
}

std::string in_quotes(std::string_view text) {
    return std::string("\"").append(text).append("\"");
}

std::unexpected<Error> contradiction(const Error& error) {
    return std::unexpected(error);
}

/// The first range that lies outside its table.
std::optional<Error> range_outside(const DictionaryTables& tables) {
    const auto is_outside = [&](RowRange members) {
        return !is_within(members, tables.members.size());
    };
    for (const FieldRow& field : tables.fields) {
        if (!is_within(field.values, tables.values.size())) {
            return Error{"values of field " + in_quotes(field.name) + " are outside their table"};
        }
    }
    for (const MessageRow& message : tables.messages) {
        if (is_outside(message.members)) {
            return Error{"members of message " + in_quotes(message.name) +
                         " are outside their table"};
        }
    }
    const bool is_wrong = is_outside(tables.header) || is_outside(tables.trailer) ||
                          std::ranges::any_of(tables.groups, is_outside, &GroupRow::members);
    return is_wrong ? std::optional(Error{"members of header, trailer or a group are outside their "
                                          "table"})
                    : std::nullopt;
}

}  // namespace

Expected<Dictionary> Dictionary::create(const DictionaryTables& tables) {
    if (const auto error = range_outside(tables)) {
        return contradiction(*error);
    }
    if (tables.groups.size() + tables.messages.size() > kDefinitionsMax) {
        return fail("groups and messages must be at most " + std::to_string(kDefinitionsMax));
    }
    Dictionary dictionary;
    dictionary.copy(tables);
    dictionary.sort_values();
    if (const auto error = dictionary.index_fields()) {
        return contradiction(*error);
    }
    if (const auto error = dictionary.add_data_fields(tables.data_fields)) {
        return contradiction(*error);
    }
    if (const auto error = dictionary.define_all(tables)) {
        return contradiction(*error);
    }
    if (const auto error = dictionary.index_messages()) {
        return contradiction(*error);
    }
    return dictionary;
}

void Dictionary::copy(const DictionaryTables& tables) {
    fields_.assign(tables.fields.begin(), tables.fields.end());
    values_.assign(tables.values.begin(), tables.values.end());
    members_.assign(tables.members.begin(), tables.members.end());
    groups_.assign(tables.groups.begin(), tables.groups.end());
    messages_.assign(tables.messages.begin(), tables.messages.end());
    begin_string_ = tables.begin_string;

    std::vector<std::string_view*> texts{&begin_string_};
    for (FieldRow& field : fields_) {
        texts.push_back(&field.name);
    }
    for (ValueRow& value : values_) {
        texts.insert(texts.end(), {&value.value, &value.meaning});
    }
    for (MessageRow& message : messages_) {
        texts.insert(texts.end(), {&message.type, &message.name});
    }
    std::size_t characters = 0;
    for (const std::string_view* const text : texts) {
        characters += text->size();
    }
    text_.reserve(characters);  // it does not move from here on
    for (std::string_view* const text : texts) {
        const std::size_t first = text_.size();
        text_.insert(text_.end(), text->begin(), text->end());
        *text = {text_.data() + first, text->size()};
    }
}

void Dictionary::sort_values() {
    for (const FieldRow& field : fields_) {
        std::ranges::sort(std::span(values_).subspan(field.values.first, field.values.count), {},
                          &ValueRow::value);
    }
}

std::optional<Error> Dictionary::index_fields() {
    field_of_tag_.assign(kDenseTags, 0);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const Tag tag = fields_[i].tag;
        if (tag == kNoTag || tag > kTagMax || i >= kDenseTags - 1) {
            return Error{"field " + in_quotes(fields_[i].name) + ": its number must be 1 to " +
                         std::to_string(kTagMax) + ", found " + std::to_string(tag)};
        }
        if (i > 0 && fields_[i - 1].tag >= tag) {
            return Error{"fields must be unique and in ascending order of their tags: " +
                         std::to_string(tag) + " comes after " +
                         std::to_string(fields_[i - 1].tag)};
        }
        if (tag < kDenseTags) {
            field_of_tag_[tag] = static_cast<std::uint16_t>(i + 1);
        }
    }
    return std::nullopt;
}

std::optional<Error> Dictionary::add_data_fields(std::span<const DataPair> pairs) {
    for (const DataPair& pair : pairs) {
        if (field(pair.length) == nullptr || field(pair.data) == nullptr ||
            !data_fields_.try_add(pair)) {
            return Error{"data field " + std::to_string(pair.data) + " and its length field " +
                         std::to_string(pair.length) +
                         " must be defined fields that form one unique pair, of at most " +
                         std::to_string(DataFields::kPairsMax) + " pairs"};
        }
    }
    return std::nullopt;
}

std::optional<Error> Dictionary::define_all(const DictionaryTables& tables) {
    auto error = define(tables.header, "header");
    if (!error) {
        error = define(tables.trailer, "trailer");
    }
    for (std::size_t i = 0; !error && i < groups_.size(); ++i) {
        const FieldRow* const count = field(groups_[i].count);
        const std::string name = "group " + (count == nullptr ? std::to_string(groups_[i].count)
                                                              : std::string(count->name));
        if (count == nullptr || groups_[i].members.count == 0) {
            return Error{name + " must have a count field and at least one member"};
        }
        error = define(groups_[i].members, name);
    }
    for (std::size_t i = 0; !error && i < messages_.size(); ++i) {
        error = define(messages_[i].members, messages_[i].name);
    }
    return error;
}

/// Adds a definition: its hash table and its required members.
std::optional<Error> Dictionary::define(RowRange rows, std::string_view name) {
    if (rows.count > kMembersMax) {
        return Error{std::string(name) + " must have at most " + std::to_string(kMembersMax) +
                     " members, got " + std::to_string(rows.count)};
    }
    const std::size_t slots = std::bit_ceil(std::size_t{2} * rows.count + 1);
    const Definition definition{.members = rows,
                                .first_slot = static_cast<std::uint32_t>(slots_.size()),
                                .slot_mask = static_cast<std::uint32_t>(slots - 1),
                                .first_word = static_cast<std::uint32_t>(required_.size())};
    slots_.resize(slots_.size() + slots);
    required_.resize(required_.size() + words_for(definition));
    for (std::uint32_t place = 0; place < rows.count; ++place) {
        const MemberRow& member = members_[rows.first + place];
        if (field(member.tag) == nullptr || member.group > groups_.size()) {
            return Error{std::string(name) + ": member " + std::to_string(member.tag) +
                         " must be a defined field, and its group a defined group"};
        }
        std::size_t slot = hash_of(member.tag) & definition.slot_mask;
        while (slots_[definition.first_slot + slot].tag != kNoTag) {
            if (slots_[definition.first_slot + slot].tag == member.tag) {
                return Error{std::string(name) + ": member " + std::to_string(member.tag) +
                             " is listed twice"};
            }
            slot = (slot + 1) & definition.slot_mask;
        }
        slots_[definition.first_slot + slot] = {member.tag, static_cast<std::uint16_t>(place)};
        required_[definition.first_word + place / kWordBits] |=
            std::uint64_t{member.is_required ? 1U : 0U} << (place % kWordBits);
    }
    definitions_.push_back(definition);
    return std::nullopt;
}

std::optional<Error> Dictionary::index_messages() {
    types_.assign(std::bit_ceil(2 * messages_.size() + 1), TypeSlot{});
    for (std::size_t i = 0; i < messages_.size(); ++i) {
        const std::uint64_t key = key_of(messages_[i].type);
        if (key == 0) {
            return Error{"message " + in_quotes(messages_[i].name) + ": its type must have 1 to " +
                         std::to_string(kTypeLengthMax) + " characters"};
        }
        std::size_t slot = hash_of(key) & (types_.size() - 1);
        while (types_[slot].type != 0) {
            if (types_[slot].type == key) {
                return Error{"two messages have the type " + in_quotes(messages_[i].type)};
            }
            slot = (slot + 1) & (types_.size() - 1);
        }
        types_[slot] = {key, {static_cast<std::uint16_t>(first_message() + i)}};
    }
    return std::nullopt;
}

const FieldRow* Dictionary::field(Tag tag) const noexcept {
    if (tag < kDenseTags) [[likely]] {
        const std::uint16_t index = field_of_tag_[tag];
        return index == 0 ? nullptr : &fields_[index - 1U];
    }
    const auto found = std::ranges::lower_bound(fields_, tag, {}, &FieldRow::tag);
    return found == fields_.end() || found->tag != tag ? nullptr : &*found;
}

const FieldRow* Dictionary::field(std::string_view name) const noexcept {
    const auto found = std::ranges::find(fields_, name, &FieldRow::name);
    return found == fields_.end() ? nullptr : &*found;
}

bool Dictionary::may_have(const FieldRow& field, std::string_view value) const noexcept {
    const auto all = values(field);
    if (all.empty()) {
        return true;
    }
    const auto found = std::ranges::lower_bound(all, value, {}, &ValueRow::value);
    return found != all.end() && found->value == value;
}

std::optional<DefinitionId> Dictionary::message(std::string_view type) const noexcept {
    const std::uint64_t key = key_of(type);
    if (key == 0) {
        return std::nullopt;
    }
    for (std::size_t slot = hash_of(key) & (types_.size() - 1); types_[slot].type != 0;
         slot = (slot + 1) & (types_.size() - 1)) {
        if (types_[slot].type == key) {
            return types_[slot].message;
        }
    }
    return std::nullopt;
}

Dictionary::Place Dictionary::place(DefinitionId definition, Tag tag) const noexcept {
    const Definition& looked_at = definitions_[definition.value];
    const Slot* const slots = slots_.data() + looked_at.first_slot;
    for (std::size_t slot = hash_of(tag) & looked_at.slot_mask; slots[slot].tag != kNoTag;
         slot = (slot + 1) & looked_at.slot_mask) {
        if (slots[slot].tag == tag) {
            return {slots[slot].place, true};
        }
    }
    return {};
}

const MemberRow* Dictionary::member(DefinitionId definition, Tag tag) const noexcept {
    const Place found = place(definition, tag);
    return found.is_member ? &members(definition)[found.value] : nullptr;
}

}  // namespace hotpath::protocols::fix
