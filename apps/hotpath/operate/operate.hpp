#pragma once
/// Options that all actions of `hotpath operate` share: port, operator, time-out.
///
/// Threads: the caller's. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/operate/operator_client.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

struct OperatePort {
    std::filesystem::path config;
    std::string address;
    std::string user;
    std::int64_t timeout_ms = 5'000;
    const strategy::Registry* strategies = nullptr;  // those of a trader's configuration
};
using SharedOperatePort = std::shared_ptr<OperatePort>;

/// The port and the operator, from a configuration.
[[nodiscard]] Expected<OperatorLogin> login_of(
    const OperatePort& port, const std::vector<wire::soupbintcp::Credentials>& users,
    const std::optional<net::Endpoint>& configured);

/// Actions of `hotpath operate -c trader.toml`.
void add_trader_actions(CLI::App& operate, const SharedOperatePort& port, Run& chosen);

}  // namespace hotpath::app
