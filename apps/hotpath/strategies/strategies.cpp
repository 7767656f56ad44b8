#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/strategies/listing.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::app {

namespace {

struct StrategiesOptions {
    std::string name{};  // empty: all
    std::filesystem::path json{};
};

[[nodiscard]] Expected<void> run_strategies(const StrategiesOptions& options,
                                            const strategy::Registry& strategies) {
    std::vector<strategy::Registration> listed;
    for (const strategy::Registration& each : strategies.all()) {
        if (options.name.empty() || options.name == each.name) {
            listed.push_back(each);
        }
    }
    if (listed.empty()) {
        return fail(fmt::format("NAME must be one of {}, got '{}'",
                                fmt::join(strategies.names(), ", "), options.name));
    }
    fmt::print("{}", strategies_text(listed));
    return files::write_file_if_named(options.json, strategies_json(listed));
}

}  // namespace

void add_strategies(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "strategies",
        "Print every strategy, or one of them, with range, default and meaning of each parameter");
    auto options = std::make_shared<StrategiesOptions>();
    add_text(*command, {"NAME", "Name of a strategy; default: every strategy"}, options->name,
             check_nothing)
        ->type_name("");
    add_output_file(*command, {"--json", "Write the same as JSON"}, options->json)
        ->type_name("JSON");
    command->callback([options, &strategies, &chosen] {
        chosen = [options, &strategies] { return run_strategies(*options, strategies); };
    });
}

}  // namespace hotpath::app
