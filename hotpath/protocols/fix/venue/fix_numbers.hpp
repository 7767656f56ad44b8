#pragma once
/// FixNumbers: a change of a FIX session's outgoing numbers that the venue's other inputs do not
/// imply: messages of the session itself (a Logon, a Heartbeat) took numbers, or both numbers became
/// 1 again.
///
///   0      1            9
///   +------+------------+-----------+
///   | kind | number u64 | count u32 |   big-endian
///   +------+------------+-----------+
///
/// Threads: a value. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::exchange {

struct FixNumbers {
    enum class Kind : std::uint8_t {
        Own = 1,  // `number` and `count` - 1 after it were taken by the session
        Reset,    // `number` reports so far; the next message has number 1
    };

    Kind kind = Kind::Own;
    std::uint64_t number = 0;
    std::uint32_t count = 0;  // of a Reset 0

    friend constexpr bool operator==(const FixNumbers&, const FixNumbers&) = default;
};

inline constexpr std::size_t kFixNumbersLength = 13;
using FixNumbersBytes = std::array<std::byte, kFixNumbersLength>;

[[nodiscard]] inline FixNumbersBytes to_bytes(const FixNumbers& numbers) noexcept {
    FixNumbersBytes bytes{};
    bytes[0] = static_cast<std::byte>(numbers.kind);
    store_be(&bytes[1], numbers.number);
    store_be(&bytes[9], numbers.count);
    return bytes;
}

/// `numbers` is set only when the result is Ok.
[[nodiscard]] inline protocols::DecodeStatus decode(Bytes bytes, FixNumbers& numbers) noexcept {
    if (const auto length = protocols::compare_length(bytes.size(), kFixNumbersLength);
        length != protocols::DecodeStatus::Ok) {
        return length;
    }
    const FixNumbers read{.kind = static_cast<FixNumbers::Kind>(bytes[0]),
                          .number = load_be<std::uint64_t>(&bytes[1]),
                          .count = load_be<std::uint32_t>(&bytes[9])};
    const bool is_own = read.kind == FixNumbers::Kind::Own && read.number != 0 && read.count != 0;
    const bool is_reset = read.kind == FixNumbers::Kind::Reset && read.count == 0;
    if (!is_own && !is_reset) {
        return protocols::DecodeStatus::Malformed;
    }
    numbers = read;
    return protocols::DecodeStatus::Ok;
}

}  // namespace hotpath::exchange
