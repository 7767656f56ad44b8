#pragma once
/// Input: a change of a venue's state, as one record of its journal. Applying the same inputs in
/// the same order gives the same state and the same outputs, byte for byte.
///
///   0      1     2         4        6          14        18
///   +------+-----+---------+--------+----------+---------+-----------------+
///   | kind | 0   | session | reason | time, ns | outputs | message, to end |   big-endian
///   +------+-----+---------+--------+----------+---------+-----------------+
///
/// A field that an event does not have is 0 in its record, a message empty. Events that do not
/// change state (logins, heartbeats, connections) are not inputs. Times are since midnight; a
/// replay has no others. A trader's inputs are of the same form: trader/input.hpp. Threads: a
/// value. Allocation: none. Complexity: one copy.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/venue/all.hpp"

namespace hotpath::exchange {

/// Why all orders of a session are canceled; the value is the record's reason.
enum class CancelCause : std::uint16_t {
    Disconnected = 0,  // beyond its grace time; orders good till canceled stay
    /// Its stream has room for the last reports of its open orders and no more. It may come between
    /// the steps of a command.
    NoRoom = 0x0A,
    UserRemoved = 0x0B,  // its user is no longer configured
};

namespace event {

/// The first: the options that a replay must share.
struct Options {
    Bytes message{};
};
/// A message of a session to the first desk of VenueProtocols.
struct Order {
    SessionId session{};
    Bytes message{};
};
/// The same, refused before it reached the venue.
struct RefusedOrder {
    SessionId session{};
    RejectReason reason = RejectReason::None;
    Bytes message{};
};
struct CancelAll {
    SessionId session{};
    CancelCause cause = CancelCause::Disconnected;
};
/// An ITCH message of the background order flow.
struct Background {
    Bytes message{};
};
/// An administrative ITCH message.
struct Publication {
    Bytes message{};
};
struct EndOfSession {};
/// A command of the venue itself: control.hpp.
struct Command {
    SessionId from{};  // the operator's number; 0 without one
    Bytes message{};
};
/// A session gets a user, loses it, or gets it back: user_table.hpp.
struct User {
    SessionId session{};
    Bytes message{};
};

}  // namespace event

template <class... E>
std::variant<E...> to_event(std::tuple<E...>);  // a type alone

/// In the order of InputKind: the venue's own, and two of each protocol.
template <class... P>
using EventOf = decltype(to_event(
    std::tuple_cat(std::tuple<event::Options, event::Order, event::RefusedOrder, event::CancelAll,
                              event::Background, event::Publication, event::EndOfSession,
                              event::Command, event::User>(),
                   std::tuple<event::Message<P>, event::Numbers<P>>()...)));
using Event = VenueProtocols::Apply<EventOf>;

struct Input {
    Time time{};
    /// Low half of the checksum of all outputs before this input: in a replay with another value,
    /// the previous input gave other outputs.
    std::uint32_t outputs = 0;
    Event event{};
};

/// The first byte of a record; those behind User are the protocols', in their order: a message of a
/// session, its numbers.
enum class InputKind : std::uint8_t {
    Options = 1,
    Order,
    RefusedOrder,
    CancelAll,
    Background,
    Publication,
    EndOfSession,
    Command,
    User,
};
inline constexpr std::size_t kInputKinds = std::variant_size_v<Event>;
/// A protocol's kinds have numbers alone. NOLINTBEGIN(clang-analyzer-optin.core.EnumCastOutOfRange)
[[nodiscard]] constexpr InputKind kind_of(const Event& event) noexcept {
    return static_cast<InputKind>(event.index() + 1);
}  // NOLINTEND(clang-analyzer-optin.core.EnumCastOutOfRange)

inline constexpr std::size_t kInputHeaderLength = 18;
/// The longest that a message may be.
inline constexpr std::size_t kInputMessageMax = 1'024;
inline constexpr std::size_t kInputLengthMax = kInputHeaderLength + kInputMessageMax;

[[nodiscard]] std::string_view name(InputKind kind) noexcept;

/// Writes the record to the front of `room`, which must hold kInputLengthMax bytes; returns the
/// written part.
[[nodiscard]] Bytes encode(const Input& input, MutableBytes room) noexcept;
/// The event's message points into the record. Malformed: a field that the event does not have is
/// not 0, or the cause of a CancelAll is none. `input` is set only when the result is Ok.
[[nodiscard]] protocols::DecodeStatus decode(Bytes record, Input& input) noexcept;

}  // namespace hotpath::exchange
