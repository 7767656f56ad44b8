#include "apps/hotpath/trade/strategies_text.hpp"

#include <string_view>

#include <fmt/format.h>

#include "apps/hotpath/config/number_range.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

namespace {

/// Writes the parameters of a strategy, whose options are at their defaults.
class ParameterLines {
  public:
    explicit ParameterLines(std::string& text) : text_(text) {}

    template <class T>
    void integer(const strategy::IntegerParameter& parameter, const T& value) {
        add(parameter, static_cast<std::int64_t>(value));
    }
    template <strategy::Countable T>
    void integer(const strategy::IntegerParameter& parameter, const T& count) {
        integer(parameter, count.value);
    }
    void millis(const strategy::IntegerParameter& parameter, const Nanos& value) {
        add(parameter, value.value / 1'000'000);
    }
    void micros(const strategy::IntegerParameter& parameter, const Nanos& value) {
        add(parameter, value.value / 1'000);
    }
    void dollars(const strategy::DollarParameter& parameter, const std::int64_t& units) {
        constexpr double kUnits = 10'000;
        add(parameter.key, to_text(RealRange{parameter.least, parameter.most}),
            fmt::format("{}", static_cast<double>(units) / kUnits), parameter.meaning);
    }
    void symbol(const strategy::SymbolParameter& parameter, const Symbol&) {
        add(parameter.key, "one of trading.symbols", "(required)", parameter.meaning);
    }

  private:
    void add(const strategy::IntegerParameter& parameter, std::int64_t value) {
        add(parameter.key, to_text(IntegerRange{parameter.least, parameter.most}),
            fmt::to_string(value), parameter.meaning);
    }
    void add(std::string_view key, const std::string& range, const std::string& value,
             std::string_view meaning) {
        text_ += fmt::format("  {:<24} {:<24} {:>10}   {}\n", key, range, value, meaning);
    }

    std::string& text_;
};

}  // namespace

std::string strategies_text() {
    std::string text;
    for (std::size_t n = 0; n < strategy::kStrategies; ++n) {
        text += fmt::format("{}{}: {}\n", n == 0 ? "" : "\n", strategy::kStrategyNames[n],
                            strategy::kStrategySummaries[n]);
        strategy::StrategyChoice choice = strategy::choice_at(n);
        strategy::visit_choice(choice, [&]<class S>(std::type_identity<S>, auto& options) {
            ParameterLines lines(text);
            strategy::StrategyEntry<S>::visit(options, lines);
        });
    }
    return text;
}

}  // namespace hotpath::app
