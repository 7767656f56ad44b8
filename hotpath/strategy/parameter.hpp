#pragma once
/// Parameter: one parameter of a strategy as commands read, write and list it, whatever the type of
/// the option behind it. Made of the one description that the strategy gives (entry.hpp).
///
///   EachParameter visitor([](Parameter& parameter) { ... });    reads, and may change the value
///   StrategyEntry<S>::visit(options, visitor);
///
/// Threads: set-up. Allocation: the visitor's function's. Complexity: O(parameters).

#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/strategy/entry.hpp"

namespace hotpath::strategy {

enum class ParameterKind : std::uint8_t { Integer, Dollars, Symbol };

struct Parameter {
    std::string_view key{};
    std::string_view meaning{};
    std::string_view former{};  // of Dollars: the key of older configurations, in price units
    ParameterKind kind = ParameterKind::Integer;
    // An integer in the unit of its key, dollars in price units; a symbol has none of the three.
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::int64_t value = 0;
    Symbol symbol{};       // blank: not chosen yet
    bool is_size = false;  // shares of an order or a position: scales with the size of the trading
};

/// Price units of a dollar.
inline constexpr double kUnitsOfDollar = PriceScale{}.units_per_currency;

/// The unit that the end of a key names: "ms", "us", "basis points", "percent", "thousandths",
/// "ticks", "dollars"; "" for counts: shares, samples.
[[nodiscard]] constexpr std::string_view unit_of(std::string_view key) noexcept {
    constexpr std::pair<std::string_view, std::string_view> kUnits[]{{"_ms", "ms"},
                                                                     {"_us", "us"},
                                                                     {"_bps", "basis points"},
                                                                     {"_percent", "percent"},
                                                                     {"_milli", "thousandths"},
                                                                     {"_ticks", "ticks"},
                                                                     {"_dollars", "dollars"}};
    // reject_pause_ms; and spread_bps_max, whose bound follows the unit.
    const std::string_view bounded =
        key.ends_with("_max") || key.ends_with("_min") ? key.substr(0, key.size() - 4) : key;
    for (const auto& [end, unit] : kUnits) {
        if (bounded.ends_with(end)) {
            return unit;
        }
    }
    return "";
}

/// Shows each parameter of a strategy to `use` as a Parameter, and takes over its value.
template <class Use>
class EachParameter {
  public:
    explicit EachParameter(Use use) : use_(std::move(use)) {}

    template <class T>
    void integer(const IntegerParameter& about, T& value) {
        value = static_cast<T>(used(about, static_cast<std::int64_t>(value)));
    }
    template <Countable T>
    void integer(const IntegerParameter& about, T& count) {
        integer(about, count.value);
    }
    template <class T>
    void shares(const IntegerParameter& about, T& value) {
        value = static_cast<T>(used(about, static_cast<std::int64_t>(value), true));
    }
    template <Countable T>
    void shares(const IntegerParameter& about, T& count) {
        shares(about, count.value);
    }
    void millis(const IntegerParameter& about, Nanos& value) { time(about, value, 1'000'000); }
    void micros(const IntegerParameter& about, Nanos& value) { time(about, value, 1'000); }
    void dollars(const DollarParameter& about, std::int64_t& units) {
        Parameter parameter{.key = about.key,
                            .meaning = about.meaning,
                            .former = about.former,
                            .kind = ParameterKind::Dollars,
                            .least = std::llround(about.least * kUnitsOfDollar),
                            .most = std::llround(about.most * kUnitsOfDollar),
                            .value = units};
        use_(parameter);
        units = parameter.value;
    }
    void symbol(const SymbolParameter& about, Symbol& value) {
        Parameter parameter{.key = about.key,
                            .meaning = about.meaning,
                            .kind = ParameterKind::Symbol,
                            .symbol = value};
        use_(parameter);
        value = parameter.symbol;
    }

  private:
    [[nodiscard]] std::int64_t used(const IntegerParameter& about, std::int64_t value,
                                    bool is_size = false) {
        Parameter parameter{.key = about.key,
                            .meaning = about.meaning,
                            .least = about.least,
                            .most = about.most,
                            .value = value,
                            .is_size = is_size};
        use_(parameter);
        return parameter.value;
    }
    /// A value that stays keeps what is below the parameter's unit.
    void time(const IntegerParameter& about, Nanos& value, std::int64_t nanos_of_unit) {
        const std::int64_t before = value.value / nanos_of_unit;
        if (const std::int64_t after = used(about, before); after != before) {
            value = {after * nanos_of_unit};
        }
    }

    Use use_;
};

}  // namespace hotpath::strategy
