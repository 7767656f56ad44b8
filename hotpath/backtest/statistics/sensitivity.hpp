#pragma once
/// The factors on which a result depends: the same run with another latency, size or fill model,
/// with other fees, without one day; and the verdict over all of these.
///
/// Fees and days are varied from the result itself, as if the trading were the same. Latency, size
/// and fill models need runs, which the caller makes. Threads: pure functions. Allocation: the
/// returned lists. Complexity: linear in days and runs.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/luck.hpp"
#include "hotpath/backtest/statistics/stops.hpp"

namespace hotpath::backtest {

enum class Dependence : std::uint8_t { Latency, Size, FillModel, Fees, OneDay };

[[nodiscard]] std::string_view dependence_name(Dependence dependence) noexcept;

/// Another run of the same days, or the same one: a row of a sensitivity table.
struct VariedRun {
    Dependence varied = Dependence::Latency;
    double factor = 1;       // of the latency or the size of the result; 1 for fill models
    std::string name{};      // 2x, or the fill model
    bool is_result = false;  // the result itself, for the table: it changes nothing
    Money gross{};
    Money fees{};
    Money turnover{};
    std::uint64_t fills = 0;
    std::optional<double> fill_ratio{};  // by shares
    std::optional<double> sharpe{};
    std::size_t stopped_days = 0;  // by the risk gate, before their end
    double traded_share = 1;       // of the time of all days

    [[nodiscard]] Money pnl() const noexcept { return gross - fees; }
};

/// The figures of a run that a table keeps, so that the run itself can be dropped.
struct Variation {
    Dependence varied = Dependence::Latency;
    double factor = 1;
    std::string name{};  // empty: the factor
};
[[nodiscard]] VariedRun varied_run(const Variation& variation, const BacktestResult& result);

/// The profit and loss under one change.
struct Outcome {
    std::string name{};  // "half", "double", a fill model, "without 2026-11-23"
    Money pnl{};
};

struct DependenceRow {
    Dependence dependence = Dependence::Fees;
    std::vector<Outcome> outcomes{};
    double effect = 0;  // the largest change of the profit and loss / the profit and loss

    /// Every outcome is above 0.
    [[nodiscard]] bool survives() const;
};

enum class VerdictKind : std::uint8_t {
    NoFills,   // nothing was traded
    Loses,     // not above 0 as it is
    Fails,     // earns, and loses under some change
    Survives,  // earns under every change that was tested
    Untested,  // earns, and no change was tested
};

struct Verdict {
    VerdictKind kind = VerdictKind::NoFills;
    Money pnl{};
    std::vector<DependenceRow> rows{};     // the largest effect first
    std::vector<Dependence> not_tested{};  // in full: half or double is missing, there is one day,
                                           // or there are no fees
    LuckVerdict luck{};
    std::optional<StoppedDays> stopped{};  // of the result itself
    std::size_t runs_stopped = 0;          // of the runs that it was compared with
    std::size_t runs = 0;
};

/// Half and double of latency, size (compared by unit of size) and fees, the given fill models, and
/// the result without its best day (of a loss: its worst). A change that changes nothing, as double of
/// no fees, is none. summary_of() adds `luck`.
[[nodiscard]] Verdict verdict(const BacktestResult& result, std::span<const VariedRun> runs);

}  // namespace hotpath::backtest
