#pragma once
/// GLIMPSE 5.0: the books of a moment as ITCH 5.0 messages, and the one message that is not ITCH.
///
///   R ... R  H ... H  A ... A  G        directory, trading states, every open order, then:
///
///   0  'G'
///   1  ITCH sequence number, 20 ASCII characters: the first message not yet in the snapshot
///
/// The messages travel as the sequenced data of a SoupBinTCP session; what carries them is not
/// known here. Spaces on either side of the digits and zeros before them are read: venues and their
/// own libraries differ. Threads: views and values. Allocation: none. Complexity: O(1). Source:
/// Nasdaq GLIMPSE 5.0; offsets are tested against tests/golden/protocols/glimpse50.csv.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols::nasdaq::glimpse50 {

inline constexpr std::size_t kSequenceNumberLength = 20;

struct EndOfSnapshot : Message<EndOfSnapshot, 21> {
    static constexpr char kType = 'G';
    static constexpr std::string_view kName = "End of Snapshot";
    HOTPATH_FIELD(Char, 0, type)
    HOTPATH_FIELD(Alpha<kSequenceNumberLength>, 1, itch_sequence_number)

    EndOfSnapshot() noexcept { store_type(kType); }
};

/// Is this the message that ends a snapshot? All others are ITCH 5.0.
[[nodiscard]] inline bool is_end_of_snapshot(Bytes message) noexcept {
    return !message.empty() && std::to_integer<char>(message.front()) == EndOfSnapshot::kType;
}

/// The number in these characters; 0, which no message has, when they are not a number.
[[nodiscard]] inline std::uint64_t to_sequence_number(
    const std::array<char, kSequenceNumberLength>& characters) noexcept {
    return to_number(characters).value_or(0);
}

/// The number as the venue writes it: right-justified, padded with spaces.
[[nodiscard]] inline std::array<char, kSequenceNumberLength> to_characters(
    std::uint64_t sequence_number) noexcept {
    return to_digits<kSequenceNumberLength>(sequence_number);
}

/// `sequence_number` is set only when the answer is Ok. Malformed: not a number, or 0.
[[nodiscard]] inline DecodeStatus decode_end_of_snapshot(Bytes message,
                                                         std::uint64_t& sequence_number) noexcept {
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    if (!is_end_of_snapshot(message)) {
        return DecodeStatus::UnknownType;
    }
    if (message.size() != EndOfSnapshot::kLength) {
        return compare_length(message.size(), EndOfSnapshot::kLength);
    }
    const std::uint64_t number =
        to_sequence_number(EndOfSnapshot::at(message.data()).load_itch_sequence_number());
    if (number == 0) {
        return DecodeStatus::Malformed;
    }
    sequence_number = number;
    return DecodeStatus::Ok;
}

}  // namespace hotpath::protocols::nasdaq::glimpse50
