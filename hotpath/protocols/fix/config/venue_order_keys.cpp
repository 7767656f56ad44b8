// The tables of FIX orders and drop copies in a venue's configuration.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/venue/venue_setup.hpp"
#include "hotpath/login/certificate_name.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/protocols/fix/config/fix_keys.hpp"
#include "hotpath/protocols/fix/config/venue_keys.hpp"
#include "hotpath/protocols/fix/login/fix_logon.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "hotpath/protocols/fix/venue/fix_reports.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::int64_t kKeptMax = 100'000'000;  // messages of a stream
constexpr std::array<std::string_view, 3> kOrderTables{"fix", "fix_user", "fix_drop_copy_user"};
constexpr std::array<live::VenuePortKeys, 2> kOrderPorts{{{.port = exchange::kFixOrders,
                                                           .key = "fix.address",
                                                           .json = "fix",
                                                           .words = "FIX",
                                                           .orders = "FIX"},
                                                          {.port = exchange::kFixDropCopy,
                                                           .key = "fix.drop_copy_address",
                                                           .json = "fix_drop_copy",
                                                           .words = "FIX copies"}}};

class FixVenueReader {
  public:
    FixVenueReader(const std::filesystem::path& file, const toml::table& root,
                   live::VenueSetup& setup)
        : file_(file), root_(root), setup_(setup) {}

    [[nodiscard]] Expected<void> read() {
        auto read = config::read_steps(
            file_, *this,
            {&FixVenueReader::read_fix, &FixVenueReader::read_users,
             &FixVenueReader::read_drop_copy_users, &FixVenueReader::check_users});
        const login::LoginUsers users = read ? users_of_ports() : login::LoginUsers();
        for (std::size_t n = 0; n < kOrderPorts.size(); ++n) {
            if (addresses_[n]) {
                setup_.add_port({.keys = kOrderPorts[n], .at = *addresses_[n], .users = users});
            }
        }
        return read;
    }

  private:
    [[nodiscard]] exchange::FixOptions& options() const {
        return std::get<exchange::FixOptions>(setup_.server.protocols);
    }

