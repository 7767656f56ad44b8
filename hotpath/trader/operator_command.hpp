#pragma once
/// OperatorCommand: one command to the trader, from an operator, a signal, the dead-man switch, or
/// a start after a latched stop; its bytes are sent by operators and stored in journals.
///
///   0        1        2        3   4            8        16         22  24
///   +--------+--------+--------+---+------------+--------+----------+---+------------------+
///   | action | origin | reason | 0 | number u32 | symbol | operator | 0 | duration, ns i64 |
///   +--------+--------+--------+---+------------+--------+----------+---+------------------+
/// All big-endian. `reason` is that of a restored stop, None in any other command. The symbol is
/// set in Cancel and Override, blank in others; the duration in Override. The answer:
///
///   0        1      2        3       4            8          16        24              32
///   +--------+------+--------+-------+------------+----------+---------+---------------+---------+
///   | status | mode | reason | flags | orders u32 | time, ns | P&L i64 | configuration | command |
///   +--------+------+--------+-------+------------+----------+---------+---------------+---------+
///
/// Threads: values. Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::trader {

enum class OperatorAction : std::uint8_t {
    Status = 1,  // changes nothing
    Kill,        // no new orders, all orders canceled; latches
    ReduceOnly,  // only orders that reduce a position; latches
    Resume,      // ends both
    AcceptGap,   // accept the books as they are: trade on them
    Cancel,      // open orders of one instrument; no new ones there until Resume
    Override,    // temporary wider limits of one instrument; needs two operators
};
inline constexpr std::size_t kOperatorActions = 7;

enum class OperatorOrigin : std::uint8_t {
    Operator = 1,
    Signal,
    Absence,  // dead-man switch: no operator heard for absence_max
    Restart,  // trading was stopped when the previous process ended
};
inline constexpr std::size_t kOperatorOrigins = 4;

struct OperatorCommand {
    OperatorAction action = OperatorAction::Status;
    OperatorOrigin origin = OperatorOrigin::Operator;
    risk::StopReason reason = risk::StopReason::None;  // of a restart
    std::uint32_t number = 0;                          // of an operator's request
    Symbol symbol{};
    protocols::nasdaq::soupbintcp::Username by = protocols::to_alpha<6>("");  // an operator's login
    Nanos duration{};
};

inline constexpr std::size_t kOperatorCommandLength = 32;

enum class OperatorStatus : std::uint8_t {
    Done,
    UnknownInstrument,  // not traded here, or no directory message yet
    StillStopped,       // opened, and stopped again for the same reason
    NothingToAccept,    // the books are not in doubt
    NeedsSecond,        // a second operator must send the same command in time
    NotAllowed,         // no override limits configured, or too long
};
inline constexpr std::size_t kOperatorStatuses = 6;

struct OperatorAnswer {
    OperatorStatus status = OperatorStatus::Done;
    risk::TradingMode mode = risk::TradingMode::Open;
    risk::StopReason reason = risk::StopReason::None;
    bool is_stale = false;     // the books
    bool is_in_doubt = false;  // requests wait for the venue's next session
    bool is_stopping = false;
    std::uint32_t open_orders = 0;
    Time time{};
    Money pnl{};                      // realized and not, less fees
    std::uint64_t configuration = 0;  // TraderOptions::configuration
    OperatorCommand command{};
};

inline constexpr std::size_t kOperatorAnswerHeaderLength = 32;
inline constexpr std::size_t kOperatorAnswerLength =
    kOperatorAnswerHeaderLength + kOperatorCommandLength;

[[nodiscard]] std::string_view name(OperatorAction action) noexcept;
[[nodiscard]] std::string_view name(OperatorOrigin origin) noexcept;
[[nodiscard]] std::string_view name(OperatorStatus status) noexcept;

/// Why a command stops trading.
[[nodiscard]] risk::StopReason stop_reason_of(const OperatorCommand& command) noexcept;

/// Writes to the front of `room`, which must hold kOperatorCommandLength bytes; returns the written
/// part.
[[nodiscard]] Bytes encode(const OperatorCommand& command, MutableBytes room) noexcept;
/// Malformed: an invalid value. `command` is set only when the result is Ok.
[[nodiscard]] protocols::DecodeStatus decode(Bytes bytes, OperatorCommand& command) noexcept;
/// The same with kOperatorAnswerLength.
[[nodiscard]] Bytes encode(const OperatorAnswer& answer, MutableBytes room) noexcept;
[[nodiscard]] protocols::DecodeStatus decode(Bytes bytes, OperatorAnswer& answer) noexcept;

}  // namespace hotpath::trader
