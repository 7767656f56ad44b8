#pragma once
/// Input: a change of a venue's state, as one record of its journal. Applying the same inputs in
/// the same order gives the same state and the same outputs, byte for byte.
///
///   0      1     2         4        6          14        18
///   +------+-----+---------+--------+----------+---------+-----------------+
///   | kind | 0   | session | reason | time, ns | outputs | message, to end |   big-endian
///   +------+-----+---------+--------+----------+---------+-----------------+
/// Events that do not change state (logins, heartbeats, connections) are not inputs. Times are
/// since midnight; a replay has no others. Threads: a value. Allocation: none. Complexity: one
/// copy.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/wire/decode_status.hpp"

namespace hotpath::exchange {

enum class InputKind : std::uint8_t {
    Options = 1,  // the first record: the options that a replay must share
    Order,        // an OUCH message of a session
    Refused,      // the same, refused before it reached the venue, for `reason`
    CancelAll,    // of a session: disconnected beyond its grace time, or for a reason
    Background,   // an ITCH message of the background order flow
    Publish,      // an administrative ITCH message
    EndOfSession,
    Control,  // a command of the venue itself, control.hpp; `session`: the operator
    User,     // a session gets a user, loses it, or gets it back: user_table.hpp
};
inline constexpr std::size_t kInputKinds = 9;

struct Input {
    InputKind kind = InputKind::Order;
    SessionId session{};
    std::uint16_t reason = 0;  // of OUCH; of CancelAll kNoRoom, kUserRemoved or 0
    Time time{};
    /// Low half of the checksum of all outputs before this input: in a replay with another value,
    /// the previous input gave other outputs.
    std::uint32_t outputs = 0;
    Bytes message{};
};

/// The reason of a CancelAll of a session whose stream has room for the last reports of its open
/// orders and no more. Orders good till canceled are canceled too, and it may come between the
/// steps of a command.
inline constexpr std::uint16_t kNoRoom = 0x0A;

/// The reason of a CancelAll of a session whose user is no longer configured. Orders good till
/// canceled are canceled too.
inline constexpr std::uint16_t kUserRemoved = 0x0B;

[[nodiscard]] constexpr bool is_for_room(const Input& input) noexcept {
    return input.kind == InputKind::CancelAll && input.reason == kNoRoom;
}
[[nodiscard]] constexpr bool is_for_removal(const Input& input) noexcept {
    return input.kind == InputKind::CancelAll && input.reason == kUserRemoved;
}

inline constexpr std::size_t kInputHeaderLength = 18;
/// The longest that a message may be.
inline constexpr std::size_t kInputMessageMax = 1'024;
inline constexpr std::size_t kInputLengthMax = kInputHeaderLength + kInputMessageMax;

[[nodiscard]] std::string_view name(InputKind kind) noexcept;

/// Writes the record to the front of `room`, which must hold kInputLengthMax bytes; returns the
/// written part.
[[nodiscard]] Bytes encode(const Input& input, MutableBytes room) noexcept;
/// `input.message` points into the record.
[[nodiscard]] wire::DecodeStatus decode(Bytes record, Input& input) noexcept;

}  // namespace hotpath::exchange