    [[nodiscard]] Expected<void> read_fix() {
        config::TomlTable table(file_, root_, "fix");
        exchange::FixOptions& fix = options();
        std::uint32_t ids_max = 262'144;
        table.read_local("address", addresses_[0]);
        table.read_local("drop_copy_address", addresses_[1]);
        table.read("comp_id", venue_comp_id_);
        check_fix_word(table, "comp_id", venue_comp_id_);
        table.read("ids_max", ids_max, {16, 16'777'216});
        if (!std::has_single_bit(ids_max)) {
            table.refuse("ids_max", fmt::to_string(ids_max), "a power of two from 16 to 16777216");
        }
        table.read("reports_kept", fix.reports.messages_max, {1'000, kKeptMax});
        table.read("drop_copies_kept", fix.copies.messages_max, {1'000, kKeptMax});
        read_heartbeats(table, fix.heartbeat_min, fix.heartbeat_max);
        const bool has_fix = addresses_[0] || addresses_[1];
        fix.desk.ids_max = has_fix ? ids_max : 0;
        fix.desk.has_copies = addresses_[1].has_value();
        return table.finish();
    }

    using ReadTable = void (FixVenueReader::*)(config::TomlTable&);

    [[nodiscard]] Expected<void> read_array(const std::string& name, ReadTable read_table) {
        return config::for_each_table(file_, root_, name,
                                      [&](const toml::table& each, std::size_t) {
                                          config::TomlTable table(file_, name, each);
                                          (this->*read_table)(table);
                                          return table.finish();
                                      });
    }
    [[nodiscard]] Expected<void> read_users() {
        return read_array("fix_user", &FixVenueReader::read_user);
    }
    [[nodiscard]] Expected<void> read_drop_copy_users() {
        return read_array("fix_drop_copy_user", &FixVenueReader::read_drop_copy_user);
    }

    void read_user(config::TomlTable& table) {
        exchange::FixUser read{.venue_comp_id = venue_comp_id_};
        std::string user;
        table.require("user");
        table.read("user", user);
        read.begin_string = read_fix_version(table);
        const auto found = login::find_user(setup_.server.users, user);
        if (!found) {
            table.refuse("user", "\"" + user + "\"", "the name of a [[user]]");
        }
        read.user = static_cast<std::uint16_t>(found.value_or(0));
        for (const exchange::FixUser& other : options().users) {
            if (found && other.user == read.user) {
                table.refuse("user", "\"" + user + "\"", "a user without another [[fix_user]]");
            }
        }
        read_login(table, read);
        options().users.push_back(std::move(read));
    }

    void read_login(config::TomlTable& table, exchange::FixUser& read) {
        login::StoredHash hash;
        table.require("comp_id");
        table.read("comp_id", read.comp_id);
        read.password = login::read_stored_password(table, hash);
        hashes_.push_back(hash);
        check_fix_word(table, "comp_id", read.comp_id);
        check_fix_word(table, "password", read.password);
        for (const exchange::FixUser& other : options().users) {
            if (other.comp_id == read.comp_id && other.begin_string == read.begin_string) {
                table.refuse("comp_id", "\"" + read.comp_id + "\"", "unique in its version");
            }
        }
    }

    void read_drop_copy_user(config::TomlTable& table) {
        exchange::FixUser read{.venue_comp_id = venue_comp_id_, .is_drop_copy = true};
        std::vector<protocols::nasdaq::soupbintcp::Credentials>& users = setup_.server.users;
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
        if (auto certificate = login::read_certificate_name(table, setup_.tls)) {
            setup_.server.certificates.push_back(
                {{exchange::Port::OrderEntry, read.user}, std::move(*certificate)});
        }
        users.push_back(
            protocols::nasdaq::soupbintcp::Credentials::of(name.substr(0, login::kUserMax), ""));
        options().users.push_back(std::move(read));
    }

    /// The names of the sessions, and their users' names, which wrong passwords are counted for.
    [[nodiscard]] login::LoginUsers users_of_ports() const {
        login::LoginUsers users{.hashes = hashes_,
                                .number = number_of(exchange::Port::OrderEntry),
                                .logon = &fix_logon_format()};
        for (const exchange::FixUser& user : options().users) {
            users.users.push_back({.username = setup_.server.users[user.user].username,
                                   .password = to_alpha<login::kPasswordMax>(user.password)});
            users.sessions.push_back({user.begin_string, user.comp_id, user.venue_comp_id});
        }
        return users;
    }

    [[nodiscard]] Expected<void> check_users() {
        const std::size_t all = options().users.size();
        const std::size_t copies = setup_.server.users.size() - trading_users_;
        if (auto checked =
                check_port("address", addresses_[0].has_value(), "fix_user", all - copies);
            !checked) {
            return checked;
        }
        if (auto checked = check_port("drop_copy_address", addresses_[1].has_value(),
                                      "fix_drop_copy_user", copies);
            !checked) {
            return checked;
        }
        const std::size_t users = setup_.server.users.size();
        return users > setup_.server.users_max
                   ? fail(fmt::format("{}: order_entry.users_max must be {} (the number of "
                                      "[[user]] and [[fix_drop_copy_user]]) to 10000, got {}",
                                      file_.string(), users, setup_.server.users_max))
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

    const std::filesystem::path& file_;
    const toml::table& root_;
    live::VenueSetup& setup_;
    const std::size_t trading_users_ = setup_.server.users.size();  // [[user]]
    std::array<std::optional<net::Endpoint>, 2> addresses_{};       // of kOrderPorts
    std::vector<login::StoredHash> hashes_{};                       // of the n-th user
    std::string venue_comp_id_{"HOTPATH"};
};

[[nodiscard]] Expected<void> read_order_tables(const std::filesystem::path& file,
                                               const toml::table& root, live::VenueSetup& setup) {
    return FixVenueReader(file, root, setup).read();
}

}  // namespace

const live::VenueKeys& order_venue_keys() noexcept {
    static const live::VenueKeys kKeys{.tables = kOrderTables,
                                       .ports = kOrderPorts,
                                       .read = read_order_tables,
                                       .copies_not_kept = "fix_copies_not_kept"};
    return kKeys;
}

}  // namespace hotpath::protocols::fix
