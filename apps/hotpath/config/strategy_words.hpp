#pragma once
/// A strategy and its parameters on a command line: --strategy NAME and --set KEY=VALUE, checked by
/// the strategy's own description.
///
///   StrategyWords words{.name = "market_maker"};
///   add_strategy_options(*command, words, registry);
///   ... after parsing: auto choice = choice_of(words, registry);
///
/// Symbols that are not set stay blank: StrategyChoice::choose_symbols. Threads: the main one.
/// Allocation: free.

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

struct StrategyWords {
    std::string name{};
    std::vector<std::string> settings{};  // KEY=VALUE
};

/// `help` is that of --strategy. The words outlive the command.
void add_strategy_options(CLI::App& command, StrategyWords& words,
                          const strategy::Registry& strategies, const std::string& help);

/// An error names the setting, what must hold, what was given and what the parameter means.
[[nodiscard]] Expected<strategy::StrategyChoice> choice_of(const StrategyWords& words,
                                                           const strategy::Registry& strategies);

}  // namespace hotpath::app
