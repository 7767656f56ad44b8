#pragma once
/// The content of a backtest's report besides its result: the strategies with their parameters, the
/// data, the models, and the runs made beside it.
///
/// Threads: values. Allocation: the strings' and vectors'.

#include <optional>
#include <string>
#include <vector>

#include "hotpath/backtest/statistics/sensitivity.hpp"
#include "hotpath/backtest/sweep/search.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/strategy/parameter.hpp"

namespace hotpath::backtest {

/// The models of the run as a person reads them: "exact: queue place by order".
struct BacktestModels {
    std::string latency{};
    std::string queue{};
    std::string impact{};
    std::string fees{};
    std::string marks{};
    std::string data{};  // empty: what the days say
};

/// A strategy of the run, with the values that it ran with.
struct ReportStrategy {
    std::string name{};
    std::vector<Symbol> symbols{};  // that it trades
    std::vector<strategy::Parameter> parameters{};
};

struct ReportContext {
    std::string strategy{};                    // its name, or those of several
    std::vector<ReportStrategy> strategies{};  // the same, in order
    std::string source{};                      // the files, or the generator's options
    bool is_generated = false;
    BacktestModels models{};
    std::vector<VariedRun> runs{};  // other latencies, sizes, fill models; in table order
    std::vector<std::vector<double>> trials{};  // daily dollars of each point of a sweep
    std::optional<Search> search{};             // whose best point the result is
};

}  // namespace hotpath::backtest
