// hotpath order: orders by hand, or by a script.

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/order/account.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/order_entry/command.hpp"
#include "hotpath/order_entry/hand_protocol.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/text/listed.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;
using Kind = order_entry::OrderCommand::Kind;

constexpr std::size_t kLineLengthMax = 1'024;

struct OrderArguments {
    OrderAccountWords account;
    std::int64_t timeout_ms = 5'000;
    std::int64_t stay_ms = 0;
    bool is_json = false;
    std::vector<std::string> words;
};

/// Lines of the standard input, as they come.
class CommandLines {
  public:
    /// Without waiting; nullopt: no whole line is there.
    [[nodiscard]] std::optional<std::string> next() {
        const std::size_t end = buffer_.find('\n');
        if (end == std::string::npos && (!is_at_end_ || buffer_.empty())) {
            return std::nullopt;
        }
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end == std::string::npos ? end : end + 1);
        return line;
    }
    /// Waits unless poll() has said that something is there.
    void read_more() {
        char room[4'096];
        const ssize_t count = ::read(STDIN_FILENO, room, sizeof room);
        if (count > 0) {
            buffer_.append(room, static_cast<std::size_t>(count));
        }
        is_at_end_ = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) ||
                     buffer_.size() > 1'024 * kLineLengthMax;
    }
    [[nodiscard]] bool is_at_end() const { return is_at_end_; }

  private:
    std::string buffer_;
    bool is_at_end_ = false;
};

class OrderConversation {
  public:
    explicit OrderConversation(const OrderArguments& arguments) : arguments_(arguments) {}

    [[nodiscard]] Expected<void> run();

  private:
    [[nodiscard]] Expected<void> log_in();
    [[nodiscard]] Expected<void> read_lines();
    /// Fails when there is no going on; a command that was refused is counted.
    [[nodiscard]] Expected<void> do_line(const std::string& line);
    [[nodiscard]] Expected<void> carry_out(order_entry::OrderCommand command);
    [[nodiscard]] Expected<void> change_orders(order_entry::OrderCommand& command);
    [[nodiscard]] Expected<void> stay(Nanos time);
    void list_open_orders() const;
    void refuse(const std::string& why);
    void show_reply(const order_entry::EntryReply& reply) const;
    void say(const std::string& words, const Json& json) const;

    const OrderArguments& arguments_;
    std::unique_ptr<order_entry::EntryClient> client_;
    std::uint32_t last_ = 0;  // the order entered last
    std::uint64_t line_ = 0;
    std::uint64_t commands_ = 0;
    std::uint64_t refused_ = 0;
    bool is_over_ = false;
};

void OrderConversation::say(const std::string& words, const Json& json) const {
    if (arguments_.is_json) {
        fmt::print("{}\n", json.dump());
    } else {
        fmt::print("{}\n", words);
    }
    std::fflush(stdout);
}

void OrderConversation::show_reply(const order_entry::EntryReply& reply) const {
    Json json{{"event", "reply"}};
    json.update(reply.fields);
    say(reply.words, json);
}

void OrderConversation::refuse(const std::string& why) {
    ++refused_;
    const bool has_line = arguments_.words.empty();
    say(has_line ? fmt::format("line {}: {}", line_, why) : why,
        {{"event", "error"}, {"line", line_}, {"error", why}});
}

Expected<void> OrderConversation::log_in() {
    const auto account = read_order_account(arguments_.account);
    if (!account) {
        return std::unexpected(account.error());
    }
    auto client = order_entry::EntryClient::connect(
        account->of, account->open, {arguments_.timeout_ms * 1'000'000},
        [this](const order_entry::EntryReply& reply) { show_reply(reply); });
    if (!client) {
        return std::unexpected(client.error());
    }
    client_ = std::move(*client);
    const order_entry::OrderBookkeeping& orders = client_->orders();
    say(fmt::format("logged in as {} at {}, session {}: next order {}, {} open", account->of.user,
                    account->of.address.to_string(), client_->session(), orders.next_number(),
                    orders.open().size()),
        {{"event", "logged_in"},
         {"user", account->of.user},
         {"address", account->of.address.to_string()},
         {"session", client_->session()},
         {"next_user_ref_num", orders.next_number()},
         {"open_orders", orders.open().size()}});
    return {};
}

