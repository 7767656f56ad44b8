#include <csignal>

#include <fmt/format.h>

#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/operate/operate.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/process/signals.hpp"

namespace hotpath::app {

namespace {

using trader::OperatorAction;
using trader::OperatorAnswer;
using trader::OperatorCommand;
using trader::OperatorStatus;

struct TraderAction {
    OperatorAction action = OperatorAction::Status;
    std::vector<std::string> symbols{};  // of Cancel and Override
    std::int64_t for_s = 0;              // of Override, of watch
};
using SharedAction = std::shared_ptr<TraderAction>;

std::atomic<bool> watch_is_over{false};

void on_watch_signal(int) {
    watch_is_over.store(true);
}

[[nodiscard]] std::string mode_text(const OperatorAnswer& answer) {
    switch (answer.mode) {
        case risk::TradingMode::Open:
            break;
        case risk::TradingMode::ReducingOnly:
            return fmt::format("reducing only ({})", risk::stop_name(answer.reason));
        case risk::TradingMode::Killed:
            return fmt::format("killed ({})", risk::stop_name(answer.reason));
    }
    return answer.is_stale ? "open, books stale" : answer.is_in_doubt ? "open, in doubt" : "open";
}

[[nodiscard]] std::string answer_text(const OperatorAnswer& answer) {
    const std::string symbol = answer.command.symbol.str();
    return fmt::format("{}{}{}: {}; {}, {} orders open, P&L {:.2f}, {:016x}\n",
                       trader::name(answer.command.action), symbol.empty() ? "" : " ", symbol,
                       trader::name(answer.status), mode_text(answer), answer.open_orders,
                       static_cast<double>(answer.pnl.value) / PriceScale{}.units_per_currency,
                       answer.configuration);
}

[[nodiscard]] Expected<std::vector<OperatorCommand>> commands_of(const TraderAction& action) {
    OperatorCommand command{.action = action.action};
    if (action.action == OperatorAction::Override) {
        command.duration = {action.for_s * kNanosPerSecond};
    }
    std::vector<OperatorCommand> commands;
    for (const std::string& text : action.symbols) {
        const auto symbol = Symbol::from(text);
        if (!symbol) {
            return fail(fmt::format("symbol must be 1 to 8 characters, got {}", text));
        }
        commands.push_back(command);
        commands.back().symbol = *symbol;
    }
    return commands.empty() ? std::vector{command} : commands;
}

[[nodiscard]] Expected<std::unique_ptr<OperatorClient>> connect_to_trader(const OperatePort& port) {
    const auto config = live::read_trade_config(port.config, *port.strategies);
    if (!config) {
        return std::unexpected(config.error());
    }
    auto login = login_of(port, {config->operators.users, config->operator_hashes},
                          {config->operator_port, config->operator_tls.has_value(),
                           config->plain_text_beyond_loopback});
    if (!login) {
        return std::unexpected(login.error());
    }
    login->whom = "the trader";
    return OperatorClient::connect(*login);
}

/// The first of two operators has done what he can.
[[nodiscard]] bool is_fine(OperatorStatus status) {
    return status == OperatorStatus::Done || status == OperatorStatus::NeedsSecond;
}

Expected<void> send_to_trader(const OperatePort& port, const TraderAction& action) {
    const auto commands = commands_of(action);
    if (!commands) {
        return std::unexpected(commands.error());
    }
    auto client = connect_to_trader(port);
    if (!client) {
        return std::unexpected(client.error());
    }
    bool is_all_done = true;
    for (const OperatorCommand& command : *commands) {
        const auto answer = (*client)->ask(command);
        if (!answer) {
            return std::unexpected(answer.error());
        }
        fmt::print("{}", answer_text(*answer));
        is_all_done = is_all_done && is_fine(answer->status);
    }
    (*client)->leave();
    return is_all_done ? Expected<void>()
                       : fail("some commands were refused: see the answers above");
}

/// Its heartbeats satisfy the dead-man switch (absence_max_ms).
Expected<void> watch_trader(const OperatePort& port, const TraderAction& action) {
    process::set_signals({SIGTERM, SIGINT}, on_watch_signal);
    auto client = connect_to_trader(port);
    if (!client) {
        return std::unexpected(client.error());
    }
    const auto answer = (*client)->ask(OperatorCommand{});
    if (!answer) {
        return std::unexpected(answer.error());
    }
    fmt::print("{}", answer_text(*answer));
    std::fflush(stdout);
    const Nanos time =
        action.for_s == 0 ? Nanos{kForever.value / 4} : Nanos{action.for_s * kNanosPerSecond};
    if (!(*client)->stay(time, [] { return watch_is_over.load(); })) {
        return fail("the trader closed the connection");
    }
    (*client)->leave();
    return {};
}

}  // namespace

void add_trader_actions(CLI::App& operate, const SharedOperatePort& port, Run& chosen) {
    const auto add = [&](const char* name, const char* what, OperatorAction kind,
                         Expected<void> (*run)(const OperatePort&, const TraderAction&)) {
        CLI::App* command = operate.add_subcommand(name, what)->group("A trader");
        auto action = std::make_shared<TraderAction>();
        action->action = kind;
        command->callback([=, &chosen] { chosen = [=] { return run(*port, *action); }; });
        return std::pair(command, action);
    };
    const auto with_symbols = [](const std::pair<CLI::App*, SharedAction>& added) {
        add_texts(*added.first, {"SYMBOL", "The instruments"}, added.second->symbols, check_symbol)
            ->type_name("")
            ->required();
        return added;
    };
    add("status", "Print mode, positions and P&L", OperatorAction::Status, send_to_trader);
    add("kill", "Cancel every order and send no new ones until `resume-trading`",
        OperatorAction::Kill, send_to_trader);
    add("reduce-only",
        "Cancel every order and send only orders that reduce a position until `resume-trading`",
        OperatorAction::ReduceOnly, send_to_trader);
    add("resume-trading", "Trade again after a stop of any kind", OperatorAction::Resume,
        send_to_trader);
    add("accept-gap", "Trade on books that may lack lost messages", OperatorAction::AcceptGap,
        send_to_trader);
    with_symbols(add("cancel",
                     "Cancel the orders of instruments and send no new ones until `resume-trading`",
                     OperatorAction::Cancel, send_to_trader));
    const auto [override_command, override_action] = with_symbols(add(
        "override", "Replace [limits] by [override_limits] for a limited time; needs two operators",
        OperatorAction::Override, send_to_trader));
    add_integer(*override_command, {"--for-s", "Duration in seconds"}, override_action->for_s,
                {1, 86'400})
        ->type_name("S")
        ->required();
    const auto [watch_command, watch_action] =
        add("watch", "Stay logged in with heartbeats until interrupted", OperatorAction::Status,
            watch_trader);
    add_integer(*watch_command, {"--for-s", "Duration in seconds; default: until interrupted"},
                watch_action->for_s, {1, 86'400})
        ->type_name("S");
}

}  // namespace hotpath::app
