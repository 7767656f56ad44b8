#include "apps/hotpath/order/account.hpp"

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/text/listed.hpp"

namespace hotpath::app {

namespace {

/// A trader's or a venue's configuration.
struct ConfiguredAccounts {
    toml::table root{};
    ConfiguredTls tls{};
};

/// A trader's file has one account, a venue's has its users.
[[nodiscard]] Expected<void> read_accounts(const std::filesystem::path& file,
                                           const toml::table& root, ConfiguredAccounts& found) {
    found.root = root;
    found.tls.file = file;
    found.tls.is_plain_text_allowed = root[login::kPlainTextKey].value_or(false);
    if (root["account"].is_table()) {
        return login::read_tls_client(file, root, "tls", found.tls.client);
    }
    if (!root["user"].is_array()) {
        return fail(file.string() + ": must have an [account] or a [[user]]");
    }
    found.tls.is_server = root["tls"].is_table();
    return {};
}

[[nodiscard]] Expected<std::string> find_password(const OrderAccountWords& words,
                                                  const order_entry::HandAccount& account) {
    if (!words.password_file.empty()) {
        return login::read_password({.file = words.password_file});
    }
    if (const char* const password = std::getenv("HOTPATH_PASSWORD")) {
        return std::string(password);
    }
    if (account.elsewhere.is_set()) {
        return login::read_password(account.elsewhere);
    }
    if (!account.password.empty()) {
        return account.password;
    }
    return fail(fmt::format(
        "no password for {}: set --password-file, HOTPATH_PASSWORD or the configuration",
        account.user));
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

/// The place of the protocol in the list: that of the command line, or the trader's, or the first.
[[nodiscard]] std::size_t protocol_of(const OrderAccountWords& words,
                                      const ConfiguredAccounts& configured) {
    std::string key = words.protocol;
    if (key.empty() && configured.root["account"].is_table()) {
        key = configured.root["venue"]["protocol"].value_or(std::string());
    }
    const std::size_t index = protocols::OrderEntries::index_of(key);
    const bool has_one =
        index < protocols::OrderEntries::kCount && order_entry::hand_protocol(index) != nullptr;
    return has_one ? index : 0;
}

/// Refuses options of a protocol that is not the one that is used.
[[nodiscard]] Expected<void> check_options(const OrderAccountWords& words, std::size_t used) {
    for (std::size_t index = 0; index < protocols::OrderEntries::kCount; ++index) {
        const order_entry::HandProtocol* const protocol = order_entry::hand_protocol(index);
        if (protocol == nullptr || index == used) {
            continue;
        }
        std::vector<std::string_view> names;
        bool is_any_given = false;
        for (const order_entry::HandOption& option : protocol->options()) {
            names.push_back(option.name);
            is_any_given = is_any_given || words.options.has(option.name);
        }
        if (is_any_given) {
            return fail(fmt::format("{} need --protocol {}", text::listed(names, " and "),
                                    protocols::OrderEntries::kKeys[index]));
        }
    }
    return {};
}

}  // namespace

Expected<OrderAccount> read_order_account(const OrderAccountWords& words) {
    const auto configured = read_configured(words.config);
    if (!configured) {
        return std::unexpected(configured.error());
    }
    const std::size_t protocol = protocol_of(words, *configured);
    if (auto checked = check_options(words, protocol); !checked) {
        return std::unexpected(checked.error());
    }
    const auto account = order_entry::hand_protocol(protocol)->choose({.words = words.options,
                                                                       .user = words.user,
                                                                       .config = words.config,
                                                                       .root = configured->root});
    if (!account) {
        return std::unexpected(account.error());
    }
    const auto password = find_password(words, *account);
    const auto address = find_address(words, account->address);
    if (!password || !address) {
        return std::unexpected(!password ? password.error() : address.error());
    }
    auto open = account->with_password(*password);
    if (!open) {
        return std::unexpected(open.error());
    }
    auto tls = client_config(words.tls, configured->tls, *address);
    if (!tls) {
        return std::unexpected(tls.error());
    }
    return OrderAccount{.of = {.address = *address, .user = account->user, .tls = std::move(*tls)},
                        .open = std::move(*open)};
}

}  // namespace hotpath::app
