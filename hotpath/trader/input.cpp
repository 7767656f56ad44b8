#include "hotpath/trader/input.hpp"

#include <array>

namespace hotpath::trader {

std::string_view name(InputKind kind) noexcept {
    static constexpr std::array<std::string_view, kInputKinds + 1> kNames{
        "none",    "packet",         "received", "connected", "disconnected",
        "written", "requests taken", "timer",    "command"};
    const auto index = static_cast<std::size_t>(kind);
    return kNames[index < kNames.size() ? index : 0];
}

std::string_view name(Command command) noexcept {
    static constexpr std::array<std::string_view, kCommands + 1> kNames{"none", "kill", "stop",
                                                                        "stop trading", "operator"};
    const auto index = static_cast<std::size_t>(command);
    return kNames[index < kNames.size() ? index : 0];
}

std::string_view name(OutputPort port) noexcept {
    static constexpr std::array<std::string_view, kOutputPorts> kNames{"order entry", "glimpse",
                                                                       "drop copy", "requests"};
    return kNames[static_cast<std::size_t>(port)];
}

}  // namespace hotpath::trader
