#pragma once
/// The fields of one FIX message, in order, as views of its bytes.
///
///   FieldList fields(dictionary.data_fields());
///   if (fields.split(message) == SplitStatus::Ok) {
///       for (const Field field : fields) {
///           switch (field.tag) {
///               case tag::kLastPx: last_price = to_decimal(field.value); break;
///               ...
///
/// Every field is kept, also one whose tag is in no dictionary. A field whose tag is not a number
/// has kNoTag and all its characters as value; split() reports the first such error and continues,
/// so that an answer can quote the rest. The length of a data field's value is in the length field
/// before it.
///
/// Threads: one owner. Allocation: the constructor. Complexity: split() is O(bytes). It finds SOH
/// sixty-four bytes at a time; a field with the same tag as in an earlier message
/// (field_layouts.hpp) takes one load and a comparison, another a few more instructions. find() is
/// O(fields).

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/fix/data_fields.hpp"
#include "hotpath/protocols/fix/field_layouts.hpp"
#include "hotpath/protocols/fix/field_text.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

/// A tag and its value.
struct Field {
    Tag tag = kNoTag;
    std::string_view value;

    friend constexpr bool operator==(const Field&, const Field&) = default;
};

/// The outcome of split().
enum class SplitStatus : std::uint8_t {
    Ok,
    InvalidTag,     // no number of 1 to 7 digits before `=`, or leading zeros
    NoEqualSign,    // text between two SOH without `=`: SOH within a value
    DataLength,     // a data field is not as long as its length field says
    TooManyFields,  // more than fields_max; the fields after them are not split
    Unterminated,   // the last byte is not SOH
};
inline constexpr std::size_t kSplitStatuses = 6;

/// Returns the status in words.
[[nodiscard]] std::string_view name(SplitStatus status) noexcept;

/// A range of places in a FieldList: from first to before last.
struct FieldRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

class FieldList {
  public:
    struct Options {
        std::size_t fields_max = 1024;
    };
    class Iterator;

    /// Allocates room for options.fields_max fields. `data_fields` are the dictionary's.
    explicit FieldList(const DataFields& data_fields) : FieldList(data_fields, Options{}) {}
    FieldList(const DataFields& data_fields, const Options& options);

    /// Splits a message and forgets the previous one. `message` must live as long as its fields are
    /// read. After an error the other fields are there all the same, but none after fields_max.
    [[nodiscard]] SplitStatus split(Bytes message) noexcept;

    /// Returns the message that was split.
    [[nodiscard]] Bytes message() const noexcept { return std::as_bytes(std::span(text_)); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] FieldRange all() const noexcept { return {0, size_}; }
    /// Returns the field at a place below size().
    [[nodiscard]] Field operator[](std::size_t place) const noexcept {
        return {tags_at_hand_[place], value_at(place)};
    }
    [[nodiscard]] Iterator begin() const noexcept;
    [[nodiscard]] Iterator end() const noexcept;

    /// Returns the place of the first field with this tag in the range; range.last if there is
    /// none.
    [[nodiscard]] std::size_t find(Tag tag, FieldRange range) const noexcept {
        const Tag* const tags = tags_at_hand_;
        std::size_t place = range.first;
        while (place < range.last && tags[place] != tag) {
            ++place;
        }
        return place;
    }
    /// Returns the value of the first field with this tag in the range; empty if there is none.
    [[nodiscard]] std::optional<std::string_view> value(Tag tag, FieldRange range) const noexcept {
        const std::size_t place = find(tag, range);
        return place == range.last ? std::nullopt : std::optional(value_at(place));
    }
    [[nodiscard]] std::optional<std::string_view> value(Tag tag) const noexcept {
        return value(tag, all());
    }

    /// Returns the first error of the last split(), and the place of its field.
    [[nodiscard]] SplitStatus status() const noexcept { return status_; }
    [[nodiscard]] std::size_t malformed_place() const noexcept { return malformed_place_; }

    [[nodiscard]] const DataFields& data_fields() const noexcept { return data_fields_; }

    /// Returns the tags of all fields, in order.
    [[nodiscard]] std::span<const Tag> tags() const noexcept { return {tags_at_hand_, size_}; }
    /// Returns the value in the form that the functions for numbers take.
    [[nodiscard]] FieldText text(std::size_t place) const noexcept {
        const std::size_t end = piece_at(place).end;
        return {value_at(place),
                end >= digit_words::kCharacters ? word_before(end) : first_word_before(end)};
    }

  private:
    struct Piece {
        std::uint32_t begin;
        std::uint32_t end;
    };
    /// How the field at a place began in an earlier message: tag and `=`. Messages of one session
    /// are similar.
    struct Beginning {
        std::uint64_t characters = 1;  // matches no first word of a field
        std::uint64_t mask = 0;
        Tag tag = kNoTag;
        std::uint8_t length = 0;
    };
    static constexpr std::uint32_t kBeforeText = ~std::uint32_t{0};

    /// The range of a field's value: it begins after `=`, lengths_ bytes after the previous field.
    [[nodiscard]] Piece piece_at(std::size_t place) const noexcept {
        return {ends_[place] + 1 + lengths_at_hand_[place], ends_[place + 1]};
    }
    [[nodiscard]] std::string_view value_at(std::size_t place) const noexcept {
        const Piece piece = piece_at(place);
        return {text_.data() + piece.begin, piece.end - piece.begin};
    }
    [[nodiscard]] std::uint64_t word_before(std::size_t end) const noexcept {
        const auto* const bytes = reinterpret_cast<const std::byte*>(text_.data());
        return load_le<std::uint64_t>(bytes + end - digit_words::kCharacters);
    }
    [[nodiscard]] std::uint64_t first_word_before(std::size_t end) const noexcept;
    [[nodiscard]] SplitStatus split_field_by_field() noexcept;
    void take_field(std::uint64_t word, std::uint32_t begin, std::size_t place) noexcept;
    [[nodiscard]] std::uint32_t end_of_data(std::size_t place) noexcept;
    void keep_malformed(std::size_t place) noexcept;
    void note(SplitStatus status, std::size_t place) noexcept;

    DataFields data_fields_;
    FixedArray<Tag> tags_;
    FixedArray<std::uint8_t> lengths_;  // length of the tag and `=`; 0: malformed field
    FixedArray<std::uint32_t> ends_;    // end of the previous field, by place; first: kBeforeText
    FixedArray<Beginning> beginnings_;  // by place
    FieldLayouts layouts_;
    std::string_view text_;
    const Tag* tags_at_hand_;  // tags of the message: tags_, or those of its layout
    const std::uint8_t* lengths_at_hand_;
    std::size_t size_ = 0;
    bool has_data_ = false;
    SplitStatus status_ = SplitStatus::Ok;
    std::size_t malformed_place_ = 0;
};

class FieldList::Iterator {
  public:
    using value_type = Field;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const FieldList& list, std::size_t place) noexcept : list_(&list), place_(place) {}

    [[nodiscard]] Field operator*() const noexcept { return (*list_)[place_]; }
    Iterator& operator++() noexcept { return ++place_, *this; }
    Iterator operator++(int) noexcept {
        const Iterator before = *this;
        ++place_;
        return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
        return a.place_ == b.place_;
    }

  private:
    const FieldList* list_ = nullptr;
    std::size_t place_ = 0;
};

inline FieldList::Iterator FieldList::begin() const noexcept {
    return {*this, 0};
}
inline FieldList::Iterator FieldList::end() const noexcept {
    return {*this, size_};
}

}  // namespace hotpath::protocols::fix
