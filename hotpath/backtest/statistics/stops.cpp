#include "hotpath/backtest/statistics/stops.hpp"

#include <algorithm>

namespace hotpath::backtest {

namespace {

[[nodiscard]] std::string_view used_up_name(risk::RejectReason limit) noexcept {
    switch (limit) {
        case risk::RejectReason::TradedValue:
            return "account_limits.traded_max";
        case risk::RejectReason::OrderToTrade:
            return "account_limits.messages_per_fill_max";
        case risk::RejectReason::FirmMessages:
            return "firm_limits.messages_max";
        default:
            return risk::reason_name(limit);
    }
}

[[nodiscard]] Symbol symbol_of(const DayResult& day, InstrumentId id) {
    const InstrumentResult* const instrument = find_instrument(day, id);
    return instrument == nullptr ? Symbol{} : instrument->symbol;
}

[[nodiscard]] double length_of(const DayResult& day) {
    return static_cast<double>(std::max(day.end - day.begin, Nanos{}).value);
}

}  // namespace

std::string_view control_name(const TradingStop& stop) noexcept {
    switch (stop.reason) {
        case risk::StopReason::None:
            return used_up_name(stop.used_up);
        case risk::StopReason::Loss:
            return "account_limits.loss_max";
        case risk::StopReason::RepeatedExecutions:
            return "pace.repeated_executions_max";
        case risk::StopReason::Disagreement:
            return "a disagreement with the venue";
        default:
            return risk::stop_name(stop.reason);
    }
}

double traded_share(const DayResult& day) noexcept {
    if (!day.stop || day.end <= day.begin) {
        return day.stop ? 0 : 1;
    }
    const Time stopped = std::clamp(day.stop->at, day.begin, day.end);
    return static_cast<double>((stopped - day.begin).value) / length_of(day);
}

std::optional<StoppedDays> stopped_days(const BacktestResult& result) {
    StoppedDays all{.days_all = result.days.size()};
    double time = 0;
    double traded = 0;
    for (const DayResult& day : result.days) {
        time += length_of(day);
        traded += length_of(day) * traded_share(day);
        if (day.stop && all.days++ == 0) {
            all.first_day = day.day;
            all.first = *day.stop;
            all.symbol = symbol_of(day, day.stop->instrument);
        }
    }
    all.traded_share = time > 0 ? traded / time : 0;
    return all.days == 0 ? std::nullopt : std::optional(std::move(all));
}

}  // namespace hotpath::backtest
