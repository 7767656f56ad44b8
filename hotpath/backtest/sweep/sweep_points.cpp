#include "hotpath/backtest/sweep/sweep_points.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/backtest/statistics/equity_curve.hpp"
#include "hotpath/backtest/statistics/fill_ratios.hpp"
#include "hotpath/backtest/statistics/round_trips.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"

namespace hotpath::backtest {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

template <class Value>
[[nodiscard]] Json or_null_json(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// Throws nlohmann's exceptions: a line that is none of ours.
[[nodiscard]] PointResult point_of(std::string_view line) {
    const Json json = Json::parse(line);
    const auto money = [&](const char* key) { return Money{json.at(key).get<std::int64_t>()}; };
    const auto count = [&](const char* key) { return json.at(key).get<std::uint64_t>(); };
    const auto ratio = [&](const char* key) {
        const Json& value = json.at(key);
        return value.is_null() ? std::nullopt : std::optional(value.get<double>());
    };
    PointResult result{.point = count("point"),
                       .gross = money("gross"),
                       .fees = money("fees"),
                       .turnover = money("turnover"),
                       .drawdown = money("drawdown"),
                       .orders = count("orders"),
                       .fills = count("fills"),
                       .round_trips = count("round_trips"),
                       .wins = count("wins"),
                       .fill_ratio = ratio("fill_ratio"),
                       .sharpe = ratio("sharpe"),
                       .sortino = ratio("sortino"),
                       .output_hash = count("output_hash"),
                       .stopped_days = json.value("stopped_days", std::size_t{0}),
                       .traded_share = json.value("traded_share", 1.0)};
    for (const Json& day : json.at("days")) {
        result.days.push_back({day.get<std::int64_t>()});
    }
    return result;
}

}  // namespace

std::optional<double> PointResult::win_rate() const {
    return round_trips == 0
               ? std::nullopt
               : std::optional(static_cast<double>(wins) / static_cast<double>(round_trips));
}

std::vector<double> PointResult::daily_dollars() const {
    std::vector<double> dollars;
    dollars.reserve(days.size());
    for (const Money day : days) {
        dollars.push_back(static_cast<double>(day.value) / 10'000);
    }
    return dollars;
}

PointResult point_result(std::size_t point, const BacktestResult& result) {
    const VariedRun run = varied_run({}, result);
    const auto drawdown = max_drawdown(equity_curve(result));
    const auto trips = summary_of(round_trips(result));
    PointResult made{.point = point,
                     .gross = run.gross,
                     .fees = run.fees,
                     .turnover = run.turnover,
                     .drawdown = drawdown ? drawdown->amount : Money{},
                     .orders = order_counts(result).entered,
                     .fills = run.fills,
                     .round_trips = trips.count,
                     .wins = trips.wins,
                     .fill_ratio = run.fill_ratio,
                     .sharpe = run.sharpe,
                     .sortino = sortino(daily_pnl(result)),
                     .output_hash = output_hash(result),
                     .stopped_days = run.stopped_days,
                     .traded_share = run.traded_share};
    for (const DayResult& day : result.days) {
        made.days.push_back(pnl(day));
    }
    return made;
}

std::string to_line(const PointResult& result) {
    Json days = Json::array();
    for (const Money day : result.days) {
        days.push_back(day.value);
    }
    const Json json{{"point", result.point},
                    {"gross", result.gross.value},
                    {"fees", result.fees.value},
                    {"turnover", result.turnover.value},
                    {"drawdown", result.drawdown.value},
                    {"orders", result.orders},
                    {"fills", result.fills},
                    {"round_trips", result.round_trips},
                    {"wins", result.wins},
                    {"fill_ratio", or_null_json(result.fill_ratio)},
                    {"sharpe", or_null_json(result.sharpe)},
                    {"sortino", or_null_json(result.sortino)},
                    {"output_hash", result.output_hash},
                    {"stopped_days", result.stopped_days},
                    {"traded_share", result.traded_share},
                    {"days", days}};
    return json.dump() + "\n";
}

Expected<PointResult> point_from_line(std::string_view line) {
    try {
        return point_of(line);
    } catch (const nlohmann::json::exception&) {
        return fail("the line is damaged");
    }
}

Expected<PointFile> PointFile::open(const fs::path& file) {
    Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!opened) {
        return fail(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
    }
    PointFile points(file, std::move(opened));
    if (auto read = points.read(); !read) {
        return std::unexpected(read.error());
    }
    return points;
}

Expected<void> PointFile::read() {
    std::ifstream input(path_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    if (whole < text.size() && ::ftruncate(file_.number(), static_cast<off_t>(whole)) != 0) {
        return fail(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
    }
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < whole; begin = text.find('\n', begin) + 1) {
        ++number;
        const std::size_t end = text.find('\n', begin);
        auto result = point_from_line(std::string_view(text).substr(begin, end - begin));
        if (!result) {
            return fail(
                fmt::format("{}: line {} is damaged: name another folder", path_.string(), number));
        }
        results_[result->point] = std::move(*result);
    }
    return {};
}

bool PointFile::has(std::size_t point) const {
    return find(point) != nullptr;
}

std::size_t PointFile::size() const {
    const std::scoped_lock one(mutex_);
    return results_.size();
}

const PointResult* PointFile::find(std::size_t point) const {
    const std::scoped_lock one(mutex_);
    const auto found = results_.find(point);
    return found == results_.end() ? nullptr : &found->second;
}

Expected<void> PointFile::append(const PointResult& result) {
    const std::string line = to_line(result);
    const std::scoped_lock one(mutex_);
    const off_t before = ::lseek(file_.number(), 0, SEEK_END);
    const ssize_t written = ::write(file_.number(), line.data(), line.size());
    if (written != static_cast<ssize_t>(line.size())) {
        const int error = written < 0 ? errno : ENOSPC;
        static_cast<void>(::ftruncate(file_.number(), before));
        return fail(fmt::format("cannot write {}: {}", path_.string(), std::strerror(error)));
    }
    results_[result.point] = result;
    return {};
}

}  // namespace hotpath::backtest
