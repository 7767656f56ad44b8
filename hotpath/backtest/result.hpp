#pragma once
/// The result of a backtest: orders, fills and sampled equity of each day, as plain values.
///
/// A run fills it; statistics, report and file writers only read it. Amounts are integers in price units x shares; a fee paid is above 0, a
/// rebate below. Every day begins flat, unless the days are one run that carries its positions; times are since a day's midnight. Threads:
/// values. Allocation: the vectors'.
/// Complexity: the sums are linear in the instruments.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::backtest {

/// Times after a fill at which the mid is sampled.
inline constexpr std::array<Nanos, 6> kMarkOutHorizons{
    Nanos{1'000'000},       Nanos{10'000'000},           Nanos{100'000'000},
    Nanos{kNanosPerSecond}, Nanos{10 * kNanosPerSecond}, Nanos{60 * kNanosPerSecond}};

/// One execution of one of our orders.
struct FillRecord {
    Time at{};
    ClOrdId order{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    oms::Liquidity liquidity = oms::Liquidity::Other;
    Qty qty{};
    Price price{};
    Money fee{};
    SignedQty position{};  // in the instrument, after the fill
    Price mid{};           // at the fill; 0: the market was too wide, or had one side
    std::array<Price, kMarkOutHorizons.size()> mid_after{};  // 0: the day ended before, or the same
    Time order_entered{};
    std::optional<TotalQty> queue_ahead{};  // shares ahead when the venue accepted the order
};

/// One order sent, or one replacement. `qty` is what this order could still execute when it was
/// sent, `filled` what it executed.
struct OrderRecord {
    ClOrdId id{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    Qty qty{};
    Price price{};
    Time entered{};
    Time closed = kNever;  // kNever: open at the end of the day
    Qty filled{};
    std::optional<TotalQty> queue_ahead{};
    Qty total_qty{};           // as sent; a replacement includes what its predecessors executed
    bool is_rejected = false;  // by the venue
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_post_only = false;
    Qty reduced{};              // removed by reductions while the order was open
    Time cancel_sent = kNever;  // time of the first cancel request; kNever: none
};

/// A sample of one instrument. `pnl` is since the start of the day, after fees, the open position
/// at the mark (engine/mark.hpp).
struct EquityPoint {
    Time at{};
    InstrumentId instrument{};
    Money pnl{};
    SignedQty position{};
    Price mid{};  // the mark; 0: none yet
};

/// An instrument at the end of a day.
struct InstrumentResult {
    InstrumentId id{};
    Symbol symbol{};
    Money gross{};                         // cash and the open position at the mark, before fees
    Money fees{};                          // paid less received
    SignedQty position_before{};           // carried into the day, after its splits
    SignedQty position{};                  // still open
    Price mark{};                          // 0: nothing was held, and no market gave one
    Nanos mark_age{};                      // of an open position's mark at the end
    std::optional<Money> cost_to_close{};  // against the mark, without fees; none: no such order
    Price hold_from{};  // cost of a share held all day, after splits and dividends
    Price hold_to{};    // value of that share at the end; 0, as hold_from: no price
};

/// The risk gate ended the trading of a day: it latched, or a limit of the day was used up, so that
/// no order passed any more.
struct TradingStop {
    Time at{};
    InstrumentId instrument{};  // 0: it was of the account
    risk::StopReason reason = risk::StopReason::None;
    risk::RejectReason used_up = risk::RejectReason::None;  // without a reason: the limit
    risk::TradingMode mode = risk::TradingMode::Open;       // ReducingOnly: orders that reduce pass

    friend bool operator==(const TradingStop&, const TradingStop&) = default;
};

struct OrderCounts {
    std::uint64_t entered = 0;   // new orders sent, replacements not included
    std::uint64_t replaced = 0;  // replacements sent
    std::uint64_t reduced = 0;   // reductions sent
    std::uint64_t canceled = 0;  // cancel requests sent
    std::uint64_t rejected_by_risk = 0;
    std::uint64_t rejected_by_venue = 0;
    std::uint64_t in_flight_at_end = 0;  // requests that no venue had answered yet
    std::uint64_t decisions = 0;         // books shown to the strategy on which it could trade
    std::array<std::uint64_t, risk::kRejectReasons> refused{};  // rejected_by_risk, by reason

    OrderCounts& operator+=(const OrderCounts& other) noexcept;
};

struct DayResult {
    std::string day{};    // 2026-11-23, or the name of the source
    std::string data{};   // what it was played from: "by order", "by price, 1 level", "bars"
    Nanos since_first{};  // from the first day's midnight, where the days are one run; else 0
    Time begin{};         // of the market data that was run
    Time end{};
    std::uint64_t messages = 0;  // of the recording, those of other symbols included
    std::vector<InstrumentResult> instruments{};  // the instruments traded or watched, by id
    std::vector<OrderRecord> orders{};            // by time of entry
    std::vector<FillRecord> fills{};              // by time
    std::vector<EquityPoint> equity{};            // by time; points of all instruments
    OrderCounts counts{};
    std::optional<TradingStop> stop{};  // the first
    std::uint64_t input_hash = 0;
    std::uint64_t output_hash = 0;
};

struct BacktestResult {
    std::vector<DayResult> days{};   // in order
    std::optional<Money> capital{};  // the basis of returns; empty: no returns
};

/// True if the next day belongs to the same run, so that open positions are carried over.
[[nodiscard]] bool carries_on(const BacktestResult& result, std::size_t day) noexcept;

[[nodiscard]] Money gross(const DayResult& day) noexcept;
[[nodiscard]] Money fees(const DayResult& day) noexcept;
/// gross - fees.
[[nodiscard]] Money pnl(const DayResult& day) noexcept;
/// Returns nullptr if the day has no such instrument.
[[nodiscard]] const InstrumentResult* find_instrument(const DayResult& day,
                                                      InstrumentId id) noexcept;

[[nodiscard]] Money gross(const BacktestResult& result) noexcept;
[[nodiscard]] Money fees(const BacktestResult& result) noexcept;
[[nodiscard]] Money pnl(const BacktestResult& result) noexcept;
[[nodiscard]] OrderCounts order_counts(const BacktestResult& result) noexcept;
[[nodiscard]] std::size_t fill_count(const BacktestResult& result) noexcept;

/// Checksums of the days' names and hashes, in order.
[[nodiscard]] std::uint64_t input_hash(const BacktestResult& result) noexcept;
[[nodiscard]] std::uint64_t output_hash(const BacktestResult& result) noexcept;

}  // namespace hotpath::backtest
