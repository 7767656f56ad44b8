#include "apps/hotpath/exchange/config.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/exchange/day_config.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/login/certificate_name.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/protocols/config/all.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMega = 1'000'000;

/// Reads the file's tables into a configuration, one function a table.
class ConfigReader {
  public:
    ConfigReader(const fs::path& file, const toml::table& root, ExchangeConfig& config)
        : file_(file), root_(root), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        for (const Step step :
             {&ConfigReader::read_root, &ConfigReader::read_venue, &ConfigReader::read_order_entry,
              &ConfigReader::read_tls, &ConfigReader::read_users}) {
            errors_.add((this->*step)());
        }
        read_protocols(&live::VenueKeys::read);
        for (const Step step : {&ConfigReader::size_gate, &ConfigReader::read_drop_copy,
                                &ConfigReader::read_operator, &ConfigReader::read_market_data}) {
            errors_.add((this->*step)());
        }
        read_protocols(&live::VenueKeys::read_lines);
        for (const Step step : {&ConfigReader::read_journal, &ConfigReader::read_background,
                                &ConfigReader::check_symbols, &ConfigReader::read_the_day,
                                &ConfigReader::check_ports}) {
            errors_.add((this->*step)());
        }
        return errors_.first();
    }

  private:
    using Step = Expected<void> (ConfigReader::*)();

    void read_protocols(live::ReadVenueTables live::VenueKeys::* tables) {
        for (const live::VenueKeys* keys : protocols::venue_keys()) {
            if (keys->*tables != nullptr) {
                errors_.add((keys->*tables)(file_, root_, config_));
            }
        }
    }

    [[nodiscard]] Expected<void> read_root() {
        config::TomlTable table(file_, root_, "");
        table.read_ms("health_every_ms", config_.health_every, {100, config::kMsOfDay});
        table.read("end_session_on_shutdown", config_.ends_session_on_shutdown);
        table.read_ms("end_repeated_ms", config_.end_repeated_for, {0, config::kMsOfDay});
        table.read(login::kPlainTextKey, config_.plain_text_beyond_loopback);
        config::read_host_settings_key(table, host_settings_);
        std::set<std::string_view> tables{
            "venue",       "order_entry", "user",        "drop_copy", "drop_copy_user",
            "market_data", "journal",     "background",  "operator",  "operator_user",
            "instrument",  "schedule",    "limit_state", "tls"};
        for (const live::VenueKeys* keys : protocols::venue_keys()) {
            tables.insert(keys->tables.begin(), keys->tables.end());
        }
        config::ConfigErrors errors(file_);
        errors.add(config::check_tables(file_, root_, tables));
        errors.add(table.finish());
        return errors.first();
    }

    [[nodiscard]] Expected<void> read_venue() {
        config::TomlTable table(file_, root_, "venue");
        exchange::ExchangeOptions& venue = config_.server.exchange;
        venue.books = {.orders_max = 200'000, .levels_max = 400'000, .instruments_max = 1'000};
        std::string session = "HOTPATH";
        table.read("session", session);
        if (session.empty() || session.size() > venue.feed_session.size()) {
            table.refuse("session", "\"" + session + "\"", "1 to 10 characters");
            session.clear();
        }
        venue.feed_session.fill(' ');
        std::ranges::copy(session, venue.feed_session.begin());
        table.read("orders_max", venue.books.orders_max, {1, 100 * kMega});
        table.read("levels_max", venue.books.levels_max, {1, 100 * kMega});
        table.read("instruments_max", venue.books.instruments_max, {1, 65'534});
        table.read("executions_per_order_max", venue.executions_per_command_max, {1, 100'000});
        table.read("time_zone", config_.calendar.time_zone);
        if (!TradingCalendar::create(config_.calendar)) {
            table.refuse("time_zone", "\"" + config_.calendar.time_zone + "\"",
                         "an IANA name such as \"America/New_York\" or \"UTC\"");
        }
        config_.server.between_sessions = Nanos{5 * kNanosPerSecond};
        table.read_ms("between_sessions_ms", config_.server.between_sessions, {0, 600'000});
        table.read("feed_messages_kept", config_.server.feed.messages_max, {1'000, 100 * kMega});
        config_.server.feed.bytes_max = std::uint64_t{config_.server.feed.messages_max} * 40;
        std::vector<std::string> symbols;
        table.read("symbols", symbols);
        read_symbols(table, symbols);
        return table.finish();
    }

    void read_symbols(config::TomlTable& table, const std::vector<std::string>& symbols) {
        for (const std::string& text : symbols) {
            const std::optional<Symbol> symbol = Symbol::from(text);
            if (!symbol || std::ranges::find(config_.symbols, *symbol) != config_.symbols.end()) {
                return table.refuse("symbols", "\"" + text + "\"",
                                    "unique symbols of 1 to 8 characters");
            }
            config_.symbols.push_back(*symbol);
        }
        if (const auto most = config_.server.exchange.books.instruments_max;
            symbols.size() > most) {
            table.refuse("symbols", fmt::format("{} symbols", symbols.size()),
                         fmt::format("at most venue.instruments_max ({}) symbols", most));
        }
    }

    [[nodiscard]] Expected<void> read_order_entry() {
        config::TomlTable table(file_, root_, "order_entry");
        exchange::SessionLimits& limits = config_.server.limits;
        config_.server.users_max = 64;
        config_.server.replies.messages_max = 1'000'000;
        table.require("address");
        table.read_local("address", config_.order_entry);
        table.read("extensions", config_.server.exchange.takes_extensions);
        table.read("connections_max", config_.server.connections_max, {1, 1'000});
        protocols::nasdaq::soupbintcp::PlaceLimits& places = config_.server.places;
        table.read("logins_pending_max", places.pending_max, {1, 100});
        table.read("logins_pending_per_address_max", places.pending_per_address_max, {1, 100});
        table.read("logins_per_user_max", places.logins_per_user_max, {1, 100});
        protocols::nasdaq::soupbintcp::LoginLimitOptions& failures = config_.server.failed_logins;
        failures.wait = Nanos{kNanosPerSecond};
        table.read("failed_logins_max", failures.failures_max, {1, 1'000});
        table.read_ms("failed_login_wait_ms", failures.wait, {0, 600'000});
        table.read("orders_per_second", limits.orders.per_second, {0, 10 * kMega});
        table.read("orders_burst", limits.orders.burst, {1, kMega});
        table.read("cancels_per_second", limits.cancels.per_second, {0, 10 * kMega});
        table.read("cancels_burst", limits.cancels.burst, {1, kMega});
        table.read("refusals_per_second", limits.refusals.per_second, {0, kMega});
        table.read("refusals_burst", limits.refusals.burst, {1, kMega});
        table.read("orders_open_max", limits.orders_open_max, {1, 10 * kMega});
        table.read("orders_open_all_sessions_max", config_.server.exchange.session_orders_max,
                   {1, 10 * kMega});
        table.read("users_max", config_.server.users_max, {1, 10'000});
        table.read("replies_kept", config_.server.replies.messages_max, {1'000, 100 * kMega});
        if (table.has("replies_folder")) {
            table.read_path("replies_folder", config_.replies_folder.emplace());
        }
        table.read("behind_max", config_.server.soup.behind_max, {1, 100 * kMega});
        protocols::nasdaq::soupbintcp::ConnectionOptions& soup = config_.server.soup.connection;
        soup.says_why = true;
        soup.login_timeout = Nanos{5 * kNanosPerSecond};
        table.read_ms("silence_timeout_ms", soup.silence_timeout, {2'000, config::kMsOfDay});
        table.read_ms("stall_timeout_ms", soup.stall_timeout, {100, config::kMsOfDay});
        table.read_ms("login_timeout_ms", soup.login_timeout, {100, config::kMsOfDay});
        bool cancels = true;
        table.read("cancel_on_disconnect", cancels);
        table.read_ms("cancel_after_ms", config_.server.cancel_on_disconnect_after,
                      {0, config::kMsOfDay});
        if (!cancels) {
            config_.server.cancel_on_disconnect_after = kForever;
        }
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_tls() {
        return login::read_tls_server(file_, root_, "tls", config_.tls);
    }

    /// The output of two inputs, doubled for the outputs that wait after them.
    [[nodiscard]] Expected<void> size_gate() {
        const exchange::ExchangeOptions& venue = config_.server.exchange;
        const std::size_t largest = std::size_t{venue.executions_per_command_max} * 3 +
                                    std::size_t{venue.session_orders_max} * 2 + 1'000;
        const std::size_t of_input = std::size_t{venue.executions_per_command_max} * 4 +
                                     std::size_t{venue.session_orders_max} + 1'000;
        const std::size_t reports =
            of_input * 2 *
            exchange::VenueProtocols::copies_of(exchange::desk_options_of(config_.server));
        config_.server.gate = {.bytes_max = largest * 4 * exchange::kKeptReplyLengthMax +
                                            reports * exchange::VenueProtocols::kReportLengthMax,
                               .outputs_max = largest * 4 + reports};
        return {};
    }

    [[nodiscard]] Expected<void> read_users() {
        if (root_["user"].as_array() == nullptr) {
            return fail(fmt::format("{}: at least one [[user]] with name and password is required",
                                    file_.string()));
        }
        auto read =
            login::read_logins(file_, root_, "user", {config_.server.users, config_.hashes.users},
                               [this](config::TomlTable& table, std::size_t n) {
                                   read_self_match(table, static_cast<std::uint16_t>(n), config_);
                                   read_user_limits(table);
                                   read_certificate(table, Port::OrderEntry, n);
                               });
        if (!read) {
            return read;
        }
        // The user name identifies the owner; the session is in the journal.
        for (exchange::Control& control : config_.server.day.configuration) {
            if (control.is_of_session()) {
                control.user = config_.server.users[control.session.value].username;
            }
        }
        const std::size_t users = config_.server.users.size();
        return users > config_.server.users_max
                   ? fail(fmt::format(
                         "{}: order_entry.users_max must be {} (the number of [[user]]) to 10000, "
                         "got {}",
                         file_.string(), users, config_.server.users_max))
                   : Expected<void>();
    }

    using Port = exchange::Port;

    void read_certificate(config::TomlTable& table, Port port, std::size_t n) {
        if (auto name = login::read_certificate_name(table, config_.tls)) {
            config_.server.certificates.push_back(
                {{port, static_cast<std::uint16_t>(n)}, std::move(*name)});
        }
    }

    void read_user_limits(config::TomlTable& user) {
        constexpr config::RealBounds kDollars{0, 1e12};
        exchange::UserLimits& limits = config_.server.user_limits.emplace_back();
        user.read_dollars("order_value_max", limits.order_value_max.value, kDollars);
        user.read("collar_bps", limits.collar_bps.value, {0, 9'999});
        user.read_dollars("exposure_max", limits.exposure_max.value, kDollars);
    }

    [[nodiscard]] Expected<void> read_drop_copy() {
        config::TomlTable table(file_, root_, "drop_copy");
        table.read_local("address", config_.drop_copy);
        table.read("copies_kept", config_.server.drop_copies.messages_max, {0, 100 * kMega});
        config::ConfigErrors errors(file_);
        errors.add(table.finish());
        errors.add(
            login::read_logins(file_, root_, "drop_copy_user",
                               {config_.server.drop_copy_users, config_.hashes.drop_copy_users},
                               [this](config::TomlTable& user, std::size_t n) {
                                   read_certificate(user, Port::DropCopy, n);
                               }));
        return errors.first();
    }

    [[nodiscard]] Expected<void> read_operator() {
        return login::read_operator_port(
            file_, root_,
            {config_.operator_port,
             {config_.server.operator_users, config_.hashes.operator_users},
             [this](config::TomlTable& user, std::size_t n) {
                 read_certificate(user, Port::Operator, n);
             }},
            [this](config::TomlTable& table) {
                table.read("answers_kept", config_.server.answers.messages_max,
                           {1'000, 100 * kMega});
            });
    }

    [[nodiscard]] Expected<void> read_market_data() {
        config::TomlTable table(file_, root_, "market_data");
        for (const char* key : {"line_a", "line_b", "requests", "glimpse"}) {
            table.require(key);
        }
        table.read("interface", config_.interface);
        table.read_group("line_a", config_.line_a);
        table.read_group("line_b", config_.line_b);
        if (table.has("line_b") && config_.line_a == config_.line_b) {
            table.refuse("line_b", "\"" + config_.line_b.to_string() + "\"",
                         "a group and port other than those of line_a");
        }
        table.read_local("requests", config_.requests);
        config_.server.requests = {.per_second = 2'000, .burst = 4'000};
        table.read("requests_per_second", config_.server.requests.per_second, {0, kMega});
        table.read("requests_burst", config_.server.requests.burst, {1, kMega});
        std::uint32_t of_all = 10'000;
        table.read("requests_per_second_of_all", of_all, {0, kMega});
        config_.server.requests_of_all = {.per_second = of_all, .burst = of_all};
        std::vector<std::string> networks;
        table.read("requests_networks", networks);
        for (const std::string& text : networks) {
            const auto network = net::Ipv4Network::parse(text);
            if (!network) {
                return fail(fmt::format("{}: market_data.requests_networks: {}", file_.string(),
                                        network.error().message));
            }
            config_.request_networks.push_back(*network);
        }
        table.read_local("glimpse", config_.glimpse);
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_journal() {
        config::TomlTable table(file_, root_, "journal");
        table.require("folder");
        table.read_path("folder", config_.journal_folder);
        std::size_t mode = 2;
        table.read_choice("mode", mode, {"memory", "pagecache", "sync"});
        config_.journal.ack_mode = static_cast<journal::AckMode>(mode);
        read_commits(table);
        std::uint64_t segment_mib = 64;
        table.read("segment_mib", segment_mib, {1, 4'096});
        config_.journal.segment_bytes = segment_mib << 20U;
        table.read("spares", config_.journal.spares, {1, 8});
        table.read("snapshot_every", config_.snapshot_every, {100, 1'000 * kMega});
        table.read("archive_days", config_.archive_days, {0, 36'500});
        if (auto read = table.finish(); !read) {
            return read;
        }
        const auto host = config::read_host_settings(host_settings_);
        if (!host) {
            return fail(fmt::format("{}: host_settings: {}", file_.string(), host.error().message));
        }
        config_.journal.head_start = host->journal;
        return {};
    }

    /// Only fdatasync is worth overlapping, and by two threads that do not share a core.
    void read_commits(config::TomlTable& table) {
        std::size_t commits = 0;
        table.read_choice("commits", commits, {"one", "overlapped"});
        const bool overlaps = commits == 1 && config_.journal.ack_mode == journal::AckMode::Sync &&
                              std::thread::hardware_concurrency() > 1;
        config_.journal.commits_max = overlaps ? 2 : 1;
    }

    [[nodiscard]] Expected<void> read_background() {
        config::TomlTable table(file_, root_, "background");
        BackgroundConfig& background = config_.background;
        std::size_t source = 0;
        table.read_choice("source", source, {"none", "generator", "recording"});
        background.source = static_cast<BackgroundSource>(source);
        std::string recording;
        table.read("recording", recording);
        background.recording = file_.parent_path() / recording;
        if (background.source == BackgroundSource::Recording) {
            table.require("recording");
            if (recording.empty()) {
                table.refuse("recording", "\"\"", "the name of a recording");
            }
        }
        table.read("messages", background.messages, {1'000, 10'000 * kMega});
        table.read("instruments", background.instruments,
                   {1, std::min<std::int64_t>(config_.server.exchange.books.instruments_max,
                                              sim::market::kInstrumentsMax)});
        check_size(table);
        table.read("seed", background.seed, {0, std::numeric_limits<std::int64_t>::max()});
        background.names = config_.symbols;
        read_pacing(table);
        return table.finish();
    }

    void check_size(config::TomlTable& table) const {
        const BackgroundConfig& background = config_.background;
        const std::uint64_t least = sim::market::messages_min(background.instruments);
        if (background.source == BackgroundSource::Generator && background.messages < least) {
            table.refuse(
                "messages", fmt::to_string(background.messages),
                fmt::format("at least {} for {} instruments", least, background.instruments));
        }
    }

    [[nodiscard]] Expected<void> check_symbols() {
        return config_.background.source == BackgroundSource::None && config_.symbols.empty()
                   ? fail(fmt::format("{}: venue.symbols must have at least one symbol when there "
                                      "is no background, got []",
                                      file_.string()))
                   : Expected<void>();
    }

    /// Each port of TCP is one listener's.
    [[nodiscard]] Expected<void> check_ports() {
        std::vector<live::KeyedAddress> listeners{{"order_entry.address", config_.order_entry}};
        if (config_.drop_copy) {
            listeners.emplace_back("drop_copy.address", *config_.drop_copy);
        }
        if (config_.operator_port) {
            listeners.emplace_back("operator.address", *config_.operator_port);
        }
        std::ranges::copy(protocol_ports(config_), std::back_inserter(listeners));
        listeners.emplace_back("market_data.glimpse", config_.glimpse);
        for (std::size_t n = 0; n < listeners.size(); ++n) {
            for (std::size_t before = 0; before < n; ++before) {
                const auto& [key, at] = listeners[n];
                const auto& [other_key, other] = listeners[before];
                if (are_one_port(at, other)) {
                    return fail(fmt::format(
                        "{}: {} must be a port that no other key uses, got \"{}\", the port of {}",
                        file_.string(), key, at.to_string(), other_key));
                }
            }
        }
        return {};
    }

    [[nodiscard]] static bool are_one_port(const net::Endpoint& one, const net::Endpoint& other) {
        const bool are_one_address =
            one.address == other.address || one.address.value == 0 || other.address.value == 0;
        return one.port != 0 && one.port == other.port && are_one_address;
    }

    [[nodiscard]] Expected<void> read_the_day() { return read_day(file_, root_, config_); }

    void read_pacing(config::TomlTable& table) {
        BackgroundConfig& background = config_.background;
        std::size_t pacing = 0;
        table.read_choice("pacing", pacing, {"recorded", "poisson", "hawkes"});
        background.pacing = static_cast<Pacing>(pacing);
        table.read("speed", background.speed, {0.001, 1e6});
        table.read("messages_per_second", background.arrivals.per_second, {0.001, 1e7});
        double branching = 0.7;
        table.read("branching", branching, {0, 0.99});
        background.arrivals.branching = background.pacing == Pacing::Hawkes ? branching : 0;
        table.read_ms("excitement_ms", background.arrivals.excitement_lasts, {1, 60'000});
        background.arrivals.seed = background.seed;
        std::string at_once_until = "09:30:00";
        table.read("at_once_until", at_once_until);
        if (const auto time = parse_time_of_day(at_once_until)) {
            background.at_once_until = *time;
        } else {
            table.refuse("at_once_until", "\"" + at_once_until + "\"",
                         "a time such as \"09:30:00\"");
        }
    }

    const fs::path& file_;
    const toml::table& root_;
    ExchangeConfig& config_;
    fs::path host_settings_{};
    config::ConfigErrors errors_{file_};
};

}  // namespace

Expected<ExchangeConfig> read_exchange_config(const fs::path& file) {
    return config::read_toml_file<ExchangeConfig>(
        file, [&](const toml::table& root, ExchangeConfig& config) {
            return ConfigReader(file, root, config).read();
        });
}

}  // namespace hotpath::app
