#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/machine_check.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "apps/hotpath/exchange/run.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/protocols/config/all.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct ExchangeArguments {
    fs::path config;
    fs::path json;
    bool is_check = false;
};

std::atomic<int> stop_signals{0};
static_assert(std::atomic<int>::is_always_lock_free, "must be safe in a signal handler");

void on_signal(int) {
    stop_signals.fetch_add(1);
}

Expected<void> run_exchange(const ExchangeArguments& arguments) {
    const Expected<ExchangeConfig> config = read_exchange_config(arguments.config);
    if (!config) {
        return std::unexpected(config.error());
    }
    if (auto checked = check_machine(arguments.config, *config); !checked || arguments.is_check) {
        return checked;
    }
    process::set_signals({SIGTERM, SIGINT}, on_signal);
    auto run = ExchangeRun::create(*config, arguments.json);
    if (!run) {
        return std::unexpected(run.error());
    }
    return (*run)->run(stop_signals);
}

/// "ours, one and another".
template <class Keys>
std::string list_of(std::string_view ours, const Keys& protocols, auto&& title_of) {
    std::vector<std::string_view> titles{ours};
    for (const auto& keys : protocols) {
        if (const std::string_view title = title_of(keys); !title.empty()) {
            titles.push_back(title);
        }
    }
    const std::string_view last = titles.back();
    titles.pop_back();
    return fmt::format("{} and {}", fmt::join(titles, ", "), last);
}

std::string description() {
    const auto orders_of = [](const live::VenuePortKeys& keys) { return keys.orders; };
    const auto data_of = [](const live::VenueKeys* keys) { return keys->market_data; };
    return fmt::format(
        "Run a venue: orders by {}; market data by {}; a durable journal. SIGTERM and SIGINT stop "
        "it cleanly",
        list_of("OUCH 5.0", protocols::venue_port_keys(), orders_of),
        list_of("ITCH 5.0 (MoldUDP64, with re-requests and GLIMPSE snapshots)",
                protocols::venue_keys(), data_of));
}

}  // namespace

void add_exchange(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand("exchange", description());
    auto arguments = std::make_shared<ExchangeArguments>();
    add_input(*command, {"-c,--config", "Configuration file: docs/guide/exchange.md"},
              arguments->config)
        ->type_name("FILE")
        ->required();
    add_output_file(
        *command,
        {"--json", "Write the state as JSON at the start, with each health line and at the end"},
        arguments->json)
        ->type_name("FILE");
    command->add_flag(
        "--check", arguments->is_check,
        "Check the configuration and the resources it needs on this machine, and exit");
    command->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_exchange(*arguments); }; });
}

}  // namespace hotpath::app