Expected<void> OrderConversation::run() {
    if (!arguments_.words.empty()) {
        // A command that is wrong is refused before the login.
        const auto command =
            order_entry::parse_order_command(fmt::format("{}", fmt::join(arguments_.words, " ")));
        if (!command) {
            return std::unexpected(command.error());
        }
        if (command->kind == Kind::Help) {
            fmt::print("{}", order_entry::order_command_help());
            return {};
        }
    }
    if (auto logged_in = log_in(); !logged_in) {
        return logged_in;
    }
    auto done = arguments_.words.empty()
                    ? read_lines()
                    : do_line(fmt::format("{}", fmt::join(arguments_.words, " ")));
    if (done && !is_over_) {
        done = stay({arguments_.stay_ms * 1'000'000});
    }
    if (!done) {
        return done;
    }
    client_->leave();
    return refused_ == 0 ? Expected<void>()
                         : fail(fmt::format("{} of {} commands failed", refused_, commands_));
}

Expected<void> OrderConversation::read_lines() {
    if (!arguments_.is_json && ::isatty(STDIN_FILENO) == 1) {
        fmt::print("help lists the commands, quit exits\n");
        std::fflush(stdout);
    }
    CommandLines lines;
    while (!is_over_) {
        while (const auto line = lines.next()) {
            ++line_;
            if (auto done = do_line(*line); !done || is_over_) {
                return done;
            }
        }
        if (lines.is_at_end()) {
            return {};
        }
        if (client_->is_closed()) {
            return fail(client_->why_closed());
        }
        if (client_->poll(STDIN_FILENO, {kNanosPerSecond})) {
            lines.read_more();
        }
    }
    return {};
}

Expected<void> OrderConversation::do_line(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.starts_with('#')) {
        return {};
    }
    ++commands_;
    if (line.size() > kLineLengthMax) {
        refuse(fmt::format("a line must be at most {} characters, got {}", kLineLengthMax,
                           line.size()));
        return {};
    }
    const auto command = order_entry::parse_order_command(line);
    if (!command) {
        refuse(command.error().message);
        return {};
    }
    return carry_out(*command);
}

Expected<void> OrderConversation::carry_out(order_entry::OrderCommand command) {
    switch (command.kind) {
        case Kind::Enter:
        case Kind::Replace:
        case Kind::Cancel:
            return change_orders(command);
        case Kind::Query: {
            const auto answered = client_->await_replies();
            const std::uint32_t next = client_->orders().next_number();
            say(fmt::format("next order {}", next),
                {{"event", "account"}, {"next_user_ref_num", next}});
            return answered;
        }
        case Kind::Orders:
            list_open_orders();
            return {};
        case Kind::Wait:
            return stay(command.wait);
        case Kind::Help:
            say(std::string(order_entry::order_command_help()),
                {{"event", "help"}, {"text", order_entry::order_command_help()}});
            return {};
        case Kind::Quit:
            is_over_ = true;
            return {};
    }
    return {};
}

Expected<void> OrderConversation::change_orders(order_entry::OrderCommand& command) {
    const order_entry::OrderBookkeeping& orders = client_->orders();
    const std::uint32_t next = orders.next_number();
    if (command.is_of_order() && command.number == 0) {
        command.number = last_;
    }
    if (auto has_words = client_->check(command); !has_words) {
        refuse(has_words.error().message);
        return {};
    }
    if (command.is_of_order() && orders.open_qty(command.number) == 0) {
        refuse(command.number == 0 ? std::string("no order was entered in this session yet")
                                   : fmt::format("order {} is not open", command.number));
        return {};
    }
    const std::uint32_t open_before = orders.open_qty(command.number);
    const std::uint64_t rejected_before = orders.rejected();
    if (auto sent = client_->send(command); !sent) {
        return sent;
    }
    if (command.kind != Kind::Cancel) {
        last_ = next;
    }
    if (auto answered = client_->await_replies(); !answered) {
        return answered;
    }
    const bool is_rejected = orders.rejected() > rejected_before;
    refused_ += is_rejected ? 1U : 0U;
    if (command.kind == Kind::Cancel && !is_rejected &&
        orders.open_qty(command.number) == open_before) {
        refuse(fmt::format("order {} has at most {} shares in all: nothing was canceled",
                           command.number, command.qty));
    }
    return {};
}

Expected<void> OrderConversation::stay(Nanos time) {
    const Time until = Time{timing::monotonic_ns()} + time;
    for (Time now{timing::monotonic_ns()}; now < until; now = Time{timing::monotonic_ns()}) {
        if (client_->is_closed()) {
            return fail(client_->why_closed());
        }
        static_cast<void>(client_->poll(-1, until - now));
    }
    return {};
}

