// The tables of market data over FIX in a venue's configuration.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
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
#include "hotpath/protocols/fix/config/venue_data_ports.hpp"
#include "hotpath/protocols/fix/config/venue_keys.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::array<std::string_view, 2> kDataTables{"fix_market_data", "fix_market_data_user"};

class FixDataVenueReader {
  public:
    FixDataVenueReader(const std::filesystem::path& file, const toml::table& root,
                       live::VenueSetup& setup)
        : file_(file), root_(root), setup_(setup) {}

    [[nodiscard]] Expected<void> read() {
        if (!root_.contains("fix_market_data")) {
            return root_.contains("fix_market_data_user")
                       ? fail(fmt::format("{}: [[fix_market_data_user]] needs [fix_market_data], "
                                          "the port of its session",
                                          file_.string()))
                       : Expected<void>();
        }
        setup_.publishers.push_back(data_);
        config::ConfigErrors errors(file_);
        errors.add(read_port());
        errors.add(config::for_each_table(
            file_, root_, "fix_market_data_user", [this](const toml::table& each, std::size_t) {
                config::TomlTable table(file_, "fix_market_data_user", each);
                read_user(table);
                return table.finish();
            }));
        if (!errors.has_any() && options().users.empty()) {
            return fail(
                fmt::format("{}: [fix_market_data] needs at least one "
                            "[[fix_market_data_user]]",
                            file_.string()));
        }
        return errors.first();
    }

  private:
    [[nodiscard]] exchange::FixDataOptions& options() { return data_->server; }

    [[nodiscard]] Expected<void> read_port() {
        config::TomlTable table(file_, root_, "fix_market_data");
        FixDataPublisherConfig& data = *data_;
        take_limits_of_order_entry(data.server);
        table.require("address");
        table.read_local("address", data.address);
        table.read("comp_id", venue_comp_id_);
        check_fix_word(table, "comp_id", venue_comp_id_);
        table.read("sessions_max", data.server.sessions_max, {1, 1'000});
        table.read("subscriptions_max", data.server.subscriptions_max, {1, 100'000});
        table.read("depth_max", data.server.depth_max, {1, 10'000});
        table.read("levels_per_turn", data.server.levels_per_turn, {100, 10'000'000});
        read_heartbeats(table, data.server.heartbeat_min, data.server.heartbeat_max);
        return table.finish();
    }

    void take_limits_of_order_entry(exchange::FixDataOptions& data) const {
        const exchange::VenueServerOptions& venue = setup_.server;
        data.books = venue.exchange.books;
        data.places = venue.places;
        data.failed_logins = venue.failed_logins;
        data.logon_timeout = venue.soup.connection.login_timeout;
        data.stall_timeout = venue.soup.connection.stall_timeout;
    }

    void read_user(config::TomlTable& table) {
        exchange::FixDataUser read{.venue_comp_id = venue_comp_id_};
        std::string name;
        login::StoredHash hash;
        table.require("name");
        table.read("name", name);
        table.require("comp_id");
        table.read("comp_id", read.comp_id);
        read.begin_string = read_fix_version(table);
        read.password = login::read_stored_password(table, hash);
        data_->hashes.push_back(hash);
        check_fix_word(table, "comp_id", read.comp_id);
        check_fix_word(table, "password", read.password);
        read_symbols(table, read.symbols);
        if (auto certificate = login::read_certificate_name(table, setup_.tls)) {
            options().certificates.push_back(
                {{.number = static_cast<std::uint16_t>(options().users.size())},
                 std::move(*certificate)});
        }
        if (!login::is_login_word(name, login::kUserMax)) {
            table.refuse("name", "\"" + name + "\"", std::string(login::kUserAllowed));
        }
        read.name =
            protocols::nasdaq::soupbintcp::Credentials::of(name.substr(0, login::kUserMax), "")
                .username;
        for (const exchange::FixDataUser& other : options().users) {
            if (protocols::nasdaq::soupbintcp::is_same_text(other.name, read.name)) {
                table.refuse("name", "\"" + name + "\"",
                             "a name that no other [[fix_market_data_user]] has");
            }
            if (other.comp_id == read.comp_id && other.begin_string == read.begin_string) {
                table.refuse("comp_id", "\"" + read.comp_id + "\"", "unique in its version");
            }
        }
        options().users.push_back(std::move(read));
    }

    /// The venue may list them later.
    static void read_symbols(config::TomlTable& table, std::vector<Symbol>& symbols) {
        std::vector<std::string> names;
        table.read("symbols", names);
        for (const std::string& name : names) {
            if (const std::optional<Symbol> symbol = Symbol::from(name)) {
                symbols.push_back(*symbol);
            } else {
                table.refuse("symbols", "\"" + name + "\"", "symbols of 1 to 8 characters");
            }
        }
    }

    const std::filesystem::path& file_;
    const toml::table& root_;
    live::VenueSetup& setup_;
    std::shared_ptr<FixDataPublisherConfig> data_ = std::make_shared<FixDataPublisherConfig>();
    std::string venue_comp_id_{"HOTPATH"};
};

[[nodiscard]] Expected<void> read_data_tables(const std::filesystem::path& file,
                                              const toml::table& root, live::VenueSetup& setup) {
    return FixDataVenueReader(file, root, setup).read();
}

}  // namespace

const live::VenueKeys& data_venue_keys() noexcept {
    static const live::VenueKeys kKeys{.market_data = "FIX",
                                       .tables = kDataTables,
                                       .read = read_data_tables,
                                       .status = kDataStatusKey};
    return kKeys;
}

}  // namespace hotpath::protocols::fix
