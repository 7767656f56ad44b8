#pragma once
/// The result of a backtest that never ran: days of orders, fills and equity on random walks, whose
/// sums agree as those of a run do.
///
/// One seed, one result. For tests of statistics and reports. Threads: any. Allocation: free.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::support {

struct SyntheticOptions {
    std::size_t days = 3;
    std::size_t orders = 300;  // a day and symbol, at most 700: one is over before the next
    std::vector<std::string> symbols{"AAPL", "MSFT"};
    std::uint64_t seed = 1;
};

/// One symbol's day: a mid each second, orders at random times, some of them filled.
class SyntheticSymbolDay {
  public:
    static constexpr Time kBegin{34'200 * kNanosPerSecond};
    static constexpr std::int64_t kSeconds = 6 * 3'600 + 1'800;

    SyntheticSymbolDay(Random& random, InstrumentId id) : random_(random), id_(id) {
        mids_.push_back({1'000'000 + 50 * static_cast<std::int64_t>(random.below(20'000))});
        for (std::int64_t second = 1; second <= kSeconds; ++second) {
            const auto move = static_cast<std::int64_t>(random_.below(7)) - 3;
            mids_.push_back(mids_.back() + 50 * move);
        }
    }

    void add_order(backtest::DayResult& day, ClOrdId order_id, Time entered) {
        const Side side = position_ > SignedQty{500}    ? Side::Sell
                          : position_ < SignedQty{-500} ? Side::Buy
                          : random_.one_in(2)           ? Side::Buy
                                                        : Side::Sell;
        const TotalQty ahead{random_.below(20) * 100};
        const Nanos age{static_cast<std::int64_t>(1 + random_.below(30'000)) * 1'000'000};
        backtest::OrderRecord order{
            .id = order_id,
            .instrument = id_,
            .side = side,
            .qty = {100 * (1 + static_cast<std::uint32_t>(random_.below(3)))},
            .price = mid_at(entered) - 50 * sign(side),
            .entered = entered,
            .closed = std::min(entered + age, end()),
            .queue_ahead = ahead};
        const bool crosses = random_.one_in(12);
        if (crosses) {
            order.queue_ahead.reset();
            order.closed = entered + Nanos{50'000};
        }
        if (crosses || random_.below(2'000) > ahead.value + 600) {
            fill(day, order, crosses);
        }
        day.orders.push_back(order);
    }

    [[nodiscard]] backtest::EquityPoint equity_at(Time at) const {
        const Price mid = mid_at(at);
        return {.at = at,
                .instrument = id_,
                .pnl = cash_ + mid * position_ - fees_,
                .position = position_,
                .mid = mid};
    }
    [[nodiscard]] backtest::InstrumentResult at_end(const std::string& symbol) const {
        return {.id = id_,
                .symbol = *Symbol::from(symbol),
                .gross = cash_ + mids_.back() * position_,
                .fees = fees_,
                .position = position_,
                .mark = mids_.back(),
                .cost_to_close = Price{50} * magnitude(position_)};
    }
    [[nodiscard]] static constexpr Time end() { return kBegin + Nanos{kSeconds * kNanosPerSecond}; }

  private:
    [[nodiscard]] Price mid_at(Time at) const {
        return mids_[static_cast<std::size_t>((at - kBegin).value / kNanosPerSecond)];
    }

    /// At its end, all of it; the owner adds orders far enough apart that fills stay in order.
    void fill(backtest::DayResult& day, backtest::OrderRecord& order, bool crosses) {
        order.filled = order.qty;
        position_ += signed_qty(order.side, order.qty);
        const Price price = order.price + (crosses ? 100 * sign(order.side) : 0);
        cash_ -= price * signed_qty(order.side, order.qty);
        const Money fee = std::int64_t{order.qty.value} * Money{crosses ? 30 : -20};
        fees_ += fee;
        backtest::FillRecord fill{
            .at = order.closed,
            .order = order.id,
            .instrument = id_,
            .side = order.side,
            .liquidity = crosses ? oms::Liquidity::Removed : oms::Liquidity::Added,
            .qty = order.qty,
            .price = price,
            .fee = fee,
            .position = position_,
            .mid = mid_at(order.closed),
            .order_entered = order.entered,
            .queue_ahead = order.queue_ahead};
        for (std::size_t i = 0; i < fill.mid_after.size(); ++i) {
            const Time later = fill.at + backtest::kMarkOutHorizons[i];
            fill.mid_after[i] = later <= end() ? mid_at(later) : Price{};
        }
        day.fills.push_back(fill);
    }

    Random& random_;
    InstrumentId id_;
    std::vector<Price> mids_;
    SignedQty position_{};
    Money cash_{};
    Money fees_{};
};

inline backtest::DayResult synthetic_day(const SyntheticOptions& options, Random& random,
                                         const std::string& name) {
    backtest::DayResult day{.day = name,
                            .begin = SyntheticSymbolDay::kBegin,
                            .end = SyntheticSymbolDay::end(),
                            .input_hash = random.next(),
                            .output_hash = random.next()};
    std::uint32_t order_id = 0;
    for (std::size_t i = 0; i < options.symbols.size(); ++i) {
        SyntheticSymbolDay symbol(random, {static_cast<std::uint16_t>(i + 1)});
        const std::int64_t gap =
            SyntheticSymbolDay::kSeconds * kNanosPerSecond /
            static_cast<std::int64_t>(std::max<std::size_t>(options.orders, 1) + 1);
        Time at = day.begin;
        for (std::size_t order = 0; order < options.orders; ++order) {
            at = at + Nanos{gap};
            symbol.add_order(day, {++order_id}, at);
            day.equity.push_back(symbol.equity_at(std::min(at + Nanos{gap / 2}, day.end)));
        }
        day.equity.push_back(symbol.equity_at(day.end));
        day.instruments.push_back(symbol.at_end(options.symbols[i]));
    }
    std::ranges::stable_sort(day.equity, {}, &backtest::EquityPoint::at);
    std::ranges::stable_sort(day.fills, {}, &backtest::FillRecord::at);
    std::ranges::stable_sort(day.orders, {}, &backtest::OrderRecord::entered);
    day.counts = {.entered = order_id,
                  .canceled = order_id - day.fills.size(),
                  .rejected_by_risk = 1,
                  .in_flight_at_end = 1};
    day.counts.refused[static_cast<std::size_t>(risk::RejectReason::Position)] = 1;
    return day;
}

/// Months of 28 days from January 2026.
inline std::string synthetic_day_name(std::size_t day) {
    const auto two_digits = [](std::size_t n) { return std::to_string(100 + n).substr(1); };
    return "2026-" + two_digits(1 + day / 28) + "-" + two_digits(1 + day % 28);
}

inline backtest::BacktestResult synthetic_backtest(const SyntheticOptions& options = {}) {
    Random random(options.seed);
    backtest::BacktestResult result;
    for (std::size_t i = 0; i < options.days; ++i) {
        result.days.push_back(synthetic_day(options, random, synthetic_day_name(i)));
    }
    return result;
}

}  // namespace hotpath::support
