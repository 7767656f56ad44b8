#pragma once
/// Input: everything that can happen to a trader, as one value. A trader has one way in,
/// Trader::apply(const Input&), and observers see the same value (observers.hpp).
///
///   trader.apply({.now = now, .event = event::Packet{feed::Line::A, datagram}});
///
/// Inputs are numbered from 1 without gaps; the same inputs in the same order give the same
/// outputs, byte for byte. Threads: values. Allocation: none. Complexity: none.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/protocols/trader/session_start.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/trader/operator_command.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

using protocols::SessionStart;

/// An event at one venue, or a command, which applies to all venues.
namespace event {

/// A datagram of the feed.
struct Packet {
    feed::Line line = feed::Line::A;
    Bytes bytes{};
};
/// A datagram of a loop beside the lines.
struct LoopPacket {
    feed::FeedLoop loop = feed::FeedLoop::Definitions;
    Bytes bytes{};
};
/// Bytes of a connection.
struct Received {
    Port port = Port::OrderEntry;
    Bytes bytes{};
};
/// The owner has begun to connect.
struct Connected {
    Port port = Port::OrderEntry;
    SessionStart start{};  // of order entry over a protocol with a link
};
/// The connection broke, was closed or failed to open.
struct Disconnected {
    Port port = Port::OrderEntry;
};
/// The transport took this much of the output.
struct Written {
    Port port = Port::OrderEntry;
    std::uint32_t bytes = 0;
};
/// The owner took the re-requests that waited.
struct RequestsTaken {};
struct Timer {};
/// Cancel everything, send nothing new, stay connected; latches.
struct Kill {};
/// Cancel everything, then log out.
struct Stop {};
/// A stop of trading for a reason; latches.
struct StopTrading {
    risk::TradingMode mode = risk::TradingMode::Killed;
    risk::StopReason reason = risk::StopReason::None;
};

}  // namespace event

using Event = std::variant<event::Timer, event::Packet, event::Received, event::Connected,
                           event::Disconnected, event::Written, event::RequestsTaken, event::Kill,
                           event::Stop, event::StopTrading, OperatorCommand, event::LoopPacket>;

/// Index of the venue; 0 for a trader with one venue, and in a command.
using Venue = std::uint8_t;
/// The most venues of one trader.
inline constexpr std::size_t kVenuesMax = 4;

struct Input {
    std::uint64_t number = 0;  // given by an observed trader
    Time now{};
    Venue venue = 0;
    Event event{};
};

/// The kinds that are counted and shown; a journal's bytes, too.
enum class InputKind : std::uint8_t {
    Packet = 1,
    Received,
    Connected,
    Disconnected,
    Written,
    RequestsTaken,
    Timer,
    Command,  // Kill, Stop, StopTrading, OperatorCommand
    LoopPacket,
};
inline constexpr std::size_t kInputKinds = 9;

[[nodiscard]] InputKind kind_of(const Event& event) noexcept;
[[nodiscard]] inline bool is_command(const Event& event) noexcept {
    return kind_of(event) == InputKind::Command;
}
/// The bytes of a Packet, LoopPacket or Received; none of any other.
[[nodiscard]] inline Bytes bytes_of(const Event& event) noexcept {
    if (const auto* packet = std::get_if<event::Packet>(&event)) [[likely]] {
        return packet->bytes;
    }
    if (const auto* received = std::get_if<event::Received>(&event)) {
        return received->bytes;
    }
    const auto* loop = std::get_if<event::LoopPacket>(&event);
    return loop == nullptr ? Bytes{} : loop->bytes;
}
/// The same event with other bytes; one without any unchanged.
[[nodiscard]] Event with_bytes(Event event, Bytes bytes) noexcept;

/// The first three are the Ports.
enum class OutputPort : std::uint8_t { OrderEntry, Glimpse, DropCopy, Requests };
inline constexpr std::size_t kOutputPorts = 4;

/// The output of one input on one port of a venue, in one or two pieces. An input at one venue may
/// cause output at another.
struct Output {
    std::uint64_t number = 0;  // of its input
    Venue venue = 0;
    OutputPort port = OutputPort::OrderEntry;
    std::uint8_t protocol = 0;  // of order entry: its place in protocols::OrderEntries
    Bytes bytes{};
};

/// Trading at a venue was stopped, or resumed, by the input of this number.
struct ModeChange {
    std::uint64_t number = 0;
    Time now{};
    Venue venue = 0;
    risk::TradingMode mode = risk::TradingMode::Open;
    risk::StopReason reason = risk::StopReason::None;
    bool is_stopping = false;  // because the owner stops: not latched for the next process
};

[[nodiscard]] std::string_view name(InputKind kind) noexcept;
[[nodiscard]] std::string_view name(OutputPort port) noexcept;

}  // namespace hotpath::trader
