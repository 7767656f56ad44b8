#include "hotpath/live/config/venue_config.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/config/fees_config.hpp"
#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/trader/input_recorder.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

class VenueConfigReader {
  public:
    VenueConfigReader(const fs::path& file, const toml::table& root, std::string within,
                      VenueConfig& config)
        : file_(file), root_(root), within_(std::move(within)), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        return config::read_steps(
            file_, *this,
            {&VenueConfigReader::check_parts, &VenueConfigReader::read_account,
             &VenueConfigReader::read_venue, &VenueConfigReader::read_market_data,
             &VenueConfigReader::read_fees, &VenueConfigReader::read_tls});
    }

  private:
    [[nodiscard]] engine::EngineOptions& engine() { return config_.trader.engine; }

    /// A table of tables may have no keys.
    [[nodiscard]] Expected<void> check_parts() {
        if (within_.empty()) {
            return {};
        }
        const std::string name = within_.substr(0, within_.size() - 1);
        const toml::table* table = root_.at_path(name).as_table();
        if (table == nullptr) {
            return fail(
                fmt::format("{}: {} must be a table: [{}.venue]", file_.string(), name, name));
        }
        for (const auto& [key, node] : *table) {
            if (!node.is_table()) {
                return fail(
                    fmt::format("{}: unknown key {}.{}; only these tables may be here: "
                                "account, venue, market_data, fees, tls",
                                file_.string(), name, key.str()));
            }
        }
        return config::check_tables(file_, *table,
                                    {"account", "venue", "market_data", "fees", "tls"});
    }

    [[nodiscard]] static protocols::nasdaq::soupbintcp::Credentials read_login(
        config::TomlTable& table, const std::string& prefix, std::string& user,
        login::PasswordSource& source) {
        std::string password;
        table.require(prefix + "user");
        table.read(prefix + "user", user);
        table.read(prefix + "password", password);
        read_source(table, prefix, source);
        if (source.is_set()) {
            password = protocols::kHiddenPassword;  // until read_passwords()
        } else {
            table.require(prefix + "password");
        }
        if (!login::is_login_word(user, login::kUserMax)) {
            table.refuse(prefix + "user", "\"" + user + "\"", login::kUserAllowed);
        }
        if (!login::is_login_word(password, login::kPasswordMax)) {
            table.refuse(prefix + "password", "(not shown)", login::kPasswordAllowed);
        }
        return protocols::nasdaq::soupbintcp::Credentials::of(
            user.substr(0, login::kUserMax), password.substr(0, login::kPasswordMax));
    }

    [[nodiscard]] Expected<void> read_account() {
        config::TomlTable table(file_, root_, within_ + "account");
        config_.trader.account = read_login(table, "", config_.account, config_.account_password);
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_venue() {
        config::TomlTable table(file_, root_, within_ + "venue");
        trader::TraderOptions& trader = config_.trader;
        table.require("order_entry");
        table.read_target("order_entry", config_.order_entry);
        table.read_target("glimpse", config_.glimpse);
        table.read_target("drop_copy", config_.drop_copy);
        if (config_.drop_copy) {
            std::string user;
            trader.drop_copy = read_login(table, "drop_copy_", user, config_.drop_copy_password);
        }
        read_protocol(table);
        table.read_ms("retry_min_ms", trader.retry_min, {1, config::kMsOfDay});
        table.read_ms("retry_max_ms", trader.retry_max, {1, config::kMsOfDay});
        if (trader.retry_max < trader.retry_min) {
            table.refuse("retry_max_ms", fmt::to_string(trader.retry_max.value / 1'000'000),
                         "at least retry_min_ms");
        }
        table.read_ms("login_timeout_ms", trader.connection.login_timeout, {10, config::kMsOfDay});
        table.read_ms("silence_timeout_ms", trader.connection.silence_timeout,
                      {2'000, config::kMsOfDay});
        table.read_ms("stall_timeout_ms", trader.connection.stall_timeout, {10, config::kMsOfDay});
        table.read_ms("reconcile_within_ms", trader.reconcile_within, {10, config::kMsOfDay});
        table.read_ms("stop_within_ms", trader.stop_within, {10, config::kMsOfDay});
        return table.finish();
    }

    /// The keys of another protocol are checked, too, and not used.
    void read_protocol(config::TomlTable& table) {
        const auto keys = protocols::OrderEntries::each(
            []<class P>(std::type_identity<P>) { return &P::keys(); });
        std::vector<std::string_view> names;
        names.reserve(keys.size());
        for (const OrderEntryKeys* each : keys) {
            names.push_back(each->protocol);
        }
        std::size_t protocol = 0;
        table.read_choice("protocol", protocol, names);
        OrderEntryConfig read;
        for (std::size_t n = 0; n < keys.size(); ++n) {
            if (keys[n]->read != nullptr) {
                keys[n]->read(table, n == protocol, user_of_copies(), read);
            }
        }
        config_.trader.order_entry = std::move(read.account);
        config_.numbers = std::move(read.numbers);
        config_.read_secret = std::move(read.read_secret);
    }

    /// The venue refuses the session of another user: its executions would never be in the
    /// account's copies. Without a drop copy it may be a venue that does not read the name.
    [[nodiscard]] std::string user_of_copies() const {
        return config_.drop_copy ? config_.account : std::string();
    }

    /// The keys of another protocol are checked, too, and not used.
    void read_market_protocol(config::TomlTable& table) {
        const auto keys =
            protocols::MarketFeeds::each([]<class P>(std::type_identity<P>) { return &P::keys(); });
        std::size_t protocol = 0;
        constexpr auto& kKeys = protocols::MarketFeeds::kKeys;
        table.read_choice("protocol", protocol, {kKeys.begin(), kKeys.end()});
        std::vector<net::Endpoint> lines{config_.line_a};
        if (config_.line_b) {
            lines.push_back(*config_.line_b);
        }
        MarketDataConfig read{.feed = engine().feed};
        for (std::size_t n = 0; n < keys.size(); ++n) {
            if (keys[n]->read != nullptr) {
                keys[n]->read(table, n == protocol, lines, read);
            }
        }
        engine().feed = read.feed;
        config_.trader.market_data = std::move(read.options);
        config_.loops = read.loops;
    }

    [[nodiscard]] Expected<void> read_market_data() {
        config::TomlTable table(file_, root_, within_ + "market_data");
        table.read("interface", config_.interface);
        table.require("line_a");
        table.read_group("line_a", config_.line_a);
        table.read_group("line_b", config_.line_b);
        table.read_target("requests", config_.requests);
        if (config_.line_b == config_.line_a) {
            table.refuse("line_b", "\"" + config_.line_a.to_string() + "\"",
                         "a group and port other than those of line_a");
        }
        feed::LiveFeedOptions& feed = engine().feed;
        read_market_protocol(table);
        table.read_ms("gap_timeout_ms", feed.requests.gap_timeout, {0, 60'000});
        table.read_ms("retry_ms", feed.requests.retry_interval, {1, 60'000});
        table.read("attempts_max", feed.requests.attempts_max, {1, 1'000});
        const bool has_loops = config_.has_loops();
        feed.requests.attempts_max =
            !has_loops && config_.requests ? feed.requests.attempts_max : 0;
        feed.has_snapshots = has_loops || config_.glimpse.has_value();
        table.read_ms("snapshot_timeout_ms", feed.snapshot_timeout, {10, config::kMsOfDay});
        table.read_ms("snapshot_interval_ms", feed.snapshot_interval, {10, config::kMsOfDay});
        table.read("messages_kept", feed.lines.store.messages_max, {64, 16'777'216});
        if (!std::has_single_bit(feed.lines.store.messages_max)) {
            table.refuse("messages_kept", fmt::to_string(feed.lines.store.messages_max),
                         "a power of two from 64 to 16777216");
        }
        table.read_ms("silence_max_ms", engine().feed_silence_max, {100, config::kMsOfDay});
        table.read_ms("gap_patience_ms", engine().gap_patience,
                      {0, engine::EngineOptions::kGapPatienceMax.value / 1'000'000});
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_tls() {
        return login::read_tls_client(file_, root_, within_ + "tls", config_.tls);
    }

    [[nodiscard]] Expected<void> read_fees() {
        return read_fees_config(file_, root_, within_ + "fees", engine().orders);
    }

    const fs::path& file_;
    const toml::table& root_;
    std::string within_;
    VenueConfig& config_;
};

}  // namespace

Expected<void> read_venue_config(const fs::path& file, const toml::table& root,
                                 const std::string& within, VenueConfig& config) {
    return VenueConfigReader(file, root, within, config).read();
}

}  // namespace hotpath::live
