#include "apps/hotpath/operate/operate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/messages/venue_input_text.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"

namespace hotpath::app {

namespace {

using book::TradingState;
using exchange::Control;
using exchange::ControlAction;
using exchange::ControlStatus;
using match::CrossKind;

/// Prices of ITCH and OUCH: four decimals.
constexpr config::RealRange kDollars{.least = 0, .most = 429'496.7, .decimals_max = 4};

struct OperateArguments {
    SharedOperatePort port = std::make_shared<OperatePort>();
    // Arguments of the action.
    Control control{};
    std::vector<std::string> symbols;
    bool is_for_all = false;
    std::string reason;
    double reference = 0;
    std::string cross = "opening";  // indicate
    double lower = 0;
    double upper = 0;
    std::string whose;  // cancel-all, suspend, reinstate, disconnect, limits
    // limits; below 0: not given
    std::int64_t orders_per_second = -1;
    double order_value_max = -1;
    std::int64_t collar_bps = -1;
    double exposure_max = -1;
    bool is_configured = false;
    // break-trade, correct-trade
    std::uint64_t match = 0;
    double corrected = 0;
    std::string why = "supervisory";
};
using Arguments = std::shared_ptr<OperateArguments>;

[[nodiscard]] Price to_price(double dollars) {
    return {std::llround(dollars * 10'000)};
}

/// The venue maps the user to a session; the order of [[user]] tables does not.
[[nodiscard]] Expected<exchange::Username> user_of(const std::string& user,
                                                   const ExchangeConfig& config) {
    if (const auto n = login::find_user(config.server.users, user)) {
        return config.server.users[*n].username;
    }
    return fail(fmt::format("unknown [[user]] {}", user));
}

[[nodiscard]] char reason_of(const std::string& why) {
    namespace code = protocols::nasdaq::ouch50::broken_trade_reason;
    return why == "erroneous"  ? code::kErroneous
           : why == "consent"  ? code::kConsent
           : why == "external" ? code::kExternal
                               : code::kSupervisory;
}

/// A limit that is not given is kept, or with --configured the configuration's again.
[[nodiscard]] Expected<exchange::LimitChanges> limits_of(const OperateArguments& arguments) {
    using exchange::LimitChange;
    const auto otherwise =
        arguments.is_configured ? LimitChange::Kind::Configured : LimitChange::Kind::Keep;
    const auto change = [&](bool is_given, std::int64_t value) {
        return is_given ? LimitChange{LimitChange::Kind::Set, value} : LimitChange{otherwise, 0};
    };
    const exchange::LimitChanges changes{
        change(arguments.orders_per_second >= 0, arguments.orders_per_second),
        change(arguments.order_value_max >= 0, to_price(arguments.order_value_max).value),
        change(arguments.collar_bps >= 0, arguments.collar_bps),
        change(arguments.exposure_max >= 0, to_price(arguments.exposure_max).value)};
    const bool has_any = std::ranges::any_of(
        changes, [](const LimitChange& each) { return each.kind != LimitChange::Kind::Keep; });
    return has_any ? Expected<exchange::LimitChanges>(changes)
                   : fail("give one or more limits, or --configured");
}

[[nodiscard]] Expected<std::vector<Control>> control_of_user(const OperateArguments& arguments,
                                                             const ExchangeConfig& config) {
    Control control = arguments.control;
    const auto user = user_of(arguments.whose, config);
    if (!user) {
        return std::unexpected(user.error());
    }
    control.session = exchange::kUnknownSession;
    control.user = *user;
    if (control.action == ControlAction::SetLimits) {
        const auto limits = limits_of(arguments);
        if (!limits) {
            return std::unexpected(limits.error());
        }
        control.limits = *limits;
    }
    return std::vector{control};
}

/// One for each symbol.
[[nodiscard]] Expected<std::vector<Control>> controls_of(const OperateArguments& arguments,
                                                         const ExchangeConfig& config) {
    Control control = arguments.control;
    std::ranges::copy(arguments.reason, control.reason.begin());
    control.reference = to_price(arguments.reference);
    if (control.action == ControlAction::Indicate) {
        control.cross = arguments.cross == "closing"     ? CrossKind::Closing
                        : arguments.cross == "reopening" ? CrossKind::Halt
                                                         : CrossKind::Opening;
    }
    if (arguments.upper != 0) {
        control.bands = {to_price(arguments.lower), to_price(arguments.upper)};
    }
    if (control.is_of_session()) {
        return control_of_user(arguments, config);
    }
    if (control.is_of_trade()) {
        control.trade.match = {arguments.match};
        control.trade.corrected = to_price(arguments.corrected);
        control.trade.reason = exchange::AmendmentReason{reason_of(arguments.why)};
        return std::vector{control};
    }
    if (control.action == ControlAction::StartDay) {
        return std::vector{control};
    }
    if (arguments.is_for_all != arguments.symbols.empty()) {
        return fail("give one or more SYMBOLs, or --all");
    }
    std::vector<Control> controls;
    for (const std::string& text : arguments.symbols) {
        const auto symbol = Symbol::from(text);
        if (!symbol) {
            return fail(fmt::format("symbol must be 1 to 8 characters, got {}", text));
        }
        controls.push_back(control);
        controls.back().symbol = *symbol;
    }
    return arguments.is_for_all ? std::vector{control} : controls;
}

[[nodiscard]] std::string answer_text(const exchange::ControlAnswer& answer) {
    std::string text =
        fmt::format("{}: {}", messages::to_text(answer.control), name(answer.status));
    if (answer.control.is_of_session() || answer.control.is_of_trade() ||
        answer.status == ControlStatus::UnknownInstrument) {
        return text;
    }
    return answer.refused == 0 ? fmt::format("{}, {} instruments", text, answer.applied)
                               : fmt::format("{}, {} instruments; wrong phase for {} instruments",
                                             text, answer.applied, answer.refused);
}

Expected<void> run_operate(const OperateArguments& arguments) {
    const auto config = read_exchange_config(arguments.port->config);
    if (!config) {
        return std::unexpected(config.error());
    }
    const auto controls = controls_of(arguments, *config);
    auto login = login_of(
        *arguments.port, {config->server.operator_users, config->hashes.operator_users},
        {config->operator_port, config->tls.has_value(), config->plain_text_beyond_loopback});
    if (!controls || !login) {
        return std::unexpected(!controls ? controls.error() : login.error());
    }
    if (arguments.control.action == ControlAction::StartDay) {
        login->patience = login->patience + config->server.between_sessions;
    }
    auto client = OperatorClient::connect(*login);
    if (!client) {
        return std::unexpected(client.error());
    }
    bool are_all_done = true;
    for (const Control& control : *controls) {
        const auto answer = (*client)->ask(control);
        if (!answer) {
            return std::unexpected(answer.error());
        }
        fmt::print("{}\n", answer_text(*answer));
        are_all_done = are_all_done && answer->status == ControlStatus::Done;
    }
    (*client)->leave();
    return are_all_done ? Expected<void>()
                        : fail("some commands were refused: see the answers above");
}

/// Declares actions of `hotpath operate`.
class Actions {
  public:
    Actions(CLI::App& operate, const Arguments& arguments, Run& chosen)
        : operate_(operate), arguments_(arguments), chosen_(chosen) {}

    void add_all() {
        add_trading("collect", "Accept orders without trading, for a cross",
                    TradingState::QuotationOnly);
        add_trading("halt", "Stop trading", TradingState::Halted);
        add_trading("pause", "Stop trading temporarily", TradingState::Paused);
        add_trading("resume", "Resume trading without a cross", TradingState::Trading);
        add_cross("opening-cross", "Begin continuous trading", CrossKind::Opening);
        add_cross("reopening-cross", "End a halt with a cross", CrossKind::Halt);
        add_cross("closing-cross", "Stop continuous trading and cross", CrossKind::Closing);
        CLI::App& indicate = add("indicate", "Publish a cross's indicative price and quantity",
                                 {.action = ControlAction::Indicate});
        add_choice(indicate, {"--cross", "Kind of cross"}, arguments_->cross,
                   {"opening", "reopening", "closing"});
        add_reference(indicate);
        CLI::App& bands = add("bands", "Set price bands", {.action = ControlAction::SetBands});
        add_real(bands, {"--lower", "Lower band, in dollars"}, arguments_->lower, kDollars)
            ->required();
        add_real(bands, {"--upper", "Upper band, in dollars"}, arguments_->upper,
                 {0.0001, kDollars.most, 4})
            ->required();
        add("no-bands", "Remove the price bands", {.action = ControlAction::SetBands});
        add("end-of-day", "Halt every instrument and cancel all orders but good-till-canceled ones",
            {.action = ControlAction::EndDay});
        add_command("start-of-day",
                    "End the day and its session and begin the next; good-till-canceled orders "
                    "stay in the book",
                    {.action = ControlAction::StartDay});
        add_for_user("cancel-all", "Cancel every order of a user", ControlAction::CancelSession);
        add_for_user("suspend",
                     "Cancel every order of a user and refuse new ones; logins and cancels go on",
                     ControlAction::Suspend);
        add_for_user("reinstate", "Accept a suspended user's orders again",
                     ControlAction::Reinstate);
        add_for_user("disconnect", "Close a user's connections; the user may log in again",
                     ControlAction::Disconnect);
        add_limits(add_for_user("limits",
                                "Change a user's limits at the venue; 0: no limit; they stay over "
                                "days and restarts",
                                ControlAction::SetLimits));
        add_for_trade("break-trade", "Break a trade of the day: it counts no longer",
                      ControlAction::BreakTrade);
        add_real(add_for_trade("correct-trade", "Correct the price of a trade of the day",
                               ControlAction::CorrectTrade),
                 {"--price", "The price that it should have had, in dollars"},
                 arguments_->corrected, {.least = 0.0001, .most = 200'000, .decimals_max = 4})
            ->required();
    }

  private:
    CLI::App& add_for_user(const char* name, const char* what, ControlAction action) {
        CLI::App& command = add_command(name, what, {.action = action});
        add_text(command, {"USER", "Name of a [[user]] of the configuration"}, arguments_->whose,
                 check_user)
            ->type_name("")
            ->required();
        return command;
    }
    CLI::App& add_for_trade(const char* name, const char* what, ControlAction action) {
        CLI::App& command = add_command(name, what, {.action = action});
        add_integer(command, {"MATCH", "Match number of the trade, as its replies have it"},
                    arguments_->match, {1, std::numeric_limits<std::int64_t>::max()})
            ->type_name("")
            ->required();
        add_choice(command, {"--reason", "Why, as it stands in the replies"}, arguments_->why,
                   {"supervisory", "erroneous", "consent", "external"});
        return command;
    }
    void add_limits(CLI::App& command) {
        constexpr config::RealRange kLimit{.least = 0, .most = 1e12, .decimals_max = 4};
        add_integer(command, {"--orders-per-second", "Orders and replacements a second"},
                    arguments_->orders_per_second, {0, 10'000'000});
        add_real(command, {"--order-value-max", "Dollars of one order"},
                 arguments_->order_value_max, kLimit);
        add_integer(command, {"--collar-bps", "Distance from the market, in basis points"},
                    arguments_->collar_bps, {0, 9'999});
        add_real(command, {"--exposure-max", "Dollars of all open orders"},
                 arguments_->exposure_max, kLimit);
        command.add_flag("--configured", arguments_->is_configured,
                         "Every limit that is not given: as in the configuration");
    }
    CLI::App& add_command(const char* action, const char* what, const Control& control) {
        CLI::App* command = operate_.add_subcommand(action, what)->group("A venue");
        command->callback([arguments = arguments_, control, &chosen = chosen_] {
            arguments->control = control;
            chosen = [arguments] { return run_operate(*arguments); };
        });
        return *command;
    }
    CLI::App& add(const char* action, const char* what, const Control& control) {
        CLI::App& command = add_command(action, what, control);
        add_texts(command, {"SYMBOL", "The instruments"}, arguments_->symbols, check_symbol)
            ->type_name("");
        command.add_flag("--all", arguments_->is_for_all, "Every instrument");
        return command;
    }
    void add_trading(const char* action, const char* what, TradingState state) {
        Control control{.action = ControlAction::SetTrading};
        control.state = state;
        add_text(add(action, what, control), {"--reason", "1 to 4 characters, such as T1"},
                 arguments_->reason, check_reason)
            ->type_name("TEXT");
    }
    void add_cross(const char* action, const char* what, CrossKind kind) {
        Control control{.action = ControlAction::Cross};
        control.cross = kind;
        add_reference(add(action, what, control));
    }
    void add_reference(CLI::App& command) {
        add_real(command, {"--reference", "Reference price of the cross, in dollars"},
                 arguments_->reference, kDollars);
    }

    CLI::App& operate_;
    const Arguments& arguments_;
    Run& chosen_;
};

}  // namespace

namespace {

/// nullopt: the configuration's own.
[[nodiscard]] Expected<std::optional<std::string>> given_password(const OperatePort& port,
                                                                  bool is_hashed) {
    login::PasswordSource source{.file = port.password_file};
    if (source.file.empty() && is_hashed && std::getenv("HOTPATH_PASSWORD") != nullptr) {
        source.variable = "HOTPATH_PASSWORD";
    }
    if (!source.is_set()) {
        return is_hashed
                   ? fail(fmt::format("{}: has only the hash of the operator's password: give the "
                                      "password by --password-file or HOTPATH_PASSWORD",
                                      port.config.string()))
                   : Expected<std::optional<std::string>>(std::nullopt);
    }
    auto password = login::read_password(source);
    if (!password) {
        return std::unexpected(password.error());
    }
    return login::is_login_word(*password, login::kPasswordMax)
               ? Expected<std::optional<std::string>>(std::move(*password))
               : fail(fmt::format("the operator's password must be {}", login::kPasswordAllowed));
}

[[nodiscard]] Expected<net::Endpoint> address_of(const OperatePort& port,
                                                 const std::optional<net::Endpoint>& configured) {
    if (!port.address.empty()) {
        return net::Endpoint::parse(port.address);
    }
    if (!configured || configured->port == 0) {
        return fail(
            fmt::format("{}: operator.address must have a port above 0, or --address "
                        "must be given",
                        port.config.string()));
    }
    return *configured;
}

}  // namespace

Expected<OperatorLogin> login_of(const OperatePort& port, const OperatorUsers& operators,
                                 const ConfiguredPort& configured) {
    const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users = operators.logins;
    OperatorLogin login{.patience = {port.timeout_ms * 1'000'000}};
    const std::optional<std::size_t> wanted = !port.user.empty()
                                                  ? login::find_user(users, port.user)
                                              : users.empty() ? std::nullopt
                                                              : std::optional<std::size_t>(0);
    if (!wanted) {
        return fail(fmt::format("{}: --user must be one of its [[operator_user]] entries",
                                port.config.string()));
    }
    if (auto checked = login::check_secrets(port.config); !checked) {
        return std::unexpected(checked.error());
    }
    const auto given = given_password(port, operators.hashes[*wanted].has_value());
    if (!given) {
        return std::unexpected(given.error());
    }
    login.credentials = users[*wanted];
    if (*given) {
        login.credentials.password = protocols::to_alpha<login::kPasswordMax>(**given);
    }
    login.number = {static_cast<std::uint16_t>(*wanted)};
    const auto address = address_of(port, configured.address);
    if (!address) {
        return std::unexpected(address.error());
    }
    login.address = *address;
    auto tls = client_config(port.tls,
                             {.file = port.config,
                              .is_server = configured.has_tls,
                              .is_plain_text_allowed = configured.is_plain_text_allowed},
                             login.address);
    if (!tls) {
        return std::unexpected(tls.error());
    }
    login.tls = std::move(*tls);
    return login;
}

void add_operate(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "operate",
        "Command a running venue (halts, crosses, price bands, the end of its day; each command is "
        "journaled before it takes effect) or a running trader (the kill switch and its release)");
    auto arguments = std::make_shared<OperateArguments>();
    arguments->port->strategies = &strategies;
    add_input(*command,
              {"-c,--config",
               "Configuration file of the venue or of the trader: docs/guide/exchange.md, "
               "docs/guide/trader.md"},
              arguments->port->config)
        ->type_name("FILE")
        ->required();
    add_text(*command, {"--address", "Operator port, instead of the configured one"},
             arguments->port->address, check_endpoint)
        ->type_name("ADDRESS:PORT");
    add_text(*command, {"--user", "Name of an [[operator_user]]; default: the first"},
             arguments->port->user, check_user)
        ->type_name("NAME");
    add_input(
        *command,
        {"--password-file",
         "File with the password in its first line; default: the configuration's password, or "
         "HOTPATH_PASSWORD if the configuration has a hash"},
        arguments->port->password_file)
        ->type_name("FILE");
    add_tls_options(*command, arguments->port->tls);
    add_integer(*command, {"--timeout-ms", "Time to wait for an answer"},
                arguments->port->timeout_ms, {1, 3'600'000})
        ->type_name("MS");
    command->require_subcommand(1);
    Actions(*command, arguments, chosen).add_all();
    add_trader_actions(*command, arguments->port, chosen);
}

}  // namespace hotpath::app
