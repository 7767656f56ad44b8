#include <atomic>
#include <csignal>
#include <memory>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/machine_check.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "apps/hotpath/exchange/run.hpp"
#include "hotpath/process/signals.hpp"

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

}  // namespace

void add_exchange(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "exchange",
        "Run a venue: orders by OUCH 5.0, FIX and iLink 3; market data by ITCH 5.0 (MoldUDP64, "
        "with "
        "re-requests and GLIMPSE snapshots), MDP 3.0 and FIX; a durable journal. SIGTERM and "
        "SIGINT stop it cleanly");
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
