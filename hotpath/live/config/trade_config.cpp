#include "hotpath/live/config/trade_config.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <memory>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/live/config/fees_config.hpp"
#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/live/config/risk_config.hpp"
#include "hotpath/live/config/strategy_config.hpp"
#include "hotpath/live/config/trading_config.hpp"
#include "hotpath/live/config/venue_config.hpp"
#include "hotpath/login/certificate_name.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/process/program_checksum.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/trader/input_recorder.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

/// Reads the file's tables into a configuration, one function a table.
class TradeConfigReader {
  public:
    TradeConfigReader(const fs::path& file, const toml::table& root,
                      const strategy::Registry& strategies, TradeConfig& config)
        : file_(file), root_(root), strategies_(strategies), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        return config::read_steps(
            file_, *this,
            {&TradeConfigReader::read_root, &TradeConfigReader::read_venue,
             &TradeConfigReader::read_trading, &TradeConfigReader::read_thread,
             &TradeConfigReader::read_operator, &TradeConfigReader::read_risk,
             &TradeConfigReader::read_second, &TradeConfigReader::read_the_strategy,
             &TradeConfigReader::read_telemetry, &TradeConfigReader::read_journal});
    }

  private:
    [[nodiscard]] engine::EngineOptions& engine() { return config_.trader.engine; }

    [[nodiscard]] Expected<void> read_root() {
        config::TomlTable table(file_, root_, "");
        table.read_ms("health_every_ms", config_.health_every, {100, config::kMsOfDay});
        std::int64_t error_us = 0;
        table.read("clock_error_max_us", error_us, {0, 1'000'000});
        config_.clock_error_max = {error_us * 1'000};
        table.read(login::kPlainTextKey, config_.plain_text_beyond_loopback);
        config::read_host_settings_key(table, config_.host_settings);
        static const std::set<std::string_view> kTables{"account",
                                                        "venue",
                                                        "market_data",
                                                        "trading",
                                                        "fees",
                                                        "thread",
                                                        "operator",
                                                        "limits",
                                                        "account_limits",
                                                        "operator_user",
                                                        "pace",
                                                        "strategy",
                                                        "strategies",
                                                        "telemetry",
                                                        "firm_limits",
                                                        "second_venue",
                                                        "override_limits",
                                                        "journal",
                                                        "tls",
                                                        "operator_tls"};
        config::ConfigErrors errors(file_);
        errors.add(config::check_tables(file_, root_, kTables));
        errors.add(table.finish());
        return errors.first();
    }

    [[nodiscard]] Expected<void> read_venue() {
        return read_venue_config(file_, root_, "", config_);
    }

    [[nodiscard]] Expected<void> read_trading() {
        return read_trading_config(file_, root_, config_.trader);
    }

    [[nodiscard]] Expected<void> read_thread() {
        config::TomlTable table(file_, root_, "thread");
        std::size_t idle = static_cast<std::size_t>(config_.idle);
        table.read_choice("idle", idle, {"poll", "yield", "wait"});
        config_.idle = static_cast<Idle>(idle);
        std::uint32_t core = 0;
        table.read("core", core, {0, 1'023});
        if (table.has("core")) {
            config_.core = core;
        }
        std::int64_t warm_us = config_.warm_every.value / 1'000;
        table.read("warm_every_us", warm_us, {0, 1'000'000});
        config_.warm_every = {warm_us * 1'000};
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_telemetry() {
        config::TomlTable table(file_, root_, "telemetry");
        TelemetryOptions& options = config_.telemetry;
        table.read("channel", options.name);
        if (table.has("channel") && !shm::ChannelName::from(options.name)) {
            table.refuse(
                "channel", "\"" + options.name + "\"",
                "1 to 48 letters, digits, '.', '_' and '-', the first a letter or a digit");
        }
        if (config_.second && options.is_wanted() &&
            !shm::ChannelName::from(channel_options(config_, 1).name)) {
            table.refuse("channel", "\"" + options.name + "\"",
                         "at most 46 characters with [second_venue]");
        }
        std::string folder;
        table.read("folder", folder);
        if (table.has("folder") && folder.empty()) {
            table.refuse("folder", "\"\"", "a non-empty name");
        }
        options.folder = folder;
        table.read("ring_bytes", options.ring_bytes,
                   {static_cast<std::int64_t>(telemetry::kRingBytesMin), std::int64_t{1} << 32U});
        if (!std::has_single_bit(options.ring_bytes)) {
            table.refuse("ring_bytes", fmt::to_string(options.ring_bytes),
                         "a power of two from 131072 to 4294967296");
        }
        std::size_t events = static_cast<std::size_t>(options.events);
        table.read_choice("events", events, {"all", "sent"});
        options.events = static_cast<telemetry::EventChoice>(events);
        table.read_ms("state_every_ms", options.state_every, {1, 60'000});
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_operator() {
        config::ConfigErrors errors(file_);
        errors.add(login::read_tls_server(file_, root_, "operator_tls", config_.operator_tls));
        trader::OverrideOptions& overrides = config_.trader.overrides;
        errors.add(login::read_operator_port(
            file_, root_,
            {config_.operator_port,
             {config_.operators.users, config_.operator_hashes},
             [&](config::TomlTable& user, std::size_t n) {
                 if (auto name =
                         login::read_certificate_name(user, config_.operator_tls, "operator_tls")) {
                     config_.operators.certificates.push_back(
                         {static_cast<std::uint16_t>(n), std::move(*name)});
                 }
             }},
            [&](config::TomlTable& table) {
                table.read_ms("absence_max_ms", config_.operators.absence_max,
                              {0, config::kMsOfDay});
                config_.operators.connection.says_why = true;
                table.read("connections_max", config_.operators.connections_max, {1, 64});
                table.read_ms("override_max_ms", overrides.duration_max, {0, config::kMsOfDay});
                table.read_ms("second_within_ms", overrides.second_within, {1, config::kMsOfDay});
                if (!config_.operator_port && config_.operators.absence_max > Nanos{}) {
                    table.refuse("absence_max_ms", "more", "0 without operator.address");
                }
            }));
        return errors.first();
    }

    [[nodiscard]] Expected<void> read_risk() {
        config::ConfigErrors errors(file_);
        errors.add(read_risk_limits(file_, root_, engine()));
        errors.add(read_override_limits(file_, root_, config_.trader.overrides));
        return errors.first();
    }

    /// Symbols and limits are the same at both venues.
    [[nodiscard]] Expected<void> read_second() {
        const bool is_there = root_.contains("second_venue");
        if (root_.contains("firm_limits") != is_there) {
            return fail(fmt::format(
                "{}: {} is missing: [second_venue] and [firm_limits] must be given together",
                file_.string(), is_there ? "[firm_limits]" : "[second_venue]"));
        }
        if (!is_there) {
            return {};
        }
        VenueConfig& second = config_.second.emplace();
        const engine::EngineOptions ours = second.trader.engine;
        second.trader.engine = engine();
        second.trader.engine.feed = ours.feed;
        second.trader.engine.feed_silence_max = ours.feed_silence_max;
        second.trader.engine.gap_patience = ours.gap_patience;
        second.trader.engine.orders.fees = {};
        second.trader.engine.orders.fee_rules = {};
        second.trader.timer_interval = config_.trader.timer_interval;
        second.trader.overrides = config_.trader.overrides;
        config::ConfigErrors errors(file_);
        errors.add(read_venue_config(file_, root_, "second_venue.", second));
        errors.add(read_firm_limits(file_, root_, config_.firm, config_.firm_exposure));
        if (errors.has_any()) {
            return errors.first();
        }
        if (second.line_a == config_.line_a) {
            return fail(
                fmt::format("{}: second_venue.market_data.line_a must be a group and port "
                            "other than those of market_data.line_a, got \"{}\"",
                            file_.string(), second.line_a.to_string()));
        }
        return check_fees(second);
    }
    [[nodiscard]] Expected<void> check_fees(const VenueConfig& second) {
        auto checked = check_fees_by_share(file_, "fees", engine().orders);
        return checked
                   ? check_fees_by_share(file_, "second_venue.fees", second.trader.engine.orders)
                   : checked;
    }
    [[nodiscard]] Expected<void> read_the_strategy() {
        return read_strategy(file_, root_, strategies_, config_);
    }

    [[nodiscard]] Expected<void> read_journal() {
        config::TomlTable table(file_, root_, "journal");
        if (!root_.contains("journal")) {
            return {};
        }
        TradeJournalConfig& journal = config_.journal.emplace();
        table.require("folder");
        table.read_path("folder", journal.folder);
        std::size_t mode = 1;
        constexpr std::array<std::string_view, 3> kModes{"memory", "pagecache", "sync"};
        table.read_choice("mode", mode, {kModes.begin(), kModes.end()});
        journal.mode = kModes[mode];
        table.read("segment_mib", journal.segment_mib, {1, 4'096});
        table.read("channel_mib", journal.channel_mib, {1, 4'096});
        if (!std::has_single_bit(journal.channel_mib)) {
            table.refuse("channel_mib", fmt::to_string(journal.channel_mib),
                         "a power of two from 1 to 4096");
        }
        return table.finish();
    }

    const fs::path& file_;
    const toml::table& root_;
    const strategy::Registry& strategies_;
    TradeConfig& config_;
};

[[nodiscard]] Expected<std::string> read_text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? Expected<std::string>(std::move(text).str())
                : fail(fmt::format("cannot read {}", path.string()));
}

/// The secrets of each protocol's session.
[[nodiscard]] std::vector<SecretKey> session_secrets() {
    std::vector<SecretKey> all;
    for (const OrderEntryKeys* keys :
         protocols::OrderEntries::each([]<class P>(std::type_identity<P>) { return &P::keys(); })) {
        all.insert(all.end(), keys->secrets.begin(), keys->secrets.end());
    }
    return all;
}

/// One that the configuration has elsewhere is hidden, too: a replay reads no other file.
void hide_sources(toml::table& table, const std::vector<SecretKey>& secrets) {
    std::vector<std::string> keys{"password", "drop_copy_password"};
    for (const SecretKey& secret : secrets) {
        keys.emplace_back(secret.key);
    }
    for (const std::string& key : keys) {
        for (const char* source : {"_env", "_file"}) {
            if (table.erase(key + source) != 0) {
                table.insert_or_assign(key, std::string(protocols::kHiddenPassword));
            }
        }
    }
}

/// Whatever ends in "password", secret keys and hashes, wherever it stands.
void hide_passwords(toml::node& node, const std::vector<SecretKey>& secrets) {
    if (toml::array* const array = node.as_array(); array != nullptr) {
        for (toml::node& entry : *array) {
            hide_passwords(entry, secrets);
        }
    } else if (toml::table* const table = node.as_table(); table != nullptr) {
        hide_sources(*table, secrets);
        if (table->erase("password_hash") != 0) {
            table->insert_or_assign("password", std::string(protocols::kHiddenPassword));
        }
        for (auto&& [key, inner] : *table) {
            const auto secret = std::ranges::find(secrets, key.str(), &SecretKey::key);
            const bool is_secret = secret != secrets.end() || key.str().ends_with("password");
            if (is_secret && inner.is_string()) {
                const std::string& shown = inner.as_string()->get();
                *inner.as_string() = secret != secrets.end() && secret->keeps_length
                                         ? std::string(shown.size(), '*')
                                         : std::string(protocols::kHiddenPassword);
            } else {
                hide_passwords(inner, secrets);
            }
        }
    }
}

[[nodiscard]] Expected<void> read_config(const fs::path& file, const toml::table& root,
                                         const strategy::Registry& strategies,
                                         TradeConfig& config) {
    if (auto read = TradeConfigReader(file, root, strategies, config).read(); !read) {
        return read;
    }
    toml::table shown = root;
    hide_passwords(shown, session_secrets());
    std::ostringstream text;
    text << shown << '\n';
    config.text = text.str();
    return {};
}

}  // namespace

trader::TraderVenues venues_of(const TradeConfig& config) {
    return config.second ? trader::TraderVenues({config.trader, config.second->trader}, config.firm,
                                                config.firm_exposure)
                         : trader::TraderVenues(config.trader);
}

std::string strategy_name(const TradeConfig& config) {
    return strategy::names_of(config.strategies);
}

std::string_view venue_name(std::size_t n) noexcept {
    return n == 0 ? "first venue" : "second venue";
}

TelemetryOptions channel_options(const TradeConfig& config, std::size_t n) {
    TelemetryOptions options = config.telemetry;
    options.name += options.is_wanted() && n > 0 ? "-2" : "";
    return options;
}

namespace {

[[nodiscard]] Expected<void> read_password_of(
    protocols::nasdaq::soupbintcp::Credentials& credentials, const login::PasswordSource& source) {
    const auto password = read_secret_word(source, login::kPasswordMax);
    if (!password) {
        return std::unexpected(password.error());
    }
    if (*password) {
        credentials.password = protocols::to_alpha<login::kPasswordMax>(**password);
    }
    return {};
}

[[nodiscard]] Expected<void> read_passwords_of(VenueConfig& venue) {
    if (auto read = read_password_of(venue.trader.account, venue.account_password); !read) {
        return read;
    }
    if (venue.read_secret) {
        auto secret = venue.read_secret(venue.trader.order_entry);
        if (!secret) {
            return std::unexpected(secret.error());
        }
        venue.secret = std::move(*secret);
    }
    return venue.trader.drop_copy
               ? read_password_of(*venue.trader.drop_copy, venue.drop_copy_password)
               : Expected<void>();
}

}  // namespace

Expected<void> read_passwords(TradeConfig& config) {
    auto read = read_passwords_of(config);
    return read && config.second ? read_passwords_of(*config.second) : read;
}

Expected<std::uint64_t> identity_of(const fs::path& config) {
    const auto text = read_text(config);
    const Expected<std::uint64_t>& program = process::program_checksum();
    if (!text || !program) {
        return std::unexpected(!text ? text.error() : program.error());
    }
    Checksum identity(*program);
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("password") == std::string::npos &&
            line.find("secret_key") == std::string::npos) {
            identity.add(std::as_bytes(std::span(line)));
        }
    }
    return identity.value();
}

Expected<TradeConfig> read_trade_config(const fs::path& file,
                                        const strategy::Registry& strategies) {
    return config::read_toml_file<TradeConfig>(
        file, [&](const toml::table& root, TradeConfig& config) {
            return read_config(file, root, strategies, config);
        });
}

Expected<TradeConfig> parse_trade_config(std::string_view text, const fs::path& name,
                                         const strategy::Registry& strategies) {
    return config::read_toml<TradeConfig>(
        name, [&] { return toml::parse(text); },
        [&](const toml::table& root, TradeConfig& config) {
            return read_config(name, root, strategies, config);
        });
}

}  // namespace hotpath::live
