#include "apps/hotpath/exchange/mdp3_config.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/config/toml_table.hpp"

namespace hotpath::app {

namespace {

constexpr std::int64_t kMsOfMinute = 60'000;

/// Everything that the venue sends has another group or port.
void read_groups(config::TomlTable& table, const ExchangeConfig& config, Mdp3Config& mdp3) {
    std::vector<net::Endpoint> taken{config.line_a, config.line_b};
    const std::pair<std::string_view, net::Endpoint*> groups[] = {
        {"line_a", &mdp3.line_a},
        {"line_b", &mdp3.line_b},
        {"definitions", &mdp3.definitions},
        {"snapshots_by_price", &mdp3.levels},
        {"snapshots_by_order", &mdp3.orders}};
    for (const auto& [key, endpoint] : groups) {
        const bool is_wanted = endpoint != &mdp3.orders || mdp3.feed.market.has_orders;
        if (!is_wanted) {
            continue;
        }
        table.require(key);
        table.read_group(key, *endpoint);
        if (table.has(key) && std::ranges::find(taken, *endpoint) != taken.end()) {
            table.refuse(key, "\"" + endpoint->to_string() + "\"",
                         "a group and port that nothing else of the venue is sent to");
        }
        taken.push_back(*endpoint);
    }
}

}  // namespace

Expected<void> read_mdp3_config(const std::filesystem::path& file, const toml::table& root,
                                ExchangeConfig& config) {
    if (!root.contains("mdp3")) {
        return {};
    }
    config::TomlTable table(file, root, "mdp3");
    Mdp3Config& mdp3 = config.mdp3.emplace();
    std::size_t depth = 0;
    table.read_choice("depth", depth, {"by order", "by price"});
    mdp3.feed.market.has_orders = depth == 0;
    mdp3.feed.market.books = config.server.exchange.books;
    read_groups(table, config, mdp3);
    table.read_ms("definitions_every_ms", mdp3.feed.definitions_interval, {100, kMsOfMinute});
    table.read_ms("snapshot_every_ms", mdp3.feed.snapshot_interval, {1, kMsOfMinute});
    table.read_ms("heartbeat_ms", mdp3.feed.heartbeat_interval, {100, kMsOfMinute});
    return table.finish();
}

}  // namespace hotpath::app
