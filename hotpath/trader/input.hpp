#pragma once
/// A trader's inputs, outputs and changes of its trading mode, as an observer receives them
/// (observed_trader.hpp).
///
/// Inputs are numbered from 1 without gaps; the same inputs in the same order give the same
/// outputs, byte for byte. Threads: values. Allocation: none. Complexity: none.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::trader {

/// Index of the venue; 0 for a trader with one venue.
using Venue = std::uint8_t;

enum class InputKind : std::uint8_t {
    Packet = 1,     // of the feed: source is its feed::Line
    Received,       // bytes of a connection: source is the Port, as in the next three
    Connected,      // the owner has begun to connect
    Disconnected,   // the connection broke, was closed or failed to open
    Written,        // the transport took `value` bytes of the output
    RequestsTaken,  // the owner took the re-requests that waited
    Timer,
    Command,  // an operator's, or the owner's: source is a Command
};
inline constexpr std::size_t kInputKinds = 8;

enum class Command : std::uint8_t {
    Kill = 1,
    Stop,
    StopTrading,  // value: the mode's byte before the reason's, to_value()
    Operator,     // bytes: an OperatorCommand
};
inline constexpr std::size_t kCommands = 4;

/// The value of a StopTrading.
struct StopOrder {
    risk::TradingMode mode = risk::TradingMode::Killed;
    risk::StopReason reason = risk::StopReason::None;
};

[[nodiscard]] constexpr std::uint32_t to_value(StopOrder order) noexcept {
    return static_cast<std::uint32_t>(order.mode) << 8U | static_cast<std::uint32_t>(order.reason);
}
[[nodiscard]] constexpr StopOrder to_stop_order(std::uint32_t value) noexcept {
    return {.mode = static_cast<risk::TradingMode>(value >> 8U & 0xffU),
            .reason = static_cast<risk::StopReason>(value & 0xffU)};
}

struct Input {
    std::uint64_t number = 0;
    Nanos now{};
    InputKind kind = InputKind::Timer;
    Venue venue = 0;
    std::uint8_t source = 0;  // depends on the kind
    std::uint32_t value = 0;  // depends on the kind
    Bytes bytes{};            // of Packet and Received, of Command::Operator
};

/// The first three are the Ports.
enum class OutputPort : std::uint8_t { OrderEntry, Glimpse, DropCopy, Requests };
inline constexpr std::size_t kOutputPorts = 4;

/// The output of one input on one port, in one or two pieces.
struct Output {
    std::uint64_t number = 0;  // of its input
    Venue venue = 0;
    OutputPort port = OutputPort::OrderEntry;
    Bytes bytes{};
};

/// Trading was stopped, or opened again, by the input of this number.
struct ModeChange {
    std::uint64_t number = 0;
    Nanos now{};
    Venue venue = 0;
    risk::TradingMode mode = risk::TradingMode::Open;
    risk::StopReason reason = risk::StopReason::None;
    bool is_stopping = false;  // because the owner stops: not latched for the next process
};

[[nodiscard]] std::string_view name(InputKind kind) noexcept;
[[nodiscard]] std::string_view name(Command command) noexcept;
[[nodiscard]] std::string_view name(OutputPort port) noexcept;

}  // namespace hotpath::trader
