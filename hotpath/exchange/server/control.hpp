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
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/wire/decode_status.hpp"

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
};
inline constexpr std::size_t kControlActions = 9;

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

    [[nodiscard]] bool is_for_all() const noexcept { return symbol == Symbol{}; }
    [[nodiscard]] bool has_user() const noexcept {
        return is_of_session() && user != std::array<char, 6>{' ', ' ', ' ', ' ', ' ', ' '};
    }
    [[nodiscard]] bool is_of_session() const noexcept {
        return action == ControlAction::CancelSession || action == ControlAction::SetSelfMatch;
    }
};

/// Session of a user without one: the answer is UnknownSession.
inline constexpr SessionId kUnknownSession{0xFFFF};

inline constexpr std::size_t kControlHeaderLength = 24;
inline constexpr std::size_t kControlLengthMax = kControlHeaderLength + 16;

[[nodiscard]] std::string_view name(ControlAction action) noexcept;
[[nodiscard]] std::string_view name(ControlOrigin origin) noexcept;

/// Writes the command to the front of `room`, which must hold kControlLengthMax bytes; returns the
/// written part.
[[nodiscard]] Bytes encode(const Control& control, MutableBytes room) noexcept;
/// Malformed: an invalid value. `control` is set only when the result is Ok.
[[nodiscard]] wire::DecodeStatus decode(Bytes bytes, Control& control) noexcept;

/// The result of a command.
enum class ControlStatus : std::uint8_t {
    Done,
    More,  // more work than one input may do: repeat the command
    UnknownInstrument,
    UnknownSession,
    NotInThisPhase,  // e.g. trading while the book is crossed, a cross without a halt
};
inline constexpr std::size_t kControlStatuses = 5;

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
[[nodiscard]] wire::DecodeStatus decode(Bytes bytes, ControlAnswer& answer) noexcept;

}  // namespace hotpath::exchange
