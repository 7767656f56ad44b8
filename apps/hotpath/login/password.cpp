#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "hotpath/crypto/password_hash.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/order_entry/hand_protocol.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/text/listed.hpp"

namespace hotpath::app {

namespace {

struct PasswordArguments {
    std::uint32_t log2_n = crypto::ScryptCost{}.log2_n;
};

/// The terminal shows nothing of what is typed while it lives; signals that would end the program
/// wait until the terminal is as it was.
class SilentTerminal {
  public:
    SilentTerminal() {
        ::sigset_t ending{};
        ::sigemptyset(&ending);
        for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGTSTP}) {
            ::sigaddset(&ending, signal);
        }
        ::sigprocmask(SIG_BLOCK, &ending, &signals_before_);
        ::tcgetattr(STDIN_FILENO, &before_);
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;
    ~SilentTerminal() {
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
        ::sigprocmask(SIG_SETMASK, &signals_before_, nullptr);
    }

  private:
    termios before_{};
    ::sigset_t signals_before_{};
};

/// The protocols whose passwords may be longer than those of SoupBinTCP.
[[nodiscard]] std::vector<std::string_view> names_with_longer_passwords() {
    std::vector<std::string_view> names;
    for (std::size_t n = 0; n < protocols::OrderEntries::kCount; ++n) {
        const order_entry::HandProtocol* const protocol = order_entry::hand_protocol(n);
        if (protocol != nullptr && protocol->password_max > login::kPasswordMax) {
            names.push_back(protocols::OrderEntries::kNames[n]);
        }
    }
    return names;
}

[[nodiscard]] Expected<std::string> read_line() {
    std::optional<std::string> line = login::first_line(std::cin);
    return line ? Expected<std::string>(std::move(*line))
                : fail("the standard input must have a password in its first line");
}

[[nodiscard]] Expected<std::string> ask(const char* prompt) {
    fmt::print(stderr, "{}", prompt);
    Expected<std::string> typed = [] {
        const SilentTerminal silent;
        return read_line();
    }();
    fmt::print(stderr, "\n");
    return typed;
}

/// Typed twice at a terminal; the first line of anything else.
[[nodiscard]] Expected<std::string> read_new_password() {
    if (::isatty(STDIN_FILENO) == 0) {
        return read_line();
    }
    Expected<std::string> password = ask("Password: ");
    if (!password) {
        return password;
    }
    Expected<std::string> again = ask("The same again: ");
    const bool is_same = again && *again == *password;
    if (again) {
        crypto::erase(*again);
    }
    return is_same ? password : fail("the two passwords must be the same");
}

Expected<void> run_password(const PasswordArguments& arguments) {
    Expected<std::string> password = read_new_password();
    if (!password) {
        return std::unexpected(password.error());
    }
    if (!login::is_login_word(*password, crypto::PasswordHash::kPasswordLengthMax)) {
        return fail(
            fmt::format("the password must have 1 to {} letters, digits or signs, no blanks",
                        crypto::PasswordHash::kPasswordLengthMax));
    }
    if (password->size() > login::kPasswordMax) {
        fmt::print(stderr,
                   "hotpath password: longer than {} characters: for a {} session, not for "
                   "SoupBinTCP\n",
                   login::kPasswordMax, text::listed(names_with_longer_passwords(), " or "));
    }
    const auto hash = crypto::PasswordHash::make(*password, {.log2_n = arguments.log2_n});
    crypto::erase(*password);
    if (!hash) {
        return std::unexpected(hash.error());
    }
    fmt::print("{}\n", hash->text());
    return {};
}

}  // namespace

void add_password(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "password",
        "Hash a password for password_hash of a configuration. The password is typed twice at a "
        "terminal, or is the first line of standard input");
    auto arguments = std::make_shared<PasswordArguments>();
    add_integer(*command,
                {"--cost", "Memory of a check is 2^COST KiB; each step doubles memory and time"},
                arguments->log2_n, {10, 18})
        ->type_name("COST");
    command->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_password(*arguments); }; });
}

}  // namespace hotpath::app
