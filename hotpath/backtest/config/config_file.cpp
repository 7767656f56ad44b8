#include "hotpath/backtest/config/config_file.hpp"

#include <array>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hotpath/backtest/config/bars_config.hpp"
#include "hotpath/backtest/days/bars.hpp"
#include "hotpath/backtest/fill_models.hpp"
#include "hotpath/backtest/live/latency_file.hpp"
#include "hotpath/backtest/live/live_tables.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/live/config/fees_config.hpp"
#include "hotpath/live/config/risk_config.hpp"
#include "hotpath/live/config/strategy_config.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/config/trading_config.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::backtest {

namespace {

namespace fs = std::filesystem;
using sim::session::Jitter;
using sim::session::LatencyOptions;

constexpr std::int64_t kSecondInUs = 1'000'000;

class BacktestConfigReader {
  public:
    BacktestConfigReader(const fs::path& file, const toml::table& root,
                         const strategy::Registry& strategies, BacktestConfig& config)
        : file_(file), root_(root), strategies_(strategies), config_(config) {}

    [[nodiscard]] Expected<void> read() {
        return config::read_steps(
            file_, *this,
            {&BacktestConfigReader::read_root, &BacktestConfigReader::read_data,
             &BacktestConfigReader::read_fills, &BacktestConfigReader::read_latencies,
             &BacktestConfigReader::read_run, &BacktestConfigReader::check,
             &BacktestConfigReader::choose_dates});
    }

  private:
    [[nodiscard]] Expected<void> read_root() {
        static const std::set<std::string_view> kTables{
            "data",   "fills",          "latency", "run",      "trading",   "fees",
            "limits", "account_limits", "pace",    "strategy", "strategies"};
        config::ConfigErrors errors(file_);
        errors.add(config::check_tables(file_, root_, kTables));
        config::TomlTable table(file_, root_, "");
        fs::path trader;
        table.read_path("trader", trader);
        fs::path host_settings;
        config::read_host_settings_key(table, host_settings);
        errors.add(table.finish());
        errors.add(read_look_ahead(host_settings));
        errors.add(table.has("trader") ? read_trader(trader) : read_tables());
        return errors.first();
    }

    [[nodiscard]] Expected<void> read_look_ahead(const fs::path& host_settings) {
        const auto host = config::read_host_settings(host_settings);
        if (!host) {
            return fail(fmt::format("{}: host_settings: {}", file_.string(), host.error().message));
        }
        config_.look_ahead = host->look_ahead;
        return {};
    }

    /// The trader's own tables, here.
    [[nodiscard]] Expected<void> read_tables() {
        live::TradeConfig trade;
        trader::TraderOptions& trader = trade.trader;
        config::ConfigErrors errors(file_);
        errors.add(live::read_trading_config(file_, root_, trader));
        errors.add(live::read_fees_config(file_, root_, "fees", trader.engine.orders));
        errors.add(live::read_risk_limits(file_, root_, trader.engine));
        errors.add(live::read_strategy(file_, root_, strategies_, trade));
        take_trader(std::move(trade));
        return errors.first();
    }

    /// A live trader's file.
    [[nodiscard]] Expected<void> read_trader(const fs::path& trader) {
        for (const char* const name :
             {"trading", "fees", "limits", "account_limits", "pace", "strategy", "strategies"}) {
            if (root_.contains(name)) {
                return fail(fmt::format("{}: [{}] must be only in {}, the file that `trader` names",
                                        file_.string(), name, trader.string()));
            }
        }
        auto config = live::read_trade_config(trader, strategies_);
        if (!config) {
            return std::unexpected(config.error());
        }
        if (config->second) {
            return fail(
                fmt::format("{}: trader must name a configuration with one venue, got {} with two",
                            file_.string(), trader.string()));
        }
        take_trader(std::move(*config));
        return {};
    }

    void take_trader(live::TradeConfig&& trade) {
        config_.trade = {.trader = std::move(trade.trader),
                         .strategies = std::move(trade.strategies),
                         .text = std::move(trade.text)};
    }

