#pragma once
/// What every DBN record is made of: little-endian integers, characters padded with zeros, and the
/// header of sixteen bytes.
///
///   0        1       2              4               8
///   +--------+-------+--------------+---------------+------------+
///   | length | rtype | publisher_id | instrument_id | ts_event   |   length in words of four bytes
///   +--------+-------+--------------+---------------+------------+
///
/// The names of integers are those of hotpath/protocols/message.hpp, but here they are little-endian.
/// Threads: any. Allocation: none. Complexity: a field is one load. Source: Databento Binary
/// Encoding, as the crate dbn 0.73.0 (Apache-2.0) defines it.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols::dbn {

template <std::integral T>
struct LittleEndian {
    using Value = T;
    static constexpr std::size_t kLength = sizeof(T);
    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        return static_cast<T>(load_le<std::make_unsigned_t<T>>(p));
    }
    static void store(std::byte* p, Value v) noexcept {
        store_le(p, static_cast<std::make_unsigned_t<T>>(v));
    }
};
using Uint8 = LittleEndian<std::uint8_t>;
using Uint16 = LittleEndian<std::uint16_t>;
using Uint32 = LittleEndian<std::uint32_t>;
using Uint64 = LittleEndian<std::uint64_t>;
using Int8 = LittleEndian<std::int8_t>;
using Int16 = LittleEndian<std::int16_t>;
using Int32 = LittleEndian<std::int32_t>;
using Int64 = LittleEndian<std::int64_t>;

/// N ASCII characters, the rest zeros, at least one.
template <std::size_t N>
using Text = Alpha<N>;

/// The characters up to the first zero; views `text`.
[[nodiscard]] constexpr std::string_view until_zero(std::string_view text) noexcept {
    return text.substr(0, text.find('\0'));
}
template <std::size_t N>
[[nodiscard]] constexpr std::string_view text_of(const std::array<char, N>& text) noexcept {
    return until_zero({text.data(), N});
}

/// `text` as a field carries it, cut so that a zero is left.
template <std::size_t N>
[[nodiscard]] constexpr std::array<char, N> to_text(std::string_view text) noexcept {
    std::array<char, N> field{};
    for (std::size_t i = 0; i + 1 < N && i < text.size(); ++i) {
        field[i] = text[i];
    }
    return field;
}

inline constexpr std::size_t kWordLength = 4;  // the unit of a record's length

/// The sixteen bytes that begin every record.
template <class Derived, std::uint8_t RType, std::size_t Length>
struct Record : Message<Derived, Length> {
    using Message<Derived, Length>::kLength;
    static constexpr std::uint8_t kRType = RType;

    HOTPATH_FIELD(Uint8, 0, length)  // in words of four bytes, ts_out included
    HOTPATH_FIELD(Uint8, 1, rtype)
    HOTPATH_FIELD(Uint16, 2, publisher_id)   // the dataset and venue
    HOTPATH_FIELD(Uint32, 4, instrument_id)  // see Metadata for its symbol
    HOTPATH_FIELD(Uint64, 8, ts_event)       // nanoseconds since 1970, by the venue's clock

    Record() noexcept {
        static_assert(Length % kWordLength == 0);
        store_length(static_cast<std::uint8_t>(Length / kWordLength));
        store_rtype(RType);
    }
};

/// The header alone, of a record of any type.
struct RecordHeader : Record<RecordHeader, 0, 16> {
    [[nodiscard]] std::size_t record_length() const noexcept { return load_length() * kWordLength; }
};

}  // namespace hotpath::protocols::dbn
