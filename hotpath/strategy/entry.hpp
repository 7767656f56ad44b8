#pragma once
/// StrategyEntry: a strategy's name, its parameters and how it is made, for every command that
/// offers strategies (registry.hpp). A strategy describes itself with these members:
///
///   class Leaner : public NullStrategy {
///     public:
///       static constexpr std::string_view kName = "leaner";
///       static constexpr std::string_view kSummary = "follows the larger side of the touch";
///       struct Options { Qty qty{100}; };
///       static void visit(Options& options, auto& parameters) {
///           parameters.shares({"qty", 1, 999'999, "shares of a position"}, options.qty);
///       }
///       explicit Leaner(const Options& options);     // or static Expected<Leaner> create(options)
///
/// shares() is an integer() that scales with the size of the trading: shares of an order, of a
/// position. A backtest at twice the size doubles these, and no others.
///
/// Optional: static void fit(Options&, const Surroundings&), in place of Options::instruments_max.
/// A strategy without these members specializes StrategyEntry. The end of a parameter's name is its
/// unit (unit_of). Threads: set-up. Allocation: the strategy's. Complexity: none.

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/fees.hpp"

namespace hotpath::strategy {

/// A number and its range, both ends included.
struct IntegerParameter {
    std::string_view key;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::string_view meaning;
};
/// Types whose parameter is their number: shares, ticks or basis points.
template <class T>
concept Countable = std::same_as<T, Qty> || std::same_as<T, SignedQty> || std::same_as<T, Ticks> ||
                    std::same_as<T, BasisPoints>;
/// A parameter in dollars of four decimals; the option is in price units (1/10,000 dollar).
struct DollarParameter {
    std::string_view key;
    double least = 0;
    double most = 0;
    std::string_view meaning;
    std::string_view former{};  // the key of older configurations, in price units
};
/// A parameter that is one of the traded symbols; required.
struct SymbolParameter {
    std::string_view key;
    std::string_view meaning;
};

inline constexpr std::int64_t kSharesMax = 999'999;  // of one order
inline constexpr std::int64_t kMsOfDay = 86'400'000;

/// The properties of the trader to which a strategy must fit; they are not its parameters.
struct Surroundings {
    std::uint16_t instruments_max = 0;
    std::span<const Symbol> symbols{};
    std::span<const oms::Fees> fees{};  // one a venue
};

/// The entry of a strategy that describes itself.
template <class S>
struct StrategyEntry {
    using Options = typename S::Options;
    static constexpr std::string_view kName = S::kName;
    static constexpr std::string_view kSummary = S::kSummary;

    /// Fits the options to the trader: sets those that are the trader's, such as instruments_max.
    static void fit(Options& options, const Surroundings& around) {
        if constexpr (requires { S::fit(options, around); }) {
            S::fit(options, around);
        } else if constexpr (requires { options.instruments_max = around.instruments_max; }) {
            options.instruments_max = around.instruments_max;
        }
    }
    /// Calls parameters.shares(), integer() and so on with each parameter and its option.
    static void visit(Options& options, auto& parameters) { S::visit(options, parameters); }
    /// Makes the strategy. Fails if it refuses its options.
    static Expected<S> create(const Options& options) {
        if constexpr (requires { S::create(options); }) {
            return S::create(options);
        } else {
            return S(options);
        }
    }
};

}  // namespace hotpath::strategy
