// The tables of iLink 3 in a venue's configuration.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/venue/venue_setup.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/protocols/cme/config/venue_keys.hpp"
#include "hotpath/protocols/cme/login/hmac_signer.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"

namespace hotpath::protocols::cme {

namespace {

constexpr std::int64_t kIlinkReportsKeptMax = 100'000'000;
constexpr std::array<std::string_view, 2> kIlinkTables{"ilink", "ilink_user"};
constexpr std::array<live::VenuePortKeys, 1> kIlinkPorts{{{.port = exchange::kIlinkOrders,
                                                           .key = "ilink.address",
                                                           .json = "ilink",
                                                           .words = "iLink",
                                                           .orders = "iLink 3"}}};

class IlinkVenueReader {
  public:
    IlinkVenueReader(const std::filesystem::path& file, const toml::table& root,
                     live::VenueSetup& setup)
        : file_(file), root_(root), setup_(setup) {}

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
    [[nodiscard]] exchange::IlinkOptions& options() const {
        return std::get<exchange::IlinkOptions>(setup_.server.protocols);
    }

    [[nodiscard]] Expected<void> read_ilink() {
        config::TomlTable table(file_, root_, "ilink");
        exchange::IlinkOptions& ilink = options();
        std::optional<net::Endpoint> address;
        table.read_local("address", address);
        if (address) {
            setup_.add_port({.keys = kIlinkPorts[0], .at = *address});
        }
        table.read("reports_kept", ilink.reports.messages_max, {1'000, kIlinkReportsKeptMax});
        table.read_ms("keep_alive_ms", ilink.keep_alive, {1'000, 60'000});
        table.read("keep_alive_min_ms", ilink.keep_alive_min_ms, {1'000, 60'000});
        table.read("keep_alive_max_ms", ilink.keep_alive_max_ms, {1'000, 60'000});
        if (ilink.keep_alive_max_ms < ilink.keep_alive_min_ms) {
            table.refuse("keep_alive_max_ms", fmt::to_string(ilink.keep_alive_max_ms),
                         "at least keep_alive_min_ms");
        }
        ilink.desk.is_taken = address.has_value();
        return table.finish();
    }

    void read_user(config::TomlTable& table) {
        exchange::IlinkUser read;
        std::string user;
        table.require("user");
        table.read("user", user);
        const auto found = login::find_user(setup_.server.users, user);
        if (!found) {
            table.refuse("user", "\"" + user + "\"", "the name of a [[user]]");
        }
        read.user = static_cast<std::uint16_t>(found.value_or(0));
        if (found && std::ranges::any_of(options().users, [&](const auto& other) {
                return other.user == read.user;
            })) {
            table.refuse("user", "\"" + user + "\"", "a user without another [[ilink_user]]");
        }
        read_word(table, "access_key_id", read.access_key_id, ilink3::kAccessKeyIdMax);
        read_word(table, "session", read.session, ilink3::kSessionLength);
        read_word(table, "firm", read.firm, ilink3::kFirmMax);
        if (read.session.size() != ilink3::kSessionLength) {
            table.refuse("session", "\"" + read.session + "\"",
                         "3 letters, digits or signs, no blanks");
        }
        if (std::ranges::any_of(options().users, [&](const auto& other) {
                return other.session == read.session && other.firm == read.firm;
            })) {
            table.refuse("session", "\"" + read.session + "\"", "unique in its firm");
        }
        read_key(table, read);
        options().users.push_back(std::move(read));
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
        std::filesystem::path key_file;
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
        auto owned = std::make_shared<login::HmacSigner>(std::move(*signer));
        read.signer = owned.get();
        setup_.secrets.push_back(std::move(owned));
    }

    [[nodiscard]] Expected<void> check_users() const {
        const bool has_users = !options().users.empty();
        if ((setup_.port(exchange::kIlinkOrders) != nullptr) == has_users) {
            return {};
        }
        return fail(has_users
                        ? fmt::format("{}: [[ilink_user]] needs ilink.address, the port of its "
                                      "session",
                                      file_.string())
                        : fmt::format("{}: ilink.address needs at least one [[ilink_user]]",
                                      file_.string()));
    }

    const std::filesystem::path& file_;
    const toml::table& root_;
    live::VenueSetup& setup_;
};

[[nodiscard]] Expected<void> read_ilink_tables(const std::filesystem::path& file,
                                               const toml::table& root, live::VenueSetup& setup) {
    return IlinkVenueReader(file, root, setup).read();
}

}  // namespace

const live::VenueKeys& ilink_venue_keys() noexcept {
    static const live::VenueKeys kKeys{
        .tables = kIlinkTables, .ports = kIlinkPorts, .read = read_ilink_tables};
    return kKeys;
}

}  // namespace hotpath::protocols::cme
