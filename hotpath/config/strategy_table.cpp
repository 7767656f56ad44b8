#include "hotpath/config/strategy_table.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace hotpath::config {

namespace {

using strategy::Parameter;
using strategy::ParameterKind;

[[nodiscard]] double to_dollars(std::int64_t units) {
    return static_cast<double>(units) / strategy::kUnitsOfDollar;
}

/// Configurations of earlier builds have a price in price units, under another key.
void read_dollars(TomlTable& table, Parameter& parameter) {
    if (!parameter.former.empty() && table.has(parameter.former)) {
        table.read(parameter.former, parameter.value, {parameter.least, parameter.most});
    } else {
        table.read_dollars(parameter.key, parameter.value, dollar_range(parameter));
    }
}

void read_symbol(TomlTable& table, std::span<const Symbol> symbols, std::string_view symbols_key,
                 Parameter& parameter) {
    std::string text;
    table.require(parameter.key);
    table.read(parameter.key, text);
    const std::optional<Symbol> symbol = Symbol::from(text);
    if (!symbol || std::ranges::find(symbols, *symbol) == symbols.end()) {
        table.refuse(parameter.key, "\"" + text + "\"", fmt::format("one of {}", symbols_key));
        return;
    }
    parameter.symbol = *symbol;
}

}  // namespace

void read_parameters(TomlTable& table, std::span<const Symbol> symbols,
                     std::string_view symbols_key, strategy::StrategyChoice& choice) {
    std::vector<Parameter> parameters = choice.parameters();
    for (Parameter& parameter : parameters) {
        switch (parameter.kind) {
            case ParameterKind::Integer:
                table.read(parameter.key, parameter.value, {parameter.least, parameter.most});
                break;
            case ParameterKind::Dollars:
                read_dollars(table, parameter);
                break;
            case ParameterKind::Symbol:
                read_symbol(table, symbols, symbols_key, parameter);
                break;
        }
    }
    choice.assign(parameters);
}

std::string to_toml(const strategy::StrategyChoice& choice) {
    std::string text = fmt::format("name = \"{}\"\n", choice.name());
    for (const Parameter& parameter : choice.parameters()) {
        switch (parameter.kind) {
            case ParameterKind::Integer:
                text += fmt::format("{} = {}\n", parameter.key, parameter.value);
                break;
            case ParameterKind::Dollars:
                text += fmt::format("{} = {:.4f}\n", parameter.key, to_dollars(parameter.value));
                break;
            case ParameterKind::Symbol:
                text += fmt::format("{} = \"{}\"\n", parameter.key, parameter.symbol.view());
                break;
        }
    }
    return text;
}

RealRange dollar_range(const Parameter& parameter) {
    return {.least = to_dollars(parameter.least),
            .most = to_dollars(parameter.most),
            .decimals_max = 4};
}

std::string range_text(const Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::Integer:
            return to_text(IntegerRange{parameter.least, parameter.most});
        case ParameterKind::Dollars:
            return to_text(dollar_range(parameter));
        case ParameterKind::Symbol:
            break;
    }
    return "one of trading.symbols";
}

std::string value_text(const Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::Integer:
            return fmt::to_string(parameter.value);
        case ParameterKind::Dollars:
            return fmt::format("{}", to_dollars(parameter.value));
        case ParameterKind::Symbol:
            break;
    }
    return parameter.symbol == Symbol{} ? "(required)" : parameter.symbol.str();
}

std::string_view unit_text(const Parameter& parameter) {
    return parameter.is_size ? "shares" : strategy::unit_of(parameter.key);
}

std::string meaning_with_unit(const Parameter& parameter) {
    const std::string_view unit = strategy::unit_of(parameter.key);
    return unit.empty() ? std::string(parameter.meaning)
                        : fmt::format("{}, in {}", parameter.meaning, unit);
}

Expected<void> read_value(Parameter& parameter, const std::string& text) {
    if (parameter.kind == ParameterKind::Integer) {
        const auto number = parse_integer(text, {parameter.least, parameter.most});
        parameter.value = number.value_or(0);
        return number ? Expected<void>() : std::unexpected(number.error());
    }
    if (parameter.kind == ParameterKind::Dollars) {
        const auto dollars = parse_real(text, dollar_range(parameter));
        parameter.value = std::llround(dollars.value_or(0) * strategy::kUnitsOfDollar);
        return dollars ? Expected<void>() : std::unexpected(dollars.error());
    }
    if (const std::string refused = check_symbol(text); !refused.empty()) {
        return fail(refused);
    }
    parameter.symbol = *Symbol::from(text);
    return {};
}

std::string check_symbol(const std::string& text) {
    return Symbol::from(text)
               ? ""
               : fmt::format("must be a symbol of 1 to 8 characters, got '{}'", text);
}

}  // namespace hotpath::config
