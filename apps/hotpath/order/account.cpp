#include "apps/hotpath/order/account.hpp"

#include <cstdlib>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "apps/hotpath/config/toml_table.hpp"
#include "apps/hotpath/login/secrets.hpp"

namespace hotpath::app {

namespace {

constexpr std::size_t kUserLengthMax = 6;
constexpr std::size_t kPasswordLengthMax = 10;

/// The order-entry part of a configuration.
struct ConfiguredAccounts {
    std::string address;
    std::vector<std::pair<std::string, std::string>> users;  // and their passwords; "": elsewhere
    PasswordSource elsewhere{};                              // of a trader's one account
    ConfiguredTls tls{};
};

[[nodiscard]] std::string text_of(const toml::node_view<const toml::node>& node) {
    return node.value_or(std::string());
}

/// A trader's file has one account, a venue's has its users.
[[nodiscard]] Expected<void> read_accounts(const std::filesystem::path& file,
                                           const toml::table& root, ConfiguredAccounts& found) {
    found.tls.file = file;
    found.tls.is_plain_text_allowed = root[kPlainTextKey].value_or(false);
    if (const auto account = root["account"]; account.is_table()) {
        found.address = text_of(root["venue"]["order_entry"]);
        found.users.emplace_back(text_of(account["user"]), text_of(account["password"]));
        found.elsewhere.variable = text_of(account["password_env"]);
        if (const std::string name = text_of(account["password_file"]); !name.empty()) {
            found.elsewhere.file = file.parent_path() / name;
        }
        return read_tls_client(file, root, "tls", found.tls.client);
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

[[nodiscard]] Expected<std::string> find_password(const OrderAccountWords& words,
                                                  const std::string& user,
                                                  const ConfiguredAccounts& configured) {
    if (!words.password_file.empty()) {
        return read_password({.file = words.password_file});
    }
    if (const char* const password = std::getenv("HOTPATH_PASSWORD")) {
        return std::string(password);
    }
    for (const auto& [name, password] : configured.users) {
        if (!wire::soupbintcp::is_same_text(wire::to_alpha<6>(name), wire::to_alpha<6>(user))) {
            continue;
        }
        if (configured.elsewhere.is_set()) {
            return read_password(configured.elsewhere);
        }
        if (!password.empty()) {
            return password;
        }
    }
    return fail(fmt::format(
        "no password for {}: set --password-file, HOTPATH_PASSWORD or the configuration", user));
}

[[nodiscard]] Expected<net::Endpoint> find_address(const OrderAccountWords& words,
                                                   const ConfiguredAccounts& configured) {
    const std::string& text = words.address.empty() ? configured.address : words.address;
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
    if (auto checked = check_secrets(file); !checked) {
        return std::unexpected(checked.error());
    }
    return read_toml_file<ConfiguredAccounts>(
        file, [&](const toml::table& root, ConfiguredAccounts& configured) {
            return read_accounts(file, root, configured);
        });
}

}  // namespace

Expected<OrderAccount> read_order_account(const OrderAccountWords& words) {
    const auto configured = read_configured(words.config);
    if (!configured) {
        return std::unexpected(configured.error());
    }
    const auto user = choose_user(words, *configured);
    if (!user) {
        return std::unexpected(user.error());
    }
    if (user->empty() || user->size() > kUserLengthMax) {
        return fail(fmt::format("user must be 1 to {} characters, got {}", kUserLengthMax, *user));
    }
    const auto password = find_password(words, *user, *configured);
    const auto address = find_address(words, *configured);
    if (!password || !address) {
        return std::unexpected(!password ? password.error() : address.error());
    }
    const auto tls = client_config(words.tls, configured->tls, *address);
    if (!tls) {
        return std::unexpected(tls.error());
    }
    if (password->empty() || password->size() > kPasswordLengthMax) {
        return fail(fmt::format("the password of {} must be 1 to {} characters, got {}", *user,
                                kPasswordLengthMax, password->size()));
    }
    return OrderAccount{.address = *address,
                        .user = *user,
                        .credentials = wire::soupbintcp::Credentials::of(*user, *password),
                        .tls = *tls};
}

}  // namespace hotpath::app