    [[nodiscard]] Expected<void> read_data() {
        config::TomlTable table(file_, root_, "data");
        std::vector<std::string> files;
        table.read("files", files);
        std::uint32_t generated_days = 0;
        table.read("generated_days", generated_days, {0, 10'000});
        if (files.empty() == (generated_days == 0)) {
            table.refuse("files", files.empty() ? "neither" : "both",
                         "recordings, or generated_days above 0, but not both");
        }
        read_market(table);
        read_date_range(table, config_.dates);
        for (const char* const key : {"from", "until"}) {
            if (table.has(key) && files.empty()) {
                table.refuse(key, "a date", "absent with generated_days, which have no dates");
            }
        }
        read_bars_data(table, config_.bars);
        if (config_.bars && files.empty()) {
            table.refuse("files", "none", "tables of bars with data.bars");
        }
        std::size_t crossed = 0;
        table.read_choice("crossed", crossed, {"stop", "allow"});
        config_.crossed = static_cast<CrossedBook>(crossed);
        if (auto read = table.finish(); !read) {
            return read;
        }
        add_days(files, generated_days);
        return check_files();
    }

    void read_market(config::TomlTable& table) {
        sim::market::MarketOptions& market = config_.market;
        constexpr std::int64_t kMessagesMax = 10'000'000'000;
        table.read("seed", market.seed, {0, 1'000'000'000'000});
        table.read("instruments", market.instruments, {1, sim::market::kInstrumentsMax});
        const auto least = static_cast<std::int64_t>(sim::market::messages_min(market.instruments));
        table.read("messages", market.messages, {least, kMessagesMax});
    }

    void add_days(const std::vector<std::string>& files, std::uint32_t generated_days) {
        for (const std::string& name : files) {
            const fs::path file = file_.parent_path() / name;
            config_.days.push_back({.name = fs::path(name).filename().string(), .file = file});
        }
        for (std::uint32_t n = 0; n < generated_days; ++n) {
            const std::uint64_t seed = config_.market.seed + n;
            config_.days.push_back({.name = fmt::format("seed {}", seed), .seed = seed});
        }
    }

    [[nodiscard]] Expected<void> check_files() {
        for (const BacktestDay& day : config_.days) {
            if (day.file.empty()) {
                continue;
            }
            if (auto readable = config::check_readable(day.file); !readable) {
                return fail(
                    fmt::format("{}: data.files: {}", file_.string(), readable.error().message));
            }
        }
        return {};
    }

    [[nodiscard]] Expected<void> read_fills() {
        config::TomlTable table(file_, root_, "fills");
        std::size_t model = 0;
        std::vector<std::string_view> models(kFillModels.begin(), kFillModels.end());
        models.push_back("bars");
        table.read_choice("model", model, models);
        read_bars_fills(table, model == kFillModels.size(), config_.bars);
        config_.fills = fill_model(config_.bars ? 0 : model);
        table.read("exponent", config_.fills.exponent, {0.01, 100});
        return table.finish();
    }

    [[nodiscard]] Expected<void> read_latencies() {
        config::TomlTable table(file_, root_, "latency");
        std::uint64_t seed = 1;
        table.read("seed", seed, {0, 1'000'000'000'000});
        sim::session::SessionOptions& session = config_.session;
        const std::array<std::pair<std::string, LatencyOptions*>, 3> wires{
            {{"feed", &session.feed_latency},
             {"entry", &session.entry_latency},
             {"reply", &session.response_latency}}};
        config::ConfigErrors errors(file_);
        for (const auto& [wire, options] : wires) {
            options->seed = seed++;
            errors.add(read_latency(table, wire, *options));
        }
        errors.add(table.finish());
        if (errors.has_any()) {
            return errors.first();
        }
        for (const auto& [wire, options] : wires) {
            if (auto valid = validate(*options); !valid) {
                return fail(
                    fmt::format("{}: latency.{}: {}", file_.string(), wire, valid.error().message));
            }
        }
        return {};
    }

    [[nodiscard]] Expected<void> read_latency(config::TomlTable& table, const std::string& wire,
                                              LatencyOptions& options) {
        table.read_us(wire + "_us", options.base, {0, kSecondInUs});
        std::size_t jitter = 0;
        table.read_choice(wire + "_jitter", jitter, {"none", "uniform", "log_normal"});
        options.jitter = static_cast<Jitter>(jitter);
        table.read_us(wire + "_spread_us", options.spread, {0, kSecondInUs});
        if (options.jitter == Jitter::LogNormal) {
            options.sigma = 0.5;
        }
        table.read(wire + "_sigma", options.sigma, {0, 5});
        table.read_us(wire + "_service_us", options.service, {0, kSecondInUs});
        fs::path recorded;
        table.read_path(wire + "_recorded", recorded);
        if (!table.has(wire + "_recorded")) {
            return {};
        }
        auto samples = read_latency_file(recorded);
        if (!samples) {
            return std::unexpected(samples.error());
        }
        options.recorded = std::move(*samples);
        return {};
    }

    [[nodiscard]] Expected<void> read_run() {
        config::TomlTable table(file_, root_, "run");
        table.read("threads", config_.threads, {1, 1'024});
        table.read_ms("sample_ms", config_.sample_every, {1, config::kMsOfDay});
        Money capital{};
        table.read_dollars("capital", capital.value, {1, 1e12});
        if (table.has("capital")) {
            config_.capital = capital;
        }
        config_.session.timer_interval = config_.trade.trader.timer_interval;
        read_sessions(table);
        fs::path events;
        table.read_path("events", events);
        if (auto read = table.finish(); !read || !table.has("events")) {
            return read;
        }
        auto live = read_live_events(events);
        if (!live) {
            return std::unexpected(live.error());
        }
        config_.session.live = std::move(*live);
        return {};
    }

    /// The protocols are those of the trader unless a key says otherwise.
    void read_sessions(config::TomlTable& table) {
        using protocols::MarketFeeds;
        using protocols::OrderEntries;
        const trader::TraderOptions& trader = config_.trade.trader;
        sim::session::SessionProtocols sessions{.orders = trader.order_entry.index(),
                                                .feed = trader.market_data.index(),
                                                .has_drop_copy = trader.drop_copy.has_value()};
        bool has_sessions = false;
        table.read("sessions", has_sessions);
        table.read_choice("protocol", sessions.orders,
                          {OrderEntries::kKeys.begin(), OrderEntries::kKeys.end()});
        table.read_choice("feed", sessions.feed,
                          {MarketFeeds::kKeys.begin(), MarketFeeds::kKeys.end()});
        table.read("drop_copy", sessions.has_drop_copy);
        if (has_sessions) {
            config_.sessions = sessions;
            return;
        }
        for (const char* const key : {"protocol", "feed", "drop_copy"}) {
            if (table.has(key)) {
                table.refuse(key, "a value", "absent unless run.sessions is true");
            }
        }
    }

    [[nodiscard]] Expected<void> check() {
        auto possible = check_sessions(config_);
        return possible ? possible
                        : fail(fmt::format("{}: {}", file_.string(), possible.error().message));
    }

    /// Leaves the files of these dates. A file of bars has many: run_bars() chooses.
    [[nodiscard]] Expected<void> choose_dates() {
        if (config_.dates.is_everything()) {
            return {};
        }
        const auto chosen = config_.bars ? check_bar_dates(config_) : choose_days();
        return chosen ? chosen
                      : fail(fmt::format("{}: {}", file_.string(), chosen.error().message));
    }

    [[nodiscard]] Expected<void> choose_days() {
        std::vector<BacktestDay> chosen;
        std::optional<DateSpan> data;
        for (const BacktestDay& day : config_.days) {
            const auto date = date_of_file(day.file);
            if (!date) {
                return std::unexpected(date.error());
            }
            data = data.value_or(DateSpan{.first = *date, .last = *date});
            data->add(*date);
            if (config_.dates.has(*date)) {
                chosen.push_back(day);
            }
        }
        if (auto checked = check_date_range(config_.dates, *data); !checked) {
            return checked;
        }
        config_.days = std::move(chosen);
        return config_.days.empty()
                   ? fail("no file of data.files has a date from data.from to data.until")
                   : Expected<void>();
    }

    const fs::path& file_;
    const toml::table& root_;
    const strategy::Registry& strategies_;
    BacktestConfig& config_;
};

/// In one order, whatever the file's is, and without what no result depends on.
[[nodiscard]] std::string canonical_text(toml::table root) {
    root.erase("host_settings");
    if (toml::table* const run = root["run"].as_table()) {
        run->erase("threads");
    }
    std::ostringstream text;
    text << root << '\n';
    return text.str();
}

[[nodiscard]] Expected<void> read_root_table(const fs::path& file, const toml::table& root,
                                             const strategy::Registry& strategies,
                                             BacktestConfig& config) {
    config.text = canonical_text(root);
    return BacktestConfigReader(file, root, strategies, config).read();
}

}  // namespace

Expected<BacktestConfig> read_backtest_config(const fs::path& file,
                                              const strategy::Registry& strategies) {
    return config::read_toml_file<BacktestConfig>(
        file, [&](const toml::table& root, BacktestConfig& config) {
            return read_root_table(file, root, strategies, config);
        });
}

Expected<BacktestConfig> parse_backtest_config(std::string_view text, const fs::path& name,
                                               const strategy::Registry& strategies) {
    return config::read_toml<BacktestConfig>(
        name, [&] { return toml::parse(text, name.string()); },
        [&](const toml::table& root, BacktestConfig& config) {
            return read_root_table(name, root, strategies, config);
        });
}

}  // namespace hotpath::backtest
