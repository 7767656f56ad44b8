#include "apps/hotpath/strategies/listing.hpp"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hotpath/config/strategy_table.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;
using strategy::Parameter;
using strategy::ParameterKind;

[[nodiscard]] std::string_view kind_name(ParameterKind kind) {
    return kind == ParameterKind::Integer   ? "integer"
           : kind == ParameterKind::Dollars ? "dollars"
                                            : "symbol";
}

/// As it is in a configuration: an integer, or dollars.
[[nodiscard]] Json number_json(const Parameter& parameter, std::int64_t value) {
    return parameter.kind == ParameterKind::Integer
               ? Json(value)
               : Json(static_cast<double>(value) / strategy::kUnitsOfDollar);
}

[[nodiscard]] Json parameter_json(const Parameter& parameter) {
    Json json{{"key", parameter.key},
              {"kind", kind_name(parameter.kind)},
              {"unit", strategy::unit_of(parameter.key)},
              {"meaning", parameter.meaning}};
    if (parameter.kind != ParameterKind::Symbol) {
        json["least"] = number_json(parameter, parameter.least);
        json["most"] = number_json(parameter, parameter.most);
        json["default"] = number_json(parameter, parameter.value);
    }
    return json;
}

}  // namespace

std::string strategies_text(std::span<const strategy::Registration> strategies) {
    std::string text;
    for (const strategy::Registration& each : strategies) {
        text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", each.name, each.summary);
        for (const Parameter& parameter : strategy::StrategyChoice(each).parameters()) {
            text += fmt::format("  {:<24} {:<24} {:>10}   {}\n", parameter.key,
                                config::range_text(parameter), config::value_text(parameter),
                                parameter.meaning);
        }
    }
    return text;
}

std::string strategies_json(std::span<const strategy::Registration> strategies) {
    Json json = Json::array();
    for (const strategy::Registration& each : strategies) {
        Json parameters = Json::array();
        for (const Parameter& parameter : strategy::StrategyChoice(each).parameters()) {
            parameters.push_back(parameter_json(parameter));
        }
        json.push_back({{"name", each.name},
                        {"summary", each.summary},
                        {"venues", each.venues},
                        {"parameters", parameters}});
    }
    return json.dump(2) + "\n";
}

}  // namespace hotpath::app
