#pragma once
/// Records of any length over a ring of slots: the first slot of a record begins with what it is,
/// its bytes follow, on through as many slots as they take.
///
///   first slot   0        4      6      8      16                56
///                | length | type | zero | time | bytes ...       |
///   each other   0                                               56
///                | bytes ...                                     |
///
/// The slots of a record are published at once: a consumer that sees the first has them all, also
/// when the producer died since. Threads: those of the ends. Allocation: none. Complexity: linear
/// in the bytes; a slot and its turn fill a cache line.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::queue {

struct RecordSlot {
    static constexpr std::size_t kBytes = 56;
    alignas(std::uint64_t) std::array<std::byte, kBytes> bytes;
};

struct RecordTicket {
    static constexpr std::size_t kLength = 16;

    std::uint32_t length = 0;  // of the bytes
    std::uint16_t type = 0;
    Time time{};
};

/// So long a head is in the first slot as a whole.
inline constexpr std::size_t kRecordHeadMax = RecordSlot::kBytes - RecordTicket::kLength;

[[nodiscard]] constexpr std::size_t slots_of_record(std::size_t bytes) noexcept {
    return (RecordTicket::kLength + bytes + RecordSlot::kBytes - 1) / RecordSlot::kBytes;
}

/// The parts of a record: `body` follows `head`.
struct RecordBytes {
    Bytes head{};  // at most kRecordHeadMax
    Bytes body{};
};

/// False when there is no room for it and for `slots_left` more: nothing is written then. The
/// ticket's length is that of head and body.
template <class Producer>
[[nodiscard]] bool try_push_record(Producer& producer, const RecordTicket& ticket,
                                   const RecordBytes& record, std::size_t slots_left = 0) noexcept {
    HOTPATH_ASSERT_HOT(
        record.head.size() <= kRecordHeadMax &&
            ticket.length == record.head.size() + record.body.size(),
        "head must have at most kRecordHeadMax bytes, head and body the claimed length");
    const std::size_t slots = slots_of_record(ticket.length);
    const auto places = producer.claim(slots + slots_left);
    if (places.size() < slots + slots_left) {
        return false;
    }
    std::byte* const first = places[0].bytes.data();
    store_le(first, ticket.length);
    store_le(first + 4, std::uint32_t{ticket.type});
    store_le(first + 8, static_cast<std::uint64_t>(ticket.time.value));
    if (!record.head.empty()) {
        std::memcpy(first + RecordTicket::kLength, record.head.data(), record.head.size());
    }
    std::size_t at = RecordTicket::kLength + record.head.size();
    Bytes body = record.body;
    for (std::size_t slot = 0; !body.empty(); ++slot, at = 0) {
        const std::size_t piece = std::min(body.size(), RecordSlot::kBytes - at);
        std::memcpy(places[slot].bytes.data() + at, body.data(), piece);
        body = body.subspan(piece);
    }
    producer.publish(slots);
    return true;
}

/// The first record's; nothing when there is none.
template <class Consumer>
[[nodiscard]] std::optional<RecordTicket> front_record(Consumer& consumer) noexcept {
    const RecordSlot* const first = consumer.front();
    if (first == nullptr) {
        return std::nullopt;
    }
    const std::byte* const ticket = first->bytes.data();
    return RecordTicket{.length = load_le<std::uint32_t>(ticket),
                        .type = static_cast<std::uint16_t>(load_le<std::uint32_t>(ticket + 4)),
                        .time = {static_cast<std::int64_t>(load_le<std::uint64_t>(ticket + 8))}};
}

/// Takes the first record, `into` of its ticket's length. False when its slots are not all there,
/// which no producer of records leaves.
template <class Consumer>
[[nodiscard]] bool pop_record(Consumer& consumer, MutableBytes into) noexcept {
    for (std::size_t at = RecordTicket::kLength, slots = slots_of_record(into.size()); slots > 0;
         --slots, at = 0) {
        const RecordSlot* const slot = consumer.front();
        if (slot == nullptr) {
            return false;
        }
        const std::size_t piece = std::min(into.size(), RecordSlot::kBytes - at);
        if (piece > 0) {
            std::memcpy(into.data(), slot->bytes.data() + at, piece);
        }
        into = into.subspan(piece);
        consumer.pop();
    }
    return true;
}

}  // namespace hotpath::queue
