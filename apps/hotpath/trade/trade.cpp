#include <csignal>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/machine_check.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/run/trade_run.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/text/listed.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct TradeArguments {
    fs::path config;
    live::TradeFiles files;
    std::string expect;
    bool is_check = false;
};

live::TradeSignals trade_signals;
static_assert(std::atomic<bool>::is_always_lock_free, "must be safe in a signal handler");

void on_trade_signal(int number) {
    (number == SIGUSR1 ? trade_signals.kill : trade_signals.stop).store(true);
}

/// A loop that gives its core away makes gaps by itself, and the counters are those of one core.
Expected<void> check_watch(const TradeArguments& arguments, const live::TradeConfig& config) {
    if (arguments.files.gaps.empty() || (config.core && config.idle == live::Idle::Poll)) {
        return {};
    }
    return fail(fmt::format("{}: --gaps needs thread.core, and thread.idle must be \"poll\"",
                            arguments.config.string()));
}

Expected<void> run_trade(const TradeArguments& arguments, const strategy::Registry& strategies) {
    Expected<live::TradeConfig> config = live::read_trade_config(arguments.config, strategies);
    if (!config) {
        return std::unexpected(config.error());
    }
    if (auto read = read_passwords(*config); !read) {
        return fail(fmt::format("{}: {}", arguments.config.string(), read.error().message));
    }
    const auto identity = live::identity_of(arguments.config);
    if (!identity) {
        return std::unexpected(identity.error());
    }
    config->trader.configuration = *identity;
    if (config->second) {
        config->second->trader.configuration = *identity;
    }
    if (const std::string mine = fmt::format("{:016x}", *identity);
        !arguments.expect.empty() && arguments.expect != mine) {
        return fail(fmt::format("checksum of configuration and program is {}, expected {}", mine,
                                arguments.expect));
    }
    if (auto checked = check_watch(arguments, *config); !checked) {
        return checked;
    }
    if (auto checked = check_machine(arguments.config, *config); !checked) {
        return checked;
    }
    if (arguments.is_check) {
        fmt::print("trade: {:016x}\n", *identity);
        return {};
    }
    process::set_signals({SIGTERM, SIGINT, SIGUSR1}, on_trade_signal);
    auto run = live::make_trade_run(*config, arguments.files);
    if (!run) {
        return std::unexpected(run.error());
    }
    return (*run)->run(trade_signals);
}

}  // namespace

void add_trade(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "trade", fmt::format("Trade at a venue: market data by {} with recovery, strategy, risk "
                             "checks, orders by {}, "
                             "positions reconciled with the drop copy. SIGTERM and SIGINT cancel "
                             "every order and stop; "
                             "SIGUSR1 is the kill switch",
                             text::listed(protocols::MarketFeeds::kNames, " or "),
                             text::listed(protocols::OrderEntries::kTitles, " or ")));
    auto arguments = std::make_shared<TradeArguments>();
    add_input(*command, {"-c,--config", "Configuration file: docs/guide/trader.md"},
              arguments->config)
        ->type_name("FILE")
        ->required();
    add_output_file(*command,
                    {"--json", "Write the state as JSON with each health line and at the end"},
                    arguments->files.json)
        ->type_name("FILE");
    add_output_file(
        *command,
        {"--gaps",
         "Record gaps of the trading thread's loop once trading starts; write them and their "
         "causes as JSON at the end: docs/guide/tuning-a-host.md"},
        arguments->files.gaps)
        ->type_name("FILE");
    add_text(*command,
             {"--expect",
              "Refuse to start unless configuration and program have this checksum: 16 hexadecimal "
              "digits, as --check prints them"},
             arguments->expect, check_identity)
        ->type_name("HEX");
    command->add_flag("--check", arguments->is_check,
                      "Check the configuration and the resources it needs on this machine, print "
                      "its checksum and exit");
    command->callback([arguments, &strategies, &chosen] {
        chosen = [arguments, &strategies] { return run_trade(*arguments, strategies); };
    });
}

}  // namespace hotpath::app
