#include "hotpath/trader/input.hpp"

#include <array>

namespace hotpath::trader {

namespace {

/// By Event::index().
constexpr std::array<InputKind, std::variant_size_v<Event>> kKinds{
    InputKind::Timer,        InputKind::Packet,  InputKind::Received,      InputKind::Connected,
    InputKind::Disconnected, InputKind::Written, InputKind::RequestsTaken, InputKind::Command,
    InputKind::Command,      InputKind::Command, InputKind::Command,       InputKind::LoopPacket};

}  // namespace

InputKind kind_of(const Event& event) noexcept {
    return kKinds[event.index()];
}

Event with_bytes(Event event, Bytes bytes) noexcept {
    if (auto* packet = std::get_if<event::Packet>(&event)) {
        packet->bytes = bytes;
    } else if (auto* received = std::get_if<event::Received>(&event)) {
        received->bytes = bytes;
    } else if (auto* loop = std::get_if<event::LoopPacket>(&event)) {
        loop->bytes = bytes;
    }
    return event;
}

std::string_view name(InputKind kind) noexcept {
    static constexpr std::array<std::string_view, kInputKinds + 1> kNames{
        "none",    "packet",         "received", "connected", "disconnected",
        "written", "requests taken", "timer",    "command",   "loop packet"};
    const auto index = static_cast<std::size_t>(kind);
    return kNames[index < kNames.size() ? index : 0];
}

std::string_view name(OutputPort port) noexcept {
    static constexpr std::array<std::string_view, kOutputPorts> kNames{"order entry", "glimpse",
                                                                       "drop copy", "requests"};
    return kNames[static_cast<std::size_t>(port)];
}

}  // namespace hotpath::trader
