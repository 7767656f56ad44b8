#include "bench/xdp/virtual_wire.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>

#include "bench/runner/child.hpp"

namespace hotpath::bench {

namespace {

constexpr std::uint16_t kPort = 26'477;
constexpr MacAddress kNearMac{0x02, 0, 0, 0, 0, 0x0a};
constexpr MacAddress kFarMac{0x02, 0, 0, 0, 0, 0x0b};
constexpr std::string_view kInterface = "wire";

[[nodiscard]] std::string text_of(const MacAddress& mac) {
    return fmt::format("{:02x}", fmt::join(mac, ":"));
}

/// `ip` with these words.
[[nodiscard]] Expected<void> ip(const std::string& words) {
    std::vector<std::string> command{"ip"};
    std::size_t at = 0;
    while (at < words.size()) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        command.push_back(words.substr(at, end - at));
        at = end + 1;
    }
    const auto output = run_command(command);
    if (!output) {
        return std::unexpected(output.error());
    }
    return {};
}

/// With its interface; when it is not there, nothing happens.
void remove(const std::string& space) {
    [[maybe_unused]] const auto removed = ip("netns delete " + space);
}

/// The address, and the other end's without a question by ARP.
[[nodiscard]] std::vector<std::string> setup_of(const WireEnd& end, const WireEnd& other) {
    const std::string in = "-n " + end.space + " ";
    return {in + "link set lo up",
            fmt::format("{}address add {}/24 dev {}", in, end.endpoint.address.to_string(),
                        end.interface),
            fmt::format("{}link set {} up", in, end.interface),
            fmt::format("{}neighbour replace {} lladdr {} dev {}", in,
                        other.endpoint.address.to_string(), text_of(other.mac), end.interface)};
}

}  // namespace

InNamespace::InNamespace(const std::string& space)
    : home_(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)) {
    const Descriptor there(open(("/run/netns/" + space).c_str(), O_RDONLY | O_CLOEXEC));
    is_there_ = home_ && there && setns(there.number(), CLONE_NEWNET) == 0;
}

InNamespace::~InNamespace() {
    if (is_there_) {
        static_cast<void>(setns(home_.number(), CLONE_NEWNET));
    }
}

VirtualWire::VirtualWire()
    : near_{.space = "hotpath-a",
            .interface = std::string(kInterface),
            .endpoint = {{0x0a4d0001}, kPort},
            .mac = kNearMac},
      far_{.space = "hotpath-b",
           .interface = std::string(kInterface),
           .endpoint = {{0x0a4d0002}, kPort},
           .mac = kFarMac} {}

VirtualWire::VirtualWire(VirtualWire&& other) noexcept
    : near_(std::move(other.near_)),
      far_(std::move(other.far_)),
      is_owner_(std::exchange(other.is_owner_, false)) {}

Expected<VirtualWire> VirtualWire::create() {
    VirtualWire wire;
    std::vector<std::string> commands{
        "netns add " + wire.near_.space, "netns add " + wire.far_.space,
        fmt::format("-n {} link add {} address {} type veth peer name {} netns {} address {}",
                    wire.near_.space, kInterface, text_of(kNearMac), kInterface, wire.far_.space,
                    text_of(kFarMac))};
    for (const auto& setup : {setup_of(wire.near_, wire.far_), setup_of(wire.far_, wire.near_)}) {
        commands.insert(commands.end(), setup.begin(), setup.end());
    }
    for (const std::string& space : {wire.near_.space, wire.far_.space}) {
        std::error_code error;
        if (std::filesystem::exists("/run/netns/" + space, error)) {
            remove(space);  // of a run that was killed
        }
    }
    for (const std::string& command : commands) {
        if (const auto done = ip(command); !done) {
            return fail(
                fmt::format("a virtual wire needs root: ip {}: {}", command, done.error().message));
        }
    }
    return wire;
}

/// The interfaces go with their namespaces.
VirtualWire::~VirtualWire() {
    if (is_owner_) {
        remove(near_.space);
        remove(far_.space);
    }
}

}  // namespace hotpath::bench
