#include <utility>

#include "hotpath/backtest/days/day_run.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/backtest/run_sessions.hpp"

namespace hotpath::backtest {

Expected<std::unique_ptr<DayRun>> make_session_run(const RunOptions& options,
                                                   strategy::AnyStrategy strategy) {
    return make_run_of<Run<strategy::AnyStrategy, WithSessions>>(options, std::move(strategy));
}

}  // namespace hotpath::backtest
