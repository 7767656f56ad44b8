#pragma once
/// Market making in the registry.
///
/// Threads: set-up. Allocation: the strategy's. Complexity: O(parameters).

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/market_maker.hpp"

namespace hotpath::strategy {

template <>
struct StrategyEntry<MarketMaker> {
    using Options = MarketMakerOptions;
    static constexpr std::string_view kName = "market_maker";
    static constexpr std::string_view kSummary =
        "quotes both sides around a price that leans against its inventory";

    static void fit(Options& options, const Surroundings& around) {
        options.instruments_max = around.instruments_max;
    }
    static void visit(Options& options, auto& parameters) {
        parameters.shares({"quote_qty", 1, kSharesMax, "shares on each side"}, options.quote_qty);
        parameters.shares({"inventory_max", 1, 1'000'000'000, "shares, long or short"},
                          options.inventory_max);
        parameters.dollars({"half_spread_dollars", 0, 10'000,
                            "from the reservation price to the quote", "half_spread"},
                           options.half_spread);
        parameters.integer({"inventory_skew_percent", 0, 1'000,
                            "shift of the quotes at inventory_max, of the market's spread"},
                           options.inventory_skew_percent);
        parameters.integer(
            {"hysteresis_percent", 0, 1'000, "of the spread: smaller moves are ignored"},
            options.hysteresis_percent);
        parameters.integer({"spread_bps_max", 1, 10'000, "no quotes in a market wider than this"},
                           options.spread_bps_max);
        parameters.millis({"reject_pause_ms", 0, kMsOfDay, "quotes stay out after a rejection"},
                          options.reject_pause);
    }
    static Expected<MarketMaker> create(const Options& options) { return MarketMaker(options); }
};

}  // namespace hotpath::strategy
