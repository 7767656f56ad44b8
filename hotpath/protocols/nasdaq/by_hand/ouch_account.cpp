// The account of orders by hand over OUCH: from a trader's configuration ([account]), a venue's ([[user]]) or the
// command line.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/login/login_tables.hpp"
#include "hotpath/order_entry/hand_protocol.hpp"
#include "hotpath/protocols/nasdaq/by_hand/ouch_client.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"

namespace hotpath::protocols::nasdaq {

namespace {

using order_entry::HandAccount;
using order_entry::HandRequest;

struct Configured {
    std::string address{};
    std::vector<std::pair<std::string, std::string>> users{};  // and their passwords; "": elsewhere
    login::PasswordSource elsewhere{};                         // of a trader's one account
};

[[nodiscard]] std::string text_of(const toml::node_view<const toml::node>& node) {
    return node.value_or(std::string());
}

/// A trader's file has one account, a venue's has its users.
[[nodiscard]] Configured read_configured(const std::filesystem::path& file,
                                         const toml::table& root) {
    Configured found;
    if (const auto account = root["account"]; account.is_table()) {
        found.address = text_of(root["venue"]["order_entry"]);
        found.users.emplace_back(text_of(account["user"]), text_of(account["password"]));
        found.elsewhere.variable = text_of(account["password_env"]);
        if (const std::string name = text_of(account["password_file"]); !name.empty()) {
            found.elsewhere.file = file.parent_path() / name;
        }
        return found;
    }
    found.address = text_of(root["order_entry"]["address"]);
    const toml::array* const users = root["user"].as_array();
    for (std::size_t n = 0; users != nullptr && n < users->size(); ++n) {
        if (const toml::table* const table = users->get_as<toml::table>(n)) {
            found.users.emplace_back(text_of((*table)["name"]), text_of((*table)["password"]));
        }
    }
    return found;
}

[[nodiscard]] std::string names_of(const Configured& configured) {
    std::string names;
    for (const auto& [name, password] : configured.users) {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

/// The one that is asked for, or the only one.
[[nodiscard]] Expected<std::string> choose_user(const HandRequest& request,
                                                const Configured& configured) {
    if (!request.user.empty()) {
        return request.user;
    }
    if (configured.users.empty()) {
        return fail("--user must name the account, or -c a configuration with one");
    }
    if (configured.users.size() > 1) {
        return fail(fmt::format("--user must name one of the users of {}: {}",
                                request.config.string(), names_of(configured)));
    }
    return configured.users.front().first;
}

void find_password(const Configured& configured, HandAccount& account) {
    for (const auto& [name, password] : configured.users) {
        if (soupbintcp::is_same_text(to_alpha<6>(name), to_alpha<6>(account.user))) {
            account.password = password;
            account.elsewhere = configured.elsewhere;
            return;
        }
    }
}

[[nodiscard]] Expected<HandAccount> choose(const HandRequest& request) {
    const Configured configured = read_configured(request.config, request.root);
    const auto user = choose_user(request, configured);
    if (!user) {
        return std::unexpected(user.error());
    }
    if (user->empty() || user->size() > login::kUserMax) {
        return fail(fmt::format("user must be 1 to {} characters, got {}", login::kUserMax, *user));
    }
    HandAccount account{.user = *user, .address = configured.address};
    find_password(configured, account);
    account.with_password =
        [user = *user](const std::string& password) -> Expected<order_entry::OpenSession> {
        if (password.empty() || password.size() > login::kPasswordMax) {
            return order_entry::wrong_password(user, login::kPasswordMax, password.size());
        }
        return [credentials =
                    soupbintcp::Credentials::of(user, password)](order_entry::EntryParts&& parts) {
            return order_entry::OuchClient::create(credentials, std::move(parts));
        };
    };
    return account;
}

[[nodiscard]] const std::vector<order_entry::HandOption>& options() {
    static const std::vector<order_entry::HandOption> kNone;
    return kNone;
}

}  // namespace

const order_entry::HandProtocol* OuchEntry::by_hand() noexcept {
    static constexpr order_entry::HandProtocol kByHand{
        .password_max = login::kPasswordMax, .options = options, .choose = choose};
    return &kByHand;
}

}  // namespace hotpath::protocols::nasdaq
