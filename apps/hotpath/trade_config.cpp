#include "apps/hotpath/trade_config.hpp"

#include <bit>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <sstream>

#include <fmt/format.h>

#include "apps/hotpath/login_tables.hpp"
#include "apps/hotpath/toml_table.hpp"
#include "apps/hotpath/trade_risk_config.hpp"
#include "apps/hotpath/trade_strategy_config.hpp"
#include "hotpath/core/checksum.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kTimesAThousand = 1'000;

/// Reads the file's tables into a configuration, one function a table.
class TradeConfigReader {
  public:
    TradeConfigReader(const fs::path& file, const toml::table& root, TradeConfig& config)
        : file_(file), root_(root), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        using Step = Expected<void> (TradeConfigReader::*)();
        for (const Step step :
             {&TradeConfigReader::read_root, &TradeConfigReader::read_account,
              &TradeConfigReader::read_venue, &TradeConfigReader::read_market_data,
              &TradeConfigReader::read_trading, &TradeConfigReader::read_fees,
              &TradeConfigReader::read_thread, &TradeConfigReader::read_operator,
              &TradeConfigReader::read_risk, &TradeConfigReader::read_the_strategy,
              &TradeConfigReader::read_telemetry}) {
            if (auto done = (this->*step)(); !done) {
                return done;
            }
        }
        return {};
    }

  private:
    [[nodiscard]] engine::EngineOptions& engine() { return config_.trader.engine; }

    [[nodiscard]] Expected<void> read_root() {
        TomlTable table(file_, root_, "");
        table.read_ms("health_every_ms", config_.health_every, {100, kMsOfDay});
        std::int64_t error_us = 0;
        table.read("clock_error_max_us", error_us, {0, 1'000'000});
        config_.clock_error_max = {error_us * 1'000};
        static const std::set<std::string_view> kTables{
            "account", "venue",    "market_data",     "trading",  "fees",
            "thread",  "operator", "operator_user",   "limits",   "account_limits",
            "pace",    "strategy", "override_limits", "telemetry"};
        if (auto checked = check_tables(file_, root_, kTables); !checked) {
            return checked;
        }
        return table.finish();
    }

    [[nodiscard]] static wire::soupbintcp::Credentials read_login(TomlTable& table,
                                                                  const std::string& prefix,
                                                                  std::string& user) {
        std::string password;
        table.require(prefix + "user");
        table.require(prefix + "password");
        table.read(prefix + "user", user);
        table.read(prefix + "password", password);
        if (user.empty() || user.size() > 6) {
            table.refuse(prefix + "user", "\"" + user + "\"", "1 to 6 characters");
        }
        if (password.empty() || password.size() > 10) {
            table.refuse(prefix + "password", "(not shown)", "1 to 10 characters");
        }
        return wire::soupbintcp::Credentials::of(user.substr(0, 6), password.substr(0, 10));
    }

    [[nodiscard]] Expected<void> read_account() {
        TomlTable table(file_, root_, "account");
        config_.trader.account = read_login(table, "", config_.account);
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_venue() {
        TomlTable table(file_, root_, "venue");
        trader::TraderOptions& trader = config_.trader;
        table.require("order_entry");
        table.read("order_entry", config_.order_entry);
        table.read("glimpse", config_.glimpse);
        table.read("drop_copy", config_.drop_copy);
        if (config_.drop_copy) {
            std::string user;
            trader.drop_copy = read_login(table, "drop_copy_", user);
        }
        table.read_ms("retry_min_ms", trader.retry_min, {1, kMsOfDay});
        table.read_ms("retry_max_ms", trader.retry_max, {1, kMsOfDay});
        if (trader.retry_max < trader.retry_min) {
            table.refuse("retry_max_ms", fmt::to_string(trader.retry_max.value / 1'000'000),
                         "at least retry_min_ms");
        }
        table.read_ms("login_timeout_ms", trader.connection.login_timeout, {10, kMsOfDay});
        table.read_ms("silence_timeout_ms", trader.connection.silence_timeout, {2'000, kMsOfDay});
        table.read_ms("stall_timeout_ms", trader.connection.stall_timeout, {10, kMsOfDay});
        table.read_ms("reconcile_within_ms", trader.reconcile_within, {10, kMsOfDay});
        table.read_ms("stop_within_ms", trader.stop_within, {10, kMsOfDay});
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_market_data() {
        TomlTable table(file_, root_, "market_data");
        table.read("interface", config_.interface);
        table.require("line_a");
        table.read("line_a", config_.line_a);
        table.read("line_b", config_.line_b);
        table.read("requests", config_.requests);
        check_group(table, "line_a", config_.line_a);
        check_group(table, "line_b", config_.line_b.value_or(config_.line_a));
        feed::LiveFeedOptions& feed = engine().feed;
        table.read_ms("gap_timeout_ms", feed.requests.gap_timeout, {0, 60'000});
        table.read_ms("retry_ms", feed.requests.retry_interval, {1, 60'000});
        table.read("attempts_max", feed.requests.attempts_max, {1, 1'000});
        feed.requests.attempts_max = config_.requests ? feed.requests.attempts_max : 0;
        feed.has_snapshots = config_.glimpse.has_value();
        table.read_ms("snapshot_timeout_ms", feed.snapshot_timeout, {10, kMsOfDay});
        table.read_ms("snapshot_interval_ms", feed.snapshot_interval, {10, kMsOfDay});
        table.read("messages_kept", feed.lines.store.messages_max, {64, 16'777'216});
        if (!std::has_single_bit(feed.lines.store.messages_max)) {
            table.refuse("messages_kept", fmt::to_string(feed.lines.store.messages_max),
                         "a power of two from 64 to 16777216");
        }
        table.read_ms("silence_max_ms", engine().feed_silence_max, {100, kMsOfDay});
        return table.finish();
    }

    static void check_group(TomlTable& table, std::string_view key, const net::Endpoint& group) {
        if (table.has(key) && (!group.address.is_multicast() || group.port == 0)) {
            table.refuse(key, "\"" + group.to_string() + "\"",
                         "a multicast group and port, such as \"239.192.1.1:26477\"");
        }
    }

    [[nodiscard]] Expected<void> read_trading() {
        TomlTable table(file_, root_, "trading");
        book::BooksOptions& books = engine().books;
        books = {.orders_max = 200'000, .levels_max = 400'000, .instruments_max = 10'000};
        table.read("orders_max", books.orders_max, {1, 100'000 * kTimesAThousand});
        table.read("levels_max", books.levels_max, {1, 100'000 * kTimesAThousand});
        table.read("instruments_max", books.instruments_max, {1, 65'534});
        read_symbols(table);
        table.read("open_orders_max", engine().orders.open_orders_max, {1, 100'000});
        table.read("orders_remembered", engine().orders.orders_remembered, {2, 1 << 24});
        const std::uint32_t remembered = engine().orders.orders_remembered;
        if (!std::has_single_bit(remembered) || remembered <= engine().orders.open_orders_max) {
            table.refuse("orders_remembered", fmt::to_string(remembered),
                         "a power of two above open_orders_max");
        }
        table.read("executions_remembered", engine().orders.executions_remembered, {1, 1 << 24});
        table.read_ms("timer_ms", config_.trader.timer_interval, {1, 60'000});
        return table.finish();
    }

    void read_symbols(TomlTable& table) {
        std::vector<std::string> symbols;
        table.require("symbols");
        table.read("symbols", symbols);
        std::set<std::string> seen;
        for (const std::string& text : symbols) {
            const std::optional<Symbol> symbol = Symbol::from(text);
            if (!symbol || !seen.insert(text).second) {
                return table.refuse("symbols", "\"" + text + "\"",
                                    "symbols of 1 to 8 characters, each once");
            }
            engine().symbols.push_back(*symbol);
        }
        if (symbols.empty() && table.has("symbols")) {
            table.refuse("symbols", "[]", "at least one symbol");
        }
    }

    [[nodiscard]] Expected<void> read_fees() {
        TomlTable table(file_, root_, "fees");
        constexpr RealBounds kFees{-1, 1};
        oms::Fees& fees = engine().orders.fees;
        table.read_dollars("added", fees.added, kFees);
        table.read_dollars("removed", fees.removed, kFees);
        table.read_dollars("other", fees.other, kFees);
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_thread() {
        TomlTable table(file_, root_, "thread");
        std::size_t idle = static_cast<std::size_t>(config_.idle);
        table.read_choice("idle", idle, {"poll", "yield", "wait"});
        config_.idle = static_cast<Idle>(idle);
        std::uint32_t core = 0;
        table.read("core", core, {0, 1'023});
        if (table.has("core")) {
            config_.core = core;
        }
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_telemetry() {
        TomlTable table(file_, root_, "telemetry");
        TelemetryOptions& options = config_.telemetry;
        table.read("channel", options.name);
        if (table.has("channel") && !shm::ChannelName::from(options.name)) {
            table.refuse(
                "channel", "\"" + options.name + "\"",
                "1 to 48 letters, digits, '.', '_' and '-', the first a letter or a digit");
        }
        std::string folder;
        table.read("folder", folder);
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
        trader::OverrideOptions& overrides = config_.trader.overrides;
        return read_operator_port(
            file_, root_, {config_.operator_port, config_.operators.users}, [&](TomlTable& table) {
                table.read_ms("absence_max_ms", config_.operators.absence_max, {0, kMsOfDay});
                table.read("connections_max", config_.operators.connections_max, {1, 64});
                table.read_ms("override_max_ms", overrides.duration_max, {0, kMsOfDay});
                table.read_ms("second_within_ms", overrides.second_within, {1, kMsOfDay});
                if (!config_.operator_port && config_.operators.absence_max > Nanos{}) {
                    table.refuse("absence_max_ms", "set", "0 without an address to come to");
                }
            });
    }

    [[nodiscard]] Expected<void> read_risk() {
        if (auto read = read_risk_limits(file_, root_, engine()); !read) {
            return read;
        }
        return read_override_limits(file_, root_, config_.trader.overrides);
    }
    [[nodiscard]] Expected<void> read_the_strategy() {
        return read_strategy(file_, root_, config_);
    }

    const fs::path& file_;
    const toml::table& root_;
    TradeConfig& config_;
};

[[nodiscard]] Expected<std::string> read_text(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    return file ? Expected<std::string>(std::move(text))
                : fail(fmt::format("{}: cannot be read", path.string()));
}

}  // namespace

Expected<std::uint64_t> identity_of(const fs::path& config) {
    const auto text = read_text(config);
    const auto program = read_text("/proc/self/exe");
    if (!text || !program) {
        return std::unexpected(!text ? text.error() : program.error());
    }
    Checksum identity;
    identity.add(std::as_bytes(std::span(*program)));
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("password") == std::string::npos) {
            identity.add(std::as_bytes(std::span(line)));
        }
    }
    return identity.value();
}

Expected<TradeConfig> read_trade_config(const fs::path& file) {
    return read_toml_file<TradeConfig>(file, [&](const toml::table& root, TradeConfig& config) {
        return TradeConfigReader(file, root, config).read();
    });
}

}  // namespace hotpath::app
