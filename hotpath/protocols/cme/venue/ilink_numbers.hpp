#pragma once
/// IlinkNumbers: where an iLink 3 session stands, for the venue's journal: what its reports and its
/// messages do not say.
///
///   0      8           16           20     24              25
///   +------+-----------+------------+------+----------------+
///   | uuid | timestamp | next in    | sent | is established |   big-endian
///   +------+-----------+------------+------+----------------+
///
/// Threads: a value. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::exchange {

struct IlinkNumbers {
    std::uint64_t uuid = 0;           // 0: never negotiated
    std::uint64_t timestamp = 0;      // the client's latest RequestTimestamp
    std::uint32_t next_incoming = 1;  // the next SeqNum of the client
    std::uint32_t sent = 0;           // reports under the UUID before this one
    bool was_established = false;

    friend constexpr bool operator==(const IlinkNumbers&, const IlinkNumbers&) = default;
};

inline constexpr std::size_t kIlinkNumbersLength = 25;
using IlinkNumbersBytes = std::array<std::byte, kIlinkNumbersLength>;

[[nodiscard]] inline IlinkNumbersBytes to_bytes(const IlinkNumbers& numbers) noexcept {
    IlinkNumbersBytes bytes{};
    store_be(&bytes[0], numbers.uuid);
    store_be(&bytes[8], numbers.timestamp);
    store_be(&bytes[16], numbers.next_incoming);
    store_be(&bytes[20], numbers.sent);
    bytes[24] = std::byte{numbers.was_established};
    return bytes;
}

/// `numbers` is set only when the result is Ok.
[[nodiscard]] inline protocols::DecodeStatus decode(Bytes bytes, IlinkNumbers& numbers) noexcept {
    if (const auto length = protocols::compare_length(bytes.size(), kIlinkNumbersLength);
        length != protocols::DecodeStatus::Ok) {
        return length;
    }
    if (load_be<std::uint32_t>(&bytes[16]) == 0 || bytes[24] > std::byte{1}) {
        return protocols::DecodeStatus::Malformed;
    }
    numbers = {.uuid = load_be<std::uint64_t>(&bytes[0]),
               .timestamp = load_be<std::uint64_t>(&bytes[8]),
               .next_incoming = load_be<std::uint32_t>(&bytes[16]),
               .sent = load_be<std::uint32_t>(&bytes[20]),
               .was_established = bytes[24] == std::byte{1}};
    return protocols::DecodeStatus::Ok;
}

}  // namespace hotpath::exchange
