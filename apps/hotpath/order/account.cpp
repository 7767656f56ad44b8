#include "apps/hotpath/order/account.hpp"

#include <cstdlib>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"

namespace hotpath::app {

namespace {

/// The order-entry part of a configuration.
struct ConfiguredAccounts {
    std::string address;
    std::vector<std::pair<std::string, std::string>> users;  // and their passwords; "": elsewhere
    login::PasswordSource elsewhere{};                       // of a trader's one account
    ConfiguredFix fix{};
    ConfiguredTls tls{};
};

[[nodiscard]] std::string text_of(const toml::node_view<const toml::node>& node) {
    return node.value_or(std::string());
}

/// A trader's file has one account, a venue's has its users.
[[nodiscard]] Expected<void> read_accounts(const std::filesystem::path& file,
                                           const toml::table& root, ConfiguredAccounts& found) {
    found.tls.file = file;
    found.tls.is_plain_text_allowed = root[login::kPlainTextKey].value_or(false);
    found.fix = read_configured_fix(file, root);
    if (const auto account = root["account"]; account.is_table()) {
        found.address = text_of(root["venue"]["order_entry"]);
        found.users.emplace_back(text_of(account["user"]), text_of(account["password"]));
        found.elsewhere.variable = text_of(account["password_env"]);
        if (const std::string name = text_of(account["password_file"]); !name.empty()) {
            found.elsewhere.file = file.parent_path() / name;
        }
        return login::read_tls_client(file, root, "tls", found.tls.client);
    }
    const toml::array* const users = root["user"].as_array();
    if (users == nullptr) {
        return fail(file.string() + ": must have an [account] or a [[user]]");
    }
    found.address = text_of(root["order_entry"]["address"]);
    found.tls.is_server = root["tls"].is_table();
    for (const toml::node& user : *users) {
        if (const toml::table* const table = user.as_table()) {
            found.users.emplace_back(text_of((*table)["name"]), text_of((*table)["password"]));
        }
    }
    return {};
}

[[nodiscard]] std::string names_of(const ConfiguredAccounts& configured) {
    std::string names;
    for (const auto& [name, password] : configured.users) {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

/// The one that is asked for, or the only one.
[[nodiscard]] Expected<std::string> choose_user(const OrderAccountWords& words,
                                                const ConfiguredAccounts& configured) {
    if (!words.user.empty()) {
        return words.user;
    }
    if (configured.users.empty()) {
        return fail("--user must name the account, or -c a configuration with one");
    }
    if (configured.users.size() > 1) {
        return fail(fmt::format("--user must name one of the users of {}: {}",
                                words.config.string(), names_of(configured)));
    }
    return configured.users.front().first;
}

/// A password in a configuration, or where that says that it is.
struct ConfiguredPassword {
    std::string text{};
    login::PasswordSource elsewhere{};
};

[[nodiscard]] ConfiguredPassword password_of(const ConfiguredAccounts& configured,
                                             const std::string& user) {
    for (const auto& [name, password] : configured.users) {
        if (protocols::nasdaq::soupbintcp::is_same_text(protocols::to_alpha<6>(name),
                                                        protocols::to_alpha<6>(user))) {
            return {password, configured.elsewhere};
        }
    }
    return {};
}

[[nodiscard]] Expected<std::string> find_password(const OrderAccountWords& words,
                                                  const std::string& user,
                                                  const ConfiguredPassword& configured) {
    if (!words.password_file.empty()) {
        return login::read_password({.file = words.password_file});
    }
    if (const char* const password = std::getenv("HOTPATH_PASSWORD")) {
        return std::string(password);
    }
    if (configured.elsewhere.is_set()) {
        return login::read_password(configured.elsewhere);
    }
    if (!configured.text.empty()) {
        return configured.text;
    }
    return fail(fmt::format(
        "no password for {}: set --password-file, HOTPATH_PASSWORD or the configuration", user));
}

[[nodiscard]] Expected<net::Endpoint> find_address(const OrderAccountWords& words,
                                                   const std::string& configured) {
    const std::string& text = words.address.empty() ? configured : words.address;
    if (text.empty()) {
        return fail("--address must be the order-entry address, or -c a configuration with one");
    }
    const auto address = net::Endpoint::parse(text);
    if (address && address->port == 0) {
        return fail(
            fmt::format("the port in {} is 0: --address must be the venue's address and port",
                        words.address.empty() ? words.config.string() : text));
    }
    return address;
}

[[nodiscard]] Expected<ConfiguredAccounts> read_configured(const std::filesystem::path& file) {
    if (file.empty()) {
        return ConfiguredAccounts{};
    }
    if (std::error_code ignored; !std::filesystem::is_regular_file(file, ignored)) {
        return fail(file.string() + ": must be a readable file");
    }
    if (auto checked = login::check_secrets(file); !checked) {
        return std::unexpected(checked.error());
    }
    return config::read_toml_file<ConfiguredAccounts>(
        file, [&](const toml::table& root, ConfiguredAccounts& configured) {
            return read_accounts(file, root, configured);
        });
}

/// Checked, with what both protocols have.
[[nodiscard]] Expected<OrderAccount> finish_account(const OrderAccountWords& words,
                                                    const ConfiguredTls& configured,
                                                    OrderAccount&& account) {
    auto tls = client_config(words.tls, configured, account.address);
    if (!tls) {
        return std::unexpected(tls.error());
    }
    account.tls = std::move(*tls);
    return std::move(account);
}

[[nodiscard]] std::unexpected<Error> wrong_password(const std::string& user, std::size_t most,
                                                    std::size_t length) {
    return fail(
        fmt::format("the password of {} must be 1 to {} characters, got {}", user, most, length));
}

[[nodiscard]] Expected<OrderAccount> read_fix_account(const OrderAccountWords& words,
                                                      const ConfiguredAccounts& configured) {
    auto fix = make_fix_account(words.fix, words.user, configured.fix);
    if (!fix) {
        return std::unexpected(fix.error());
    }
    const std::string comp_id = fix->session.comp_id;
    const auto address = find_address(words, configured.fix.address);
    const auto password =
        find_password(words, comp_id, {fix->session.password, configured.fix.elsewhere});
    if (!password || !address) {
        return std::unexpected(!password ? password.error() : address.error());
    }
    if (!login::is_login_word(*password, protocols::fix::kTextLengthMax)) {
        return wrong_password(comp_id, protocols::fix::kTextLengthMax, password->size());
    }
    fix->session.password = *password;
    return finish_account(
        words, configured.tls,
        {.address = *address, .user = comp_id, .fix = std::move(*fix), .tls = {}});
}

[[nodiscard]] Expected<OrderAccount> read_ouch_account(const OrderAccountWords& words,
                                                       const ConfiguredAccounts& configured) {
    const auto user = choose_user(words, configured);
    if (!user) {
        return std::unexpected(user.error());
    }
    if (user->empty() || user->size() > login::kUserMax) {
        return fail(fmt::format("user must be 1 to {} characters, got {}", login::kUserMax, *user));
    }
    const auto password = find_password(words, *user, password_of(configured, *user));
    const auto address = find_address(words, configured.address);
    if (!password || !address) {
        return std::unexpected(!password ? password.error() : address.error());
    }
    if (password->empty() || password->size() > login::kPasswordMax) {
        return wrong_password(*user, login::kPasswordMax, password->size());
    }
    return finish_account(
        words, configured.tls,
        {.address = *address,
         .user = *user,
         .credentials = protocols::nasdaq::soupbintcp::Credentials::of(*user, *password),
         .tls = {}});
}

}  // namespace

Expected<OrderAccount> read_order_account(const OrderAccountWords& words) {
    const auto configured = read_configured(words.config);
    if (!configured) {
        return std::unexpected(configured.error());
    }
    const bool is_fix =
        words.fix.protocol.empty() ? configured->fix.is_protocol : words.fix.protocol == "fix";
    if (!is_fix && words.fix.has_any()) {
        return fail(
            "--comp-id, --venue-comp-id, --fix-version, --numbers and --reset-numbers need "
            "--protocol fix");
    }
    return is_fix ? read_fix_account(words, *configured) : read_ouch_account(words, *configured);
}

}  // namespace hotpath::app
