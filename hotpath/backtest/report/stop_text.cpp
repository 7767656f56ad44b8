#include "hotpath/backtest/report/stop_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {


[[nodiscard]] Symbol symbol_of(const DayResult& day) {
    const auto* const instrument = find_instrument(day, day.stop->instrument);
    return instrument == nullptr ? Symbol{} : instrument->symbol;
}

[[nodiscard]] std::string percent(double share) {
    return fmt::format("{:.1f}%", 100 * share);
}

[[nodiscard]] std::string_view reason_of(const TradingStop& stop) {
    return stop.reason == risk::StopReason::None ? risk::reason_name(stop.used_up)
                                                 : risk::stop_name(stop.reason);
}

}  // namespace

std::string stop_text(const TradingStop& stop, const Symbol& symbol) {
    return fmt::format("{} at {}{}{}", control_name(stop), text::time_of_day(stop.at).substr(0, 8),
                       symbol == Symbol{} ? "" : " in ", symbol.view());
}

std::string stop_of_day_text(const DayResult& day) {
    return fmt::format("{}, after {} of the day{}", stop_text(*day.stop, symbol_of(day)),
                       percent(traded_share(day)),
                       day.stop->mode == risk::TradingMode::ReducingOnly
                           ? "; then only orders that reduced a position passed"
                           : "; then no order passed");
}

std::vector<std::string> stop_lines(const BacktestResult& result, std::size_t days_max) {
    std::vector<std::string> lines;
    std::size_t more = 0;
    for (const DayResult& day : result.days) {
        if (day.stop && lines.size() < days_max) {
            lines.push_back((result.days.size() == 1 ? "" : day.day + ": ") +
                            stop_of_day_text(day));
        } else {
            more += day.stop ? 1U : 0U;
        }
    }
    if (more != 0) {
        lines.push_back(fmt::format("and on {} more days", more));
    }
    return lines;
}

std::string stopped_days_text(const StoppedDays& stopped) {
    const std::string first = stop_text(stopped.first, stopped.symbol);
    return stopped.days_all == 1
               ? fmt::format("Stopped by the risk check, {}, after {} of the day.", first,
                             percent(stopped.traded_share))
               : fmt::format(
                     "Stopped by the risk check on {} of {} days, {} of the time traded; "
                     "first {} on {}.",
                     stopped.days, stopped.days_all, percent(stopped.traded_share), first,
                     stopped.first_day);
}

nlohmann::ordered_json stops_json(const BacktestResult& result) {
    auto json = nlohmann::ordered_json::array();
    for (const DayResult& day : result.days) {
        if (day.stop) {
            const Symbol symbol = symbol_of(day);
            nlohmann::ordered_json& stop = json.emplace_back();
            stop["day"] = day.day;
            stop["time_s"] = static_cast<double>(day.stop->at.value) / 1e9;
            stop["control"] = control_name(*day.stop);
            stop["reason"] = reason_of(*day.stop);
            stop["mode"] = risk::mode_name(day.stop->mode);
            stop["symbol"] = nullptr;
            if (symbol != Symbol{}) {
                stop["symbol"] = symbol.view();
            }
            stop["traded_share"] = traded_share(day);
        }
    }
    return json;
}

}  // namespace hotpath::backtest
