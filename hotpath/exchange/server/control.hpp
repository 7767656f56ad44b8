#pragma once
/// Control: one command of the venue itself (from its operator, schedule or configuration, or after
/// a limit state) as bytes, as operators send it and the journal stores it.
///
///   0        1        2        4            8            16       24
///   +--------+--------+--------+------------+------------+--------+---------------------+
///   | action | origin | 0      | number u32 | due i64 ns | symbol | what the action has |
///   +--------+--------+--------+------------+------------+--------+---------------------+
///
///   SetRules         tick i64, lot u32, takes_orders_in_halt u8         all big-endian
///   SetTrading       state (ITCH: H P Q T), reason, 4 characters
///   Cross, Indicate  kind (ITCH: O C H), reference price i64, 0: none
///   SetBands         lower i64, upper i64; 0 and kPriceMax: none
///   EndDay
///   CancelSession    session u16, user, 6 characters
///   SetSelfMatch     session u16, SelfMatch u8, user, 6 characters
///   Suspend, Reinstate, Disconnect   session u16, user, 6 characters
///   SetLimits        the same, then of each MemberLimit: LimitChange::Kind u8, value i64
///   BreakTrade, CorrectTrade         TradeAmendment: trade_amendment.hpp
///   StartDay         date u32, days since 1970-01-01; clock shift i64 ns: DayStart
/// A blank symbol means every listed instrument; StartDay has no other. A session is found by its
/// user's name, or by its number when the name is blank. Threads: values. Allocation: none.
/// Complexity: O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/member.hpp"
#include "hotpath/exchange/orders/trade_amendment.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::exchange {

enum class ControlAction : std::uint8_t {
    SetRules = 1,
    SetTrading,  // halts, pauses, collects orders for a cross, trades again
    Cross,       // a closing one ends continuous trading first
    Indicate,
    SetBands,
    EndDay,         // halts, and cancels orders that do not outlive the day
    CancelSession,  // cancels every order of a session
    SetSelfMatch,   // for later orders of a session
    StartDay,       // ends the day and its session, and begins the next
    Suspend,        // cancels every order of a session and refuses later ones
    Reinstate,      // takes them again
    Disconnect,     // closes the connections of a session's user
    SetLimits,      // of a session, in place of the configuration's
    BreakTrade,     // of the day: it counts no longer
    CorrectTrade,   // of the day: to another price
};
inline constexpr std::size_t kControlActions = 15;

enum class ControlOrigin : std::uint8_t { Configuration = 1, Schedule, Operator, LimitState };
inline constexpr std::size_t kControlOrigins = 4;

struct Control {
    ControlAction action = ControlAction::EndDay;
    ControlOrigin origin = ControlOrigin::Operator;
    std::uint32_t number = 0;  // of an operator's request; order among commands due at one time
    Time due{};                // of a schedule
    Symbol symbol{};           // blank: all
    match::InstrumentRules rules{};
    book::TradingState state = book::TradingState::Halted;
    std::array<char, 4> reason{' ', ' ', ' ', ' '};
    match::CrossKind cross = match::CrossKind::Opening;
    Price reference{};
    match::PriceBands bands{};
    SessionId session{};
    std::array<char, 6> user{' ', ' ', ' ', ' ', ' ', ' '};  // whose session; blank: by number
    SelfMatch self_match = SelfMatch::Allowed;
    DayStart day_start{};
    LimitChanges limits{};
    TradeAmendment trade{};  // an operator sends match, reason and corrected

    [[nodiscard]] bool is_for_all() const noexcept { return symbol == Symbol{}; }
    [[nodiscard]] bool has_user() const noexcept {
        return is_of_session() && user != std::array<char, 6>{' ', ' ', ' ', ' ', ' ', ' '};
    }
    [[nodiscard]] bool is_of_session() const noexcept {
        return action == ControlAction::CancelSession || action == ControlAction::SetSelfMatch ||
               is_of_member();
    }
    [[nodiscard]] bool is_of_member() const noexcept {
        return action >= ControlAction::Suspend && action <= ControlAction::SetLimits;
    }
    [[nodiscard]] bool is_of_trade() const noexcept {
        return action == ControlAction::BreakTrade || action == ControlAction::CorrectTrade;
    }
};

/// Session of a user without one: the answer is UnknownSession.
inline constexpr SessionId kUnknownSession{0xFFFF};

inline constexpr std::size_t kControlHeaderLength = 24;
inline constexpr std::size_t kLimitsLength = kMemberLimits * 9;
inline constexpr std::size_t kControlLengthMax = kControlHeaderLength + kTradeAmendmentLength;

[[nodiscard]] std::string_view name(ControlAction action) noexcept;
[[nodiscard]] std::string_view name(ControlOrigin origin) noexcept;

/// Writes the command to the front of `room`, which must hold kControlLengthMax bytes; returns the
/// written part.
[[nodiscard]] Bytes encode(const Control& control, MutableBytes room) noexcept;
/// Malformed: an invalid value. `control` is set only when the result is Ok.
[[nodiscard]] protocols::DecodeStatus decode(Bytes bytes, Control& control) noexcept;

/// The result of a command.
enum class ControlStatus : std::uint8_t {
    Done,
    More,  // more work than one input may do: repeat the command
    UnknownInstrument,
    UnknownSession,
    NotInThisPhase,  // e.g. trading while the book is crossed, a cross without a halt
    UnknownTrade,  // no trade of the day's sessions, or of an order of an earlier day that is closed
    TradeIsBroken,  // already
    NoRoom,         // in a session's stream, for the reply
};
inline constexpr std::size_t kControlStatuses = 8;

[[nodiscard]] std::string_view name(ControlStatus status) noexcept;

/// The answer to an operator: the command and its result.
///
///   0        1   2              4               8               12          20
///   +--------+---+--------------+---------------+---------------+-----------+---------+
///   | status | 0 | operator u16 | applied u32   | refused u32   | time, ns  | command |
///   +--------+---+--------------+---------------+---------------+-----------+---------+
struct ControlAnswer {
    ControlStatus status = ControlStatus::Done;
    SessionId from{};           // the operator's number
    std::uint32_t applied = 0;  // instruments
    std::uint32_t refused = 0;  // instruments in a wrong phase
    Time time{};
    Control control{};
};

inline constexpr std::size_t kControlAnswerHeaderLength = 20;
inline constexpr std::size_t kControlAnswerLengthMax =
    kControlAnswerHeaderLength + kControlLengthMax;

[[nodiscard]] Bytes encode(const ControlAnswer& answer, MutableBytes room) noexcept;
[[nodiscard]] protocols::DecodeStatus decode(Bytes bytes, ControlAnswer& answer) noexcept;

}  // namespace hotpath::exchange
