#include "apps/hotpath/exchange/fix_config.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/login/certificate_name.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/protocols/fix/config/fix_keys.hpp"
#include "hotpath/protocols/fix/venue/fix_reports.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kKeptMax = 100'000'000;  // messages of a stream

class FixReader {
  public:
    FixReader(const fs::path& file, const toml::table& root, ExchangeConfig& config)
        : file_(file), root_(root), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        return config::read_steps(file_, *this,
                                  {&FixReader::read_fix, &FixReader::read_users,
                                   &FixReader::read_drop_copy_users, &FixReader::check_users});
    }

  private:
    [[nodiscard]] Expected<void> read_fix() {
        config::TomlTable table(file_, root_, "fix");
        auto& fix = std::get<exchange::FixOptions>(config_.server.protocols);
        std::uint32_t ids_max = 262'144;
        table.read_local("address", config_.fix);
        table.read_local("drop_copy_address", config_.fix_drop_copy);
        table.read("comp_id", venue_comp_id_);
        protocols::fix::check_fix_word(table, "comp_id", venue_comp_id_);
        table.read("ids_max", ids_max, {16, 16'777'216});
        if (!std::has_single_bit(ids_max)) {
            table.refuse("ids_max", fmt::to_string(ids_max), "a power of two from 16 to 16777216");
        }
        table.read("reports_kept", fix.reports.messages_max, {1'000, kKeptMax});
        table.read("drop_copies_kept", fix.copies.messages_max, {1'000, kKeptMax});
        table.read_ms("heartbeat_min_ms", fix.heartbeat_min, {1'000, 3'600'000});
        table.read_ms("heartbeat_max_ms", fix.heartbeat_max, {1'000, 3'600'000});
        if (fix.heartbeat_max < fix.heartbeat_min) {
            table.refuse("heartbeat_max_ms", fmt::to_string(fix.heartbeat_max.value / 1'000'000),
                         "at least heartbeat_min_ms");
        }
        const bool has_fix = config_.fix || config_.fix_drop_copy;
        fix.desk.ids_max = has_fix ? ids_max : 0;
        fix.desk.has_copies = config_.fix_drop_copy.has_value();
        return table.finish();
    }

    using ReadTable = void (FixReader::*)(config::TomlTable&);

    [[nodiscard]] Expected<void> read_array(const std::string& name, ReadTable read_table) {
        return config::for_each_table(file_, root_, name,
                                      [&](const toml::table& each, std::size_t) {
                                          config::TomlTable table(file_, name, each);
                                          (this->*read_table)(table);
                                          return table.finish();
                                      });
    }
    [[nodiscard]] Expected<void> read_users() {
        return read_array("fix_user", &FixReader::read_user);
    }
    [[nodiscard]] Expected<void> read_drop_copy_users() {
        return read_array("fix_drop_copy_user", &FixReader::read_drop_copy_user);
    }

    void read_user(config::TomlTable& table) {
        exchange::FixUser read{.venue_comp_id = venue_comp_id_};
        std::string user;
        table.require("user");
        table.read("user", user);
        read.begin_string = protocols::fix::read_fix_version(table);
        const auto found = login::find_user(config_.server.users, user);
        if (!found) {
            table.refuse("user", "\"" + user + "\"", "the name of a [[user]]");
        }
        read.user = static_cast<std::uint16_t>(found.value_or(0));
        for (const exchange::FixUser& other :
             std::get<exchange::FixOptions>(config_.server.protocols).users) {
            if (found && other.user == read.user) {
                table.refuse("user", "\"" + user + "\"", "a user without another [[fix_user]]");
            }
        }
        read_login(table, read);
        std::get<exchange::FixOptions>(config_.server.protocols).users.push_back(std::move(read));
    }

    void read_login(config::TomlTable& table, exchange::FixUser& read) {
        login::StoredHash hash;
        table.require("comp_id");
        table.read("comp_id", read.comp_id);
        read.password = login::read_stored_password(table, hash);
        config_.hashes.fix_users.push_back(hash);
        protocols::fix::check_fix_word(table, "comp_id", read.comp_id);
        protocols::fix::check_fix_word(table, "password", read.password);
        for (const exchange::FixUser& other :
             std::get<exchange::FixOptions>(config_.server.protocols).users) {
            if (other.comp_id == read.comp_id && other.begin_string == read.begin_string) {
                table.refuse("comp_id", "\"" + read.comp_id + "\"", "unique in its version");
            }
        }
    }

    void read_drop_copy_user(config::TomlTable& table) {
        exchange::FixUser read{.venue_comp_id = venue_comp_id_, .is_drop_copy = true};
        std::vector<protocols::nasdaq::soupbintcp::Credentials>& users = config_.server.users;
        std::string name;
        std::vector<std::string> copied;
        table.require("name");
        table.read("name", name);
        table.read("users", copied);
        if (!login::is_login_word(name, login::kUserMax)) {
            table.refuse("name", "\"" + name + "\"", std::string(login::kUserAllowed));
        } else if (login::find_user(users, name)) {
            table.refuse("name", "\"" + name + "\"",
                         "a name that no [[user]] and no other [[fix_drop_copy_user]] has");
        }
        for (const std::string& user : copied) {
            const auto found = login::find_user(users, user);
            if (!found || *found >= trading_users_) {
                table.refuse("users", "\"" + user + "\"", "names of [[user]]");
            } else {
                read.copied.push_back(users[*found].username);
            }
        }
        read_login(table, read);
        read.user = static_cast<std::uint16_t>(users.size());
        if (auto certificate = login::read_certificate_name(table, config_.tls)) {
            config_.server.certificates.push_back(
                {{exchange::Port::OrderEntry, read.user}, std::move(*certificate)});
        }
        users.push_back(
            protocols::nasdaq::soupbintcp::Credentials::of(name.substr(0, login::kUserMax), ""));
        std::get<exchange::FixOptions>(config_.server.protocols).users.push_back(std::move(read));
    }

    [[nodiscard]] Expected<void> check_users() {
        const std::size_t all =
            std::get<exchange::FixOptions>(config_.server.protocols).users.size();
        const std::size_t copies = config_.server.users.size() - trading_users_;
        if (auto checked = check_port("address", config_.fix.has_value(), "fix_user", all - copies);
            !checked) {
            return checked;
        }
        if (auto checked = check_port("drop_copy_address", config_.fix_drop_copy.has_value(),
                                      "fix_drop_copy_user", copies);
            !checked) {
            return checked;
        }
        const std::size_t users = config_.server.users.size();
        return users > config_.server.users_max
                   ? fail(fmt::format("{}: order_entry.users_max must be {} (the number of "
                                      "[[user]] and [[fix_drop_copy_user]]) to 10000, got {}",
                                      file_.string(), users, config_.server.users_max))
                   : Expected<void>();
    }

    [[nodiscard]] Expected<void> check_port(std::string_view key, bool has_port,
                                            std::string_view table, std::size_t users) const {
        if (has_port == (users != 0)) {
            return {};
        }
        return fail(has_port ? fmt::format("{}: fix.{} needs at least one [[{}]]", file_.string(),
                                           key, table)
                             : fmt::format("{}: [[{}]] needs fix.{}, the port of its session",
                                           file_.string(), table, key));
    }

    const fs::path& file_;
    const toml::table& root_;
    ExchangeConfig& config_;
    const std::size_t trading_users_ = config_.server.users.size();  // [[user]]
    std::string venue_comp_id_{"HOTPATH"};
};

}  // namespace

Expected<void> read_fix_config(const fs::path& file, const toml::table& root,
                               ExchangeConfig& config) {
    return FixReader(file, root, config).read();
}

}  // namespace hotpath::app
