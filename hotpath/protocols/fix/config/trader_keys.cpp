// The keys of a FIX session in a trader's configuration.

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hotpath/crypto/password_hash.hpp"
#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/protocols/fix/config/fix_keys.hpp"
#include "hotpath/protocols/fix/trader/fix_entry.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols::fix {

namespace {

[[nodiscard]] live::ReadSecret password_from(login::PasswordSource source) {
    return [source = std::move(source)](OrderEntries::Account& account) -> Expected<live::Secret> {
        auto password = live::read_secret_word(source, crypto::PasswordHash::kPasswordLengthMax);
        if (!password) {
            return std::unexpected(password.error());
        }
        if (*password) {
            std::get<FixAccount>(account).password = std::move(**password);
        }
        return nullptr;
    };
}

void read(config::TomlTable& table, bool is_used, const std::string& user,
          live::OrderEntryConfig& into) {
    FixAccount account;
    account.venue_comp_id = "HOTPATH";
    if (is_used) {
        table.require("comp_id");
        table.require("fix_numbers");
    }
    table.read("comp_id", account.comp_id);
    table.read("venue_comp_id", account.venue_comp_id);
    account.begin_string = read_fix_version(table);
    table.read("fix_password", account.password);
    login::PasswordSource source;
    live::read_source(table, "fix_", source);
    if (source.is_set()) {
        account.password = kHiddenPassword;  // until the secret is read
    } else if (is_used) {
        table.require("fix_password");
    }
    table.read_ms("heartbeat_ms", account.heartbeat, {1'000, 3'600'000});
    if (account.heartbeat.value % kNanosPerSecond != 0) {
        table.refuse("heartbeat_ms", fmt::to_string(account.heartbeat.value / 1'000'000),
                     "a multiple of 1000: FIX has whole seconds");
    }
    std::filesystem::path numbers;
    if (table.has("fix_numbers")) {
        table.read_path("fix_numbers", numbers);
    }
    const auto check_word = [&](std::string_view key, const std::string& text) {
        if (is_used || table.has(key)) {
            check_fix_word(table, key, text);
        }
    };
    check_word("comp_id", account.comp_id);
    check_word("venue_comp_id", account.venue_comp_id);
    check_word("fix_password", account.password);
    if (is_used) {
        account.user = user;
        into = {.account = std::move(account),
                .numbers = std::move(numbers),
                .read_secret = password_from(std::move(source))};
    }
}

}  // namespace

const live::OrderEntryKeys& FixEntry::keys() noexcept {
    static constexpr std::array<live::SecretKey, 1> kSecrets{
        {{.key = "fix_password", .keeps_length = true}}};
    static constexpr live::OrderEntryKeys kKeys{
        .protocol = "fix", .read = read, .secrets = kSecrets};
    return kKeys;
}

}  // namespace hotpath::protocols::fix
