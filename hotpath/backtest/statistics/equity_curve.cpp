#include "hotpath/backtest/statistics/equity_curve.hpp"

#include <algorithm>
#include <map>

namespace hotpath::backtest {

namespace {

void add_day(std::vector<CurvePoint>& curve, const DayResult& day, std::size_t index,
             Money before) {
    std::map<InstrumentId, Money> latest;
    Money sum = before;
    for (const EquityPoint& point : day.equity) {
        Money& instrument = latest[point.instrument];
        sum += point.pnl - instrument;
        instrument = point.pnl;
        curve.push_back({.time = {.day = index, .at = point.at}, .pnl = sum});
    }
    curve.push_back({.time = {.day = index, .at = day.end}, .pnl = before + pnl(day)});
}

Nanos held_time(const DayResult& day) {
    std::map<InstrumentId, SignedQty> positions;
    for (const InstrumentResult& instrument : day.instruments) {
        positions[instrument.id] = instrument.position_before;
    }
    auto open = static_cast<std::size_t>(std::ranges::count_if(
        positions, [](const auto& each) { return each.second != SignedQty{}; }));
    Time since = day.begin;
    Nanos held;
    for (const FillRecord& fill : day.fills) {
        const Time at = std::clamp(fill.at, since, std::max(since, day.end));
        held = held + (open > 0 ? at - since : Nanos{});
        since = at;
        SignedQty& position = positions[fill.instrument];
        open -= position != SignedQty{} ? 1U : 0U;
        position += signed_qty(fill.side, fill.qty);
        open += position != SignedQty{} ? 1U : 0U;
    }
    return held + (open > 0 && day.end > since ? day.end - since : Nanos{});
}

}  // namespace

std::vector<CurvePoint> equity_curve(const BacktestResult& result) {
    std::vector<CurvePoint> curve;
    if (result.days.empty()) {
        return curve;
    }
    curve.push_back({.time = {.day = 0, .at = result.days.front().begin}, .pnl = {}});
    Money before;
    for (std::size_t index = 0; index < result.days.size(); ++index) {
        add_day(curve, result.days[index], index, before);
        before = curve.back().pnl;
    }
    return curve;
}

std::optional<Drawdown> max_drawdown(std::span<const CurvePoint> curve) {
    std::optional<Drawdown> largest;
    CurvePoint peak = curve.empty() ? CurvePoint{} : curve.front();
    for (const CurvePoint& point : curve) {
        if (point.pnl >= peak.pnl) {
            if (largest && !largest->recovered && largest->from == peak.time) {
                largest->recovered = point.time;
            }
            peak = point;
        } else if (!largest || peak.pnl - point.pnl > largest->amount) {
            largest = {.amount = peak.pnl - point.pnl, .from = peak.time, .to = point.time};
        }
    }
    return largest;
}

std::optional<double> TimeInMarket::share() const {
    return session > Nanos{}
               ? std::optional(static_cast<double>(held.value) / static_cast<double>(session.value))
               : std::nullopt;
}

TimeInMarket time_in_market(const BacktestResult& result) {
    TimeInMarket sum;
    for (const DayResult& day : result.days) {
        sum.held = sum.held + held_time(day);
        sum.session = sum.session + std::max(day.end - day.begin, Nanos{});
    }
    return sum;
}

}  // namespace hotpath::backtest
