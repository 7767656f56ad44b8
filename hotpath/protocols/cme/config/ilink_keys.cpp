// The keys of an iLink 3 session in a trader's configuration.

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/cme/login/hmac_signer.hpp"
#include "hotpath/protocols/cme/trader/ilink_entry.hpp"

namespace hotpath::protocols::cme {

namespace {

/// A replay has no key: its signatures are those of the journal, zeros. `key` is in Base64.
[[nodiscard]] live::ReadSecret signer_of(std::string key, login::PasswordSource source) {
    return [key = std::move(key),
            source = std::move(source)](OrderEntries::Account& account) -> Expected<live::Secret> {
        constexpr std::size_t kSecretKeyMax = 128;
        const auto elsewhere = live::read_secret_word(source, kSecretKeyMax);
        if (!elsewhere) {
            return std::unexpected(elsewhere.error());
        }
        auto signer = login::HmacSigner::create(elsewhere->value_or(key));
        if (!signer) {
            return fail("venue.secret_key: " + signer.error().message);
        }
        auto owned = std::make_shared<login::HmacSigner>(std::move(*signer));
        std::get<IlinkAccount>(account).signer = owned.get();
        return owned;
    };
}

/// A key that has blanks or is too long is refused.
void read_word(config::TomlTable& table, std::string_view key, std::string& text,
               std::size_t length_max) {
    table.read(key, text);
    if (table.has(key) && !login::is_login_word(text, length_max)) {
        table.refuse(key, "\"" + text + "\"",
                     fmt::format("1 to {} letters, digits or signs, no blanks", length_max));
    }
}

void read_session(config::TomlTable& table, bool is_used, const std::string& user,
                  live::OrderEntryConfig& into) {
    IlinkAccount account;
    if (is_used) {
        for (const char* key : {"access_key_id", "session", "firm", "ilink_numbers"}) {
            table.require(key);
        }
    }
    read_word(table, "access_key_id", account.access_key_id, ilink3::kAccessKeyIdMax);
    read_word(table, "session", account.session, ilink3::kSessionLength);
    read_word(table, "firm", account.firm, ilink3::kFirmMax);
    read_word(table, "sender_id", account.sender_id, IlinkCodec::kSenderIdLengthMax);
    read_word(table, "location", account.location, IlinkCodec::kLocationLengthMax);
    if (table.has("session") && account.session.size() != ilink3::kSessionLength) {
        table.refuse("session", "\"" + account.session + "\"",
                     "3 letters, digits or signs, no blanks");
    }
    std::string key;
    login::PasswordSource source;
    table.read("secret_key", key);
    live::read_source(table, "", source, "secret_key");
    if (is_used && !source.is_set()) {
        table.require("secret_key");
    }
    table.read_ms("keep_alive_ms", account.keep_alive, {1'000, 60'000});
    std::filesystem::path numbers;
    if (table.has("ilink_numbers")) {
        table.read_path("ilink_numbers", numbers);
    }
    if (is_used) {
        account.user = user;
        into = {.account = std::move(account),
                .numbers = std::move(numbers),
                .read_secret = signer_of(std::move(key), std::move(source))};
    }
}

}  // namespace

const live::OrderEntryKeys& IlinkEntry::keys() noexcept {
    static constexpr std::array<live::SecretKey, 1> kSecrets{{{.key = "secret_key"}}};
    static constexpr live::OrderEntryKeys kKeys{
        .protocol = "ilink3", .read = read_session, .secrets = kSecrets};
    return kKeys;
}

}  // namespace hotpath::protocols::cme
