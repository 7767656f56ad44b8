#pragma once
/// AcceptedShapes: the types and tags of messages that kept to a dictionary. Another message of the
/// same type with the same tags in the same order keeps to it, too, when its values do: which fields
/// are required, allowed, repeated or out of order depends on the tags alone.
///
///   shape    35=8: 8 9 35 34 49 52 56 37 11 17 150 39 ... 10
///   checks   150 one of "03456CDEFGHI", 38 a decimal, 37 any characters, ...
///
/// Messages with groups are not kept: the entries of a group depend on the value of its count. A few
/// shapes are kept, the oldest makes room. It never accepts what the validator would not; what it
/// does not accept the validator looks at. Threads: one owner. Allocation: none. Complexity: have()
/// O(fields); learn() O(fields and their listed values).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/timestamp_reader.hpp"

namespace hotpath::protocols::fix {

class AcceptedShapes {
  public:
    static constexpr std::size_t kFieldsMax = 48;

    /// By the place of a field: what its value is held to; nullptr: it has one.
    using Rows = std::array<const FieldRow*, kFieldsMax>;

    /// A message of these tags was accepted before, and each value would be accepted in its place.
    /// fields.status() is Ok.
    [[nodiscard]] bool have(const FieldList& fields) noexcept;

    /// The validator has accepted the message, which has no groups and at most kFieldsMax fields.
    void learn(const Dictionary& dictionary, const FieldList& fields, const Rows& rows) noexcept;

  private:
    static constexpr std::size_t kShapes = 8;

    struct Check {
        enum class Kind : std::uint8_t { HasValue, IsOneOf, HasForm };

        Kind kind = Kind::HasValue;
        FieldType type = FieldType::String;
        std::array<std::uint64_t, 2> characters{};  // IsOneOf: bit c of both together
    };
    struct Shape {
        std::size_t size = 0;        // 0: none
        std::size_t type_place = 0;  // of MsgType
        std::uint64_t type = 0;      // its characters, the last highest
        std::size_t type_length = 0;
        std::array<Tag, kFieldsMax> tags{};
        std::array<Check, kFieldsMax> checks{};
    };

    [[nodiscard]] static Check check_of(const Dictionary& dictionary, const FieldRow* row) noexcept;
    [[nodiscard]] static bool is_like(const Shape& shape, const FieldList& fields) noexcept;
    [[nodiscard]] bool are_accepted(const Shape& shape, const FieldList& fields) noexcept;

    TimestampReader times_;
    std::array<Shape, kShapes> shapes_{};
    std::size_t last_ = 0;  // the one that a message had last
    std::size_t next_ = 0;  // to be replaced
};

}  // namespace hotpath::protocols::fix