void OrderConversation::list_open_orders() const {
    const auto& open = client_->orders().open();
    if (open.empty()) {
        say("no open orders", {{"event", "no_open_orders"}});
    }
    for (const auto& [number, order] : open) {
        say(fmt::format("order {} is open: {} {} {} at {}", number, messages::side_text(order.side),
                        order.open_qty, order.symbol.str(), price_text(order.price)),
            {{"event", "open"},
             {"user_ref_num", number},
             {"side", messages::side_text(order.side)},
             {"quantity", order.open_qty},
             {"symbol", order.symbol.str()},
             {"price", price_text(order.price)}});
    }
}

/// The protocols with orders by hand.
[[nodiscard]] std::vector<std::size_t> protocols_by_hand() {
    std::vector<std::size_t> all;
    for (std::size_t n = 0; n < protocols::OrderEntries::kCount; ++n) {
        if (order_entry::hand_protocol(n) != nullptr) {
            all.push_back(n);
        }
    }
    return all;
}

void add_option(CLI::App& command, const order_entry::HandOption& option,
                order_entry::HandWords& words) {
    using OptionKind = order_entry::HandOption::Kind;
    switch (option.kind) {
        case OptionKind::Name:
            add_text(command, {option.name, option.help}, words.texts[option.name], option.check)
                ->type_name("NAME");
            break;
        case OptionKind::Choice:
            add_choice(command, {option.name, option.help}, words.texts[option.name],
                       option.choices);
            break;
        case OptionKind::OutputFile:
            add_output_file(command, {option.name, option.help}, words.files[option.name])
                ->type_name("FILE");
            break;
        case OptionKind::Flag:
            command.add_flag(option.name, words.flags[option.name], option.help);
            break;
    }
}

void add_protocol_options(CLI::App& command, OrderAccountWords& words) {
    const std::vector<std::size_t> all = protocols_by_hand();
    std::vector<std::string> keys;
    keys.reserve(all.size());
    for (const std::size_t n : all) {
        keys.emplace_back(protocols::OrderEntries::kKeys[n]);
    }
    add_choice(command,
               {"--protocol", "Protocol of the session; default: the configuration's, or ouch"},
               words.protocol, keys);
    for (const std::size_t n : all) {
        for (const order_entry::HandOption& option : order_entry::hand_protocol(n)->options()) {
            add_option(command, option, words.options);
        }
    }
}

[[nodiscard]] std::string titles_by_hand() {
    std::vector<std::string_view> titles;
    for (const std::size_t n : protocols_by_hand()) {
        titles.push_back(protocols::OrderEntries::kTitles[n]);
    }
    return text::listed(titles, " or ");
}

}  // namespace

void add_order(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "order", "Enter, replace and cancel orders by hand at a venue, over " + titles_by_hand() +
                     ", and print the "
                     "replies in words. No risk gate checks these orders: only the venue's limits "
                     "for the user "
                     "stand behind them. Without COMMAND, commands are read from standard input, "
                     "one a line");
    auto arguments = std::make_shared<OrderArguments>();
    add_input(*command,
              {"-c,--config",
               "Configuration file of a trader or venue, with address and account: "
               "docs/guide/orders-by-hand.md"},
              arguments->account.config)
        ->type_name("FILE");
    add_text(*command, {"--address", "Order entry port, instead of the configured one"},
             arguments->account.address, check_endpoint)
        ->type_name("ADDRESS:PORT");
    add_text(*command, {"--user", "Account, 1 to 6 characters"}, arguments->account.user,
             check_user)
        ->type_name("NAME");
    add_input(
        *command,
        {"--password-file", "File with the password in its first line; default: HOTPATH_PASSWORD"},
        arguments->account.password_file)
        ->type_name("FILE");
    add_protocol_options(*command, arguments->account);
    add_tls_options(*command, arguments->account.tls);
    command->add_flag("--json", arguments->is_json, "Print one JSON object a line");
    add_integer(*command, {"--timeout-ms", "Time to wait for an answer"}, arguments->timeout_ms,
                {1, 3'600'000})
        ->type_name("MS");
    add_integer(*command,
                {"--stay-ms",
                 "Time to print replies after the last command; the venue cancels the "
                 "orders when the client disconnects"},
                arguments->stay_ms, {0, 86'400'000})
        ->type_name("MS");
    add_texts(*command,
              {"COMMAND", "One of the commands below; default: commands from standard input"},
              arguments->words, check_nothing)
        ->type_name("");
    command->footer("\nCommands:\n" + std::string(order_entry::order_command_help()) +
                    "\nExit codes: 0 done; 1 a command was refused, or there is no session (with "
                    "a one-line error); 2 wrong usage.");
    command->callback([arguments, &chosen] {
        chosen = [arguments] { return OrderConversation(*arguments).run(); };
    });
}

}  // namespace hotpath::app
