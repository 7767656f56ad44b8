// The table of an MDP 3.0 channel in a venue's configuration.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/venue/venue_setup.hpp"
#include "hotpath/protocols/cme/config/venue_keys.hpp"
#include "hotpath/protocols/cme/config/venue_mdp3_ports.hpp"

namespace hotpath::protocols::cme {

namespace {

constexpr std::int64_t kMsOfMinute = 60'000;
constexpr std::array<std::string_view, 1> kMdp3Tables{"mdp3"};

/// Everything that the venue sends has another group or port.
void read_mdp3_groups(config::TomlTable& table, const live::VenueSetup& setup,
                      Mdp3PublisherConfig& mdp3) {
    std::vector<net::Endpoint> taken{setup.line_a, setup.line_b};
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

[[nodiscard]] Expected<void> read_mdp3_table(const std::filesystem::path& file,
                                             const toml::table& root, live::VenueSetup& setup) {
    if (!root.contains("mdp3")) {
        return {};
    }
    config::TomlTable table(file, root, "mdp3");
    auto mdp3 = std::make_shared<Mdp3PublisherConfig>();
    std::size_t depth = 0;
    table.read_choice("depth", depth, {"by order", "by price"});
    mdp3->feed.market.has_orders = depth == 0;
    mdp3->feed.market.books = setup.server.exchange.books;
    read_mdp3_groups(table, setup, *mdp3);
    table.read_ms("definitions_every_ms", mdp3->feed.definitions_interval, {100, kMsOfMinute});
    table.read_ms("snapshot_every_ms", mdp3->feed.snapshot_interval, {1, kMsOfMinute});
    table.read_ms("heartbeat_ms", mdp3->feed.heartbeat_interval, {100, kMsOfMinute});
    setup.publishers.insert(setup.publishers.begin(), std::move(mdp3));
    return table.finish();
}

}  // namespace

const live::VenueKeys& mdp3_venue_keys() noexcept {
    static const live::VenueKeys kKeys{
        .market_data = "MDP 3.0", .tables = kMdp3Tables, .read_lines = read_mdp3_table};
    return kKeys;
}

}  // namespace hotpath::protocols::cme
