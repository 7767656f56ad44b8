#include "hotpath/backtest/report/report_series.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

#include "hotpath/backtest/statistics/stops.hpp"

namespace hotpath::backtest {

namespace {

using SeriesJson = nlohmann::ordered_json;

double to_dollars(std::int64_t units) {
    return static_cast<double>(units) / 10'000.0;
}

/// Milliseconds are finer than a screen and shorter in the file.
double rounded_seconds(std::int64_t nanos) {
    return std::round(static_cast<double>(nanos) / 1e6) / 1e3;
}

std::size_t step_for(std::size_t count, std::size_t count_max) {
    return std::max<std::size_t>(1, (count + count_max - 1) / count_max);
}

/// Where each day begins on the common axis.
class RunAxis {
  public:
    explicit RunAxis(const BacktestResult& result) : result_(result) {
        Nanos sum;
        for (const DayResult& day : result.days) {
            begins_.push_back(sum);
            sum = sum + std::max(day.end - day.begin, Nanos{});
        }
    }

    /// A last mark may come after the day's end: it is at the end then, so that x never falls.
    [[nodiscard]] double x(std::size_t day, Time at) const {
        const DayResult& of = result_.days[day];
        const Time shown = std::clamp(at, of.begin, std::max(of.begin, of.end));
        return rounded_seconds((begins_[day] + (shown - of.begin)).value);
    }
    [[nodiscard]] SeriesJson days_json() const {
        SeriesJson json = SeriesJson::array();
        for (std::size_t i = 0; i < result_.days.size(); ++i) {
            const DayResult& day = result_.days[i];
            json.push_back(
                {{"x", rounded_seconds(begins_[i].value)},
                 {"begin_s", rounded_seconds(day.begin.value)},
                 {"length_s", rounded_seconds(std::max(day.end - day.begin, Nanos{}).value)}});
        }
        return json;
    }

  private:
    const BacktestResult& result_;
    std::vector<Nanos> begins_;
};

/// From a stop of the risk check to the end of its day.
SeriesJson stops_json(const RunAxis& axis, const BacktestResult& result) {
    SeriesJson json = SeriesJson::array();
    for (std::size_t n = 0; n < result.days.size(); ++n) {
        const DayResult& day = result.days[n];
        if (day.stop) {
            json.push_back({{"x", axis.x(n, day.stop->at)},
                            {"to", axis.x(n, day.end)},
                            {"text", control_name(*day.stop)}});
        }
    }
    return json;
}

SeriesJson equity_json(const RunAxis& axis, const std::vector<CurvePoint>& curve) {
    SeriesJson json = SeriesJson::array();
    const std::size_t step = step_for(curve.size(), kCurvePointsMax);
    Money peak = curve.empty() ? Money{} : curve.front().pnl;
    Money drawdown;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto& [time, pnl] = curve[i];
        peak = std::max(peak, pnl);
        drawdown = std::min(drawdown, pnl - peak);
        if ((i + 1) % step == 0 || i == 0 || i + 1 == curve.size()) {
            json.push_back(
                {axis.x(time.day, time.at), to_dollars(pnl.value), to_dollars(drawdown.value)});
            drawdown = Money{};
        }
    }
    return json;
}

/// The sum of the results up to each round trip.
SeriesJson trips_json(const std::vector<RoundTrip>& trips) {
    SeriesJson json = SeriesJson::array();
    const std::size_t step = step_for(trips.size(), kCurvePointsMax);
    Money sum;
    for (std::size_t i = 0; i < trips.size(); ++i) {
        sum += trips[i].pnl();
        if ((i + 1) % step == 0 || i + 1 == trips.size()) {
            json.push_back({i + 1, to_dollars(sum.value)});
        }
    }
    return json;
}

/// The points and fills of one symbol, whose id may change from day to day.
struct SymbolTrack {
    struct Point {
        std::size_t day;
        const EquityPoint* point;
    };
    struct Fill {
        std::size_t day;
        const FillRecord* fill;
    };
    std::vector<Point> points;
    std::vector<Fill> fills;
};

SymbolTrack track_of(const BacktestResult& result, const Symbol& symbol) {
    SymbolTrack track;
    for (std::size_t i = 0; i < result.days.size(); ++i) {
        const DayResult& day = result.days[i];
        const auto instrument =
            std::ranges::find(day.instruments, symbol, &InstrumentResult::symbol);
        if (instrument == day.instruments.end()) {
            continue;
        }
        for (const EquityPoint& point : day.equity) {
            if (point.instrument == instrument->id && point.mid != Price{}) {
                track.points.push_back({i, &point});
            }
        }
        for (const FillRecord& fill : day.fills) {
            if (fill.instrument == instrument->id) {
                track.fills.push_back({i, &fill});
            }
        }
    }
    return track;
}

SeriesJson curve_json(const RunAxis& axis, const SymbolTrack& track) {
    SeriesJson json = SeriesJson::array();
    const std::size_t step = step_for(track.points.size(), kCurvePointsMax);
    for (std::size_t i = 0; i < track.points.size(); i += step) {
        const auto& [day, point] = track.points[i];
        json.push_back(
            {axis.x(day, point->at), to_dollars(point->mid.value), point->position.value});
    }
    return json;
}

SeriesJson fill_marks_json(const RunAxis& axis, const SymbolTrack& track, std::size_t step) {
    SeriesJson json = SeriesJson::array();
    for (std::size_t i = 0; i < track.fills.size(); i += step) {
        const auto& [day, fill] = track.fills[i];
        json.push_back({{"x", axis.x(day, fill->at)},
                        {"side", fill->side == Side::Buy ? "buy" : "sell"},
                        {"price", to_dollars(fill->price.value)},
                        {"qty", fill->qty.value},
                        {"added", fill->liquidity == oms::Liquidity::Added}});
    }
    return json;
}

SeriesJson symbol_json(const RunAxis& axis, const SymbolTrack& track, const Symbol& symbol) {
    const std::size_t step = step_for(track.fills.size(), kChartedFillsMax);
    return {{"symbol", symbol.view()},
            {"curve", curve_json(axis, track)},
            {"fills", fill_marks_json(axis, track, step)},
            {"fills_step", step}};
}

}  // namespace

nlohmann::ordered_json backtest_series(const BacktestResult& result, const ResultSummary& summary) {
    const RunAxis axis(result);
    SeriesJson symbols = SeriesJson::array();
    for (const SymbolSummary& symbol : summary.symbols) {
        if (symbols.size() < kChartedSymbolsMax) {
            symbols.push_back(symbol_json(axis, track_of(result, symbol.symbol), symbol.symbol));
        }
    }
    return {{"days", axis.days_json()},
            {"equity", equity_json(axis, summary.curve)},
            {"trips", trips_json(summary.trips)},
            {"stops", stops_json(axis, result)},
            {"symbols", symbols}};
}

}  // namespace hotpath::backtest
