#pragma once
/// StrategyEntry: a strategy's name, its parameters and how it is made, for every command that
/// offers strategies (registry.hpp). A strategy specializes it in its own header or beside it:
///
///   template <>
///   struct StrategyEntry<Leaner> {
///       using Options = LeanerOptions;
///       static constexpr std::string_view kName = "leaner";
///       static constexpr std::string_view kSummary = "follows the larger side of the touch";
///       static void fit(Options& options, const Surroundings& around);
///       static void visit(Options& options, auto& parameters) {
///           parameters.integer({"qty", 1, 999'999, "shares of a position"}, options.qty);
///       }
///       static Expected<Leaner> create(const Options& options);
///   };
///
/// The end of a parameter's name is its unit: _ms, _us, _bps, _percent, _milli, _ticks, _dollars;
/// shares and samples have none. Threads: set-up. Allocation: the strategy's. Complexity: none.

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::strategy {

/// A number and its range, both ends included.
struct IntegerParameter {
    std::string_view key;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::string_view meaning;
};
/// Shares, ticks or basis points: the parameter is their number.
template <class T>
concept Countable = std::same_as<T, Qty> || std::same_as<T, SignedQty> || std::same_as<T, Ticks> ||
                    std::same_as<T, BasisPoints>;
/// Dollars of four decimals; the option is in price units (1/10,000 dollar).
struct DollarParameter {
    std::string_view key;
    double least = 0;
    double most = 0;
    std::string_view meaning;
    std::string_view former{};  // the key of older configurations, in price units
};
/// One of the traded symbols; required.
struct SymbolParameter {
    std::string_view key;
    std::string_view meaning;
};

inline constexpr std::int64_t kSharesMax = 999'999;  // of one order
inline constexpr std::int64_t kMsOfDay = 86'400'000;

/// What a strategy must fit to: given by the trader, not by its parameters.
struct Surroundings {
    std::uint16_t instruments_max = 0;
    std::span<const Symbol> symbols{};
    std::span<const oms::Fees> fees{};  // one a venue
};

template <class S>
struct StrategyEntry;

}  // namespace hotpath::strategy
