#include "apps/hotpath/config/strategy_words.hpp"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/strategies/listing.hpp"
#include "hotpath/config/strategy_table.hpp"
#include "hotpath/text/nearest_name.hpp"

namespace hotpath::app {

namespace {

using strategy::Parameter;

[[nodiscard]] Expected<void> set_parameter(std::vector<Parameter>& parameters,
                                           const std::string& setting, std::string_view name) {
    const std::size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    const auto found = std::ranges::find(parameters, key, &Parameter::key);
    if (found == parameters.end()) {
        std::vector<std::string_view> keys;
        std::ranges::transform(parameters, std::back_inserter(keys), &Parameter::key);
        return fail(fmt::format("--set {}: {} has no such parameter{}; it has {}", key, name,
                                text::nearest_text(key, keys),
                                keys.empty() ? "none" : fmt::format("{}", fmt::join(keys, ", "))));
    }
    if (const auto read = config::read_value(*found, setting.substr(equals + 1)); !read) {
        return fail(fmt::format("--set {} {} ({}: {})", key, read.error().message, name,
                                config::meaning_with_unit(*found)));
    }
    return {};
}

/// How to run a strategy that trades at several venues; "" for others.
[[nodiscard]] std::string note_on_venues(const strategy::Registry& strategies,
                                         std::string_view name) {
    const auto choice = strategies.choice_of(name);
    return choice && choice->venues() > 1
               ? fmt::format(
                     ", which trades at {} venues: hotpath trade runs it, with "
                     "[second_venue] as in docs/examples/trader-two-venues.toml",
                     choice->venues())
               : "";
}

/// The end of the help: the parameters of the strategy that is chosen there.
[[nodiscard]] std::string parameters_help(const strategy::Registry& strategies,
                                          std::string_view name) {
    const auto chosen = std::ranges::find(strategies.all(), name, &strategy::Registration::name);
    return chosen == strategies.all().end()
               ? "--strategy NAME --help lists the parameters of a strategy for --set."
               : fmt::format(
                     "Parameters for --set, with range, default and meaning; --strategy NAME "
                     "--help "
                     "lists those of another strategy:\n\n{}",
                     strategies_text(std::span(&*chosen, 1)));
}

}  // namespace

void add_strategy_options(CLI::App& command, StrategyWords& words,
                          const strategy::Registry& strategies, const std::string& help) {
    const std::vector<std::string_view> names = strategies.one_venue_names();
    CLI::Option* const name =
        add_choice(
            command, {"--strategy", help}, words.name, {names.begin(), names.end()},
            [&strategies](const std::string& text) { return note_on_venues(strategies, text); })
            ->type_name("NAME")
            ->capture_default_str();
    command.footer([name, &words, &strategies] {  // --help comes before the words are stored
        return parameters_help(strategies, name->count() > 0 ? name->results().back() : words.name);
    });
    add_texts(
        command,
        {"--set", "A parameter of the strategy (see hotpath strategies); repeat it for each one"},
        words.settings, check_setting)
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

Expected<strategy::StrategyChoice> choice_of(const StrategyWords& words,
                                             const strategy::Registry& strategies) {
    std::optional<strategy::StrategyChoice> choice = strategies.choice_of(words.name);
    if (!choice) {
        return fail(fmt::format("--strategy must be one of {}, got '{}'",
                                fmt::join(strategies.one_venue_names(), ", "), words.name));
    }
    std::vector<Parameter> parameters = choice->parameters();
    std::set<std::string> keys;
    for (const std::string& setting : words.settings) {
        if (auto done = set_parameter(parameters, setting, choice->name()); !done) {
            return std::unexpected(done.error());
        }
        if (const std::string key = setting.substr(0, setting.find('='));
            !keys.insert(key).second) {
            return fail(fmt::format("--set {} must be given once", key));
        }
    }
    choice->assign(parameters);
    return std::move(*choice);
}

}  // namespace hotpath::app
