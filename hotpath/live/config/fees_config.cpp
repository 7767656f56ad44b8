#include "hotpath/live/config/fees_config.hpp"

#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

constexpr config::IntegerBounds kTierShares{1, 1'000'000'000'000};

/// A key that is not there leaves its rate as it is.
void read_rates(config::TomlTable& table, oms::Fees& fees) {
    constexpr config::RealBounds kOfShare{-1, 1};
    table.read_dollars("added", fees.added.value, kOfShare);
    table.read_dollars("removed", fees.removed.value, kOfShare);
    table.read_dollars("other", fees.other.value, kOfShare);
    constexpr config::RealBounds kOfMillion{-100'000, 100'000};
    table.read_dollars("added_per_million", fees.of_value.added.value, kOfMillion);
    table.read_dollars("removed_per_million", fees.of_value.removed.value, kOfMillion);
    table.read_dollars("other_per_million", fees.of_value.other.value, kOfMillion);
}

[[nodiscard]] Expected<oms::FeeTier> read_tier(config::TomlTable& table,
                                               const oms::OrdersOptions& orders) {
    oms::FeeTier tier{.from = {}, .fees = orders.fees};
    table.require("from_shares");
    table.read("from_shares", tier.from.value, kTierShares);
    const auto before = orders.fee_rules.used_tiers();
    if (!before.empty() && tier.from <= before.back().from) {
        table.refuse("from_shares", fmt::to_string(tier.from.value),
                     fmt::format("above that of the tier before ({})", before.back().from.value));
    }
    read_rates(table, tier.fees);
    const auto read = table.finish();
    return read ? Expected<oms::FeeTier>(tier) : std::unexpected(read.error());
}

}  // namespace

Expected<void> read_fees_config(const fs::path& file, const toml::table& root,
                                const std::string& name, oms::OrdersOptions& orders) {
    config::TomlTable table(file, root, name);
    read_rates(table, orders.fees);
    table.read_dollars("order_min", orders.fee_rules.order_min.value, {0, 1'000});
    table.read("shares_before", orders.fee_rules.shares_before.value, {0, kTierShares.most});
    std::vector<config::TomlTable> tiers = table.read_tables("tiers", oms::kFeeTiersMax);
    config::ConfigErrors errors(file);
    errors.add(table.finish());
    for (std::size_t n = 0; n < tiers.size(); ++n) {
        const auto tier = read_tier(tiers[n], orders);
        errors.add(tier ? Expected<void>() : std::unexpected(tier.error()));
        orders.fee_rules.tiers[n] = tier.value_or(oms::FeeTier{});
    }
    return errors.first();
}

Expected<void> check_fees_by_share(const fs::path& file, const std::string& name,
                                   const oms::OrdersOptions& orders) {
    const bool is_by_share = orders.fees.of_value == oms::ValueFees{} &&
                             orders.fee_rules.used_tiers().empty() &&
                             orders.fee_rules.order_min == Money{};
    return is_by_share ? Expected<void>()
                       : fail(fmt::format("{}: {} must have only fees per share when there is a "
                                          "[second_venue]: its strategy compares no other fees",
                                          file.string(), name));
}

}  // namespace hotpath::live
