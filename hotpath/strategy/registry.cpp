#include "hotpath/strategy/registry.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "hotpath/strategy/latency_arbitrage_entry.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/taker_entries.hpp"

namespace hotpath::strategy {

namespace {

/// A line a strategy.
[[nodiscard]] std::vector<Registration> house() {
    return {
        detail::registration_of_any<NullStrategy>(),   detail::registration_of_any<MarketMaker>(),
        detail::registration_of_any<PairsTrading>(),   detail::registration_of_any<Momentum>(),
        detail::registration_of_any<TrendFollowing>(), detail::registration_of_any<ArbitrageLegs>(),
    };
}

[[nodiscard]] Expected<void> check(const Parameter& parameter, const std::string& of) {
    const std::string what = of + "parameter " + std::string(parameter.key);
    if (!is_plain_name(parameter.key)) {
        return fail(what + ": a key must be lower-case letters, digits and underscores");
    }
    if (parameter.kind != ParameterKind::Symbol &&
        (parameter.value < parameter.least || parameter.value > parameter.most)) {
        return fail(what + ": the default must be from " + std::to_string(parameter.least) +
                    " to " + std::to_string(parameter.most) + ", got " +
                    std::to_string(parameter.value));
    }
    return {};
}

[[nodiscard]] Expected<void> check(const Registration& registration) {
    const std::string of = "strategy " + std::string(registration.name) + ": ";
    if (!is_plain_name(registration.name)) {
        return fail(of +
                    "kName must be a lower-case letter, then lower-case letters, digits and "
                    "underscores, 32 characters at most");
    }
    std::set<std::string_view> keys{"name", "symbols"};  // those of its table in a configuration
    for (const Parameter& parameter : StrategyChoice(registration).parameters()) {
        if (auto checked = check(parameter, of); !checked) {
            return checked;
        }
        if (!keys.insert(parameter.key).second) {
            return fail(of + "parameter " + std::string(parameter.key) +
                        ": a key must be used once, and not be name or symbols");
        }
    }
    return {};
}

}  // namespace

void StrategyChoice::choose_symbols(std::span<const Symbol> symbols) {
    std::vector<Parameter> chosen = parameters();
    for (Parameter& parameter : chosen) {
        const auto is_free = [&](Symbol symbol) {
            return std::ranges::find(chosen, symbol, &Parameter::symbol) == chosen.end();
        };
        const auto next = std::ranges::find_if(symbols, is_free);
        if (parameter.kind == ParameterKind::Symbol && parameter.symbol == Symbol{} &&
            next != symbols.end()) {
            parameter.symbol = *next;
        }
    }
    assign(chosen);
}

Expected<Registry> Registry::create(std::span<const Registration> own) {
    std::vector<Registration> all = house();
    all.insert(all.end(), own.begin(), own.end());
    std::set<std::string_view> names;
    for (const Registration& registration : all) {
        if (auto checked = check(registration); !checked) {
            return std::unexpected(checked.error());
        }
        if (!names.insert(registration.name).second) {
            return fail("strategy " + std::string(registration.name) +
                        ": kName must be one that no other strategy has");
        }
    }
    return Registry(std::move(all));
}

std::vector<std::string_view> Registry::names() const {
    std::vector<std::string_view> names;
    std::ranges::transform(all_, std::back_inserter(names), &Registration::name);
    return names;
}

std::vector<std::string_view> Registry::one_venue_names() const {
    std::vector<std::string_view> names;
    for (const Registration& registration : all_) {
        if (registration.venues == 1) {
            names.push_back(registration.name);
        }
    }
    return names;
}

std::optional<StrategyChoice> Registry::choice_of(std::string_view name) const {
    const auto found = std::ranges::find(all_, name, &Registration::name);
    return found == all_.end() ? std::nullopt : std::optional<StrategyChoice>(*found);
}

bool is_plain_name(std::string_view name) noexcept {
    constexpr std::size_t kLengthMax = 32;
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto is_fine = [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; };
    return !name.empty() && name.size() <= kLengthMax && is_lower(name.front()) &&
           std::ranges::all_of(name, is_fine);
}

}  // namespace hotpath::strategy
