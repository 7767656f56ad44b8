#include "hotpath/live/config/venue_config.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/config/fees_config.hpp"
#include "hotpath/login/fix_keys.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
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

    /// The secret is in one place: here, in the environment, in a file. `name` is "password" or
    /// "secret_key".
    static void read_source(config::TomlTable& table, const std::string& prefix,
                            login::PasswordSource& source, const std::string& name = "password") {
        const std::string key = prefix + name;
        table.read(key + "_env", source.variable);
        if (table.has(key + "_file")) {
            table.read_path(key + "_file", source.file);
        }
        std::size_t places = 0;
        for (const char* ending : {"", "_env", "_file"}) {
            places += table.has(key + ending) ? 1U : 0U;
        }
        if (places > 1) {
            table.refuse(key, "several",
                         fmt::format("the only one of {0}, {0}_env and {0}_file", name));
        }
        if (table.has(key + "_env") && source.variable.empty()) {
            table.refuse(key + "_env", "\"\"", "the name of a variable");
        }
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
        std::size_t protocol = 0;
        table.read_choice("protocol", protocol, {"ouch", "fix", "ilink3"});
        read_fix(table, protocol == 1);
        read_ilink(table, protocol == 2);
    }

    void read_fix(config::TomlTable& table, bool is_fix) {
        protocols::fix::FixAccount fix;
        fix.venue_comp_id = "HOTPATH";
        if (is_fix) {
            table.require("comp_id");
            table.require("fix_numbers");
        }
        table.read("comp_id", fix.comp_id);
        table.read("venue_comp_id", fix.venue_comp_id);
        fix.begin_string = login::read_fix_version(table);
        table.read("fix_password", fix.password);
        read_source(table, "fix_", config_.fix_password);
        if (config_.fix_password.is_set()) {
            fix.password = protocols::kHiddenPassword;  // until read_passwords()
        } else if (is_fix) {
            table.require("fix_password");
        }
        table.read_ms("heartbeat_ms", fix.heartbeat, {1'000, 3'600'000});
        if (fix.heartbeat.value % kNanosPerSecond != 0) {
            table.refuse("heartbeat_ms", fmt::to_string(fix.heartbeat.value / 1'000'000),
                         "a multiple of 1000: FIX has whole seconds");
        }
        if (table.has("fix_numbers")) {
            table.read_path("fix_numbers", config_.fix_numbers);
        }
        const auto check_word = [&](std::string_view key, const std::string& text) {
            if (is_fix || table.has(key)) {
                login::check_fix_word(table, key, text);
            }
        };
        check_word("comp_id", fix.comp_id);
        check_word("venue_comp_id", fix.venue_comp_id);
        check_word("fix_password", fix.password);
        if (is_fix) {
            fix.user = user_of_copies();
            config_.trader.order_entry = std::move(fix);
        }
    }

    /// The venue refuses the session of another user: its executions would never be in the
    /// account's copies. Without a drop copy it may be a venue that does not read the name.
    [[nodiscard]] std::string user_of_copies() const {
        return config_.drop_copy ? config_.account : std::string();
    }

    void read_ilink(config::TomlTable& table, bool is_ilink) {
        namespace ilink3 = protocols::cme::ilink3;
        protocols::cme::IlinkAccount ilink;
        if (is_ilink) {
            for (const char* key : {"access_key_id", "session", "firm", "ilink_numbers"}) {
                table.require(key);
            }
        }
        const auto read_word = [&](std::string_view key, std::string& text,
                                   std::size_t length_max) {
            table.read(key, text);
            if (table.has(key) && !login::is_login_word(text, length_max)) {
                table.refuse(
                    key, "\"" + text + "\"",
                    fmt::format("1 to {} letters, digits or signs, no blanks", length_max));
            }
        };
        read_word("access_key_id", ilink.access_key_id, ilink3::kAccessKeyIdMax);
        read_word("session", ilink.session, ilink3::kSessionLength);
        read_word("firm", ilink.firm, ilink3::kFirmMax);
        read_word("sender_id", ilink.sender_id, protocols::cme::IlinkCodec::kSenderIdLengthMax);
        read_word("location", ilink.location, protocols::cme::IlinkCodec::kLocationLengthMax);
        if (table.has("session") && ilink.session.size() != ilink3::kSessionLength) {
            table.refuse("session", "\"" + ilink.session + "\"",
                         "3 letters, digits or signs, no blanks");
        }
        table.read("secret_key", config_.ilink_secret_key);
        read_source(table, "", config_.ilink_secret_key_source, "secret_key");
        if (is_ilink && !config_.ilink_secret_key_source.is_set()) {
            table.require("secret_key");
        }
        table.read_ms("keep_alive_ms", ilink.keep_alive, {1'000, 60'000});
        if (table.has("ilink_numbers")) {
            table.read_path("ilink_numbers", config_.ilink_numbers);
        }
        if (is_ilink) {
            ilink.user = user_of_copies();
            config_.trader.order_entry = std::move(ilink);
        }
    }

    /// MDP 3.0's keys; with ITCH they are checked, too, and not used. Nothing else of the trader is
    /// received from their groups.
    void read_channel(config::TomlTable& table) {
        std::size_t protocol = 0;
        std::size_t depth = 0;
        table.read_choice("protocol", protocol, {"itch", "mdp3"});
        table.read_choice("depth", depth, {"by order", "by price"});
        const bool is_mdp3 = protocol == 1;
        const bool is_by_order = depth == 0;
        bool has_natural_refresh = false;
        table.read("natural_refresh", has_natural_refresh);
        if (has_natural_refresh && (!is_mdp3 || is_by_order)) {
            table.refuse("natural_refresh", "true",
                         "absent, or false, unless protocol is mdp3 and depth is by price");
        }
        std::optional<net::Endpoint> definitions;
        std::optional<net::Endpoint> by_price;
        std::optional<net::Endpoint> by_order;
        std::vector<net::Endpoint> taken{config_.line_a};
        if (config_.line_b) {
            taken.push_back(*config_.line_b);
        }
        const auto read_loop = [&](std::string_view key, std::optional<net::Endpoint>& group,
                                   bool is_required) {
            if (is_required) {
                table.require(key);
            }
            table.read_group(key, group);
            if (!group) {
                return;
            }
            if (std::ranges::find(taken, *group) != taken.end()) {
                table.refuse(key, "\"" + group->to_string() + "\"",
                             "a group and port other than those of the lines and other loops");
            }
            taken.push_back(*group);
        };
        read_loop("definitions", definitions, is_mdp3);
        read_loop("snapshots_by_price", by_price, is_mdp3);
        read_loop("snapshots_by_order", by_order, is_mdp3 && is_by_order);
        if (!is_mdp3) {
            return;
        }
        engine().feed = feed::mdp3_feed_options();
        config_.trader.market_data = feed::Mdp3Options{
            .depth = is_by_order ? feed::Mdp3Depth::ByOrder : feed::Mdp3Depth::ByPrice,
            .has_natural_refresh = has_natural_refresh,
            .has_midnight_of_arrival = true};
        config_.loops = {definitions, is_by_order ? by_order : by_price,
                         is_by_order ? by_price : std::nullopt};
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
        read_channel(table);
        table.read_ms("gap_timeout_ms", feed.requests.gap_timeout, {0, 60'000});
        table.read_ms("retry_ms", feed.requests.retry_interval, {1, 60'000});
        table.read("attempts_max", feed.requests.attempts_max, {1, 1'000});
        const bool is_itch = config_.trader.data<feed::Mdp3Options>() == nullptr;
        feed.requests.attempts_max = is_itch && config_.requests ? feed.requests.attempts_max : 0;
        feed.has_snapshots = !is_itch || config_.glimpse.has_value();
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
