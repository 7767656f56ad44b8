// The keys of an MDP 3.0 channel in a trader's configuration.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/trader/mdp3_market_data.hpp"

namespace hotpath::protocols::cme {

namespace {

/// Groups of loops: nothing else of the trader is received from them.
class LoopGroups {
  public:
    LoopGroups(config::TomlTable& table, const std::vector<net::Endpoint>& lines)
        : table_(table), taken_(lines) {}

    [[nodiscard]] std::optional<net::Endpoint> read(std::string_view key, bool is_required) {
        std::optional<net::Endpoint> group;
        if (is_required) {
            table_.require(key);
        }
        table_.read_group(key, group);
        if (!group) {
            return group;
        }
        if (std::ranges::find(taken_, *group) != taken_.end()) {
            table_.refuse(key, "\"" + group->to_string() + "\"",
                          "a group and port other than those of the lines and other loops");
        }
        taken_.push_back(*group);
        return group;
    }

  private:
    config::TomlTable& table_;
    std::vector<net::Endpoint> taken_;
};

void read_channel(config::TomlTable& table, bool is_used, const std::vector<net::Endpoint>& lines,
                  live::MarketDataConfig& into) {
    std::size_t depth = 0;
    table.read_choice("depth", depth, {"by order", "by price"});
    const bool is_by_order = depth == 0;
    bool has_natural_refresh = false;
    table.read("natural_refresh", has_natural_refresh);
    if (has_natural_refresh && (!is_used || is_by_order)) {
        table.refuse("natural_refresh", "true",
                     "absent, or false, unless protocol is mdp3 and depth is by price");
    }
    LoopGroups groups(table, lines);
    const auto definitions = groups.read("definitions", is_used);
    const auto by_price = groups.read("snapshots_by_price", is_used);
    const auto by_order = groups.read("snapshots_by_order", is_used && is_by_order);
    if (!is_used) {
        return;
    }
    into.feed = feed::mdp3_feed_options();
    into.options = feed::Mdp3Options{
        .depth = is_by_order ? feed::Mdp3Depth::ByOrder : feed::Mdp3Depth::ByPrice,
        .has_natural_refresh = has_natural_refresh,
        .has_midnight_of_arrival = true};
    into.loops = {definitions, is_by_order ? by_order : by_price,
                  is_by_order ? by_price : std::nullopt};
}

}  // namespace

const live::MarketDataKeys& Mdp3MarketData::keys() noexcept {
    static constexpr live::MarketDataKeys kKeys{.read = read_channel};
    return kKeys;
}

}  // namespace hotpath::protocols::cme
