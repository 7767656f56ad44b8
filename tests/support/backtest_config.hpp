#pragma once
/// The configuration of a small backtest: three generated days of two instruments, a market maker
/// whose timer is a second and whose books are small: the timers and the memory of a day would
/// otherwise cost more than its 6,000 messages.
///
/// Threads: any. Allocation: the text. Tests only.

#include <string>
#include <string_view>

namespace hotpath::support {

/// What a configuration has that the example does not.
struct BacktestWords {
    std::string data = "generated_days = 3\nmessages = 6_000\ninstruments = 2";
    std::string fills = "exact";
    std::string name = "market_maker";
    std::string strategy{};  // lines of [strategy]
    std::string symbols = "\"AAPL\", \"MSFT\"";
    std::string run{};      // lines of [run]
    std::string latency{};  // lines of [latency]
};

inline constexpr std::string_view kBacktestTrader = R"(timer_ms = 1_000
orders_max = 20_000
levels_max = 20_000
instruments_max = 16
[fees]
added = -0.002
removed = 0.003
[limits]
order_qty_max = 5_000
order_notional_max = 5_000_000
tick = 0.01
fine_below = 1.0
collar_bps = 500
drift_bps = 1_000
jump_bps = 1_000
position_max = 10_000
open_orders_max = 64
messages_max = 500
may_sell_short = true
[account_limits]
gross_max = 20_000_000
net_max = 20_000_000
traded_max = 1_000_000_000
loss_max = 1_000_000
open_orders_max = 1_000
messages_per_fill_max = 100_000
messages_free = 1_000_000
[pace]
orders_max = 1_000
orders_window_ms = 1_000
cancels_max = 2_000
cancels_window_ms = 1_000
duplicates_max = 100
duplicates_window_ms = 1_000
repeated_executions_max = 200
repeated_executions_window_ms = 1_000
instrument_window_ms = 1_000
jump_window_ms = 1_000
jump_hold_ms = 1_000
)";

[[nodiscard]] inline std::string backtest_config(const BacktestWords& words) {
    return "[data]\n" + words.data + "\n[fills]\nmodel = \"" + words.fills + "\"\n[run]\n" +
           words.run + "\n[latency]\n" + words.latency + "\n[trading]\nsymbols = [" +
           words.symbols + "]\n" + std::string(kBacktestTrader) + "[strategy]\nname = \"" +
           words.name + "\"\n" + words.strategy + "\n";
}

}  // namespace hotpath::support
