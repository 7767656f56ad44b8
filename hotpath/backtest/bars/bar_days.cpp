#include "hotpath/backtest/bars/bar_days.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

namespace hotpath::backtest {

namespace {

/// Those before the midnight of the next day; removed from the span.
template <class Record, class TimeOf>
[[nodiscard]] std::span<const Record> take_day(std::span<const Record>& records, Time next,
                                               TimeOf time_of) {
    const auto end = std::ranges::find_if(
        records, [&](const Record& record) { return time_of(record) >= next; });
    const auto count = static_cast<std::size_t>(end - records.begin());
    const auto day = records.first(count);
    records = records.subspan(count);
    return day;
}

[[nodiscard]] Time shifted(Time time, Nanos midnight) {
    return time == kNever ? kNever : time - midnight;
}

[[nodiscard]] InstrumentResult change(const InstrumentResult& now, const InstrumentResult& before) {
    InstrumentResult day = now;
    day.gross = now.gross - before.gross;
    day.fees = now.fees - before.fees;
    return day;
}

template <std::size_t N>
[[nodiscard]] std::array<std::uint64_t, N> change(const std::array<std::uint64_t, N>& now,
                                                  const std::array<std::uint64_t, N>& before) {
    std::array<std::uint64_t, N> day{};
    std::ranges::transform(now, before, day.begin(), std::minus{});
    return day;
}

[[nodiscard]] OrderCounts change(const OrderCounts& now, const OrderCounts& before) {
    return {.entered = now.entered - before.entered,
            .replaced = now.replaced - before.replaced,
            .reduced = now.reduced - before.reduced,
            .canceled = now.canceled - before.canceled,
            .rejected_by_risk = now.rejected_by_risk - before.rejected_by_risk,
            .rejected_by_venue = now.rejected_by_venue - before.rejected_by_venue,
            .decisions = now.decisions - before.decisions,
            .refused = change(now.refused, before.refused)};
}

[[nodiscard]] Money pnl_before(const BarDayEnd& before, InstrumentId id) {
    const auto found = std::ranges::find(before.instruments, id, &InstrumentResult::id);
    return found == before.instruments.end() ? Money{} : found->gross - found->fees;
}

/// What the recorder has of the days not yet cut.
struct Rest {
    std::span<const OrderRecord> orders;
    std::span<const FillRecord> fills;
    std::span<const EquityPoint> equity;
};

[[nodiscard]] DayResult day_of(const BarDayEnd& end, const BarDayEnd& before, Time next,
                               Rest& rest) {
    const Nanos midnight = end.midnight - Time{};
    DayResult day{.day = end.name,
                  .since_first = midnight,
                  .begin = end.begin - midnight,
                  .end = end.end - midnight,
                  .counts = change(end.counts, before.counts),
                  .input_hash = end.input_hash,
                  .output_hash = end.output_hash};
    for (std::size_t n = 0; n < end.instruments.size(); ++n) {
        const bool is_new = n >= before.instruments.size();
        day.instruments.push_back(
            change(end.instruments[n], is_new ? InstrumentResult{} : before.instruments[n]));
    }
    for (OrderRecord order : take_day(rest.orders, next, [](auto& o) { return o.entered; })) {
        order.entered = shifted(order.entered, midnight);
        order.closed = shifted(order.closed, midnight);
        order.cancel_sent = shifted(order.cancel_sent, midnight);
        day.orders.push_back(order);
    }
    for (FillRecord fill : take_day(rest.fills, next, [](auto& f) { return f.at; })) {
        fill.at = shifted(fill.at, midnight);
        fill.order_entered = shifted(fill.order_entered, midnight);
        day.fills.push_back(fill);
    }
    for (EquityPoint point : take_day(rest.equity, next, [](auto& p) { return p.at; })) {
        point.at = shifted(point.at, midnight);
        point.pnl -= pnl_before(before, point.instrument);
        day.equity.push_back(point);
    }
    std::ranges::sort(day.instruments, {}, &InstrumentResult::id);
    return day;
}

}  // namespace

std::optional<TradingStop> stop_in(std::optional<TradingStop> stop, const BarDayEnd& day,
                                   Time next) {
    if (!stop || stop->at >= next) {
        return std::nullopt;
    }
    stop->at = std::max(stop->at, day.begin) - (day.midnight - Time{});
    return stop;
}

BacktestResult result_of(std::span<const BarDayEnd> days, const RunRecorder& recorder,
                         std::size_t in_flight) {
    BacktestResult result;
    Rest rest{.orders = recorder.orders(), .fills = recorder.fills(), .equity = recorder.equity()};
    for (std::size_t n = 0; n < days.size(); ++n) {
        const bool is_last = n + 1 == days.size();
        const Time next = is_last ? kNever : days[n + 1].midnight;
        result.days.push_back(day_of(days[n], n == 0 ? BarDayEnd{} : days[n - 1], next, rest));
        result.days.back().stop = stop_in(recorder.stop(), days[n], next);
    }
    if (!result.days.empty()) {
        result.days.back().counts.in_flight_at_end = in_flight;
    }
    return result;
}

}  // namespace hotpath::backtest
