#include "hotpath/live/config/risk_config.hpp"

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSharesMax = 1'000'000'000;
constexpr std::int64_t kMessagesMax = 100'000'000;
constexpr config::RealBounds kMoney{0.01, 1e12};

/// A limit has no default: what is not there is not allowed.
class LimitTable : public config::TomlTable {
  public:
    using config::TomlTable::TomlTable;

    template <std::integral T>
    void limit(std::string_view key, T& value, const config::IntegerBounds& bounds) {
        require(key);
        read(key, value, bounds);
    }
    void limit(std::string_view key, bool& value) {
        require(key);
        read(key, value);
    }
    void dollars(std::string_view key, Money& amount) {
        require(key);
        read_dollars(key, amount.value, kMoney);
    }
    void price(std::string_view key, std::int64_t& units, const config::RealBounds& bounds) {
        require(key);
        read_dollars(key, units, bounds);
    }
    void time(std::string_view key, Nanos& value) {
        require(key);
        read_ms(key, value, {1, 3'600'000});
    }
    void rate(const std::string& what, risk::RateLimit& rate) {
        limit(what + "_max", rate.messages_max, {1, 10'000'000});
        time(what + "_window_ms", rate.window);
    }
    /// `former`: its name in the configurations of older journals, which are still replayed.
    void rate_renamed(const std::string& what, const std::string& former, risk::RateLimit& limit) {
        rate(has(former + "_max") ? former : what, limit);
    }
};

void read_instrument_limits(LimitTable& table, risk::Limits& limits) {
    limits = {};
    table.limit("order_qty_max", limits.order_qty_max.value, {1, 999'999});
    table.dollars("order_notional_max", limits.order_notional_max);
    table.price("tick", limits.tick, {0.0001, 1'000});
    table.price("fine_below", limits.fine_below.value, {0, 200'000});
    table.limit("collar_bps", limits.collar_bps.value, {1, 9'999});
    table.limit("drift_bps", limits.drift_bps.value, {1, 9'999});
    table.limit("position_max", limits.position_max.value, {1, kSharesMax});
    table.limit("open_orders_max", limits.open_orders_max, {1, 100'000});
    table.limit("messages_max", limits.messages_max, {1, 10'000'000});
    table.limit("may_sell_short", limits.may_sell_short);
}

[[nodiscard]] Expected<void> read_limits(const fs::path& file, const toml::table& root,
                                         engine::EngineOptions& engine) {
    LimitTable table(file, root, "limits");
    read_instrument_limits(table, engine.limits);
    engine.volatility = {};
    table.limit("jump_bps", engine.volatility.jump_bps.value, {1, 9'999});
    return table.finish();
}

[[nodiscard]] Expected<void> read_account_limits(const fs::path& file, const toml::table& root,
                                                 engine::EngineOptions& engine) {
    LimitTable table(file, root, "account_limits");
    risk::AccountLimits& limits = engine.account;
    limits = {};
    table.read("mark_spread_bps", engine.mark_spread_max.value, {1, 9'999});
    table.dollars("gross_max", limits.gross_max);
    table.dollars("net_max", limits.net_max);
    table.dollars("traded_max", limits.traded_max);
    table.dollars("loss_max", limits.loss_max);
    table.limit("open_orders_max", limits.open_orders_max, {1, 100'000});
    table.limit("messages_per_fill_max", limits.messages_per_fill_max, {1, kMessagesMax});
    table.limit("messages_free", limits.messages_free, {0, kMessagesMax});
    return table.finish();
}

[[nodiscard]] Expected<void> read_pace(const fs::path& file, const toml::table& root,
                                       engine::EngineOptions& engine) {
    LimitTable table(file, root, "pace");
    risk::PaceLimits& pace = engine.pace;
    pace = {};
    table.rate("orders", pace.orders);
    table.rate("cancels", pace.cancels);
    table.rate("duplicates", pace.duplicates);
    table.rate_renamed("repeated_executions", "resends", pace.repeated_executions);
    table.time("instrument_window_ms", pace.instrument_window);
    table.time("jump_window_ms", engine.volatility.window);
    table.time("jump_hold_ms", engine.volatility.pause);
    return table.finish();
}

}  // namespace

Expected<void> read_firm_limits(const fs::path& file, const toml::table& root,
                                risk::FirmLimits& limits, risk::FirmExposureLimits& exposure) {
    LimitTable table(file, root, "firm_limits");
    limits = {};
    exposure = {};
    table.limit("open_orders_max", limits.open_orders_max, {1, 100'000});
    table.dollars("open_value_max", limits.open_value_max);
    table.limit("messages_max", limits.messages_max, {1, kMessagesMax});
    table.dollars("gross_max", exposure.gross_max);
    table.dollars("net_max", exposure.net_max);
    return table.finish();
}

Expected<void> read_risk_limits(const fs::path& file, const toml::table& root,
                                engine::EngineOptions& engine) {
    config::ConfigErrors errors(file);
    errors.add(read_limits(file, root, engine));
    errors.add(read_account_limits(file, root, engine));
    errors.add(read_pace(file, root, engine));
    if (errors.has_any()) {
        return errors.first();
    }
    for (const auto& checked : {risk::validate(engine.limits), risk::validate(engine.account),
                                risk::validate(engine.pace)}) {
        if (!checked) {
            return fail(fmt::format("{}: {}", file.string(), checked.error().message));
        }
    }
    return {};
}

Expected<void> read_override_limits(const fs::path& file, const toml::table& root,
                                    trader::OverrideOptions& overrides) {
    if (!root.contains("override_limits")) {
        return {};
    }
    LimitTable table(file, root, "override_limits");
    read_instrument_limits(table, overrides.limits.emplace());
    if (auto read = table.finish(); !read) {
        return read;
    }
    auto valid = trader::validate(overrides);
    return valid
               ? valid
               : fail(fmt::format("{}: override_limits: {}", file.string(), valid.error().message));
}

}  // namespace hotpath::live
