#pragma once
/// The result of a demo, and its two short forms: the summary for people and the JSON for
/// programs.
///
/// The JSON's keys are an interface (README): messages, book_basis, orders_entered,
/// orders_accepted, orders_rejected_by_risk, rejected_by_reason, stopped, executions, shares_bought, shares_sold, position, pnl,
/// open_positions, threads, tick_to_trade_ns, stages, outputs_hash. Money in JSON is in dollars. Everything but
/// threads and latencies is the same in every run with the same options. Threads: the main one. Allocation:
/// free.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/hotpath/demo/busiest_instrument.hpp"
#include "apps/hotpath/demo/options.hpp"
#include "apps/hotpath/demo/placement.hpp"
#include "apps/hotpath/demo/recorder.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/capture/message_stream.hpp"

namespace hotpath::app {

/// A traded instrument at the end.
struct DemoPosition {
    InstrumentId id{};
    Symbol symbol{};
    SignedQty position{};
    Price mark{};
    Nanos mark_age{};
    std::optional<Money> cost_to_close{};  // none: the market has no such order
};

struct DemoResult {
    DemoRecorder record;
    Placement placement{};
    std::string source{};  // MarketInput::description()
    capture::BookSource book_source{};
    strategy::StrategyChoice strategy{};
    TradedInstrument traded{};       // the first of those that are traded
    std::uint64_t messages = 0;      // of the market stream
    std::uint64_t feed_packets = 0;  // from the venue to the trader
    std::uint64_t orders_entered =
        0;  // sent and past the risk check, replacements included: each has its own id
    std::uint64_t orders_replaced = 0;  // the replacements among them
    std::uint64_t orders_canceled = 0;  // cancel requests
    std::uint64_t orders_accepted = 0;  // by the venue, replacements included
    std::uint64_t orders_rejected_by_risk = 0;
    std::array<std::uint64_t, risk::kRejectReasons> refused{};  // the same, by reason
    std::optional<backtest::TradingStop> stop{};                // of the risk check
    Time begin{};                                               // of the market, and its end
    Time end{};
    std::uint64_t executions = 0;
    std::uint64_t shares_bought = 0;
    std::uint64_t shares_sold = 0;
    std::vector<DemoPosition> positions{};
    Account account{};
    std::uint64_t outputs_hash = 0;
    bool books_agree = false;  // the trader's book, made of the feed's bytes, and the venue's own
    double elapsed_s = 0;
    double timer_cost_ns = 0;  // of one stamp
    bool timer_is_kernel = false;
};

/// One line each: which latencies are shown, and why they differ from the benchmark's.
[[nodiscard]] std::array<std::string_view, 3> latency_notes(const Placement& placement);

void print_demo(const DemoResult& result, const DemoOptions& options);

/// "account_limits.loss_max at 10:02:13 in AAPL, after 8.4% of the time"; "" when nothing stopped it.
[[nodiscard]] std::string stopped_text(const DemoResult& result);

/// "open: AAPL -300, its mark is 12 min old, closing would cost $3.00"; "" when flat.
[[nodiscard]] std::string open_positions_text(const DemoResult& result);

[[nodiscard]] std::string demo_json(const DemoResult& result);

}  // namespace hotpath::app
