#pragma once
/// Latency arbitrage in the registry.
///
/// Threads: set-up. Allocation: the strategy's. Complexity: O(parameters).

#include <array>

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/latency_arbitrage.hpp"

namespace hotpath::strategy {

template <>
struct StrategyEntry<ArbitrageLegs> {
    using Options = ArbitrageOptions;
    static constexpr std::string_view kName = "latency_arbitrage";
    static constexpr std::string_view kSummary =
        "buys at one venue and sells at the other when their markets cross";

    static void fit(Options& options, const Surroundings& around) {
        options.symbols.assign(around.symbols.begin(), around.symbols.end());
        options.instruments_max = around.instruments_max;
        for (std::size_t n = 0; n < kVenues && n < around.fees.size(); ++n) {
            options.venues[n].fee = around.fees[n].removed;
        }
    }
    static void visit(Options& options, auto& parameters) {
        parameters.shares({"qty_max", 1, kSharesMax, "shares of one order"}, options.qty_max);
        parameters.dollars({"edge_min_dollars", 0.0001, 10'000,
                            "a share, after the fees of both venues", "edge_min"},
                           options.edge_min);
        parameters.millis(
            {"silence_max_ms", 1, kMsOfDay, "a venue without a book event for longer is not used"},
            options.silence_max);
        parameters.micros({"window_us", 1, 1'000'000'000, "how long a market stays crossed"},
                          options.window);
        parameters.millis({"answer_within_ms", 1, kMsOfDay, "the longest wait for an answer"},
                          options.answer_within);
        parameters.millis(
            {"complete_within_ms", 1, kMsOfDay, "a missing leg is retried without a loss"},
            options.complete_within);
        parameters.dollars({"leg_loss_max_dollars", 0, 10'000,
                            "a share: a leg losing more is closed at once", "loss_max"},
                           options.loss_max);
        parameters.integer({"slippage_ticks", 0, 1'000, "beyond the touch, of a closing order"},
                           options.slippage_ticks);
        parameters.millis({"pause_ms", 0, kMsOfDay, "of a symbol after a leg was missing"},
                          options.pause);
        visit_venue(options.venues[0], {"first_order_latency_us", "first_position_max"},
                    parameters);
        visit_venue(options.venues[1], {"second_order_latency_us", "second_position_max"},
                    parameters);
    }
    static Expected<ArbitrageLegs> create(const Options& options) {
        return ArbitrageLegs::create(options);
    }

  private:
    static void visit_venue(ArbitrageVenue& venue, const std::array<std::string_view, 2>& keys,
                            auto& parameters) {
        parameters.micros({keys[0], 0, 1'000'000'000, "from the decision to a trade there"},
                          venue.order_latency);
        parameters.shares({keys[1], 1, 1'000'000'000, "shares, long or short, there alone"},
                          venue.position_max);
    }
};

}  // namespace hotpath::strategy
