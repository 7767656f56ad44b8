#include "apps/hotpath/exchange/ilink_config.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/protocols/cme/login/hmac_signer.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
namespace ilink3 = protocols::cme::ilink3;

constexpr std::int64_t kReportsKeptMax = 100'000'000;

class IlinkReader {
  public:
    IlinkReader(const fs::path& file, const toml::table& root, ExchangeConfig& config)
        : file_(file), root_(root), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        config::ConfigErrors errors(file_);
        errors.add(read_ilink());
        errors.add(config::for_each_table(file_, root_, "ilink_user",
                                          [&](const toml::table& each, std::size_t) {
                                              config::TomlTable table(file_, "ilink_user", each);
                                              read_user(table);
                                              return table.finish();
                                          }));
        return errors.has_any() ? errors.first() : check_users();
    }

  private:
    [[nodiscard]] Expected<void> read_ilink() {
        config::TomlTable table(file_, root_, "ilink");
        auto& ilink = std::get<exchange::IlinkOptions>(config_.server.protocols);
        table.read_local("address", config_.ilink);
        table.read("reports_kept", ilink.reports.messages_max, {1'000, kReportsKeptMax});
        table.read_ms("keep_alive_ms", ilink.keep_alive, {1'000, 60'000});
        table.read("keep_alive_min_ms", ilink.keep_alive_min_ms, {1'000, 60'000});
        table.read("keep_alive_max_ms", ilink.keep_alive_max_ms, {1'000, 60'000});
        if (ilink.keep_alive_max_ms < ilink.keep_alive_min_ms) {
            table.refuse("keep_alive_max_ms", fmt::to_string(ilink.keep_alive_max_ms),
                         "at least keep_alive_min_ms");
        }
        ilink.desk.is_taken = config_.ilink.has_value();
        return table.finish();
    }

    void read_user(config::TomlTable& table) {
        exchange::IlinkUser read;
        std::string user;
        table.require("user");
        table.read("user", user);
        const auto found = login::find_user(config_.server.users, user);
        if (!found) {
            table.refuse("user", "\"" + user + "\"", "the name of a [[user]]");
        }
        read.user = static_cast<std::uint16_t>(found.value_or(0));
        if (found &&
            std::ranges::any_of(std::get<exchange::IlinkOptions>(config_.server.protocols).users,
                                [&](const auto& other) { return other.user == read.user; })) {
            table.refuse("user", "\"" + user + "\"", "a user without another [[ilink_user]]");
        }
        read_word(table, "access_key_id", read.access_key_id, ilink3::kAccessKeyIdMax);
        read_word(table, "session", read.session, ilink3::kSessionLength);
        read_word(table, "firm", read.firm, ilink3::kFirmMax);
        if (read.session.size() != ilink3::kSessionLength) {
            table.refuse("session", "\"" + read.session + "\"",
                         "3 letters, digits or signs, no blanks");
        }
        if (std::ranges::any_of(std::get<exchange::IlinkOptions>(config_.server.protocols).users,
                                [&](const auto& other) {
                                    return other.session == read.session && other.firm == read.firm;
                                })) {
            table.refuse("session", "\"" + read.session + "\"", "unique in its firm");
        }
        read_key(table, read);
        std::get<exchange::IlinkOptions>(config_.server.protocols).users.push_back(std::move(read));
    }

    static void read_word(config::TomlTable& table, std::string_view key, std::string& text,
                          std::size_t length_max) {
        table.require(key);
        table.read(key, text);
        if (!login::is_login_word(text, length_max)) {
            table.refuse(key, "\"" + text + "\"",
                         fmt::format("1 to {} letters, digits or signs, no blanks", length_max));
        }
    }

    /// In the configuration, or the first line of a file that is its owner's alone.
    void read_key(config::TomlTable& table, exchange::IlinkUser& read) {
        std::string key;
        fs::path key_file;
        table.read("secret_key", key);
        if (table.has("secret_key_file")) {
            table.read_path("secret_key_file", key_file);
        }
        if (key.empty() == key_file.empty()) {
            return table.refuse("secret_key", key.empty() ? "none" : "two",
                                "given here or by secret_key_file, once");
        }
        if (!key_file.empty()) {
            auto line = login::read_password({.file = key_file});
            if (!line) {
                return table.refuse("secret_key_file", "\"" + key_file.string() + "\"",
                                    "a file with a key: " + line.error().message);
            }
            key = std::move(*line);
        }
        auto signer = login::HmacSigner::create(key);
        if (!signer) {
            return table.refuse("secret_key", "(not shown)", "Base64 of at least one byte");
        }
        config_.ilink_signers.push_back(std::make_shared<login::HmacSigner>(std::move(*signer)));
        read.signer = config_.ilink_signers.back().get();
    }

    [[nodiscard]] Expected<void> check_users() const {
        const bool has_users =
            !std::get<exchange::IlinkOptions>(config_.server.protocols).users.empty();
        if (config_.ilink.has_value() == has_users) {
            return {};
        }
        return fail(has_users
                        ? fmt::format("{}: [[ilink_user]] needs ilink.address, the port of its "
                                      "session",
                                      file_.string())
                        : fmt::format("{}: ilink.address needs at least one [[ilink_user]]",
                                      file_.string()));
    }

    const fs::path& file_;
    const toml::table& root_;
    ExchangeConfig& config_;
};

}  // namespace

Expected<void> read_ilink_config(const fs::path& file, const toml::table& root,
                                 ExchangeConfig& config) {
    return IlinkReader(file, root, config).read();
}

}  // namespace hotpath::app
