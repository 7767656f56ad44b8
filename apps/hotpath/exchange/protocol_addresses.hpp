#pragma once
/// The addresses of a venue's protocols, besides those that every venue has, under their keys of the
/// configuration.
///
/// Threads: set-up. Allocation: the lists.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::app {

using KeyedAddress = std::pair<std::string, net::Endpoint>;

/// Ports of TCP.
[[nodiscard]] inline std::vector<KeyedAddress> protocol_ports(const ExchangeConfig& config) {
    std::vector<KeyedAddress> all;
    const auto add = [&](const char* key, const std::optional<net::Endpoint>& at) {
        if (at) {
            all.emplace_back(key, *at);
        }
    };
    add("fix.address", config.fix);
    add("fix.drop_copy_address", config.fix_drop_copy);
    add("ilink.address", config.ilink);
    if (config.fix_data) {
        all.emplace_back("fix_market_data.address", config.fix_data->address);
    }
    return all;
}

/// Groups that market data is sent to.
[[nodiscard]] inline std::vector<KeyedAddress> protocol_lines(const ExchangeConfig& config) {
    std::vector<KeyedAddress> all;
    if (config.mdp3) {
        all.emplace_back("mdp3.line_a", config.mdp3->line_a);
    }
    return all;
}

}  // namespace hotpath::app
