#pragma once
/// The records that a FixStore writes to its journal.
///
///   1 sent       | u64 number | u8 length | msg_type | fields |   time: SendingTime
///   2 received   | u64 next_in |
///   3 next out   | u64 next_out |
///   4 reset      |                                            time: when the numbers began at 1
///   5 note       | the application's bytes |
///   6 commit     |                                            all since the last 6 or 7 counts
///   7 rollback   |                                            none since the last 6 or 7 counts
///
/// Integers are little-endian, as in the journal. Threads: functions of bytes. Allocation: none.
/// Complexity: O(bytes).

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/record.hpp"
#include "hotpath/protocols/fix/session/message_store.hpp"

namespace hotpath::store {

inline constexpr journal::RecordType kSent = 1;
inline constexpr journal::RecordType kReceived = 2;
inline constexpr journal::RecordType kNextOut = 3;
inline constexpr journal::RecordType kReset = 4;
inline constexpr journal::RecordType kNote = 5;
inline constexpr journal::RecordType kCommit = 6;
inline constexpr journal::RecordType kRollback = 7;

inline constexpr std::size_t kNumberBytes = sizeof(std::uint64_t);

struct SentRecord {
    std::uint64_t number = 0;
    protocols::fix::StoredMessage message{};  // views of the payload
};

[[nodiscard]] constexpr std::size_t sent_record_bytes(
    const protocols::fix::StoredMessage& message) noexcept {
    return kNumberBytes + 1 + message.msg_type.size() + message.fields.size();
}

/// `to` has sent_record_bytes(); a msg_type has at most 255 characters.
void store_sent(const SentRecord& sent, MutableBytes to) noexcept;
[[nodiscard]] std::optional<SentRecord> load_sent(Bytes payload, Time time) noexcept;
/// Empty when the payload is no number.
[[nodiscard]] std::optional<std::uint64_t> load_number(Bytes payload) noexcept;

}  // namespace hotpath::store
