#pragma once
/// The strategies that take liquidity, in the registry.
///
/// Threads: set-up. Allocation: the strategies'. Complexity: O(parameters).

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/momentum.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "hotpath/strategy/trend_following.hpp"

namespace hotpath::strategy {

void visit_seeker(SeekerOptions& seeker, auto& parameters) {
    parameters.shares({"order_qty_max", 1, kSharesMax, "shares of one order"},
                      seeker.order_qty_max);
    parameters.integer(
        {"slippage_ticks", 0, 1'000, "beyond the touch, the worst price of an order"},
        seeker.slippage_ticks);
    parameters.millis({"reject_pause_ms", 0, kMsOfDay, "no orders after a rejection"},
                      seeker.reject_pause);
}

template <>
struct StrategyEntry<PairsTrading> {
    using Options = PairsOptions;
    static constexpr std::string_view kName = "pairs";
    static constexpr std::string_view kSummary =
        "trades the spread of two symbols when it is far from its mean";

    static void fit(Options&, const Surroundings&) {}
    static void visit(Options& options, auto& parameters) {
        parameters.symbol({"first", "the first leg"}, options.first);
        parameters.symbol({"second", "the second leg"}, options.second);
        parameters.integer({"hedge_milli", 1, 1'000, "shares of the second for 1,000 of the first"},
                           options.hedge_milli);
        parameters.shares({"first_qty", 1, kSharesMax, "shares of the first when in the trade"},
                          options.first_qty);
        parameters.integer({"window", 2, 65'536, "samples"}, options.window);
        parameters.millis({"sample_every_ms", 1, kMsOfDay, "between samples"},
                          options.sample_every);
        parameters.integer(
            {"sample_on_timer", 0, 1,
             "1: sample and decide at the timer, at most once in each multiple of sample_every_ms"},
            options.samples_on_timer);
        parameters.integer(
            {"entry_z_milli", 1, 100'000, "standard deviations x 1,000 from the mean, to enter"},
            options.entry_z_milli);
        parameters.integer({"exit_z_milli", 0, 100'000, "to leave"}, options.exit_z_milli);
        parameters.integer(
            {"stop_z_milli", 1, 100'000, "to leave with a loss, until it was within exit_z_milli"},
            options.stop_z_milli);
        visit_seeker(options.seeker, parameters);
    }
    static Expected<PairsTrading> create(const Options& options) {
        return PairsTrading::create(options);
    }
};

template <>
struct StrategyEntry<Momentum> {
    using Options = MomentumOptions;
    static constexpr std::string_view kName = "momentum";
    static constexpr std::string_view kSummary = "follows a move until it fades";

    static void fit(Options& options, const Surroundings& around) {
        options.instruments_max = around.instruments_max;
    }
    static void visit(Options& options, auto& parameters) {
        parameters.shares({"qty", 1, kSharesMax, "shares of a position"}, options.qty);
        parameters.integer({"lookback", 1, 65'536, "samples"}, options.lookback);
        parameters.millis({"sample_every_ms", 1, kMsOfDay, "between samples"},
                          options.sample_every);
        parameters.integer({"entry_bps", 1, 10'000, "move over the lookback, to enter"},
                           options.entry_bps);
        parameters.integer({"exit_bps", 0, 10'000, "a smaller move has faded"}, options.exit_bps);
        visit_seeker(options.seeker, parameters);
    }
    static Expected<Momentum> create(const Options& options) { return Momentum::create(options); }
};

template <>
struct StrategyEntry<TrendFollowing> {
    using Options = TrendOptions;
    static constexpr std::string_view kName = "trend_following";
    static constexpr std::string_view kSummary = "holds the side of the faster of two averages";

    static void fit(Options& options, const Surroundings& around) {
        options.instruments_max = around.instruments_max;
    }
    static void visit(Options& options, auto& parameters) {
        parameters.shares({"qty", 1, kSharesMax, "shares of a position"}, options.qty);
        parameters.integer({"fast", 1, 65'536, "samples of the faster average"}, options.fast);
        parameters.integer({"slow", 2, 65'536, "samples of the slower one"}, options.slow);
        parameters.millis({"sample_every_ms", 1, kMsOfDay, "between samples"},
                          options.sample_every);
        parameters.integer({"band_bps", 0, 10'000, "averages closer than this are no trend"},
                           options.band_bps);
        parameters.integer({"stop_bps", 1, 10'000, "retreat from the best price since entry"},
                           options.stop_bps);
        visit_seeker(options.seeker, parameters);
    }
    static Expected<TrendFollowing> create(const Options& options) {
        return TrendFollowing::create(options);
    }
};

}  // namespace hotpath::strategy
